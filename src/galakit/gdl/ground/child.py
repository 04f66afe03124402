"""Clingo's grounder in a process of its own: it has no limits itself, so it gets them from the system."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from galakit.processes.limits import Limits
from galakit.processes.worker_process import Ended, NoMemory, TimedOut, WorkerProcess

if TYPE_CHECKING:
    from galakit.gdl.ground.rules import GroundRules


class TooLarge(Exception):
    """The grounder met a limit, which the text says."""


class Grounding:
    """A program that is being grounded; others can work meanwhile.

    >>> Grounding("{a}. b :- not a.", ["a/0", "b/0"], Limits(seconds=20.0)).rules().shown
    (('a', 1), ('b', 2))
    """

    def __init__(self, program: str, wanted: Sequence[str], limits: Limits) -> None:
        self._limits = limits
        self._until = time.monotonic() + limits.seconds
        self._process = WorkerProcess("galakit.gdl.ground.worker", str(limits.megabytes))
        self._process.put((program, list(wanted)))

    def rules(self) -> GroundRules:
        """The ground rules, with the numbers of the atoms of the wanted predicates (`name/arity`).

        TooLarge where a limit is met.
        """
        import numpy as np

        try:
            stream, shown = self._process.answer(max(0.0, self._until - time.monotonic()))
        except TimedOut:
            raise TooLarge(f"not done after {self._limits.seconds:g} s") from None
        except (NoMemory, Ended):
            raise TooLarge(f"they need more than {self._limits.megabytes} MB of memory") from None
        finally:
            self._process.end()
        from galakit.gdl.ground.rules import from_stream

        return from_stream(np.frombuffer(stream, np.int32), shown)
