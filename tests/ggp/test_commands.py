"""The commands as they are run: in processes of their own, stopped as people stop them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from galakit.cli.main import main
from ggp.descriptions import NUMBERS, in_one_line
from ggp.serving import say


def begun(*words):
    """A player's server as a process; the process and its port."""
    command = [sys.executable, "-m", "galakit", "ggp", "player", "--port", "0", "--json", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = json.loads(process.stdout.readline())
    assert told["event"] == "listening" and told["address"].startswith("http://127.0.0.1:")
    return process, int(told["address"].rpartition(":")[2])


def end_of(process, how):
    """Stop a server; what it printed, and whether all processes that it began have ended."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    children = listed.read_text().split() if listed.exists() else []
    process.send_signal(how)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    deadline = time.monotonic() + 120
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    return out, not any(Path(f"/proc/{child}").exists() for child in children)


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
def test_a_server_that_is_interrupted_ends_its_matches():
    process, port = begun("--agent", "legal")
    assert say(port, f"(START m ann {in_one_line(NUMBERS)} 30 5)", timeout=120) == "ready"
    out, ended = end_of(process, signal.SIGINT)
    assert ended and process.returncode == 130
    assert [json.loads(line)["event"] for line in out.splitlines()] == ["start", "closed"]


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_stopped_leaves_no_process_behind(how):
    process, port = begun()
    assert say(port, "(ping)") == "available"
    assert end_of(process, how)[1] and process.returncode == -how


def test_a_match_over_the_network_is_logged_and_replayed(tmp_path, capsys):
    game, log = tmp_path / "numbers.kif", tmp_path / "match.xml"
    game.write_text(NUMBERS)
    process, port = begun("--agent", "legal", "--seed", "1")
    try:
        words = [
            str(game),
            f"ann=localhost:{port}",
            "bob=random",
            "--seed",
            "3",
            "--start-clock",
            "20",
            "--log",
            str(log),
        ]
        assert main(["ggp", "manager", *words, "--json"]) == 0
    finally:
        process.terminate()
        process.communicate(timeout=120)
    played = json.loads(capsys.readouterr().out)
    assert played["isCompleted"] and [moves[0] for moves in played["moves"]] == ["(name 1)"] * 3
    assert played["playerNamesFromHost"] == [f"http://localhost:{port}", "random"] and played["penalties"] == [0, 0]
    assert main(["ggp", "replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["goals"] == played["goalValues"]
    assert main(["ggp", "replay", str(log), "--role", "bob"]) == 0
    assert "(name 1)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "id"),
    [
        (["player", "--agent", "nobody"], "GK509"),
        (["player", "--agent", "no.such:agent"], "GK968"),
        (["player", "--port", "99999"], "GK508"),
        (["player", "--host", "192.0.2.1"], "GK962"),
        (["manager", "nothing.kif"], "GK501"),
        (["manager", "kuhn", "a=random"], "GK967"),
        (["manager", "tic_tac_toe_gdl", "cross"], "GK506"),
        (["manager", "tic_tac_toe_gdl", "cross=random"], "GK964"),
        (["manager", "tic_tac_toe_gdl", "cross=random", "nought=ftp://x"], "GK963"),
        (["replay", "nothing.json"], "GK501"),
    ],
)
def test_what_is_asked_wrongly_is_answered_with_an_id(words, id, capsys):
    assert main(["ggp", *words]) == 2
    assert f"error[{id}]" in capsys.readouterr().err
