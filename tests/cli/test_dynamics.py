"""`galakit dynamics` and `galakit stability`: what they print, draw and refuse."""

from __future__ import annotations

import json

import pytest


def test_where_play_goes(told_lines):
    status, lines, _ = told_lines("dynamics", "stag_hunt", "--start", "0.7, 0.3", "--start", "0.8, 0.2")
    assert status == 0
    assert lines == [
        "stag_hunt  stag=4 hare=3",
        "replicator dynamics, one population",
        "shares of stag hare",
        "",
        "rests at  stability  eigenvalues  equilibrium",
        "1 0       sink       -1           yes",
        "0 1       sink       -3           yes",
        "3/4 1/4   source     0.75         yes",
        "",
        "from     to   still moves  gap  average's gap",
        "0.7 0.3  0 1            0    0          0.166",
        "0.8 0.2  1 0            0    0         0.0171",
    ]


def test_games_with_many_strategies_name_the_largest(told_lines):
    status, lines, _ = told_lines("dynamics", "kuhn", "--rule", "fictitious", "--time", "100")
    assert status == 0 and lines[3] == "rest points are listed for two players with few strategies"
    assert any("more" in line for line in lines)


def test_dynamics_in_json(told_lines):
    status, lines, _ = told_lines("dynamics", "stag_hunt", "--rule", "best-response", "--precision", "1", "--json")
    found = json.loads("\n".join(lines))
    assert status == 0
    assert found["precision"] == 1.0 and found["populations"] == [{"name": "everyone", "strategies": ["stag", "hare"]}]
    assert all(len(one["times"]) == len(one["states"]) for one in found["trajectories"])


@pytest.mark.parametrize(
    ("words", "size"),
    [
        (("stag_hunt",), 1),
        (("stag_hunt", "--each-role"), 1),
        (("rock_paper_scissors",), 1),
        (("rock_paper_scissors", "--each-role", "--rule", "fictitious"), 2),
        (("matching_pennies", "--rule", "best-response", "--precision", "2"), 1),
    ],
)
def test_portraits_are_drawn_the_same_every_time(told_lines, tmp_path, words, size):
    first, again = tmp_path / "first.svg", tmp_path / "again.svg"
    for path in (first, again):
        assert told_lines("dynamics", *words, "--time", "3", "--plot", str(path))[0] == 0
    assert first.read_bytes() == again.read_bytes() and first.read_bytes().count(b'<g id="axes_') == size


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dynamics", "stag_hunt", "--start", "1"), "error[GK711]: `1` is not a start"),
        (("dynamics", "stag_hunt", "--rule", "x"), "error[GK712]: there is no rule `x`"),
        (("dynamics", "leduc"), "error[GK713]: a player has about 10^"),
        (("dynamics", "kuhn", "--time", "1", "--plot", "kuhn.svg"), "error[GK714]"),
        (("dynamics", "stag_hunt", "--plot", "portrait.doc"), "error[GK509]"),
        (("dynamics", "matching_pennies", "--one-population"), "error[GK710]"),
        (("stability", "matching_pennies"), "error[GK710]"),
        (("stability", "public_goods"), "error[GK715]"),
    ],
)
def test_what_makes_no_sense_is_refused(told_lines, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, _, err = told_lines(*words)
    assert status == 2 and said in err and "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_stability_names_the_mutant(told_lines):
    status, lines, _ = told_lines("stability", "stag_hunt")
    assert status == 0
    assert lines[2:] == [
        "equilibrium         payoff  stability              because",
        "stag                     4  evolutionarily stable",
        "hare                     3  evolutionarily stable",
        "3/4 stag, 1/4 hare       3  unstable               hare invades: among its own",
        "                                                   it earns 3, residents 3/4",
        "",
        "certified exactly: no player can gain more than 0",
    ]
    status, lines, _ = told_lines("stability", "stag_hunt", "--json")
    found = json.loads("\n".join(lines))["equilibria"]
    assert [one["verdict"] for one in found] == ["evolutionarily stable"] * 2 + ["unstable"]
    assert found[2]["mutant"] == {"shares": ["0", "1"], "own": "3", "residents": "3/4"}


@pytest.mark.parametrize("start", ["1e400, 1", "1e999999999, 1", "9" * 5_000 + ", 1", "1/0, 1", "nan, 1", "-1, 2"])
def test_hostile_starts_are_refused(told_lines, start):
    status, _, err = told_lines("dynamics", "stag_hunt", "--start", start)
    assert status == 2 and "GK711" in str(err)


@pytest.mark.parametrize(
    "words",
    [
        ("commit", "stag_hunt", "--leader", "first", "--time-limit", "nan"),
        ("team", "team_pennies", "--players", "ann,bob", "--gap", "nan"),
    ],
)
def test_nan_is_no_limit(told_lines, words):
    status, _, err = told_lines(*words)
    assert status == 2 and "GK508" in str(err) and "nan" in str(err)
