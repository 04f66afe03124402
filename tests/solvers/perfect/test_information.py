"""Who knows the state when he moves is decided on the automaton, and agrees with the unfolded tree."""

from __future__ import annotations

import pytest
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.game.game import Game
from galakit.game.information import imperfection
from galakit.game.replay import Replay
from solvers.perfect.random_games import OpenRules

SEEDS = st.integers(0, 2**32)


def perfect_information(game) -> bool:
    return imperfection(game.automaton) is None


def known_on_the_tree(game) -> bool:
    """Whether all nodes of each information set are in one state."""
    tree = game.tree
    met = {}
    for i, state in zip(tree.information_set.tolist(), tree.state.tolist()):
        if i >= 0 and met.setdefault(i, state) != state:
            return False
    return True


@given(SEEDS, st.integers(1, 3), st.integers(1, 4))
def test_the_automaton_tells_what_the_tree_tells(seed, players, depth):
    game = Game(RandomRules(seed, number=players, depth=depth, zero_sum=False))
    assert perfect_information(game) == known_on_the_tree(game)


@given(SEEDS, st.integers(1, 3), st.booleans())
def test_it_does_not_matter_when_players_are_told(seed, players, late):
    game = Game(OpenRules(seed, number=players, late=late))
    assert perfect_information(game) and known_on_the_tree(game)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nim", None),
        ("connect_k", None),
        ("centipede", None),
        ("entry_deterrence", None),
        ("kuhn", "first may have to move without knowing what chance did before"),
        ("matching_pennies", "odd may have to move without knowing what even did before"),
    ],
)
def test_shipped_games_have_the_information_they_should(name, reason):
    assert imperfection(gk.load(name).automaton) == reason


def test_who_never_moves_again_need_not_be_told():
    secret = "choose(b, Y, member(Y, [l, r])), if(Y = X, outcome([1, 0]), outcome([0, 1]))"
    text = f"game(g, [players : [a, b], flow : (choose(a, X, member(X, [l, r])), reveal(b, X), {secret})])."
    assert perfect_information(gk.loads(text))
    assert not perfect_information(gk.loads(text.replace("reveal(b, X), ", "reveal(b, moved), ")))


def test_what_does_not_matter_any_more_need_not_be_told():
    text = "game(g, [players : [a], flow : (choose(nature, _, member(_, [l, r])), choose(a, Y, member(Y, [1, 2])), outcome([Y]))])."
    game = gk.loads(text)
    assert perfect_information(game) and gk.solve(game, "backward").value == (2,)


def test_an_automaton_is_rules_again():
    game = gk.load("kuhn")
    again = Game(Replay(game.automaton))
    assert again.size() == game.size()
    assert gk.solve(again).value == gk.solve(game).value
