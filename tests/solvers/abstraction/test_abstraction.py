"""Ever finer abstractions: what is said about each holds in the full game."""

from __future__ import annotations

import json
import signal

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import plan_of
from galakit.solution.certificate import certify

KUHN = -1 / 18
LEDUC = -0.0856064  # OpenSpiel's value of Leduc Hold'em for the first player


def bounds(solution):
    return [x for what, x in solution.found.items() if what.startswith("bound ")]


def certified_in_the_tree(solution, game):
    """The sum of both gains, found in the unfolded game by other code."""
    form = Game(game.rules).form
    plans = [plan_of(form, p, strategy) for p, strategy in enumerate(solution.policy.strategies(form))]
    return sum(certify(form, plans).gains)


@pytest.mark.parametrize(
    ("name", "params", "options"),
    [
        ("kuhn", {"cards": 7}, {"classes": "3"}),
        ("kuhn", {"cards": 7}, {"classes": "2/3/5", "by": "kmeans"}),
        ("leduc", {}, {"threshold": "3,1"}),
        ("leduc", {}, {"classes": "3,5", "public": True}),
        ("liars_dice", {"faces": 3}, {"classes": [2]}),
    ],
)
def test_the_bound_is_what_both_players_can_gain_in_the_unfolded_game(name, params, options):
    game = gk.load(name, **params)
    solution = gk.solve(game, "abstraction", **options)
    lower, upper = solution.found["value at least"], solution.found["value at most"]
    assert certified_in_the_tree(solution, game) == pytest.approx(upper - lower, abs=1e-9)
    assert all(gain >= -1e-9 for gain in solution.certificate.gains)
    assert upper - lower <= min(bounds(solution)) + 1e-9
    assert solution.gap <= upper - lower + 1e-9
    value = float(gk.solve(game, "lp", exact=False).value[0])
    assert lower - 1e-9 <= value <= upper + 1e-9


@pytest.mark.parametrize(("name", "value", "by"), [("kuhn", KUHN, "matching"), ("leduc", LEDUC, "kmeans")])
def test_the_last_abstraction_leaves_nothing_out(name, value, by):
    solution = gk.solve(gk.load(name), "abstraction", by=by, finer=2)
    assert len(bounds(solution)) > 1
    assert bounds(solution)[-1] < 0.01 < bounds(solution)[0]
    assert solution.found["value at least"] - 1e-9 <= value <= solution.found["value at most"] + 1e-9


def test_each_player_keeps_his_best_strategy_wherever_it_was_found():
    game = gk.load("leduc")
    solution = gk.solve(game, "abstraction", classes="3,9/1,3")
    alone = [gk.solve(game, "abstraction", classes=classes) for classes in ("3,9", "1,3")]
    assert solution.found["value at least"] == pytest.approx(max(s.found["value at least"] for s in alone), abs=0.05)
    assert sum(solution.certificate.gains) <= min(bounds(solution)) + 1e-9


def test_finer_abstractions_that_are_worse_are_told():
    solution = gk.solve(gk.load("leduc", ranks=4), "abstraction", by="kmeans", classes="4,5/4,6")
    assert bounds(solution)[1] > bounds(solution)[0]
    assert any("4/6 classes are worse than 4/5 classes" in w for w in solution.warnings)


def test_it_stops_when_the_bound_is_small_enough():
    solution = gk.solve(gk.load("leduc", ranks=5), "abstraction", finer=2, gap=0.5)
    assert bounds(solution)[-1] <= 0.5 and solution.gap <= 0.5
    assert solution.found["value at most"] - solution.found["value at least"] > 0.01  # and did not go on


def test_time_that_is_up_leaves_the_best_so_far_and_a_warning():
    game = gk.load("leduc", ranks=6)
    gk.solve(game, "abstraction", finer=2, gap=1.0)  # what draws mean is known: the time goes into solving
    solution = gk.solve(game, "abstraction", finer=2, time_limit=0.01)
    assert len(bounds(solution)) == 1
    assert any("stopped by time" in w for w in solution.warnings)


def test_an_interrupt_leaves_the_best_so_far():
    told = []

    def progress(stage, done, total):
        told.append(stage)
        if stage.startswith("abstraction 2 (") and "minimising" in stage and "wished" not in told:
            told.append("wished")
            signal.raise_signal(signal.SIGINT)

    solution = gk.solve(
        gk.load("rhode_island", ranks=4, suits=2), "abstraction", classes="2,4,8/4,20,60/4,24,90", progress=progress
    )
    assert len(bounds(solution)) == 2
    assert any("stopped by interrupt" in w for w in solution.warnings)
    assert any("value between" in stage for stage in told)


def test_bounds_are_told_to_people_and_programs(capsys):
    words = ["solve", "leduc", "--method", "abstraction", "--with", "threshold=2", "--gap", "0.01"]
    assert main(words) == 3  # so coarse a game has no equilibrium with that gap in the full one
    seen = capsys.readouterr()
    assert "bound 1 (" in seen.out and "value at least" in seen.out
    assert main([*words, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["found"]["value at most"] - told["found"]["value at least"] == pytest.approx(
        sum(told["gains"]) if "gains" in told else sum(told["certificate"]["gains"]), abs=1e-9
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "magic"}, "no way to abstract called magic"),
        ({"classes": "3,0"}, "numbers of classes per round"),
        ({"classes": "many"}, "numbers of classes per round"),
        ({"threshold": "-1"}, "not negative"),
        ({"threshold": "1", "classes": "3"}, "a threshold or numbers of classes"),
        ({"threshold": "1", "by": "kmeans"}, "a threshold or numbers of classes"),
        ({"finer": "1"}, "a number above 1"),
        ({"update": "magic"}, "no update called magic"),
        ({"exact": True}, "never exact"),
    ],
)
def test_wrong_options_are_said(options, message):
    with pytest.raises(GalakitError, match=message):
        gk.solve(gk.load("kuhn"), "abstraction", **options)


def test_games_that_do_not_suit_are_refused_with_the_reason():
    with pytest.raises(GalakitError, match="3 player"):
        gk.solve(gk.load("three_player_kuhn"), "abstraction")
    with pytest.raises(GalakitError, match="gains is not what the other loses"):
        gk.solve(gk.load("principal_agent"), "abstraction")
