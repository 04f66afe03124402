"""Simulated play: averages near the value, the same seed the same plays, traces that follow the rules."""

from __future__ import annotations

import numpy as np
import pytest
from game.poker_rules import Poker

import galakit as gk
from galakit.game.game import Game
from galakit.play.simulate import drawn, simulate
from galakit.solvers.solve import solve


@pytest.mark.parametrize("nodes", [True, False])
@pytest.mark.parametrize("cards", [3, 8])
def test_averages_come_within_four_standard_errors_of_the_value(cards, nodes):
    result = simulate(solve(Game(Poker(cards), keep_nodes=nodes)), 4_000, seed=5)
    for mean, error, value in zip(result.mean, result.error, result.value):
        assert abs(mean - float(value)) < 4 * error


def test_the_same_seed_gives_the_same_plays():
    solution = solve(Game(Poker(3)))
    first, second, other = (simulate(solution, 500, seed=s) for s in (1, 1, 2))
    assert (first.mean, first.traces) == (second.mean, second.traces)
    assert first.mean != other.mean or first.traces != other.traces


def test_random_play_needs_no_unfolding():
    game = Game(Poker(5))
    result = simulate(game, 300, seed=1)
    assert result.agents == ("random",) * len(result.players) and result.value is None
    assert "automaton" not in game.__dict__
    assert sum(result.mean) == pytest.approx(0)


def test_a_game_for_three_can_be_played_without_solving_it():
    game = gk.load("three_player_kuhn")
    assert len(gk.simulate(game, 50, seed=1).mean) == 3


@pytest.mark.parametrize("nodes", [True, False])
def test_a_trace_tells_moves_and_what_was_seen(nodes):
    solution = solve(Game(Poker(3), keep_nodes=nodes))
    for trace in simulate(solution, 20, seed=3, traces=20).traces:
        deal, *betting = trace.events
        assert deal.mover == "chance"
        a, b = deal.move.strip("()").split(", ")
        assert deal.seen == (("gambler", (f"('card', {a})",)), ("dealer", (f"('card', {b})",)))
        assert [e.mover for e in betting] == ["gambler", "dealer", "gambler"][: len(betting)]
        assert all(e.seen[0][1] == (f"did_{e.move[0]}",) for e in betting)
        assert sum(trace.payoffs) == 0


def test_moves_of_weight_zero_are_never_drawn():
    weight = np.array([0.0, 1.0, 0.0, 0.3, 0.7, 0.0])
    start, count = np.array([0, 3]), np.array([3, 3])
    which = np.repeat([0, 1], 5_000)
    moves = drawn(weight, start, count, which, np.random.default_rng(1))
    assert set(moves[:5_000]) == {1}
    assert set(moves[5_000:]) == {0, 1}
    assert abs((moves[5_000:] == 0).mean() - 0.3) < 0.03


def test_a_single_play_has_no_standard_error():
    assert simulate(Game(Poker(3)), 1, seed=1).error == (None, None)


def test_nonsense_is_refused():
    with pytest.raises(gk.GalakitError, match="at least one"):
        simulate(Game(Poker(3)), 0)
    with pytest.raises(gk.GalakitError, match="there is no agent called lucky"):
        simulate(Game(Poker(3)), 5, agents="lucky")
    with pytest.raises(gk.GalakitError, match="there is no player third"):
        simulate(Game(Poker(3)), 5, agents={"gambler": "random", "dealer": "random", "third": "random"})


def test_agents_play_each_other_and_the_interval_holds_what_a_best_response_gets():
    game = gk.load("kuhn")
    solution = gk.solve(game)
    result = simulate(solution, 2_000, seed=3, agents={"first": "solution", "second": "legal"})
    assert result.agents == ("solution by lp", "legal") and result.value is None
    low, high = result.interval[0]
    assert low < result.mean[0] < high and high > -1 / 18, "a solution is sure of the value"
    assert simulate(solution, 10, seed=3, agents="legal").to_json()["interval"][0] is not None


def test_a_game_alone_is_solved_where_its_solution_is_to_play():
    result = simulate(gk.load("kuhn"), 50, seed=3, agents={"first": "solution", "second": "random"})
    assert result.agents == ("solution", "random") and result.plays == 50


def test_a_payoff_too_large_for_floating_point_is_told():
    game = gk.loads(f"game(vast, [players : [a, b], flow : outcome([{'9' * 4_000}, 1])]).")
    with pytest.raises(gk.GalakitError, match="a payoff must be a finite number"):
        simulate(game, 2, seed=1)
