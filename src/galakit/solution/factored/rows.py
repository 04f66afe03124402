"""A separated solution as a plain table, for programs that analyse it: a row per information set and move.

A large game has tens of millions of rows, so they are made and written a piece at a time; most callers name one
situation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from galakit.disk import write_whole
from galakit.errors import GalakitError
from galakit.rules.lazy import Value
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.factored.situation_index import Named

PIECE = 100_000  # information sets whose rows are made at once
SUFFIXES = (".parquet", ".csv")


def write_rows(
    answers: ClassQueries,
    path: str | Path,
    named: Sequence[Named] | None = None,
    player: int | None = None,
    limit: int = 0,
) -> int:
    """Write the information sets of some situations, or all (of a player), at most `limit`; how many rows there are."""
    import pyarrow as pa
    import pyarrow.csv as csv
    import pyarrow.parquet as pq

    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise GalakitError(
            f"a table cannot be written as {path}", hint="give the file the ending .parquet or .csv", id="GK507"
        )
    total = 0

    def write(temporary: Path) -> None:
        nonlocal total
        schema = _schema(pa)
        writer = pq.ParquetWriter(temporary, schema, compression="zstd") if suffix == ".parquet" else (
            csv.CSVWriter(temporary, schema)
        )  # fmt: skip
        with writer:
            for piece in rows(answers, named, player, limit):
                writer.write_table(piece)
                total += piece.num_rows

    write_whole(path, write)
    return total


def rows(
    answers: ClassQueries, named: Sequence[Named] | None = None, player: int | None = None, limit: int = 0
) -> Iterator[Any]:
    """The same as Arrow tables, piece by piece."""
    if named is None:
        if not answers.all_listed:
            raise GalakitError(
                "the histories are too many for a table", hint="name some of them: --after MOVES", id="GK630"
            )
        every = answers.index.game.actions.situations
        named = [Named(s, {}) for p, own in enumerate(every) if player in (None, p) for s in own]
    left = limit or None
    for one in named:
        classes = _classes(answers, one)[:left]
        for start in range(0, len(classes), PIECE):
            yield _piece(answers, one, classes[start : start + PIECE])
        if left is not None:
            left -= len(classes)
            if not left:
                return


def _classes(answers: ClassQueries, named: Named) -> Any:
    """The classes in which the values are as known."""
    situation, known = named
    signal = answers.index.game.signal(situation.signal)
    possible = answers.index.game.possible[situation]
    chosen = np.ones(signal.classes, bool) if possible is None else possible.copy()
    if signal.values:
        for value, ids in zip(signal.values, np.unravel_index(signal.codes, signal.sizes)):
            if value in known:
                chosen &= ids == known[value]
    return np.flatnonzero(chosen)


def _piece(answers: ClassQueries, named: Named, classes: Any) -> Any:
    import pyarrow as pa

    situation, index, columns = named.situation, answers.index, answers.columns
    signal = index.game.signal(situation.signal)
    every = columns.column(situation)
    at = every[classes]
    many = len(situation.moves)
    shared = np.bincount(every, weights=signal.weight.astype(float))
    reach = columns.reach(situation)[at] * signal.weight[classes] / shared[at]
    sets = pa.array(np.repeat(np.arange(len(classes)), many))
    value = columns.values(situation)[:, at].T.ravel()
    table = pa.table(
        {
            "player": pa.array([index.players[situation.player]] * len(sets)),
            "facts": _facts(answers, named, classes).take(sets),
            "move": pa.array(index.moves(situation)).take(pa.array(np.tile(np.arange(many), len(classes)))),
            "probability": pa.array(columns.shares(situation)[:, at].T.ravel()),
            "value": pa.array(value, mask=np.isnan(value)),
            "reach": pa.array(np.repeat(reach, many)),
        }
    )
    return table.cast(_schema(pa))


def _facts(answers: ClassQueries, named: Named, classes: Any) -> Any:
    """What the player knows in each class, put together column by column."""
    import pyarrow as pa
    import pyarrow.compute as pc

    situation, index = named.situation, answers.index
    signal = index.game.signal(situation.signal)
    ids = np.unravel_index(signal.codes[classes], signal.sizes) if signal.values else ()
    texts: list[Any] = []
    for fact in index.chain(situation):
        if type(fact) is Value:
            said = pa.array([index.said(fact, k) for k in range(len(index.game.world.meaning[fact]))])
            texts.append(said.take(pa.array(ids[signal.values.index(fact)])))
        else:
            texts.append(pa.array([fact]).take(pa.array(np.zeros(len(classes), np.int64))))
    if not texts:
        return pa.array([""] * len(classes))
    return pc.binary_join_element_wise(*texts, ", ")


def _schema(pa: Any) -> Any:
    text, real = pa.string(), pa.float64()
    columns = {"player": text, "facts": text, "move": text, "probability": real, "value": real, "reach": real}
    return pa.schema(list(columns.items()))
