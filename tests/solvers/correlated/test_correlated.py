"""Correlated equilibria of two players: known values, nested concepts, and their proofs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm, count_strategies
from galakit.solution.certificate import certify
from galakit.solvers.correlated import pairs
from galakit.solvers.correlated import programme as programmes
from galakit.solvers.correlated.pairs import relevant_pairs, triangle
from galakit.solvers.correlated.programme import CONCEPTS, programme
from galakit.solvers.correlated.proof import certify_correlated
from galakit.solvers.exact.optimum import exact_optimum
from galakit.solvers.programming import in_floats, optimum

SEEDS = st.integers(0, 2**32)

CHICKEN = """NFG 1 R "Chicken" { "Row" "Column" } { { "dare" "chicken" } { "dare" "chicken" } }
0 0  2 7  7 2  6 6"""
SEXES = """NFG 1 R "Battle" { "Row" "Column" } { { "opera" "boxing" } { "opera" "boxing" } }
2 1  0 0  0 0  1 2"""

# Von Stengel & Forges (2008), figure 1: a student, good or bad, says X or Y to a professor.
SIGNAL = """EFG 2 R "Signals" { "Student" "Professor" }
c "" 1 "" { "good" 1/2 "bad" 1/2 } 0
p "" 1 1 "good" { "X" "Y" } 0
p "" 2 1 "X" { "accept" "reject" } 0
t "" 1 "" { 4, 10 }
t "" 2 "" { 0, 6 }
p "" 2 2 "Y" { "accept" "reject" } 0
t "" 1
t "" 2
p "" 1 2 "bad" { "X" "Y" } 0
p "" 2 1 "X" { "accept" "reject" } 0
t "" 3 "" { 6, 0 }
t "" 2
p "" 2 2 "Y" { "accept" "reject" } 0
t "" 3
t "" 2
"""


def of_two(seed: int) -> Game:
    game = Game(TreeRules(random_tree(seed, players=2), "tree"))
    assume(game.form.information_sets > 0)
    return game


def independent(form, plans):
    """The correlation plan of two plans that have nothing to do with each other."""
    return {(s, t): plans[0][s] * plans[1][t] for s, t in relevant_pairs(form).index}


def test_chicken_is_played_best_with_a_mediator():
    """Aumann (1974, 1987): with these payoffs 21/4 each, more than in any equilibrium without one."""
    best = gk.correlate(gk.loads(CHICKEN))
    assert best.exact and best.gap == 0 and best.value == (Fraction(21, 4), Fraction(21, 4))
    assert {o.moves: o.probability for o in best.outcomes()} == {
        (("chicken",), ("chicken",)): Fraction(1, 2),
        (("dare",), ("chicken",)): Fraction(1, 4),
        (("chicken",), ("dare",)): Fraction(1, 4),
    }
    assert gk.correlate(gk.loads(CHICKEN), objective={"Row": -1, "Column": -1}).value == (Fraction(18, 5),) * 2


def test_the_objective_picks_among_equilibria():
    game = gk.loads(SEXES)
    assert gk.correlate(game, objective="Row").value == (2, 1)
    assert gk.correlate(game, objective="Column").value == (1, 2)
    assert sum(gk.correlate(game).value) == 3
    assert sum(gk.correlate(game, objective={"Row": -1, "Column": -1}).value) == Fraction(4, 3)


def test_a_signal_that_only_the_good_student_is_told_makes_the_professor_listen():
    """A game after von Stengel & Forges (2008): without a mediator the professor rejects everybody and gets 6."""
    best = gk.correlate(gk.loads(SIGNAL), objective="Professor")
    assert best.exact and best.gap == 0
    assert best.value[1] == Fraction(13, 2)


@given(SEEDS)
def test_concepts_are_nested_and_every_pure_equilibrium_is_one(seed):
    game = of_two(seed)
    form = game.form
    assume(count_strategies(form, 0) * count_strategies(form, 1) <= 300)
    best = [gk.correlate(game, concept, exact=True) for concept in CONCEPTS]
    assert all(b.exact and b.gap == 0 for b in best)
    welfare = [sum(b.value) for b in best]
    assert welfare == sorted(welfare)
    for rows in product(*NormalForm(form).plans):
        certificate = certify(form, rows)
        if certificate.gap == 0:
            assert sum(certificate.value) <= welfare[0]
            assert certify_correlated(form, independent(form, [r.tolist() for r in rows]), "efce").gap == 0


@given(SEEDS)
def test_an_equilibrium_is_a_correlated_one_and_the_value_of_a_zero_sum_game_stays(seed):
    game = Game(TreeRules(random_tree(seed, players=2, zero_sum=True), "tree"))
    form = game.form
    assume(form.information_sets > 0 and form.constant_sum is not None)
    nash = gk.solve(game, "lp", exact=True)
    for concept in CONCEPTS:
        proof = certify_correlated(form, independent(form, nash.listing.plans), concept)
        assert proof.exact and proof.gap == 0 and proof.value == nash.value


@given(SEEDS)
def test_without_a_triangle_plans_are_mixtures_of_pure_strategies(seed):
    """Farina & Sandholm (2020): the linear constraints describe exactly the distributions there are."""
    game = of_two(seed)
    form = game.form
    assume(triangle(form) is None)
    assume(count_strategies(form, 0) * count_strategies(form, 1) <= 300)
    relevant = relevant_pairs(form)
    pure = list(NormalForm(form).plans)
    values = []
    for given_pure in (None, pure):
        p = programme(form, relevant, "efce", [Fraction(1), Fraction(2)], given_pure)
        values.append(sum(c * z for c, z in zip(p.cost, exact_optimum(p, optimum(in_floats(p)).basis)[0].z)))
    assert values[0] == values[1]


def test_games_in_which_chance_is_seen_in_part_have_triangles():
    assert triangle(gk.loads(SIGNAL).form) is not None
    assert triangle(gk.load("kuhn").form) is not None
    assert triangle(gk.load("parity").form) is None
    assert triangle(gk.loads(CHICKEN).form) is None


def test_a_bad_recommendation_does_not_pass_the_proof():
    form = gk.loads(CHICKEN).form
    crash = independent(form, [[1, 1, 0], [1, 1, 0]])
    assert certify_correlated(form, crash, "efce").gains == (2, 2)
    with pytest.raises(GalakitError, match="no correlation plan"):
        certify_correlated(form, crash | {(1, 0): Fraction(1, 2)}, "efce")
    with pytest.raises(GalakitError, match="no correlation plan"):
        certify_correlated(form, {pair: -x for pair, x in crash.items()}, "efce")


def test_floats_agree_with_fractions():
    game = gk.load("centipede")
    for concept in CONCEPTS:
        exact, near = (gk.correlate(game, concept, exact=e) for e in (True, False))
        assert not near.exact and near.gap < 1e-7
        assert sum(near.value) == pytest.approx(float(sum(exact.value)))


def test_a_plan_that_would_be_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(pairs, "LIMIT_PAIRS", 10)
    with pytest.raises(GalakitError, match="has 25 weights, more than the limit of 10"):
        gk.correlate(gk.load("centipede"))
    monkeypatch.setattr(pairs, "LIMIT_PAIRS", 5)  # what each player does alone is more
    with pytest.raises(GalakitError, match="at least .* more than the limit of 5"):
        gk.correlate(gk.load("centipede"))
    monkeypatch.undo()
    monkeypatch.setattr(programmes, "LIMIT_ENTRIES", 10)
    with pytest.raises(GalakitError, match="more than 10 entries"):
        gk.correlate(gk.load("centipede"))


def test_recommendations_are_probabilities():
    best = gk.correlate(gk.load("centipede"))
    for here in best.recommendations():
        assert (here.reach > 0) == bool(here.probabilities)
        assert not here.probabilities or sum(here.probabilities.values()) == 1
    assert sum(o.probability for o in best.outcomes()) == 1


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("three_player_kuhn", {}, "too many profiles"),
        ("leduc", {"concept": "nfce"}, "too many profiles"),
        ("leduc", {}, "NP-hard"),
        ("stag_hunt", {"concept": "nash"}, "no concept called nash"),
        ("stag_hunt", {"objective": "fame"}, "no objective called fame"),
        ("stag_hunt", {"objective": {"first": "much"}}, "no objective called|weights"),
    ],
)
def test_what_cannot_be_found_is_refused_with_the_reason(name, options, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.correlate(gk.load(name), **options)


HOLDOUT = """
game(holdout, [
    players : [one, two],
    params : [stages = 7],
    variables : [left = $stages, first = high, second = high],
    flow : (choose(nature([low : 3/10, high : 7/10]), A, member(A, [low, high])), reveal(one, A), first gets A,
            choose(nature([low : 9/50, high : 41/50]), B, member(B, [low, high])), reveal(two, B), second gets B,
            while($left > 0, stage), outcome([0, 0])),
    stage : (left gets $left - 1,
             if($first = low, choose(one, X, member(X, [give, hold])), X = hold),
             if($second = low, choose(two, Y, member(Y, [give, hold])), Y = hold),
             given($first, $second, X, Y, P, Q), if(P > 0, outcome([P, Q])),
             if($left > 0, (choose(nature([on : 9/10, off : 1/10]), Z, member(Z, [on, off])),
                            if(Z = off, outcome([0, 0])))))
]).
given(_, _, hold, hold, 0, 0) :- !.
given(low, low, give, hold, 1/2, 1) :- !.
given(_, _, hold, give, 1, 1/2) :- !.
given(_, _, _, _, 1/2, 1/2).
"""
"""After McKelvey & Palfrey (1977), as in Gambit's `holdout7.efg`: of probabilities with small products."""


def test_correlated_equilibria_of_long_games_with_rare_ends_are_exact():
    game = gk.loads(HOLDOUT)
    found = [gk.correlate(game, concept) for concept in ("nfce", "efce", "efcce", "nfcce")]
    assert all(one.exact and one.gap == 0 for one in found)
    welfare = [sum(one.value) for one in found]
    assert welfare == sorted(welfare) and welfare[0] >= sum(gk.solve(game).value)
