"""The method `pure-maxmin`: the best guarantee of a pure strategy, against all pairs of pure strategies."""

from __future__ import annotations

from fractions import Fraction

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm

BOUND = "no pure strategy is sure of more than"


def test_pure_poker_is_dear():
    for player in ("first", "second"):
        solution = gk.solve(gk.load("kuhn"), "pure-maxmin", player=player)
        assert solution.found[f"{player} is sure of"] == solution.found[BOUND] == Fraction(-1, 6)
        who = solution.player(player)
        assert solution.value[who] == Fraction(-1, 6) and solution.certificate.gains[1 - who] == 0


@given(st.integers(0, 2**32), st.integers(0, 1))
def test_no_pure_strategy_guarantees_more(seed, player):
    game = Game(TreeRules(random_tree(seed, players=2, depth=3), "tree"))
    assume(game.form.perfect_recall and game.form.information_sets > 0)
    table, denominator = NormalForm(game.form).tables[player]
    best = Fraction(int(table.min(axis=1 - player).max()), denominator)
    solution = gk.solve(game, "pure-maxmin", player=game.players[player])
    assert solution.found[f"{game.players[player]} is sure of"] == solution.found[BOUND] == best


FORGETFUL = """
EFG 2 R "forgetful" { "one" "two" }
p "" 1 1 "" { "l" "r" } 0
p "" 2 1 "" { "l" "r" } 0
p "" 1 2 "" { "l" "r" } 0
t "" 1 "" { 3, -3 }
t "" 2 "" { 0, 0 }
p "" 1 2 "" { "l" "r" } 0
t "" 3 "" { 1, -1 }
t "" 4 "" { 2, -2 }
p "" 2 1 "" { "l" "r" } 0
p "" 1 2 "" { "l" "r" } 0
t "" 5 "" { 1, -1 }
t "" 6 "" { 4, -4 }
p "" 1 2 "" { "l" "r" } 0
t "" 7 "" { 0, 0 }
t "" 8 "" { 2, -2 }
"""


def test_a_player_who_forgets_their_own_move(tmp_path):
    """One forgets the first move: l l is sure of 1, l r of 0, r l of 0, r r of 2."""
    (tmp_path / "forgetful.efg").write_text(FORGETFUL.strip())
    game = gk.load(tmp_path / "forgetful.efg")
    assert not game.form.perfect_recall
    solution = gk.solve(game, "pure-maxmin", player="one")
    assert solution.found["one is sure of"] == solution.found[BOUND] == 2
    with pytest.raises(gk.GalakitError, match="do not remember"):
        gk.solve(game, "pure-maxmin", player="two")


def test_a_commitment_to_a_pure_strategy_is_a_guarantee_where_interests_are_opposed():
    made = gk.commit(gk.load("settlement"), "plaintiff", pure=True)
    assert made.value == made.bound == Fraction(299, 72)
