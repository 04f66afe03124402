"""Every update rule does what plain recursion over histories does, and the layout loses nothing."""

from __future__ import annotations

import numpy as np
import pytest
from game.random_rules import RandomRules
from hypothesis import example, given
from hypothesis import strategies as st

import galakit as gk
from galakit.deadline import Deadline, OutOfTime
from galakit.game.explore import explore
from galakit.game.realization import behaviour, repaired
from galakit.game.unfold import unfold
from galakit.solution.certificate import certify
from galakit.solvers.regret import kernel
from galakit.solvers.regret import leaves as leaves_module
from galakit.solvers.regret.dynamics import dynamics
from galakit.solvers.regret.layout import laid_out
from galakit.solvers.regret.updates import UPDATES
from solvers.regret.reference import Reference, rules_of

LAST = 20  # iterations the schedules expect

games = st.builds(
    RandomRules, seed=st.integers(0, 10_000), number=st.integers(1, 3), depth=st.integers(1, 5), zero_sum=st.just(False)
)
zero_sum = st.builds(RandomRules, seed=st.integers(0, 10_000), depth=st.integers(1, 6))


def form_of(rules):
    return unfold(explore(rules))[0]


def state_of(form, name, strands=1):
    return dynamics(form, laid_out(form, strands), UPDATES[name], {}, LAST)


def iterations_like_the_reference(rules, form, name, iterations):
    """Iterate both from the same random strategies, and compare everything after each iteration.

    Where moves are equally good, what is left of their regrets after rounding decides, and comparing ends: the number
    of iterations that were compared.
    """
    state = state_of(form, name)
    reference = Reference(rules, *rules_of(LAST)[name], together=len(state.record) > 0)
    random = np.random.default_rng(1)
    plans = tuple(repaired(form, p, random.random(s)) for p, s in enumerate(form.sequences))
    state.plan[:] = state.layout.spread(plans)
    shares = tuple(behaviour(form, p, plan) for p, plan in enumerate(plans))
    state.strategy[:] = state.layout.spread(shares)
    places = []
    for i in range(form.information_sets):
        player, first = int(form.player[i]), int(form.first_sequence[i])
        own = slice(first, first + int(form.moves_count[i]))
        reference.learners[player].start[form.facts(i)] = shares[player][own].tolist()
        places.append((player, form.facts(i), own))
    for done in range(iterations):
        reference.iterate()
        state.advance(1)
        if reference.tied():
            return done
        rounded = any(((r != 0) & (abs(r) < 1e-12)).any() for r in state.layout.collected(state.regret))
        for numbers, table in ((state.regret, "regret"), (state.total, "total"), (state.strategy, "strategy")):
            ours = state.layout.collected(numbers)
            for player, facts, own in places:
                theirs = getattr(reference.learners[player], table)[facts]
                same = ours[player][own] == pytest.approx(theirs, rel=1e-9, abs=1e-11)
                if not same and rounded:  # theirs tie exactly, ours up to rounding
                    return done
                assert same
    return iterations


@pytest.mark.parametrize("name", UPDATES)
@pytest.mark.parametrize(("game", "iterations"), [("kuhn", 5), ("parity", 5), ("three_player_kuhn", 2)])
def test_an_update_rule_does_what_plain_recursion_does(game, iterations, name):
    loaded = gk.load(game)
    assert iterations_like_the_reference(loaded.rules, loaded.form, name, iterations) == iterations


@given(st.one_of(games, zero_sum), st.sampled_from(sorted(UPDATES)))
def test_so_it_does_in_random_games(rules, name):
    iterations_like_the_reference(rules, form_of(rules), name, 3)


def assert_sequences_bring_the_sum_over_the_leaves(form, seed=0):
    layout = laid_out(form)
    random = np.random.default_rng(seed)
    n = len(form.players)
    plans = tuple(random.random(s) for s in form.sequences)
    numbers, worth, scratch = layout.spread(plans), np.full(layout.size, np.nan), np.empty(layout.scratch)
    for player in range(n):
        leaves = form.payoff(player).copy()
        for other in range(n):
            if other != player:
                leaves *= plans[other][form.leaf_sequences[other]]
        expected = np.bincount(form.leaf_sequences[player], weights=leaves, minlength=form.sequences[player])
        kernel.bring(player, layout.sweeps, layout.leaves, numbers, worth, scratch)
        assert layout.collected(worth)[player] == pytest.approx(expected, rel=1e-10, abs=1e-12)


@given(st.one_of(games, zero_sum), st.integers(0, 2**32 - 1))
@example(RandomRules(7, depth=6), 0)
def test_what_sequences_bring_is_the_sum_over_the_leaves(rules, seed):
    assert_sequences_bring_the_sum_over_the_leaves(form_of(rules), seed)


@pytest.mark.parametrize(
    "limits",
    [{}, {"DENSE": 2.0}, {"SHARED": 1}, {"SHARED": 10**9}, {"SHARED": 10**9, "ABREAST": 10**9}, {"SCRATCH": 40}],
)
@pytest.mark.parametrize(("game", "params"), [("leduc", {}), ("poker", {"ranks": 12}), ("liars_dice", {"faces": 4})])
def test_so_it_is_however_the_leaves_are_laid_out(game, params, limits, monkeypatch):
    for name, limit in limits.items():
        monkeypatch.setattr(leaves_module, name, limit)
    assert_sequences_bring_the_sum_over_the_leaves(gk.load(game, **params).form)


@pytest.mark.parametrize(("game", "params"), [("leduc", {}), ("poker", {"ranks": 30}), ("liars_dice", {"faces": 4})])
def test_the_gap_is_the_one_the_certificate_finds(game, params):
    form = gk.load(game, **params).form
    state = state_of(form, "cfr+")
    for plans in (state.plan, state.average()):
        found = state.layout.collected(plans)
        assert state.gap(plans) == pytest.approx(certify(form, found).gap, abs=1e-12)
    state.advance(30)
    found = tuple(repaired(form, p, x) for p, x in enumerate(state.layout.collected(state.average())))
    assert state.gap(state.average()) == pytest.approx(certify(form, found).gap, abs=1e-12)


@pytest.mark.parametrize("strands", [2, 3])
@pytest.mark.parametrize("game", ["leduc", "three_player_kuhn", "inspection"])
def test_threads_do_not_change_a_single_bit(game, strands):
    form = gk.load(game).form
    one, more = state_of(form, "dcfr"), state_of(form, "dcfr", strands)
    for state in (one, more):
        state.advance(20)
    for name in ("regret", "total", "strategy", "plan"):
        mine, other = (s.layout.collected(getattr(s, name)) for s in (one, more))
        assert all((a == b).all() for a, b in zip(mine, other))
    assert more.gap(more.average()) == pytest.approx(one.gap(one.average()), abs=1e-15)


def test_a_time_limit_ends_preparing_too():
    with pytest.raises(OutOfTime, match="while preparing regret minimisation"):
        laid_out(gk.load("kuhn").form, progress=Deadline(0, began=0).watching(None))
