"""Suits folded in grids: information sets that an exchange of suits makes equal share a cell.

The exchanges are symmetries of the rules, proved on the draws (`separated.symmetry`). Boards that they make equal share
a column, and hands of the same ranks share a row where they are equal in all columns that are shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from galakit.display.parts import Card, Part, drawn, joined, text_of
from galakit.rules.lazy import NotSeparable
from galakit.separated.symmetry import finest, orbits
from galakit.solution import facts as naming
from galakit.solution.factored.situation_index import SituationIndex
from galakit.study.grid_answers import Row
from galakit.study.layout import Part as Situations
from galakit.study.listed import Listed

Ints = npt.NDArray[np.int64]

MOST = 20_000  # information sets of a player that are looked up one by one


def orbits_of(listed: Listed, player: int) -> Ints | None:
    """[own sets] a number for those that exchanges make equal; None where there are no exchanges.

    >>> import galakit as gk
    >>> game = gk.load("leduc")
    >>> found = orbits_of(Listed(gk.solve(game), game), 0)
    >>> len(found), len(set(found.tolist()))
    (468, 144)
    """
    found: tuple[Ints | None] | None = listed.kept.get(("orbits", player))
    if found is None:
        found = listed.kept["orbits", player] = (_orbits(listed, player),)
    return found[0]


def _orbits(listed: Listed, player: int) -> Ints | None:
    game, sets = listed.game, listed.layout(player).sets
    if len(sets) > MOST:
        return None
    try:
        separated = game.separated
    except NotSeparable:
        return None
    group = finest(separated)
    if not group:
        return None
    index = SituationIndex(game.rules, separated)
    number: dict[tuple[Any, int], int] = {}
    known: dict[Any, Ints] = {}
    result = []
    for here in sets.tolist():
        found = index.find(player, naming.parsed(listed.form.facts(here)))
        if found is None:
            return None
        situation, one = found
        if situation.signal not in known:
            known[situation.signal] = orbits(separated, separated.signal(situation.signal), group)
        result.append(number.setdefault((situation, int(known[situation.signal][one])), len(number)))
    return np.array(result, np.int64)


def folded_situations(part: Situations, orbit: Ints) -> Situations:
    """Public situations, each with the sets of all that exchanges make equal to it; the first stands for the others."""
    return Situations(part.facts, standing(part.of, orbit, len(part.facts))[part.of])


def standing(of: Ints, orbit: Ints, many: int) -> Ints:
    """[situations] the first one that exchanges make equal to it; `of` has the situation of each set."""
    first = np.full(int(orbit.max(initial=-1)) + 1, many)
    np.minimum.at(first, orbit, of)
    stands = np.full(many, many)
    np.minimum.at(stands, of, first[orbit])
    return stands


class SharedRows:
    """The rows of a grid where those that exchanges make equal in all its columns are one."""

    def __init__(self, rows: Mapping[int, Row], columns: Sequence[tuple[Ints, Ints]]) -> None:
        """`columns` has the row and the orbit of each set in a column; the column may stand for further sets."""
        first = [_first(*column) for column in columns]
        stands = shared_rows(rows, first)
        self.labels = labels_of(rows, stands)
        """the rows that stand for others, or for themselves"""
        self.folded = len(self.labels) < len(rows)
        leader = np.full(max(rows, default=-1) + 1, -1)
        leader[list(stands)] = list(stands.values())
        self._row: list[Ints] = []
        for row, orbit in columns:
            of = np.full(int(orbit.max(initial=-1)) + 1, -1)
            of[orbit] = leader[row]
            self._row.append(of)
        self.same: list[dict[int, int]] = [
            {stands[row]: int(of[orbit]) for row, orbit in here.items() if row in stands and of[orbit] != stands[row]}
            for here, of in zip(first, self._row)
        ]
        """[columns] rows that are told apart elsewhere, and the row that has their cell here"""

    def of(self, column: int, orbit: Ints) -> Ints:
        """The row of sets of some orbits in a column."""
        return self._row[column][orbit]


def _first(row: Ints, orbit: Ints) -> dict[int, int]:
    """The first orbit of each row."""
    order = np.lexsort((orbit, row))
    rows, first = np.unique(row[order], return_index=True)
    return dict(zip(rows.tolist(), orbit[order][first].tolist()))


def shared_rows(rows: Mapping[int, Row], columns: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """The row that stands for each one; a column has the orbit of each row that it has.

    >>> from galakit.study.rows import rows
    >>> from galakit.display.look import Look
    >>> from galakit.rules.display import Entry
    >>> look = Look([Entry("ranks", "up_to(king)"), Entry("deck", "3*2")])
    >>> hands = dict(enumerate(rows([(f"got(({suit},{rank}))",) for suit in (1, 2, 3) for rank in (1, 2)], look)))
    >>> found = shared_rows(hands, [{0: 7, 2: 7, 4: 7, 1: 8, 3: 8, 5: 9}, {0: 4, 4: 4}])
    >>> found == {0: 0, 2: 0, 4: 0, 1: 1, 3: 1, 5: 5}
    True
    >>> [(row.short, row.alike) for row in labels_of(hands, found).values()]
    [('Q', 2), ('K♠', 1), ('K♦', 0)]
    """
    leaders: dict[Any, list[tuple[int, dict[int, int]]]] = {}
    stands: dict[int, int] = {}
    for number in sorted(rows):
        own = {place: column[number] for place, column in enumerate(columns) if number in column}
        alike = leaders.setdefault(_ranks(rows[number]) or number, [])
        for leader, known in alike:
            if all(known.get(place, orbit) == orbit for place, orbit in own.items()):
                known.update(own)
                stands[number] = leader
                break
        else:
            alike.append((number, own))
            stands[number] = number
    return stands


def labels_of(rows: Mapping[int, Row], stands: Mapping[int, int]) -> dict[int, Row]:
    """The rows that stand for others, or for themselves: without suits where they stand for all of their ranks."""
    many: dict[int, int] = {}
    groups: dict[Any, set[int]] = {}
    for number, leader in stands.items():
        many[leader] = many.get(leader, 0) + rows[number].alike + 1
        groups.setdefault(_ranks(rows[number]) or number, set()).add(leader)
    found = {}
    for leader, count in many.items():
        row = rows[leader]
        whole = count > row.alike + 1 and len(groups[_ranks(row) or leader]) == 1
        found[leader] = _without_suits(row, count - 1) if whole else msgspec.structs.replace(row, alike=count - 1)
    return found


def heights(row: Row) -> tuple[int, ...]:
    """Sorts the lowest cards first; all rows without cards are alike."""
    return tuple(sorted(card.height or 0 for card in _cards(row)))


def _cards(row: Row) -> list[Card]:
    return [part for part in row.words_look or () if isinstance(part, Card)]


def _ranks(row: Row) -> tuple[Any, ...]:
    """What hands of the same ranks share; empty without cards that have suits."""
    cards = _cards(row)
    if not any(card.suit for card in cards):
        return ()
    return (tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1, len(cards))


def _without_suits(row: Row, alike: int) -> Row:
    cards = _cards(row)
    suited = " suited" if len(cards) == 2 and cards[0].suit == cards[1].suit else ""

    def plain(look: list[Part] | None) -> tuple[Part, ...]:
        parts = [Card(rank=part.rank, height=part.height) if isinstance(part, Card) else part for part in look or ()]
        return joined((*parts, suited))

    words, short = plain(row.words_look), plain(row.short_look)
    return msgspec.structs.replace(
        row,
        words=text_of(words),
        words_look=list(words),
        short=text_of(short),
        short_look=drawn(short),
        suit=None,
        alike=alike,
    )
