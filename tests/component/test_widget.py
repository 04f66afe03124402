"""The component in a real notebook: the kernel shows it, and answers its questions."""

from __future__ import annotations

import time

import pytest

import galakit as gk
from galakit.component import widget as widgets
from galakit.component.widget import replied
from galakit.study.study import Study

CELLS = [
    "import galakit as gk\nsolution = gk.solve(gk.load('kuhn'))\nsolution",
    "solution.plot.strategy()",
    "view = solution.widget(start='/tree')\nview",
    "solution.at('second', 'card(1), pass')",
]
WAIT = 120  # seconds: machines that test are slow
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module")
def study():
    game = gk.load("kuhn")
    return Study(gk.solve(game), game)


def test_a_question_is_answered_and_a_wrong_one_is_refused(study):
    reply = replied(study, {"question": 3, "path": "overview"})
    assert reply["question"] == 3 and reply["answer"]["values"][0]["text"] == "-1/18"
    refused = replied(study, {"question": 4, "path": "sets/99"})
    assert refused["question"] == 4 and refused["problems"][0]["message"] == "there is no information set 99"
    assert refused["problems"][0]["line"] is None
    assert replied(study, {"path": 7}) is None and replied(study, "overview") is None


def test_answers_about_small_games_come_along_and_about_large_ones_do_not(study, monkeypatch):
    assert study.solution.widget().answers
    assert gk.show(study.solution, start="/tree").start == "/tree"
    monkeypatch.setattr(widgets, "LIMIT_NODES", 54)
    assert gk.show(study.solution).answers == ""


def test_a_notebook_shows_pictures_tables_and_the_component_and_its_kernel_answers():
    nbformat = pytest.importorskip("nbformat")
    from nbclient import NotebookClient

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    client = NotebookClient(notebook, timeout=WAIT, startup_timeout=WAIT, kernel_name="python3")
    with client.setup_kernel():
        for k, cell in enumerate(notebook.cells):
            client.execute_cell(cell, k)
        solution, bars, view, place = (cell.outputs[-1]["data"] for cell in notebook.cells)
        assert "-1/18" in solution["text/html"] and "card(1), pass" in place["text/html"]
        assert bars["image/png"]
        model = view[VIEW]["model_id"]
        answer = asked(client, model, "overview")
        assert answer["answer"]["game"] == "kuhn"
        assert asked(client, model, "nodes/9")["problems"]


def asked(client, model, path):
    """Send a question as the page of a notebook does, and wait for what the kernel sends back."""
    kernel = client.kc
    message = kernel.session.msg(
        "comm_msg", {"comm_id": model, "data": {"method": "custom", "content": {"question": 1, "path": path}}}
    )
    kernel.shell_channel.send(message)
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        heard = client_message(client)
        data = heard["content"].get("data", {}) if heard["msg_type"] == "comm_msg" else {}
        if data.get("method") == "custom":
            return data["content"]
    raise AssertionError("the kernel did not answer")


def client_message(client):
    from jupyter_core.utils import run_sync

    return run_sync(client.kc.iopub_channel.get_msg)(timeout=WAIT)
