"""Information sets and sequences are counted without unfolding: as many as unfolding finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.forgetting import Forgetting

import galakit as gk
from galakit.game import game as game_module
from galakit.game.counting import count_information
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.rules.contract import FORGET
from game.random_rules import RandomRules

GAMES = ["kuhn", "leduc", "three_player_kuhn", "blind_tic_tac_toe", "liars_dice", "kuhn_gdl", "prisoners_dilemma_gdl"]


GAMES_AT_RANDOM = st.builds(
    RandomRules, seed=st.integers(0, 10_000), number=st.integers(1, 3), depth=st.integers(0, 5), zero_sum=st.just(False)
)


def counts(automaton):
    _, _, size = unfold(automaton)
    return list(zip(size.information_sets, size.sequences))


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_has_as_many_as_unfolding_finds(name):
    automaton = gk.load(name).automaton
    assert count_information(automaton, 10**9) == counts(automaton)


@given(GAMES_AT_RANDOM)
def test_so_has_a_random_game(rules):
    automaton = explore(rules)
    assert count_information(automaton, 10**9) == counts(automaton)


@gk.rules(players=("a", "b"))
def halves(play):
    """Two facts come at once or one by one; b cannot tell."""
    way = yield play.choose("nature", ["once", "twice"])
    if way == "once":
        play.reveal("b", "x")
        play.reveal("b", "y")
        yield play.choose("a", [1, 2])
    else:
        play.reveal("b", "x")
        yield play.choose("a", [1, 2])
        play.reveal("b", "y")
    guess = yield play.choose("b", [1, 2, 3])
    play.outcome([guess, -guess])


def test_facts_count_one_by_one_whichever_moves_they_came_on():
    automaton = gk.load(halves).automaton
    assert count_information(automaton, 10**9) == counts(automaton) == [(1, 3), (1, 4)]


def test_what_takes_too_long_is_not_counted():
    assert count_information(gk.load("leduc").automaton, 100) is None


def test_where_a_player_forgets_the_tree_is_unfolded():
    automaton = explore(Forgetting(RandomRules(3, depth=4), 1))
    assert (FORGET.value,) in automaton.observations and count_information(automaton, 10**9) is None


def test_a_large_game_is_not_unfolded_to_know_its_size(monkeypatch):
    small, large = gk.load("leduc"), gk.load("leduc")
    size = small.size()
    monkeypatch.setattr(game_module, "UNFOLDED", 1_000)
    assert large.size() == size
    assert "unfolded" in small.__dict__ and "unfolded" not in large.__dict__
