"""A question is one entry of a table: it is then in the study, in reports and notebooks, in REST, and on the page."""

from __future__ import annotations

import base64
import gzip
import json
import runpy
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import galakit as gk
from galakit.component.carried import carried
from galakit.component.widget import replied
from galakit.jobs.job_manager import JobManager
from galakit.study.answers import Answer
from galakit.study.inputs import Input
from galakit.study.question import Question
from galakit.study.questions import PLAYER, QUESTIONS
from galakit.study.study import Study
from galakit.web.application import application, operations
from galakit.web.openapi import document

SCHEMA = Path(__file__).parents[2] / "frontend" / "schema.py"


class Bluffs(Answer, frozen=True, kw_only=True):
    """How many information sets of a player mix."""

    player: str
    mixed: int


def bluffs(study, player, least):
    mixed = [line for line in study.search("", player).items if least < max(line.probabilities) < 1]
    return Bluffs(player=study.solution.players[player], mixed=len(mixed))


TOY = Question(
    "countBluffs",
    "players/{player}/bluffs",
    Bluffs,
    bluffs,
    (PLAYER, Input("least", "integer", "what counts as mixing", 0, default=0)),
    needs="search",
)
PATH = "/api/jobs/{job}/study/players/{player}/bluffs"


@pytest.fixture
def study(monkeypatch):
    monkeypatch.setitem(QUESTIONS, TOY.name, TOY)
    game = gk.load("kuhn")
    return Study(gk.solve(game), game)


def test_the_study_answers_it_and_reads_its_inputs(study):
    assert study.ask("players/second/bluffs") == Bluffs(player="second", mixed=2)
    with pytest.raises(gk.GalakitError, match="least is '-1', and should be a non-negative whole number"):
        study.ask("players/0/bluffs?least=-1")


def test_a_policy_that_is_not_able_to_answer_refuses_it(monkeypatch):
    monkeypatch.setitem(QUESTIONS, TOY.name, TOY)
    game = gk.load("nim", piles="[20,21,22]")
    solution = gk.solve(game, "backward")
    assert not solution.able.list_all and not solution.able.search
    with pytest.raises(gk.GalakitError, match="not listed") as refused:
        Study(solution, game).ask("players/0/bluffs")
    assert refused.value.diagnostics[0].id == "GK806"


def test_a_notebook_answers_it_and_a_report_carries_it(study):
    reply = replied(study, {"question": 1, "path": "players/1/bluffs"})
    assert reply == {"question": 1, "answer": {"player": "second", "mixed": 2}}
    packed = json.loads(gzip.decompress(base64.b64decode(carried(study).text)))
    assert [packed[f"players/{k}/bluffs"]["player"] for k in (0, 1)] == ["first", "second"]


def test_rest_has_a_route_for_it(study):
    client = TestClient(application(JobManager()), base_url="http://127.0.0.1")
    answer = client.get(PATH.format(job="0" * 8, player=0))
    assert answer.status_code == 404 and answer.json()["problems"][0]["id"] == "GK813"  # the job, not the address
    answer = client.get(PATH.format(job="0" * 8, player=0) + "?least=x")
    assert answer.status_code == 400 and answer.json()["problems"][0]["id"] == "GK812"


def test_the_openapi_document_describes_it(study):
    described = document(operations())
    operation = described["paths"][PATH]["get"]
    assert (
        operation["operationId"] == "countBluffs"
        and operation["summary"] == "How many information sets of a player mix."
    )
    assert [p["name"] for p in operation["parameters"]] == ["job", "player", "least", "equilibrium"]
    assert described["components"]["schemas"]["Bluffs"]["properties"]["mixed"] == {"type": "integer"}


def test_the_page_has_its_types_and_a_function_that_asks(study):
    made = runpy.run_path(str(SCHEMA))
    assert made["schema"]()["definitions"]["Bluffs"]["required"] == ["player", "mixed"]
    text = made["questions"]()
    assert "countBluffs: (player: number, query: {" in text and "Question<Bluffs>" in text
    assert 'question(`players/${encodeURIComponent(player)}/bluffs`, query, {"least": 0})' in text
