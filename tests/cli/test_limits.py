"""The limits of a command, in processes of their own: memory and time, whatever goes wrong."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

HOG = """
import galakit as gk

@gk.rules(players=("a",))
def hog(play):
    kept = [bytearray(10**6) for _ in range(10**6)]
    x = yield play.choose("a", [1, 2])
    play.outcome([x + len(kept)])
"""
DEAF = """
import galakit as gk

@gk.rules(players=("a",))
def deaf(play):
    import time
    while True:
        try:
            time.sleep(0.1)
        except BaseException:
            pass
    x = yield play.choose("a", [1, 2])
    play.outcome([x])
"""


def run(*words):
    done = subprocess.run([sys.executable, "-m", "galakit", *words], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_a_game_that_wants_more_memory_than_it_may_have_ends_with_a_message(tmp_path):
    (tmp_path / "hog.py").write_text(HOG)
    status, _, err = run("--max-memory", "800", "size", str(tmp_path / "hog.py"))
    assert status == 2 and "error[GK603]: the command needs more memory than its limit" in err
    assert "--max-memory" in err and "Traceback" not in err


def test_enough_memory_changes_nothing():
    assert run("--max-memory", "2000", "solve", "kuhn")[0] == 0


def test_a_command_ends_when_its_time_is_over():
    status, _, err = run("--max-seconds", "1", "solve", "leduc", "--method", "cfr", "--time-limit", "100")
    assert status == 3 and "error[GK632]: the command was stopped after 1 s" in err and "Traceback" not in err


def test_a_command_that_does_not_listen_is_ended_all_the_same(tmp_path):
    (tmp_path / "deaf.py").write_text(DEAF)
    began = time.monotonic()
    status, _, err = run("--max-seconds", "1", "size", str(tmp_path / "deaf.py"))
    assert status == 3 and "the command was stopped after 1 s" in err and "Traceback" not in err
    assert time.monotonic() - began < 60


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_by_default_a_command_may_take_most_of_what_is_free():
    code = (
        "import resource; from galakit.cli.limits import limit_memory; limit_memory(None);"
        "print(resource.getrlimit(resource.RLIMIT_DATA)[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert 0 < int(done.stdout) < whole


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_commands_in_one_process_have_the_same_limit():
    code = (
        "import resource; from galakit.cli.main import main; limits = set()\n"
        "for _ in range(3): main(['--max-seconds', '100', 'methods', 'lp', '--json']); "
        "limits.add(resource.getrlimit(resource.RLIMIT_DATA)[0])\n"
        "raise SystemExit(len(limits))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120).returncode == 1


def test_a_limit_of_time_ends_with_its_command():
    """Commands can follow each other in one process, as in tests and notebooks."""
    code = (
        "import time; from galakit.cli import limits; from galakit.cli.main import main; limits.ORDERLY = 0.5; "
        "status = main(['--max-seconds', '8', 'games', '--json']); time.sleep(10); print('still here', status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "still here 0" in done.stdout


@pytest.mark.parametrize("command", ["solve", "correlate", "dominance"])
def test_the_time_limit_of_a_command_holds_while_it_reads_a_description(tmp_path, command):
    growing = "".join(f"(<= (p{k + 1} (f ?x ?y)) (p{k} ?x) (p{k} ?y)) " for k in range(40))
    (tmp_path / "bomb.kif").write_text(
        f"(role a) {growing} (p0 a) (p0 b) (<= (legal a ?x) (p40 ?x)) (goal a 0) (terminal)"
    )
    status, _, err = run("--max-seconds", "30", command, str(tmp_path / "bomb.kif"), "--time-limit", "0.2")
    assert status == 3 and "error[GK632]: the time limit of 0.2 s was reached" in err
