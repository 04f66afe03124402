"""Cards in facts: a player's own, those on the board, and what an exchange of suits leaves as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from galakit.display.look import Look
from galakit.display.parts import SUITS, Card
from galakit.display.terms import Term, read
from galakit.study.fact_visibility import PRIVATE, kinds

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Solution
    from galakit.study.study import Study

LATEST = 50  # situations that are looked at
Signature: TypeAlias = tuple[object, ...]


def cards_in(look: Look, facts: Sequence[str], player: int | None = None) -> list[Card]:
    """The cards of some facts.

    >>> import galakit as gk
    >>> [card.text for card in cards_in(gk.load("leduc").look, ["private((1,3))", "raise", "public((2,3))"])]
    ['K♠', 'K♥']
    """
    return [part for seen in look.each(facts, player) for part in seen.parts if isinstance(part, Card)]


def hand_of(look: Look, facts: Sequence[str], player: int) -> list[Card]:
    """The cards of a hand: of a list that was shown again after an exchange, only the last one counts."""
    kept: dict[str, str] = {}
    for k, fact in enumerate(facts):
        kept[fact.partition("(")[0] if "([" in fact else str(k)] = fact
    return cards_in(look, list(kept.values()), player)


def open_cards(look: Look, facts: Sequence[str], player: int) -> tuple[list[Card], list[Card]]:
    """The cards that all see: those that lie before the player, and those on the board."""
    mine, shared = [], []
    for fact in facts:
        names = [name for name in _names(read(fact)) if name in look.players]
        found = cards_in(look, [fact], player)
        if look.players[player] in names:
            mine += found
        elif not names:
            shared += found
    return mine, shared


def _names(term: Term | None) -> list[str]:
    return [] if term is None else [term.name, *(name for arg in term.args for name in _names(arg))]


def has_cards(solution: Solution, game: Game) -> bool:
    """Whether any player holds cards that others do not see.

    >>> import galakit as gk
    >>> [has_cards(gk.solve(game), game) for game in map(gk.load, ("kuhn", "nim", "matching_pennies"))]
    [True, False, False]
    """
    if not solution.able.grids and not solution.able.list_all:
        return False
    look = game.look
    if not look.has_cards:
        return False
    if not solution.able.list_all:
        return True
    automaton = game.automaton
    return any(
        cards_in(look, automaton.observations[k], player)
        for player in range(len(game.players))
        for k in np.flatnonzero(kinds(automaton, player) == PRIVATE).tolist()
    )


def most_cards(study: Study, player: int) -> int:
    """How many cards a player sees in the end: their own, those that lie open before them, and those of all.

    >>> import galakit as gk
    >>> game = gk.load("leduc")
    >>> most_cards(gk.Study(gk.solve(game), game), 0)
    2
    """
    look, most = study.game.look, 0
    total = study.situations(player).total
    offset = max(0, total - LATEST)  # those with the most facts come last
    for situation in study.situations(player, offset=offset).items[-LATEST:]:
        mine, shared = open_cards(look, situation.facts, player)
        most = max(most, len(mine) + len(shared))
    rows = study.grid(player).rows
    return most + max((len(hand_of(look, row.facts.split(", "), player)) for row in rows), default=0)


def suits_apart(look: Look, facts: Sequence[str], board: Sequence[str], player: int | None) -> Signature:
    """Equal for facts that an exchange of suits makes equal, while it leaves the board as it is.

    >>> import galakit as gk
    >>> look = gk.load("rhode_island").look
    >>> def same(one, other, board):
    ...     return suits_apart(look, [one], board, 0) == suits_apart(look, [other], board, 0)
    >>> same("hole((1,3))", "hole((2,3))", []), same("hole((1,3))", "hole((2,3))", ["flop((1,9))"])
    (True, False)
    """
    each = [*board, *facts]
    found: dict[str, list[object]] = {}
    rest: list[object] = []
    for place, fact in enumerate(each):
        cards = cards_in(look, [fact], player)
        if not cards:
            rest.append(fact)
        for card in cards:
            if card.suit:
                found.setdefault(card.suit, []).append((place, card.rank))
            else:
                rest.append((place, card.rank))
    return (tuple(rest), tuple(sorted(tuple(sorted(own, key=repr)) for own in found.values())))


def keyboard(cards: Sequence[Card]) -> str:
    """Cards in the signs of a keyboard, the highest first, as other programs write them.

    >>> keyboard([Card(rank="K", suit="hearts", height=11), Card(rank="10", suit="spades", height=8)])
    'KhTs'
    """
    ordered = sorted(cards, key=lambda card: -(card.height or 0))
    return "".join(
        (card.rank if card.rank != "10" else "T") + (card.suit[0] if card.suit in SUITS else card.suit)
        for card in ordered
    )
