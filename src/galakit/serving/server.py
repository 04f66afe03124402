"""The server that runs an application, enforces limits on its connections, and closes them when interrupted."""

from __future__ import annotations

from math import ceil
from typing import cast

import uvicorn
from starlette.applications import Starlette

from galakit.serving.connections import Configuration, Connection
from galakit.serving.limits import Limits

SWEEP = 5  # tenths of a second between looks at the connections


class Server(uvicorn.Server):
    """Runs an application; `run(sockets=[...])` returns when it has been interrupted and all is closed.

    The application has its limits in `app.state.limits`.
    """

    def __init__(self, app: Starlette) -> None:
        limits: Limits = app.state.limits
        # h11 is not the fastest parser of HTTP but a forgiving one: clients end lines and messages differently.
        configuration = Configuration(
            app,
            http=Connection,
            ws="none",
            lifespan="on",
            log_level="critical",
            access_log=False,
            server_header=False,
            h11_max_incomplete_event_size=limits.head_bytes,
            timeout_keep_alive=ceil(limits.idle),
            timeout_graceful_shutdown=1,
        )
        configuration.limits = limits
        super().__init__(configuration)

    async def on_tick(self, counter: int) -> bool:
        """Called by Uvicorn ten times a second."""
        if counter % SWEEP == 0:
            self._close_overdue()
        return await super().on_tick(counter)

    def _close_overdue(self) -> None:
        for connection in cast(set[Connection], set(self.server_state.connections)):
            if connection.overdue(connection.loop.time()):
                connection.transport.abort()
