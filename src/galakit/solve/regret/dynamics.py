"""Players who play against each other and learn from their regrets: the state, a step, and how good it is by now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.solve.realization import Plan, behaviour, uniform
from galakit.solve.regret import kernel
from galakit.solve.regret.layout import Layout
from galakit.solve.regret.updates import Update

HEADSTART = 32  # iterations for which a given profile counts as played

STORED = ("strategy", "regret", "total", "record")


@dataclass(eq=False)
class Dynamics:
    """The state of the players, one number per position of the layout (see `layout`) in each array."""

    layout: Layout
    update: Update
    exponents: Mapping[str, float]
    last: int
    """the iteration at which schedules end"""
    strategy: Floats
    plan: Floats
    """of the last iteration"""
    regret: Floats
    total: Floats
    """the weighted sum of the plans so far"""
    record: Floats
    """how all have fared; without rows where players move in turn, see `kernel.iterations`"""
    done: int = 0
    """iterations"""
    threads: int = 1

    def __post_init__(self) -> None:
        self._worth = np.zeros(self.layout.size)
        self._value = np.zeros(len(self.layout.sweeps.parent))
        self._scratch = np.zeros((max(self.threads, 1), self.layout.scratch))

    @property
    def players(self) -> int:
        return len(self.layout.position)

    def advance(self, count: int) -> None:
        """So many iterations."""
        layout = self.layout
        numbers = self.update.numbers(self.done + 1, count, self.exponents, self.last)
        kernel.iterations(self.threads > 1)(
            numbers,
            layout.sweeps,
            layout.leaves,
            self.strategy,
            self.regret,
            self.plan,
            self.total,
            self._worth,
            self._value,
            self.record,
            self._scratch,
        )
        self.done += count

    def average(self) -> Floats:
        """The average plans; the given ones before the first iteration."""
        first = self.layout.sweeps.first
        if not self.total[first[0]]:
            return self.plan.copy()
        return self.total / np.repeat(self.total[first[:-1]], np.diff(first))

    def gap(self, plans: Floats) -> float:
        """The most any player could gain by deviating from these plans."""
        return max(0.0, *self._gains(plans)) if self.players else 0.0

    def _gains(self, plans: Floats) -> list[float]:
        gains = []
        sweeps = self.layout.sweeps
        for player in range(self.players):
            kernel.bring(player, sweeps, self.layout.leaves, plans, self._worth, self._scratch[0])
            own = slice(sweeps.first[player], sweeps.first[player + 1])
            value = float(self._worth[own] @ plans[own])
            gains.append(float(kernel.respond(player, sweeps, self._worth, self._value)) - value)
        return gains

    def correlated_gap(self) -> float:
        """The most any player could gain by a fixed plan against how the iterations were played.

        An iteration drawn at random and told to everybody is a coarse correlated equilibrium up to this.
        """
        gaps = []
        sweeps = self.layout.sweeps
        for player, row in enumerate(self.record):
            first, end = sweeps.first[player], sweeps.first[player + 1]
            self._worth[first:end] = row[: end - first]
            most = float(kernel.respond(player, sweeps, self._worth, self._value))
            gaps.append(float((most - row[-2]) / row[-1]) if row[-1] else 0.0)
        return max(0.0, *gaps)

    def restored(self) -> None:
        """Compute what is not stored: the plan of the strategy."""
        rest = np.empty(self.layout.size)
        for player in range(self.players):
            kernel.descend(player, self.layout.sweeps, self.strategy, self.plan, rest, self._scratch[0])


def dynamics(
    form: SequenceForm,
    layout: Layout,
    update: Update,
    exponents: Mapping[str, float],
    last: int,
    *,
    start: tuple[Plan, ...] | None = None,
    threads: int = 1,
) -> Dynamics:
    """The players before their first iteration.

    They move in turn in constant-sum games of two, which is faster, and at once in others, where what is learnt is how
    all of them played together. With `start`, regrets are such that the first strategy is the given one.
    """
    n = len(form.players)
    in_turn = n == 2 and form.constant_sum is not None
    plans = tuple(uniform(form, p) for p in range(n)) if start is None else start
    floats = tuple(np.asarray(plan, np.float64) for plan in plans)
    result = Dynamics(
        layout=layout,
        update=update,
        exponents=exponents,
        last=last,
        strategy=layout.spread(tuple(behaviour(form, p, plan) for p, plan in enumerate(floats))),
        plan=layout.spread(floats),
        regret=np.zeros(layout.size),
        total=np.zeros(layout.size),
        record=np.zeros((0, 0) if in_turn else (n, max(form.sequences) + 2)),
        threads=threads,
    )
    if start is not None:
        _warm(result)
    return result


def _warm(state: Dynamics) -> None:
    """As if the profile had been played `HEADSTART` times (after Brown & Sandholm 2016): regrets as large as they would
    be by then, in the proportions that make it the next strategy, and so much of it in the average."""
    gamma = float({**state.update.exponents, **state.exponents}.get("gamma", 30.0))
    state.done = HEADSTART
    state.total[:] = state.plan * (HEADSTART / (gamma + 1.0))
    numbers = np.array([0.0, 0.0, -np.inf, 1.0, 0.0, 1.0])
    strategy, spare = state.strategy.copy(), state.strategy.copy()
    once = np.zeros(state.layout.size)
    sweeps = state.layout.sweeps
    for player in range(state.players):
        kernel.bring(player, sweeps, state.layout.leaves, state.plan, state._worth, state._scratch[0])
        kernel.ascend(player, sweeps, spare, once, state._worth, state._value, numbers, state._scratch[0])
    # How much there is to regret at each set, as one number for all its moves.
    for at, moves, distance, count, _ in sweeps.tile.tolist():
        rows = at + np.arange(moves)[:, None] * distance + np.arange(count)
        most = np.abs(once[rows]).max(axis=0)
        state.regret[rows] = strategy[rows] * np.maximum(most, 1e-12) * np.sqrt(HEADSTART)
