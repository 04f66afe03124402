"""Files that would unpack to more than their solution needs are refused before they are unpacked, and so are odd numbers."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import galakit as gk
from galakit.decoding import DIGITS, decode_fraction, decode_json, encode_fraction
from galakit.errors import GalakitError
from galakit.solution.tree import files as listed_files

ROOM = 2_500_000_000  # bytes of address space for a process that refuses a file: what Python and its libraries take

READ = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({ROOM}, {ROOM}))
from galakit.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def refused(*words):
    """What a command says that must not take memory."""
    done = subprocess.run([sys.executable, "-c", READ, *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2, done.stdout + done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory):
    path = tmp_path_factory.mktemp("bounded") / "kuhn.parquet"
    gk.solve(gk.load("kuhn"), "cfr+", iterations=20).save(path)
    return path


def head_of(path):
    return json.loads(pq.read_schema(path).metadata[b"galakit"])


def write(table, head, path, **options):
    meta = {b"galakit": json.dumps(head).encode()}
    pq.write_table(table.replace_schema_metadata(meta), path, compression="zstd", **options)
    return path


def repeated(rows):
    """So many rows, the same again and again: a few kilobytes."""
    move = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array(["pass"]))
    facts = pa.ListArray.from_arrays(np.arange(rows + 1, dtype=np.int32), move)
    number = pa.array(np.zeros(rows))
    columns = {"player": move, "information_set": pa.array(np.arange(rows)), "facts": facts, "move": move}
    return pa.table(columns | dict.fromkeys(("probability", "value", "reach"), number))


def test_more_rows_than_the_game_has_sequences(kuhn, tmp_path):
    path = write(repeated(3_000_000), head_of(kuhn), tmp_path / "rows.parquet")
    with pytest.raises(GalakitError, match="(?s)damaged.*has 3,000,000 rows, but its game has other sequences"):
        gk.load_solution(path)


def test_a_long_text_that_every_row_repeats(kuhn, tmp_path):
    table = pq.read_table(kuhn)
    long = pa.DictionaryArray.from_arrays(pa.array(np.zeros(len(table), np.int32)), pa.array(["x" * 80_000_000]))
    table = table.set_column(table.column_names.index("move"), "move", long)
    path = write(table, head_of(kuhn), tmp_path / "long.parquet")
    assert path.stat().st_size < 100_000
    assert "unpacks to more bytes than its values need" in refused("show", str(path))


def test_front_coded_texts_that_grow_when_they_are_read(kuhn, tmp_path):
    table = pq.read_table(kuhn)
    at = table.column_names.index("move")
    table = table.set_column(at, "move", table["move"].cast(pa.string()))
    path = write(
        table, head_of(kuhn), tmp_path / "front.parquet", use_dictionary=False,
        column_encoding={"move": "DELTA_BYTE_ARRAY"},
    )  # fmt: skip
    with pytest.raises(GalakitError, match="(?s)damaged.*unknown kind"):
        gk.load_solution(path)


def test_many_facts_in_a_row(kuhn, tmp_path):
    table = pq.read_table(kuhn)
    texts = pa.DictionaryArray.from_arrays(pa.array(np.zeros(30_000_000, np.int32)), pa.array(["x"]))
    ends = np.full(len(table) + 1, 30_000_000, np.int32)
    ends[0] = 0
    table = table.set_column(table.column_names.index("facts"), "facts", pa.ListArray.from_arrays(ends, texts))
    path = write(table, head_of(kuhn), tmp_path / "facts.parquet")
    with pytest.raises(GalakitError, match="(?s)damaged.*more or fewer values than rows"):
        gk.load_solution(path)


def test_pages_that_are_larger_than_their_column_says(kuhn, tmp_path):
    """The sizes in the footer are what the writer says: those in the pages are what is unpacked."""
    from galakit.solution.parquet import Column, needs, opened

    path = tmp_path / "pages.parquet"
    pq.write_table(pa.table({"x": pa.array(np.arange(100_000.0))}), path, use_dictionary=False, compression="zstd")
    assert needs(path, opened(path), {"x": Column("double")})[0].bytes >= 800_000
    with pytest.raises(ValueError, match="unpacks to more bytes"):
        needs(path, opened(path), {"x": Column("double", width=1, texts=0)})


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_a_checkpoint_that_unpacks_to_more_than_the_run_needs(name, tmp_path):
    method = "cfr+" if name == "kuhn" else "factored"
    path = tmp_path / "run.bin"
    gk.solve(gk.load(name), method, iterations=2, checkpoint=path)
    with np.load(path) as stored:
        arrays = dict(stored)
    large = io.BytesIO()
    np.save(large, np.zeros(10_000_000))
    first = next(key for key in arrays if key != "head")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for key, array in arrays.items():
            data = io.BytesIO()
            np.save(data, array)
            archive.writestr(f"{key}.npy", large.getvalue() if key == first else data.getvalue())
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint: it is compressed"):
        gk.solve(gk.load(name), method, iterations=2, checkpoint=path)
    np.savez(path.open("wb"), **arrays | {first: np.zeros(10_000_000)})
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint: it is too large for this game"):
        gk.solve(gk.load(name), method, iterations=2, checkpoint=path)


def test_json_larger_than_the_limit_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "kuhn.json"
    solution = gk.solve(gk.load("kuhn"))
    solution.save(path)
    monkeypatch.setattr(listed_files, "LARGEST_JSON", 1_000)
    with pytest.raises(GalakitError, match="larger than 1,000 bytes"):
        gk.load_solution(path)
    with pytest.raises(GalakitError, match=r"too many for JSON(?s:.*)\.parquet"):  # and none is written
        solution.save(tmp_path / "again.json")
    assert not (tmp_path / "again.json").exists()


@pytest.mark.parametrize(
    "text", ["1e999999999", "1e-999999999", "1/0", "0.5", "1/-2", "--1", "", "1/", "9" * (DIGITS + 1), "٣", " 1", "1_0"]
)
def test_what_is_no_fraction_is_refused_at_once(text):
    with pytest.raises(ValueError):
        decode_fraction(text)


def test_long_fractions_are_written_and_read(tmp_path):
    number = decode_fraction(f"-{'7' * 20_000}/{'3' * 9_999}2")
    assert decode_fraction(encode_fraction(number)) == number
    amounts = ", ".join(f"1/{10**900 + k}" for k in (1, 3, 7, 9, 13, 19, 21))
    flow = f"choose(nature, X, member(X, [{amounts}])), choose(a, _, member(_, [1, 2])), outcome([X, -(X)])"
    solution = gk.solve(gk.loads(f"game(long, [players : [a, b], flow : ({flow})])."))
    with pytest.raises(ValueError, match="4300 digits"):  # more than Python writes
        str(solution.value[0])
    for ending in ("json", "parquet"):
        solution.save(tmp_path / f"long.{ending}")
        assert gk.load_solution(tmp_path / f"long.{ending}").value == solution.value


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        "[NaN]",
        "[Infinity]",
        "[1e999]",
        "[" * 200_000,
        "[" + "9" * 5_000 + "]",
        '["\\ud800"]',
        "{",
        "",
    ],
)
def test_what_is_no_plain_json_is_refused_at_once(text):
    with pytest.raises(ValueError):
        decode_json(text)
