"""Running the search over all choices of supports: the first moments in plain Python, then compiled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from galakit.compiling import is_kept
from galakit.deadline import deadline_in_force
from galakit.solvers.polynomial import kernel
from galakit.solvers.polynomial.agents import Agents, Floats, of_tables
from galakit.solvers.polynomial.equations import DONE
from galakit.solvers.polynomial.offpath import Completer
from galakit.solvers.polynomial.supports import Masks, supports

SAME = 1e-7  # solutions that are the same
APART = 0.05  # between those that are kept of a curve
WIDEST = 2**16  # coefficients of an equation
BATCH = 3_000_000  # coefficients between two looks at the clock: some hundredths of a second
PLAIN_BATCH = 10_000
PLAIN = 100_000  # coefficients before machine code is loaded: some tenths of a second
PATIENT = 1_000_000  # coefficients before it is made, where there is none: some seconds
COMPILING = 30.0  # seconds for a compiler, on a busy machine
POINTS = 1_000  # solutions between two looks


@dataclass(frozen=True, eq=False)
class Enumerated:
    """The equilibria that were found, one for each way to play on the path."""

    agents: Agents
    behaviours: tuple[Floats, ...]
    """for each the probabilities of all moves"""
    complete: bool
    """whether there was time for all choices of supports"""
    isolated: bool
    """whether all are proved to be there, up to rounding; otherwise some may belong to curves of equilibria"""
    supports: int
    """how many choices were examined"""
    unreached: bool
    """whether there are equilibria that differ from these only off the path"""

    @property
    def mixed(self) -> tuple[tuple[Floats, ...], ...]:
        """For each the probabilities at each set: mixed strategies of the players of a normal form."""
        return tuple(tuple(np.split(one, self.agents.first[1:])) for one in self.behaviours)


def enumerate_equilibria(payoffs: Sequence[Floats], over: Callable[[], bool] = lambda: False) -> Enumerated:
    """All equilibria of a normal form, a table for each player.

    >>> pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> found = enumerate_equilibria([pennies, -pennies])
    >>> [[mixed.round(6).tolist() for mixed in one] for one in found.mixed], found.isolated
    ([[[0.5, 0.5], [0.5, 0.5]]], True)
    """
    return enumerate_agents(of_tables(payoffs), over)


def enumerate_agents(
    agents: Agents, over: Callable[[], bool] = lambda: False, *, compiled: bool | None = None
) -> Enumerated:
    """All equilibria of a game, one for each way to play on the path; `compiled` forces or forbids Numba."""
    if not agents.moves:  # nobody has a choice
        return Enumerated(agents, (np.zeros(0),), True, True, 1, False)
    search = _Search(agents, supports(agents), compiled)
    completer = Completer(agents)
    found: list[Floats] = []
    isolated, unreached = True, False
    of_choice: tuple[int, list[Floats]] = (-1, [])
    complete = False
    while not complete and not over():
        search.go_on()
        complete = search.ended
        for behaviour, choice, of_curve in search.taken():
            if of_choice[0] != choice:
                of_choice = (choice, [])
            near = APART if of_curve else SAME
            if any(np.abs(behaviour - other).max() < near for other in of_choice[1]):
                continue
            done = completer.completed(behaviour, over)
            isolated &= done.certain
            if done.behaviour is not None:
                of_choice[1].append(behaviour)
                found.append(done.behaviour)
                unreached |= bool(np.count_nonzero(np.add.reduceat(behaviour, agents.first) == 0))
    status = search.status[: int(search.state[kernel.AT])].tolist()
    isolated &= complete and all(one == DONE for one in status)
    return Enumerated(agents, tuple(found), complete, isolated, len(status), unreached)


def _may_compile() -> bool:
    """Whether there is time to make machine code: what was found would be lost if the limit came meanwhile."""
    deadline = deadline_in_force()
    return deadline is None or deadline.left > COMPILING


class _Search:
    """The arrays of a search, which stands still between two looks at the clock."""

    def __init__(self, agents: Agents, masks: Masks, compiled: bool | None) -> None:
        sets, moves = len(agents.count), agents.moves
        unknowns = max(1, moves - sets)
        rows = int(((agents.count - 1) * 2).sum()) + 1
        widest = min(WIDEST, int(np.prod(agents.count.astype(float))))
        start, leaves = agents.below
        self.masks = np.ascontiguousarray(masks)
        self.status = np.zeros(len(masks), np.int64)
        self.state = np.zeros(7, np.int64)
        self.state[kernel.TOP] = -1
        self.points = np.zeros((POINTS, moves))
        self.of = np.zeros((POINTS, 2), np.int64)
        game = (agents.path, agents.set_of, agents.owner, agents.first, agents.count, start, leaves)
        # Machine code is made for arrays of one kind.
        self.game = (*(np.ascontiguousarray(one, np.int64) for one in game), np.ascontiguousarray(agents.pays))
        most = int(agents.count.max(initial=1))
        self.room = (
            np.zeros((16 * unknowns + 8, unknowns, 2)),
            np.zeros((kernel.MOST_UNCLEAR + 1, unknowns)),
            self.points,
            self.of,
            np.zeros(moves, np.int64),
            *(np.zeros(sets, np.int64) for _ in range(7)),
            np.zeros(most, np.bool_),
            np.zeros((most, widest)),
            np.zeros(rows * widest),
            np.zeros(rows + 1, np.int64),
            np.zeros((rows, sets + 1), np.int64),
            np.zeros(widest),
            np.zeros((10, max(unknowns, 3))),
            np.zeros((unknowns, unknowns)),
            np.zeros((unknowns, max(2, unknowns))),
            np.zeros((unknowns, unknowns)),
        )
        self.spent = 0
        self.run: Callable[..., None] = kernel.compiled() if compiled else kernel.search
        self.forbidden = compiled is False

    @property
    def ended(self) -> bool:
        return int(self.state[kernel.AT]) == len(self.masks)

    def go_on(self) -> None:
        """Search for some hundredths of a second."""
        plain = self.run is kernel.search and not self.forbidden
        if plain and ("numba" in sys.modules or self.spent >= PLAIN):
            quick = kernel.compiled()
            if is_kept(quick) or (self.spent >= PATIENT and _may_compile()):
                self.run = quick
        budget = PLAIN_BATCH if self.run is kernel.search else BATCH
        self.run(*self.game, self.masks, self.status, budget, self.state, *self.room)
        self.spent += budget

    def taken(self) -> list[tuple[Floats, int, bool]]:
        """The solutions since the last time: probabilities, the choice of supports, whether it is one of a curve."""
        many = int(self.state[kernel.FOUND])
        self.state[kernel.FOUND] = 0
        rows = self.of[:many].tolist()
        return [(point, choice, bool(curve)) for point, (choice, curve) in zip(self.points[:many].copy(), rows)]
