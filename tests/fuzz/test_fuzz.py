"""No text and no goal makes the reader, the checker or the engine crash, hang or eat the memory.

`make fuzz` runs the long version of all of it (a minute for each target; `make fuzz SECONDS=3600` for an hour each).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.draw import Draw
from fuzz.targets import TARGETS, text_checker, text_reader
from fuzz.texts import PIECES, games, goal, mutated
from galakit.errors import GalakitError
from galakit.lang.prolog.toplevel import Prolog

SECONDS = int(os.environ.get("GALAKIT_FUZZ_SECONDS", "60"))
PATIENCE = 20  # seconds of the processor for one input, which usually takes milliseconds

decisions = st.binary(max_size=60)
texts = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace")),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=30).map(
        lambda pieces: "".join(pieces).encode("utf-8", "replace")
    ),
    decisions.map(lambda data: mutated(Draw(data)).encode()),
)


class Hang(BaseException):
    """Not an Exception, so that nothing under test can take it for one of its own."""


@contextlib.contextmanager
def watched():
    """Fail where something takes for ever; where there are no alarms it is up to the patience of the user."""

    def ring(*_):
        raise Hang(f"more than {PATIENCE} seconds")

    if not hasattr(signal, "SIGPROF"):
        yield
        return
    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def fuzz(name: str, runs: int, repeatable: bool) -> None:
    """Give a target inputs of Hypothesis."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

    @settings(max_examples=runs, derandomize=repeatable, suppress_health_check=checks)
    @given(texts if name.startswith("text") else decisions)
    def survives(data):
        with watched():
            TARGETS[name](data)

    survives()


@pytest.mark.parametrize(
    ("target", "runs"),
    [("text_reader", 100), ("text_checker", 60), ("checker", 50), ("engine", 80), ("explorer", 60)],
)
def test_nothing_but_an_error_message_comes_out(target, runs):
    fuzz(target, runs, repeatable=True)


@pytest.mark.slow
@pytest.mark.parametrize("target", [name for name in TARGETS if name != "every"])
def test_nothing_but_an_error_message_comes_out_for_long(target):
    fuzz(target, 5_000, repeatable=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("numbers = 10", "numbers = X"),  # variables in a parameter had no slot
        ("numbers = 10", "numbers = findall(X, member(X, [1]), X)"),
        ("between(1, $numbers, Number)", "(1, $numbers, Number)"),  # a number was called
        ("between(1, $numbers, Guess)", "1.5NaN"),
    ],
)
def test_what_fuzzing_found_in_games_stays_mended(old, new):
    from galakit.loading import find, loads

    text = find("parity").text
    assert old in text
    text_checker(text.replace(old, new).encode())
    with contextlib.suppress(GalakitError):
        loads(text.replace(old, new)).automaton  # noqa: B018


@pytest.mark.parametrize("goal", ["\\+ (-1)", "(1, 2)", "(true ; 3)", "(1.5 -> a ; b)", "X = [a|X], msort(X, Y)"])
def test_what_fuzzing_found_in_goals_stays_mended(goal, monkeypatch):
    monkeypatch.setattr("galakit.lang.prolog.machine.UNIFY_LIMIT", 10_000)
    with watched(), pytest.raises(GalakitError):
        Prolog().ask(goal, limit=1)


@pytest.mark.parametrize("game", games())
def test_a_game_cut_off_anywhere_is_complained_about(game):
    for end in range(0, len(game), 97):
        with watched():
            text_reader(game[:end].encode())


def test_the_generators_make_what_they_should():
    draws = [random.Random(seed).randbytes(30) for seed in range(100)]
    assert len({goal(Draw(d)) for d in draws}) > 90
    assert len({mutated(Draw(d)) for d in draws}) > 90


def atheris(target: str, folder: Path, *arguments: str) -> None:
    """Run the coverage-guided fuzzer in a process; it stops at the first crash, hang or excess of memory."""
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed: there are wheels for Linux on x86-64 and Python 3.11 to 3.13")
    script = Path(__file__).parent / "coverage.py"
    command = [sys.executable, str(script), target, f"-artifact_prefix={folder}/", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS * 2 + 200)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "Done " in result.stderr


def test_a_short_coverage_guided_run_finds_nothing(tmp_path):
    atheris("every", tmp_path, "-runs=150", "-seed=1")


@pytest.mark.slow
@pytest.mark.parametrize("target", [name for name in TARGETS if name != "every"])
def test_a_long_coverage_guided_run_finds_nothing(target, tmp_path):
    atheris(target, tmp_path, f"-max_total_time={SECONDS}")


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="there are no alarms on this system")
def test_a_hang_is_noticed(monkeypatch):
    monkeypatch.setattr("fuzz.test_fuzz.PATIENCE", 1)
    with pytest.raises(Hang), watched():
        while True:
            pass
