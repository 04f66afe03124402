"""Checkpoints that are damaged, or of another game, are refused with a message: by every method that writes them."""

from __future__ import annotations

import io
import json
import signal
import zipfile

import numpy as np
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.solvers.checkpoints import writer
from galakit.solvers.keeping import Keeping

METHODS = [
    ("kuhn", {}, "cfr+", {}),
    ("leduc", {}, "factored", {}),
    ("leduc", {}, "factored", {"device": "numpy"}),
    ("liars_dice", {"faces": 2}, "public", {}),
]


@pytest.fixture(params=METHODS, ids=lambda m: f"{m[2]} {''.join(m[3].values())}".strip())
def run(request, tmp_path):
    """The file of a run, and what goes on from it."""
    name, params, method, options = request.param
    game, path = gk.load(name, **params), tmp_path / "run.bin"

    def go(iterations):
        return gk.solve(game, method, iterations=iterations, checkpoint=path, **options)

    go(3)
    return path, lambda: go(5)


def test_a_file_says_which_method_goes_on_from_it(request, run):
    path, _ = run
    assert writer(path) == request.node.callspec.params["run"][2]
    headed(path, method=...)
    assert writer(path) is None
    path.write_bytes(b"PK")
    assert writer(path) is None


def test_without_a_named_method_a_run_goes_on_by_its_own(tmp_path):
    """Several methods were tried until the time was over, and the first or the best need not be the last one."""
    game, path = gk.load("kuhn"), tmp_path / "run.bin"
    first = gk.solve(game, "dcfr", iterations=3, checkpoint=path)
    found = gk.solve(game, gap=first.gap / 4, keeping=Keeping(path, resume=True))
    assert (found.method, found.why) == ("dcfr", "the run that goes on was its own")
    assert found.gap <= first.gap / 4
    assert gk.solve(game, keeping=Keeping(tmp_path / "none", resume=False)).method == "lp"


def test_tables_that_would_be_found_again_before_they_are_written_are_kept_only_if_asked(tmp_path, monkeypatch):
    monkeypatch.setattr("galakit.solvers.keeping.WRITTEN", 0.0)
    game = gk.load("leduc")
    for always in (False, True):
        presses = iter([signal.SIGINT])

        def press(stage, done, total, presses=presses):
            if "minimising regret" in stage and done and (pressed := next(presses, None)):
                signal.raise_signal(pressed)

        keeping = Keeping(tmp_path / "run", always=always)
        solution = gk.solve(game, "factored", iterations=10**9, keeping=keeping, progress=press)
        assert not solution.complete and keeping.path.exists() == always
        assert any("is not kept" in warning for warning in solution.warnings) != always


def entries(path):
    with np.load(path, allow_pickle=False) as stored:
        return dict(stored)


def headed(path, **changed):
    """The file with another heading; what is None is left out."""
    arrays = entries(path)
    head = json.loads(bytes(arrays["head"])) | changed
    head = {key: value for key, value in head.items() if value is not ...}
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    np.savez(path.open("wb"), **arrays)


@pytest.mark.parametrize(
    "changed",
    [
        {"done": ...}, {"done": {}}, {"done": "3"}, {"done": -1}, {"done": 2.5}, {"done": True}, {"done": 10**30},
        {"format": 99}, {"game": ...}, {"method": []},
    ],
    ids=str,
)  # fmt: skip
def test_a_heading_that_is_none_is_refused(run, changed):
    path, go_on = run
    headed(path, **changed)
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint|checkpoint of another") as raised:
        go_on()
    assert raised.value.diagnostics[0].id == "GK612" and raised.value.diagnostics[0].hint


def test_a_heading_that_is_too_long_is_not_read(run):
    path, go_on = run
    headed(path, padding="x" * 1_000_000)
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint: (its heading is too long|it is too large)"):
        go_on()


@pytest.mark.parametrize("weight", [..., None, -1, "1", 0, 1e300, [1]], ids=str)
def test_averages_without_weight_are_refused(weight, tmp_path):
    path = tmp_path / "run.bin"
    gk.solve(gk.load("leduc"), "factored", iterations=3, checkpoint=path)
    headed(path, weight=weight)
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint"):
        gk.solve(gk.load("leduc"), "factored", iterations=5, checkpoint=path)


def infinite(array):
    found = np.array(array)
    found.flat[0] = np.inf
    return found


@pytest.mark.parametrize(
    "change",
    [
        lambda array: array[:-1],
        lambda array: array.astype(np.int64),
        lambda array: array[None],
        lambda array: np.full_like(array, np.nan),
        infinite,
        lambda array: np.zeros(0),
        lambda array: np.array([{"a": 1}], object),
    ],
    ids=["cut", "integers", "dimension", "nan", "infinite", "empty", "objects"],
)
def test_arrays_that_do_not_fit_are_refused(run, change):
    path, go_on = run
    arrays = entries(path)
    name = next(key for key, array in arrays.items() if key != "head" and array.size)
    np.savez(path.open("wb"), **arrays | {name: change(arrays[name])})
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint"):
        go_on()


def test_an_entry_that_is_missing_is_named(run):
    path, go_on = run
    arrays = entries(path)
    name = next(key for key in arrays if key != "head")
    del arrays[name]
    np.savez(path.open("wb"), **arrays)
    with pytest.raises(GalakitError, match=f"it has no `{name}`"):
        go_on()


def test_what_would_be_run_or_unpacked_is_not(run):
    path, go_on = run
    arrays = entries(path)
    name = next(key for key in arrays if key != "head")
    header = b"{'descr': __import__('os').system('touch owned'), 'fortran_order': False, 'shape': (1,), }"
    odd = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    for data, kind in ((odd, zipfile.ZIP_STORED), (None, zipfile.ZIP_DEFLATED)):
        with zipfile.ZipFile(path, "w", kind) as archive:
            for key, array in arrays.items():
                out = io.BytesIO()
                np.save(out, array)
                archive.writestr(f"{key}.npy", data if data and key == name else out.getvalue())
        with pytest.raises(GalakitError, match="cannot be used as a checkpoint"):
            go_on()
        assert not path.with_name("owned").exists()


def test_every_flipped_bit_of_the_numbers_is_seen(run):
    """The archive has checksums: a run never goes on from numbers that a disk has changed."""
    path, go_on = run
    whole = path.read_bytes()
    arrays = entries(path)
    name = next(key for key, array in arrays.items() if key != "head" and array.size)
    at = whole.index(arrays[name].tobytes())
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    with pytest.raises(GalakitError, match="cannot be used as a checkpoint"):
        go_on()
    path.write_bytes(whole)
    go_on()
