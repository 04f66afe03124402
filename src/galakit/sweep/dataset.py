"""The table of a study: a folder of Parquet files that DuckDB and pandas open as it is, whole at every moment.

    out/part-….parquet    the rows; one file for each run, and a new one after every 256 rows
    out/_study.json       what the study is: its columns, its axes, how many cells it has
    out/_aside/           rows of cells that the study had before and has no more; they come back when it does again
    out/_running/         the runs and the cells in progress: see `claims`
    out/_solutions/       solutions, where they are kept

A row is added by writing the last file anew beside itself and moving it into place, so that a reader never sees half a
file, nor a cell twice, and a killed process loses no row. Names that begin with `_` are passed over by readers of data
sets.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from galakit.disk import read_whole, write_whole
from galakit.errors import GalakitError
from galakit.solution import parquet
from galakit.sweep.columns import Column, Kind, Row, conform

if TYPE_CHECKING:
    from galakit.sweep.plan import Plan

ROWS = 256  # of a file, which is written anew for each
MANIFEST = "_study.json"
ASIDE = "_aside"
SOLUTIONS = "_solutions"
PARTS = "part-*.parquet"
MOST_FILES = 10_000
MOST_ROWS = 100_000  # of a file that is read
LARGEST_TEXTS = 64 << 20  # bytes of a column of texts
LARGEST_MANIFEST = 10_000_000  # bytes
FORMAT = 1


class AxisAbout(msgspec.Struct, frozen=True):
    """An axis in the manifest."""

    column: str
    role: str
    name: str


class QuantityAbout(msgspec.Struct, frozen=True):
    """A quantity in the manifest."""

    column: str
    text: str
    kind: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a study is, for readers of its folder."""

    format: int
    name: str
    digest: str
    """of the plan: it changes when cells or columns do"""
    cells: int
    axes: list[AxisAbout]
    quantities: list[QuantityAbout]
    columns: list[tuple[str, str]]
    """names and types"""
    time_limit: float | None


class Dataset:
    """The table in a folder, with these columns."""

    def __init__(self, folder: Path, columns: Sequence[Column]) -> None:
        self.folder = folder
        self.columns = tuple(columns)
        self._rows: list[Row] = []
        """those of the file that this run writes at present"""
        self._run = f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(3)}"
        self._number = 0
        self._known: dict[Path, tuple[int, int, int]] = {}
        """the files that `new_rows` has read, each with its time and size"""

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows; they are in the table when this returns. OSError where the folder cannot take them."""
        for row in rows:
            if len(self._rows) >= ROWS:
                self._rows, self._number = [], self._number + 1
            self._rows.append(conform(row, self.columns))
        path = self.folder / f"part-{self._run}-{self._number:04}.parquet"
        try:
            _write(path, self._rows, self.columns)
        except GalakitError as error:
            raise full(self.folder, error.diagnostics[0].message) from None
        self._known[path] = _stamp(path)

    def new_rows(self) -> Iterator[Row]:
        """The rows of all files that are new or have changed since the last call."""
        for path in parts(self.folder):
            try:
                stamp = _stamp(path)
                if self._known.get(path) != stamp:
                    yield from read_rows(path)
                    self._known[path] = stamp
            except FileNotFoundError:  # set aside meanwhile
                continue

    def keep_only(self, wanted: set[str], *, forgotten: set[str] = frozenset()) -> None:  # type: ignore[assignment]
        """Set aside rows of cells that are not wanted, bring back those that are, and give all files these columns.

        The rows of forgotten cells are removed. Nothing else may write into the folder meanwhile. What is moved is
        written before it is removed, and a cell that is in the table already is not added again.
        """
        aside = self.folder / ASIDE
        known = {str(row["cell"]): row for path in parts(aside) for row in read_rows(path)}
        here: set[str] = set()
        unwanted: list[Row] = []
        changed: dict[Path, list[Row]] = {}
        for path in parts(self.folder):
            rows = list(read_rows(path))
            keep = [row for row in rows if row["cell"] in wanted - forgotten - here]
            unwanted += [row for row in rows if row["cell"] not in wanted and row["cell"] not in known]
            here |= {str(row["cell"]) for row in keep}
            if len(keep) < len(rows) or columns_in(path) != self.columns:
                changed[path] = keep
        if unwanted:
            aside.mkdir(exist_ok=True)
            columns = tuple(dict.fromkeys(c for path in changed for c in columns_in(path)))
            _write(aside / f"part-{self._run}.parquet", unwanted, columns)
        for path, rows in changed.items():
            if rows:
                _write(path, rows, self.columns)
            else:
                path.unlink()
        back = [row for cell, row in known.items() if cell in wanted - forgotten - here]
        if back:
            self.add(back)
        self._rows, self._number = [], self._number + 1
        self._known.clear()


def parts(folder: Path) -> list[Path]:
    """The files of a table, in the order in which they were begun."""
    found = sorted(folder.glob(PARTS))
    if len(found) > MOST_FILES:
        raise GalakitError(
            f"`{folder}` has more than {MOST_FILES:,} files", hint="name the folder of one study", id="GK769"
        )
    return found


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of one file, which is checked before it is unpacked."""
    with _damage(path):
        file = parquet.opened(path)
        columns = _columns(file)
        texts = {"text": LARGEST_TEXTS}
        checks = {c.name: parquet.Column(c.kind, texts=texts.get(c.kind, parquet.SLACK)) for c in columns}
        if "cell" not in checks or checks["cell"].kind != "text":
            raise ValueError("it has no column `cell`")
        if sum(need.rows for need in parquet.needs(path, file, checks)) > MOST_ROWS:
            raise ValueError("it has too many rows")
        table = file.read(columns=list(checks))
    yield from table.to_pylist()


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Say which file is damaged, and what to do about it."""
    try:
        with parquet.parquet_errors():
            yield
    except FileNotFoundError:
        raise
    except ValueError as error:
        raise GalakitError(
            f"`{path}` is damaged or was not written by Galakit",
            notes=[str(error).partition("\n")[0]],
            hint="remove the file, and sweep the study again: what it held is solved again",
            id="GK769",
        ) from None


def columns_in(path: Path) -> tuple[Column, ...]:
    """The columns of one file."""
    with _damage(path):
        return _columns(parquet.opened(path))


def write_manifest(folder: Path, plan: Plan, columns: Sequence[Column]) -> None:
    """Say what the study in a folder is."""
    manifest = Manifest(
        format=FORMAT,
        name=plan.name,
        digest=plan.digest,
        cells=len(plan.cells),
        axes=[AxisAbout(axis.column, axis.role, axis.name) for axis in plan.axes],
        quantities=[QuantityAbout(one.column, one.text, one.kind) for one in plan.quantities],
        columns=[(column.name, column.kind) for column in columns],
        time_limit=plan.time_limit,
    )
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    write_whole(folder / MANIFEST, lambda temporary: temporary.write_bytes(data))


def read_manifest(folder: Path) -> Manifest:
    """What the study in a folder is; an error where there is none."""
    path = folder / MANIFEST
    if not path.is_file():
        raise GalakitError(
            f"there is no study in `{folder}`",
            hint="name a study file, or the folder that `galakit sweep` wrote",
            id="GK769",
        )
    data = read_whole(path, LARGEST_MANIFEST, what="study")
    try:
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise GalakitError(
            f"`{path}` is damaged or was not written by Galakit",
            notes=[str(error)[:300]],
            hint="sweep the study again: no result is lost",
            id="GK769",
        ) from None


def full(folder: Path, why: str) -> GalakitError:
    """The error for a row that cannot be written."""
    return GalakitError(
        f"the results cannot be written to `{folder}`: {re.sub(r'^.*(: |errno [0-9]+] )', '', why)}",
        notes=["all rows that were written before are safe"],
        hint="make room, and sweep the study again: only what is missing is solved",
        id="GK768",
    )


def _columns(file: Any) -> tuple[Column, ...]:
    kinds: dict[str, Kind] = {"string": "text", "double": "double", "int64": "int64", "bool": "bool"}
    found = []
    for field in file.schema_arrow:
        if str(field.type) not in kinds:
            raise ValueError(f"the column {field.name[:40]} is not of a known type")
        found.append(Column(field.name, kinds[str(field.type)]))
    return tuple(found)


def _write(path: Path, rows: Sequence[Row], columns: Sequence[Column]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"text": pa.string(), "double": pa.float64(), "int64": pa.int64(), "bool": pa.bool_()}
    schema = pa.schema([pa.field(column.name, types[column.kind]) for column in columns])
    table = pa.Table.from_pylist(list(rows), schema=schema)
    write_whole(path, lambda temporary: pq.write_table(table, temporary, write_page_checksum=True))


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino
