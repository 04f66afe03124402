"""`galakit commit`: what it prints, draws, saves and refuses."""

from __future__ import annotations

import json


def test_an_announced_inspection(told_lines):
    status, lines, err = told_lines("commit", "treaty", "--leader", "inspector")
    assert (status, err) == (0, "")
    assert lines[3:11] == [
        "  player              expects",
        "  inspector  leads      -1/12",
        "  inspectee  follows        0",
        "",
        "certified exactly: inspectee can gain no more than 0 by another reply",
        "proved exactly: no commitment brings inspector more than -1/12",
        "the best equilibrium brings inspector -1/3, 1/4 less",
        "if inspectee broke ties against inspector: -5/6",
    ]


def test_pure_commitment_and_equilibrium_can_be_worth_the_same(told_lines):
    status, lines, _ = told_lines("commit", "stag_hunt", "--leader", "first", "--pure")
    assert status == 0 and "the best equilibrium brings first 4, as much" in lines


def test_json(told):
    status, out, err = told("commit", "treaty", "--leader", "inspector", "--json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert (found["leader"], found["bound"], found["equilibrium"], found["advantage"]) == (
        "inspector",
        "-1/12",
        "-1/3",
        "1/4",
    )
    assert found["complete"] is found["exact_bound"] is True and found["follower_gain"] == "0"
    assert [m["probability"] for m in found["strategies"]["inspector"][0]["moves"]] == ["1/3", "2/3"]


def test_it_is_saved_and_drawn(told, tmp_path):
    file, picture = tmp_path / "treaty.json", tmp_path / "treaty.svg"
    status, out, _ = told("commit", "treaty", "--leader", "inspector", "-o", str(file), "--plot", str(picture))
    assert status == 0 and "saved to" in out and b"<svg" in picture.read_bytes()
    assert told("show", str(file))[0] == 0


def test_what_cannot_be_found_is_refused(told):
    for words, said in (
        (("voting", "--leader", "first"), "one leader and one follower are needed"),
        (("treaty", "--leader", "judge"), "there is no player judge"),
        (("treaty", "--leader", "inspector", "-o", "treaty.txt"), "treaty.txt"),
    ):
        status, _, err = told("commit", *words)
        assert status == 2 and said in err
