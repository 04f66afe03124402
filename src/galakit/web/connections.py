"""Connections that do not wait without end: for a request that comes in byte by byte, for an answer nobody takes."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

ASKING = 10.0  # seconds for the head of a request; its body has a limit of its own
TAKING = 30.0  # seconds without a byte of the answer being taken


class Connection(H11Protocol):
    """A connection of a client, closed when he keeps us waiting: so many may be open at once."""

    _asking: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()
        self.resume_writing()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(TAKING, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _watch(self) -> None:
        """Between two requests and within the head of one there is nobody else who looks at the clock."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering:
            self._unwatch()
        elif self._asking is None:
            self._asking = self.loop.call_later(ASKING, self.transport.close)

    def _unwatch(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
