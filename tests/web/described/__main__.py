"""Every operation of a server answers as it is described: `pytest` runs this with ADDRESS and JOB in its surroundings."""

from __future__ import annotations

import os

import pytest
import requests
import schemathesis
import schemathesis.checks as checks
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks as openapi_checks

from galakit.web.application import operations
from galakit.web.openapi import document

CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.negative_data_rejection,
    openapi_checks.unsupported_method,
]

schema = schemathesis.openapi.from_dict(document(operations()))
schema.config.phases.coverage.unexpected_methods = {"PUT", "TRACE"}  # others are refused alike


@pytest.fixture(scope="module")
def session():
    """One connection for thousands of requests, which look for no proxy."""
    with requests.Session() as session:
        session.trust_env = False
        yield session


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
def test_every_operation_answers_as_it_is_described(case, session):
    asked = {"base_url": os.environ["ADDRESS"], "timeout": 60, "session": session}
    job = "job" in (case.path_parameters or {}) and case.method != "DELETE"
    if not job or not wrong_beyond_the_path(case):  # no job has the made-up name, so nothing else would be looked at
        case.call_and_validate(checks=CHECKS, **asked)
    if job:
        case.path_parameters["job"] = os.environ["JOB"]
        answer = case.call(**asked)
        case.validate_response(answer, checks=[c for c in CHECKS if c is not openapi_checks.negative_data_rejection])
