"""`galakit team`: what it prints and refuses."""

from __future__ import annotations

import json


def test_with_and_without_correlation(told_lines):
    status, lines, err = told_lines("team", "team_pennies", "--players", "ann, bob")
    assert (status, err) == (0, "")
    assert lines[3] == "ann, bob against adversary, each drawing alone: sure of 1/4 (each of them)"
    assert lines[5] == "certified exactly: adversary can hold them to 1/4"
    status, lines, err = told_lines("team", "team_pennies", "--players", "ann,bob", "--correlated", "--limit", "1")
    assert (status, err) == (0, "")
    assert lines[6] == "proved exactly: they can be sure of no more than 1/2"
    assert "… 1 more joint plans (--limit)" in lines


def test_json(told):
    status, out, _ = told("team", "team_pennies", "--players", "ann,bob", "--correlated", "--json")
    found = json.loads(out)
    assert status == 0 and (found["value"], found["bound"], found["adversary"]) == ("1/2", "1/2", "adversary")
    assert [joint["probability"] for joint in found["lottery"]] == ["1/2", "1/2"]


def test_strategies_are_saved_but_no_lottery(told, tmp_path):
    file = str(tmp_path / "team.json")
    assert told("team", "team_pennies", "--players", "ann,bob", "-o", file)[0] == 0
    assert told("show", file)[0] == 0
    status, _, err = told("team", "team_pennies", "--players", "ann,bob", "--correlated", "-o", file)
    assert status == 2 and "cannot be saved" in err


def test_an_answer_that_is_not_close_enough_ends_with_status_3(told):
    words = ("--players", "ann,bob", "-p", "sides=6", "--gap", "0", "--time-limit", "3")
    status, out, err = told("team", "team_pennies", *words)
    assert status == 3 and "not closer yet: they can be sure of no more than" in out and "exit status is 3" in err


def test_what_is_no_team_is_refused(told):
    status, _, err = told("team", "team_pennies", "--players", "ann")
    assert status == 2 and "--players ann,bob" in err
