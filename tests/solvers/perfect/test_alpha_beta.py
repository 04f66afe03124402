"""Alpha-beta finds what backward induction finds, looks at less, and says what it has proved."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.solvers.perfect.search import Search, Settings
from solvers.perfect.games import PIG
from solvers.perfect.random_games import OpenRules, RegularRules

SEEDS = st.integers(0, 2**32)
STARS = ("none", "1", "2")


@given(SEEDS, st.integers(1, 2), st.sampled_from(STARS), st.booleans(), st.booleans())
def test_it_finds_the_value_of_backward_induction(seed, players, star, table, bounded):
    rules = OpenRules(seed, number=players, depth=4, zero_sum=True)
    bounds = {"bounds": (-6, 6)} if bounded else {}
    solution = gk.solve(Game(rules), "alpha-beta", star=star, table=table, **bounds)
    assert solution.certificate.checked and solution.exact and solution.gap == 0
    assert solution.value == gk.solve(Game(rules), "backward").value


@given(SEEDS, st.sampled_from(STARS), st.booleans(), st.integers(1, 5))
def test_a_depth_gives_bounds_that_hold(seed, star, table, depth):
    game = Game(OpenRules(seed, depth=4, zero_sum=True))
    value = gk.solve(game, "backward").value
    low, high = (
        Search(game.rules, Settings(star, table, -6, 6, depth, optimistic)).value() for optimistic in (False, True)
    )
    assert low <= value[0] <= high
    assert depth < 4 or low == high


@given(SEEDS)
def test_a_small_table_changes_nothing_but_the_effort(seed):
    rules = OpenRules(seed, depth=5, zero_sum=True)
    small = Search(rules)
    small.table.half = 2
    assert small.value() == Search(rules).value()
    assert len(small.table) <= 4


def test_the_table_and_pruning_spare_work():
    rules = gk.load("nim", piles=[2, 3, 4]).rules
    remembering, forgetting = Search(rules), Search(rules, Settings(table=False))
    assert remembering.value() == forgetting.value() == 1
    assert 2 * remembering.states < forgetting.states
    search = Search(gk.load("connect_k").rules)
    assert search.value() == 0 and search.states < 506 and search.leaves < 1_310  # states and leaves of the whole game


def test_stars_prune_regular_trees_with_chance_ever_more():
    leaves = {}
    for star in STARS:
        searches = [Search(RegularRules(seed), Settings(star, True, 0, 100)) for seed in range(6)]
        values = [search.value() for search in searches]
        leaves[star] = sum(search.leaves for search in searches)
        assert values == [Search(RegularRules(seed)).value() for seed in range(6)]
    assert leaves["2"] < leaves["1"] < leaves["none"] <= 6 * 4**4


def test_a_dice_game_has_the_value_of_backward_induction():
    solution = gk.solve(gk.loads(PIG), "alpha-beta", bounds="-1..1")
    assert solution.value == (Fraction(-250, 6561), Fraction(250, 6561)) and solution.gap == 0
    assert solution.after("roll, 2").best == gk.solve(gk.loads(PIG), "backward").after("roll, 2").best


def test_bounds_that_are_wrong_are_found_out():
    with pytest.raises(GalakitError, match="does not always lie between 0 and 1/2"):
        gk.solve(gk.loads(PIG), "alpha-beta", bounds="0..1/2")


def test_a_depth_needs_bounds_and_says_what_is_sure():
    with pytest.raises(GalakitError, match="nothing is known without bounds"):
        gk.solve(gk.loads(PIG), "alpha-beta", depth=4)
    solution = gk.solve(gk.loads(PIG), "alpha-beta", depth=8, bounds="-1..1")
    low = solution.found["first player's value, at least"]
    assert not solution.certificate.checked and solution.warnings
    assert low == solution.value[0] < Fraction(-250, 6561) < low + solution.gap


def test_without_room_for_a_certificate_only_the_search_vouches():
    game = gk.load("connect_k")
    game.limit_states = 20
    solution = gk.solve(game, "alpha-beta")
    assert solution.value == (0, 0) and not solution.certificate.checked and "automaton" not in game.__dict__
    assert solution.to_json()["checked"] is False


def test_nothing_is_explored_that_is_not_needed():
    game = gk.load("nim", piles=[1, 2, 4])
    solution = gk.solve(game, "alpha-beta")
    assert solution.value == (1, -1) and "automaton" not in game.__dict__
    assert solution.strategy("second")  # unfolds it to list them
    assert "form" not in game.__dict__ and "unfolded" in game.__dict__


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("centipede", "what one player gains is not what the other loses"),
        ("kuhn", "first may have to move without knowing what chance did before"),
        ("matching_pennies", "odd may have to move without knowing what even did before"),
        ("monty_hall", "guest may have to move without knowing what chance did before"),
        ("three_player_kuhn", "it has 3 players"),
    ],
)
def test_games_that_do_not_suit_it_are_refused(name, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.solve(gk.load(name), "alpha-beta")


def test_who_forgets_is_refused_though_they_are_told_all_that_others_do():
    driver = Path(__file__).parents[2] / "formats" / "data" / "driver.efg"
    with pytest.raises(GalakitError, match="a player forgets what they knew"):
        gk.solve(gk.load(driver), "alpha-beta")


def test_players_who_are_told_late_are_believed_after_a_look_at_all_states():
    game = Game(OpenRules(5, depth=4, zero_sum=True, late=True))
    assert gk.solve(game, "alpha-beta").value == gk.solve(game, "backward").value


def test_floats_on_request_and_no_fractions_of_floats():
    text = "game(coin, [players : [a, b], flow : (choose(a, A, member(A, [1, 2])), outcome([A * 0.5, A * -0.5]))])."
    assert gk.solve(gk.loads(text), "alpha-beta").value == (1.0, -1.0)
    for method in ("alpha-beta", "backward"):
        with pytest.raises(GalakitError, match="floating-point"):
            gk.solve(gk.loads(text), method, exact=True)
    assert not gk.solve(gk.load("nim"), "alpha-beta", exact=False).exact


ENDLESS = """
game(g, [players : [a, b], flow : again,
    again : (choose(a, X, member(X, [on])), reveal(b, X), again)]).
"""


def test_long_plays_and_short_times_are_refused():
    with pytest.raises(GalakitError, match="did not end within 200 moves"):
        gk.solve(gk.loads(ENDLESS), "alpha-beta")
    with pytest.raises(GalakitError, match="time limit"):
        gk.solve(gk.load("tic_tac_toe"), "alpha-beta", time_limit=0)
