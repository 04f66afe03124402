"""What is not compiled yet is compiled by another process, and done another way meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys

import galakit as gk
from galakit import compiling
from galakit.processes import warming

ASKING = """
import time
from galakit.compiling import is_kept
from galakit.game import kernel
from galakit.processes.warming import ready

function = kernel.compiled()[1]
print(ready("trees", is_kept(function)))
while not ready("trees", is_kept(function)):
    time.sleep(0.2)
print(bool(function.stats.cache_path), ready("trees", is_kept(function)))
"""


def test_another_process_compiles_what_is_not_there(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"XDG_CACHE_HOME": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", ASKING], env=environment, capture_output=True, text=True, timeout=300
    )
    assert result.stdout == "False\nTrue True\n", result.stderr
    if sys.platform == "linux":
        assert any(path.parent.name.startswith("game.kernel-") for path in tmp_path.rglob("*.nbi"))


READY = warming.ready  # before the fixture that has everything compiled in place


def test_the_process_that_compiles_a_part_leaves_it_to_no_other(monkeypatch):
    """Agents ask while they are compiled: each would have begun another process that compiles them, and so on."""
    monkeypatch.setattr(warming, "_here", set())
    warming.compile_here("agents")
    assert READY("agents", False) and "agents" not in warming._compiling


def test_agents_play_by_the_rules_until_theirs_are_compiled(monkeypatch):
    said = []
    monkeypatch.setattr(warming, "ready", lambda part, kept: False)
    compiling.announce(said.append)
    try:
        results = gk.simulate(gk.load("tic_tac_toe_gdl"), 2, agents="minimax:2", seed=1)
    finally:
        compiling.announce(None)
    assert results.plays == 2 and sum(results.mean) == 100
    assert any("minimax plays by the rules while another process compiles faster code" in text for text in said)
