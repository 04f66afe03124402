"""The linear programme of a game under a filter: its rows, columns and non-zero numbers, without building it.

The programme of the sequence form (Koller, Megiddo & von Stengel 1994) has a row for each sequence of one player and
each information set of the other, and columns the other way round. Its non-zero numbers are the expected payoffs of
pairs of sequences, and the constraints: one for each sequence, and one for each information set.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from galakit.abstraction.filters import Filter
from galakit.abstraction.signal_tree import Meeting
from galakit.separated.classes import Ints


@dataclass(frozen=True)
class Programme:
    """The size of a linear programme."""

    rows: int
    columns: int
    nonzeros: int | None
    """None where chance draws after a player's last move, so that pairs of signals are more than pairs of sequences"""


def programme(filtered: Filter) -> Programme:
    """The size of the programme under a filter.

    >>> import galakit as gk
    >>> from galakit.abstraction.histograms import histograms
    >>> from galakit.abstraction.signal_tree import signal_tree
    >>> programme(histograms(signal_tree(gk.load("leduc").separated)))
    Programme(rows=382, columns=382, nonzeros=1688)
    """
    sets, sequences = _listed(filtered)
    rows, columns = (sequences[p] + sets[1 - p] + 1 for p in (0, 1))
    if not _decided_last(filtered):
        return Programme(rows, columns, None)
    payoffs = sum(_payoffs(filtered, meeting) for meeting in filtered.tree.meetings)
    return Programme(rows, columns, payoffs + sum(sets) + sum(sequences))


def _decided_last(filtered: Filter) -> bool:
    """Whether both players' last moves are made with all that they observe."""
    actions = filtered.tree.game.actions
    for player, situations in enumerate(actions.situations):
        signal = {s.first + k: s.signal for s in situations for k in range(len(s.moves))}
        if any(signal.get(leaf.sequences[player], ()) != leaf.stage[player] for leaf in actions.leaves):
            return False
    return True


def _listed(filtered: Filter) -> tuple[list[int], list[int]]:
    """Information sets and sequences of both players, the empty sequence among them."""
    game = filtered.tree.game
    sets, sequences = [0, 0], [1, 1]
    for player, situations in enumerate(game.actions.situations):
        for situation in situations:
            here, some = filtered.labels[player, situation.signal], game.possible[situation]
            many = len(np.unique(here if some is None else here[some]))
            sets[player] += many
            sequences[player] += many * len(situation.moves)
    return sets, sequences


def _payoffs(filtered: Filter, meeting: Meeting) -> int:
    """How many pairs of sequences that end at a meeting have an expected payoff other than 0.

    Payoffs of different endings are often multiples of each other, as stakes are; those are compared with 0 once.
    """
    mine, theirs = (filtered.parts[level][signal] for level, signal in zip(meeting.levels, meeting.signals))
    pair, of_row = np.unique(mine * (int(theirs.max()) + 1) + theirs, return_inverse=True)
    shares = np.zeros((len(pair), len(meeting.payoffs)), object if meeting.total >= 2**40 else np.int64)
    np.add.at(shares, (of_row, meeting.outcome), meeting.weight)
    kinds: dict[tuple[int, ...], int] = {}
    for ending in zip(*meeting.payoffs):
        numbers = _smallest([Fraction(payoff[0]) for payoff in ending])
        kinds[numbers] = kinds.get(numbers, 0) + 1
    return sum(many * int(np.count_nonzero(shares @ _column(kind, shares))) for kind, many in kinds.items())


def _smallest(numbers: list[Fraction]) -> tuple[int, ...]:
    """Whole numbers without a common factor in the same proportions, the first of them other than 0 positive.

    >>> _smallest([Fraction(-5, 2), Fraction(0), Fraction(5)])
    (1, 0, -2)
    """
    scale = lcm(*(number.denominator for number in numbers))
    whole = [int(number * scale) for number in numbers]
    common = gcd(*whole) or 1
    sign = next((1 if number > 0 else -1 for number in whole if number), 1)
    return tuple(sign * number // common for number in whole)


def _column(kind: tuple[int, ...], shares: Ints) -> Ints:
    large = max(map(abs, kind), default=0) >= 2**20
    return np.array(kind, object if large else shares.dtype)
