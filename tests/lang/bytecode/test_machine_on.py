"""Every diagnostic, value and golden text of the language holds with the abstract machine switched on from the first state."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]


@pytest.mark.slow
def test_all_tests_of_the_language_pass_with_the_machine_on():
    words = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "lang.bytecode.machine_on", "-m", "not slow"]
    folders = [str(TESTS / name) for name in ("lang", "library", "games")]
    environment = os.environ | {"PYTHONPATH": f"{TESTS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    result = subprocess.run([*words, *folders], cwd=TESTS.parent, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-5_000:]
