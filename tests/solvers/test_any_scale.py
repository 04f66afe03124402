"""Payoffs of any size, and of very different sizes in one game: the answers are exact, or those of the game scaled."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from formats.random_trees import random_tree

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game

# Gambit's test game `large_payoff_game.efg`, of payoffs 10^19 beside 1: always A is worth 1 to the first player, who
# gets no more than 1 after A, and nothing after B.
LARGE = """EFG 2 R "Large payoff game" { "1" "2" }
c "" 1 "" { "L" 1/2 "R" 1/2 } 0
p "" 1 1 "" { "A" "B" } 0
p "" 2 1 "" { "X" "Y" } 0
t "" 1 "large" { 10000000000000000000, -10000000000000000000 }
t "" 2 "1" { 1, -1 }
p "" 2 2 "" { "X" "Y" } 0
t "" 3 "-1" { -1, 1 }
t "" 4 "0" { 0, 0 }
p "" 1 2 "" { "A" "B" } 0
p "" 2 1 "" { "X" "Y" } 0
t "" 3 "-1" { -1, 1 }
t "" 2 "1" { 1, -1 }
p "" 2 2 "" { "X" "Y" } 0
t "" 4 "0" { 0, 0 }
t "" 1 "large" { 10000000000000000000, -10000000000000000000 }
"""


def tree(seed: int, *, power: int | None = 0, zero_sum: bool = True) -> Game:
    """A random tree with payoffs times 10^power; without a power each has its own, and chances may be 10^-12."""
    document = random_tree(seed, players=2, zero_sum=zero_sum, depth=3)
    draw = random.Random(seed)
    factors = [Fraction(10) ** (draw.randint(-9, 19) if power is None else power) for _ in document.outcomes]
    outcomes = [o._replace(payoffs=tuple(p * f for p in o.payoffs)) for o, f in zip(document.outcomes, factors)]
    sets = []
    for one in document.information_sets:
        if power is None and one.player < 0 and len(one.moves) > 1:
            rare = Fraction(1, 10**12)
            one = one._replace(probabilities=(1 - rare * (len(one.moves) - 1),) + (rare,) * (len(one.moves) - 1))
        sets.append(one)
    return Game(TreeRules(replace(document, outcomes=tuple(outcomes), information_sets=tuple(sets)), "tree"))


def players_move(seed: int) -> bool:
    return tree(seed).form.information_sets > 0


SEEDS = [seed for seed in range(30) if players_move(seed)]


@pytest.mark.parametrize("method", ["lp", "undominated", "quasi-perfect", "best", "normal-lp"])
@pytest.mark.parametrize("power", [-9, 19])
def test_scaled_payoffs_have_scaled_values(method, power):
    for seed in SEEDS[:4]:
        value = gk.solve(tree(seed, power=power), method, exact=True).value
        assert value == tuple(v * Fraction(10) ** power for v in gk.solve(tree(seed), "lp", exact=True).value)


@pytest.mark.parametrize("concept", ["efce", "efcce", "nfcce"])
@pytest.mark.parametrize("power", [-9, 10, 19])
def test_correlated_equilibria_scale_with_the_payoffs(concept, power):
    for seed in SEEDS[:6]:
        plain = gk.correlate(tree(seed, zero_sum=False), concept)
        for exact in (True, False):
            scaled = gk.correlate(tree(seed, power=power, zero_sum=False), concept, exact=exact)
            assert scaled.exact == exact or scaled.gap == 0
            assert float(sum(scaled.value)) == pytest.approx(
                float(sum(plain.value)) * 10.0**power, abs=10.0 ** (power - 6)
            )


def test_payoffs_that_are_far_apart_are_solved_exactly():
    for seed in SEEDS[:12]:
        for zero_sum in (True, False):
            game = tree(seed, power=None, zero_sum=zero_sum)
            best = gk.correlate(game, "nfcce", exact=True)
            assert best.exact and best.gap == 0
            solution = gk.solve(game, "lp" if zero_sum else "lcp", exact=True)
            assert solution.exact and solution.gap == 0
            assert sum(best.value) >= sum(solution.value)


@pytest.mark.parametrize("method", ["lp", "undominated", "quasi-perfect", "extensive-perfect"])
def test_a_huge_payoff_beside_small_ones_is_no_obstacle(method):
    solution = gk.solve(gk.loads(LARGE), method)
    assert solution.exact and solution.gap == 0 and solution.value == (1, -1)
    assert gk.solve(gk.loads(LARGE), method, exact=False).gap <= 1e-7 * 10**19


def test_optimal_strategies_have_ranges_where_payoffs_are_far_apart():
    assert gk.ranges(gk.loads(LARGE)).value == (1, -1)


def test_the_best_equilibrium_is_found_where_integer_programming_cannot_see_small_payoffs():
    solution = gk.solve(gk.loads(LARGE), "best")
    assert solution.exact and solution.complete and solution.gap == 0
