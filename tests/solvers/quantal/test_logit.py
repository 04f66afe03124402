"""Paths of quantal responses: their points, their ends, and what Gambit finds."""

from __future__ import annotations

import math
from importlib.util import find_spec

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from rules.forgetting import Forgetting

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solvers.quantal import agent_form
from galakit.solvers.quantal.agent_form import AgentForm
from galakit.solvers.quantal.path import Path

SEEDS = st.integers(0, 2**32)
needs_gambit = pytest.mark.skipif(find_spec("pygambit") is None, reason="pygambit is not installed")

JORDAN = """
game(jordan, [players : [a, b, c], flow : (
    choose(a, X, member(X, [heads, tails])), choose(b, Y, member(Y, [heads, tails])), choose(c, Z, member(Z, [heads, tails])),
    same(X, Y, A), same(Y, Z, B), same(Z, X, D), C is -D, outcome([A, B, C])
)]).
same(X, X, 1) :- !.
same(_, _, -1).
"""
"""Matching pennies for three (Jordan 1993): a wants to match b, b to match c, c not to match a."""


def game_of(seed, **kind):
    game = Game(TreeRules(random_tree(seed, **kind), "tree"))
    assume(game.form.information_sets > 0 and game.form.perfect_recall)
    return game


def random_logs(agents, seed):
    weights = np.random.default_rng(seed).exponential(size=agents.size)
    return np.log(weights / np.add.reduceat(weights, agents.first)[agents.set])


@given(SEEDS, st.integers(2, 4))
def test_slopes_are_those_of_small_changes(seed, players):
    agents = AgentForm(game_of(seed, players=players).form)
    logs = random_logs(agents, seed)
    slopes = agents.worth(logs).slopes
    for b in range(agents.size):
        step = np.zeros(agents.size)
        step[b] = 1e-6
        measured = (agents.worth(logs + step).values - agents.worth(logs - step).values) / 2e-6
        np.testing.assert_allclose(slopes[:, b], measured, atol=1e-6)


def test_sparse_matrices_give_the_same(monkeypatch):
    form = gk.load("three_player_kuhn").form
    dense = AgentForm(form)
    logs = random_logs(dense, 1)
    monkeypatch.setattr(agent_form, "MOST_PAIRS", 0)
    sparse = AgentForm(form).worth(logs)
    np.testing.assert_allclose(sparse.values, dense.worth(logs).values, atol=1e-14)
    np.testing.assert_allclose(sparse.slopes, dense.worth(logs).slopes, atol=1e-14)


def test_what_a_move_is_worth_is_its_expected_payoff_there():
    """Kuhn's poker under uniform play: second holds a 3 and was passed to, so first holds 1 or 2 alike."""
    game = gk.load("kuhn")
    agents = AgentForm(game.form)
    values = agents.worth(agents.uniform()).values * agents.scale
    h = game.form.find(1, next(f for f in map(game.form.facts, game.form.sets_of(1)) if f[:2] == ("card(3)", "pass")))
    assert values[agents.first[h] :][:2].tolist() == pytest.approx(
        [1.0, 1.5]
    )  # pass: the ante; bet: called half the time


def test_a_dominant_move_is_made_with_the_probability_of_the_formula():
    """The prisoner's dilemma played once: whatever the other does, the gain from defecting is known."""
    game = gk.load("prisoners_dilemma", rounds=1)
    table = game.form.class_values
    (cooperates, defects), _ = (one.shares[0] for one in gk.qre(game).at(0.7))
    payoff = {
        (int(game.form.leaf_sequences[0][k]), int(game.form.leaf_sequences[1][k])): table[game.form.leaf_class[k], 0]
        for k in range(4)
    }
    gain = sum(p * (payoff[2, j] - payoff[1, j]) for j, p in ((1, cooperates), (2, defects)))
    assert defects / cooperates == pytest.approx(math.exp(0.7 * gain), rel=1e-8)


@given(SEEDS, st.integers(2, 4))
def test_every_point_is_a_quantal_response(seed, players):
    agents = AgentForm(game_of(seed, players=players).form)
    path = Path(agents)
    for point in path.upto(20.0, lambda _: None):
        values = agents.worth(point.logs).values
        against = point.logs - point.precision * values
        for h, first in enumerate(agents.first.tolist()):
            own = against[first : first + agents.count[h]]
            assert np.ptp(own) <= 1e-8 * (1 + point.precision)


@needs_gambit
@pytest.mark.parametrize("name", ["kuhn", "beer_quiche", "stag_hunt", "voting"])
@pytest.mark.parametrize("precision", [0.3, 2.0])
def test_points_are_those_of_gambit(name, precision):
    game = gk.load(name)
    ours, theirs = (gk.solve(game, method, precision=precision) for method in ("logit", "gambit:logit"))
    for own, other in zip(ours.strategies, theirs.strategies):
        np.testing.assert_allclose(own.astype(float), other.astype(float), atol=2e-5)


@given(SEEDS, st.integers(2, 4))
def test_random_games_end_in_an_equilibrium(seed, players):
    game = game_of(seed, players=players)
    assert gk.solve(game, "logit").gap <= 1e-9 * AgentForm(game.form).scale


@pytest.mark.parametrize("name", ["entry_deterrence", "public_goods", "three_player_kuhn", "voting"])
def test_shipped_games_of_three_end_in_an_equilibrium(name):
    assert gk.solve(gk.load(name), "logit").gap <= 1e-9


def test_matching_pennies_for_three_has_one_equilibrium():
    solution = gk.solve(gk.loads(JORDAN))
    assert solution.method == "logit" and solution.gap < 1e-12
    assert all(p == pytest.approx(0.5) for strategy in solution.strategies for p in strategy[1:].tolist())


def test_in_zero_sum_games_the_value_is_that_of_linear_programming():
    for name in ("kuhn", "inspection"):
        assert gk.solve(gk.load(name), "logit").value[0] == pytest.approx(float(gk.solve(gk.load(name)).value[0]))


def test_other_starts_lead_to_other_equilibria():
    solution = gk.solve(gk.load("stag_hunt"), "logit", starts=30)
    assert {tuple(round(v, 6) for v in one.value) for one in (solution, *solution.others)} == {(3, 3), (4, 4)}
    assert all(one.gap < 1e-9 for one in solution.others) and solution.found["paths"] == 30


def test_the_same_seed_gives_the_same_paths():
    first, again = (gk.solve(gk.load("entry_deterrence"), "logit", starts=4, seed=7) for _ in range(2))
    assert [s.value for s in (first, *first.others)] == [s.value for s in (again, *again.others)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"exact": True}, "never exact"),
        ({"precision": "much"}, "precision"),
        ({"precision": -1}, "not a precision"),
        ({"starts": 0}, "starts"),
        ({"steps": 3}, "no option"),
    ],
)
def test_wrong_options_are_refused(options, said):
    with pytest.raises(gk.GalakitError, match=said):
        gk.solve(gk.load("kuhn"), "logit", **options)


def test_a_time_limit_ends_the_path_where_it_is():
    game = gk.load("sequential_auction")
    assert game.form.moves_count.sum() > 1_000
    solution = gk.solve(game, "logit", time_limit=0.5)
    assert not solution.complete and solution.gap > 0 and "mistakes became rare" in solution.warnings[0]
    with pytest.raises(OutOfTime, match="the time limit of 0.5 s was reached while following quantal responses"):
        gk.solve(game, "logit", starts=2, time_limit=0.5)


def test_players_who_forget_have_no_path():
    games = (Game(Forgetting(gk.load("kuhn").rules, seed)) for seed in range(50))
    game = next(game for game in games if not game.form.perfect_recall)
    with pytest.raises(gk.GalakitError, match="perfect recall"):
        gk.qre(game)


def test_a_precision_is_recovered_from_play_that_has_it():
    curve = gk.qre(gk.load("kuhn"))
    seen = [
        (one.player, ", ".join(one.facts), move, round(2_000 * share))
        for one in curve.at(1.5)
        for move, share in zip(one.moves, one.shares[0])
    ]
    found = curve.fit(seen)
    assert found.precision == pytest.approx(1.5, abs=0.01)
    low, high = found.interval
    assert low < 1.5 < high and high - low < 0.3
    assert found.log_likelihood > found.uniform and found.observations == sum(often for *_, often in seen)


def test_play_like_nature_has_precision_nought():
    found = gk.qre(gk.load("stag_hunt")).fit([("first", "", "stag", 50), ("first", "", "hare", 50)])
    assert found.interval[0] == 0 and found.log_likelihood >= found.uniform


def test_all_that_is_known_names_a_set_though_others_begin_with_it():
    """The first player of Kuhn poker knows the card alone at the start, and the card and more after a bet."""
    curve = gk.qre(gk.load("kuhn"))
    assert curve.fit([("first", "card(1)", "bet", 1), ("first", "card(1)", "pass", 2)]).observations == 3


@pytest.mark.parametrize(
    ("observed", "said"),
    [
        ([], "no move was seen"),
        ([("third", "card(1)", "bet", 1)], "no player third"),
        ([("second", "card(1)", "bet", 1)], "2 information sets"),
        ([("second", "card(3), bet", "raise", 1)], "no move raise"),
        ([("second", "card(3), bet", "bet", -1)], "how often"),
    ],
)
def test_observations_that_mean_nothing_are_refused(observed, said):
    with pytest.raises(gk.GalakitError, match=said):
        gk.qre(gk.load("kuhn")).fit(observed)


def test_the_curve_as_a_table():
    curve = gk.qre(gk.load("stag_hunt"), precision=1.0)
    frame = curve.to_frame()
    assert curve.precisions[0] == 0 and curve.precisions[-1] == pytest.approx(1.0)
    assert list(frame) == ["precision", "player", "facts", "move", "probability"]
    assert len(frame) == 4 * len(curve.precisions)
    sums = frame.groupby(["precision", "player"]).probability.sum()
    assert sums.between(1 - 1e-9, 1 + 1e-9).all()
    with pytest.raises(gk.GalakitError, match="the curve ends at precision 1"):
        curve.at(2.0)
