"""Ways of shrinking as options of the solver: what they leave, and what is said when something was lost."""

from __future__ import annotations

import json

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError


@pytest.mark.parametrize(("way", "classes"), [("none", "30 + 30"), ("symmetries", "15 + 15"), ("gameshrink", "9 + 9")])
def test_a_lossless_way_is_not_remarked_on(way, classes):
    solution = gk.solve(gk.load("leduc"), "factored", shrink=way, gap=0.01)
    assert solution.found["classes at the last stage"] == classes and solution.found["shrunk by"] == way
    assert solution.warnings == ()
    assert float(sum(solution.certificate.gains)) <= 0.01
    assert solution.value[0] == pytest.approx(-0.0856, abs=0.01)


def test_a_way_that_lost_something_is_found_out_by_the_certificate():
    solution = gk.solve(gk.load("leduc"), "factored", shrink="histograms", gap=0.01)
    assert solution.gap > 0.2
    (warning,) = solution.warnings
    assert "shrink=histograms lost something: in the smaller game both players together could gain 0.0" in warning


def test_single_precision_is_no_loss():
    assert gk.solve(gk.load("leduc"), "factored", shrink="gameshrink", gap=0.01, single=True).warnings == ()


def test_a_strategy_is_the_same_for_all_signals_of_a_class():
    solution = gk.solve(gk.load("leduc"), "factored", shrink="gameshrink", iterations=50)
    here = solution.at("first", "private((1,3))").probabilities
    assert solution.at("first", "private((2,3))").probabilities == here


@pytest.mark.parametrize(
    ("game", "way", "message"),
    [
        ("leduc", "magic", "no way to shrink called magic"),
        ("liars_dice", "gameshrink", "GameShrink does not suit this game: payoffs must rise with one order of signals"),
    ],
)
def test_what_cannot_be_is_said(game, way, message):
    with pytest.raises(GalakitError, match=message):
        gk.solve(gk.load(game, **({"faces": 2} if game == "liars_dice" else {})), "factored", shrink=way)


def test_the_size_under_every_way_is_told(capsys):
    assert main(["size", "leduc", "--shrink", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["shrink"]
    assert told["none"] == {"classes": [[6, 30], [6, 30]], "lp_rows": 1562, "nonzeros": None}
    assert [told[way]["lp_rows"] for way in ("symmetries", "gameshrink", "histograms")] == [782, 482, 382]
    assert main(["size", "liars_dice", "-p", "faces=2", "--shrink"]) == 0
    assert "gameshrink: GameShrink does not suit this game" in capsys.readouterr().out
    assert main(["size", "nim", "--shrink"]) == 0  # nothing is drawn, so the tree is looked at node by node
    assert "isomorphic    209             65              64" in capsys.readouterr().out
