"""`galakit explore`: as JSON, without a terminal, and on a real one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time

import pytest

import galakit as gk
from galakit.cli.main import main


def test_the_overview_is_printed_as_json(capsys):
    assert main(["explore", "kuhn", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "kuhn" and told["gap"]["text"] == "0" and told["values"][0]["text"] == "-1/18"


def test_without_a_terminal_it_says_what_to_do_instead(capsys):
    assert main(["explore", "kuhn"]) == 2
    said = capsys.readouterr().err
    assert "exploring needs a terminal" in said and "galakit show kuhn" in said
    assert main(["explore", "--json"]) == 2
    assert "galakit games" in capsys.readouterr().err


def test_what_is_wrong_with_the_game_is_said_first(capsys):
    assert main(["explore", "kuhm", "--json"]) == 2
    assert "kuhn" in capsys.readouterr().err


def test_a_saved_solution_is_explored(tmp_path, capsys):
    gk.solve(gk.load("kuhn")).save(tmp_path / "kuhn.parquet")
    assert main(["explore", str(tmp_path / "kuhn.parquet"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["listed"]


@pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux")
def test_on_a_real_terminal(tmp_path):
    def tmux(*words):
        return subprocess.run(
            ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null", *words],
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout

    def until(*texts):
        screen, end = "", time.monotonic() + 60
        while time.monotonic() < end:
            screen = tmux("capture-pane", "-p", "-t", "explore")
            if all(text in screen for text in texts):
                return screen
            time.sleep(0.1)
        raise AssertionError(screen)

    command = f"{sys.executable} -m galakit explore kuhn; echo left with $?; sleep 60"
    tmux("new-session", "-d", "-s", "explore", "-x", "80", "-y", "24", command)
    try:
        until("the start", "could gain 0", "? help")
        tmux("send-keys", "-t", "explore", "Right")
        tmux("send-keys", "-t", "explore", "Right")
        until("first knows", "value here")
        tmux("send-keys", "-t", "explore", "g")
        until("p player", "█")
        tmux("send-keys", "-t", "explore", "q")
        until("left with 0")
    finally:
        tmux("kill-server")
