"""Iterated elimination of dominated moves on the sequence form of two players, before anything is solved.

Gilpin & Sandholm (2006, section 5) shrink the linear programme of a large game this way. A continuation of a move fixes
all of the player's later decisions; its value is a linear function of the other's plan y, a sum of rows of the payoff
matrix. A move is dominated when each of its continuations is nowhere better on the other's treeplex than some
continuation of another move at the same information set. The minimum of a linear function on the treeplex is found
bottom up, like a best response. Continuations are counted from the last information sets up, without dominated ones; a
move with more than a few is kept. Eliminated moves shrink the treeplex against which the other player's moves are
compared, so the players alternate.

Every equilibrium of the reduced game is one of the whole game, since an eliminated move is never better than those that
dominate it. Equally good moves count as dominated by the first of them, so equilibria may be lost, but never all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import lcm, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm

Functional: TypeAlias = dict[int, int]
"""a linear function of the other's plan: sequence -> coefficient"""
Continuations: TypeAlias = list[Functional] | None
"""one function for each continuation; None when there are too many"""


@dataclass(frozen=True)
class Dominated:
    """An eliminated move, and one that is never worse, as sequences of the player."""

    player: int
    information_set: int
    sequence: int
    by: int


@dataclass(frozen=True, eq=False)
class MoveElimination:
    """The moves eliminated in each round, and the sequences left; continuations of an eliminated move are gone, too."""

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
        """The moves left at the k-th own information set."""
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
    """The player's payoffs by their own sequences, in whole numbers."""
    payoffs = [c[player].as_integer_ratio() for c in form.classes]
    denominator = lcm(*(d for _, d in payoffs))
    whole = [n * (denominator // d) for n, d in payoffs]
    rows: list[Functional] = [{} for _ in range(form.sequences[player])]
    own, other = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
    for s, t, c in zip(own, other, form.leaf_class.tolist()):
        rows[s][t] = rows[s].get(t, 0) + whole[c]
    return rows


def eliminate_moves(form: SequenceForm, *, limit: int = 2, stop: Callable[[], bool] = lambda: False) -> MoveElimination:
    """Eliminate dominated moves until there are none, or until `stop` says so (moves eliminated by then stay out).

    Moves with more than `limit` continuations are kept.

    >>> import galakit as gk
    >>> form = gk.load("kuhn").form
    >>> found = eliminate_moves(form)
    >>> [len(one) for one in found.rounds], [len(own) for own in found.kept]
    ([6, 1], [10, 9])
    """
    if len(form.players) != 2 or not form.perfect_recall:
        raise GalakitError(
            "dominated moves are looked for in games of two players who forget nothing",
            hint="`galakit dominance` without --moves takes any number of players",
            id="GK622",
        )
    sides = (_Player(form, 0), _Player(form, 1))
    rounds: list[tuple[Dominated, ...]] = []
    while gone := [found for p in (0, 1) for found in _pass(p, sides[p], sides[1 - p], limit, stop)]:
        rounds.append(tuple(gone))
    return MoveElimination(tuple(rounds), tuple(np.flatnonzero(side.alive) for side in sides))


def _pass(player: int, own: _Player, other: _Player, limit: int, stop: Callable[[], bool]) -> list[Dominated]:
    """One player's information sets from the last to the first."""
    gone: list[Dominated] = []
    known: dict[int, Continuations] = {}
    for k in reversed(range(len(own.sets))):
        if not own.alive[own.parent[k]]:
            continue
        moves = own.moves(k)
        after = {s: _continuations(s, own, other, known, limit) for s in moves}
        listed = [(s, function) for s in moves for function in after[s] or ()]
        best = _undominated(listed, other) if len(moves) > 1 and not stop() else listed
        used = {s for s, _ in best}
        for s in moves:
            if (own_ways := after[s]) and s not in used:
                by = next(t for t, function in best if _never_worse(function, own_ways[0], other))
                own.remove(s)
                gone.append(Dominated(player, own.sets[k], s, by))
        open_ended = any(after[s] is None for s in moves) or len(best) > limit
        known[k] = None if open_ended else [function for _, function in best]
    return gone


def _continuations(
    sequence: int, own: _Player, other: _Player, known: dict[int, Continuations], limit: int
) -> Continuations:
    """The continuations of a sequence: combinations of one for each information set that may come next."""
    parts = [known[k] for k in own.below[sequence]]
    if any(part is None for part in parts) or prod(len(part or ()) for part in parts) > limit:
        return None
    functions: list[Functional] = [{t: v for t, v in own.rows[sequence].items() if other.alive[t]}]
    for part in parts:
        functions = [_sum(f, g) for f in functions for g in part or ()]
    return functions


def _undominated(listed: list[tuple[int, Functional]], other: _Player) -> list[tuple[int, Functional]]:
    """Moves with continuations, such that each continuation left out is never better than one of these."""
    best: list[tuple[int, Functional]] = []
    for s, function in listed:
        if not any(_never_worse(g, function, other) for _, g in best):
            best = [(t, g) for t, g in best if not _never_worse(function, g, other)]
            best.append((s, function))
    return best


def _sum(f: Functional, g: Functional) -> Functional:
    total = dict(f)
    for t, v in g.items():
        total[t] = total.get(t, 0) + v
    return total


def _never_worse(good: Functional, bad: Functional, other: _Player) -> bool:
    difference = {t: v for t in good.keys() | bad.keys() if (v := good.get(t, 0) - bad.get(t, 0))}
    if not difference or min(difference.values()) > 0:
        return True
    if max(difference.values()) < 0:  # the other can play towards any sequence
        return False
    return other.least(difference) >= 0


def reduced(form: SequenceForm, found: MoveElimination) -> SequenceForm:
    """The sequence form of the remaining sequences, for solvers: moves are no longer those of the rules' states."""
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
    )
