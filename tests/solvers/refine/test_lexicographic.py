"""Quasi-perfect equilibria of two players whose interests are not opposed, by pivoting with ε as a symbol."""

from __future__ import annotations

from fractions import Fraction

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import plan_of
from galakit.solution.certificate import certify
from galakit.solvers.refine import methods
from galakit.solvers.refine.lexicographic import lexicographic_trembles
from galakit.solvers.refine.negligible import exact_trembles

# Selten (1978): the threat to fight is never carried out, so it costs nothing in an equilibrium where nobody enters.
ENTRY = """EFG 2 R "Entry" { "Entrant" "Incumbent" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 1, 5 }
p "" 2 1 "" { "fight" "share" } 0
t "" 2 "" { 0, 0 }
t "" 3 "" { 2, 2 }
"""
# van Damme (1984): One may go on to coordinate with Two, whose move weakly dominates the other; and One may err later.
# A quasi-perfect equilibrium expects errors of the other player, not one's own: One need not fear their own second move.
OWN_MISTAKES = """EFG 2 R "Own mistakes" { "One" "Two" }
p "" 1 1 "now" { "safe" "later" } 0
p "" 2 1 "two" { "help" "harm" } 0
t "" 1 "" { 1, 1 }
t "" 2 "" { 0, 0 }
p "" 1 2 "then" { "good" "bad" } 0
p "" 2 1 "two" { "help" "harm" } 0
t "" 1
t "" 2
t "" 3 "" { 0, 0 }
"""
# Kreps & Wilson (1982), figure 5, in spirit: after an unexpected move the second player must have some belief.
OUT_OR_SIDES = """EFG 2 R "Out, left or right" { "One" "Two" }
p "" 1 1 "" { "out" "left" "right" } 0
t "" 1 "" { 2, 2 }
p "" 2 1 "" { "up" "down" } 0
t "" 2 "" { 3, 3 }
t "" 3 "" { 0, 0 }
p "" 2 1 "" { "up" "down" } 0
t "" 4 "" { 0, 1 }
t "" 5 "" { 1, 0 }
"""


@pytest.mark.parametrize(
    ("text", "player", "facts", "move", "value"),
    [
        (ENTRY, "Incumbent", "", "share", (2, 2)),
        (OUT_OR_SIDES, "Two", "", "up", (3, 3)),
        (OWN_MISTAKES, "Two", "two", "help", (1, 1)),
        (OWN_MISTAKES, "One", "then", "good", (1, 1)),
    ],
)
def test_no_threat_is_made_that_would_not_be_carried_out(text, player, facts, move, value):
    solution = gk.solve(gk.loads(text), "quasi-perfect")
    assert solution.exact and solution.gap == 0 and solution.value == value
    assert solution.at(player, facts).probabilities[move] == 1
    assert gk.sequential(solution).sequential


def test_a_dominated_equilibrium_of_a_matrix_is_never_found():
    """Selten (1975): (bottom, right) is an equilibrium, and either move is weakly dominated."""
    table = """NFG 1 R "" { "Row" "Column" } { { "top" "bottom" } { "left" "right" } } 1 1 0 0 0 0 0 0"""
    solution = gk.solve(gk.loads(table), "quasi-perfect")
    assert solution.value == (1, 1)


def test_ultimatums_are_accepted_and_bargaining_ends_as_by_backward_induction():
    for name in ("ultimatum", "bargaining", "centipede"):
        game = gk.load(name)
        solution = gk.solve(game, "quasi-perfect")
        assert solution.gap == 0 and gk.sequential(solution).sequential
    assert gk.solve(gk.load("bargaining"), "quasi-perfect").value == gk.solve(gk.load("bargaining"), "backward").value


def test_in_beer_and_quiche_the_belief_after_a_surprise_is_the_limit_of_mistakes():
    solution = gk.solve(gk.load("beer_quiche"), "quasi-perfect")
    judged = gk.sequential(solution)
    assert judged.sequential and judged.exact
    assert solution.value == (Fraction(29, 10), Fraction(9, 10))  # both drink beer: the tough 9/10 have breakfast


@given(seed=st.integers(0, 2**32), depth=st.integers(2, 5))
def test_a_quasi_perfect_equilibrium_is_a_sequential_one(seed, depth):
    game = Game(TreeRules(random_tree(seed, players=2, depth=depth), "tree"))
    assume(game.form.information_sets > 0)
    solution = gk.solve(game, "quasi-perfect")
    assert solution.exact and solution.gap == 0
    judged = gk.sequential(solution)
    assert judged.exact and judged.sequential and judged.gain == 0


@given(seed=st.integers(0, 2**32))
def test_where_interests_are_opposed_pivoting_and_linear_programming_agree_on_values_everywhere(seed):
    game = Game(TreeRules(random_tree(seed, players=2, zero_sum=True), "tree"))
    assume(game.form.information_sets > 0 and game.form.constant_sum is not None)
    values = []
    for found in (lexicographic_trembles(game.form), exact_trembles(game.form, "quasi-perfect")):
        certificate = certify(game.form, [plan_of(game.form, p, t.behaviour) for p, t in enumerate(found[0])])
        assert certificate.gap == 0
        values.append(certificate.value)
    assert values[0] == values[1]


def test_one_player_plays_well_everywhere():
    solution = gk.solve(gk.load("monty_hall"), "quasi-perfect")
    assert solution.value == (Fraction(2, 3),) and gk.sequential(solution).sequential


def test_floats_come_out_where_they_are_wanted():
    solution = gk.solve(gk.loads(ENTRY), "quasi-perfect", exact=False)
    assert not solution.exact and solution.value == (2.0, 2.0)
    assert gk.sequential(solution).sequential


def test_a_game_that_is_too_large_is_refused_with_the_limit(monkeypatch):
    monkeypatch.setattr(methods, "MOST_SEQUENCES", 4)
    with pytest.raises(GalakitError, match="computed for up to 4"):
        gk.solve(gk.load("stag_hunt"), "quasi-perfect")


def test_a_time_limit_is_kept():
    game = gk.load("bargaining")
    game.form  # noqa: B018 (unfolded, so that only solving is left)
    with pytest.raises(OutOfTime, match="before a quasi-perfect equilibrium"):
        gk.solve(game, "quasi-perfect", time_limit=0.0)
