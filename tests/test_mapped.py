"""Arrays on disk: the same answers, no file that stays, and messages where nothing has room."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import galakit as gk
from galakit import mapped
from galakit.allocator import on_disk
from galakit.errors import GalakitError
from galakit.mapped import room_for, zeros_on_disk

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="arrays go to disk on Linux only")
MANY = 200_000  # numbers, 1.6 MB
SMALL = 500_000  # bytes of memory that are said to be free


def mappings() -> int:
    """How many mappings of files without a name this process has."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return sum("(deleted)" in line and " rw-s " in line for line in lines)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(mapped.FOLDER, str(tmp_path))
    return tmp_path


def test_large_arrays_are_in_a_file_without_a_name_and_behave_as_ever(folder):
    before = mappings()
    with on_disk(folder, 1 << 20):
        small, large = np.arange(10), np.arange(MANY)
        cleared, grown = np.zeros(MANY), np.fromiter(iter(range(MANY)), np.int64)
        assert mappings() == before + 3
    assert list(folder.iterdir()) == []
    outside = large + small[1]
    assert mappings() == before + 3
    assert outside.sum() == large.sum() + MANY
    assert not cleared.any()
    assert (grown == large).all()
    large.resize(2 * MANY, refcheck=False)
    assert large[MANY - 1] == MANY - 1
    del large, cleared, grown
    assert mappings() == before


@pytest.mark.parametrize("seed", range(5))
def test_arrays_that_grow_and_shrink_keep_what_is_in_them(folder, seed):
    random = np.random.default_rng(seed)
    with on_disk(folder, 1 << 16):
        kept = [(np.zeros(0, np.int64), 0)]
        for size in random.integers(1, 40_000, 60).tolist():
            array = np.full(size, size)
            array.resize(int(random.integers(1, 40_000)), refcheck=False)
            kept.append((array, size))
            kept.pop(int(random.integers(len(kept)))) if len(kept) > 20 else None
        for array, size in kept:
            assert (array[:size] == size).all()
            assert not array[size:].any()


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_a_game_beyond_memory_has_the_same_answer_from_disk(method):
    def solved(limit):
        game = gk.load("poker", ranks=100)
        game.limit_memory = limit
        return game, gk.solve(game, method, iterations=40)

    game, within = solved(None)
    tight, beyond = solved(SMALL)
    assert game.on_disk is None and tight.on_disk is not None
    assert "arrays go to" in beyond.found["arrays on disk"]
    assert "arrays on disk" not in within.found
    assert beyond.gap == within.gap
    for one, other in zip(beyond.listing.plans, within.listing.plans, strict=True):
        assert one.tobytes() == other.tobytes()


def test_a_checkpoint_from_memory_goes_on_from_disk(tmp_path):
    def run(limit, iterations, name):
        game = gk.load("poker", ranks=100)
        game.limit_memory = limit
        return gk.solve(game, "dcfr", iterations=iterations, checkpoint=tmp_path / name)

    run(None, 20, "one")
    assert run(SMALL, 40, "one").gap == run(None, 40, "two").gap


def test_a_method_that_works_in_memory_says_so_and_the_choice_passes_it_over():
    game = gk.load("poker", ranks=100)
    game.limit_memory = SMALL
    assert game.size().nodes
    assert game.form.on_disk
    with pytest.raises(GalakitError, match="it works in memory, and the arrays of this game are on disk"):
        gk.solve(game, "lp")
    assert gk.solve(game, gap=0.1).method == "pcfr+"


LIMITED = """
    import os, resource
    import galakit as gk
    from galakit.errors import GalakitError
    from galakit.memory import taken_memory

    def gains():
        game = gk.load("poker", ranks=250)
        game.keep_nodes = False
        return gk.solve(game, "cfr+", iterations=3).certificate.gains

    import numba  # what is loaded anyway is not what the limit is about
    gk.solve(gk.load("kuhn"), "cfr+", iterations=2)
    most = taken_memory() + 60 * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (most, resource.RLIM_INFINITY))
    tight = gains()
    os.environ["GALAKIT_SCRATCH"] = "none"
    try:
        gains()
    except GalakitError as error:
        print(error.diagnostics[0].id)
    resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(tight == gains())
"""


def test_a_limit_of_the_system_is_kept_and_the_answer_is_the_same(tmp_path):
    """Within the limit from disk, refused without a disk, and without a limit."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LIMITED)],
        capture_output=True,
        text=True,
        env=os.environ | {mapped.FOLDER: str(tmp_path)},
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["GK603", "True"]
    assert list(tmp_path.iterdir()) == []


def test_an_array_that_is_seldom_needed_is_on_disk_where_that_has_room(folder, monkeypatch):
    before = mappings()
    large, small = zeros_on_disk(1 << 20, np.float64), zeros_on_disk(10, np.float64)
    assert mappings() == before + 1 and list(folder.iterdir()) == []
    large[5] = 1.0
    assert (large.sum(), len(large), small.sum()) == (1.0, 1 << 20, 0.0)
    del large
    assert mappings() == before
    monkeypatch.setattr(mapped, "_disk_free", lambda folder: mapped.KEPT_FREE)
    assert not zeros_on_disk(1 << 20, np.float64).any() and mappings() == before


def test_where_neither_memory_nor_disk_has_room_both_are_told(monkeypatch, folder):
    monkeypatch.setattr(mapped, "_disk_free", lambda folder: mapped.KEPT_FREE + 5_000_000)
    with (
        pytest.raises(
            GalakitError, match=rf"needs 10 MB of memory, and 1.0 MB are free; in {folder} there is room for 5.0 MB"
        ),
        room_for(10_000_000, "counting sheep", limit=1_000_000),
    ):
        pass


def test_a_folder_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv(mapped.FOLDER, "/nowhere/at/all")
    with pytest.raises(GalakitError, match="no folder that can be written to"), room_for(2, "work", limit=1):
        pass


def test_without_a_folder_arrays_stay_in_memory(monkeypatch):
    monkeypatch.setenv(mapped.FOLDER, "none")
    with pytest.raises(GalakitError, match="GK603"), room_for(2, "work", limit=1):
        pass


def test_memory_is_no_disk(monkeypatch):
    monkeypatch.delenv(mapped.FOLDER)
    monkeypatch.setattr(mapped, "_file_system", lambda path: "tmpfs")
    assert mapped.scratch() is None


HUGE = """
    import resource
    import galakit as gk

    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
    game = gk.load("rhode_island", ranks=5)
    game.keep_nodes = True
    solution = gk.solve(game, "pcfr+", iterations=20)
    print(game.tree.nodes, *solution.certificate.gains)
"""


@pytest.mark.slow
def test_a_tree_of_a_hundred_million_nodes_is_solved_in_four_gigabytes(tmp_path):
    """The table of its nodes alone takes 3.4 GB; in a process without a limit the gains were the same."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(HUGE)],
        capture_output=True,
        text=True,
        env=os.environ | {mapped.FOLDER: str(tmp_path)},
        check=True,
        timeout=3_600,
    )
    nodes, *gains = map(float, done.stdout.split())
    assert nodes == 120_665_601
    assert gains == pytest.approx([1.3398, 3.1947], abs=5e-5)
