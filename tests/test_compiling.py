"""Machine code is kept for the user, whichever environment or clone they use, in a folder that only they can write to."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from galakit import compiling

SOURCE = Path(__file__).parents[1] / "src"
HASH = (
    "import numpy as np\n"
    "from galakit.game import kernel\n"
    "rows, slots = np.zeros((4, 2), np.int32), np.full(8, -1, np.int32)\n"
    "hashed = kernel.compiled()[1]\n"
    "hashed(rows, 1, slots)\n"
    "print(sum(hashed.stats.cache_hits.values()), sum(hashed.stats.cache_misses.values()))\n"
)


def hits_and_misses(cache: Path, path: Path = SOURCE) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(path)}
    result = subprocess.run([sys.executable, "-c", HASH], env=environment, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


@pytest.fixture
def clone(tmp_path):
    """The modules that the code above needs, in another place."""
    for name in ("compiling", "game/kernel"):
        made = tmp_path / "clone" / "galakit" / f"{name}.py"
        made.parent.mkdir(parents=True, exist_ok=True)
        (made.parent / "__init__.py").touch()
        made.write_text((SOURCE / "galakit" / f"{name}.py").read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / "clone"


@pytest.mark.skipif(sys.platform != "linux", reason="the folder has another name elsewhere")
def test_a_clone_finds_what_another_has_compiled_until_its_source_differs(tmp_path, clone):
    assert hits_and_misses(tmp_path) == "0 1"
    assert not list(clone.rglob("*.nbi"))
    assert hits_and_misses(tmp_path, clone) == "1 0"
    changed = clone / "galakit" / "game" / "kernel.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert hits_and_misses(tmp_path, clone) == "0 1"


@pytest.mark.skipif(sys.platform != "linux", reason="the folder has another name elsewhere")
def test_a_folder_that_others_can_write_to_is_not_used(tmp_path, clone):
    (tmp_path / "galakit").mkdir(mode=0o700)
    (tmp_path / "galakit").chmod(0o777)
    assert hits_and_misses(tmp_path, clone) == "0 1"
    assert not any((tmp_path / "galakit").iterdir())
    assert list(clone.rglob("__pycache__/*.nbi"))  # as Numba does by itself


def test_the_folder_is_closed_to_others(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiling.folder_of.cache_clear()
    found = compiling.folder_of("a.module", "0123456789abcdef0123", "compiler-1")
    compiling.folder_of.cache_clear()
    if sys.platform == "linux":
        assert found is not None and found.is_relative_to(tmp_path / "galakit")
        assert (tmp_path / "galakit").stat().st_mode & 0o777 == 0o700


def test_machine_code_depends_on_the_compiled_functions_that_a_module_imports():
    batch = compiling.PACKAGE / "gdl" / "network" / "batch.py"
    imported = compiling._imported(batch.read_text(encoding="utf-8"))
    assert compiling.PACKAGE / "gdl" / "network" / "lanes.py" in imported
    assert compiling.digest(batch) != compiling.digest(compiling.PACKAGE / "gdl" / "network" / "lanes.py")


def test_old_states_of_a_module_are_forgotten(tmp_path):
    for k in range(compiling.KEPT + 3):
        (tmp_path / f"a.module-{k:02}").mkdir()
        os.utime(tmp_path / f"a.module-{k:02}", (k, k))
    (tmp_path / "another-00").mkdir()
    compiling._forget(tmp_path, "a.module")
    assert sorted(path.name for path in tmp_path.iterdir())[0] == "a.module-03"
    assert (tmp_path / "another-00").is_dir()


def test_the_user_is_told_once_when_compiling_takes_long(monkeypatch):
    monkeypatch.setattr(compiling, "PATIENCE", 60)
    waiting, told = compiling._Waiting(), []
    waiting.tell = told.append
    waiting.start()
    waiting.end()
    assert told == []
    monkeypatch.setattr(compiling, "PATIENCE", 0.05)
    for _ in range(2):
        waiting.start()
        deadline = time.monotonic() + 60
        while not told and time.monotonic() < deadline:
            time.sleep(0.01)
        waiting.end()
    assert told == [compiling.NOTICE]


LINEAR = """
import sys
import numpy as np
from galakit.compiling import njit
assert njit()(lambda x: x + 1)(1) == 2 and "scipy.linalg" not in sys.modules
assert njit()(lambda a, b: a @ b)(np.ones(3), np.ones(3)) == 3 and "scipy.linalg" in sys.modules
"""


def test_linear_algebra_is_loaded_by_functions_that_need_it():
    subprocess.run([sys.executable, "-c", LINEAR], check=True)
