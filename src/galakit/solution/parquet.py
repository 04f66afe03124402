"""Untrusted Parquet files: sizes are checked before anything is read.

A few bytes can stand for gigabytes in a Parquet file: pages are compressed, runs of a value are written once, texts are
written as the number of a text. So the footer and the header of every page are parsed first (`FileMetaData` and
`PageHeader` of Parquet's format, in Thrift's compact protocol), for the number of values and the unpacked bytes.
Encodings that can unpack to more than their page are refused, and columns of texts are read as numbers of texts.
Arrow could report columns, too, but a footer that contradicts itself makes it end the process.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from galakit.disk import check_ordinary
from galakit.errors import GalakitError

# Of parquet.thrift: PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY. Galakit writes no others.
ENCODINGS = {0, 2, 3, 8}
DATA, DICTIONARY, DATA_2 = 5, 7, 8  # fields of a PageHeader
PHYSICAL = {
    "int32": "INT32",
    "int64": "INT64",
    "float": "FLOAT",
    "double": "DOUBLE",
    "bool": "BOOLEAN",
    "text": "BYTE_ARRAY",
    "texts": "BYTE_ARRAY",
}
DEPTH = 16  # structures inside of each other
SLACK = 1_000_000  # bytes that any column may have besides its values


@dataclass(frozen=True)
class Column:
    """The expected type and limits of a column."""

    kind: Literal["int32", "int64", "float", "double", "bool", "text", "texts"]
    width: int = 16
    """bytes that a value may take in its page"""
    texts: int = SLACK
    """bytes that the whole column may take besides: for texts that are written once"""
    most: int = 1
    """values that a row may have"""


@dataclass(frozen=True)
class Need:
    """The size of some columns of a row group."""

    rows: int
    values: int
    bytes: int


@contextmanager
def damage(path: Path) -> Iterator[None]:
    """Report any ValueError inside as damage of the file."""
    try:
        with parquet_errors():
            yield
    except ValueError as error:
        raise GalakitError(
            f"{path} is damaged", notes=[str(error).partition("\n")[0]], hint="solve the game again", id="GK511"
        ) from None


@contextmanager
def parquet_errors() -> Iterator[None]:
    """Turn Arrow's errors into ValueError."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise ValueError(str(error).partition("\n")[0] or type(error).__name__) from None


def opened(path: Path, texts: list[str] | None = None) -> Any:
    """A `pyarrow.parquet.ParquetFile`; columns of `texts` are read as numbers of texts."""
    import pyarrow.parquet as pq

    check_ordinary(path, what="saved solution", missing="`galakit solve GAME -o FILE` writes one")
    with parquet_errors():
        return pq.ParquetFile(path, read_dictionary=texts, page_checksum_verification=True)


def needs(path: Path, file: Any, columns: Mapping[str, Column]) -> list[Need]:
    """The size of each row group; ValueError where a column is not as expected.

    Columns are named by their paths in the file, `facts.list.element` for the texts in lists.
    """
    schema = file.metadata.schema
    position = {schema.column(i).path: i for i in range(len(schema))}
    arrow = {field.name: field.type for field in file.schema_arrow}
    for name, column in columns.items():
        top = name if name in arrow else name.partition(".")[0]
        if name not in position or top not in arrow:
            raise ValueError(f"there is no column {name}")
        physical = schema.column(position[name]).physical_type
        if physical != PHYSICAL[column.kind] or _kind(arrow[top]) != column.kind:
            raise ValueError(f"the column {name} is not of its type")
    found = []
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for group in _list(_footer(data), 4):
            rows, chunks = _whole(group, 3), _list(group, 1)
            if len(chunks) != len(schema):
                raise ValueError("a row group has more or fewer columns than the file")
            sums = [_chunk(data, chunks[position[name]], rows, column) for name, column in columns.items()]
            found.append(Need(rows, sum(v for v, _ in sums), sum(size for _, size in sums)))
    return found


def _footer(data: mmap.mmap) -> dict[int, Any]:
    end = len(data) - 8
    length = int.from_bytes(data[end : end + 4], "little") if end > 0 else 0
    if not 0 < length <= end or data[end + 4 :] != b"PAR1":
        raise ValueError("its footer is missing")
    return _structure(data, end - length, end)[0]


def _kind(arrow: Any) -> str:
    import pyarrow.types as types

    if types.is_list(arrow) and _kind(arrow.value_type) == "text":
        return "texts"
    if types.is_string(arrow) or (types.is_dictionary(arrow) and types.is_string(arrow.value_type)):
        return "text"
    return str(arrow)


def _chunk(data: mmap.mmap, chunk: dict[int, Any], rows: int, column: Column) -> tuple[int, int]:
    """Values and unpacked bytes of a column in a row group."""
    about = chunk.get(3)
    if 1 in chunk or not isinstance(about, dict):
        raise ValueError("a column is in another file")
    many = _whole(about, 5)
    if not (rows <= many <= rows * column.most if column.most > 1 else many == rows):
        raise ValueError("a column has more or fewer values than rows")
    at = min(_whole(about, field) for field in (9, 11) if about.get(field))
    end = at + _whole(about, 7)
    if end > len(data):
        raise ValueError("a column is outside of the file")
    values = size = 0
    while at < end and values < many:
        page, at = _structure(data, at, end)
        at += _whole(page, 3)
        size += _whole(page, 2)
        here = page.get(DATA) or page.get(DATA_2)
        if isinstance(here, dict):
            values += _whole(here, 1)
            encoding = here.get(2 if DATA in page else 4)
        else:
            here = page.get(DICTIONARY)
            encoding = here.get(2) if isinstance(here, dict) else None
        if encoding not in ENCODINGS:
            raise ValueError("a page is of an unknown kind")
        if size > column.width * many + column.texts:
            raise ValueError("a column unpacks to more bytes than its values need")
    if values != many:
        raise ValueError("a column has more or fewer values in its pages than it says")
    return values, size


def _whole(structure: dict[int, Any], field: int) -> int:
    found = structure.get(field)
    if type(found) is not int or found < 0:
        raise ValueError("a size is missing")
    return found


def _list(structure: dict[int, Any], field: int) -> list[dict[int, Any]]:
    found = structure.get(field)
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise ValueError("a list is missing")
    return found


# -- Thrift's compact protocol ----------------------------------------------------------------------------------------


def _structure(data: mmap.mmap, at: int, end: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """The numbers and structures of a structure by their fields (all else is passed over), and where it ends."""
    if depth > DEPTH:
        raise ValueError("it is nested too deeply")
    found: dict[int, Any] = {}
    field = 0
    while True:
        byte, at = _byte(data, at, end)
        if not byte:
            return found, at
        if byte >> 4:
            field += byte >> 4
        else:
            field, at = _zigzag(data, at, end)
        found[field], at = _value(data, at, end, byte & 15, depth)


def _value(data: mmap.mmap, at: int, end: int, kind: int, depth: int) -> tuple[Any, int]:
    match kind:
        case 1 | 2:  # true and false are kinds of their own
            return kind == 1, at
        case 3:
            return _byte(data, at, end)
        case 4 | 5 | 6:
            return _zigzag(data, at, end)
        case 7:
            return None, at + 8
        case 8:  # texts
            length, at = _varint(data, at, end)
            return None, at + length
        case 9 | 10:  # lists and sets
            return _entries(data, at, end, depth)
        case 12:
            return _structure(data, at, end, depth + 1)
    raise ValueError("there is something unknown in its footer or its pages")  # Parquet has no maps


def _entries(data: mmap.mmap, at: int, end: int, depth: int) -> tuple[list[Any], int]:
    byte, at = _byte(data, at, end)
    length, kind = byte >> 4, byte & 15
    if length == 15:
        length, at = _varint(data, at, end)
    if depth > DEPTH or length > end - at:  # each entry takes a byte at least
        raise ValueError("a list is longer than the file")
    found = []
    for _ in range(length):
        if kind in (1, 2):
            entry, at = _byte(data, at, end)
        else:
            entry, at = _value(data, at, end, kind, depth + 1)
        found.append(entry)
    return found, at


def _byte(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    if not 0 <= at < end:
        raise ValueError("it is cut off")
    return data[at], at + 1


def _varint(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    found = shift = 0
    while True:
        byte, at = _byte(data, at, end)
        found |= (byte & 127) << shift
        if byte < 128:
            return found, at
        shift += 7
        if shift > 63:
            raise ValueError("a number is too long")


def _zigzag(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    found, at = _varint(data, at, end)
    return (found >> 1) ^ -(found & 1), at
