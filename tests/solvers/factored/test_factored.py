"""Separated games solved from their rules: the certificate is that of the unfolded game."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import plan_of
from galakit.solution.certificate import certify
from tests.separated.random_draws import Program

CASES = [
    ("kuhn", {}), ("leduc", {}), ("liars_dice", {"faces": 3}), ("poker", {"ranks": 6, "cards": 2}),
    ("draw_poker", {}), ("three_partition", {}), ("goofspiel", {"cards": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "params"), CASES)
def test_the_certificate_in_the_full_game_is_that_of_the_tree(name, params):
    game = gk.load(name, **params)
    solution = gk.solve(game, "factored", iterations=40)
    form = Game(game.rules).form
    plans = [plan_of(form, p, strategy) for p, strategy in enumerate(solution.policy.strategies(form))]
    expected = certify(form, plans)
    assert solution.value == pytest.approx(expected.value, abs=1e-12)
    assert solution.certificate.gains == pytest.approx(expected.gains, abs=1e-12)


@pytest.mark.parametrize("seed", [80, 5083])
def test_who_meets_one_situation_after_several_draws_decides_by_what_they_have_in_common(seed):
    """In these games a draw that one player can tell apart decides whose turn it is."""
    game = gk.loads(Program(random.Random(seed)).text)
    solution = gk.solve(game, "factored", iterations=20)
    form = game.form
    expected = certify(form, [plan_of(form, p, strategy) for p, strategy in enumerate(solution.strategies)])
    assert solution.value == pytest.approx(expected.value, abs=1e-12)
    assert solution.certificate.gains == pytest.approx(expected.gains, abs=1e-12)


@pytest.mark.parametrize("update", ["cfr", "cfr+", "lcfr", "dcfr", "pcfr+", "pdcfr+", "hs-dcfr", "hs-pcfr+"])
def test_every_update_comes_to_the_value(update):
    game = gk.load("leduc")
    solution = gk.solve(game, "factored", update=update, iterations=400)
    assert solution.gap < 0.05
    assert solution.value[0] == pytest.approx(-0.0856, abs=0.02)


def test_symmetries_and_precision_change_little():
    game = gk.load("leduc")
    runs = [
        gk.solve(game, "factored", iterations=100, **options) for options in ({}, {"shrink": "none"}, {"single": True})
    ]
    assert [s.found["symmetries"] for s in runs] == [1, 0, 1]
    # Regrets that tie exactly are told apart by rounding, so runs drift apart a little.
    assert runs[1].value == pytest.approx(runs[0].value, abs=1e-3)
    assert runs[2].value == pytest.approx(runs[0].value, abs=1e-3)


def test_a_run_goes_on_from_its_checkpoint_as_if_it_had_never_stopped(tmp_path):
    game = gk.load("leduc")
    path = tmp_path / "run.npz"
    gk.solve(game, "factored", iterations=30, checkpoint=path)
    resumed = gk.solve(game, "factored", iterations=60, checkpoint=path)
    whole = gk.solve(game, "factored", iterations=60)
    assert resumed.certificate == whole.certificate
    path.write_bytes(b"nonsense")
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint"):
        gk.solve(game, "factored", iterations=60, checkpoint=path)


def test_a_strategy_is_looked_up_by_hand_and_board():
    solution = gk.solve(gk.load("rhode_island", ranks=4, suits=2), "factored", gap=1.0)
    here = solution.at("first", "hole((1,2)), chose(call), raise, chose(call), flop((2,3))")
    assert sum(here.probabilities.values()) == pytest.approx(1) and here.player == "first"
    twin = solution.at("first", "hole((2,2)), chose(call), raise, chose(call), flop((1,3))")
    assert twin.probabilities == here.probabilities
    with pytest.raises(GalakitError):
        solution.at("first", "hole((1,2)), chose(call), raise, chose(call), flop((1,2))")


def test_unlisted_solutions_are_simulated():
    solution = gk.solve(gk.load("rhode_island", ranks=4, suits=2), "factored", gap=0.5)
    assert not solution.able.list_all
    result = gk.simulate(solution, 300, seed=1)
    assert abs(result.mean[0] - solution.value[0]) < 5 * result.error[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exact": True}, "never exact"),
        ({"update": "magic"}, "no update called magic"),
        ({"iterations": "many"}, "whole number"),
    ],
)
def test_wrong_options_are_said(options, message):
    with pytest.raises(GalakitError, match=message):
        gk.solve(gk.load("kuhn"), "factored", **options)


def test_games_that_do_not_suit_are_refused_with_the_reason():
    with pytest.raises(GalakitError, match="3 player"):
        gk.solve(gk.load("three_player_kuhn"), "factored")
    with pytest.raises(GalakitError, match="depends on chance"):
        gk.solve(gk.load("kriegspiel"), "factored")
    with pytest.raises(GalakitError, match="gains is not what the other loses"):
        gk.solve(gk.load("principal_agent"), "factored")


def test_a_large_game_is_picked_for_it_without_being_explored(capsys):
    words = ["solve", "rhode_island", "-p", "ranks=4", "-p", "suits=2", "--gap", "1", "--explain", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["method"] == "factored" and told["gap"] <= 1
    assert any("not asked" in v["verdict"] for v in told["choice"] if v["method"] == "lp")


def test_the_size_of_a_huge_game_is_told_at_once(capsys):
    assert main(["size", "rhode_island", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lp_rows"] == 91_224_226
    assert main(["size", "kriegspiel", "--explain"]) == 0
    assert "kriegspiel.gala, line" in " ".join(capsys.readouterr().out.split())


def test_strategies_are_probabilities():
    solution = gk.solve(gk.load("leduc"), "factored", iterations=5)
    for own in solution.policy.found:
        for strategy in own:
            assert np.isfinite(strategy).all() and (strategy >= 0).all()
