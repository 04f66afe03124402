"""The reduced normal form, against a direct enumeration."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
from formats.random_trees import random_tree
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import count_strategies, payoff_tables, pure_strategies, strategy_names
from galakit.solution.certificate import certify


def test_three_card_poker_has_27_by_64_strategies():
    form = gk.load("kuhn").form
    plans = [pure_strategies(form, p) for p in (0, 1)]
    assert [len(p) for p in plans] == [count_strategies(form, p) for p in (0, 1)] == [27, 64]
    for p in (0, 1):
        assert len(set(strategy_names(form, p, plans[p]))) == len(plans[p])


@given(st.integers(0, 2**32))
def test_each_entry_is_the_expected_payoff_of_the_plans(seed):
    form = Game(TreeRules(random_tree(seed), "tree")).form
    plans = [pure_strategies(form, p) for p in range(len(form.players))]
    for player, own in enumerate(plans):
        assert len(np.unique(own, axis=0)) == len(own) == count_strategies(form, player)
    tables = payoff_tables(form, plans)
    for profile in itertools.islice(itertools.product(*(range(len(p)) for p in plans)), 5):
        rows = [[Fraction(int(x)) for x in plan[k]] for plan, k in zip(plans, profile)]
        expected = certify(form, rows).value
        assert tuple(Fraction(table[profile], d) for table, d in tables) == expected
