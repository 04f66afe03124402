"""The tables of a divided game: the trunk here, the shares in processes, which are replaced when they are lost.

The state is kept now and then. Where a process is lost, all go back to the state that was kept, and repeat the
iterations since then: they depend on nothing but their numbers, so the result is that of an undisturbed run. Sums are
added in the order in which one process adds them, so the result is also that of one process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.mapped import zeros_on_disk
from galakit.separated.factored import Factored
from galakit.solvers.factored import kernel
from galakit.solvers.factored.split.crew import Crew, Lost, engine
from galakit.solvers.factored.split.cutting import Cut, Share, cut
from galakit.solvers.factored.split.messages import (
    Arrays,
    Begin,
    Keep,
    Ordered,
    Packed,
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


class _Array(NamedTuple):
    """An array of a share's state, and the one of the whole game that it is a part of."""

    share: int
    there: str
    """its name in the share"""
    here: str
    """the name of the whole"""
    classes: npt.NDArray[np.int64]
    """whose numbers it has, the same number for each"""
    total: int
    """how many classes there are in all"""


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
        for name, array in state.items():
            if name in self._kept:
                self._kept[name][:] = array
            else:
                self._kept[name] = array.copy()
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
        for stage in self.cut.beyond:
            side = stage.sides[player]
            found.append(np.empty((side.sequences - len(side.entries), side.classes.count)))
        for k, (share, own) in enumerate(zip(self.cut.shares, self._reach(player))):
            answer = self._answer(k, Shares(player=player, weight=self.weight, reach=packed(own)))
            for local, (number, classes) in enumerate(zip(share.numbers, share.classes)):
                found[self.at + number][:, classes[player]] = unpacked(answer[str(local)])
        return found

    def _gathered(self) -> Arrays:
        """The state of all, on disk where it is large: nothing but a lost process or a checkpoint needs it."""
        found = {name: array.copy() for name, array in self.trunk.state().items()}
        for one in self._arrays():
            array = unpacked(self._answer(one.share, Keep(one.there))[one.there])
            each = len(array) // max(1, len(one.classes))
            if one.here not in found:
                found[one.here] = zeros_on_disk(each * one.total, array.dtype)
            found[one.here].reshape(one.total, each)[one.classes] = array.reshape(len(one.classes), each)
        return found

    def _enter(self, state: Arrays) -> None:
        self.trunk.restore({name: state[name] for name in self.trunk.state() if name in state})
        for one in self._arrays():
            if one.here in state:
                each = len(state[one.here]) // max(1, one.total)
                own = state[one.here].reshape(one.total, each)[one.classes].ravel()
                self._answer(one.share, Restore({one.there: packed(own)}))

    def _arrays(self) -> Iterator[_Array]:
        """The arrays of all shares."""
        kinds = ["regret", "average", *(["basis"] if self.predicting else [])]
        for k, share in enumerate(self.cut.shares):
            for local, (number, classes) in enumerate(zip(share.numbers, share.classes)):
                for p, own in enumerate(classes):
                    total = self.cut.beyond[number].sides[p].classes.count
                    for kind in kinds:
                        yield _Array(k, f"{kind}{local}_{p}", f"{kind}{self.at + number}_{p}", own, total)

    def _answer(self, share: int, order: Ordered) -> Mapping[str, Packed]:
        """The arrays that the process of a share sends: one process at a time where they are large."""
        return self.crew.ask({share: order})[share].arrays

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
        for k in self.crew.missing(everyone) if self._kept else everyone:  # who begins again is at the start
            stages = tuple(packed_stage(stage) for stage in self.cut.stages(self.cut.shares[k]))
            self._answer(k, Begin(stages=stages, dtype=self.dtype, predicting=self.predicting))
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
