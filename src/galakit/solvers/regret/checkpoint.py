"""Checkpoints: the whole state of a run in one file that is complete or not there, whatever happens to the process."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.solvers import checkpoints
from galakit.solvers.regret.dynamics import STORED, Dynamics

FORMAT = 2


def fingerprint(form: SequenceForm) -> str:
    """A hash of the game's sequence form."""
    digest = hashlib.sha256()
    for column in (
        form.player,
        form.first_sequence,
        form.moves_count,
        form.parent_sequence,
        form.leaf_sequences,
        form.class_values[form.leaf_class],
    ):
        digest.update(np.ascontiguousarray(column).tobytes())
    return digest.hexdigest()


def save(path: Path, state: Dynamics, run: Mapping[str, object], best: Floats, gap: float) -> None:
    """Write the state and the best plans so far; GalakitError if that is impossible, and the old file is untouched.

    `run` identifies the run further, among others by the `fingerprint` of its game.
    """
    head = {**_head(state, run), "done": state.done, "gap": gap if math.isfinite(gap) else None}
    arrays = {name: getattr(state, name)[_order(state, name)] for name in STORED} | {
        "best": best[_order(state, "best")]
    }
    checkpoints.write(path, head, arrays)


def resume(path: Path, state: Dynamics, run: Mapping[str, object]) -> tuple[Floats, float]:
    """Put the stored state in place of this one; the best plans so far and their gap."""
    wanted = {name: getattr(state, name) for name in STORED} | {"best": state.plan}
    with checkpoints.opened(path, wanted) as kept:
        for name, value in _head(state, run).items():
            if kept.head.get(name) != value:
                what = "game" if name == "game" else f"run ({name} {kept.head.get(name)}, here {value})"
                raise GalakitError(
                    f"{path} is the checkpoint of another {what}", hint="remove it, or name another file", id="GK612"
                )
        done = kept.whole("done")
        gap = math.inf if kept.head.get("gap") is None else kept.number("gap")
        arrays = {name: kept.array(name) for name in wanted}
    for name in STORED:
        getattr(state, name)[_order(state, name)] = arrays[name]
    state.done = done
    state.restored()
    best = np.empty(state.layout.size)
    best[_order(state, "best")] = arrays["best"]
    return best, gap


def _order(state: Dynamics, name: str) -> Any:
    """Where an array keeps the numbers of the sequences: files do not depend on how a game is laid out."""
    position = state.layout.position
    if name != "record":
        return np.concatenate(position)
    columns = np.tile(np.arange(state.record.shape[1]), (len(state.record), 1))
    for row, own in zip(columns, position):
        row[: len(own)] = own - own[0]
    return np.arange(len(state.record))[:, None], columns


def _head(state: Dynamics, run: Mapping[str, object]) -> dict[str, Any]:
    exponents = {**state.update.exponents, **state.exponents}
    head: dict[str, Any] = {"format": FORMAT, **run, "method": state.update.name, "exponents": exponents}
    return head | ({"iterations": state.last} if state.update.scheduled else {})
