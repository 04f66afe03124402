"""The public situations of a player."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galakit.display.look import NOTHING, Look
from galakit.display.typed import folded
from galakit.errors import GalakitError
from galakit.study.grid_answers import PublicSituation, PublicSituations
from galakit.study.layout import Part
from galakit.study.listed import Floats, Ints, Listed
from galakit.study.looks import START, situation_of
from galakit.study.names import number
from galakit.study.quantities import rounded

PAGE = 100
MERGED = "a"  # prefix of names of situations in which what chance showed is left open


def situations(listed: Listed, player: int, merged: bool, offset: int) -> PublicSituations:
    """A page of the situations, those with the fewest facts first."""
    part = listed.layout(player).public_of(merged)
    numbers = range(offset, min(offset + PAGE, len(part.facts)))
    items = [situation(listed, player, merged, number) for number in numbers]
    return PublicSituations(player=player, items=items, offset=offset, total=len(part.facts))


def situation(listed: Listed, player: int, merged: bool, number: int, among: Part | None = None) -> PublicSituation:
    """One public situation; `among` are the situations among which it stands for others, too."""
    layout = listed.layout(player)
    part = layout.public_of(merged)
    own = (among or part).members(number)
    sets = layout.sets[own]
    facts, moves = part.facts[number], moves_of(listed, sets)
    return PublicSituation(
        id=f"{MERGED if merged else ''}{number}",
        player=player,
        **situation_of(listed.look, facts, moves, player),
        sets=len(sets),
        reach=rounded(np.nansum(listed.reach[sets])),
        alike=len(np.unique(part.of[own])) - 1,
    )


def spots(listed: Listed, player: int, parts: Sequence[str]) -> tuple[list[str], Floats]:
    """The situations with a choice, what chance showed left open, and how often play comes to each.

    Of those, all that may contain some parts of a text: facts can be called differently after different others, and
    here each counts for all that it can be called.
    """
    layout, form = listed.layout(player), listed.form
    part = layout.merged
    reach: Floats = np.bincount(part.of, np.nan_to_num(listed.reach[layout.sets]), len(part.facts)).astype(np.float64)
    choices = np.zeros(len(part.facts), np.int64)
    np.maximum.at(choices, part.of, form.moves_count[layout.sets])
    possible = choices > 1
    called = {fact: _called(listed.look, fact) for fact in part.facts.distinct} if parts else {}
    for text in parts:
        named = {fact for fact, words in called.items() if any(text in one for one in words)}
        possible &= part.facts.having(named, empty=text in START)
    found = np.flatnonzero(possible)
    return [f"{MERGED}{number}" for number in found.tolist()], reach[found]


def _called(look: Look, fact: str) -> list[str]:
    """All that a fact can be called."""
    words = [look.words(fact), *look.readings(fact)]
    return [folded(text) for text in (fact, *words, *([] if all(words) else [NOTHING]))]


def told(listed: Listed, player: int, name: str) -> PublicSituation:
    """A situation by its name, what chance showed left open."""
    number, merged = named(listed, player, name)
    return situation(listed, player, True, number if merged else merged_into(listed, player, number))


def moves_of(listed: Listed, sets: Ints) -> list[str]:
    """The moves of information sets, which may differ with private information."""
    _, first = np.unique(listed.offered[sets], return_index=True)
    sheet = listed.sheet
    return list(dict.fromkeys(move for k in sorted(first.tolist()) for move in sheet.move[sheet.rows(int(sets[k]))]))


def named(listed: Listed, player: int, name: str) -> tuple[int, bool]:
    """The number of a situation by its name, and whether what chance showed is left open in it."""
    merged = name.startswith(MERGED)
    found = number(name.removeprefix(MERGED))
    if found is not None and found < len(listed.layout(player).public_of(merged).facts):
        return found, merged
    raise GalakitError(
        f"{listed.players[player]} has no public situation {name[:40]}",
        hint="choose one from the list of their situations",
        id="GK803",
    )


def merged_into(listed: Listed, player: int, number: int) -> int:
    """The situation that a public situation becomes when what chance showed is left open."""
    layout = listed.layout(player)
    return int(layout.merged.of[layout.public.members(number)[0]])
