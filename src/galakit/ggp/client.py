"""Messages to a player over HTTP: one message, one connection, limits on time and size.

Players are written in many languages and by hand, so answers are read leniently: line ends of any kind, a length
that is wrong, a connection that is closed early. No proxy of the environment is used and no redirection followed.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

import h11

from galakit.errors import GalakitError

LONGEST = 100_000  # bytes of an answer
PORT = 9147

Kind = Literal["connection", "timeout", "answer"]


class NoAnswer(Exception):
    """A player did not answer, or not intelligibly."""

    def __init__(self, kind: Kind, what: str) -> None:
        super().__init__(what)
        self.kind = kind


@dataclass(frozen=True)
class Address:
    """The address of a player."""

    host: str
    port: int
    path: str = "/"
    secure: bool = False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}{self.path if self.path != '/' else ''}"


def address(text: str) -> Address:
    """The address in a text; the scheme may be left out.

    >>> str(address("localhost:9147"))
    'http://localhost:9147'
    """
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80 if "://" in text else PORT)
        path = parts.path or "/"
        plain = re.fullmatch(r"[!-~]+", parts.netloc + path)
        if parts.scheme in ("http", "https") and parts.hostname and plain:
            return Address(parts.hostname, port, path, secure)
    except ValueError:
        pass
    raise GalakitError(
        f"`{text}` is not the address of a player", hint="an address is like http://localhost:9147", id="GK963"
    )


async def post(to: Address, text: str, *, connect: float, patience: float) -> str:
    """The answer of a player to a message: `connect` seconds to reach it, then `patience` seconds in all."""
    context = ssl.create_default_context() if to.secure else None
    try:
        async with asyncio.timeout(connect):
            reader, writer = await asyncio.open_connection(to.host, to.port, ssl=context)
    except TimeoutError:
        raise NoAnswer("connection", f"{to} was not reached in {connect:g} seconds") from None
    except (OSError, UnicodeError) as error:
        raise NoAnswer("connection", f"{to} cannot be reached: {getattr(error, 'strerror', None) or error}") from None
    try:
        async with asyncio.timeout(patience):
            return await _exchange(reader, writer, to, text)
    except TimeoutError:
        raise NoAnswer("timeout", f"no answer in {patience:g} seconds") from None
    except OSError as error:
        raise NoAnswer("connection", f"the connection broke: {error.strerror or error}") from None
    finally:
        writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                await writer.wait_closed()


async def _exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, to: Address, text: str) -> str:
    body = text.encode()
    connection = h11.Connection(h11.CLIENT)
    headers = [
        ("Host", f"{to.host}:{to.port}"),
        ("Accept", "text/delim"),
        ("Sender", "GALAKIT"),
        ("Receiver", to.host),
        ("Content-Type", "text/acl"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    for event in (h11.Request(method="POST", target=to.path, headers=headers), h11.Data(body), h11.EndOfMessage()):
        writer.write(connection.send(event) or b"")
    with contextlib.suppress(ConnectionError):  # it may have answered without reading to the end
        await writer.drain()
    status, answer = await _answer(reader, connection)
    said = answer.decode(errors="replace").strip()
    if status != 200:
        raise NoAnswer("answer", f"status {status}: {said[:200]}")
    return said


async def _answer(reader: asyncio.StreamReader, connection: h11.Connection) -> tuple[int, bytes]:
    """Status and body; a wrongly announced length of the body is ignored."""
    status, body = 0, bytearray()
    while True:
        try:
            event: Any = connection.next_event()
        except h11.RemoteProtocolError as error:
            if body:
                return status, bytes(body)
            raise NoAnswer("answer", f"the answer is not HTTP: {error}"[:200]) from None
        if event is h11.NEED_DATA:
            try:
                connection.receive_data(await reader.read(65_536))
            except ConnectionError:
                if not body:
                    raise
                return status, bytes(body)  # the connection was closed without an end
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > LONGEST:
                raise NoAnswer("answer", f"the answer has more than {LONGEST:,} bytes")
        elif isinstance(event, h11.EndOfMessage):
            return status, bytes(body)
        elif isinstance(event, h11.ConnectionClosed):
            raise NoAnswer("answer", "the connection was closed without an answer")
