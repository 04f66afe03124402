"""What must not stay, break or hang: cancelled solves, clients that leave, hostile input."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from mcp.shared.exceptions import MCPError
from mcp_agent import WAIT, connected, descendants, processes, server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")

LONG = {"game": "rhode_island", "gap": 1e-9}
FOREVER = """
game(g, [players : [a], flow : (choose(a, X, forever(X)), outcome([X]))]).
forever(X) :- forever(X).
"""
ROUND_AND_ROUND = "game(g, [players : [a], variables : [n = 0], flow : while(true, n gets 1 - $n)])."


def until(true, what: str) -> None:
    deadline = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def began(before: set[int]) -> set[int]:
    return descendants(os.getpid()) - before


def left(pids: set[int]) -> set[int]:
    return pids & set(processes())


def test_cancelling_a_call_ends_the_process_that_solves_and_tells_progress_before(agent):
    agent.call("list_games")
    before = descendants(os.getpid())
    agent.progress.clear()
    call = asyncio.run_coroutine_threadsafe(agent.asked("solve", **LONG), agent.loop)
    until(lambda: len(agent.progress) >= 2 and began(before), "nothing is being solved")
    solving = began(before)
    seconds = [told for told, _ in agent.progress]
    assert seconds == sorted(set(seconds)) and all(message for _, message in agent.progress)
    call.cancel()
    until(lambda: not left(solving), "the process that solves is still there")
    assert "rhode_island, cancelled" in agent.fails("wait", job="none")


def test_a_job_can_be_left_waited_for_and_stopped(agent):
    before = descendants(os.getpid())
    call = asyncio.run_coroutine_threadsafe(agent.asked("solve", **LONG), agent.loop)
    until(lambda: began(before), "nothing is being solved")
    (line,) = [
        line
        for line in agent.fails("wait", job="none").splitlines()
        if "rhode_island, " in line and "cancelled" not in line
    ]
    job = line.split()[1].rstrip(":")
    text, standing = agent.call("wait", job=job, seconds=0.2)
    assert standing["state"] in ("reading", "solving") and standing["result"] is None
    assert f'call wait(job="{job}")' in text
    assert f'wait(job="{job}")' in agent.fails("strategy", job=job, player="p1")
    solving = began(before)
    text, standing = agent.call("cancel", job=job)
    assert standing["state"] == "cancelled" and "cancelled" in text
    assert call.result(WAIT).structured_content["state"] == "cancelled"
    until(lambda: not left(solving), "the process that solves is still there")
    assert "call solve again" in agent.fails("strategy", job=job, player="p1")


def test_nothing_is_left_when_the_client_closes(agent):
    before = descendants(os.getpid())
    with connected("--jobs", "2") as other:
        other.solved(game="kuhn")
        running = began(before)
        call = asyncio.run_coroutine_threadsafe(other.asked("solve", **LONG), other.loop)
        until(lambda: len(began(before)) > len(running) + 1, "nothing is being solved")
        running = began(before)
    assert not left(running)
    with pytest.raises((MCPError, asyncio.CancelledError)):
        call.result(1)


def test_nothing_is_left_when_the_server_is_killed():
    before = descendants(os.getpid())
    words = server()
    process = subprocess.Popen([words.command, *words.args], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    _handshake(process)
    _say(process, id=2, method="tools/call", params={"name": "solve", "arguments": LONG})
    until(lambda: len(began(before)) >= 3, "nothing is being solved")
    running = began(before)
    process.send_signal(signal.SIGKILL)
    process.wait()
    until(lambda: not left(running), "processes are left")
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("working", [False, True], ids=["idle", "solving"])
@pytest.mark.parametrize(
    ("how", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (None, 0)],
    ids=["interrupted", "terminated", "input ended"],
)
def test_the_server_ends_at_the_first_signal_or_with_its_input_and_leaves_nothing(how, status, working, tmp_path):
    words = server()
    process = subprocess.Popen(
        [words.command, *words.args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | words.env | {"TMPDIR": str(tmp_path)},
    )
    _handshake(process)
    if working:
        _say(process, id=2, method="tools/call", params={"name": "solve", "arguments": LONG})
    until(lambda: len(descendants(process.pid)) >= 1 + working, "nothing is being solved")
    running = descendants(process.pid)
    if how is None:
        process.stdin.close()
        assert process.wait(WAIT) == status
    else:
        process.send_signal(how)
        assert process.wait(WAIT) == status
        process.stdin.close()
    until(lambda: not left(running), "processes are left")
    assert b"Traceback" not in process.stderr.read() and list(tmp_path.iterdir()) == []
    process.stdout.close()
    process.stderr.close()


def test_the_server_ends_at_the_first_signal_though_its_client_takes_nothing():
    words = server()
    process = subprocess.Popen(
        [words.command, *words.args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    _handshake(process)
    for number in range(2, 100):  # more than a pipe holds
        _say(process, id=number, method="tools/call", params={"name": "language", "arguments": {}})
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(WAIT) == 130
    process.stdin.close()
    process.stdout.close()


def test_lines_that_are_no_messages_do_no_harm_older_clients_are_served_and_limits_hold():
    words = server("--job-seconds", "0.5")
    process = subprocess.Popen(
        [words.command, *words.args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with contextlib.ExitStack() as stack:
        stack.callback(process.stdout.close)
        stack.callback(process.kill)
        for line in (b"nonsense", b"{}", b"[" * 100_000, b"\xff\xfe", b"", b"x" * 20_000_000):
            process.stdin.write(line + b"\n")
        _handshake(process)
        _say(process, id=2, method="tools/call", params={"name": "solve", "arguments": LONG})
        while (answer := json.loads(process.stdout.readline())).get("id") != 2:
            assert answer["jsonrpc"] == "2.0"
        assert answer["result"]["isError"] and answer["result"]["structuredContent"]["problems"][0]["id"] == "GK816"
        process.stdin.close()
        for line in process.stdout:
            assert json.loads(line)["jsonrpc"] == "2.0"
        assert process.wait(WAIT) == 0


def _say(process: subprocess.Popen, **message) -> None:
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


def _handshake(process: subprocess.Popen) -> None:
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    _say(process, id=1, method="initialize", params=client)
    while json.loads(process.stdout.readline()).get("id") != 1:
        pass
    _say(process, method="notifications/initialized")


@pytest.mark.parametrize(("source", "said"), [(FOREVER, "never ends"), (ROUND_AND_ROUND, "GK4")])
def test_rules_that_never_end_are_an_error(agent, source, said):
    assert said in agent.fails("solve", source=source)


def test_hostile_arguments_are_refused_with_what_is_right(agent):
    assert "length <= 2000000" in agent.fails("solve", source="x" * 2_000_001)
    assert "solvable" in str(agent.call("check_rules", source="((((" * 2_500)[1])
    assert "unknown field `gme`" in agent.fails("solve", gme="kuhn")
    assert "solve takes game?, source?" in agent.fails("solve", gme="kuhn")
    assert "GK870" in agent.fails("strategy", job="1", player="a", offset=-1)
    assert "GK870" in agent.fails("strategy", job=["1"], player="a")
    assert "an order names no game" in agent.fails("solve")
    assert "GK501" in agent.fails("solve", game="../../etc/passwd")
    assert "GK870" in agent.fails("solve", source="x", file="../game.py")
    assert "there is no job" in agent.fails("strategy", job="../x" * 40, player="a")
    assert "GK509" in agent.fails("solve", game="kuhn", method="magic")


def test_an_unknown_tool_is_an_error_of_the_protocol_that_names_those_there_are(agent):
    with pytest.raises(MCPError, match="there is no tool guess; there are language, list_games"):
        agent.run(agent.asked("guess"))
