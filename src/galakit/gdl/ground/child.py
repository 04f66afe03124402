"""Clingo's grounder in a process of its own: it has no limits itself, so it gets them from the system."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from galakit.errors import GalakitError
from galakit.gdl.ground.rules import GroundRules, from_stream
from galakit.gdl.ground.worker import BEYOND


@dataclass(frozen=True)
class Limits:
    """How much the grounder may use before it is stopped."""

    seconds: float = 40.0
    megabytes: int = 3_000


def ground(program: str, wanted: Sequence[str], limits: Limits) -> GroundRules:
    """The ground rules of a program, with the numbers of the atoms of the wanted predicates (`name/arity`).

    GalakitError where a limit is met.

    >>> rules = ground("{a}. b :- not a.", ["a/0", "b/0"], Limits())
    >>> rules.shown
    (('a', 1), ('b', 2))
    """
    with tempfile.TemporaryDirectory(prefix="galakit-") as folder:
        path, out = Path(folder, "rules.lp"), Path(folder, "ground")
        path.write_text(program, encoding="ascii")
        # The other process must find the same packages as this one, however this one found them, and no others.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        command = [sys.executable, "-P", "-m", "galakit.gdl.ground.worker", str(path), str(out), str(limits.megabytes)]
        try:
            ended = subprocess.run(
                [*command, *wanted],
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=limits.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _too_large(f"not done after {limits.seconds:g} s") from None
        if ended.returncode > 0 and ended.returncode != BEYOND:
            raise RuntimeError(ended.stderr.decode("utf-8", "replace"))
        if ended.returncode:
            raise _too_large(f"they need more than {limits.megabytes} MB of memory")
        names = Path(f"{out}.names").read_text(encoding="ascii")
        shown = tuple((text, int(number)) for number, text in (line.split(" ", 1) for line in names.splitlines()))
        return from_stream(np.fromfile(out, dtype=np.int32), shown)


def _too_large(reason: str) -> GalakitError:
    return GalakitError(
        f"the rules are too large to be made ground: {reason}",
        hint="declare `base` and `input` tightly, so that fewer terms are possible",
        id="GK990",
    )
