"""Correlated equilibria as mixtures of profiles: any number of players, compared with programmes on the normal form."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.document import Outcome, TableDocument
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm, count_strategies
from galakit.solution.certificate import certify
from galakit.solvers.correlated import mixture as mixtures
from galakit.solvers.correlated.correlate import NAMES
from galakit.solvers.correlated.mixture import Mixture, Profiles
from galakit.solvers.correlated.mixture_proof import certify_mixture
from galakit.solvers.correlated.programme import CONCEPTS
from galakit.solvers.programming import exact_solution

SEEDS = st.integers(0, 2**32)

# Nau, Gomez Canovas & Hansen (2004), section 4: the only equilibrium of these three players has irrational
# probabilities; correlated ones are rational.
IRRATIONAL = """NFG 1 R "Irrational" { "A" "B" "C" } { { "t" "b" } { "l" "r" } { "1" "2" } }
3 0 2  0 1 0  0 2 0  1 0 0  1 0 0  0 3 0  0 1 0  2 0 3"""


def table(seed: int, players: int, most: int = 3) -> Game:
    """A random table of payoffs."""
    draw = np.random.default_rng(seed)
    shape = [int(m) for m in draw.integers(1, most + 1, players)]
    payoffs = draw.integers(-5, 6, (int(np.prod(shape)), players)).tolist()
    outcomes = tuple(Outcome(k + 1, "", tuple(map(Fraction, one))) for k, one in enumerate(payoffs))
    names = tuple(tuple(f"s{k}" for k in range(m)) for m in shape)
    document = TableDocument(
        "table", "", tuple(f"P{k}" for k in range(players)), names, outcomes, tuple(range(1, len(outcomes) + 1)), False
    )
    return Game(TreeRules(document, "table"))


def best_on_the_normal_form(game: Game, coarse: bool) -> float:
    """The best welfare of a correlated equilibrium: the textbook's programme, written down profile by profile."""
    form = NormalForm(game.form)
    payoffs = [form.matrix(p) for p in range(len(form.players))]
    profiles = list(product(*(range(m) for m in form.shape)))
    rows = []
    for p, own in enumerate(form.shape):
        for heard in [None] if coarse else range(own):
            for other in range(own):
                row = [
                    payoffs[p][(*one[:p], other, *one[p + 1 :])] - payoffs[p][one] if heard in (None, one[p]) else 0.0
                    for one in profiles
                ]
                rows.append(row)
    welfare = [-sum(u[one] for u in payoffs) for one in profiles]
    return -linprog(welfare, np.array(rows), np.zeros(len(rows)), [[1.0] * len(profiles)], [1.0]).fun


@given(SEEDS, st.integers(2, 4))
def test_the_best_equilibria_are_those_of_the_textbook_programme(seed, players):
    game = table(seed, players)
    for concept, coarse in (("nfce", False), ("nfcce", True)):
        best = gk.correlate(game, concept, exact=True)
        assert best.exact and best.gap == 0
        assert float(sum(best.value)) == pytest.approx(best_on_the_normal_form(game, coarse), abs=1e-7)
    # Where each player moves once, hearing the move is hearing the strategy.
    assert sum(gk.correlate(game, "afce", exact=True).value) == sum(gk.correlate(game, "nfce", exact=True).value)


@given(SEEDS, st.integers(1, 3))
def test_trees_have_the_equilibria_of_their_normal_form_and_concepts_are_nested(seed, players):
    game = Game(TreeRules(random_tree(seed, players=players), "tree"))
    form = game.form
    assume(form.information_sets > 0)
    assume(np.prod([count_strategies(form, p, full=True) for p in range(players)]) <= 150)
    best = {concept: gk.correlate(game, concept, exact=True) for concept in NAMES}
    assert all(one.exact and one.gap == 0 for one in best.values())
    welfare = {concept: sum(one.value) for concept, one in best.items()}
    assert welfare["nfce"] <= welfare["efce"] <= welfare["efcce"] <= welfare["nfcce"]
    assert welfare["efce"] <= welfare["afce"]
    assert float(welfare["nfce"]) == pytest.approx(best_on_the_normal_form(game, coarse=False), abs=1e-7)
    assert float(welfare["nfcce"]) == pytest.approx(best_on_the_normal_form(game, coarse=True), abs=1e-7)
    for one in best.values():
        assert sum(o.probability for o in one.outcomes()) == 1


@given(SEEDS)
def test_mixtures_and_correlation_plans_of_two_players_agree(seed):
    game = Game(TreeRules(random_tree(seed, players=2), "tree"))
    form = game.form
    assume(form.information_sets > 0)
    assume(count_strategies(form, 0) * count_strategies(form, 1) <= 150)
    for concept in CONCEPTS:
        profiles = Profiles(form, concept)
        vertex, _ = exact_solution(profiles.programme([Fraction(1), Fraction(2)]))
        proof = certify_mixture(form, profiles.mixture(vertex.z[: len(profiles.strategy[0])]), concept)
        by_plan = gk.correlate(game, concept, objective={"P0": 1, "P1": 2}, exact=True)
        assert proof.gap == 0
        assert proof.value[0] + 2 * proof.value[1] == by_plan.value[0] + 2 * by_plan.value[1]


@given(SEEDS, st.integers(2, 3))
def test_a_profile_is_a_mixture_and_its_gains_are_those_of_its_own_certificate(seed, players):
    game = Game(TreeRules(random_tree(seed, players=players), "tree"))
    form = game.form
    assume(form.information_sets > 0)
    plans = NormalForm(form)
    assume(np.prod(plans.shape) <= 60)
    for at in np.ndindex(*plans.shape):
        rows = [plans.plans[p][k] for p, k in enumerate(at)]
        mixture = Mixture((tuple(tuple(plans.choices[p][k].tolist()) for p, k in enumerate(at)),), (Fraction(1),))
        alone = certify(form, rows)
        for concept in ("nfce", "nfcce"):
            proof = certify_mixture(form, mixture, concept)
            assert proof.value == alone.value and proof.gains == alone.gains


def test_three_players_whose_equilibrium_is_irrational_correlate_in_fractions():
    best = gk.correlate(gk.loads(IRRATIONAL), "nfce")
    assert best.exact and best.gap == 0
    assert float(sum(best.value)) == pytest.approx(best_on_the_normal_form(gk.loads(IRRATIONAL), coarse=False))
    assert sum(p for p, _ in best.profiles()) == 1
    near = gk.correlate(gk.loads(IRRATIONAL), "nfce", exact=False)
    assert not near.exact and near.gap < 1e-7 and sum(near.value) == pytest.approx(float(sum(best.value)))


def test_what_is_no_equilibrium_does_not_pass_the_proof():
    form = gk.loads(IRRATIONAL).form
    crowd = (((0,), (0,), (0,)), ((1,), (1,), (1,)))
    half = Fraction(1, 2)
    # B gets nothing by following; l where r is recommended is worth 3, half of the time.
    for concept in ("nfce", "efce", "afce", "nfcce"):
        assert certify_mixture(form, Mixture(crowd, (half, half)), concept).gains == (0, Fraction(3, 2), 0)
    with pytest.raises(GalakitError, match="do not sum to 1"):
        certify_mixture(form, Mixture(crowd, (half, half / 2)), "nfce")
    with pytest.raises(GalakitError, match="no move at a set"):
        certify_mixture(form, Mixture((((-1,), (0,), (0,)),), (Fraction(1),)), "nfce")


def test_a_programme_that_would_be_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(mixtures, "LIMIT_ENTRIES", 10)
    with pytest.raises(GalakitError, match="more than 10 entries"):
        gk.correlate(gk.loads(IRRATIONAL))
