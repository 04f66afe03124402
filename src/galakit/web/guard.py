"""Protection against other origins: requests that a foreign page sends through a browser are refused.

A page may not reach the server under its own host name (the `Host` header, DNS rebinding), nor call it from another
origin (`Origin`, `Sec-Fetch-Site`). Our pages may not be framed, and load nothing from elsewhere.
"""

from __future__ import annotations

import re
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galakit.jobs.problems import Refused
from galakit.web.responses import refused

OURS = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?")
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PARTS = (b"range", b"if-range")  # answers are sent whole: requests for thousands of pieces would be an attack
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def admit(headers: Headers, method: str = "GET") -> None:
    """Refuse a request that does not come from this machine; links from elsewhere to our page are allowed.

    >>> admit(Headers({"host": "localhost:8000", "origin": "http://localhost:8000"}))
    """
    hosts, origins = headers.getlist("host"), headers.getlist("origin")
    site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
    if len(hosts) != 1 or not OURS.fullmatch(hosts[0].lower()):
        why = f"this server is not `{', '.join(hosts)[:100]}`"
    elif origins and [origin.lower() for origin in origins] != [f"http://{hosts[0].lower()}"]:
        why = f"the page at `{', '.join(origins)[:100]}` is not ours"
    elif site in ("cross-site", "same-site") and not (mode == "navigate" and method == "GET"):
        why = "the page that asks is not ours"
    else:
        return
    raise Refused("foreign", why, hint="open the address that `galakit serve` printed", id="GK821")


class Guard:
    """Refuses foreign requests, and adds the headers that isolate our pages."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent: dict[str, Any] = {}

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start" and not sent:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
                sent["start"] = True
            await send(message)

        try:
            admit(Headers(scope=scope), scope["method"])
        except Refused as error:
            await refused(error)(scope, receive, guarded)
        else:
            await self.app({**scope, "headers": [h for h in scope["headers"] if h[0] not in PARTS]}, receive, guarded)
