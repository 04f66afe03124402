"""`galakit sequential` and `galakit correlate` as a user meets them."""

from __future__ import annotations

import json

import pytest
from solution.assess.test_sequential import RELAYED, TIED

import galakit as gk
from galakit.cli.main import main

POKER = ["poker", "-p", "ranks=3", "-p", "cash=4"]


@pytest.fixture(scope="module")
def by_lp(tmp_path_factory):
    """An optimal strategy of poker that is careless after the other's mistakes."""
    path = str(tmp_path_factory.mktemp("saved") / "poker.json")
    assert main(["solve", *POKER, "-o", path]) == 0
    return path


def test_a_solution_is_judged_as_json_with_the_nearest_sequential_equilibrium(by_lp, capsys):
    assert main(["sequential", *POKER, "--of", by_lp, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sequential"] is False and found["gain"] == "23/6"
    assert {s["gain"] for s in found["information_sets"] if s["reached"]} == {"0"}
    nearest = found["nearest"]
    assert nearest["gap"] == "0" and nearest["value"] == ["1/18", "-1/18"]
    assert all(here["before"] != here["instead"] for here in nearest["differences"])


def test_a_saved_solution_is_judged(tmp_path, capsys):
    path = str(tmp_path / "kuhn.json")
    assert main(["solve", "kuhn", "--method", "quasi-perfect", "-o", path]) == 0
    assert main(["sequential", "kuhn", "--of", path, "--json"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed[printed.index("\n{") :])["gain"] == "0"


def test_a_long_list_of_better_moves_is_cut(by_lp, capsys):
    assert main(["sequential", *POKER, "--of", by_lp]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("not a sequential equilibrium") and "… and 6 more" in printed
    assert "my hand " in printed and "dealer bet " in printed and "myhand(" not in printed


def test_what_a_mediator_says_is_told_in_words(capsys):
    assert main(["correlate", "nim", "-p", "piles=[1,2]"]) == 0
    printed = capsys.readouterr().out
    assert (
        "take 1 of ●●, take 1 of ●" in printed
        and "chose take 1 of ●●, second took 1 of ●" in printed
        and "take(" not in printed
    )
    assert main(["correlate", "nim", "-p", "piles=[1,2]", "--json"]) == 0
    assert "take(1,1)" in capsys.readouterr().out


def test_correlated_equilibria_as_json(capsys):
    assert main(["correlate", "centipede", "--concept", "nfcce", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["concept"] == "nfcce" and found["exact"] and found["gap"] == 0
    assert found["value"] == ["120/11", "240/11"]


def test_the_methods_are_listed_as_used_only_when_named(capsys):
    assert main(["methods", "--json"]) == 0
    listed = {m["name"]: m for m in json.loads(capsys.readouterr().out)}
    assert not listed["quasi-perfect"]["automatic"] and not listed["extensive-perfect"]["automatic"]


def test_an_unknown_objective_is_an_error_with_the_known_ones(capsys):
    assert main(["correlate", "stag_hunt", "--objective", "fame"]) == 2
    assert "the objectives are welfare" in capsys.readouterr().err


def test_nothing_is_nearer_than_a_sequential_equilibrium(capsys):
    assert main(["sequential", "kuhn", "--method", "quasi-perfect", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nearest"] is None


def test_beliefs_in_conflict_are_named(tmp_path, capsys):
    game, path = tmp_path / "tied.efg", str(tmp_path / "tied.json")
    game.write_text(TIED % 1)
    gk.solve(gk.load(game), lock=RELAYED).save(path)
    assert main(["sequential", str(game), "--of", path]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("not a sequential equilibrium: no consistent beliefs justify what is played")
    assert "no consistent beliefs justify these together: Two knowing two; Three knowing" in printed
    assert "differs at 1 information set" in printed
