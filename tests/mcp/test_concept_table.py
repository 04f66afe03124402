"""The table of concepts in the documentation tells the truth: each door of each row is used, on one server."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

import galakit as gk
from galakit.cli.main import main
from galakit.jobs.job_manager import JobManager
from galakit.mcp.calls import Call, Desk
from galakit.mcp.tools import TOOLS, called, read
from galakit.solvers.normal.dominance import eliminate
from galakit.solvers.normal.moves import eliminate_moves
from galakit.web.application import application

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "concepts.md"
TESTS = Path(__file__).parents[1]
HEAD = ["concept", "order", "command line", "Python", "REST", "MCP"]
SEEN = "player,facts,move,count\nsender,weak,beer,31\nsender,weak,quiche,69\n"
KNOWN = {"gk": gk, "eliminate": eliminate, "eliminate_moves": eliminate_moves}


@dataclass(frozen=True)
class Row:
    """A concept and how it is asked for at each door."""

    concept: str
    order: dict
    command: list[str]
    python: str
    question: str
    tool: str
    arguments: dict


def _rows() -> list[Row]:
    lines = [line.strip("| ") for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [line.split(" | ") for line in lines]
    found = []
    for concept, *code in (row for row in cells if len(row) == len(HEAD) and row != HEAD):
        order, command, python, question, call = (text.strip("`") for text in code)
        tool, _, arguments = call.partition(" ")
        words = shlex.split(command)
        assert words[0] == "galakit"
        found.append(Row(concept, json.loads(order), words[1:], python, question, tool, json.loads(arguments)))
    return found


ROWS = _rows()


@dataclass(frozen=True)
class Doors:
    """One server: its jobs are asked over REST and by the tools of agents."""

    client: TestClient
    desk: Desk
    jobs: dict[str, str]
    """order -> job"""

    def ask(self, job: str, question: str) -> dict:
        answer = self.client.get(f"/api/jobs/{job}/study/{question}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def call(self, tool: str, arguments: dict) -> dict:
        text, answer, _ = self.client.portal.call(called, TOOLS[tool], Call(self.desk, silent), arguments)
        assert answer is not None, text
        return msgspec.to_builtins(answer)


async def silent(seconds: float, words: str) -> None:
    """Tell nobody how far it is."""


@pytest.fixture(scope="module")
def doors():
    manager = JobManager()
    with TestClient(application(manager), base_url="http://127.0.0.1") as client:
        jobs = {}
        for row in ROWS:
            if (text := json.dumps(row.order)) not in jobs:
                answer = client.post("/api/jobs", json=row.order)
                assert answer.status_code == 202, answer.text
                jobs[text] = answer.json()["id"]
        yield Doors(client, Desk(manager), jobs)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.concept)
def test_a_concept_is_reachable_at_four_doors(row, doors, tmp_path, monkeypatch, capsys):
    job = doors.jobs[json.dumps(row.order)]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seen.csv").write_text(SEEN)
    assert main(row.command) == 0, capsys.readouterr().err
    assert eval(row.python, dict(KNOWN)) is not None

    assert read(TOOLS["solve"], row.order)  # agents order it with the same words
    standing = doors.call("wait", {"job": job, "seconds": 60})
    assert standing["state"] == "solved", standing
    assert doors.ask(job, row.question)
    if row.tool != "wait":
        of = {"job": job} if "job" in TOOLS[row.tool].arguments.__struct_fields__ else {"game": row.order["game"]}
        assert doors.call(row.tool, of | row.arguments)


def test_textbook_games_have_the_tests_that_are_named():
    named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PAGE.read_text("utf-8"))
    assert len(named) > 20
    for file, test in named:
        text = (TESTS / file).read_text("utf-8")
        assert not test or f"def {test}(" in text, f"{file} has no {test}"
