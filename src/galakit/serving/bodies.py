"""The body of a request, neither larger nor slower than the limits of its server."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from galakit.serving.limits import Limits


class TooLarge(Exception):
    """The body has too many bytes."""


class TooSlow(Exception):
    """The body did not arrive in time."""


def limits_of(request: Request) -> Limits:
    """The limits of the server that a request came to."""
    limits: Limits = request.app.state.limits
    return limits


async def body(request: Request) -> bytes:
    """The whole body; raises TooLarge, TooSlow or Starlette's ClientDisconnect."""
    limits = limits_of(request)
    try:
        announced = int(request.headers.get("content-length", "0"))
    except ValueError:
        announced = 0
    if announced > limits.body_bytes:
        raise TooLarge
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(limits.body):
            async for part in request.stream():
                size += len(part)
                if size > limits.body_bytes:
                    raise TooLarge
                parts.append(part)
    except TimeoutError:
        raise TooSlow from None
    return b"".join(parts)
