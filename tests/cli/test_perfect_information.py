"""Solutions that are not listed, on the command line."""

from __future__ import annotations

import json

from galakit.cli.main import main

LARGE = ["nim", "-p", "piles=[4,5,6,7]", "--method", "backward"]


def test_a_solution_that_cannot_be_listed_is_summed_up(capsys):
    assert main(["show", *LARGE]) == 0
    shown = capsys.readouterr().out
    assert "349,047,171,877 nodes from 541 states\n" in shown
    assert (
        "certified exactly: no player can gain more than 0" in shown
        and "play: first: take 1 of ●●●●, second: take " in shown
    )
    assert "--after MOVES shows those after some moves" in shown


def test_what_is_played_after_some_moves_is_shown(capsys):
    assert main(["show", *LARGE, "--after", "take(4,4)"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("second\nknows\n") and "belief the player knows the state" in shown
    assert main(["show", *LARGE, "--after", "take( 4, 4 )", "--json"]) == 0
    (here,) = json.loads(capsys.readouterr().out)["information_sets"]
    assert here["player"] == "second" and here["moves"][3] == {"move": "take(4,5)", "probability": "1", "value": "1"}


def test_a_list_that_cannot_be_is_refused(capsys, tmp_path):
    assert main(["show", *LARGE, "--player", "first"]) == 2
    assert "GK630" in capsys.readouterr().err
    assert main(["solve", *LARGE, "-o", str(tmp_path / "nim.json")]) == 2
    assert "GK630" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_search_that_is_not_certified_says_so(capsys):
    assert main(["solve", "connect_k", "--method", "alpha-beta", "--limit-states", "30"]) == 0
    assert "not certified: the search alone says that no player can gain more than 0" in capsys.readouterr().out


def test_wrong_options_are_told(capsys):
    for option in ("star=3", "table=perhaps", "bounds=1..0", "bounds=1", "depth=0", "bounds=a..b"):
        assert main(["solve", "nim", "--method", "alpha-beta", "--with", option]) == 2
        assert "GK612" in capsys.readouterr().err
