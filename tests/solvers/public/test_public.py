"""Games of public moves solved history by history, none of them listed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import plan_of
from galakit.solution import solution as solutions
from galakit.solution.certificate import Certificate, certify
from galakit.solution.public import files as public_files
from galakit.solution.public import values as public_values
from galakit.solution.public.policy import PublicPolicy
from galakit.solution.solution import Solution
from galakit.solvers.public import kernel
from galakit.solvers.public.tables import PublicTables
from galakit.solvers.regret import interrupt
from tests.separated.profiles import unfolded
from tests.solution.factored.test_answers import same, sampled

GAMES = [
    ("kuhn", {"cards": 4}), ("poker", {"ranks": 6, "cards": 2}), ("liars_dice", {"faces": 3}), ("settlement", {}),
    ("liars_dice", {"dice": 2, "faces": 2}),
]  # fmt: skip


def at_random(game, seed=1):
    """A solution that is none: weights drawn at random, some moves never made and some players without any."""
    random = np.random.default_rng(seed)
    public = game.public
    tables = []
    for p in (0, 1):
        table = random.random((public.rows[0][p], public.signal(p).classes)) ** 3
        table[random.random(table.shape) < 0.3] = 0
        tables.append(table.astype(np.float32))
    policy = PublicPolicy(game.rules, public, tuple(tables))
    return Solution(
        name=game.name, params=dict(game.params), players=game.players, method="public",
        certificate=Certificate((0.0, 0.0), (1.0, 1.0), False), size=None, seconds={}, game=game, policy=policy,
    )  # fmt: skip


@pytest.fixture(scope="module", params=GAMES, ids=str)
def both(request):
    solution = at_random(gk.load(request.param[0], **request.param[1]))
    return solution, unfolded(solution)


def test_the_certificate_is_that_of_the_tree(both):
    solution, tree = both
    found = solution.policy.certify()
    form = Game(solution.game.rules).form
    expected = certify(form, [plan_of(form, p, s) for p, s in enumerate(solution.policy.strategies(form))])
    assert found.value == pytest.approx(expected.value, abs=1e-12)
    assert found.gains == pytest.approx(expected.gains, abs=1e-12)


def test_probabilities_values_regrets_and_reach_are_those_of_the_tree(both):
    solution, tree = both
    same(solution, tree, sampled(tree))


FORCED = r"""game(forced, [
    players : [ann, bob],
    flow : (choose(nature, (C, D), (member(C, [1, 2, 3]), member(D, [1, 2, 3]), C \= D)),
            reveal(ann, C), reveal(bob, D),
            choose(ann, X, member(X, [ante])), reveal(all, did(X)),
            choose(bob, Y, member(Y, [%s])), reveal(all, did(Y)),
            choose(ann, Z, member(Z, [%s])), reveal(all, did(Z)),
            if(Y = fold, outcome([1, -1]), if(Z = fold, outcome([-1, 1]),
               if(C > D, outcome([2, -2]), outcome([-2, 2])))))
])."""


@pytest.mark.parametrize(
    ("second", "third"), [("bet, fold", "show"), ("bet", "fold, call"), ("bet, fold", "fold, call")]
)
def test_forced_moves_at_the_start_have_no_numbers_in_the_tables(monkeypatch, second, third):
    # As plain Python: NumPy looks whether an index is within an array, compiled code does not.
    monkeypatch.setattr(kernel, "sweep", kernel.sweep.py_func)
    game = gk.loads(FORCED % (second, third))
    tables = PublicTables(game.public)
    for _ in range(60):
        tables.iterate()
    found = PublicPolicy(game.rules, game.public, tables.strategies()).certify()
    assert sum(found.gains) < 0.02
    assert found.value[0] == pytest.approx(float(gk.solve(game, "lp").value[0]), abs=0.02)


def test_games_without_a_choice_are_refused():
    game = gk.loads(FORCED % ("bet", "call"))
    with pytest.raises(GalakitError, match="no player ever has more than one move"):
        gk.solve(game, "public")


DEEP = r"""game(deep, [
    players : [ann, bob],
    variables : [turn = 0],
    flow : (choose(nature, C, member(C, [1, 2])), reveal(ann, C),
            while($turn < 1100, (choose(ann, X, member(X, [go, stop])), reveal(all, did(X)),
                                 if(X = stop, outcome([0, 0])), turn gets $turn + 1)),
            outcome([C, -C]))
])."""


def test_plays_may_be_longer_than_calls_can_be_nested(monkeypatch):
    monkeypatch.setattr(public_values, "LEAST", 1)
    solution = gk.solve(gk.loads(DEEP), "public", iterations=1)
    assert solution.value == pytest.approx((0, 0), abs=1e-9) and solution.certificate.gains == pytest.approx((1.5, 0))


def test_what_the_solver_thinks_of_its_averages_is_what_the_certificate_says():
    game = gk.load("liars_dice", dice=2, faces=3)
    tables = PublicTables(game.public)
    for _ in range(20):
        tables.iterate()
    found = PublicPolicy(game.rules, game.public, tables.strategies()).certify()
    assert sum(found.gains) == pytest.approx(sum(tables.gains()), abs=1e-5)


@pytest.mark.parametrize(
    ("name", "params", "value"),
    [("kuhn", {}, -1 / 18), ("liars_dice", {}, -0.027782), ("liars_dice", {"dice": 2, "least": "(2, 6)"}, -0.4568)],
)
def test_known_values_are_found(name, params, value):
    """One die each: OpenSpiel's value. Two dice from (2, 6) on: what the method factored finds."""
    solution = gk.solve(gk.load(name, **params), "public", gap=0.005)
    assert sum(solution.certificate.gains) <= 0.005
    assert solution.value[0] == pytest.approx(value, abs=0.005)


def test_it_agrees_with_the_method_that_lists_all_ways_to_move():
    game = gk.load("liars_dice", faces=4, least="(1, 3)")
    found, other = gk.solve(game, "public", gap=1e-3), gk.solve(game, "factored", gap=1e-3)
    assert found.value[0] == pytest.approx(other.value[0], abs=2e-3)
    assert found.size == other.size


def test_histories_that_are_passed_over_change_nothing():
    """Tasks of any size, threads or none: the same numbers."""
    game = gk.load("liars_dice", faces=3)
    runs = []
    for small in (1, 10, 10**6):
        tables = PublicTables(game.public)
        tables.divide(small)
        for _ in range(30):
            tables.iterate()
        runs.append(tables)
    for tables in runs[1:]:
        for p in (0, 1):
            np.testing.assert_array_equal(tables.regret[p], runs[0].regret[p])
            np.testing.assert_array_equal(tables.average[p], runs[0].average[p])


def test_a_run_goes_on_from_its_checkpoint_as_if_it_had_never_stopped(tmp_path):
    game = gk.load("liars_dice", faces=3)
    path = tmp_path / "run.npz"
    gk.solve(game, "public", iterations=20, checkpoint=path)
    resumed = gk.solve(game, "public", iterations=40, checkpoint=path)
    assert resumed.certificate == gk.solve(game, "public", iterations=40).certificate
    with pytest.raises(GalakitError, match="it belongs to another run"):
        gk.solve(gk.load("liars_dice", faces=2), "public", iterations=40, checkpoint=path)


def test_it_is_picked_where_histories_are_too_many_to_list_and_says_how_much_memory_is_missing(capsys):
    game = gk.load("liars_dice", dice=2)
    game.limit_memory = 10**9
    with pytest.raises(GalakitError, match="16,777,216 histories of moves need more memory") as caught:
        gk.solve(game)
    assert caught.value.diagnostics[0].id == "GK603"
    assert "two tables take about 5.3 GB" in caught.value.diagnostics[0].notes[0]


def test_single_histories_are_asked_for():
    solution = at_random(gk.load("liars_dice", dice=2, least="(2, 6)"))
    grid = solution.grid(after="(3,1), (3,4)")
    assert grid.player == "first" and len(grid.lines) == 21
    here = solution.at("first", "roll([2,5]), (3,4), chose((3,1))")
    line = next(line for line in grid.lines if line.facts == ("roll([2,5])",))
    assert here.probabilities == pytest.approx(line.probabilities)
    assert solution.at("second", "roll([1,1])", after="(3,1)").facts == ("roll([1,1])", "(3,1)")
    assert solution.grid("second", "(3,1)").player == "second"
    with pytest.raises(GalakitError, match="does not say when second is to move"):
        solution.at("second", "roll([1,1])")
    with pytest.raises(GalakitError, match="does not say all that first knows there"):
        solution.at("first", after="(3,1), (3,4)")
    with pytest.raises(GalakitError, match="there is no move .2,1. after .3,1."):
        solution.at("first", after="(3,1), (2,1)")
    with pytest.raises(GalakitError, match="never knows|cannot|is never known"):
        solution.at("first", "roll([2,7])", after="(3,1), (3,4)")


def test_a_saved_solution_answers_the_same_questions(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(solutions, "LISTED", 0)
    monkeypatch.setattr(public_files, "GROUP", 100)
    solution = gk.solve(gk.load("liars_dice", faces=3), "public", iterations=30)
    path = tmp_path / "dice.parquet"
    solution.save(path)
    stored = gk.load_solution(path)
    assert stored.certificate == solution.certificate
    for facts, after in [("roll([2])", ""), ("roll([3])", "(1,1), (1,3)"), ("roll([1])", "(1,1), (1,2), (2,1), (2,2)")]:
        here, there = (s.at("first", facts, after=after) for s in (solution, stored))
        assert here.probabilities == there.probabilities and here.values == there.values and here.reach == there.reach
    result = gk.simulate(stored, 100, seed=1)
    assert abs(result.mean[0] - solution.value[0]) < 5 * result.error[0]
    assert main(["show", str(path), "--after", "(1,2)"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("second, 1 × ⚁:\n  with") and "\n  ⚀ " in shown
    with pytest.raises(GalakitError, match="too many for JSON"):
        solution.save(tmp_path / "dice.json")


def test_a_file_that_does_not_fit_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(solutions, "LISTED", 0)
    solution = gk.solve(gk.load("liars_dice", faces=2), "public", iterations=3)
    path = tmp_path / "dice.parquet"
    solution.save(path)
    table = pq.read_table(path)
    pq.write_table(table.slice(0, 10), path)
    with pytest.raises(GalakitError, match="damaged"):
        gk.load_solution(path)
    pq.write_table(pa.table([pa.array(np.full(len(table), -1, np.float32))], schema=table.schema), path)
    with pytest.raises(GalakitError, match="damaged"):
        gk.load_solution(path).at("first", "roll([2])")


def test_it_is_solved_shown_and_simulated_on_the_command_line(capsys):
    options = ["-p", "faces=3", "--method", "public", "--with", "iterations=30"]
    assert main(["solve", "liars_dice", *options, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["method"] == "public" and data["found"]["histories"] == 64
    assert main(["show", "liars_dice", *options, "--after", "(1,2)"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("second, 1 × ⚁:\n  with") and "\n  ⚀ " in shown


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.slow
def test_ctrl_c_gives_what_stands_with_its_certificate(tmp_path):
    command = [sys.executable, "-m", "galakit", "solve", "liars_dice", "-p", "dice=2", "-p", "faces=4", "--json"]
    process = subprocess.Popen([*command, "--method", "public", "--gap", "0.000001"], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
    time.sleep(25)
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    data = json.loads(out)
    assert (
        any("interrupted before a gap" in w for w in data["warnings"]) and (tmp_path / "liars_dice.checkpoint").exists()
    )


@pytest.mark.slow
def test_two_dice_each_are_solved_in_the_full_game():
    """Liar's dice with two dice of six faces for each: 14.8 billion nodes."""
    solution = gk.solve(gk.load("liars_dice", dice=2), gap=0.02)
    assert solution.method == "public" and sum(solution.certificate.gains) <= 0.02
    assert solution.size.nodes == 14_797_504_093
    result = gk.simulate(solution, 300, seed=1)
    assert abs(result.mean[0] - solution.value[0]) < 5 * result.error[0]


def test_an_iteration_that_takes_long_is_abandoned_after_ctrl_c(monkeypatch):
    tables = PublicTables(gk.load("liars_dice", faces=3).public)
    tables.iterate()
    monkeypatch.setattr(interrupt, "HEEDING", -1.0)
    with interrupt.patient():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(interrupt.Abandoned):
            tables.iterate()
    assert tables.weight == 1
    tables.iterate()
    assert tables.weight == 2 and sum(tables.gains()) < tables.bounds()[1] - tables.bounds()[0]
