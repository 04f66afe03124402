"""Solutions of games of public moves on disk: a Parquet file with the two tables, a number per history, move and class.

The rules, whose text is in the header, define what each number belongs to. They are followed again when the file is
read, and a fingerprint checks that they still lead to the same positions. Row groups are whole rows of the tables,
first those of player 0, and are read on demand.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.game import Game
from galakit.separated.public import Public
from galakit.solution.header import Header, check_fit
from galakit.solution.parquet import Column, damage, needs, opened
from galakit.solution.public.policy import PublicPolicy

GROUP = 1 << 16  # rows of a table in a row group
KEPT = 64  # row groups in the cache

Singles = npt.NDArray[np.float32]


def fingerprint(game: Game) -> str:
    """A digest of a game: who decides where and how, and what can be known."""
    public, write = game.public, game.rules.write
    digest = hashlib.sha256()
    for array in public.table:
        digest.update(array.tobytes())
    for position in public.positions:
        digest.update(json.dumps([write(move) for move in position.node.moves]).encode())
    for player in range(len(public.players)):
        signal = public.signal(player)
        digest.update(signal.codes.tobytes() + signal.weight.tobytes())
        for value in signal.values:
            digest.update(repr(public.part.world.meaning[value]).encode())
    digest.update(repr([[close.gains for close in ending.closes] for ending in public.endings]).encode())
    return digest.hexdigest()


def write(policy: PublicPolicy, game: Game, head: dict[str, Any], key: bytes, path: Path) -> None:
    """Write the tables of a profile below a head, group by group."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    head = head | {"public": {"fingerprint": fingerprint(game), "group": GROUP}}
    schema = pa.schema([("weight", pa.float32())], {key: json.dumps(head, ensure_ascii=False).encode()})
    options: dict[str, Any] = {"use_dictionary": False, "write_statistics": False, "write_page_checksum": True}
    with pq.ParquetWriter(path, schema, compression="zstd", **options) as writer:
        for table in policy.found:
            for low in range(0, len(table), GROUP):
                piece = np.ascontiguousarray(table[low : low + GROUP], np.float32).ravel()
                writer.write_table(pa.table([pa.array(piece)], schema=schema), row_group_size=len(piece))


class StoredTable:
    """A table in a file: `table[low:high]` reads what it needs."""

    dtype = np.dtype(np.float32)

    def __init__(self, path: Path, first: int, shape: tuple[int, int], group: int) -> None:
        self.path = path
        self.first = first
        """its first row group"""
        self.shape = shape
        self.group = group
        self._read = lru_cache(maxsize=KEPT)(self._read_group)

    @property
    def groups(self) -> list[int]:
        """How many numbers there must be in each of its row groups."""
        rows, classes = self.shape
        return [min(self.group, rows - low) * classes for low in range(0, rows, self.group)]

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice) -> Singles:
        low, high, _ = rows.indices(len(self))
        if high <= low:
            return np.zeros((0, self.shape[1]), np.float32)
        start = low // self.group
        pieces = [self._read(g) for g in range(start, (high - 1) // self.group + 1)]
        return np.concatenate(pieces)[low - start * self.group : high - start * self.group]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Singles:
        found = np.empty(self.shape, np.float32)
        for g in range(len(self.groups)):
            found[g * self.group : (g + 1) * self.group] = self._read_group(g)
        return found

    def _read_group(self, g: int) -> Singles:
        with damage(self.path):
            column = opened(self.path).read_row_group(self.first + g, columns=["weight"])["weight"]
            found: Singles = column.to_numpy().astype(np.float32).reshape(-1, self.shape[1])
            if not (np.isfinite(found).all() and (found >= 0).all()):
                raise ValueError("strategy weights must be finite and not negative")
        return found


def read(path: Path, game: Game, head: Header) -> PublicPolicy:
    """The profile in a file."""
    if head.public is None:
        raise ValueError("it says nothing of its tables")
    check_fit(path, head.public.fingerprint, fingerprint(game))
    public: Public = game.public
    group = head.public.group
    if not 0 < group <= 1 << 24:
        raise ValueError("the row groups are of no size")
    shapes = [(public.rows[0][p], public.signal(p).classes) for p in (0, 1)]
    first = StoredTable(path, 0, shapes[0], group)
    second = StoredTable(path, len(first.groups), shapes[1], group)
    if [need.rows for need in needs(path, opened(path), {"weight": Column("float", width=8)})] != (
        first.groups + second.groups
    ):
        raise ValueError("there are more or fewer numbers than histories ask for")

    def progress(stage: str, done: int, total: int | None) -> None:
        if game.progress is not None:
            game.progress(stage, done, total)

    return PublicPolicy(game.rules, public, (first, second), progress)
