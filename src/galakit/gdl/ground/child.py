"""Clingo's grounder in a process of its own: it has no limits itself, so it gets them from the system."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from galakit.disk import temporary_folder
from galakit.gdl.ground.worker import BEYOND
from galakit.processes.lifeline import Lifeline
from galakit.processes.limits import Limits
from galakit.processes.python import command, surroundings

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
        self._wanted = wanted
        self._folders = ExitStack()
        folder = self._folders.enter_context(temporary_folder("ground"))
        self._rules, self._out = folder / "rules.lp", folder / "ground"
        self._rules.write_text(program, encoding="ascii")
        self._until = time.monotonic() + limits.seconds
        self._begin()

    def _begin(self) -> None:
        around = surroundings()
        words = (str(self._rules), str(self._out), str(self._limits.megabytes), *self._wanted)
        with Lifeline() as self._lifeline:
            self._process = subprocess.Popen(
                command("galakit.gdl.ground.worker", *words),
                cwd=around["cwd"],
                env=around["env"] | self._lifeline.variables,
                pass_fds=self._lifeline.passed,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )

    def rules(self) -> GroundRules:
        """The ground rules, with the numbers of the atoms of the wanted predicates (`name/arity`).

        TooLarge where a limit is met. A process that was killed from outside is replaced once.
        """
        with self._folders:
            status, complaint = self._ended()
            if status == -getattr(signal, "SIGKILL", 9):
                self._begin()
                status, complaint = self._ended()
            if status > 0 and status != BEYOND:
                raise RuntimeError(complaint.decode("utf-8", "replace"))
            if status:
                raise TooLarge(f"they need more than {self._limits.megabytes} MB of memory")
            return self._read()

    def _ended(self) -> tuple[int, bytes]:
        """The exit status of the process, and what it complained about."""
        with self._process:
            try:
                _, complaint = self._process.communicate(timeout=max(0.0, self._until - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise TooLarge(f"not done after {self._limits.seconds:g} s") from None
            finally:
                self._process.kill()
        self._lifeline.cut()
        return self._process.returncode, complaint

    def _read(self) -> GroundRules:
        import numpy as np

        from galakit.gdl.ground.rules import from_stream

        names = Path(f"{self._out}.names").read_text(encoding="ascii")
        shown = tuple((text, int(number)) for number, text in (line.split(" ", 1) for line in names.splitlines()))
        return from_stream(np.fromfile(self._out, dtype=np.int32), shown)
