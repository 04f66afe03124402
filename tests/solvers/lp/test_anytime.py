"""The linear programme has strategies with bounds at any time: they are honest, and a limit ends the work with them."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.cli.options import NOT_AS_ASKED
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.solution.certificate import certify
from galakit.solvers.lp.anytime import Bounds, Companion
from galakit.solvers.lp.programme import solve_lp

LIARS_DICE = -7 / 258  # the value for the first player, by the programme solved to its end


@pytest.fixture(scope="module")
def liars_dice():
    """A game that takes HiGHS seconds; the companion is compiled here, so that no limit waits for a compiler."""
    game = gk.load("liars_dice")
    Companion(Bounds(game.form)).work(0.01)
    return game


@given(st.builds(RandomRules, seed=st.integers(0, 10_000), depth=st.integers(1, 4)))
def test_the_bounds_of_the_companion_hold_and_close_in(rules):
    form = unfold(explore(rules))[0]
    exactly = solve_lp(form)
    bounds = Bounds(form)
    first = bounds.gap
    companion = Companion(bounds)
    for _ in range(30):
        companion.work(0.001)
        assert bounds.lower <= exactly.upper + 1e-9 and bounds.upper >= exactly.lower - 1e-9
    assert bounds.gap <= first
    assert sum(certify(form, bounds.plans).gains) == pytest.approx(bounds.gap, abs=1e-9)


def test_a_gap_that_is_good_enough_ends_the_work(liars_dice):
    solution = gk.solve(liars_dice, "lp", gap=0.05)
    assert 0 < solution.gap <= 0.05 and "stopped" in solution.algorithm and not solution.warnings
    least, most = (solution.found[f"value for first at {x}"] for x in ("least", "most"))
    assert least <= LIARS_DICE <= most and most - least <= 0.05
    assert solution.found["seconds until then"] > 0


def test_a_time_limit_gives_close_bounds(liars_dice):
    began = time.perf_counter()
    result = solve_lp(liars_dice.form, time_limit=2)
    assert time.perf_counter() - began < 20  # a busy machine may be late
    if not result.optimal:  # a quick machine may be done
        assert result.stopped == "time" and result.basis is None
        assert result.upper - result.lower < 1.0  # 1.56 without a companion
    assert result.lower <= LIARS_DICE + 1e-9 and result.upper >= LIARS_DICE - 1e-9


def test_the_end_does_not_wait_for_what_the_companion_loads(liars_dice, monkeypatch):
    """A compiler took six seconds to load on a busy machine, whatever the limit."""
    loaded = threading.Event()
    monkeypatch.setattr(Companion, "is_ready", staticmethod(lambda: loaded.wait(60)))
    result = solve_lp(liars_dice.form, time_limit=1)
    assert not loaded.is_set() and result.stopped in ("time", "optimal")
    assert result.algorithm.count("iterations") == 0
    loaded.set()


def test_progress_tells_the_bounds(liars_dice):
    told = []
    solve_lp(liars_dice.form, gap=0.05, progress=lambda stage, done, total: told.append(stage))
    name, _, bounds = told[-1].partition(": ")
    assert name == "solving the linear programme"
    low, high = map(float, re.fullmatch(r"value between (\S+) and (\S+)", bounds).groups())
    assert low <= LIARS_DICE <= high


def test_an_error_on_the_way_stops_the_solver(liars_dice):
    """A thread of HiGHS that outlived the interpreter would take the process down."""

    def fails(stage, done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve_lp(liars_dice.form, progress=fails)
    for thread in threading.enumerate():
        if thread.name == "HiGHS":
            thread.join(60)
            assert not thread.is_alive()


def test_a_small_game_with_a_gap_is_solved_to_its_end():
    solution = gk.solve(gk.load("poker", ranks=8), "lp", exact=False, gap=0.5)
    assert solution.gap < 1e-9 and list(solution.found) == ["other equilibria"]


def test_exact_solving_says_so_when_time_runs_out(liars_dice):
    with pytest.raises(gk.GalakitError, match="time limit was reached before there was a basis"):
        gk.solve(liars_dice, "lp", exact=True, time_limit=0)


def test_ctrl_c_prints_the_best_strategy_so_far_with_its_gap(liars_dice):
    """A process on a terminal: wait until its meter shows close bounds, then press Ctrl-C. HiGHS takes a minute there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "galakit", "solve", "liars_dice", "-p", "faces=7", "--method", "lp"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "COLUMNS": "160", "TERM": "xterm"},
    )
    os.close(theirs)
    watchdog = threading.Timer(90, process.kill)
    watchdog.start()
    shown = ""
    while not _close(shown) and (more := _read(ours)):
        shown += more
    process.send_signal(signal.SIGINT)
    reader = threading.Thread(target=lambda: said.extend(iter(lambda: _read(ours), "")), daemon=True)
    said = []
    reader.start()
    out = process.communicate()[0].decode()
    watchdog.cancel()
    reader.join(5)
    assert process.returncode == NOT_AS_ASKED, shown
    assert "no player can gain more than" in out
    assert "stopped; dcfr" in out
    assert "interrupted before the solver was done" in "".join(said)
    assert "value for first at least: -0." in out


def _close(shown):
    bounds = re.findall(r"value between (-?[\d.e-]+) and (-?[\d.e-]+) ", shown)
    return any(float(high) - float(low) < 0.5 for low, high in bounds)


def _read(terminal):
    try:
        return os.read(terminal, 4096).decode(errors="replace")
    except OSError:  # the other end is closed
        return ""
