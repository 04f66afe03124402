"""No program, however large its terms, makes the machine read or write outside its tables."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import galakit as gk
from galakit.game.explore import explored_one_by_one
from galakit.lang.bytecode.clauses import TooDeep
from galakit.lang.bytecode.exploring import Exploration, Unsuitable
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.memory import Foreign
from lang.bytecode import bounds, samples
from lang.bytecode.test_exploring import game

TESTS = Path(__file__).parents[2]
WITH_TESTS = os.environ | {"PYTHONPATH": f"{TESTS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}


@pytest.fixture(autouse=True)
def checked(monkeypatch):
    bounds.switch_on(monkeypatch)


def test_an_access_outside_of_all_tables_is_noticed():
    library = bounds.CheckedLibrary("sample", [samples.memory])
    words = np.zeros(4, np.int64)
    neighbours = np.zeros(100, np.int64)
    for room, wrong in ((4, False), (1, True)):
        bounds.allow([words[:room], neighbours])
        library.entry(samples.memory)(words.ctypes.data, 1)
        if wrong:
            with pytest.raises(bounds.OutOfBounds, match=r"memory, line \d+ of lang\.bytecode\.samples"):
                bounds.refuse_what_was_wrong()
        else:
            bounds.refuse_what_was_wrong()


def test_every_table_of_the_memory_is_known_and_has_a_guard_behind_it():
    names = list(bounds.SIZES)
    starts = [getattr(layout, name) for name in names] + [layout.TAIL]
    assert starts[0] == layout.X
    for name, start, after in zip(names, starts, starts[1:]):
        assert start + bounds.SIZES[name] + layout.GUARD == after, name


def wide(name, argument, count):
    return f"{name}({', '.join([argument] * count)})"


GOAL = "choose(a, X, member(X, [1, 2])), if(p(X), outcome(draw), payoff(a, 1))"


@pytest.mark.parametrize(
    "text",
    [
        game(GOAL, clauses=f"p(X) :- T = {wide('f', 'a', 2_000)}, call(T, X).\n{wide('f', '_', 2_001)}."),
        game(GOAL, clauses=f"p(X) :- {wide('q', 'X', 2_000)}.\n{wide('q', '1', 2_000)}.\n{wide('q', '3', 2_000)}."),
        game(GOAL, clauses=f"p(X) :- q({wide('f', 'X', 9_000)}).\nq({wide('f', '2', 9_000)})."),
        game("choose(a, X, member(X, [1, 2])), n gets f(X), " + ", ".join(f"X{i} is X + {i}" for i in range(1_100))
             + f", choose(b, Y, member(Y, [1, 2])), if(p(Y, {', '.join(f'X{i}' for i in range(1_100))}), payoff(a, 1))",
             "variables : [n],", f"{wide('p', '1', 1_101)}."),
        game(GOAL, clauses="p(X) :- length(L, 5000), copy_term(L, M), length(M, N), N > X."),
        game(GOAL, clauses="p(X) :- numlist(1, 40000, L), msort(L, M), findall(f(Y), member(Y, M), Z), length(Z, N), N > X."),
        game(GOAL, clauses="p(X) :- q(20000, z, T), copy_term(T, S), S == T, X > 1.\nq(0, T, T).\nq(N, T, R) :- N > 0, M is N - 1, q(M, g(T, N), R)."),
        game("choose(nature, X, between(1, 300, X)), Y is X mod 7, outcome([Y, 0])"),
        "game(g, [players : [" + ", ".join(f"p{i}" for i in range(70)) + "], flow : (choose(p1, X, member(X, [1, 2])), payoff(all, X))]).",
    ],
)  # fmt: skip
def test_large_terms_stay_in_the_tables(text):
    """A whole game may be too much for the machine; nothing else goes wrong."""
    rules = gk.loads(text).rules
    try:
        exploration = Exploration(rules)
        exploration.run(None, None)
    except (Unsuitable, Foreign, TooDeep):
        return
    assert exploration.rows.states == explored_one_by_one(gk.loads(text).rules, 10_000, None).states


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("leduc", {}),
        ("battleship", {"rows": 2, "columns": 2}),
        ("dark_hex", {"rows": 2, "columns": 2}),
        ("liars_dice", {"faces": 2}),
    ],
)
def test_games_stay_in_the_tables(name, params):
    Exploration(gk.load(name, **params).rules).run(None, None)


@pytest.mark.slow
def test_all_tests_of_the_machine_stay_in_the_tables():
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "lang.bytecode.bounds", str(Path(__file__).parent)]
    result = subprocess.run(
        [*words, "-m", "not slow", "-o", "timeout=0"], cwd=TESTS.parent, env=WITH_TESTS, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout[-5_000:]
