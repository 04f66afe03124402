"""A player on the network: a server for the messages of game managers.

Messages are the body of a POST, as all managers send them, or the path of a GET, for use in a browser.
Invalid messages are answered with status 400 and the reason.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import unquote_plus

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from galakit.errors import GalakitError
from galakit.ggp.matches import Matches, Refused, Settings
from galakit.ggp.messages import LARGEST, Abort, Info, Message, Play, Preview, Start, Stop, read
from galakit.serving.bodies import TooLarge, TooSlow, body, limits_of
from galakit.serving.limits import Limits

LONG = 20_000  # bytes; longer messages are parsed in a thread
LIMITS = Limits(body_bytes=LARGEST, connections=256)
SWEEPING = 5.0  # seconds between checks for abandoned matches

HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
    "X-Content-Type-Options": "nosniff",
}


def application(
    settings: Settings, tell: Callable[[dict[str, Any]], None] = lambda event: None, limits: Limits = LIMITS
) -> Starlette:
    """The server as an ASGI application, for `galakit.serving.server`; `tell` receives the start and end of matches."""
    matches = Matches(settings, tell)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await matches.fork_server.begin()
        sweeping = asyncio.create_task(_sweep(matches))
        yield
        sweeping.cancel()
        await matches.close()

    async def endpoint(request: Request) -> Response:
        return await _respond(request, matches)

    app = Starlette(
        routes=[Route("/{path:path}", endpoint, methods=["POST", "GET", "HEAD", "OPTIONS"])], lifespan=lifespan
    )
    app.state.matches = matches
    app.state.limits = limits
    return app


def listening(host: str, port: int) -> socket.socket:
    """A socket at that address; GalakitError where it is not available. Port 0 is any free one."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        raise GalakitError(
            f"the player cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}",
            hint="choose another port with --port; 0 picks any free one",
            id="GK962",
        ) from None


async def _sweep(matches: Matches) -> None:
    while True:
        await asyncio.sleep(SWEEPING)
        await matches.sweep()


async def _respond(request: Request, matches: Matches) -> Response:
    arrived = time.monotonic()
    if request.method == "OPTIONS":
        return _said("")
    try:
        if request.method == "POST":
            text = await _body(request)
        else:
            text = unquote_plus(request.url.path.removeprefix("/") or request.url.query)
            if not text:
                return _said(_summary(matches))
        message = read(text) if len(text) < LONG else await asyncio.to_thread(read, text)
        return _said(await _answer(message, matches, arrived))
    except GalakitError as error:
        return _said(error.diagnostics[0].concise(), 400)
    except Refused as error:
        return _said(f"refused: {error}", 400)
    except _Unreadable as error:
        return _said(str(error), error.status)
    except ClientDisconnect:
        return _said("", 400)


async def _answer(message: Message, matches: Matches, arrived: float) -> str:
    match message:
        case Info():
            status = "busy" if matches.full else "available"
            return status if message.ping else f"((name galakit-{matches.settings.agent}) (status {status}))"
        case Start():
            return "ready" if await matches.start(message, arrived) else "busy"
        case Preview():
            return "ready" if await matches.preview(message, arrived) else "busy"
        case Play():
            found = matches.find(message.match)
            return "busy" if found is None else await found.play(message, arrived)
        case Stop():
            return "done" if await matches.end(message.match, "stop") else "busy"
        case Abort():
            return "aborted" if await matches.end(message.match, "abort") else "busy"


def _summary(matches: Matches) -> str:
    return f"a player of general games (agent {matches.settings.agent}), {len(matches)} matches\n"


class _Unreadable(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


async def _body(request: Request) -> str:
    """The body as text, within limits of size and time."""
    limits = limits_of(request)
    try:
        return (await body(request)).decode()
    except TooLarge:
        raise _Unreadable(413, f"a message has at most {limits.body_bytes:,} bytes") from None
    except TooSlow:
        raise _Unreadable(408, f"the message was not complete after {limits.body:g} seconds") from None
    except UnicodeDecodeError:
        raise _Unreadable(400, "a message is text in UTF-8") from None


def _said(text: str, status: int = 200) -> Response:
    kind = "text/acl" if status == 200 else "text/plain"
    return PlainTextResponse(text, status, HEADERS, media_type=kind)
