"""Commands on games without a last round."""

from __future__ import annotations

import io
import json

import pytest

COMMANDS = ("dominance", "normal-form", "qre", "report")


def test_size_says_that_the_tree_has_no_end(told):
    status, out, err = told("size", "tag", "--json")
    assert status == 0 and json.loads(out) == {"states": 61, "endless": True, "decisions": [12, 12]}
    assert "without end: states come again" in told("size", "tag")[1]


def test_show_lists_states(told):
    status, out, err = told("show", "gamblers_ruin")
    assert status == 0
    rows = [line.split() for line in out.splitlines() if line.startswith("  money")]
    assert ["money", "3", "stake", "3", "1", "2511/8000"] in rows and len(rows) == 7
    found = json.loads(told("show", "gamblers_ruin", "--json")[1])
    assert found["states"][0]["variables"] == {"money": "3"} and len(found["states"]) == 7


def test_show_says_how_many_states_are_left_out(told):
    assert "… 257 more states of first" in told("show", "pig", "--player", "first", "--limit", "4")[1]


def test_facts_name_no_state(told):
    status, out, err = told("show", "tag", "--at", "begins")
    assert status == 2 and "--after MOVES" in err


def test_a_saved_solution_is_certified_again_and_played(tmp_path, told, monkeypatch):
    path = str(tmp_path / "pig.parquet")
    assert told("solve", "pig", "-p", "goal=3", "-o", path)[0] == 0
    status, out, err = told("certify", path)
    assert status == 0 and "certified exactly: no player can gain more than 0" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("roll\n" * 50))
    status, out, err = told("play", path, "--seed", "1", "--hands", "1")
    assert status == 0 and "payoffs: first" in out


def test_a_damaged_file_is_refused(tmp_path, told):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "tag.parquet"
    assert told("solve", "tag", "-o", str(path))[0] == 0
    table = pq.read_table(path)
    for numbers in ([0.5] * (len(table) - 1), [-1.0, 2.0] + [0.5] * (len(table) - 2)):
        pq.write_table(pa.table([pa.array(numbers)], schema=table.schema), path, use_dictionary=False)
        status, out, err = told("certify", str(path))
        assert status == 2 and "GK511" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_that_need_a_tree_refuse(command, told, tmp_path):
    more = ["-o", str(tmp_path / "tag.html")] if command == "report" else []
    status, out, err = told(command, "tag", *more)
    assert status == 2 and "can go on for ever" in err
