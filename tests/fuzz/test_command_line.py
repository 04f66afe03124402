"""Mutated game files: whatever a file contains, the command line ends with status 0 or 2, and 2 comes with a message."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.cli.main import main
from galakit.game.explore import explore
from galakit.lang.prolog.machine import Machine
from galakit.loading import find, shipped_names

SMALL = [n for n in shipped_names(".gala") if n not in ("liars_dice", "leduc")]
PIECES = ["(", ")", "[", "]", ",", ".", ":", "$", "'", '"', "%", "/*", "0", "99999999999", "-", "|", "X", "_", "{", "}", "\x00",
          "\n", "é", "end", "gets", "choose(a, X, true)", " :- ", "!", "nature", "1.5", "\\", "~", "(a -> b)", "[1,2", "0'"]  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    """A few random edits: the mistakes of typing, of merging, and of damaged files."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted(rng.choices(range(len(text) + 1), k=2))
        to = min(to, at + rng.choice([1, 1, 2, 8, 60]))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(PIECES) + text[to:]
        elif kind == 3:
            text = text[:to]
        elif kind == 4:
            text = text[:at] + text[at:to] * 2 + text[to:]
        else:
            other = rng.randrange(len(text) + 1)
            text = text[:at] + text[other : other + to - at] + text[to:]
    return text


def survives(name: str, seed: int, folder, capsys, monkeypatch) -> None:
    monkeypatch.setattr(Machine.__init__, "__defaults__", (100_000,))
    monkeypatch.setattr(
        "galakit.game.explore.explore", lambda rules, limit_states, **more: explore(rules, limit_states=3_000, **more)
    )
    rng = random.Random(seed)
    path = folder / "game.gala"
    path.write_bytes(mutated(find(name).text, rng).encode("utf-8", "replace"))
    before = set(folder.iterdir())
    for command in (["check"], ["size", "--json"], ["solve", "-o", str(folder / "out.json")]):
        status = main([command[0], str(path), *command[1:]])
        out, err = capsys.readouterr()
        assert status in (0, 2), (status, err)
        if status == 2:
            assert "error" in err and "Traceback" not in err
            assert set(folder.iterdir()) == before
        else:
            (folder / "out.json").unlink(missing_ok=True)


@pytest.mark.parametrize("name", SMALL[::3])  # all of them in the slow test
def test_a_mutated_file_ends_with_status_0_or_2(name, tmp_path, capsys, monkeypatch):
    for seed in range(2):
        survives(name, seed, tmp_path, capsys, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_many_mutated_files_end_with_status_0_or_2(name, tmp_path, capsys, monkeypatch):
    for seed in range(1_000, 1_400):
        survives(name, seed, tmp_path, capsys, monkeypatch)


@given(junk=st.binary(max_size=300))
def test_binary_junk_is_refused_with_a_message(junk, tmp_path_factory):
    import contextlib
    import io

    path = tmp_path_factory.mktemp("junk") / "game.gala"
    path.write_bytes(junk)
    err = io.StringIO()
    with contextlib.redirect_stderr(err):
        assert main(["check", str(path)]) == 2
    assert "error" in err.getvalue()
