"""Working values out in several processes and listing pairs in chunks changes nothing but the time."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.lang.terms import sym
from galakit.rules.lazy import NotSeparable
from galakit.separated import joint
from galakit.separated import parallel_eval as working
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges

COLUMNS = [list(range(5_000)), [k % 7 for k in range(5_000)]]


@pytest.fixture(params=[1, 3])
def processes(request, monkeypatch):
    monkeypatch.setattr(working, "_processors", lambda: request.param)


def test_results_are_numbered_whoever_works_them_out(processes):
    results, numbers = working.work_out(lambda a, b: sym(f"s{a % b}") if b else "none", COLUMNS)
    assert len(results) == len(set(results)) == 7
    assert all(results[n] == ("none" if b == 0 else sym(f"s{a % b}")) for a, b, n in zip(*COLUMNS, numbers))


def test_what_fails_is_undefined(processes):
    results, numbers = working.work_out(lambda a, b: a // b, COLUMNS)
    failed = np.array([type(results[n]) is working.Undefined for n in numbers.tolist()])
    assert np.array_equal(failed, np.array(COLUMNS[1]) == 0)
    assert all(isinstance(r.error, ZeroDivisionError) for r in results if type(r) is working.Undefined)


def test_what_does_not_separate_is_said(processes):
    def work(a, b):
        if a > 4_900:
            raise NotSeparable("no")
        return 0

    with pytest.raises(NotSeparable):
        working.work_out(work, COLUMNS)


def test_a_game_is_the_same_in_chunks_of_any_size(monkeypatch):
    separated = gk.load("leduc").separated
    whole = factor(separated, exchanges(separated))
    monkeypatch.setattr(joint, "CHUNK", 5)
    parts = factor(separated, exchanges(separated))
    for a, b in zip(whole.stages, parts.stages):
        assert [s.classes.blocks.tolist() for s in a.sides] == [s.classes.blocks.tolist() for s in b.sides]
        for ours, theirs in zip(a.matrices, b.matrices):
            assert ours.toarray() == pytest.approx(theirs.toarray(), abs=1e-15)


def test_too_many_pairs_are_refused(monkeypatch):
    monkeypatch.setattr(joint, "LIMIT_PAIRS", 50)
    with pytest.raises(GalakitError, match="more than the limit of 50"):
        factor(gk.load("leduc").separated)


def test_the_same_question_about_other_draws_is_asked_once():
    separated = gk.load("rhode_island", ranks=4, suits=2).separated
    factor(separated, exchanges(separated))
    functions = separated.world._functions
    ranked = [f for key, f in functions.items() if "strength" in str(key)]
    assert len(ranked) == 1  # for both players
