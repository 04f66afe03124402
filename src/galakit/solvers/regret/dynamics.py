"""Players who play against each other and learn from their regrets: the state, a step, and how good it is by now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from galakit.game.realization import Plan, behaviour, uniform
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.solvers.regret import kernel
from galakit.solvers.regret.layout import Layout
from galakit.solvers.regret.updates import Update

HEADSTART = 32  # iterations for which a given profile counts as played

STORED = ("strategy", "regret", "total", "record")


@dataclass(frozen=True)
class Judged:
    """How good a profile is."""

    values: tuple[float, ...]
    """what it gives each player"""
    best: tuple[float, ...]
    """what a best response to it would"""

    @property
    def gains(self) -> tuple[float, ...]:
        return tuple(best - value for best, value in zip(self.best, self.values))

    @property
    def gap(self) -> float:
        return max(0.0, *self.gains)


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
    """each sequence's accumulated values; without rows where players move in turn, see `kernel.iterate`"""
    done: int = 0
    """iterations"""

    def __post_init__(self) -> None:
        self._worth = np.zeros(self.layout.size)
        self._value = np.zeros(len(self.layout.sweeps.parent))
        self._scratch = np.zeros((self.layout.strands, self.layout.scratch))

    @property
    def players(self) -> int:
        return len(self.layout.position)

    def advance(self, count: int) -> None:
        """So many iterations, with a thread for each strand of the layout."""
        numbers = self.update.numbers(self.done + 1, count, self.exponents, self.last)
        if self.layout.strands > 1:
            with ThreadPoolExecutor(self.layout.strands - 1) as pool:
                for row in numbers:
                    self._iterate(row, pool)
        else:
            sweeps, leaves = self.layout.sweeps, self.layout.leaves
            arrays = (self.strategy, self.regret, self.plan, self.total, self._worth, self._value, self.record)
            kernel.iterate(numbers, sweeps, leaves, *arrays, self._scratch[0])
        self.done += count

    def _iterate(self, numbers: Floats, pool: Executor) -> None:
        """What `kernel.iterate` does, in threads. They wait for each other four times: only large games gain by it."""
        sweeps, leaves, strands = self.layout.sweeps, self.layout.leaves, self.layout.strands

        def everywhere(work: Callable[[int], None]) -> None:
            waiting = [pool.submit(work, strand) for strand in range(1, strands)]
            work(0)
            for other in waiting:
                other.result()

        def bring(player: int) -> None:
            self._worth[sweeps.first[player] : sweeps.first[player + 1]] = 0.0
            everywhere(
                lambda part: kernel.bring_part(
                    part, strands, player, leaves, self.plan, self._worth, self._scratch[part]
                )
            )

        def learn(player: int) -> None:
            arrays = (self.strategy, self.regret, self.plan, self.total, self._worth, self._value)
            everywhere(
                lambda part: kernel.learn(player * strands + part, sweeps, *arrays, numbers, self._scratch[part])
            )

        for player in range(self.players):
            bring(player)
            if not len(self.record):
                learn(player)
        for player, row in enumerate(self.record):
            own = slice(sweeps.first[player], sweeps.first[player + 1])
            kernel.keep_record(row, self._worth[own], self.plan[own], numbers[5])
            learn(player)

    def average(self) -> Floats:
        """The average plans; the given ones before the first iteration."""
        first = self.layout.sweeps.first
        if not self.total[first[0]]:
            return self.plan.copy()
        return self.total / np.repeat(self.total[first[:-1]], np.diff(first))

    def gap(self, plans: Floats) -> float:
        """The most any player could gain by deviating from these plans."""
        return self.judged(plans).gap

    def judged(self, plans: Floats) -> Judged:
        """What players get by these plans, and by best responses to them."""
        values, best = [], []
        sweeps = self.layout.sweeps
        for player in range(self.players):
            kernel.bring(player, sweeps, self.layout.leaves, plans, self._worth, self._scratch[0])
            own = self.layout.position[player]  # in an order that does not depend on the strands
            values.append(float((self._worth[own] * plans[own]).sum()))
            best.append(float(kernel.respond(player, sweeps, self._worth, self._value)))
        return Judged(tuple(values), tuple(best))

    def correlated_gap(self) -> float:
        """The most any player could gain by a fixed plan against how the iterations were played.

        An iteration drawn at random is a coarse correlated equilibrium up to this.
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
        kernel.descend(self.layout.sweeps, self.strategy, self.plan, rest, self._scratch[0])


def dynamics(
    form: SequenceForm,
    layout: Layout,
    update: Update,
    exponents: Mapping[str, float],
    last: int,
    *,
    start: tuple[Plan, ...] | None = None,
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
        for strand in range(player * state.layout.strands, (player + 1) * state.layout.strands):
            kernel.ascend(strand, sweeps, spare, once, state._worth, state._value, numbers, state._scratch[0])
    # How much there is to regret at each set, as one number for all its moves.
    for at, moves, distance, count, _ in sweeps.tile.tolist():
        rows = at + np.arange(moves)[:, None] * distance + np.arange(count)
        most = np.abs(once[rows]).max(axis=0)
        state.regret[rows] = strategy[rows] * np.maximum(most, 1e-12) * np.sqrt(HEADSTART)
