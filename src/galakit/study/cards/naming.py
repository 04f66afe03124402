"""Public situations by what people type: `check, raise`, `check, check, board Ks`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from galakit.display.typed import folded
from galakit.errors import GalakitError
from galakit.solution.facts import split
from galakit.study.cards.cards_of import cards_in, keyboard

if TYPE_CHECKING:
    from galakit.study.grid_answers import PublicSituation
    from galakit.study.study import Study

SHOWN = 8  # situations that a message lists
OPEN = "…"


def situation_named(study: Study, player: int | None, text: str) -> tuple[int, str]:
    """The player and the id of the public situation that a text names: its facts, in words or as the rules write them.

    What chance showed may be left open by `…` or `...`, and is, where it is left out at the end.

    >>> import galakit as gk
    >>> game = gk.load("leduc")
    >>> study = gk.Study(gk.solve(game), game)
    >>> player, name = situation_named(study, None, "check, raise, call, board Ks")
    >>> study.hands(player, name).situation.words
    'chose check, raise, chose call, board K♠'
    """
    wanted = [folded(part) for part in split(text.replace("...", OPEN)) if part.strip()]
    players = range(len(study.solution.players)) if player is None else [player]
    every = [s for p in players for s in _situations(study, p)]
    if not wanted and every:
        return every[0].player, every[0].id
    for left_open in (False, True):
        found = [s for s in every if _fits(s, wanted, left_open)]
        if len(found) == 1:
            return found[0].player, _with_board(study, found[0], wanted)
        if found:
            break
    names = "\n".join(s.words for s in (found or every)[:SHOWN])
    raise GalakitError(
        f"`{text}` names {len(found)} public situations" if found else f"there is no public situation `{text}`",
        notes=["there are" if not found else "it may be", *names.splitlines()],
        hint="name all public facts in order, and the player (--player)",
        id="GK630",
    )


def _situations(study: Study, player: int) -> Iterator[PublicSituation]:
    """A player's situations, with boards left open."""
    offset = 0
    while (page := study.situations(player, aggregate=True, offset=offset)).items:
        yield from page.items
        offset += len(page.items)


def _fits(situation: PublicSituation, wanted: Sequence[str], left_open: bool) -> bool:
    """Whether the parts are the facts, one by one; open facts fit all, and may be left out at the end."""
    facts = [(f, w) for f, w in zip(situation.facts, situation.fact_words) if w or f]
    if left_open and len(facts) == len(wanted) + 1 and facts[-1][0].endswith(("…", "…)")):
        facts = facts[:-1]
    return len(facts) == len(wanted) and all(
        OPEN in fact or part in _readings(fact, words) for (fact, words), part in zip(facts, wanted)
    )


def _readings(fact: str, words: str) -> set[str]:
    said = folded(words)
    return {said, said.removeprefix("chose "), folded(fact), folded(fact).removeprefix("chose(").removesuffix(")")}


def _with_board(study: Study, situation: PublicSituation, wanted: Sequence[str]) -> str:
    """The situation with the board that was typed, where it was."""
    typed = [part for fact, part in zip(situation.facts, wanted) if OPEN in fact]
    if not typed or all(part == OPEN for part in typed):
        return situation.id
    look, player = study.game.look, situation.player
    deals = study.backend.deals(player, situation.id, True)
    for board, name in zip(deals.boards, deals.names):
        texts = [
            _readings(fact, seen.words) | {folded(keyboard(cards_in(look, [fact], player)))}
            for fact, seen in zip(board, look.each(board, player))
        ]
        if len(texts) == len(typed) and all(part in own for part, own in zip(typed, texts)):
            return name
    raise GalakitError(
        f"there is no board `{', '.join(typed)}` here",
        notes=["there are", *(look.told(board, player) for board in deals.boards[:SHOWN])],
        hint="write cards as rank and suit: Ks, Th",
        id="GK630",
    )
