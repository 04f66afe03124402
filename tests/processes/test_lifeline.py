"""Children end with their parent, however it ends and whatever they are doing: real processes of every kind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from formats.helpers import DATA
from jobs.texts import ENDLESS

from processes.family import descendants, left, running, until, words

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")

# Rules that keep whoever reasons about them busy for minutes.
COUNTED = " ".join(f"(n {k})" for k in range(60))
VAST = f"(role ann) (init s) {COUNTED} (<= (legal ann (m ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))"
GROWING = "(role ann) (init zero) (<= (legal ann ?n) (number ?n)) (number zero) (<= (number (s ?n)) (number ?n))"

GROUNDING = f"""
from galakit.errors import Source
from galakit.gdl.machines import machine_of
from galakit.gdl.text.kif import read
from galakit.processes.limits import Limits
machine_of(read(Source("<text>", {VAST!r})), Limits(seconds=600))
"""
INTERPRETING = f"""
from galakit.errors import Source
from galakit.gdl.isolated_interpreter import IsolatedInterpreter
from galakit.gdl.normal import normalise
from galakit.gdl.text.kif import read
from galakit.processes.limits import Limits
machine = IsolatedInterpreter(normalise(read(Source("<text>", {GROWING!r}))), Limits(seconds=600, megabytes=20_000))
machine.legal(machine.opening(), 0)
"""
GAMBIT = f"""
import galakit as gk
gk.solve(gk.load({str(DATA / "stag_hunt.nfg")!r}), "gambit:enumpure", time_limit=600)
"""
WORKING = """
from galakit.separated.parallel_eval import work_out
work_out(lambda n: sum(range(10 ** 12)), [list(range(10_000))])
"""
# A routine that holds the lock of the interpreter, as compiled code may: no thread of Python can end such a process.
STAND_IN = """
def read_efg(text): return None
class nash:
    @staticmethod
    def enumpure_solve(game):
        import sys; sys.set_int_max_str_digits(0); open({busy!r}, "w").close(); return str(10 ** 30_000_000)
class qre: pass
"""


@contextlib.contextmanager
def parent(*command: str, **environment: str):
    """A process that is killed."""
    paths = os.pathsep.join(filter(None, [environment.pop("first", ""), *(p for p in sys.path if p)]))
    process = subprocess.Popen(
        [sys.executable, "-P", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": paths},
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def killed(process: subprocess.Popen, children: set[int]) -> None:
    """After the parent was killed, the children end."""
    assert children
    process.kill()
    process.wait()
    try:
        until(lambda: not left(children), f"left: {[words(pid) for pid in left(children)]}")
    finally:
        for child in left(children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize(
    ("code", "module"),
    [(GROUNDING, "galakit.gdl.ground.worker"), (INTERPRETING, "galakit.gdl.isolated_worker")],
    ids=["grounder", "interpreter"],
)
def test_a_process_that_reasons_about_rules_ends_with_its_parent(code, module):
    with parent("-c", code) as process:
        until(lambda: busy(running(process.pid, module)), "nothing is worked out")
        killed(process, running(process.pid, module))


def busy(pids: set[int]) -> bool:
    """Whether each has used a second of the processor: it has loaded everything, and is at work."""
    ticks = os.sysconf("SC_CLK_TCK")
    try:
        used = [sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])) for pid in pids]
    except OSError:  # one has just ended
        return False
    return bool(used) and min(used) > ticks


def test_gambit_ends_with_its_parent_even_where_no_thread_of_python_can_run(tmp_path):
    began = tmp_path / "busy"
    (tmp_path / "pygambit.py").write_text(STAND_IN.format(busy=str(began)))
    with parent("-c", GAMBIT, first=str(tmp_path)) as process:
        until(began.exists, "Gambit is not asked")
        killed(process, running(process.pid, "galakit.solvers.gambit.worker"))


def test_processes_that_work_out_draws_end_with_their_parent():
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("there is one processor, so that none is begun")
    with parent("-c", WORKING) as process:
        until(lambda: descendants(process.pid), "no process was begun")
        killed(process, descendants(process.pid))


@pytest.mark.parametrize("lost", [False, True], ids=["with", "without"])
def test_jobs_end_with_their_server_with_and_without_what_they_came_from(lost):
    with parent("-m", "galakit", "serve", "--no-browser", "--port", "0", "--json") as process:
        address = json.loads(process.stdout.readline())["address"]
        post(address, "/api/jobs", json.dumps({"source": ENDLESS}), "application/json")
        (fork_server,) = running(process.pid, "galakit.processes.fork_server") - descendants_of_fork_server(process.pid)
        until(lambda: busy(descendants(fork_server)), "nothing is solved")
        job = descendants(fork_server)
        if lost:
            os.kill(fork_server, signal.SIGKILL)
            assert left(job) == job
        killed(process, {fork_server, *job})


def descendants_of_fork_server(pid: int) -> set[int]:
    """Processes that were forked have the same command line as the one they came from."""
    return {below for child in running(pid, "galakit.processes.fork_server") for below in descendants(child)}


def test_a_match_and_what_reasons_for_it_end_with_the_player():
    with parent("-m", "galakit", "ggp", "player", "--port", "0", "--json") as process:
        address = json.loads(process.stdout.readline())["address"]
        with contextlib.suppress(TimeoutError):
            post(address, "/", f"(START m ann ({VAST}) 600 5)", "text/acl", timeout=1)
        # Where processes come from, the match, its grounder.
        until(lambda: len(descendants(process.pid)) >= 3, "the rules are not grounded")
        until(lambda: busy(running(process.pid, "galakit.gdl.ground.worker")), "the rules are not grounded")
        killed(process, descendants(process.pid))


def post(address: str, path: str, body: str, kind: str, timeout: float = 60) -> str:
    import http.client

    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=timeout)
    with contextlib.closing(connection):
        connection.request("POST", path, body, {"Content-Type": kind})
        return connection.getresponse().read().decode()


def test_a_child_that_was_begun_in_a_thread_outlives_the_thread():
    code = """
import threading
from galakit.processes.worker_process import WorkerProcess
begun = []
child = WorkerProcess("galakit.gdl.ground.worker", "1000")
thread = threading.Thread(target=lambda: begun.append(child.ask(("a.", ["a/0"]), 60) and child.pid))
thread.start(); thread.join()
import time; time.sleep(0.5)
print(child.pid == begun[0])
child.end()
print(child.pid is not None)
"""
    with parent("-c", code) as process:
        assert process.stdout.read().split() == ["True", "False"]
