"""Our equilibria are among those that Gambit enumerates, and its Lemke finds ones that we certify as well."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from solvers.lemke.tables import mixed, random_table, table

pytestmark = pytest.mark.skipif(find_spec("pygambit") is None, reason="pygambit is not installed")

SEEDS = st.integers(0, 2**32)


@given(SEEDS, st.sampled_from(["prior", "covering"]), st.sampled_from(["floating", "integer"]))
def test_in_a_table_every_equilibrium_found_is_one_of_the_extreme_ones(seed, start, pivoting):
    import pygambit

    first, second = random_table(seed)
    theirs = pygambit.nash.enummixed_solve(pygambit.Game.from_arrays(first, second), rational=True).equilibria
    extreme = {
        tuple(tuple(Fraction(int(p.numerator), int(p.denominator)) for _, p in own) for _, own in profile)
        for profile in (e.mixed_strategies() for e in theirs)
    }
    solution = gk.solve(table(first, second), "lcp", exact=True, start=start, starts=3, seed=seed, pivoting=pivoting)
    assert {mixed(s) for s in (solution, *solution.others)} <= extreme


@given(SEEDS)
def test_where_the_equilibrium_payoffs_are_unique_lemke_agrees_with_gambits(seed):
    game = Game(TreeRules(random_tree(seed, players=2, zero_sum=True), "tree"))
    assume(game.form.information_sets > 0 and game.form.constant_sum is not None)
    assert gk.solve(game, "lcp", exact=True).value == gk.solve(game, "gambit:lcp", exact=True).value


@given(SEEDS)
def test_where_gambit_finds_an_equilibrium_of_a_tree_so_do_we(seed):
    game = Game(TreeRules(random_tree(seed, players=2), "tree"))
    assume(game.form.information_sets > 0)
    theirs = gk.solve(game, "gambit:lcp", exact=True)
    assert theirs.gap == 0
    # A path that begins at an equilibrium that is strict stays there; in any case it ends in one.
    assert gk.solve(game, "lcp", exact=True, start=theirs).gap == 0
