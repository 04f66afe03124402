"""Certificates: the gain by deviating, and no certificate for what is no plan."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from game.naive import Naive
from game.poker_rules import Poker
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError
from galakit.game.explore import explore
from galakit.game.realization import uniform
from galakit.game.unfold import unfold
from galakit.solution.certificate import certify


def form_of(rules):
    return unfold(explore(rules))[0]


def pure_values(rules, player):
    """The best payoff of a player against uniform play, by trying all his pure strategies."""
    from itertools import product

    naive = Naive(rules)
    sets = naive.sets

    def weight(p, sequence):
        if sequence == ():
            return Fraction(1)
        facts, _ = sequence
        _, moves, parent = sets[p, facts]
        return Fraction(1, len(moves)) * weight(p, parent)

    def plays(strategy, sequence):
        if sequence == ():
            return True
        facts, move = sequence
        return strategy[facts] == move and plays(strategy, sets[player, facts][2])

    own = [facts for p, facts in sets if p == player]
    rest = []
    for (sequences, payoff), count in naive.leaves.items():
        others = payoff[player] * count
        for p, sequence in enumerate(sequences):
            if p != player:
                others *= weight(p, sequence)
        rest.append((sequences[player], others))
    choices = [sets[player, facts][1] for facts in own]
    return max(sum(w for s, w in rest if plays(dict(zip(own, c)), s)) for c in product(*choices))


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_the_best_response_is_the_best_pure_strategy(seed, number):
    rules = RandomRules(seed, number=number, depth=4, zero_sum=False)
    form = form_of(rules)
    if max(np.bincount(form.player, minlength=1), default=0) > 6:
        return
    certificate = certify(form, [uniform(form, p, exact=True) for p in range(number)])
    assert certificate.exact
    for p in range(number):
        assert certificate.value[p] + certificate.gains[p] == pure_values(rules, p)


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_floats_and_fractions_certify_alike(seed, number):
    form = form_of(RandomRules(seed, number=number, zero_sum=False))
    exact = certify(form, [uniform(form, p, exact=True) for p in range(number)])
    floats = certify(form, [uniform(form, p) for p in range(number)])
    assert exact.exact and not floats.exact
    assert floats.gap == pytest.approx(float(exact.gap), abs=1e-12)
    assert floats.value == pytest.approx([float(v) for v in exact.value], abs=1e-12)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("index", "value", "message"),
    [
        (0, 2, "weight 1"),
        (1, -1, "negative"),
        (1, Fraction(1, 3), "do not sum"),
    ],
)
def test_a_broken_plan_is_not_certified(exact, index, value, message):
    form = form_of(Poker(3))
    plans = [list(uniform(form, p, exact=exact)) for p in range(2)]
    plans[1][index] = value if exact else float(value)
    with pytest.raises(GalakitError, match=message):
        certify(form, plans)


def test_plans_of_the_wrong_length_or_number_or_with_nans_are_not_certified():
    form = form_of(Poker(3))
    good = uniform(form, 0)
    bad = good.copy()
    bad[3] = np.nan
    for plans in ([good], [good, good[:-1]], [good, bad]):
        with pytest.raises(GalakitError):
            certify(form, plans)
