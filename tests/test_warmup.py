"""`galakit warmup` compiles every function that can be compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from galakit.warmup import PARTS

MADE_ANEW = {"allocator"}  # in less than a second, by each process that needs it: there are addresses in its code
SOURCE = Path(__file__).parents[1] / "src" / "galakit"
COMPILED = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for path in SOURCE.rglob("*.py")
    if "from galakit.compiling import njit" in path.read_text(encoding="utf-8")
]


def belongs(module, part):
    return any(module == own or module.startswith(f"{own}.") for own in part.modules)


def test_every_module_with_compiled_functions_belongs_to_one_part():
    assert COMPILED
    for module in set(COMPILED) - MADE_ANEW:
        assert sum(belongs(module, part) for part in PARTS) == 1, module


def run(cache, *words):
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"XDG_CACHE_HOME": str(cache)}
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, timeout=600)


def kept(cache):
    """The modules whose machine code is kept."""
    return {path.parent.name.rpartition("-")[0] for path in cache.rglob("*.nbi")}


@pytest.mark.slow
def test_a_part_keeps_machine_code_of_its_modules(tmp_path):
    (trees,) = (part for part in PARTS if part.name == "trees")
    result = run(tmp_path, "-m", "galakit.warmup", trees.name)
    assert result.returncode == 0, result.stderr
    if sys.platform == "linux":
        assert {module for module in COMPILED if belongs(module, trees)} <= kept(tmp_path)


@pytest.mark.slow
def test_everything_is_compiled_at_once(tmp_path):
    result = run(tmp_path, "-m", "galakit", "warmup", "--json")
    assert result.returncode == 0 and result.stderr == "", result.stderr
    assert list(json.loads(result.stdout)["seconds"]) == [part.name for part in PARTS]
    if sys.platform == "linux":
        assert set(COMPILED) - MADE_ANEW <= kept(tmp_path)
