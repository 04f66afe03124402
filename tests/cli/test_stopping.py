"""Every stage of a command ends soon after its time limit, and after Ctrl-C: tried with processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

PATIENCE = 60  # seconds, on a machine that does much else

STATES = """
import galakit as gk

@gk.rules(players=("a", "b"))
def endless(play: gk.Play) -> gk.Flow:
    play.proceed(further, 0)

def further(play, n):
    step = yield play.choose("ab"[n % 2], [1, 2])
    if n == 10**9:
        play.end()
    play.proceed(further, 3 * n + step)
"""

NODES = """
import galakit as gk

@gk.rules(players=("a", "b"))
def tossing(play: gk.Play) -> gk.Flow:
    play.proceed(toss, 0)

def toss(play, n):
    step = yield play.choose("nature", [1, 2])
    if n == 24:
        play.outcome([step, -step])
    play.proceed(toss, n + 1)
"""

STAGES = {"exploring states": STATES, "unfolding the tree": NODES}


def command(tmp_path, stage, *words):
    file = tmp_path / "game.py"
    file.write_text(STAGES[stage])
    words = [sys.executable, "-m", "galakit", *words[:1], str(file), *words[1:]]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("stage", STAGES)
def test_a_time_limit_ends_a_stage(tmp_path, stage):
    words = "solve", "--method", "pcfr+", "--time-limit", "2"
    with command(tmp_path, stage, *words) as process:
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert f"error[GK632]: the time limit of 2 s was reached while {stage}" in said


@pytest.mark.parametrize("stage", STAGES)
def test_ctrl_c_ends_a_stage(tmp_path, stage):
    with command(tmp_path, stage, "solve", "--method", "pcfr+") as process:
        line = process.stderr.readline()
        while stage not in line:
            assert line, "the command ended by itself"
            line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def test_a_time_limit_leaves_what_is_known_of_the_size(tmp_path):
    with command(tmp_path, "exploring states", "size", "--time-limit", "1", "--json") as process:
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert "warning: the time limit of 1 s was reached while exploring states" in said
    found = json.loads(out)
    assert found.pop("states_so_far") > 100 and found == {"complete": False}


def test_what_does_not_fit_leaves_what_is_known_of_the_size(tmp_path):
    with command(tmp_path, "unfolding the tree", "size", "--limit-nodes", "1000", "--json") as process:
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and '"GK603"' in said
    assert json.loads(out) == {"states": 26, "nodes": 2**26 - 1, "terminals": 2**25, "complete": False}


def test_ctrl_c_leaves_what_is_known_of_the_size(tmp_path):
    with command(tmp_path, "exploring states", "size") as process:
        while "exploring states" not in process.stderr.readline():
            assert process.poll() is None, "the command ended by itself"
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and said.endswith("interrupted\n")
    assert "states found so far" in out
