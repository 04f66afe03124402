"""How far exploring is: an estimate of all states from how many there are after each number of moves, and of memory.

States are found breadth first, so those that are equally many moves from the start follow each other: they are a
*layer*. In games that end, layers grow more and more slowly and then shrink, as the logarithm of their sizes does on a
parabola. One through the last layers foresees the others. It is believed once two layers in a row agree about it. The
memory that the states so far have taken foresees that of all: where it is more than there is, the stage says so.
"""

from __future__ import annotations

import time
from typing import Any

from galakit.deadline import Deadline, deadline_in_force
from galakit.memory import available_memory, held_memory, in_bytes
from galakit.progress import Foreseen, Progress

STAGE = "exploring states"
FEWEST = 5  # layers that tell something
SEEN = 10  # the last layers, which tell most
AGREE = 1.5  # times: estimates from two layers in a row
FARTHEST = 1_000  # layers that are foreseen
SETTLED = 1_000  # states before that an estimate means nothing
INTERVAL = 0.1  # seconds between two reports


class Frontier:
    """The layers of a game that is being explored, and the states that it may have.

    >>> frontier = Frontier(None)
    >>> frontier.sizes = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390]
    >>> for size in [78, 1]: frontier.sizes.append(size); frontier.foresee()
    >>> frontier.foreseen is not None and 5_400 < frontier.foreseen < 5_600
    True
    """

    def __init__(self, progress: Progress | None, name: str = STAGE) -> None:
        self.progress = progress
        self.name = name
        self.held = held_memory() or 0
        """bytes before there were any states"""
        self.began = self.told = time.perf_counter()
        self.sizes: list[int] = []
        """of the layers that are done"""
        self.begin, self.end = 0, 1
        """of the layer that is being explored"""
        self.guess: float | None = None
        """all states, foreseen from the layers so far"""
        self.foreseen: float | None = None
        """the same where the layer before foresaw it, too"""

    def tell(self, first: Any, target: Any, done: int) -> None:
        """Report now and then how far exploring is: edges of so many states are in the columns `first` and `target`."""
        now = time.perf_counter()
        if self.progress is not None and now - self.told >= INTERVAL:
            self.told = now
            self.progress(self.stage(first, target, done), done, None)

    def stage(self, first: Any, target: Any, done: int) -> str:
        """The stage, with the time that is left where that can be foreseen."""
        self._advance(first, target, done)
        if self.foreseen is None or done >= self.foreseen:
            return self.name
        left = (self.foreseen - done) * (time.perf_counter() - self.began) / max(1, done)
        return Foreseen(f"{self.name}: about {_roughly(self.foreseen)} in all{self._memory(done)}", left)

    def _memory(self, done: int) -> str:
        """What all states will take, where that is more than there is."""
        held, free = held_memory(), available_memory()
        if self.foreseen is None or held is None or free is None:
            return ""
        taken = max(0, held - self.held)
        needed = taken * self.foreseen / max(1, done)
        if needed - taken <= free:
            return ""
        return f", which need about {in_bytes(int(needed))} of memory; {in_bytes(free + taken)} are free"

    def _advance(self, first: Any, target: Any, done: int) -> None:
        """Note the layers that are done by now."""
        import numpy as np

        while self.begin < self.end <= done:
            reached = np.asarray(target[int(first[self.begin]) : int(first[self.end])])
            self.sizes.append(self.end - self.begin)
            self.begin, self.end = self.end, max(self.end, int(reached.max(initial=-1)) + 1)
            self.foresee()

    def foresee(self) -> None:
        """Estimate the number of all states from the layers that are done."""
        before, self.guess = self.guess, self._guessed()
        self.foreseen = None
        if before is None or self.guess is None or self.guess < SETTLED:
            return
        if max(before, self.guess) <= AGREE * min(before, self.guess):
            self.foreseen = self.guess

    def _guessed(self) -> float | None:
        """All states, by a parabola through the logarithms of the sizes; None where it does not come down."""
        import numpy as np

        if len(self.sizes) < FEWEST:
            return None
        sizes = np.log(np.array(self.sizes[-SEEN:], float))
        x = np.arange(1 - len(sizes), 1)
        bend, slope, _ = np.polyfit(x, sizes, 2, w=np.linspace(0.5, 1, len(x)))
        if bend > -1e-3:
            return None
        later = np.arange(1, FARTHEST)
        sizes = np.exp(np.minimum(sizes[-1] + bend * later**2 + slope * later, 60))
        return float(sum(self.sizes) + sizes[sizes >= 1].sum())


def _roughly(number: float) -> str:
    """A number in two digits.

    >>> _roughly(3_123_456), _roughly(98_700)
    ('3,100,000', '99,000')
    """
    return f"{float(f'{number:.1e}'):,.0f}"


def while_foreseen(progress: Progress | None, first: Deadline, last: Deadline) -> Progress:
    """A callback that ends exploring at the first deadline, unless it then foresees to end before the last one."""

    def report(stage: str, done: int, total: int | None) -> None:
        foreseen = isinstance(stage, Foreseen) and stage.left is not None and stage.left <= last.left
        if foreseen and deadline_in_force() is first:
            last.take_over()
        if not foreseen and stage.startswith(STAGE):
            first.check(stage, done)
        if progress is not None:
            progress(stage, done, total)

    return report
