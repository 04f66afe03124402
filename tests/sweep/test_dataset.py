"""The table: DuckDB and pandas open its folder, rows are never lost or there twice, and types stay what they are."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import replace

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from galakit.errors import GalakitError
from galakit.sweep import dataset as datasets
from galakit.sweep.columns import columns_of, entries
from galakit.sweep.dataset import ASIDE, Dataset, parts, read_manifest, read_rows, write_manifest
from sweep.studies import kuhn


def row(cell, **more):
    return {"cell": cell.id, "game": "kuhn", "method": "lp", "status": "solved", **more}


def cells_in(folder):
    return [row["cell"] for path in parts(folder) for row in read_rows(path)]


@pytest.fixture
def plan(tmp_path):
    plan = kuhn(tmp_path, 3, 4, 5, 6)
    plan.output.mkdir()
    return plan


def test_pandas_and_duckdb_open_the_folder_with_numbers_of_any_size(plan):
    table = Dataset(plan.output, columns_of(plan))
    sizes = [7, 10**30, 10**400, None]
    for cell, size in zip(plan.cells, sizes):
        table.add([row(cell, **entries("nodes", size), cards=3.0, cards_exact="3")])
    write_manifest(plan.output, plan, table.columns)
    (plan.output / "_running").mkdir()
    (plan.output / "_running" / "lock").write_text("")
    found = pd.read_parquet(plan.output)
    assert found.nodes.dtype == "float64" and found.nodes.iloc[:3].tolist() == [7.0, 1e30, math.inf]
    assert found.nodes_exact.tolist()[:3] == ["7", "1" + "0" * 30, "1" + "0" * 400]
    duckdb = pytest.importorskip("duckdb")
    query = f"select sum(cards), count(*), typeof(any_value(nodes)) from '{plan.output}/*.parquet'"
    assert duckdb.sql(query).fetchall() == [(12.0, 4, "DOUBLE")]


def test_a_file_is_full_after_so_many_rows(plan, monkeypatch):
    monkeypatch.setattr(datasets, "ROWS", 3)
    table = Dataset(plan.output, columns_of(plan))
    for cell in plan.cells:
        table.add([row(cell)])
    assert [pq.read_metadata(path).num_rows for path in parts(plan.output)] == [3, 1]
    assert cells_in(plan.output) == [cell.id for cell in plan.cells]


def test_other_runs_are_read_once_and_again_when_they_have_more(plan):
    first, second = (Dataset(plan.output, columns_of(plan)) for _ in range(2))
    first.add([row(plan.cells[0])])
    assert [r["cell"] for r in second.new_rows()] == [plan.cells[0].id] and list(second.new_rows()) == []
    second.add([row(plan.cells[1])])
    first.add([row(plan.cells[2])])
    assert {r["cell"] for r in second.new_rows()} == {plan.cells[0].id, plan.cells[2].id}
    assert sorted(cells_in(plan.output)) == sorted(cell.id for cell in plan.cells[:3])


def test_rows_of_another_study_are_set_aside_and_come_back(plan):
    columns = columns_of(plan)
    table = Dataset(plan.output, columns)
    ids = [cell.id for cell in plan.cells]
    table.add([row(cell, gap=0.5) for cell in plan.cells])
    Dataset(plan.output, columns).keep_only(set(ids[:2]))
    assert cells_in(plan.output) == ids[:2] and cells_in(plan.output / ASIDE) == ids[2:]
    Dataset(plan.output, columns).keep_only({ids[1], ids[2]})
    assert sorted(cells_in(plan.output)) == sorted(ids[1:3])
    Dataset(plan.output, columns).keep_only(set(ids))
    assert sorted(cells_in(plan.output)) == sorted(ids)
    Dataset(plan.output, columns).keep_only(set(ids[:1]))
    Dataset(plan.output, columns).keep_only(set(ids))
    assert sorted(cells_in(plan.output)) == sorted(ids)
    assert all(row["gap"] == 0.5 for path in parts(plan.output) for row in read_rows(path))


def test_all_files_get_the_columns_of_the_study(plan, tmp_path):
    Dataset(plan.output, columns_of(plan)).add([row(plan.cells[0], bluff=0.25)])
    wider = kuhn(tmp_path, 3, 4, game={"methods": ["lp", "cfr"]})
    wider = replace(wider, quantities=wider.quantities[1:])
    table = Dataset(wider.output, columns_of(wider))
    table.keep_only({plan.cells[0].id})
    (path,) = parts(wider.output)
    assert pq.read_schema(path).names == [column.name for column in table.columns]
    assert next(iter(read_rows(path)))["bluff"] == 0.25


def test_forgotten_rows_are_gone_and_not_aside(plan):
    table = Dataset(plan.output, columns_of(plan))
    table.add([row(cell) for cell in plan.cells])
    ids = {cell.id for cell in plan.cells}
    Dataset(plan.output, columns_of(plan)).keep_only(ids, forgotten={plan.cells[0].id})
    assert plan.cells[0].id not in cells_in(plan.output) and not (plan.output / ASIDE).exists()


WRITING = """
import resource, secrets, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from galakit.errors import GalakitError
from galakit.sweep.columns import columns_of
from galakit.sweep.dataset import Dataset
from sweep.studies import kuhn
plan = kuhn(Path({folder!r}), *range(3, 60))
table = Dataset(plan.output, columns_of(plan))
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
for cell in plan.cells:
    try:
        table.add([{{"cell": cell.id, "status": "solved", "reason": secrets.token_hex(500)}}])
    except GalakitError as error:
        print(error.diagnostics[0].id, error.diagnostics[0].message)
        break
"""


def test_a_full_disk_is_told_and_nothing_that_was_written_is_lost(plan, tmp_path):
    tests = str(__import__("pathlib").Path(__file__).parent.parent)
    code = WRITING.format(tests=tests, folder=str(tmp_path), limit=30_000)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("GK768 the results cannot be written to"), done.stdout + done.stderr
    assert "File too large" in done.stdout
    (path,) = plan.output.iterdir()
    assert len(list(read_rows(path))) >= 3


def test_what_is_no_table_is_refused_and_the_message_names_the_file(plan):
    (plan.output / "part-1.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(GalakitError, match=r"(?s)part-1.parquet.*damaged.*sweep the study again"):
        list(read_rows(plan.output / "part-1.parquet"))
    pd.DataFrame({"x": [1.0]}).to_parquet(plan.output / "part-2.parquet")
    with pytest.raises(GalakitError, match="no column `cell`"):
        list(read_rows(plan.output / "part-2.parquet"))


def test_a_text_that_unpacks_to_gigabytes_is_not_read(plan):
    table = pa.table({"cell": ["x" * 2_000_000] * 50})
    pq.write_table(table, plan.output / "part-1.parquet", compression="zstd", use_dictionary=False)
    assert (plan.output / "part-1.parquet").stat().st_size < 200_000
    with pytest.raises(GalakitError, match="unpacks to more bytes"):
        list(read_rows(plan.output / "part-1.parquet"))


def test_a_folder_without_a_study_or_with_a_damaged_one_is_named(plan):
    with pytest.raises(GalakitError, match="there is no study in"):
        read_manifest(plan.output)
    (plan.output / "_study.json").write_text(json.dumps({"format": 1, "name": 3}))
    with pytest.raises(GalakitError, match="GK769"):
        read_manifest(plan.output)
