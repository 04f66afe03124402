"""Clingo's grounder in a process of its own: it has no limits itself, so it gets them from the system."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from galakit.gdl.ground.worker import BEYOND

if TYPE_CHECKING:
    from galakit.gdl.ground.rules import GroundRules


@dataclass(frozen=True)
class Limits:
    """How much the grounder may use before it is stopped."""

    seconds: float = 20.0
    megabytes: int = 3_000


class TooLarge(Exception):
    """The grounder met a limit, which the text says."""


class Grounding:
    """A program that is being grounded; others can work meanwhile.

    >>> Grounding("{a}. b :- not a.", ["a/0", "b/0"], Limits()).rules().shown
    (('a', 1), ('b', 2))
    """

    def __init__(self, program: str, wanted: Sequence[str], limits: Limits) -> None:
        self._limits = limits
        self._folder = tempfile.TemporaryDirectory(prefix="galakit-")
        path, self._out = Path(self._folder.name, "rules.lp"), Path(self._folder.name, "ground")
        path.write_text(program, encoding="ascii")
        # The other process must find the same packages as this one, however this one found them, and no others.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        command = [sys.executable, "-P", "-m", "galakit.gdl.ground.worker", str(path), str(self._out)]
        self._until = time.monotonic() + limits.seconds
        self._process = subprocess.Popen(
            [*command, str(limits.megabytes), *wanted],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def rules(self) -> GroundRules:
        """The ground rules, with the numbers of the atoms of the wanted predicates (`name/arity`).

        TooLarge where a limit is met.
        """
        with self._folder, self._process:
            try:
                _, complaint = self._process.communicate(timeout=max(0.0, self._until - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise TooLarge(f"not done after {self._limits.seconds:g} s") from None
            finally:
                self._process.kill()
            status = self._process.returncode
            if status > 0 and status != BEYOND:
                raise RuntimeError(complaint.decode("utf-8", "replace"))
            if status:
                raise TooLarge(f"they need more than {self._limits.megabytes} MB of memory")
            return self._read()

    def _read(self) -> GroundRules:
        import numpy as np

        from galakit.gdl.ground.rules import from_stream

        names = Path(f"{self._out}.names").read_text(encoding="ascii")
        shown = tuple((text, int(number)) for number, text in (line.split(" ", 1) for line in names.splitlines()))
        return from_stream(np.fromfile(self._out, dtype=np.int32), shown)
