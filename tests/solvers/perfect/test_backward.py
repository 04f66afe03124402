"""Backward induction: known values, agreement with brute force and with linear programming, ties, games too large."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import plan_of
from galakit.solution.certificate import certify
from galakit.solution.states.certificate import certify_states, certify_walk
from galakit.solvers.perfect.induction import TIES
from solvers.perfect.games import PIG
from solvers.perfect.random_games import OpenRules, subgame_perfect

SEEDS = st.integers(0, 2**32)


def listed(solution):
    """The plans of a policy on the unfolded game."""
    form = solution.game.form
    return [plan_of(form, p, strategy) for p, strategy in enumerate(solution.strategies)]


@given(SEEDS, st.integers(1, 3), st.sampled_from(TIES), st.booleans())
def test_the_profile_is_subgame_perfect_whatever_is_done_about_ties(seed, players, ties, late):
    rules = OpenRules(seed, number=players, depth=3, late=late)
    game = Game(rules)
    solution = gk.solve(game, "backward", ties=ties)
    assert solution.exact and solution.gap == 0
    assert solution.value in subgame_perfect(rules)
    # The certificate over states says what the one over the sequence form says.
    assert certify(game.form, listed(solution)) == solution.certificate
    # No single move can be improved on, wherever the player is.
    for here in solution.situations():
        (played,) = (move for move, p in here.probabilities.items() if p)
        assert played in here.best or None in here.values.values()


@given(SEEDS, st.booleans())
def test_with_a_constant_sum_it_finds_the_value_of_the_linear_programme(seed, late):
    game = Game(OpenRules(seed, zero_sum=True, late=late))
    solution = gk.solve(game, "backward")
    if game.form.constant_sum is not None:
        assert gk.solve(game, "lp", exact=True).value == solution.value


@given(SEEDS, st.integers(1, 3), st.integers(0, 2**16))
def test_any_choice_of_moves_gets_the_same_certificate_three_ways(seed, players, draw):
    game = Game(OpenRules(seed, number=players, depth=3))
    automaton = game.automaton
    random = np.random.default_rng(draw)
    choice = automaton.first[:-1] + random.integers(0, np.maximum(np.diff(automaton.first), 1))
    by_states = certify_states(automaton, choice, exact=True)
    from galakit.game.replay import Replay
    from galakit.solution.states.policy import pure

    index = choice - automaton.first[:-1]
    plans = [plan_of(game.form, p, s) for p, s in enumerate(pure(game.form, index[game.form.state]))]
    assert certify(game.form, plans) == by_states
    walked = certify_walk(Replay(automaton), lambda state: int(index[state.number]), 10**6)
    assert walked.certificate == by_states and walked.observed


def test_floats_are_near_the_fractions():
    game = gk.loads(PIG)
    exact, floating = gk.solve(game, "backward"), gk.solve(game, "backward", exact=False)
    assert exact.value[0] == Fraction(-250, 6561) and not floating.exact
    assert floating.value == pytest.approx([float(v) for v in exact.value])
    assert abs(floating.gap) < 1e-12
    assert floating.found == exact.found


@pytest.mark.parametrize(
    ("name", "params", "value"),
    [
        ("tic_tac_toe", {}, (0, 0)),
        ("connect_k", {}, (0, 0)),
        ("centipede", {"moves": 6}, (4, 1)),
        ("ultimatum", {}, (4, 0)),
        ("entry_deterrence", {}, (4, 2, 2)),
    ],
)
def test_games_have_their_known_values(name, params, value):
    solution = gk.solve(gk.load(name, **params), "backward")
    assert solution.value == value and solution.gap == 0 and solution.exact


@pytest.mark.parametrize("piles", [[1], [2, 2], [1, 2, 3], [1, 2, 4], [3, 4, 5], [1, 1, 1]])
def test_nim_is_won_as_boutons_theorem_says(piles):
    wins = reduce(xor, piles) != 0
    assert gk.solve(gk.load("nim", piles=piles), "backward").value[0] == (1 if wins else -1)


def test_in_the_centipede_everybody_takes_everywhere():
    solution = gk.solve(gk.load("centipede"), "backward")
    assert all(play["take"] == 1 for name in solution.players for play in solution.strategy(name).values())
    assert solution.after("pass, pass").probabilities == {"take": 1, "pass": 0}
    assert solution.after("pass, pass").values["take"] == 16


def test_ties_are_reported_and_broken_as_asked():
    game = gk.load("ultimatum")
    first, kind = gk.solve(game, "backward"), gk.solve(game, "backward", ties="spiteful")
    assert first.found["states where several moves are best"] == "1 of 6"
    assert first.found["for example after"] == "0"
    assert first.after("0").best == ("accept", "refuse")
    # A responder who is spiteful refuses nothing, so he has to be offered something.
    assert first.value == (4, 0) and kind.value == (3, 1)
    assert gk.solve(game, "backward", ties="last").value == (3, 1)
    assert gk.solve(game, "backward", ties="kind").value == (4, 0)


def test_a_wrong_way_to_break_ties_is_refused():
    with pytest.raises(GalakitError, match="first, last, kind or spiteful"):
        gk.solve(gk.load("nim"), "backward", ties="fair")


def test_games_without_perfect_information_are_refused_with_the_reason():
    with pytest.raises(GalakitError, match="first may have to move without knowing what chance did before"):
        gk.solve(gk.load("kuhn"), "backward")


def test_a_tree_that_is_too_large_to_unfold_is_solved_and_certified():
    game = gk.load("nim", piles=[4, 5, 6, 7])
    solution = gk.solve(game, "backward")
    assert solution.size.nodes > 10**11 and not solution.size.information_sets
    assert solution.value == (-1, 1) and solution.gap == 0 and "unfolded" not in game.__dict__
    reply = solution.after("take(4,4)")
    assert reply.player == "second" and reply.best == ("take(4,5)", "take(4,6)", "take(4,7)")
    assert reply.values["take(4,5)"] == 1 and reply.reach == 0
    again = solution.at("second", ["take(4,4)"])
    assert again.best == reply.best and again.facts == reply.facts and again.reach == reply.reach
    assert not solution.able.list_all and "ask Solution.after" in solution._repr_html_()
    with pytest.raises(GalakitError, match="cannot be listed"):
        solution.strategy("first")
    with pytest.raises(GalakitError, match="cannot be listed"):
        solution.at("first", "take(7,7)")


def test_wrong_moves_are_told():
    solution = gk.solve(gk.load("nim", piles=[1, 2]), "backward")
    with pytest.raises(GalakitError, match="second has no move take\\(3,3\\) after take\\(1,1\\)"):
        solution.after(["take(1,1)", "take(3,3)"])
    with pytest.raises(GalakitError, match="first has no move take\\(3,3\\) at the start"):
        solution.after("take(3,3)")
    with pytest.raises(GalakitError, match="over after"):
        solution.after(["take(1,1)", "take(2,2)"])
    with pytest.raises(GalakitError, match="there is no move"):
        solution.after(["take(1,1)", "take(2,2)", "take(2,2)"])
    with pytest.raises(GalakitError, match="chance moves after roll"):
        gk.solve(gk.loads(PIG), "backward").after("roll")
    with pytest.raises(GalakitError, match="does not follow moves"):
        gk.solve(gk.load("kuhn")).after("bet")


def test_what_a_policy_says_of_a_situation_is_what_its_list_says():
    game = gk.loads(PIG, turns=1)
    solution = gk.solve(game, "backward")
    listing = gk.solve(game, "backward")
    for here in listing.situations("second"):
        asked = solution.at("second", here.facts)
        assert asked.facts == here.facts and asked.probabilities == here.probabilities and asked.reach == here.reach
        assert asked.values == here.values and asked.best == here.best  # also where nobody gets


def test_a_solution_is_saved_and_read_back(tmp_path):
    solution = gk.solve(gk.load("centipede"), "backward")
    solution.save(tmp_path / "centipede.json")
    again = gk.load_solution(tmp_path / "centipede.json")
    assert again.certificate == solution.certificate and again.found == solution.found
    assert again.strategy("second") == solution.strategy("second")


def test_plays_can_be_simulated():
    for name, params in (("centipede", {}), ("nim", {"piles": [4, 5, 6, 7]})):  # listed, and asked
        solution = gk.solve(gk.load(name, **params), "backward")
        assert gk.simulate(solution, 5, seed=1).mean == solution.value


def test_a_time_limit_is_kept():
    with pytest.raises(GalakitError, match="time limit"):
        gk.solve(gk.load("connect_k"), "backward", time_limit=0)
