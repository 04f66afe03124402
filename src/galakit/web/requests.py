"""Strict parsing of requests: all that is unknown is refused, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from galakit.errors import GalakitError
from galakit.jobs.problems import Kind, Refused
from galakit.serving.bodies import TooLarge, TooSlow, body, limits_of
from galakit.study.inputs import Input, Value
from galakit.web.calls import Operation

Body = TypeVar("Body", bound=msgspec.Struct)


def decoded(data: bytes, kind: type[Body]) -> Body:
    """The body of a request.

    >>> from galakit.jobs.hand_messages import Chosen
    >>> decoded(b'{"move": "pass"}', Chosen)
    Chosen(move='pass')
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(
            "invalid",
            f"the request is invalid: {error}",
            hint="/openapi.json describes every request",
            id="GK810",
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(
            "malformed", f"the request is not JSON: {error}", hint="send one JSON object, in UTF-8", id="GK810"
        ) from None


async def body_of(request: Request, operation: Operation) -> Any:
    """The body, decoded as the operation's type; None where the operation takes none."""
    if operation.body is None:
        return None
    medium = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if medium != "application/json":
        raise Refused(
            "medium",
            f"the request is {medium[:40] or 'of no kind'}, not JSON",
            hint="send it with the header `Content-Type: application/json`",
            id="GK810",
        )
    return decoded(await _bytes(request), operation.body)


async def _bytes(request: Request) -> bytes:
    limits = limits_of(request)
    try:
        return await body(request)
    except TooLarge:
        raise too_large(limits.body_bytes) from None
    except TooSlow:
        raise Refused(
            "malformed", f"the request did not come in within {limits.body:g} s", hint="send it at once", id="GK810"
        ) from None
    except ClientDisconnect:
        raise Refused("malformed", "the request was interrupted", hint="send it again", id="GK810") from None


def too_large(most: int) -> Refused:
    """The body has too many bytes."""
    return Refused("large", f"the request is larger than {most:,} bytes", hint="make it shorter", id="GK820")


def path_of(request: Request, operation: Operation) -> Mapping[str, Value]:
    """The parts of the path; an invalid one is a 404."""
    return {part.name: value(part, request.path_params[part.name], "missing") for part in operation.path_inputs}


def query_of(request: Request, operation: Operation) -> Mapping[str, Value]:
    """The query: only inputs of the operation, each once."""
    known = {part.name: part for part in operation.query_inputs}
    found: dict[str, Value] = {}
    for name, text in request.query_params.multi_items():
        if name not in known or name in found:
            twice = "is given twice" if name in found else "is not known here"
            raise Refused(
                "malformed",
                f"`{name[:40]}` {twice}",
                hint=f"the query may have: {', '.join(known) or 'nothing'}",
                id="GK812",
            )
        found[name] = value(known[name], text)
    for name, part in known.items():
        if part.required and name not in found:
            raise Refused("malformed", f"`{name}` is missing", hint=f"add ?{name}=…: {part.summary}", id="GK812")
    return found


def value(part: Input, text: str, kind: Kind = "malformed") -> Value:
    """The value of an input; a refusal of this kind where the text is invalid."""
    try:
        return part.read(text)
    except GalakitError as error:
        problem = error.diagnostics[0]
        raise Refused(kind, problem.message, hint=problem.hint, id="GK812") from None
