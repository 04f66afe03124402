"""Requests read strictly: what is not understood is refused with a sentence that says why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from galakit.jobs.problems import Refused
from galakit.serving.bodies import TooLarge, TooSlow, body, limits_of
from galakit.web.calls import Input, Operation, Value

FAR = 2**53  # beyond it not every program can tell whole numbers apart

Body = TypeVar("Body", bound=msgspec.Struct)


def decoded(data: bytes, kind: type[Body]) -> Body:
    """The body of a request.

    >>> from galakit.jobs.messages import Chosen
    >>> decoded(b'{"move": "pass"}', Chosen)
    Chosen(move='pass')
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(
            "invalid",
            f"the request is not as it should be: {error}",
            hint="/openapi.json describes every request",
            id="GK810",
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(
            "malformed", f"the request is not JSON: {error}", hint="send one JSON object, in UTF-8", id="GK810"
        ) from None


async def body_of(request: Request, operation: Operation) -> Any:
    """What was sent, read as the operation asks for; None where it asks for nothing."""
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
        raise Refused("malformed", "the request was broken off", hint="send it again", id="GK810") from None


def too_large(most: int) -> Refused:
    """A body of more bytes than may be."""
    return Refused("large", f"the request is larger than {most:,} bytes", hint="make it shorter", id="GK820")


def path_of(request: Request, operation: Operation) -> Mapping[str, Value]:
    """The parts of the path; one that cannot be is the name of nothing."""
    found: dict[str, Value] = {}
    for part in operation.path_inputs:
        try:
            found[part.name] = value(part, request.path_params[part.name])
        except Refused as error:
            raise Refused("missing", error.diagnostics[0].message, hint=error.diagnostics[0].hint, id="GK812") from None
    return found


def query_of(request: Request, operation: Operation) -> Mapping[str, Value]:
    """What stands after the question mark: only what the operation knows, and each once."""
    known = {part.name: part for part in operation.query_inputs}
    found: dict[str, Value] = {}
    for name, text in request.query_params.multi_items():
        if name not in known or name in found:
            twice = "is given twice" if name in found else "is not known here"
            raise Refused(
                "malformed",
                f"`{name[:40]}` {twice}",
                hint=f"after the question mark may stand: {', '.join(known) or 'nothing'}",
                id="GK812",
            )
        found[name] = value(known[name], text)
    for name, part in known.items():
        if part.required and name not in found:
            raise Refused("malformed", f"`{name}` is missing", hint=f"add ?{name}=…: {part.summary}", id="GK812")
    return found


def value(part: Input, text: str) -> Value:
    """A part of an address as what it stands for.

    >>> value(Input("offset", "integer", "the first column", 0), "30")
    30
    """
    wrong = f"`{part.name}` cannot be `{text[:40]}`"
    if part.kind == "boolean":
        if text not in ("true", "false"):
            raise Refused("malformed", wrong, hint="it is true or false", id="GK812")
        return text == "true"
    if part.kind == "integer":
        # Only what is written as people write numbers: no sign, no blanks, no digits of other scripts.
        if not (text.isascii() and text.isdecimal() and len(text) < 17 and int(text) < FAR):
            raise Refused("malformed", wrong, hint="it is a whole number from 0 on", id="GK812")
        return int(text)
    if part.choices and text not in part.choices:
        raise Refused("malformed", wrong, hint=f"it is {' or '.join(part.choices)}", id="GK812")
    if len(text) > part.longest:
        raise Refused(
            "malformed", f"`{part.name}` is too long", hint=f"at most {part.longest:,} characters", id="GK812"
        )
    return text
