"""`galakit qre`: what it prints, draws and refuses."""

from __future__ import annotations

import json

import pytest

SEEN = """player,facts,move,count
sender,weak,beer,31
sender,weak,quiche,69
receiver,beer,fight,35
receiver,beer,leave,65
"""


def test_responses_are_shown_at_some_precisions(told_lines):
    status, lines, err = told_lines("qre", "kuhn", "--precision", "0.5", "--precision", "20", "--limit", "1")
    assert (status, err) == (0, "")
    assert lines == [
        "kuhn  cards=3",
        "",
        "player  knowing  move   λ = 0.5      20",
        "first   J        check   0.4939  0.8049",
        "                 bet     0.5061  0.1951",
        "… 11 more information sets (--limit)",
    ]


def test_the_curve_in_json(told_lines):
    status, lines, err = told_lines("qre", "stag_hunt", "--json")
    found = json.loads("\n".join(lines))
    assert (status, err) == (0, "")
    first = found["information_sets"][0]["moves"]
    assert found["precisions"][0] == 0 and [m["probabilities"][0] for m in first] == [0.5, 0.5]
    assert all(len(m["probabilities"]) == len(found["precisions"]) for m in first)


def test_the_precision_of_observed_play_is_fitted(told_lines, tmp_path):
    path = tmp_path / "seen.csv"
    path.write_text(SEEN)
    status, lines, err = told_lines("qre", "beer_quiche", "--observed", str(path), "--limit", "1")
    assert (status, err) == (0, "")
    assert lines[2] == "fitted precision 0.7719  (95 %: 0.4492 to 1.146)"
    assert lines[3] == "200 observations, log-likelihood -126.85, 11.78 above uniform play"
    status, lines, _ = told_lines("qre", "beer_quiche", "--observed", str(path), "--json")
    assert json.loads("\n".join(lines))["fit"]["observations"] == 200


def test_an_interval_that_ends_with_the_curve_is_open(told_lines, tmp_path):
    path = tmp_path / "seen.csv"
    path.write_text("player,facts,move,count\nsender,strong,beer,90\n")
    assert " and beyond)" in told_lines("qre", "beer_quiche", "--observed", str(path))[1][2]


def test_curves_are_drawn(told_lines, tmp_path):
    first, again = tmp_path / "first.svg", tmp_path / "again.svg"
    for path in (first, again):
        assert told_lines("qre", "beer_quiche", "--plot", str(path))[0] == 0
    assert first.read_bytes() == again.read_bytes() and b"<svg" in first.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--precision", "-1"), "error[GK614]: `-1.0` is not a precision"),
        (("--precision", "1e99"), "give a number from 0 to"),
        (("--plot", "curves.doc"), "error[GK509]"),
        (("--observed", "missing.csv"), "missing.csv"),
    ],
)
def test_what_makes_no_sense_is_refused(told_lines, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, _, err = told_lines("qre", "kuhn", *words)
    assert status == 2 and said in err and "Traceback" not in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the first line must name the columns"),
        ("player,move\n", "the first line must name the columns"),
        ("player,facts,move,count\nsender,weak,beer,many\n", "line 2: `many` is not how often"),
        ("player,facts,move,count\nsender,weak,beer\n", "line 2: `` is not how often"),
        ("player,facts,move,count\nsender,weak,wine,3\n", "there is no move wine"),
        ("player,facts,move,count\nsender,tall,beer,3\n", "tall"),
        ("player,facts,move,count\n", "no move was seen"),
        ("player,facts,move,count\nsender," + 200_000 * "x" + ",beer,3\n", "field larger than field limit"),
    ],
)
def test_observations_that_cannot_be_read_are_refused(told_lines, tmp_path, text, said):
    path = tmp_path / "seen.csv"
    path.write_text(text)
    status, _, err = told_lines("qre", "beer_quiche", "--observed", str(path))
    assert status == 2 and said in err
