"""Locks that the method factored takes itself: the same game as with chance in place of who is locked."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.realization import plan_of
from galakit.rules.lazy import NotSeparable
from galakit.solution.certificate import certify
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solvers.factored.arrays import ArrayTables
from galakit.solvers.factored.backends import backend
from galakit.solvers.factored.locking import fixtures
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.factored.tables import Tables
from galakit.solvers.locks.lock import locked_classes
from galakit.solvers.regret.updates import UPDATES
from tests.separated.random_draws import Program
from tests.solvers.factored.test_arrays import begin_anywhere

ONE_CARD = {"first": {"private((1,1))": "call"}}
A_RANGE = {"first": {"private(…)": "raise"}, "second": {"private(…), raise": {"call": 0.75, "raise": 0.25}}}
LOCKS = {
    "one card everywhere": ONE_CARD,
    "all cards in a situation": A_RANGE,
    "both suits of a card": {"second": {f"private(({suit},1)), raise": "call" for suit in (1, 2)}},
    "everything of a player": {"second": "uniform"},
    "what a function says": {"first": lambda facts, moves: "call" if facts[-1] == "raise" else None},
}


def near(solution, other):
    """Whether two values are the same, as far as both certificates tell."""
    gap = 2 * float(solution.found["gap where play is free"] + other.found["gap where play is free"]) + 1e-6
    return abs(float(solution.value[0] - other.value[0])) <= gap


@pytest.mark.parametrize("name", LOCKS)
def test_a_game_locked_by_classes_has_the_value_of_the_game_locked_by_chance(name):
    game = gk.load("leduc")
    ours, theirs = (gk.solve(game, method, lock=LOCKS[name], gap=0.005) for method in ("factored", "lp"))
    assert near(ours, theirs)
    assert ours.found["gap where play is free"] <= 0.005 and not ours.warnings
    assert ours.locked == theirs.locked
    assert ours.found["locked information sets"] == len(theirs.locked)


def test_what_is_locked_is_played_exactly():
    solution = gk.solve(gk.load("leduc"), "factored", lock=A_RANGE, iterations=30)
    for card in ("(1,1)", "(2,3)"):
        assert solution.at("first", f"private({card})").probabilities == {"call": 0.0, "raise": 1.0}
        told = solution.at("second", f"private({card}), raise").probabilities
        assert told == {"fold": 0.0, "call": 0.75, "raise": 0.25}


@pytest.mark.parametrize(
    ("lock", "classes"),
    [
        (A_RANGE, "15 + 15"),
        (LOCKS["both suits of a card"], "15 + 15"),
        (ONE_CARD, "30 + 30"),
    ],
)
def test_symmetries_are_used_unless_a_lock_breaks_them(lock, classes):
    solution = gk.solve(gk.load("leduc"), "factored", lock=lock, iterations=1)
    assert solution.found["classes at the last stage"] == classes


def test_of_three_suits_a_lock_leaves_the_exchange_of_the_others():
    game = gk.load("leduc", suits=3, ranks=2)
    for suit in (1, 2, 3):
        solution = gk.solve(game, "factored", lock={"first": {f"private(({suit},1))": "call"}}, iterations=1)
        assert solution.found["symmetries"] == 1


def random_locks(game, chance, share):
    """Some information sets told something at random, named by all their facts."""
    form = game.form
    locks = {name: {} for name in game.players}
    for i, player in enumerate(form.player.tolist()):
        if chance.random() < share:
            moves = form.moves(i)
            weights = [chance.choice([0, 1, 1, 2]) for _ in moves]
            weights[chance.randrange(len(moves))] += 1
            shares = [w / sum(weights) for w in weights]
            locks[game.players[player]][form.facts(i)] = dict(zip(moves, shares))
    return {name: table for name, table in locks.items() if table}


@given(st.integers(0, 10_000))
@example(164)  # an exchange of names that no row feels: values of no rows have values of no rows as inputs
def test_random_locks_on_random_games_are_those_of_the_linear_programme(seed):
    chance = random.Random(seed)
    game = gk.loads(Program(chance).text)
    try:
        game.separated  # noqa: B018
    except NotSeparable:
        assume(False)
    try:
        assume(game.form.information_sets and game.form.zero_sum and game.size().nodes < 5_000)
    except GalakitError:
        assume(False)
    locks = random_locks(game, chance, 0.4)
    assume(locks)
    try:
        ours = gk.solve(game, "factored", lock=locks, iterations=60)
    except GalakitError as error:
        assert error.diagnostics[0].id == "GK606"  # no constant sum
        return
    theirs = gk.solve(game, "lp", lock=locks, exact=False)
    assert near(ours, theirs)
    assert ours.locked == theirs.locked
    strategies = ours.strategies
    for i in ours.locked:
        first, player = int(game.form.first_sequence[i]), int(game.form.player[i])
        told = list(locks[game.players[player]][game.form.facts(i)].values())
        assert strategies[player][first : first + len(told)] == pytest.approx(told, abs=1e-12)
    # The certificate is that of the tree, and where play is free that of the game with chance in place of the locked.
    plans = [plan_of(game.form, p, strategy) for p, strategy in enumerate(strategies)]
    assert [float(g) for g in certify(game.form, plans).gains] == pytest.approx(ours.certificate.gains, abs=1e-9)
    free = gk.lock(game, locks)
    profile = {}
    for p, name in enumerate(game.players):
        profile[name] = {}
        for i in free.form.sets_of(p).tolist():
            facts, moves = free.form.facts(i), free.form.moves(i)
            first = int(game.form.first_sequence[game.form.find(p, facts)])
            profile[name][facts] = dict(zip(moves, strategies[p][first : first + len(moves)]))
    assert float(gk.certify(free, profile).gap) == pytest.approx(ours.found["gap where play is free"], abs=1e-9)


@pytest.mark.parametrize("update", ["dcfr", "pdcfr+"])
def test_locked_iterations_on_arrays_are_those_of_the_compiled_code(update):
    game, rule = gk.load("leduc"), UPDATES[update]
    locked = locked_classes(SituationIndex(game.rules, game.separated), {**ONE_CARD, "second": A_RANGE["second"]})
    form = shrunk(game, "symmetries", locked)
    fixed = fixtures(form, locked)
    compiled = Tables(form, predicting=rule.predicting, fixtures=fixed)
    arrays = ArrayTables(form, "float64", predicting=rule.predicting, backend=backend("numpy"), fixtures=fixed)
    for t in (2, 3):
        begin_anywhere(compiled, arrays, t)
        for ours, theirs in zip(arrays.parts, compiled.parts):
            for p in (0, 1):
                ours.locks[p].hold(ours.regret[p], *([ours.basis[p]] if rule.predicting else []))
                theirs.hold(p)
        for tables in (compiled, arrays):
            tables.iterate(rule.numbers(t, 1, {}, 100)[0])
        assert arrays.gains() == pytest.approx(compiled.gains(), abs=1e-9)
        for ours, theirs in zip(arrays.strategies(), compiled.strategies()):
            for a, b in zip(ours, theirs):
                np.testing.assert_allclose(a, b, atol=1e-9)


def test_a_checkpoint_of_other_locks_is_refused(tmp_path):
    game, file = gk.load("leduc"), tmp_path / "run.checkpoint"
    gk.solve(game, "factored", lock=ONE_CARD, iterations=5, checkpoint=file)
    gk.solve(game, "factored", lock=ONE_CARD, iterations=10, checkpoint=file)
    with pytest.raises(GalakitError, match="belongs to another run"):
        gk.solve(game, "factored", lock=A_RANGE, checkpoint=file)


def test_a_player_may_be_locked_to_a_separated_solution():
    game = gk.load("leduc")
    solved = gk.solve(game, "factored", gap=0.01)
    told = gk.solve(game, "factored", lock={"second": solved}, gap=0.001)
    assert told.value[0] == pytest.approx(float(solved.value[0] + solved.certificate.gains[0]), abs=0.002)


@pytest.mark.parametrize(
    ("lock", "message"),
    [
        ({"third": "uniform"}, "there is no player third"),
        ({"first": {"private((9,9))": "call"}}, "no information set of first includes"),
        ({"first": {"private(…), raise, raise": "call"}}, "no information set of first includes"),
        ({"first": {"private((1,1))": "bet"}}, "there is no move bet"),
        ({"first": {"private(…)": {"call": 0.5}}}, "the probabilities sum to 0.5"),
        ({"first": {}}, "nothing is locked"),
    ],
)
def test_locks_that_mean_nothing_are_refused(lock, message):
    with pytest.raises(GalakitError, match=message):
        gk.solve(gk.load("leduc"), "factored", lock=lock, iterations=1)


def test_a_fact_may_be_left_open_in_listed_games_too():
    game = gk.load("leduc")
    by_pattern = gk.solve(game, "lp", lock={"first": {"private(…)": "raise"}})
    by_name = gk.solve(game, "lp", lock={"first": lambda facts, moves: "raise" if len(facts) == 1 else None})
    assert by_pattern.locked == by_name.locked and by_pattern.value == by_name.value
