"""The socket of the server, which only this machine can reach."""

from __future__ import annotations

import socket

from galakit.errors import GalakitError

HOST = "127.0.0.1"
PORT = 8000
TRIED = 100  # ports, where none is given


def listening(port: int | None) -> socket.socket:
    """A socket at that port (0 is any), or at the first free one from 8000 on; only this machine can reach it.

    >>> with listening(0) as place:
    ...     place.getsockname()[0]
    '127.0.0.1'
    """
    for candidate in range(PORT, PORT + TRIED) if port is None else (port,):
        try:
            return socket.create_server((HOST, candidate), backlog=1024)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
    raise GalakitError(
        f"the server cannot listen on port {candidate}: {why}",
        hint="choose another with --port; 0 picks any free one",
        id="GK824",
    )
