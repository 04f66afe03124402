"""Checkpoints of a factored run: one file, written atomically."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from galakit.separated.factored import Factored
from galakit.solvers import checkpoints
from galakit.solvers.factored.tables import Running

FORMAT = 4


def fingerprint(game: Factored) -> str:
    """A digest of the factored form of a game."""
    digest = hashlib.sha256()
    for stage in game.stages:
        digest.update(stage.leaves.tobytes())
        digest.update(stage.factors.tobytes())
        for side in stage.sides:
            digest.update(side.parent.tobytes())
            digest.update(side.classes.blocks.tobytes())
            digest.update(side.classes.size.tobytes())
    return digest.hexdigest()


def save(path: Path, tables: Running, head: dict[str, Any]) -> None:
    """Write the state; GalakitError if that is impossible, and the old file is untouched.

    `head` names the method and the game.
    """
    head = {"format": FORMAT, "layout": tables.layout, **head, "weight": tables.weight}
    checkpoints.write(path, head, tables.state())


def resume(path: Path, tables: Running, head: dict[str, Any]) -> int:
    """Restore the stored state; returns the iterations done so far."""
    arrays = tables.state()
    with checkpoints.opened(path, arrays) as kept:
        for name, value in {"format": FORMAT, "layout": tables.layout, **head}.items():
            if name != "done" and kept.head.get(name) != value:
                raise checkpoints.unusable(path, f"it belongs to another run ({name})")
        done, weight = kept.whole("done"), kept.number("weight")
        if (weight > 0) != (done > 0):
            raise checkpoints.unusable(path, "its averages have no weight")
        for name in arrays:  # one by one: memory may not suffice for two copies of all
            tables.restore({name: kept.array(name)})
        tables.weight = weight
    return done
