"""One progress mechanism: a callback that long work calls now and then, at most about ten times a second.

Most work takes the callback as an argument. What runs deep below, on arrays, tells the callback in force.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import isfinite
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, "int | None"], None]
"""Called as `progress(stage, done, total)`; the total is None while unknown.

The stage is a name, and after a colon its status: `solving the linear programme: value between -0.1 and 0.2`. Work that
approaches an equilibrium step by step also reports the gap as a number: then the stage is a `Stage`.
"""

ARRANGING = "arranging states"
COUNTING = "counting information sets"
UNFOLDING = "unfolding the tree"
CERTIFYING = "certifying"
"""stages that are named in several places"""


class Stage(str):
    """A stage with the gap: no player can gain more by deviating from the best strategies so far.

    With two players and a constant sum it may also have bounds on the first player's value; `wanted` is the gap at
    which the work stops, 0 where it does not.

    >>> stage = Stage("sampling: gap below 0.25", 0.25)
    >>> stage.upper(), stage.gap, stage.bounds
    ('SAMPLING: GAP BELOW 0.25', 0.25, None)
    """

    __slots__ = ("bounds", "gap", "wanted")

    gap: float
    bounds: tuple[float, float] | None
    wanted: float

    def __new__(cls, text: str, gap: float, bounds: tuple[float, float] | None = None, wanted: float = 0.0) -> Stage:
        made = super().__new__(cls, text)
        made.gap = gap
        made.bounds = bounds
        made.wanted = wanted
        return made


class Foreseen(str):
    """A stage of work that foresees its own end: `left` is the seconds until then, None where it cannot say.

    >>> Foreseen("cards: 2 in progress", 90.0).left
    90.0
    """

    __slots__ = ("left",)

    left: float | None

    def __new__(cls, text: str, left: float | None) -> Foreseen:
        made = super().__new__(cls, text)
        made.left = left
        return made


def nearing(name: str, gap: float, wanted: float = 0.0, bounds: tuple[float, float] | None = None) -> str:
    """A stage of work that stops at a wanted gap; an infinite gap means that none is known yet.

    >>> nearing("sampling", 0.25, 0.1)
    'sampling: gap below 0.25, wanted 0.1'
    """
    if not isfinite(gap):
        return name
    if bounds is not None and not (isfinite(bounds[0]) and isfinite(bounds[1])):
        bounds = None
    text = f"{name}: gap below {gap:.3g}" + (f", wanted {wanted:.3g}" if wanted > 0 else "")
    return Stage(text, gap, bounds, wanted)


def gap_of(stage: str) -> float | None:
    """The gap of a stage, if it has one."""
    return stage.gap if isinstance(stage, Stage) else None


def bounds_of(stage: str) -> tuple[float, float] | None:
    """The bounds on the first player's value of a stage, if it has them."""
    return stage.bounds if isinstance(stage, Stage) else None


def throttled(progress: Progress | None, interval: float = 0.1, *, first: bool = False) -> Progress:
    """The same callback, skipped when the last call was less than `interval` seconds ago; None does nothing.

    A new gap is always reported: methods compute it less and less often. So is the `first` call, if that is wanted.
    """
    if progress is None:
        return lambda stage, done, total: None
    report = progress
    last = time.monotonic() - (interval if first else 0.0)
    known: float | None = None

    def call(stage: str, done: int, total: int | None) -> None:
        nonlocal last, known
        now, gap = time.monotonic(), gap_of(stage)
        if now - last >= interval or (gap is not None and gap != known):
            last, known = now, gap
            report(stage, done, total)

    return call


_listening: ContextVar[Progress | None] = ContextVar("listening", default=None)


@contextmanager
def listening(progress: Progress | None) -> Iterator[None]:
    """Within, `tell` calls this callback, ten times a second at most.

    >>> with listening(lambda stage, done, total: print(stage, done, total)):
    ...     tell("counting nodes", 1, 7)
    counting nodes 1 7
    """
    token = _listening.set(None if progress is None else throttled(progress, first=True))
    try:
        yield
    finally:
        _listening.reset(token)


def tell(stage: str, done: int = 0, total: int | None = None) -> None:
    """Tell the callback in force how far a stage is."""
    report = _listening.get()
    if report is not None:
        report(stage, done, total)
