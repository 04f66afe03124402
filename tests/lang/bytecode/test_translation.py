"""Functions over words do as machine code what they do in Python."""

from __future__ import annotations

import ctypes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galakit import compiling
from galakit.lang.bytecode import native
from galakit.lang.bytecode.native import Library
from galakit.lang.bytecode.translation import NotTranslatable, translated
from lang.bytecode import samples

PAIRS = [
    samples.arithmetic,
    samples.division,
    samples.conditions,
    samples.loops,
    samples.swap,
    samples.calls,
    samples.nothing,
]
LIBRARY = Library("samples", [*PAIRS, samples.memory])
SMALL = st.one_of(st.integers(-20, 20), st.integers(-(10**9), 10**9))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PAIRS), SMALL, SMALL)
def test_what_is_compiled_returns_what_python_returns(function, a, b):
    expected = function(a, b)
    assert LIBRARY.entry(function)(a, b) == (0 if expected is None else int(expected))


def test_memory_is_read_and_written_as_in_python():
    own, compiled = ((ctypes.c_int64 * 4)(5, -6, 7, 8) for _ in range(2))
    for a in (1, -3, 12):
        found = LIBRARY.entry(samples.memory)(ctypes.addressof(compiled), a)
        assert found == samples.memory(ctypes.addressof(own), a)
        assert list(own) == list(compiled)


@pytest.mark.parametrize("function", [samples.text, samples.attribute, samples.listed, samples.defaults])
def test_more_than_words_is_refused_with_its_place(function):
    with pytest.raises(NotTranslatable, match=r"samples\.py:\d+"):
        translated({"it": function})


def test_machine_code_is_kept_and_made_again_where_the_file_is_damaged(tmp_path, monkeypatch):
    monkeypatch.setattr(native, "folder_of", lambda module, stamp, compiler: tmp_path)
    made = []
    monkeypatch.setattr(Library, "_compiled", lambda *args, own=Library._compiled: made.append(1) or own(*args))
    (file,) = (Library("a", [samples.swap])._file,)
    for damage, times in ((None, 1), (None, 1), (b"", 2), (b"garbage" * 20, 3), ("cut", 4)):
        if damage is not None:
            file.write_bytes(file.read_bytes()[:-9] if damage == "cut" else damage)
        library = Library("a", [samples.swap])
        assert library.entry(samples.swap)(12, 18) == 6 and library.is_kept
        assert len(made) == times
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_without_a_folder_code_is_made_for_the_process(monkeypatch):
    monkeypatch.setattr(native, "folder_of", lambda module, stamp, compiler: None)
    library = Library("b", [samples.swap])
    assert not library.is_kept
    assert library.entry(samples.swap)(12, 18) == 6
    assert library.is_kept


def test_the_wait_is_announced(monkeypatch):
    told = []
    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    monkeypatch.setattr(native, "folder_of", lambda module, stamp, compiler: None)
    monkeypatch.setattr(compiling, "_waiting", compiling._Waiting())
    compiling.announce(told.append)
    Library("c", [samples.loops]).entry(samples.loops)(3, 4)
    assert told == [compiling.NOTICE]
