"""The server: a socket of this machine only, and what runs the application on it."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette

from galakit.errors import GalakitError
from galakit.web.connections import Connection

HOST = "127.0.0.1"
PORT = 8000
TRIED = 100  # ports, where none was named
CONNECTIONS = 1_000


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
        f"the port {candidate} cannot be listened on: {why}",
        hint="choose another with --port; 0 takes any that is free",
        id="GK824",
    )


class Server(uvicorn.Server):
    """Runs an application; `run(sockets=[...])` returns when it has been interrupted and all is closed."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                lifespan="on",
                log_level="critical",
                access_log=False,
                server_header=False,
                limit_concurrency=CONNECTIONS,
                timeout_keep_alive=15,
                timeout_graceful_shutdown=1,
            )
        )
