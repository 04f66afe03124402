"""Schooling as a signal (Spence 1973) with many abilities: the least costly separation (Riley 1979).

A worker of ability a gets the wage w and bears the cost y / a of y years of schooling; the firm pays what it believes a
to be. With abilities 1, 1 + h, 1 + 2 h, ... each would just as soon choose the years of the next, so that y grows by a h
from one to the next. As h becomes small, y comes near (a^2 - 1) / 2, the answer for a continuum of abilities.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk

SCHOOLING = """
game(schooling, [
    players : [worker, firm],
    params : [abilities = 3, step = 1/2, cheaper = 1],
    flow : (choose(nature, A, between(1, $abilities, A)), reveal(worker, A),
            choose(worker, Y, between(1, $abilities, Y)), reveal(firm, Y),
            choose(firm, W, between(1, $abilities, W)),
            of(A, $step, Ability), of(W, $step, Wage), riley(Y, $step, Years),
            payoff(worker, Wage - $cheaper * Years / Ability),
            payoff(firm, -(Wage - Ability) * (Wage - Ability)))
]).
of(K, H, X) :- X is 1 + (K - 1) * H.
riley(K, H, Years) :- Years is (K - 1) * H + H * H * (K - 1) * (K - 2) / 2.
"""


def separation(abilities):
    """Each ability chooses its own years, and is paid what it is."""
    own = {str(k): str(k) for k in range(1, abilities + 1)}
    return {"worker": own, "firm": own}


def test_the_most_informative_equilibrium_is_the_least_costly_separation():
    found = gk.solve(gk.loads(SCHOOLING), "best", prefer="informative")
    assert found.gap == 0 and found.exact
    for k in ("1", "2", "3"):
        assert found.at("worker", k).probabilities[k] == 1 and found.at("firm", k).probabilities[k] == 1
    assert found.value == (Fraction(3, 2) - (Fraction(1, 2) / Fraction(3, 2) + Fraction(5, 4) / 2) / 3, 0)


@pytest.mark.parametrize("abilities", [5, 9])
def test_riley_outcome_comes_near_that_of_a_continuum(abilities):
    step = Fraction(1, abilities - 1)
    game = gk.loads(SCHOOLING, abilities=abilities, step=step)
    assert gk.certify(game, separation(abilities)).gap == 0
    cheaper = gk.loads(SCHOOLING, abilities=abilities, step=step, cheaper="99/100")
    assert gk.certify(cheaper, separation(abilities)).gap > 0
    paid = gk.certify(game, separation(abilities)).value[0]
    # Of a continuum on [1, 2], ability a gets a - (a^2 - 1) / (2 a) = (a + 1 / a) / 2.
    exact = sum(a - (a * a - 1) / (2 * a) for a in (1 + k * step for k in range(abilities))) / abilities
    assert 0 < paid - exact < step / 4
