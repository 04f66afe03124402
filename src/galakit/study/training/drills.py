"""Spots to decide, drawn as often as play comes there, and the grades of decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from galakit.display.made import made
from galakit.display.typed import folded
from galakit.errors import GalakitError
from galakit.play.grading import Grade
from galakit.rules.knowledge import informative
from galakit.study.cards.cards_of import hand_of, keyboard, open_cards
from galakit.study.listed import Floats
from galakit.study.looks import known_of, moves_of
from galakit.study.quantities import quantity
from galakit.study.training.answers import Drill, Graded

if TYPE_CHECKING:
    from galakit.study.cards.deals import Deals
    from galakit.study.grid_answers import PublicSituation
    from galakit.study.study import Study

MOST = 1_000  # situations that are looked at
TRIES = 40  # situations drawn until a hand passes the filter
DRAWN = 200  # deals of each


def drill(study: Study, player: int, *, situation: str, makes: str, facts: str, seed: int, set: str = "") -> Drill:
    """A spot of a player whose situation, hand and what it makes contain these texts; or the one that is named."""
    name = set or _drawn(study, player, folded(situation), folded(makes), folded(facts), np.random.default_rng(seed))
    here = study.information_set(name)
    there = study.backend.told(here.player, here.situation or "")
    return Drill(
        set=here.id,
        player=here.player,
        situation=there.words,
        words=here.words,
        facts=here.facts,
        fact_words=here.fact_words,
        fact_looks=here.fact_looks,
        boards=here.boards,
        moves=[choice.move for choice in here.moves],
        labels=[choice.label for choice in here.moves],
        looks=[choice.look for choice in here.moves],
    )


def _drawn(study: Study, player: int, situation: str, makes: str, facts: str, random: np.random.Generator) -> str:
    spots = _spots(study, player, situation)
    for _ in range(TRIES):
        name = spots.drawn(random)
        if name is None:
            raise GalakitError(
                f"{study.solution.players[player]} decides in no situation with `{situation}`"
                if situation
                else f"{study.solution.players[player]} decides nothing in this game",
                hint="leave the filter out, or name parts of a public situation: `raise`, `call, board`",
                id="GK803",
            )
        deals = study.backend.deals(player, name, True)
        weight = deals.met
        for deal in random.choice(len(weight), DRAWN if makes or facts else 1, p=weight / weight.sum()).tolist():
            if _passes(study, deals, deal, makes, facts):
                return deals.name(deal)
    raise GalakitError(
        "no hand that passes the filter was dealt there",
        hint="ask for less: other cards, or what is made more often",
        id="GK803",
    )


class _Spots:
    """Situations to draw from, as often as play comes there; those that are drawn must pass."""

    def __init__(self, names: list[str], reach: Floats, passes: Callable[[str], bool]) -> None:
        self.names, self.reach, self.passes = names, reach.copy(), passes
        self.left, self.known = np.ones(len(names), bool), np.zeros(len(names), bool)

    def drawn(self, random: np.random.Generator) -> str | None:
        """The name of one; None where none of them passes. Those where play never comes are drawn if no other is."""
        for _ in range(MOST):
            if not self.left.any():
                return None
            weight = self.reach if self.reach.any() else self.left.astype(np.float64)
            number = int(random.choice(len(self.names), p=weight / weight.sum()))
            if self.known[number] or self.passes(self.names[number]):
                self.known[number] = True
                return self.names[number]
            self.left[number], self.reach[number] = False, 0.0
        return None


def _spots(study: Study, player: int, text: str) -> _Spots:
    """A player's situations with a choice that contain a text."""
    parts = [part.strip() for part in text.split(",")] if text else []
    quick = study.backend.spots(player, [word for part in parts for word in part.split(";")])
    if quick is not None:  # words take much longer than numbers: only those that are drawn are put into words
        return _Spots(*quick, lambda name: not parts or _contains(study.backend.told(player, name), parts))
    found = [s for s in _situations(study, player) if len(s.moves) > 1 and _contains(s, parts)]
    return _Spots([s.id for s in found], np.array([s.reach or 0.0 for s in found]), lambda name: True)


def _situations(study: Study, player: int) -> Iterator[PublicSituation]:
    """A player's situations, with boards left open."""
    offset = 0
    while offset < MOST and (page := study.situations(player, aggregate=True, offset=offset)).items:
        yield from page.items
        offset += len(page.items)


def _contains(situation: PublicSituation, parts: Sequence[str]) -> bool:
    """Whether all parts of a text occur in a situation; `at the start` is one without facts."""
    told = folded(f"{situation.words}, {', '.join(situation.facts)}")
    return all(part in told for part in parts)


def _passes(study: Study, deals: Deals, deal: int, makes: str, facts: str) -> bool:
    if not makes and not facts:
        return True
    look, player = study.game.look, deals.player
    hand, board = deals.hands[player][deals.held[player][deal]], deals.boards[deals.board[deal]]
    cards = hand_of(look, hand, player)
    mine, shared = open_cards(look, board, player)
    kinds = made([*cards, *mine], shared, study.most_cards(player)) if cards else ()
    texts = [folded(look.told(hand, player)), folded(keyboard(cards)), *map(folded, hand), *kinds]
    return (not makes or makes in kinds) and (not facts or any(facts in text for text in texts))


def graded(study: Study, player: int, grade: Grade) -> Graded:
    """The grade of a decision as an answer."""
    look = study.game.look
    number = grade.information_set
    return Graded(
        set=study.backend.name(player, grade.facts) if number is None else str(number),
        **known_of(look, grade.facts, player),
        facts=", ".join(informative(grade.facts)),
        move=grade.move,
        label=look.label(grade.move, grade.facts, player),
        look=look.move(grade.move, grade.facts, player).look,
        loss=quantity(grade.loss),
        level=grade.level,
        words_of_level=grade.words,
        **moves_of(look, grade.probabilities, grade.facts, player),
        probabilities=[float(p) for p in grade.probabilities.values()],
        values=[quantity(value) for value in grade.values.values()],
    )


def grade_of(study: Study, set: str, move: str) -> Graded:
    """The grade of a move at an information set."""
    here = study.information_set(set)
    return graded(study, here.player, study.grader.grade(here.player, here.facts, move))
