"""Commands in a folder full of files that pass for modules: none of them is ever run, by the command or by its children.

Every command does real work there; some on games that are grounded in a process of its own.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import typer

import galakit as gk
from galakit.cli.main import app

WAIT = 120  # seconds: machines that test are slow
DEPENDENCIES = """_cffi_backend anyio cffi click clingo cupy flint galakit h11 highspy httpx idna llvmlite lsprotocol markdown_it
matplotlib mcp mcp_types msgspec numba numpy pandas pip PIL platformdirs pyarrow pydantic pydantic_core pygambit pygls pygments
pyparsing rich scipy setuptools shellingham sitecustomize sniffio starlette textual torch typer typing_extensions uvicorn
usercustomize uvloop yaml"""
HOSTILE = (
    'import pathlib\nwith pathlib.Path(__file__).with_name("RUN").open("a") as told:\n    told.write(__name__ + " ")\n'
)

MATCHING = """
(role ann) (role bob) (init start) (side heads) (side tails)
(<= (legal ?r ?s) (role ?r) (side ?s))
(<= (next (put ?r ?s)) (does ?r ?s))
(<= terminal (true (put ann ?s)))
(<= same (true (put ann ?s)) (true (put bob ?s)))
(<= (goal ann 100) same) (<= (goal ann 0) (not same)) (<= (goal bob 0) same) (<= (goal bob 100) (not same))
"""
# It fits no network, so that an interpreter in a further process answers.
OWN = "(role ann) (init s) (legal ann a) (legal ann b) (<= terminal (does ann a)) (goal ann 1)"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder, with all names that Python or Galakit could import."""
    place = tmp_path_factory.mktemp("hostile")
    for name in {*sys.stdlib_module_names, *DEPENDENCIES.split()} - {"pathlib"}:
        (place / f"{name}.py").write_text(HOSTILE)
    offer = place / "offer-1.0.dist-info"  # as of an installed package that brings a method
    offer.mkdir()
    (offer / "METADATA").write_text("Metadata-Version: 2.1\nName: offer\nVersion: 1.0\n")
    (offer / "entry_points.txt").write_text("[galakit.methods]\noffer = offered:METHOD\n")
    (place / "offered.py").write_text(HOSTILE)
    (place / "matplotlibrc").write_text("text.usetex: True\n")
    return place


@pytest.fixture
def unharmed(folder):
    """Nothing of the folder has been run when the test is over."""
    yield folder
    told = folder / "RUN"
    run = told.read_text() if told.exists() else ""
    told.unlink(missing_ok=True)
    assert run == ""


def command(*words: str) -> list[str]:
    """The installed command, or what it amounts to."""
    script = Path(sys.executable).with_name("galakit")
    return [str(script), *words] if script.exists() else [sys.executable, "-P", "-m", "galakit", *words]


def begun(folder: Path, *words: str, **streams) -> subprocess.Popen:
    # An empty entry, which stands for the current folder, is what `PYTHONPATH=$PYTHONPATH:more` often makes.
    paths = os.pathsep.join(p for p in sys.path if os.path.isabs(p))  # noqa: PTH117
    return subprocess.Popen(
        command(*words),
        cwd=folder,
        env=os.environ | {"PYTHONPATH": paths},
        text=True,
        **{"stdout": subprocess.PIPE} | streams,
    )


def done(folder: Path, *words: str, said: str = "") -> str:
    """What a command prints that ends by itself."""
    process = begun(folder, *words, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(said, timeout=WAIT)
    assert process.returncode == 0, (words, err)
    return out


# Those that end by themselves; what is typed into them stands last.
QUICK = [
    ("games", "kuhn_gdl"),
    ("check", "--explore", "game.kif"),
    ("explain", "GK311"),
    ("fmt", "game.kif"),
    ("convert", "game.kif", "--to", "infix"),
    ("size", "tic_tac_toe_gdl"),
    ("solve", "kuhn_gdl"),
    ("certify", "saved.json"),
    ("respond", "kuhn", "--to", "uniform", "--as", "first"),
    ("guarantee", "kuhn", "--of", "uniform", "--as", "first"),
    ("commit", "treaty", "--leader", "inspector"),
    ("team", "team_pennies", "--players", "ann,bob"),
    ("ranges", "kuhn"),
    ("qre", "kuhn"),
    ("dynamics", "stag_hunt"),
    ("stability", "stag_hunt"),
    ("correlate", "stag_hunt"),
    ("sequential", "kuhn"),
    ("methods", "lcp"),
    ("hands", "kuhn"),
    ("train", "kuhn", "--history"),
    ("show", "kuhn"),
    ("report", "kuhn", "--png", "pictures"),
    ("explore", "kuhn", "--json"),
    ("simulate", "connect_four", "-n", "1", "--agent", "random", "--seed", "1"),
    ("play", "kuhn", "--as", "first", "--json", "bet\nbet\nbet\nquit\n"),
    ("repl", "kuhn", "member(X, [1, 2]).\n"),
    ("trace", "kuhn", "--seed", "1"),
    ("export", "kuhn", "--to", "efg", "-o", "kuhn.efg"),
    ("normal-form", "stag_hunt"),
    ("dominance", "stag_hunt"),
    ("warmup", "trees"),
    ("ggp", "manager", "nim_gdl", "first=random", "second=legal", "--log", "match.json"),
    ("ggp", "tournament", "prisoners_dilemma_gdl", "--player", "a=random", "--player", "b=legal", "--rounds", "1"),
    ("ggp", "replay", "match.json"),
    ("sweep", "run", "figures17and18"),
    ("sweep", "status", "figures17and18"),
    ("sweep", "plot", "figures17and18", "--against", "quantity"),
]
SERVING = {"serve", "mcp", "lsp", "ggp player"}  # each has a test of its own below


def test_every_command_is_tried_here():
    known = set()
    for name, one in typer.main.get_command(app).commands.items():
        known |= {f"{name} {part}" for part in one.commands} if hasattr(one, "commands") else {name}
    tried = {" ".join(words[: 2 if words[0] in ("ggp", "sweep") else 1]) for words in QUICK}
    assert tried | SERVING == known


# One process does many commands, so that Python starts once: what one of them imports, the others find as it was.
SEVERAL = """import json, sys
from galakit.cli.main import main
for words in json.loads(sys.argv[1]):
    assert main(words) == 0, words"""


def test_commands_run_nothing_of_the_folder(unharmed):
    (unharmed / "game.kif").write_text(MATCHING)
    gk.solve(gk.load("kuhn_gdl")).save(unharmed / "saved.json")
    paths = os.pathsep.join(p for p in sys.path if os.path.isabs(p))  # noqa: PTH117
    words = [sys.executable, "-P", "-c", SEVERAL, json.dumps([words for words in QUICK if not typed(words)])]
    around = os.environ | {"PYTHONPATH": paths}
    ran = subprocess.run(words, cwd=unharmed, env=around, timeout=4 * WAIT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    "words",
    [("solve", "kuhn_gdl"), *(words for words in QUICK if words[0] in ("play", "repl"))],
    ids=lambda words: words[0],
)
def test_a_command_runs_nothing_of_the_folder(unharmed, words):
    said = typed(words)
    done(unharmed, *(words[:-1] if said else words), said=said)


def typed(words: tuple[str, ...]) -> str:
    return words[-1] if words[-1].endswith("\n") else ""


def test_python_m_imports_nothing_of_the_folder_once_galakit_is_there(tmp_path):
    # What Python imports before it comes to Galakit is beyond our reach; `python -P` does without the folder.
    for name in (
        "socket",
        "flint",
        "highspy",
        "numpy",
        "msgspec",
        "clingo",
        "subprocess",
        "tempfile",
        "pickle",
        "typer",
    ):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    paths = os.pathsep.join(p for p in sys.path if os.path.isabs(p))  # noqa: PTH117
    words = [sys.executable, "-m", "galakit", "solve", "kuhn_gdl"]
    subprocess.run(words, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, timeout=WAIT, check=True)
    assert not (tmp_path / "RUN").exists()


def test_an_empty_entry_of_pythonpath_is_not_passed_on_to_children(tmp_path):
    code = (
        "import os, sys; from galakit.processes.python import package_paths, surroundings;"
        "around = surroundings();"
        "print(os.getcwd() in sys.path, os.getcwd() in package_paths(), around['cwd'] == os.getcwd(), around['env']['PYTHONPATH'])"
    )
    paths = os.pathsep.join(["", ".", *(p for p in sys.path if os.path.isabs(p))])  # noqa: PTH117
    run = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": paths},
        timeout=WAIT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = run.stdout.split(maxsplit=3)
    assert told[:3] == ["True", "False", "False"]
    assert all(os.path.isabs(p) and Path(p).exists() for p in told[3].strip().split(os.pathsep))  # noqa: PTH117


def test_settings_for_numba_in_the_folder_are_refused(tmp_path):
    (tmp_path / ".numba_config.yaml").write_text("cache_dir: elsewhere\n")
    process = begun(tmp_path, "solve", "kuhn", stderr=subprocess.PIPE)
    _, err = process.communicate(timeout=WAIT)
    assert process.returncode == 2 and "error[GK519]" in err and "work in another folder" in err


@contextlib.contextmanager
def serving(folder: Path, *words: str):
    """A server, and where it listens."""
    process = begun(folder, *words, "--port", "0", "--json", stderr=subprocess.PIPE)
    try:
        yield process, json.loads(process.stdout.readline())["address"].removeprefix("http://")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=WAIT)


def asked(at: str, method: str, path: str, body: str | None = None, kind: str = "application/json") -> str:
    connection = http.client.HTTPConnection(at, timeout=WAIT)
    connection.request(method, path, body, {"Content-Type": kind} if body else {})
    said = connection.getresponse().read().decode()
    connection.close()
    return said


def test_serve_solves_and_checks_and_runs_nothing_of_the_folder(unharmed):
    with serving(unharmed, "serve", "--no-browser") as (_, at):
        for game in ("kuhn", "kuhn_gdl"):
            job = json.loads(asked(at, "POST", "/api/jobs", json.dumps({"game": game})))
            events = asked(at, "GET", f"/api/jobs/{job['id']}/events")  # until it has ended
            assert '"state":"solved"' in events, events
            assert json.loads(asked(at, "GET", f"/api/jobs/{job['id']}/study/players/0/grid"))["columns"]
        checked = asked(at, "POST", "/api/checks", json.dumps({"source": MATCHING, "file": "game.kif"}))
        assert json.loads(checked)["players"] == ["ann", "bob"]


def test_mcp_solves_and_runs_nothing_of_the_folder(unharmed):
    process = begun(unharmed, "mcp", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    for message in (
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "solve", "arguments": {"game": "kuhn_gdl"}}},
    ):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    process.stdin.flush()
    answers = (json.loads(line) for line in process.stdout)
    told = next(answer for answer in answers if answer.get("id") == 2)
    assert told["result"]["structuredContent"]["state"] == "solved"
    process.communicate(timeout=WAIT)
    assert process.returncode == 0


def test_lsp_answers_and_runs_nothing_of_the_folder(unharmed):
    process = begun(unharmed, "lsp", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    text = "game(coin, [players : [a], flow : outcome([1])])."
    opened = {"textDocument": {"uri": (unharmed / "a.gala").as_uri(), "languageId": "gala", "version": 1, "text": text}}
    root = {"processId": None, "rootUri": unharmed.as_uri(), "capabilities": {}}
    tell(process, id=1, method="initialize", params=root)
    tell(process, method="initialized", params={})
    tell(process, method="textDocument/didOpen", params=opened)
    giving_up = threading.Timer(WAIT, process.kill)
    giving_up.start()
    said = ""
    while "publishDiagnostics" not in said and (more := process.stdout.read(1)):
        said += more
    assert "publishDiagnostics" in said
    tell(process, id=2, method="shutdown")
    tell(process, method="exit")
    process.communicate(timeout=WAIT)
    giving_up.cancel()
    assert process.returncode == 0


def tell(process: subprocess.Popen, **message) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message})
    process.stdin.write(f"Content-Length: {len(body)}\r\n\r\n{body}")
    process.stdin.flush()


def test_a_player_plays_and_runs_nothing_of_the_folder(unharmed):
    with serving(unharmed, "ggp", "player", "--agent", "legal") as (_, at):
        for name, rules in (("a", MATCHING), ("b", OWN)):
            start = f"(START {name} ann ({' '.join(rules.split())}) 30 5)"
            assert asked(at, "POST", "/", start, "text/acl") == "ready"
            assert asked(at, "POST", "/", f"(PLAY {name} NIL)", "text/acl") in ("heads", "tails", "a", "b")
