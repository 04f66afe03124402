"""Gambit lists the equilibria in reduced pure strategies from the normal form: ours are the same, on random games."""

from __future__ import annotations

import io
from collections import Counter
from fractions import Fraction

import pytest
from formats.helpers import write
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import NoneExists
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game

gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: there is nobody to compare with")


@given(st.integers(0, 2**32), st.sampled_from([2, 3]), st.booleans())
def test_gambit_finds_the_same_equilibria(seed, players, zero_sum):
    document = random_tree(seed, players=players, depth=4, zero_sum=zero_sum)
    theirs = gambit.read_efg(io.BytesIO(write(document).encode()))
    many = 1
    for player in theirs.players:
        many *= len(player.strategies)
    assume(many <= 200)
    expected = Counter(
        tuple(Fraction(str(profile.payoff(player))) for player in theirs.players)
        for profile in gambit.nash.enumpure_solve(theirs).equilibria
    )
    try:
        solution = gk.solve(Game(TreeRules(document, "tree")), "pure", all=True, limit=500)
    except NoneExists:
        assert not expected
        return
    assert Counter(s.value for s in (solution, *solution.others)) == expected
