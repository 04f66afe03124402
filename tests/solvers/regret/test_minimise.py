"""Runs of regret minimisation: they agree with the linear programme, stop when they should, and survive being killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.cli.options import NOT_AS_ASKED
from galakit.errors import GalakitError
from galakit.game.explore import explore
from galakit.game.game import Game
from galakit.game.realization import repaired
from galakit.game.unfold import unfold
from galakit.solution.certificate import certify
from galakit.solvers.keeping import Keeping
from galakit.solvers.lp.programme import solve_lp
from galakit.solvers.regret import checkpoint as checkpoints
from galakit.solvers.regret.minimise import minimise
from galakit.solvers.regret.updates import UPDATES

KNOWN = [("kuhn", {}, -1 / 18), ("leduc", {}, -0.085606424078), ("liars_dice", {"faces": 4}, None)]


@pytest.fixture(scope="module")
def leduc():
    return gk.load("leduc")


@pytest.mark.parametrize("method", UPDATES)
@pytest.mark.parametrize(("name", "params", "value"), KNOWN)
def test_the_value_of_known_games_is_found_within_the_gap(name, params, value, method):
    game = gk.load(name, **params)
    value = solve_lp(game.form).lower if value is None else value
    solution = gk.solve(game, method, iterations=600)
    mine, other = (float(g) for g in solution.certificate.gains)
    assert solution.value[0] - other - 1e-9 <= value <= solution.value[0] + mine + 1e-9
    assert solution.gap < 0.05
    assert solution.method == method


@given(st.builds(RandomRules, seed=st.integers(0, 10_000), depth=st.integers(1, 6)), st.sampled_from(sorted(UPDATES)))
def test_the_value_of_the_linear_programme_lies_within_the_gap(rules, method):
    form = unfold(explore(rules))[0]
    found = minimise(form, UPDATES[method], iterations=100)
    certificate = certify(form, found.plans)
    assert certificate.gap == pytest.approx(found.gap, abs=1e-9)
    value = solve_lp(form).lower
    assert (
        certificate.value[0] - certificate.gains[1] - 1e-9
        <= value
        <= certificate.value[0] + certificate.gains[0] + 1e-9
    )


def test_a_run_stops_at_the_gap(leduc):
    solution = gk.solve(leduc, "dcfr", gap=0.01)
    assert 0.001 < solution.gap <= 0.01
    assert solution.warnings == ()


def test_a_run_stops_when_the_iterations_are_done(leduc):
    solution = gk.solve(leduc, "cfr", iterations=10, gap=1e-9)
    assert solution.algorithm == "10 iterations, averaged"
    assert "limit of iterations was reached before a gap of 1e-09" in solution.warnings[0]


def test_a_run_stops_when_time_is_up(leduc):
    began = time.monotonic()
    solution = gk.solve(leduc, "pcfr+", time_limit=0.2)
    assert time.monotonic() - began < 30
    assert solution.gap < 1 and solution.warnings == ()


def test_without_a_limit_a_run_comes_to_its_end_by_itself():
    solution = gk.solve(gk.load("kuhn"), "cfr+")
    assert solution.gap <= 4e-4


def test_more_iterations_never_make_the_answer_worse(leduc):
    gaps = [gk.solve(leduc, "dcfr", iterations=n).gap for n in (0, 8, 64, 200, 400)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 2  # nobody has learnt anything


def test_the_last_iteration_of_a_predictive_rule_comes_close_too():
    solution = gk.solve(gk.load("kuhn"), "pcfr+", iterations=2000, last="yes")
    assert solution.gap < 1e-6
    assert solution.algorithm.endswith("the last")


def test_exponents_are_options(leduc):
    own = gk.solve(leduc, "dcfr", iterations=100, alpha=2, beta="0.5", gamma=4)
    usual = gk.solve(leduc, "dcfr", iterations=100)
    assert own.gap != usual.gap


def test_a_run_starts_from_a_solution_and_does_not_lose_it(leduc, tmp_path):
    exact = gk.solve(leduc, "lp")
    cold = gk.solve(leduc, "cfr+", iterations=16)
    path = tmp_path / "leduc.json"
    exact.save(path)
    for start in (exact, exact.listing.plans, str(path)):
        warm = gk.solve(leduc, "cfr+", iterations=16, start=start)
        assert warm.gap < 1e-3 < cold.gap


def test_a_bad_start_is_left_behind(leduc):
    form = leduc.form
    bad = tuple(repaired(form, p, np.random.default_rng(p).random(s) ** 9) for p, s in enumerate(form.sequences))
    solution = gk.solve(leduc, "dcfr", iterations=1000, start=bad)
    assert solution.gap < 5e-3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iterations": "many"}, "iterations is not a whole number"),
        ({"iterations": -1}, "iterations is not a whole number"),
        ({"threads": 0}, "threads is not a whole number from 1"),
        ({"last": "perhaps"}, "last is not yes or no"),
        ({"alpha": "nan"}, "alpha is not a number"),
        ({"start": "nowhere.json"}, "no file `nowhere.json`"),
        ({"checkpoint": "no/such/folder/run"}, "cannot be written"),
        ({"exact": True}, "never exact"),
    ],
)
def test_wrong_options_are_refused_with_a_remedy(options, message):
    with pytest.raises(GalakitError, match=message):
        gk.solve(gk.load("kuhn"), "dcfr", **options)


def test_a_solution_of_another_game_is_no_start(leduc):
    with pytest.raises(GalakitError, match="says nothing about this game"):
        gk.solve(leduc, "cfr+", start=gk.solve(gk.load("kuhn")), iterations=1)


def test_elsewhere_a_coarse_correlated_equilibrium_is_promised_and_no_more():
    solution = gk.solve(Game(RandomRules(11, number=3, depth=5, zero_sum=False)), "cfr+", iterations=500)
    assert "coarse correlated equilibrium" in solution.warnings[-1]


@given(
    st.builds(
        RandomRules,
        seed=st.integers(0, 10_000),
        number=st.integers(2, 3),
        depth=st.integers(2, 5),
        zero_sum=st.just(False),
    )
)
def test_the_iterations_of_any_game_become_a_coarse_correlated_equilibrium(rules):
    form = unfold(explore(rules))[0]
    few, many = (minimise(form, UPDATES["cfr"], iterations=n, gap=-1.0) for n in (20, 2000))
    if many.correlated_gap is not None:  # some of them happen to have a constant sum
        assert many.correlated_gap < 0.1
        assert many.correlated_gap <= few.correlated_gap + 1e-9


def test_a_resumed_run_ends_with_the_same_numbers(leduc, tmp_path):
    whole = gk.solve(leduc, "pdcfr+", iterations=700)
    path = tmp_path / "run"
    for iterations, threads in ((1, 1), (130, 2), (131, 1), (700, 1)):
        parts = gk.solve(leduc, "pdcfr+", iterations=iterations, threads=threads, checkpoint=str(path))
    assert all((a == b).all() for a, b in zip(whole.listing.plans, parts.listing.plans))


def test_the_state_of_a_run_that_the_time_limit_ends_is_kept_where_that_is_wanted(tmp_path):
    form, path = gk.load("kuhn").form, tmp_path / "run"
    minimise(form, UPDATES["cfr+"], iterations=1)  # compiles
    limits = {"time_limit": 2.0, "gap": -1.0, "iterations": 2**40}
    minimise(form, UPDATES["cfr+"], **limits, rescue=Keeping(path))
    assert not path.exists()
    stopped = minimise(form, UPDATES["cfr+"], **limits, rescue=Keeping(path, timed=True))
    assert (stopped.stopped, _done(path)) == ("time", stopped.iterations)
    minimise(form, UPDATES["cfr+"], gap=-1.0, iterations=stopped.iterations + 1, checkpoint=path)
    assert _done(path) == stopped.iterations + 1


def test_so_does_one_of_a_game_for_three(tmp_path):
    game, path = gk.load("three_player_kuhn"), tmp_path / "run"
    whole = gk.solve(game, "cfr", iterations=50)
    for iterations, threads in ((20, 2), (50, 1)):
        parts = gk.solve(game, "cfr", iterations=iterations, threads=threads, checkpoint=str(path))
    assert whole.warnings == parts.warnings  # with the gap of the coarse correlated equilibrium
    assert all((a == b).all() for a, b in zip(whole.listing.plans, parts.listing.plans))


RUN = """
import sys, galakit as gk
s = gk.solve(gk.load("leduc"), "dcfr", iterations=int(sys.argv[2]), checkpoint=sys.argv[1], every=0.05)
print(s.gap.hex(), s.listing.plans[0].sum().hex(), s.listing.plans[1].std().hex())
"""


def test_a_killed_run_resumes_and_ends_with_the_same_numbers(leduc, tmp_path):
    path = tmp_path / "run"
    iterations = 2_000
    process = subprocess.Popen([sys.executable, "-c", RUN, str(path), str(10**9)])
    until = time.monotonic() + 120
    while time.monotonic() < until and (not path.exists() or _done(path) == 0):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    assert _done(path) > 0
    iterations = max(iterations, _done(path) + 1)
    again = subprocess.run(
        [sys.executable, "-c", RUN, str(path), str(iterations)], capture_output=True, text=True, timeout=300
    )
    whole = gk.solve(leduc, "dcfr", iterations=iterations)
    assert again.stdout.split() == [
        whole.gap.hex(),
        whole.listing.plans[0].sum().hex(),
        whole.listing.plans[1].std().hex(),
    ], again.stderr


def _done(path):
    with np.load(path) as stored:
        return json.loads(bytes(stored["head"]))["done"]


def test_a_checkpoint_of_another_run_or_no_checkpoint_is_refused(leduc, tmp_path):
    path = tmp_path / "run"
    gk.solve(leduc, "cfr+", iterations=5, checkpoint=path)
    with pytest.raises(GalakitError, match="checkpoint of another run .method cfr., here dcfr."):
        gk.solve(leduc, "dcfr", iterations=5, checkpoint=path)
    with pytest.raises(GalakitError, match="checkpoint of another game"):
        gk.solve(gk.load("kuhn"), "cfr+", iterations=5, checkpoint=path)
    whole = path.read_bytes()
    for damaged in (b"", b"hello", whole[:-100], whole[:100] + whole[200:], bytes(len(whole))):
        path.write_bytes(damaged)
        with pytest.raises(GalakitError, match="cannot be used as a checkpoint"):
            gk.solve(leduc, "cfr+", iterations=5, checkpoint=path)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one_and_the_run_alone(leduc, tmp_path, monkeypatch):
    path = tmp_path / "run"
    gk.solve(leduc, "cfr+", iterations=5, checkpoint=path)
    before = path.read_bytes()

    def full(*arguments, **more):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints.np, "savez", full)
        with pytest.raises(GalakitError, match="No space left"):
            gk.solve(leduc, "cfr+", iterations=9, checkpoint=path)
    assert path.read_bytes() == before

    once = iter([checkpoints.np.savez])
    monkeypatch.setattr(checkpoints.np, "savez", lambda *a, **m: next(once, full)(*a, **m))
    solution = gk.solve(leduc, "cfr+", iterations=9, checkpoint=path)
    assert "could not be written" in solution.warnings[0] and "No space left" in solution.warnings[0]
    assert _done(path) == 5
    assert [p.name for p in tmp_path.iterdir()] == ["run"]


def test_ctrl_c_gives_the_best_strategy_so_far_with_its_gap(tmp_path):
    words = ["-m", "galakit", "solve", "leduc", "--method", "cfr+", "--with", "iterations=1000000000", "--json"]
    path = tmp_path / "run"
    words += ["--with", f"checkpoint={path}", "--with", "every=0.01"]
    process = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 120
    while time.monotonic() < until and (not path.exists() or _done(path) == 0):
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == NOT_AS_ASKED, error
    assert "Traceback" not in error and "interrupted after" in error
    assert 0 < float(json.loads(out)["gap"]) < 5
