"""Abstractions: what may be merged, what it costs, and that nobody forgets."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.abstraction.approximate import Costs, approximate
from galakit.abstraction.clusters import clustered, kmeans
from galakit.abstraction.ladder import ladder
from galakit.abstraction.levels import labelled, levels
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges, orbits
from tests.separated.programme import value

CASES = [
    ("kuhn", {"cards": 5}), ("leduc", {}), ("leduc", {"ranks": 4}), ("liars_dice", {"faces": 3}),
    ("poker", {"ranks": 6, "cards": 2}), ("stud_poker", {}), ("rhode_island", {"ranks": 3, "suits": 2}),
]  # fmt: skip


def named(case):
    return " ".join([case[0], *(f"{k}={v}" for k, v in case[1].items())])


@cache
def prepared(k):
    name, params = CASES[k]
    separated = gk.load(name, **params).separated
    group = exchanges(separated)
    return separated, group, levels(separated, group)


def labels_of(own, merged):
    return labelled(0, own[0], merged[0]) | labelled(1, own[1], merged[1])


@pytest.mark.parametrize("k", range(len(CASES) - 1), ids=lambda k: named(CASES[k]))
def test_with_threshold_0_nothing_is_lost(k):
    separated, group, own = prepared(k)
    merged = [approximate(Costs(o), threshold=0.0) for o in own]
    assert value(factor(separated, group, labels=labels_of(own, merged))) == pytest.approx(
        value(factor(separated)), abs=1e-9
    )


def check(separated, group, own, merged):
    """Constant on orbits, nested, numbered without holes; and `factor` takes them."""
    for player in (0, 1):
        for level, numbers in zip(own[player], merged[player]):
            label = numbers[level.orbit]
            orbit = orbits(separated, separated.signal(level.signal), group)
            assert len(np.unique(np.stack([orbit, label]), axis=1).T) == orbit.max() + 1
            assert set(numbers.tolist()) == set(range(numbers.max() + 1))
            if level.above >= 0:
                above = merged[player][level.above][level.parent]
                assert len(np.unique(np.stack([numbers, above]), axis=1).T) == numbers.max() + 1
    factor(separated, group, labels=labels_of(own, merged))


@given(st.integers(0, len(CASES) - 1), st.floats(0, 4), st.booleans())
def test_merged_classes_are_nested_and_constant_on_orbits(k, threshold, public):
    separated, group, own = prepared(k)
    costs = [Costs(o, public=public) for o in own]
    merged = [approximate(c, threshold=threshold) for c in costs]
    check(separated, group, own, merged)
    for c, numbers in zip(costs, merged):  # no two in a class are further apart than the threshold
        for j, level in enumerate(c.levels):
            for label in range(int(numbers[j].max()) + 1):
                members = np.flatnonzero(numbers[j] == label)
                assert c.between(j, members, members).max() <= threshold + 1e-12
                assert not public or len(set(level.public[members].tolist())) == 1


@given(st.integers(0, len(CASES) - 1), st.lists(st.integers(1, 12), min_size=3, max_size=3), st.booleans())
def test_as_many_classes_are_left_as_were_asked_for(k, counts, public):
    separated, group, own = prepared(k)
    by_matching = [approximate(Costs(o, public=public), classes=counts) for o in own]
    by_means = [clustered(o, counts, public=public, seed=7) for o in own]
    for merged in (by_matching, by_means):
        check(separated, group, own, merged)
        for player in (0, 1):
            for level, numbers, wanted in zip(own[player], merged[player], counts):
                # Families are never joined, so there may be more; of points in one place there may be fewer.
                family = merged[player][level.above][level.parent] if level.above >= 0 else np.zeros(level.count, int)
                pairs = np.stack([family, level.public if public else 0 * family])
                fewest = len(np.unique(pairs, axis=1).T)
                found = int(numbers.max()) + 1
                assert found <= max(min(wanted, level.count), fewest)
                if merged is by_matching:
                    assert found == max(min(wanted, level.count), fewest)


def test_a_larger_threshold_never_leaves_more_classes_at_the_first_round():
    _, _, own = prepared(2)
    costs = Costs(own[0])
    counts = [int(approximate(costs, threshold=t)[0].max()) + 1 for t in (0, 0.1, 0.3, 1, 3, 10)]
    assert counts == sorted(counts, reverse=True) and counts[0] == 4 and counts[-1] == 1


def brute(levels, k, x, y):
    """The cost of taking one class for another, by trying every matching of what may follow."""
    total = float(np.abs(levels[k].profile[x] - levels[k].profile[y]).sum())
    for j, level in enumerate(levels):
        if level.above != k:
            continue
        children = [np.flatnonzero(level.parent == c) for c in (x, y)]
        shares = [level.weight[c] / level.weight[c].sum() for c in children]
        parts = next(n for n in range(1, 9) if all(np.allclose(s * n, np.round(s * n), atol=1e-9) for s in shares))
        ones, others = (np.repeat(c, np.round(s * parts).astype(int)) for c, s in zip(children, shares))
        price = np.array([[brute(levels, j, a, b) for b in others.tolist()] for a in ones.tolist()])
        total += min(sum(price[i, m] for i, m in enumerate(order)) for order in permutations(range(parts))) / parts
    return total


@pytest.mark.parametrize(("name", "params"), [("leduc", {}), ("rhode_island", {"ranks": 2, "suits": 2})])
def test_matchings_are_the_cheapest_there_are(name, params):
    separated = gk.load(name, **params).separated
    own, _ = levels(separated, exchanges(separated))
    costs = Costs(own)
    for k, level in enumerate(own):
        every = np.arange(level.count)
        found = costs.between(k, every, every)
        assert np.allclose(found, found.T)
        for x in range(min(level.count, 3)):
            for y in range(level.count):
                assert found[x, y] == pytest.approx(brute(own, k, x, y), abs=1e-9)


def test_means_never_cost_more_than_matchings():
    """What a class gets on average cannot differ by more than the cheapest matching costs."""
    _, _, own = prepared(6)
    costs = Costs(own[0])
    for k, level in enumerate(own[0]):
        every = np.arange(level.count)
        assert (np.abs(level.mean[:, None] - level.mean[None, :]) <= costs.between(k, every, every) + 1e-9).all()


def test_cards_of_like_strength_are_merged_first():
    separated = gk.load("kuhn", cards=8).separated
    own, _ = levels(separated)
    for merged in (approximate(Costs(own), classes=[4]), clustered(own, [4])):
        assert merged[0].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


@given(st.integers(1, 40), st.integers(1, 10), st.integers(0, 2**32 - 1))
def test_k_means_ends_where_every_point_is_nearest_to_its_own_mean(n, many, seed):
    random = np.random.default_rng(seed)
    points, weight = random.normal(size=(n, 2)), random.uniform(0.1, 1, n)
    label = kmeans(points, weight, many, random)
    means = np.array(
        [np.average(points[label == c], axis=0, weights=weight[label == c]) for c in range(label.max() + 1)]
    )
    away = ((points[:, None] - means[None]) ** 2).sum(axis=2)
    assert (away[np.arange(n), label] <= away.min(axis=1) + 1e-9).all()
    assert label.max() + 1 <= many


def test_the_same_seed_gives_the_same_clusters():
    _, _, own = prepared(6)
    one, two = (clustered(own[0], [2, 4, 9], seed=3) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two))


def test_a_ladder_gets_finer():
    _, _, own = prepared(6)
    rungs = ladder(own[0], 1.3)
    assert all(a <= b for one, two in pairwise(rungs) for a, b in zip(one, two)) and len(rungs) > 1


def test_many_siblings_are_divided_before_they_are_compared(monkeypatch):
    monkeypatch.setattr("galakit.abstraction.approximate.FAMILY", 5)
    separated = gk.load("kuhn", cards=20).separated
    own, _ = levels(separated)
    merged = approximate(Costs(own), classes=[6])
    assert merged[0].max() + 1 == 6 and (np.diff(merged[0]) >= 0).all()


def test_where_matchings_are_too_many_outlooks_are_compared(monkeypatch):
    monkeypatch.setattr("galakit.abstraction.approximate.MATCHINGS", 3)
    separated, group, own = prepared(1)
    check(separated, group, own, [approximate(Costs(o), classes=[2, 4]) for o in own])
