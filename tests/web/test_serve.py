"""`galakit serve`: what it opens, where it listens, and that nothing is left when it stops."""

from __future__ import annotations

import json
import signal
import socket
import sys
import time
from pathlib import Path

import pytest
from jobs.texts import COIN, ENDLESS

import galakit as gk
from galakit.cli.main import main
from web.serving import WAIT, serving


@pytest.fixture
def refused(capsys):
    """What a command line that is refused makes the server say."""

    def told(*words):
        assert main(["serve", "--no-browser", "--json", *words]) == 2
        return json.loads(capsys.readouterr().err)["error"][0]

    return told


def test_a_game_is_opened_at_its_job():
    with serving("kuhn", "-p", "cards=4", "--method", "lp", "--with", "algorithm=ipm") as server:
        id = server.page.rpartition("/")[2]
        assert server.page == f"{server.address}/jobs/{id}"
        job = server.until(id)
        assert job["state"] == "solved" and job["title"] == "kuhn  cards=4"
        assert job["order"]["options"] == {"algorithm": "ipm"}


def test_a_file_with_rules_is_opened_in_the_editor(tmp_path):
    path = tmp_path / "coin.gala"
    path.write_text(COIN)
    with serving(str(path)) as server:
        assert server.page.startswith(f"{server.address}/edit?job=")
        job = server.until(server.page.rpartition("=")[2])
        assert job["order"]["source"] == COIN and job["order"]["file"] == "coin.gala"
        assert job["state"] == "solved"


@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_a_saved_solution_is_opened_as_it_was_found(tmp_path, ending):
    path = tmp_path / f"kuhn.{ending}"
    gk.solve(gk.load("kuhn"), "cfr", iterations=50).save(path)
    with serving(str(path)) as server:
        id = server.page.rpartition("/")[2]
        assert server.until(id)["state"] == "solved"
        overview = server.ask(id, "overview")
        assert overview["method"] == "cfr" and 0 < overview["gap"]["value"] < 1
        assert server.client.delete(f"/api/jobs/{id}").status_code == 200
    assert path.exists()


def test_what_cannot_be_opened_is_told_at_once(refused, tmp_path):
    assert refused("chess")["id"] == "GK501"
    assert refused("game.py")["id"] == "GK823"
    assert refused("kuhn", "--method", "guess")["id"] == "GK509"
    assert refused("kuhn", "--method", "lp", "--with", "speed=9")["message"] == "the method lp has no option `speed`"
    assert refused("kuhn", "--method", "cfr", "--with", "checkpoint=state.npz")["id"] == "GK825"
    assert refused(str(tmp_path / "none.gala"))["id"] == "GK501"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert refused("--port", str(taken.getsockname()[1]))["id"] == "GK824"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_when_it_stops(sign):
    with serving() as server:
        server.order(source=ENDLESS)
        server.solved(game="kuhn")
        before = _children(server.process.pid)
        assert len(before) >= 2
        server.process.send_signal(sign)
        server.process.wait(WAIT)
        deadline = time.monotonic() + WAIT
        while any(_alive(pid) for pid in before) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(_alive(pid) for pid in before)


def _children(pid: int) -> list[int]:
    """All processes that came from one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, new = [], [pid]
    while new:
        new = [child for child, parent in parents.items() if parent in new]
        found += new
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
