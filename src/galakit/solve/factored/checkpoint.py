"""Checkpoints of a factored run: one file that is complete or not there."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from galakit.disk import write_whole
from galakit.errors import GalakitError
from galakit.separated.factored import Factored
from galakit.solve.factored.tables import Running

FORMAT = 2


def fingerprint(game: Factored) -> str:
    """What tells a game from others: its factored form."""
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
    """Write the state; GalakitError if that is impossible, and the old file is untouched."""
    head = {"format": FORMAT, "layout": tables.layout, **head, "weight": tables.weight}

    def write(temporary: Path) -> None:
        with temporary.open("wb") as file:
            np.savez(file, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **tables.state())
            file.flush()
            os.fsync(file.fileno())

    write_whole(path, write)


def resume(path: Path, tables: Running, head: dict[str, Any]) -> int:
    """Put the stored state in place of this one; the iterations done so far."""
    arrays = tables.state()
    try:
        with zipfile.ZipFile(path) as file:
            size = sum(entry.file_size for entry in file.infolist())
        if size > sum(a.nbytes for a in arrays.values()) + 1_000_000:
            raise ValueError("it is too large for this game")
        with np.load(path, allow_pickle=False) as stored:
            found = json.loads(bytes(stored["head"]))
            for name, value in {"format": FORMAT, "layout": tables.layout, **head}.items():
                if name != "done" and found[name] != value:
                    raise ValueError(f"it belongs to another run ({name})")
            for name, array in arrays.items():  # one by one: there may be no room for all of them twice
                state = stored[name]
                if state.shape != array.shape or state.dtype != array.dtype:
                    raise ValueError("it does not fit the game")
                tables.restore({name: state})
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, NotImplementedError) as error:
        raise GalakitError(
            f"{path} cannot be used as a checkpoint: {error}", hint="remove it, or name another file", id="GK612"
        ) from None
    tables.weight = float(found["weight"])
    return int(found["done"])
