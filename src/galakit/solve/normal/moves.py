"""Iterated elimination of dominated moves on the sequence form of two players, before anything is solved.

Gilpin & Sandholm (2006, section 5) shrink the linear programme of a large game so. A sequence after which its player
has nothing left to decide is worth a linear function of the other's plan y: the sum of its rows of the payoff matrix. A
move is dominated by another one at the same information set when the difference of the two is nowhere negative on the
other's treeplex, and the least value of a linear function there is found bottom up, like a best response. When
only one move is left at an information set, the sequence before it may have nothing left to decide, either; and what
one player no longer does shrinks the treeplex against which the other's moves are compared.

Every equilibrium of what is left is one of the whole game, since a move that goes is never better than the one that
dominates it. Equally good moves count as dominated by the first of them, so equilibria may be lost, but never all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.solve.realization import Plan

Functional: TypeAlias = dict[int, int]
"""a linear function of the other's plan: sequence -> coefficient"""


@dataclass(frozen=True)
class Dominated:
    """A move that went, and the one that is never worse; sequences are the player's."""

    player: int
    information_set: int
    sequence: int
    by: int


@dataclass(frozen=True, eq=False)
class MoveElimination:
    """What went in each round, and what is left: sequences that begin with a dominated one are gone as well."""

    rounds: tuple[tuple[Dominated, ...], ...]
    kept: tuple[npt.NDArray[np.int64], ...]
    """[players] the sequences that are left"""

    def widened(self, form: SequenceForm, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Plans of the reduced form as plans of the whole one."""
        wide = []
        for plan, own, many in zip(plans, self.kept, form.sequences):
            weights = np.full(many, 0 * plan[0], plan.dtype)
            weights[own] = plan
            wide.append(weights)
        return tuple(wide)


class _Player:
    """A player's side of the game while it shrinks."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        sets = form.sets_of(player)
        self.sets: list[int] = sets.tolist()
        self.first: list[int] = form.first_sequence[sets].tolist()
        self.count: list[int] = form.moves_count[sets].tolist()
        self.parent: list[int] = form.parent_sequence[sets].tolist()
        self.set_of = [-1] * form.sequences[player]
        self.below: list[list[int]] = [[] for _ in range(form.sequences[player])]
        for k, (first, count, parent) in enumerate(zip(self.first, self.count, self.parent)):
            self.set_of[first : first + count] = [k] * count
            self.below[parent].append(k)
        self.alive = [True] * form.sequences[player]
        self.rows = _rows(form, player)

    def moves(self, k: int) -> list[int]:
        """What is left at the k-th own information set."""
        return [s for s in range(self.first[k], self.first[k] + self.count[k]) if self.alive[s]]

    def least(self, function: Functional) -> int:
        """The smallest value of a linear function on the own treeplex."""
        value = dict(function)
        waiting = [-self.set_of[s] for s in value if s]
        heapify(waiting)
        done = -1
        while waiting:  # a set's parent has a smaller number than its own sequences, so the last set comes first
            k = -heappop(waiting)
            if k == done:
                continue
            done = k
            least = min(value.get(s, 0) for s in self.moves(k))
            if least:
                parent = self.parent[k]
                value[parent] = value.get(parent, 0) + least
                if parent:
                    heappush(waiting, -self.set_of[parent])
        return value.get(0, 0)

    def remove(self, sequence: int) -> None:
        """Take a sequence and all that continue it."""
        stack = [sequence]
        while stack:
            s = stack.pop()
            self.alive[s] = False
            for k in self.below[s]:
                stack.extend(self.moves(k))


def _rows(form: SequenceForm, player: int) -> list[Functional]:
    """The player's payoffs by his sequences, in whole numbers."""
    worth = [c[player].as_integer_ratio() for c in form.classes]
    denominator = lcm(*(d for _, d in worth))
    whole = [n * (denominator // d) for n, d in worth]
    rows: list[Functional] = [{} for _ in range(form.sequences[player])]
    own, other = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
    for s, t, c in zip(own, other, form.leaf_class.tolist()):
        rows[s][t] = rows[s].get(t, 0) + whole[c]
    return rows


def eliminate_moves(form: SequenceForm, *, stop: Callable[[], bool] = lambda: False) -> MoveElimination:
    """Eliminate dominated moves until there are none, or until `stop` says so (what went until then stays away).

    >>> import galakit as gk
    >>> form = gk.load("kuhn").form
    >>> found = eliminate_moves(form)
    >>> [len(one) for one in found.rounds], [len(own) for own in found.kept]
    ([6], [11, 9])
    """
    if len(form.players) != 2 or not form.perfect_recall:
        raise GalakitError(
            "dominated moves are looked for in games of two players who forget nothing",
            hint="`galakit dominance` without --moves takes any number of players",
            id="GK622",
        )
    sides = (_Player(form, 0), _Player(form, 1))
    rounds: list[tuple[Dominated, ...]] = []
    while gone := [found for p in (0, 1) for found in _pass(p, sides[p], sides[1 - p], stop)]:
        rounds.append(tuple(gone))
    return MoveElimination(tuple(rounds), tuple(np.flatnonzero(side.alive) for side in sides))


def _pass(player: int, own: _Player, other: _Player, stop: Callable[[], bool]) -> list[Dominated]:
    """One player's information sets from the last to the first."""
    gone: list[Dominated] = []
    decided: dict[int, Functional | None] = {}  # what the sets below a sequence add, None if there is a choice
    for k in reversed(range(len(own.sets))):
        if not own.alive[own.parent[k]]:
            continue
        moves = own.moves(k)
        worth = {s: _sum(own.rows[s], other, own.below[s], decided) for s in moves}
        if len(moves) > 1 and not stop():
            for s in moves:
                by = next(
                    (t for t in moves if t != s and own.alive[t] and _never_worse(worth[t], worth[s], other)), None
                )
                if by is not None:
                    own.remove(s)
                    gone.append(Dominated(player, own.sets[k], s, by))
        left = own.moves(k)
        decided[k] = worth[left[0]] if len(left) == 1 else None
    return gone


def _sum(row: Functional, other: _Player, below: list[int], decided: dict[int, Functional | None]) -> Functional | None:
    """What a sequence is worth as a function of the other's plan; None while there is something left to decide."""
    total = {t: v for t, v in row.items() if other.alive[t]}
    for k in below:
        part = decided[k]
        if part is None:
            return None
        for t, v in part.items():
            total[t] = total.get(t, 0) + v
    return total


def _never_worse(good: Functional | None, bad: Functional | None, other: _Player) -> bool:
    if good is None or bad is None:
        return False
    difference = {t: v for t in good.keys() | bad.keys() if (v := good.get(t, 0) - bad.get(t, 0))}
    return other.least(difference) >= 0


def reduced(form: SequenceForm, found: MoveElimination) -> SequenceForm:
    """The sequence form with what is left, for solvers: moves are no longer those of the rules' states."""
    number = []  # new numbers of the sequences, -1 for those that are gone
    for left, many in zip(found.kept, form.sequences):
        new = np.full(many, -1, np.int32)
        new[left] = np.arange(len(left))
        number.append(new)
    sets = [i for i in range(form.information_sets) if number[int(form.player[i])][int(form.parent_sequence[i])] >= 0]
    players, parents = form.player[sets].tolist(), form.parent_sequence[sets].tolist()
    moves = zip(players, form.first_sequence[sets].tolist(), form.moves_count[sets].tolist())
    own = [new[new >= 0] for p, first, count in moves for new in [number[p][first : first + count]]]
    leaves = np.array([new[column] for new, column in zip(number, form.leaf_sequences)])
    there = (leaves >= 0).all(axis=0)
    return replace(
        form,
        player=form.player[sets],
        first_sequence=np.array([new[0] for new in own], np.int32),
        moves_count=np.array([len(new) for new in own], np.int32),
        parent_sequence=np.array([number[p][s] for p, s in zip(players, parents)], np.int32),
        info=form.info[sets],
        state=form.state[sets],
        sequences=tuple(len(left) for left in found.kept),
        leaf_sequences=leaves[:, there],
        leaf_class=form.leaf_class[there],
        _found={},
    )
