"""Double oracle against the full linear programme."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import galakit as gk
from galakit.game.realization import uniform
from galakit.progress import gap_of
from galakit.solution.certificate import certify
from galakit.solvers.lp.programme import solve_lp
from galakit.solvers.oracle.double_oracle import double_oracle
from galakit.solvers.oracle.restricted import relevant, restricted_form, started
from tests.solvers.dynamics.games import normal_form

STREET = """
game(street, [
    players : [hider, seeker],
    params : [houses = 9],
    flow : (choose(hider, A, between(1, $houses, A)),
            choose(seeker, B, between(1, $houses, B)),
            outcome([abs(A - B), -abs(A - B)]))
]).
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [("kuhn", "-1/18"), ("poker", "-1/18"), ("matching_pennies", "0"), ("pursuit", "1/10"), ("blotto", "0")],
)
def test_shipped_games_have_their_values_exactly(name, value):
    solution = gk.solve(gk.load(name), method="double-oracle", exact=True)
    assert solution.certificate.exact and solution.gap == 0 and abs(solution.value[0]) == abs(Fraction(value))


@pytest.mark.parametrize("seed", range(4))
def test_random_matrix_games_have_the_value_of_the_linear_programme(seed):
    draw = np.random.default_rng(seed)
    matrix = draw.integers(-9, 10, (6, 8))
    game = normal_form("g", ["abcdef", "stuvwxyz"], matrix, -matrix)
    assert gk.solve(game, method="double-oracle").value == gk.solve(game, method="lp").value


def test_hiding_on_a_street_needs_three_houses():
    # The hider mixes both ends, the seeker stands in the middle: supports of two and one, whatever the length.
    solution = gk.solve(gk.loads(STREET, houses=41), method="double-oracle")
    assert solution.value[0] == 20 and solution.gap == 0
    part, _, whole = solution.found["sequences of the last restricted game"].partition(" of ")
    assert whole == "42 + 42" and sum(int(n) for n in part.split(" + ")) < 20


def test_leduc_agrees_with_the_literature():
    # Southey et al. (2005): the first player loses 0.0856.
    solution = gk.solve(gk.load("leduc"), method="double-oracle", gap=1e-3)
    assert solution.value[0] == pytest.approx(-0.0856, abs=1e-3) and solution.gap <= 1e-3


def test_the_gap_never_grows_and_bounds_hold_the_value():
    form = gk.load("kuhn", cards=6).form
    seen = []
    found = double_oracle(form, gap=0.0, exact=False, time_left=lambda: None, seen=seen.append)
    gaps = [float(now.gap) for now in seen]
    value = solve_lp(form).lower
    assert len(gaps) > 3 and all(after <= before for before, after in pairwise(gaps))
    assert all(now.lower - 1e-9 <= value <= now.upper + 1e-9 for now in seen)
    assert found.done and abs(found.gap) < 1e-8
    assert all(certify(form, now.plans).gap <= now.gap + 1e-9 for now in seen)


def test_progress_reports_the_gap():
    heard = []
    gk.solve(gk.load("kuhn"), method="double-oracle", progress=lambda stage, done, total: heard.append(gap_of(stage)))
    assert any(gap is not None for gap in heard)


def test_plans_of_a_part_extend_to_plans_of_the_whole():
    draw = np.random.default_rng(2)
    form = gk.load("leduc").form
    parts = started(form)
    for _ in range(3):
        part = restricted_form(form, parts)
        plans = [one.extended(uniform(part, p)) for p, one in enumerate(parts)]
        certify(form, plans)  # refuses what is no plan
        responses = [np.ones(n) for n in form.sequences]
        for p in (0, 1):
            pure = draw.random(form.sequences[p])
            chosen = np.zeros(form.sequences[p])
            chosen[0] = 1
            for level in form.levels(p):
                best = [s + int(np.argmax(pure[level.sequences[s : s + c]])) for s, c in zip(level.start, level.count)]
                chosen[level.sequences[best]] = chosen[level.parent]
            responses[p] = chosen
        parts = tuple(one.with_sequences(relevant(form, p, responses[p], plans[1 - p])) for p, one in enumerate(parts))
        assert all(one.allowed.sum() < n for one, n in zip(parts, form.sequences))


def test_a_time_limit_leaves_the_best_so_far():
    game = gk.load("liars_dice")
    _ = game.form
    solution = gk.solve(game, method="double-oracle", time_limit=1.0)
    assert not solution.complete and any("time limit" in warning for warning in solution.warnings)
    assert 0 < solution.gap < 2


@pytest.mark.parametrize(("name", "why"), [("stag_hunt", "constant sum"), ("public_goods", "needs two")])
def test_what_does_not_suit_is_refused(name, why):
    with pytest.raises(gk.GalakitError, match=why):
        gk.solve(gk.load(name), method="double-oracle")
