"""The OpenAPI document says what the server does: schemathesis asks everything that it describes, and what it forbids."""

from __future__ import annotations

import pytest

schemathesis = pytest.importorskip("schemathesis")

import requests  # noqa: E402
import schemathesis.checks as checks  # noqa: E402
from hypothesis import HealthCheck, Phase, settings  # noqa: E402
from playwright.sync_api import expect  # noqa: E402
from schemathesis.core.parameters import ParameterLocation  # noqa: E402
from schemathesis.specs.openapi import checks as openapi_checks  # noqa: E402

from galakit.web.application import operations  # noqa: E402
from galakit.web.openapi import document  # noqa: E402
from web.conftest import LONG, violations  # noqa: E402

CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.negative_data_rejection,
    openapi_checks.unsupported_method,
]


@pytest.fixture(scope="module")
def kuhn(served):
    return served.solved(game="kuhn")


@pytest.fixture(scope="module")
def session():
    """One connection for thousands of requests, which look for no proxy."""
    with requests.Session() as session:
        session.trust_env = False
        yield session


schema = schemathesis.openapi.from_dict(document(operations()))
schema.config.phases.coverage.unexpected_methods = {"PUT", "TRACE"}  # others are refused alike


def wrong_beyond_the_path(case):
    """Whether a request is made wrong on purpose, and not in its path."""
    parts = case.meta.components.items()
    return any(part.mode.is_negative for place, part in parts if place is not ParameterLocation.PATH)


@schema.parametrize()
@settings(
    max_examples=2,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_it_is_described(case, served, kuhn, session):
    asked = {"base_url": served.address, "timeout": 60, "session": session}
    job = "job" in (case.path_parameters or {}) and case.method != "DELETE"
    if not job or not wrong_beyond_the_path(case):  # no job has the made-up name, so nothing else would be looked at
        case.call_and_validate(checks=CHECKS, **asked)
    if job:
        case.path_parameters["job"] = kuhn
        answer = case.call(**asked)
        case.validate_response(answer, checks=[c for c in CHECKS if c is not openapi_checks.negative_data_rejection])


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
