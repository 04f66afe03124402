"""Two implementations of Gala, one answer: random programs against a direct recursion over their statements."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.naive import described
from hypothesis import given, settings
from hypothesis import strategies as st

import galakit as gk
from galakit.lang.gala import rules
from lang.random_programs import Program, TooLarge


def program(seed):
    try:
        return Program(seed)
    except TooLarge:
        return None


def means_the_same(seed):
    made = program(seed)
    if made is None:
        return
    game = gk.loads(made.text)
    assert game.size().nodes == made.nodes
    sets, leaves = described(game.form)
    assert {key: value[1:] for key, value in sets.items()} == made.sets
    assert leaves == made.leaves


@given(st.integers(0, 10**9))
def test_a_random_program_means_the_same_to_a_direct_recursion(seed):
    means_the_same(seed)


@given(st.integers(0, 10**9))
def test_compiled_from_the_first_step_it_means_the_same(seed):
    """Stretches of flow are compiled once they are hot; here every one is, at once."""
    hot, rules.HOT = rules.HOT, -1
    try:
        means_the_same(seed)
    finally:
        rules.HOT = hot


@given(st.integers(0, 10**9))
def test_a_random_program_is_solved_exactly_with_a_gap_of_zero(seed):
    made = program(seed)
    if made is None or made.nodes > 400:
        return
    solution = gk.solve(gk.loads(made.text), exact=True)
    assert solution.exact and solution.gap == 0
    assert isinstance(solution.value[0], (int, Fraction))
    floating = gk.solve(gk.loads(made.text), exact=False)
    assert floating.value == pytest.approx([float(v) for v in solution.value], abs=1e-7)


@pytest.mark.slow
@settings(max_examples=5_000)
@given(st.integers(0, 10**12))
def test_many_random_programs_mean_the_same(seed):
    means_the_same(seed)
    test_compiled_from_the_first_step_it_means_the_same.hypothesis.inner_test(seed)
