"""The normal form, reduced and full, against a direct enumeration."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from formats.helpers import DATA
from formats.random_trees import random_tree
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import count_strategies
from galakit.solution.certificate import certify


def test_three_card_poker_has_27_by_64_strategies():
    table = gk.load("kuhn").normal_form()
    assert table.shape == (27, 64)
    assert [len(names) for names in table.names] == [len(set(names)) for names in table.names] == [27, 64]
    assert gk.load("kuhn").normal_form(full=True).shape == (64, 64)


@given(st.integers(0, 2**32), st.booleans())
def test_each_entry_is_the_expected_payoff_of_the_plans(seed, full):
    game = Game(TreeRules(random_tree(seed, depth=2 if full else 3), "tree"))
    form, table = game.form, game.normal_form(full=full)
    for player, own in enumerate(table.plans):
        assert len(own) == len(table.names[player]) == table.shape[player]
        assert len(np.unique(table.choices[player], axis=0)) == len(own)
        if not full:
            assert len(np.unique(own, axis=0)) == len(own)
    for profile in itertools.islice(itertools.product(*(range(n) for n in table.shape)), 5):
        rows = [[Fraction(int(x)) for x in plan[k]] for plan, k in zip(table.plans, profile)]
        assert table.payoffs(*profile) == certify(form, rows).value


@given(st.integers(0, 2**32))
def test_the_full_form_repeats_the_rows_of_the_reduced_one(seed):
    game = Game(TreeRules(random_tree(seed, depth=2), "tree"))
    reduced, full = game.normal_form(), game.normal_form(full=True)
    for player, plans in enumerate(full.plans):
        assert {tuple(p) for p in plans.tolist()} == {tuple(p) for p in reduced.plans[player].tolist()}


def test_payoffs_too_large_for_floating_point_stay_exact():
    game = gk.loads(
        "game(big, [players : [a, b], flow : (choose(a, X, member(X, [0, 1])), outcome([3 ** 40 + X, 1 / 3]))])."
    )
    assert game.normal_form().payoffs(1, 0) == (3**40 + 1, Fraction(1, 3))
    assert game.normal_form().matrix(1).tolist() == [[1 / 3], [1 / 3]]


def test_the_frame_has_a_row_for_each_profile():
    frame = gk.load("prisoners_dilemma", rounds=1).normal_form().to_frame()
    assert frame.shape == (4, 2) and list(frame.columns) == list(frame.index.names)


def test_what_cannot_be_listed_is_counted_and_refused():
    game = gk.load("leduc")
    assert count_strategies(game.form, 0) > 10**40
    with pytest.raises(GalakitError, match=r"pure strategies: too many to list"):
        game.normal_form().names  # noqa: B018
    with pytest.raises(GalakitError, match="a player forgets"):
        gk.load(DATA / "driver.efg").normal_form()
