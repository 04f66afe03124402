"""The OpenAPI document says what the server does: schemathesis asks everything that it describes, and what it forbids."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import expect

from galakit.web.application import operations
from galakit.web.openapi import document
from web.conftest import LONG, violations

DESCRIBED = Path(__file__).parent / "described" / "__main__.py"


@pytest.fixture(scope="module")
def kuhn(served):
    return served.solved(game="kuhn")


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="schemathesis is not installed")
def test_every_operation_answers_as_it_is_described(served, kuhn):
    # Among the options of the project is to do without schemathesis.
    options = ["-o", "addopts=", "-q", "-p", "no:cacheprovider"]
    around = os.environ | {"ADDRESS": served.address, "JOB": kuhn}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, DESCRIBED], env=around, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout
    asked = int(run.stdout.split(" passed")[0].split()[-1])
    assert asked >= len(operations())


def test_the_document_names_every_operation_once_with_what_it_refuses(served):
    document = served.client.get("/openapi.json").json()
    operations = [o for path in document["paths"].values() for o in path.values()]
    names = [o["operationId"] for o in operations]
    assert len(set(names)) == len(names) >= 20 and document["openapi"].startswith("3.1")
    for operation in operations:
        assert operation["summary"].endswith(".")
        assert {"400", "403", "500"} <= operation["responses"].keys()
        if "requestBody" in operation:
            assert {"413", "415", "422"} <= operation["responses"].keys()
            assert operation["requestBody"]["content"]["application/json"]["examples"]


def test_every_field_that_may_be_sent_is_described():
    components = document(operations())["components"]["schemas"]
    bodies = {operation.body.__name__ for operation in operations() if operation.body is not None} | {"Lock"}
    silent = {
        (name, field)
        for name in bodies
        for field, of in components[name]["properties"].items()
        if "description" not in of
    }
    assert not silent
    assert components["Order"]["properties"]["gap"]["description"] == "stop when no player can gain more than this"
    assert "None" not in str(components["Job"])


def test_the_interface_is_readable_without_scripts(served):
    page = served.client.get("/api").text
    assert page.count("<script") == 1 and '<script type="module" src="/api/reference.js">' in page
    for path in served.client.get("/openapi.json").json()["paths"]:
        assert path in page


def test_a_player_that_is_left_out_means_all_of_them_and_the_document_says_so(served, kuhn):
    (player,) = [
        p
        for p in document(operations())["paths"]["/api/jobs/{job}/study/sets"]["get"]["parameters"]
        if p["name"] == "player"
    ]
    assert not player["required"] and "default" not in player["schema"]
    everybody = served.ask(kuhn, "sets")["items"]
    assert {item["player"] for item in everybody} == {0, 1}
    assert {item["player"] for item in served.ask(kuhn, "sets?player=0")["items"]} == {0}


def test_the_reference_sends_requests_and_shows_the_answers(served, page, picture):
    page.goto(served.address + "/api")
    order = page.locator("#try-orderJob")
    order.locator("textarea").fill('{"game": "kuhn"}')
    order.get_by_label("wait").fill("60")
    order.get_by_role("button").click()
    expect(order.locator("output")).to_contain_text('"state": "solved"', timeout=LONG)
    overview = page.locator("#try-readOverview")
    overview.get_by_role("button").click()  # the job that was ordered is filled in
    expect(overview.locator("output")).to_contain_text("-1/18")
    picture("reference")
    assert violations(page) == []
