"""All extreme equilibria, as Gambit finds them; and what Gambit's Lemke–Howson finds is an equilibrium of ours."""

from __future__ import annotations

from fractions import Fraction

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solvers.normal.bimatrix import Bimatrix, bimatrix
from galakit.solvers.normal.extreme import extreme_equilibria
from solvers.normal.random_games import bimatrix_games, is_equilibrium

gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: there is nobody to compare with")


def theirs_of(game: Bimatrix):
    return gambit.Game.from_arrays(game.first.astype(int), game.second.astype(int))


def pairs(result):
    found = set()
    for one in result.equilibria:
        game = one.game
        found.add(tuple(tuple(Fraction(str(one[s])) for s in player.strategies) for player in game.players))
    return found


@given(bimatrix_games(most=4))
def test_extreme_equilibria_of_random_bimatrix_games_are_gambits(game):
    theirs = pairs(gambit.nash.enummixed_solve(theirs_of(game), rational=True))
    assert set(extreme_equilibria(game).equilibria()) == theirs


@given(bimatrix_games(most=6))
def test_what_gambits_lemke_howson_finds_is_an_equilibrium(game):
    for pair in pairs(gambit.nash.lcp_solve(theirs_of(game), use_strategic=True, rational=True)):
        assert is_equilibrium(game, pair)


@given(st.integers(0, 2**32))
def test_extreme_equilibria_of_small_trees_are_gambits(seed):
    tree = Game(TreeRules(random_tree(seed, players=2, depth=3), "tree"))
    assume(max(tree.normal_form().shape) <= 9)
    game = bimatrix(tree.normal_form())
    theirs = pairs(gambit.nash.enummixed_solve(theirs_of(game), rational=True))
    assert set(extreme_equilibria(game).equilibria()) == theirs
