"""Tests import their helpers as packages of the tests folder.

Random tests draw other examples in each run, so many runs with few examples find as much as few runs with many, and
each of them stays short; a busy machine is no failure. What fails is printed as a line to paste (`@reproduce_failure`)
and kept in .hypothesis, with which the next run begins; `make test SEED=...` draws what the run with that seed drew.
"""

import gc
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; children would ignore it, too
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile(
    "short",
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    print_blob=True,
)
settings.load_profile("short")
gc.disable()  # until all is collected: none of it is garbage


def pytest_collection_finish():
    """Ten thousand tests stay to the end: looking through them for garbage again and again took a twentieth of the time.

    New garbage is looked for as seldom as by commands.
    """
    from galakit.processes.garbage import collect_seldom

    gc.freeze()
    collect_seldom()
    gc.enable()


@pytest.fixture(autouse=True)
def silent_meter(monkeypatch):
    """Commands that take long say what they do on the standard error stream, which tests of a busy machine must not see."""
    from galakit import compiling
    from galakit.cli.output import _Lines

    monkeypatch.setattr(_Lines, "patience", float("inf"))
    monkeypatch.setattr(compiling, "PATIENCE", 1e6)


@pytest.fixture(autouse=True)
def compiled_here(monkeypatch):
    """Whether machine code was there before the tests must not decide what they test: it is compiled where it is needed."""
    from galakit.processes import warming

    monkeypatch.setattr(warming, "ready", lambda part, kept: True)
