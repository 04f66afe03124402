"""Answers as HTTP responses: JSON by msgspec, and refusals with their status."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from galakit.jobs.messages import Problem, Problems
from galakit.jobs.problems import Kind, Refused, problems, worded
from galakit.study.answers import Answer
from galakit.web.remedies import WORDS

STATUS: dict[Kind, int] = {
    "malformed": 400,
    "foreign": 403,
    "missing": 404,
    "method": 405,
    "conflict": 409,
    "large": 413,
    "medium": 415,
    "invalid": 422,
    "busy": 429,
    "unavailable": 503,
}
RETRY = {429: "2", 503: "5"}  # seconds after which to try again
ANSWERED = "refusals=answered"
"""a preference (RFC 7240) that our page has"""
PREFERABLY: tuple[Kind, ...] = ("missing", "conflict", "invalid")
"""what has the status of an answer then"""

_encoder = msgspec.json.Encoder()


def answered(answer: Answer | msgspec.Raw, status: int = 200) -> Response:
    """An answer as JSON."""
    body = bytes(answer) if isinstance(answer, msgspec.Raw) else _encoder.encode(answer)
    return Response(body, status, media_type="application/json")


def refused(error: Refused) -> Response:
    """A refusal as JSON."""
    return denied(error.kind, problems(error.diagnostics))


def denied(kind: Kind, found: list[Problem]) -> Response:
    """Problems with the status of their kind."""
    response = answered(Problems(problems=worded(found, WORDS)), STATUS[kind])
    if response.status_code in RETRY:
        response.headers["Retry-After"] = RETRY[response.status_code]
    return response


def preferred(request: Request, response: Response) -> Response:
    """The response; what is missing, invalid or not possible now has the status of an answer where that is preferred.

    To a browser every other status is an error, which it logs. But a game about which a question has no answer is none,
    nor is a game that is not solved yet, or one that is asked for by the address of a job that was deleted.
    """
    wishes = request.headers.get("prefer", "").split(",")
    if response.status_code in [STATUS[kind] for kind in PREFERABLY] and ANSWERED in map(str.strip, wishes):
        response.status_code = 200
        response.headers["Preference-Applied"] = ANSWERED
    return response


def nothing(path: str) -> Refused:
    """There is nothing at this address."""
    return Refused("missing", f"there is nothing at {path[:100]}", hint="/api lists all operations", id="GK822")


def impossible(method: str, path: str) -> Refused:
    """This address does not take the HTTP method."""
    return Refused(
        "method", f"{method[:20]} is not possible at {path[:100]}", hint="/api lists all operations", id="GK822"
    )


def mistaken() -> Response:
    """The response to an internal error, without its details."""
    problem = Problem(
        id="GK829",
        severity="error",
        message="an internal error of Galakit, not a mistake in the request",
        notes=[],
        hint="please report it with the request and the log of the server",
    )
    return answered(Problems(problems=[problem]), 500)
