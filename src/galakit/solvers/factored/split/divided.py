"""The tables of a divided game: the trunk here, the shares in processes, which are replaced when they are lost.

The state is kept now and then. Where a process is lost, all go back to the state that was kept, and repeat the
iterations since then: they depend on nothing but their numbers, so the result is that of an undisturbed run. Sums are
added in the order in which one process adds them, so the result is also that of one process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.factored import Factored
from galakit.solvers.factored import kernel
from galakit.solvers.factored.split.crew import Crew, Lost, engine
from galakit.solvers.factored.split.cutting import Cut, Share, cut
from galakit.solvers.factored.split.messages import (
    Arrays,
    Begin,
    Keep,
    Ordered,
    Restore,
    Shares,
    Sweep,
    packed,
    packed_stage,
    unpacked,
)
from galakit.solvers.factored.tables import Tables

KEPT = 30.0  # seconds after which the state is kept again
MOST_LOST = 10  # times that processes may be lost before the state is kept again

T = TypeVar("T")
Numbers = npt.NDArray[np.float64]


class DividedTables:
    """The state of a run, as `Tables` has it, divided among processes."""

    layout = Tables.layout

    def __init__(self, game: Factored, dtype: str, count: int, crew: Crew, *, predicting: bool) -> None:
        self.cut: Cut = cut(game, count)
        self.crew = crew
        self.dtype = dtype
        self.predicting = predicting
        self.trunk = Tables(self.cut.trunk, dtype, predicting=predicting, beyond=self.cut.beyond)
        self.at = len(self.cut.trunk.stages)
        self.lost = 0
        """how often processes were lost"""
        self._places = [self._entries(share) for share in self.cut.shares]
        self._kept: Arrays = {}
        """the state that was kept; what is not in it is 0"""
        self._kept_weight = 0.0
        self._since: list[Numbers] = []
        """the numbers of the iterations since then"""
        self._when = time.monotonic()
        self._surely(lambda: None)

    @property
    def weight(self) -> float:
        """Of all iterations in the averages."""
        return self.trunk.weight

    @weight.setter
    def weight(self, weight: float) -> None:
        self.trunk.weight = self._kept_weight = weight

    @property
    def travelling(self) -> int:
        """Bytes of the numbers that pass between trunk and shares in an iteration."""
        entries = sum(len(where) for places in self._places for where in places)
        return 2 * entries * np.dtype(self.dtype).itemsize

    def iterate(self, numbers: Numbers) -> None:
        """One iteration, players alternating; `numbers` is a row of `Update.numbers`."""
        if time.monotonic() - self._when >= KEPT:
            self.state()
        self._surely(lambda: self._iterate(numbers))
        self._since.append(numbers)

    def gains(self) -> tuple[float, float]:
        """The best-response values against both averages: for players 0 and 1."""
        none = np.zeros(6)

        def found() -> tuple[float, float]:
            first, second = (self._sweep(p, kernel.BEST, none, 0.0, 1.0 / self.weight) for p in (0, 1))
            return first, second

        return self._surely(found)

    def strategies(self) -> list[tuple[Numbers, Numbers]]:
        """The average strategies: for each stage and player [own sequences, classes], uniform where unreached."""
        first, second = (self._surely(lambda player=p: self._shares(player)) for p in (0, 1))  # type: ignore[misc]
        return list(zip(first, second))

    def state(self) -> Arrays:
        """Everything an iteration depends on; it is kept in case that a process is lost."""
        self._kept = self._surely(self._gathered)
        self._kept_weight = self.weight
        self._since, self.lost, self._when = [], 0, time.monotonic()
        return self._kept

    def restore(self, state: Arrays) -> None:
        """Put a state, or a part of one, in place of this one."""
        self._kept |= {name: array.copy() for name, array in state.items()}
        self._since = []
        self._surely(lambda: self._enter(state))

    # -- one try -----------------------------------------------------------------------------------------------------

    def _iterate(self, numbers: Numbers) -> None:
        decay = float(numbers[5])
        for player in (0, 1):
            self._sweep(player, kernel.RESPOND, numbers, decay, 0.0)
        self.trunk.weight = self.trunk.weight * decay + 1.0

    def _sweep(self, player: int, mode: int, numbers: Numbers, decay: float, scale: float) -> float:
        def below() -> None:
            reach = self._reach(1 - player)
            rows = packed(numbers)
            orders: dict[int, Ordered] = {
                k: Sweep(player=player, mode=mode, numbers=rows, decay=decay, scale=scale, reach=packed(own))
                for k, own in enumerate(reach)
            }
            values = self.trunk.transfers[player].values
            for k, answer in self.crew.ask(orders).items():
                values[self._places[k][player]] = unpacked(answer.arrays["values"])

        return self.trunk.sweep(player, mode, numbers, decay, scale, below)

    def _reach(self, player: int) -> list[Any]:
        """For each share what the player's plan brings to its entries."""
        transfers = self.trunk.transfers[player]
        return [transfers.plan[transfers.sources[places[player]]] for places in self._places]

    def _shares(self, player: int) -> list[Numbers]:
        found = self.trunk.shares(player)
        weight = self.weight
        answers = self.crew.ask(
            {k: Shares(player=player, weight=weight, reach=packed(own)) for k, own in enumerate(self._reach(player))}
        )
        for stage in self.cut.beyond:
            side = stage.sides[player]
            found.append(np.empty((side.sequences - len(side.entries), side.classes.count)))
        for k, share in enumerate(self.cut.shares):
            for local, (number, classes) in enumerate(zip(share.numbers, share.classes)):
                found[self.at + number][:, classes[player]] = unpacked(answers[k].arrays[str(local)])
        return found

    def _gathered(self) -> Arrays:
        found = {name: array.copy() for name, array in self.trunk.state().items()}
        for k, answer in self.crew.ask({k: Keep() for k in range(len(self.cut.shares))}).items():
            share = self.cut.shares[k]
            for local, number, p, part, whole in self._names(share):
                array = unpacked(answer.arrays[part])
                here = share.classes[local][p]
                each = len(array) // max(1, len(here))
                total = self.cut.beyond[number].sides[p].classes.count
                target = found.setdefault(whole, np.zeros(each * total, array.dtype))
                target[_rows(here, each)] = array
        return found

    def _enter(self, state: Arrays) -> None:
        self.trunk.restore({name: state[name] for name in self.trunk.state() if name in state})
        orders: dict[int, Ordered] = {}
        for k, share in enumerate(self.cut.shares):
            own = {}
            for local, number, p, part, whole in self._names(share):
                if whole in state:
                    each = len(state[whole]) // max(1, self.cut.beyond[number].sides[p].classes.count)
                    own[part] = packed(state[whole][_rows(share.classes[local][p], each)])
            if own:
                orders[k] = Restore(own)
        self.crew.ask(orders)

    def _names(self, share: Share) -> list[tuple[int, int, int, str, str]]:
        """Of each array of a share its stage there, the later stage, the player, and its names there and here."""
        kinds = ["regret", "average", *(["basis"] if self.predicting else [])]
        return [
            (local, number, p, f"{kind}{local}_{p}", f"{kind}{self.at + number}_{p}")
            for local, number in enumerate(share.numbers)
            for p in (0, 1)
            for kind in kinds
        ]

    # -- whatever happens --------------------------------------------------------------------------------------------

    def _surely(self, work: Callable[[], T]) -> T:
        """The result of some work, tried again where processes are lost."""
        while True:
            try:
                if self.crew.missing(range(len(self.cut.shares))):
                    self._catch_up()
                return work()
            except Lost:
                self.lost += 1
                if self.lost > MOST_LOST:
                    raise GalakitError(
                        f"processes of this run were lost {self.lost} times, most likely for lack of memory",
                        hint="take more workers, on machines with more memory",
                        id="GK775",
                    ) from None

    def _catch_up(self) -> None:
        """New processes for those that were lost; all go on from the state that was kept."""
        everyone = range(len(self.cut.shares))
        begun: dict[int, Ordered] = {}
        for k in self.crew.missing(everyone) if self._kept else everyone:  # who begins again is at the start
            stages = tuple(packed_stage(stage) for stage in self.cut.shares[k].stages)
            begun[k] = Begin(stages=stages, dtype=self.dtype, predicting=self.predicting)
        self.crew.ask(begun)
        blank = {name: np.zeros_like(array) for name, array in self.trunk.state().items()}
        self._enter(blank | self._kept)
        self.trunk.weight = self._kept_weight
        for numbers in self._since:
            self._iterate(numbers)

    def _entries(self, share: Share) -> tuple[Any, Any]:
        """For each player the places of a share's entries among the values of the trunk."""
        found = []
        for p in (0, 1):
            transfers = self.trunk.transfers[p]
            places = [np.zeros(0, np.int64)]
            classes = {number: own[p] for number, own in zip(share.numbers, share.classes)}
            for number, e in share.entries[p]:
                side = transfers.sides[self.at + number]
                places.append(transfers.to[self.at + number] + side.located(0, side.entries)[e][classes[number]])
            found.append(np.concatenate(places))
        return found[0], found[1]


class Dividing:
    """Divides tables among the processes of an engine."""

    def __init__(self, workers: int, engine_name: str, address: str | None) -> None:
        self.workers = workers
        self.engine = engine_name
        self.crew = Crew(engine(engine_name, address, workers))
        self.words = ""
        """how they were divided, once they are"""

    def __call__(self, game: Factored, dtype: str, predicting: bool) -> DividedTables:
        """The tables of a game."""
        tables = DividedTables(game, dtype, self.workers, self.crew, predicting=predicting)
        count = len(tables.cut.shares)
        self.words = f"{count} ({self.engine}); {tables.travelling:,} bytes of reach and values in an iteration"
        return tables

    def close(self) -> None:
        """End the processes."""
        self.crew.close()


def _rows(classes: npt.NDArray[np.int64], each: int) -> Any:
    """The places of numbers that are stored block by block, so many for each class."""
    return (classes[:, None] * each + np.arange(each)).ravel()
