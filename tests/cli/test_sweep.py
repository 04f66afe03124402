"""`galakit sweep` as a user meets it."""

from __future__ import annotations

import json

import pytest

import galakit as gk
from galakit.cli.main import main

STUDY = """
name = "cards"
output = "out"
[[game]]
source = "kuhn"
params.cards = [3, 4, "five"]
methods = ["lp"]
quantities = { value = "value.first", bluff = "range first: card(1) = bet" }
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A study that was swept, with a cell that fails."""
    file = tmp_path_factory.mktemp("study") / "cards.toml"
    file.write_text(STUDY)
    return str(file)


@pytest.fixture(scope="module")
def printed(study, tmp_path_factory):
    """What the sweep prints: the exit status, the table."""
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(["sweep", study])
    return code, out.getvalue()


def test_a_sweep_prints_its_table_and_what_failed(printed):
    code, text = printed
    lines = [line.split() for line in text.splitlines()]
    assert code == 3 and text.startswith("cards  3 cells: 2 solved, 1 failed\n")
    assert ["cards", "method", "status", "value", "bluff", "gap", "seconds"] in lines
    (three,) = (line for line in lines if line[:3] == ["3", "lp", "solved"])
    assert three[3] == "-1/18" and three[5:8] == ["[0,", "1/3]", "0"]
    assert ["five", "lp", "failed"] in [line[:3] for line in lines] and "galakit sweep plot" in text


def test_the_same_as_json_without_solving_anything_again(printed, study, capsys):
    assert main(["sweep", study, "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert (found["cells"], found["solved_now"], found["statuses"]) == (3, 0, {"solved": 2, "failed": 1})
    assert [row["cards_exact"] for row in found["rows"]] == ["3", "4", "five"]
    assert found["rows"][0]["value_exact"] == "-1/18" and found["rows"][0]["cards"] == 3.0


def test_how_far_a_study_is(printed, study, tmp_path, capsys):
    assert main(["sweep", "status", study]) == 0
    text = capsys.readouterr().out
    assert text.startswith("cards  3 of 3 cells: 2 solved, 1 failed") and "1 failed" in text
    assert main(["sweep", "status", study.replace("cards.toml", "out"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["done"] == found["cells"] == 3 and found["reasons"][0]["status"] == "failed"


def test_a_dry_run_lists_cells_and_makes_nothing(printed, study, tmp_path, capsys):
    assert main(["sweep", study, "--dry-run", "-o", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "3 cells, 3 to be solved" and not (tmp_path / "new").exists()
    assert main(["sweep", "--dry-run", study, "--json"]) == 0
    assert [cell["status"] for cell in json.loads(capsys.readouterr().out)["cells"]] == ["solved", "solved", "failed"]


def test_the_frame_in_python_is_the_same_table(printed, study):
    table = gk.sweep(study)
    assert table.status.tolist() == ["solved", "solved", "failed"]
    assert table.bluff_most_exact[0] == "1/3" and table.cards.dtype == "float64"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.toml"], "GK501"),
        (["study.toml", "--address", "127.0.0.1:1"], "GK770"),
        (["study.toml", "--engine", "ray", "--address", "ray://x:1"], "GK770"),
        (["status", "nowhere"], "GK501"),
        (["study.toml", "--output", "study.toml"], "GK507"),
    ],
)
def test_mistakes_end_with_a_message(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.toml").write_text(STUDY)
    assert main(["sweep", *words]) == 2
    printed = capsys.readouterr()
    assert said in printed.err and printed.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]
