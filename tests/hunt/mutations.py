"""Files with something wrong in them: mutants of a file, in the ways of its format, the same for the same seed.

`mutant(data, form, seed)` changes the bytes of one file. Half of all mutants are changed as bytes (bits flipped, parts
cut, doubled or swapped); the others as what they are: JSON by its values, Parquet by its header and its columns, NumPy's
archives by their arrays, text by its words.
"""

from __future__ import annotations

import io
import json
import random
import re
import warnings
import zipfile
from collections.abc import Callable
from typing import Any, Literal

Form = Literal["json", "parquet", "npz", "lines", "text"]

ESCAPE = "\x1b]0;owned\x07\x1b[2J\u202e"
NUMBERS: list[Any] = [0, 1, -1, 2, 5, 0.5, -0.5, 1e-300, 1e308, 2**31, 2**63, 2**64, -(2**70), 10**40]
TEXTS: list[Any] = ["", "0", "1", "-1", "1/2", "1/0", "0/1", "1e999999999", "1e-999999999", "9" * 5_000, "1/" + "7" * 5_000,
                    "nan", "inf", "None", "x", "\x00", ESCAPE, "[/]", "[bold]", "é" * 300, "../../etc/passwd", "{}"]  # fmt: skip
ODD: list[Any] = [None, True, False, [], {}, [[]], [None], {"x": 1}, [1, 2, 3], *NUMBERS, *TEXTS]


def mutant(data: bytes, form: Form, seed: int) -> bytes:
    """The file with something changed."""
    draw = random.Random(f"{form} {seed}")
    structural: dict[str, Callable[[bytes, random.Random], bytes]] = {
        "json": _json,
        "parquet": _parquet,
        "npz": _npz,
        "lines": _lines,
        "text": _text,
    }
    if draw.random() < 0.5:
        return _bytes(data, draw)
    try:
        return structural[form](data, draw)
    except (ValueError, TypeError, OverflowError, MemoryError):  # what was drawn cannot be written in this format
        return _bytes(data, draw)


# -- bytes ------------------------------------------------------------------------------------------------------------


def _bytes(data: bytes, draw: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(draw.choice([1, 1, 1, 2, 8])):
        if not found:
            break
        at = draw.randrange(len(found))
        length = min(draw.choice([1, 2, 4, 16, 100, 1000]), len(found) - at)
        match draw.randrange(7):
            case 0 | 1:
                found[at] ^= 1 << draw.randrange(8)
            case 2:
                found[at] = draw.choice([0, 1, 0x7F, 0x80, 0xFF, 0x1B, 0x22, 0x7B])
            case 3:
                del found[at : at + length]
            case 4:
                found[at:at] = found[at : at + length]
            case 5:
                found[at:] = b""
            case 6:
                there = draw.randrange(len(found))
                found[at : at + length] = found[there : there + length]
    return bytes(found)


# -- JSON -------------------------------------------------------------------------------------------------------------


def _json(data: bytes, draw: random.Random) -> bytes:
    if draw.random() < 0.1:
        return _json_text(data.decode(), draw).encode()
    return json.dumps(changed(json.loads(data), draw), allow_nan=True).encode("utf-8", "surrogatepass")


def _json_text(text: str, draw: random.Random) -> str:
    """What no JSON value is written as."""
    match draw.randrange(5):
        case 0:  # deep
            return text[:-2] + ', "x": ' + "[" * 100_000
        case 1:  # a key twice
            return re.sub(r'("\w+": )', r"\1null, \1", text, count=1)
        case 2:
            return re.sub(
                r": [\d.]+", ": " + draw.choice(["NaN", "Infinity", "-Infinity", "1e999", "9" * 10_000]), text, count=3
            )
        case 3:
            return text.replace('"', "'", draw.randrange(1, 20))
        case _:
            return re.sub(r'": "', r'": "\\ud800', text, count=draw.randrange(1, 9))


def changed(value: Any, draw: random.Random) -> Any:
    """A JSON value with one or a few changes somewhere inside."""
    for _ in range(draw.choice([1, 1, 1, 2, 4])):
        value = _changed(value, draw)
    return value


def _changed(value: Any, draw: random.Random) -> Any:
    # Deep down, where most of the values are; and now and then near the top, where most of the meaning is.
    if isinstance(value, dict) and value and draw.random() < 0.9:
        found = dict(value)
        key = draw.choice(list(found))
        match draw.randrange(12):
            case 0:
                del found[key]
            case 1:
                found[draw.choice(TEXTS)] = found.pop(key)
            case 2:
                other = draw.choice(list(found))
                found[key], found[other] = found[other], found[key]
            case _:
                found[key] = _changed(found[key], draw)
        return found
    if isinstance(value, list) and value and draw.random() < 0.9:
        entries = list(value)
        at = draw.randrange(len(entries))
        match draw.randrange(12):
            case 0:
                del entries[at]
            case 1:
                entries.insert(at, entries[draw.randrange(len(entries))])
            case 2:
                draw.shuffle(entries)
            case _:
                entries[at] = _changed(entries[at], draw)
        return entries
    if isinstance(value, str) and draw.random() < 0.3:
        at = draw.randrange(len(value) + 1)
        return value[:at] + draw.choice([ESCAPE, "\x00", " ", "'", "(", "0", "e9"]) + value[at:]
    if isinstance(value, int | float) and not isinstance(value, bool) and draw.random() < 0.3:
        return draw.choice([value + 1, -value, value * 2, str(value)])
    return draw.choice(ODD)


def _lines(data: bytes, draw: random.Random) -> bytes:
    """Lines of JSON."""
    lines = data.splitlines()
    at = draw.randrange(len(lines))
    lines[at] = _json(lines[at], draw)
    return b"\n".join(lines) + b"\n"


# -- Parquet ----------------------------------------------------------------------------------------------------------


def _parquet(data: bytes, draw: random.Random) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(io.BytesIO(data))
    groups = [file.read_row_group(g) for g in range(file.num_row_groups)]
    meta = dict(file.schema_arrow.metadata or {})
    what = draw.randrange(10)
    if what < 5:
        for key in meta:
            if key != b"ARROW:schema":
                meta[key] = _json(meta[key], draw)
    elif what == 5:
        groups = (
            groups[:-1] if len(groups) > 1 and draw.random() < 0.5 else [t.slice(draw.randrange(3), 50) for t in groups]
        )
    elif what == 6:
        groups = [*groups, groups[0]]
    else:
        name = draw.choice(groups[0].column_names)
        groups = [_column(table, name, draw) for table in groups]
    codec = draw.choice(["zstd", "snappy", "none", "gzip"])
    out = io.BytesIO()
    schema = groups[0].schema.with_metadata(meta)
    encoding = {
        "use_dictionary": draw.random() < 0.7,
        "compression": codec,
        "data_page_version": draw.choice(["1.0", "2.0"]),
    }
    try:
        with pq.ParquetWriter(out, schema, **encoding) as writer:
            for table in groups:
                writer.write_table(table.cast(schema), row_group_size=draw.choice([1 << 30, 1 << 30, 7]))
    except pa.ArrowException as error:
        raise ValueError(str(error)) from None
    return out.getvalue()


def _column(table: Any, name: str, draw: random.Random) -> Any:
    import pyarrow as pa

    at = table.column_names.index(name)
    values = table[name].to_pylist()
    match draw.randrange(6):
        case 0:
            return table.drop_columns([name])
        case 1:
            return table.rename_columns([f"{n}x" if n == name else n for n in table.column_names])
        case 2:
            return table.set_column(at, name, pa.array([str(v) for v in values]))
        case 3:
            return table.set_column(at, name, pa.nulls(len(values), table[name].type))
        case 4:
            numbers = [draw.choice([0.0, -1.0, 5.0, float("nan"), float("inf"), 0.5]) for _ in values]
            return table.set_column(at, name, pa.array(numbers))
    place = draw.randrange(len(values)) if values else 0
    values[place : place + 1] = [draw.choice([None, values[0], values[-1]])]
    return table.set_column(at, name, pa.array(values, table[name].type))


# -- NumPy's archives -------------------------------------------------------------------------------------------------


def _npz(data: bytes, draw: random.Random) -> bytes:
    import numpy as np

    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    name = draw.choice(list(arrays))
    array = arrays[name]
    pickled = compressed = False
    match draw.randrange(10):
        case 0 | 1 | 2:
            head = json.loads(bytes(arrays["head"]))
            arrays["head"] = np.frombuffer(json.dumps(changed(head, draw)).encode(), np.uint8)
        case 3:
            del arrays[name]
        case 4:
            arrays[name] = array.astype(draw.choice(["f4", "i8", "c16", "u1", "S3", ">f8"]))
        case 5:
            arrays[name] = draw.choice([array[:-1], array[None], np.zeros(0), np.array(3.0), np.tile(array, 2)])
        case 6:
            odd = np.array(array, copy=True)
            if odd.dtype.kind == "f" and odd.size:
                with np.errstate(over="ignore"):  # 1e300 becomes infinite where numbers are short
                    odd.flat[draw.randrange(odd.size)] = draw.choice([np.nan, np.inf, -np.inf, 1e300, -5.0])
            arrays[name] = odd
        case 7:
            arrays[name], pickled = np.array([{"a": 1}], object), True
        case 8:
            compressed = True
            arrays[name] = np.zeros(3_000_000)
        case 9:
            arrays[draw.choice(["../x", "head.npy", "é"])] = array
    out = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(out, allow_pickle=pickled, **arrays)
    if draw.random() < 0.1:  # the same entry twice
        with warnings.catch_warnings(), zipfile.ZipFile(out, "a") as archive:
            warnings.simplefilter("ignore")
            archive.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00v\x00{'descr': __import__('os'), }")
    return out.getvalue()


# -- text -------------------------------------------------------------------------------------------------------------


def _text(data: bytes, draw: random.Random) -> bytes:
    words = re.findall(r"\w+|\s+|[^\w\s]", data.decode())
    for _ in range(draw.choice([1, 2, 5])):
        at = draw.randrange(len(words))
        match draw.randrange(4):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[draw.randrange(len(words))])
            case 2:
                words[at] = str(draw.choice([*NUMBERS, *TEXTS]))
            case 3:
                there = draw.randrange(len(words))
                words[at], words[there] = words[there], words[at]
    return "".join(words).encode("utf-8", "surrogatepass")
