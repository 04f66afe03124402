"""`galakit fmt` as a user meets it."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

import galakit
from galakit.cli.main import main

UGLY = "game(g,[players:[a],flow:outcome([1])]). % all\n"
NICE = "game(g, [\n    players : [a],\n    flow : outcome([1])\n]).  % all\n"


@pytest.fixture
def told(capsys):
    def run(*words):
        status = main(["fmt", *map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def ugly(tmp_path):
    path = tmp_path / "g.gala"
    path.write_text(UGLY)
    return path


def test_shipped_games_and_libraries_are_formatted(told):
    assert told("--check", Path(galakit.__file__).parent) == (0, "", "")


def test_a_file_is_rewritten_in_place_with_its_permissions(told, ugly, tmp_path):
    ugly.chmod(0o640)
    link = tmp_path / "link.gala"
    link.symlink_to(ugly)
    assert told(link)[0] == 0
    assert ugly.read_text() == NICE and link.is_symlink() and ugly.stat().st_mode & 0o777 == 0o640
    assert told(ugly) == (0, "", "")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.gala", "link.gala"]


def test_check_and_diff_write_nothing_and_say_so_in_the_status(told, ugly):
    status, out, err = told("--check", ugly)
    assert (status, out) == (1, "") and f"{ugly}: not formatted" in err
    status, out, err = told("--diff", ugly)
    assert (status, err) == (1, "") and "+    players : [a]," in out
    assert ugly.read_text() == UGLY


def test_a_broken_file_is_left_alone_and_the_others_are_formatted(told, ugly, tmp_path):
    broken = tmp_path / "a_broken.gala"
    broken.write_text("game(g, [players : [a]")
    status, out, err = told(tmp_path)
    assert status == 2 and "never closed" in err and "hint" in err
    assert broken.read_text() == "game(g, [players : [a]" and ugly.read_text() == NICE


def test_a_pipe_is_formatted_to_the_standard_output(told, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UGLY.encode())))
    assert told("-") == (0, NICE, "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a(")))
    status, out, err = told("-")
    assert (status, out) == (2, "") and "error" in err


def test_what_is_not_there_is_an_error(told, tmp_path):
    assert told(tmp_path / "none.gala")[0] == 2
    status, _, err = told(tmp_path)
    assert status == 2 and "no game file" in err
    (tmp_path / "b.gala").write_bytes(b"\xff\xfe")
    status, _, err = told(tmp_path)
    assert status == 2 and "UTF-8" in err


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_an_error(told, ugly, tmp_path):
    tmp_path.chmod(0o500)
    try:
        status, _, err = told(ugly)
    finally:
        tmp_path.chmod(0o700)
    assert status == 2 and "cannot be written" in err and ugly.read_text() == UGLY
