"""Information sets and sequences are counted without unfolding: as many as unfolding finds."""

from __future__ import annotations

import pytest
from games.small import small
from hypothesis import given
from hypothesis import strategies as st
from rules.forgetting import Forgetting

import galakit as gk
from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError
from galakit.game import game as game_module
from galakit.game.counting import count_information
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.loading import shipped_names
from galakit.rules.contract import FORGET
from game.counting_by_lists import count_by_lists
from game.random_rules import RandomRules

GAMES_AT_RANDOM = st.builds(
    RandomRules, seed=st.integers(0, 10_000), number=st.integers(1, 3), depth=st.integers(0, 5), zero_sum=st.just(False)
)
ENDLESS = 10**30


def counted(automaton, **how):
    return count_information(automaton, automaton.nodes[0], ENDLESS, **how)


def unfolded(automaton):
    _, _, size = unfold(automaton)
    return list(zip(size.information_sets, size.sequences))


@pytest.mark.parametrize("name", [*shipped_names(".gala"), "kuhn_gdl", "leduc_gdl", "tic_tac_toe_gdl"])
def test_a_shipped_game_has_as_many_as_unfolding_and_the_reference_find(name):
    automaton = small(name).automaton
    if automaton.endless:
        return
    found = counted(automaton, compiled=True)
    assert found == counted(automaton, compiled=False)
    if (FORGET.value,) not in automaton.observations:
        assert found == count_by_lists(automaton) == unfolded(automaton)


@pytest.mark.parametrize("compiled", [False, True])
@given(GAMES_AT_RANDOM)
def test_so_it_does_in_a_random_game(compiled, rules):
    automaton = explore(rules)
    assert counted(automaton, compiled=compiled) == unfolded(automaton) == count_by_lists(automaton)


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
    assert counted(automaton) == unfolded(automaton) == [(1, 3), (1, 4)]


@gk.rules(players=("a",))
def hundred(play):
    """A hundred choices, of which the state remembers only how many there were."""
    play.proceed(one_more, 0)


def one_more(play, n):
    yield play.choose("a", [1, 2])
    if n == 99:
        play.end()
    play.proceed(one_more, n + 1)


@pytest.mark.parametrize("compiled", [False, True])
def test_numbers_beyond_machine_integers_are_exact(compiled):
    automaton = gk.load(hundred).automaton
    assert counted(automaton, compiled=compiled) == [(2**100 - 1, 2**101 - 1)]


def test_what_takes_too_long_is_not_counted():
    assert count_information(gk.load("leduc").automaton, 9_457, 100) is None


def test_what_needs_more_memory_than_there_may_be_is_refused():
    automaton = gk.load("blind_tic_tac_toe", size=3, line=3).automaton
    with pytest.raises(GalakitError, match="counting information sets, with .* needs .* MB of memory") as caught:
        counted(automaton, limit_memory=1_000_000)
    assert caught.value.diagnostics[0].id == "GK603"


def test_a_time_limit_ends_it():
    automaton = gk.load("blind_tic_tac_toe", size=3, line=3).automaton
    with pytest.raises(OutOfTime, match="while counting information sets"):
        counted(automaton, progress=Deadline(0, began=0).watching(None))


def test_where_a_player_forgets_the_tree_is_unfolded():
    automaton = explore(Forgetting(RandomRules(3, depth=4), 1))
    assert (FORGET.value,) in automaton.observations and counted(automaton) is None


def test_a_large_game_is_not_unfolded_to_know_its_size(monkeypatch):
    small, large = gk.load("leduc"), gk.load("leduc")
    size = small.size()
    monkeypatch.setattr(game_module, "UNFOLDED", 1_000)
    assert large.size() == size
    assert "unfolded" in small.__dict__ and "unfolded" not in large.__dict__
