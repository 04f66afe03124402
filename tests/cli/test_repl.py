"""`galakit repl`: goals and commands from a pipe, and from a terminal."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from galakit.cli.main import main

SAMPLE = str(Path(__file__).parent.parent / "editor" / "sample.gala")


@pytest.fixture
def told(capsys, monkeypatch):
    def run(text, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = main(["repl", *words])
        out, err = capsys.readouterr()
        assert status == 0
        return out, err

    return run


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("member(X, [1, 2])", "X = 1 ;\nX = 2."),
        ("?- X = 1.", "X = 1."),
        ("true", "true."),
        ("fail", "false."),
        ("X = f(Y, Z, W), Z = W", "X = f(Y,Z,Z), W = Z."),
        ("length(X, 2)", "X = [_1,_2]."),
        ("X is $cash + $money(pot)", "X = 4."),
        ("gala_set(debt, 7), X = $debt", "X = 7."),
        ("Y = _", "true."),
        ("rank_of((h, 3), R)", "R = 3."),
        ("X = '$debt'", "X = 0."),
    ],
)
def test_goals_are_answered(told, goal, answer):
    assert told(goal + "\n", SAMPLE) == (answer + "\n", "")


def test_nothing_a_goal_sets_lasts(told):
    out, _ = told("gala_set(debt, 7).\nX = $debt.\n", SAMPLE)
    assert out == "true.\nX = 0.\n"


def test_answers_from_a_pipe_are_limited(told):
    out, _ = told("between(1, inf, X)\nbetween(1, 3, X)\n", "kuhn", "--limit", "3")
    first, second = out.split("shows more\n")
    assert first.startswith("X = 1 ;\nX = 2 ;\nX = 3 ;\n% ...") and second == "X = 1 ;\nX = 2 ;\nX = 3.\n"


def test_one_can_walk_through_a_play(told):
    out, err = told(
        ":moves\n:choose (3,1)\n:choose 2\n:facts\n:back\n:choose pass\n:choose 1\n:moves\n:state\n:restart\n", "kuhn"
    )
    assert err == ""
    assert "1. (1,2)  with probability 1/6\n" in out
    assert "higher = 1\n" in out and "second is to choose, from 2 moves" in out
    assert "first: card(3), choosing([pass,bet]), chose(bet)\n" in out
    assert "second: card(1), bet, choosing([pass,bet])\n" in out
    assert "payoffs: first 1, second -1\nthe game is over" in out
    assert out.endswith("chance is to choose, from 6 moves\n")


def test_goals_see_the_state_that_was_chosen(told):
    out, _ = told("X = $money(pot)\n:choose 1\n:choose 2\nX = $money(pot)\nX = $deck\n", SAMPLE)
    assert out.startswith("X = 2.\n") and out.endswith("X = 3.\nX = [(1,3)].\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("foo(", "never closed"),
        ("foo(X)", "foo"),
        ("X is a + 1", "error"),
        ("X = $nothing", "nothing"),
        (":jump", "no command :jump"),
        (":choose 99", "no move 99"),
        (":choose 99999999999999999999", "no move"),
        (":choose", "no move is named"),
        (":choose (", "error"),
        (":choose raise", "`raise` is not offered"),
        (":back", "no move to take back"),
        ("X = [" + "(" * 900 + "1" + ")" * 900 + "], " + "Y = $cards", ""),
        ("X = " + "[" * 2000, "error"),
        ("1", "error"),
        ("X", "error"),
        ("catch(loop, E, true), atom_length(E, _)", "error"),
    ],
)
def test_an_error_is_told_and_the_session_goes_on(told, line, message):
    out, err = told(f"{line}\nX = 1\n", "kuhn")
    assert message in err and out.endswith("X = 1.\n") and "Traceback" not in err


def test_a_goal_that_never_ends_is_stopped(told, tmp_path):
    path = tmp_path / "g.gala"
    path.write_text("game(g, [players : [a], flow : end]). loop :- loop.")
    out, err = told("loop.\nX = 1.\n:state\n", str(path))
    assert "never ends" in err and out == "X = 1.\npayoffs: a 0\nthe game is over\n"


def test_a_game_that_fails_at_once_can_still_be_asked(told, tmp_path):
    path = tmp_path / "g.gala"
    path.write_text("game(g, [players : [a], variables : [x = 3], flow : (wrong($x), end)]). wrong(1).")
    out, err = told(":state\nX = $x\n", str(path))
    assert "wrong" in err and out == "X = 3.\n"


def test_help_quit_and_the_end_of_the_input(told):
    assert ":choose N" in told(":help\n", "kuhn")[0]
    assert told(":quit\nX = 1\n", "kuhn") == ("", "")
    assert told("\n\n% a comment\n", "kuhn") == ("", "")


def test_a_game_that_cannot_be_loaded_is_an_error(capsys):
    assert main(["repl", "kuhnn"]) == 2
    assert "did you mean" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_at_a_terminal_answers_come_one_by_one():
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "galakit", "repl", "kuhn"], stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    seen = ""

    def until(text):
        nonlocal seen
        began = time.monotonic()
        while text not in seen:
            assert time.monotonic() - began < 60, seen
            seen += os.read(master, 1024).decode()
        before, seen = seen.split(text, 1)
        return before

    def say(text):
        os.write(master, (text + "\n").encode())

    try:
        until("?- ")
        say("member(X, [1, 2, 3])")
        until("X = 1 ")
        say(";")
        until("X = 2 ")
        say("")
        until("?- ")
        say("member(X, [7])")
        until("X = 7.")
        until("?- ")
        say(":quit")
        assert process.wait(30) == 0
    finally:
        process.kill()
        os.close(master)
