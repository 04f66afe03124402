"""Connections that are closed when the client keeps the server waiting at any point of a request.

Uvicorn itself closes a connection only while no byte of a next request has arrived.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Literal

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from galakit.serving.limits import Limits

FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n"
MARGIN = 1.0  # seconds for the application to answer that a body took too long

Phase = Literal["idle", "head", "body", "answer"]


class Configuration(uvicorn.Config):
    """The configuration of a server, with the limits of its connections."""

    limits = Limits()


class Connection(H11Protocol):
    """The connection of a client."""

    config: Configuration

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._phase: Phase = "idle"
        self._since = self._moved = self.loop.time()
        self._unsent = 0
        _prompt(transport)
        _notice_silence(transport, self.config.limits.taking)
        if len(self.connections) > self.config.limits.connections:
            transport.write(FULL)
            transport.close()

    def overdue(self, now: float) -> bool:
        """Whether the client has kept the server waiting too long; called periodically."""
        phase = self._phase_now()
        if phase != self._phase:
            self._phase, self._since = phase, now
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent:
            self._moved = now
        self._unsent = unsent
        limits = self.config.limits
        patience = {"idle": limits.idle, "head": limits.head, "body": limits.body + MARGIN}.get(phase)
        return now - self._moved > limits.taking or (patience is not None and now - self._since > patience)

    def _phase_now(self) -> Phase:
        """What the connection waits for: a request, the rest of its head or of its body, or our own answer."""
        sending = self.conn.their_state is h11.SEND_BODY
        if self.cycle is not None and not self.cycle.response_complete:
            return "body" if sending else "answer"
        # The rest of a body after its answer counts as an unfinished head.
        return "head" if sending or self.conn.trailing_data[0] else "idle"


def _prompt(transport: asyncio.Transport) -> None:
    """Set TCP_NODELAY: asyncio does so only where a socket names its protocol, which accepted ones do not.

    Otherwise the body of an answer waits until the client acknowledges its head, which takes 40 milliseconds.
    """
    with contextlib.suppress(OSError, AttributeError):  # not a TCP connection
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _notice_silence(transport: asyncio.Transport, seconds: float) -> None:
    """Have the system break a connection whose other end has silently gone."""
    line = transport.get_extra_info("socket")
    with contextlib.suppress(OSError, AttributeError):  # not a TCP connection, or a system without such options
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, max(1, round(seconds)))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, max(1, round(seconds / 3)))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))
