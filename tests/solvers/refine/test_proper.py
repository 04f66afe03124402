"""Proper equilibria: worse mistakes are infinitely rarer than better ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solution.assess.properness import vanishing_properly
from galakit.solvers.refine.proper import proper_equilibrium

# Myerson (1978): three equilibria; the second is perfect only because the bad third strategies make it so.
MYERSON = [[1, 0, -9], [0, 0, -7], [-9, -7, -7]]
TABLE = """NFG 1 R "Myerson" { "Row" "Column" } { { "a" "b" "c" } { "a" "b" "c" } }
1 1 0 0 -9 -9   0 0 0 0 -7 -7   -9 -9 -7 -7 -7 -7"""
# Kohlberg & Mertens (1986): in and bottom is dominated by out, so by forward induction in means top; but out is proper.
OUTSIDE_OPTION = """EFG 2 R "Battle with an outside option" { "One" "Two" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 2, 2 }
p "" 1 2 "" { "top" "bottom" } 0
p "" 2 1 "" { "left" "right" } 0
t "" 2 "" { 3, 1 }
t "" 3 "" { 0, 0 }
p "" 2 1 "" { "left" "right" } 0
t "" 4 "" { 0, 0 }
t "" 5 "" { 1, 3 }
"""
# van Damme (1991), section 6.1 in spirit: right is best once it is likelier that One erred by the less costly mistake.
COSTLY_MISTAKES = """EFG 2 R "Costly mistakes" { "One" "Two" }
p "" 1 1 "" { "out" "small" "large" } 0
t "" 1 "" { 5, 5 }
p "" 2 1 "" { "left" "right" } 0
t "" 2 "" { 4, 0 }
t "" 3 "" { 4, 1 }
p "" 2 1 "" { "left" "right" } 0
t "" 4 "" { 0, 9 }
t "" 5 "" { 0, 0 }
"""


def constant(mixed):
    return [weight[0] for weight in mixed]


def test_myersons_example_has_one_proper_equilibrium():
    solution = gk.solve(gk.loads(TABLE), "proper")
    assert solution.exact and solution.gap == 0 and solution.value == (1, 1)
    assert solution.found["proper"].startswith("checked")


def test_the_middle_equilibrium_of_myersons_example_is_perfect_but_not_proper():
    table = np.array(MYERSON, object)
    zero, one = Fraction(0), Fraction(1)
    middle = ([zero, zero, one], [one, -one, -one], [zero, one, zero])  # the third strategy is the likelier mistake
    assert not vanishing_properly((table, table), (middle, middle))
    equally = ([zero, one], [one, -2 * one], [zero, one])
    assert not vanishing_properly((table, table), (equally, equally))


def test_a_costlier_mistake_is_believed_to_be_rarer():
    """With any belief in `large`, left is best; the quasi-perfect equilibrium may believe in it, the proper one may not."""
    solution = gk.solve(gk.loads(COSTLY_MISTAKES), "proper")
    assert solution.at("Two", "").probabilities == {"left": 0, "right": 1}
    assert gk.sequential(solution).sequential
    equally = gk.solve(gk.loads(COSTLY_MISTAKES), "quasi-perfect")
    assert equally.at("Two", "").probabilities == {"left": 1, "right": 0}


def test_staying_out_is_proper_though_forward_induction_excludes_it():
    game = gk.loads(OUTSIDE_OPTION)
    solution = gk.solve(game, "proper")
    assert solution.gap == 0 and gk.sequential(solution).sequential
    table = game.normal_form()
    assert table.names == (("out *", "in top", "in bottom"), ("left", "right"))
    zero, one = Fraction(0), Fraction(1)
    out = ([one, -one, -one], [zero, zero, one], [zero, one, zero])  # against right, top is the costlier mistake
    right = ([zero, one, zero], [one, -one, zero])
    assert vanishing_properly((table.tables[0][0], table.tables[1][0]), (out, right))


@given(seed=st.integers(0, 2**32), rows=st.integers(1, 4), columns=st.integers(1, 4), size=st.sampled_from([1, 3, 20]))
def test_random_tables_have_a_proper_equilibrium(seed, rows, columns, size):
    draw = np.random.default_rng(seed)
    tables = tuple(draw.integers(-size, size + 1, (rows, columns)).astype(object) for _ in range(2))
    (x, y), _ = proper_equilibrium(tables)
    assert vanishing_properly(tables, (x, y))
    for table, mine, theirs in ((tables[0], x, y), (tables[1].T, y, x)):
        worth = table @ np.array(constant(theirs), object)
        assert np.array(constant(mine), object) @ worth == max(worth)


@given(seed=st.integers(0, 2**32))
def test_a_proper_equilibrium_of_the_normal_form_is_sequential_in_the_tree(seed):
    """van Damme (1984): it induces a quasi-perfect equilibrium in every tree with this normal form."""
    game = Game(TreeRules(random_tree(seed, players=2), "tree"))
    assume(game.form.information_sets > 0 and max(game.normal_form().shape) <= 6)
    solution = gk.solve(game, "proper")
    assert solution.exact and solution.gap == 0
    assert gk.sequential(solution).sequential


@pytest.mark.parametrize(
    ("name", "reason"),
    [("three_player_kuhn", "has 3 player"), ("kuhn", "27 x 64 strategies"), ("bargaining", "more than 9 strategies")],
)
def test_other_games_are_refused_with_the_reason(name, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.solve(gk.load(name), "proper")


def test_floats_come_out_where_they_are_wanted_and_a_time_limit_is_kept():
    assert gk.solve(gk.loads(TABLE), "proper", exact=False).value == (1.0, 1.0)
    game = gk.loads(TABLE)
    game.form  # noqa: B018 (unfolded, so that only solving is left)
    with pytest.raises(OutOfTime, match="before a proper equilibrium"):
        gk.solve(game, "proper", time_limit=0.0)


def test_gambit_lists_the_proper_equilibrium_among_all():
    pytest.importorskip("pygambit")
    draw = np.random.default_rng(4)
    for _ in range(3):
        numbers = " ".join(str(x) for x in draw.integers(-99, 100, 18))
        names = '{ "a" "b" "c" }'
        game = gk.loads(f'NFG 1 R "Random" {{ "Row" "Column" }} {{ {names} {names} }} {numbers}')
        every = gk.solve(game, "gambit:enummixed")
        listed = [[plan.tolist() for plan in one.listing.plans] for one in (every, *every.others)]
        assert [plan.tolist() for plan in gk.solve(game, "proper").listing.plans] in listed
        assert [plan.tolist() for plan in gk.solve(game, "quasi-perfect").listing.plans] in listed
