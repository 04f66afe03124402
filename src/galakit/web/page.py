"""The page and its assets: files of the package, read once, by their exact names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


@dataclass(frozen=True)
class Asset:
    """A static file."""

    body: bytes
    medium: str

    @property
    def tag(self) -> str:
        """The ETag, a hash of the file."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'

    def response(self, request: Request) -> Response:
        """The file, or 304 where the browser has it."""
        headers = {"ETag": self.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        return Response(self.body, headers=headers, media_type=self.medium)


def assets() -> Mapping[str, Asset]:
    """Everything the page may load, by name."""
    found: dict[str, Asset] = {}
    for entry in files("galakit.component").joinpath("assets").iterdir():
        medium = TYPES.get(entry.name.rpartition(".")[2])
        if medium is not None and entry.is_file():
            found[entry.name] = Asset(entry.read_bytes(), medium)
    return found


def index(names: Mapping[str, Asset]) -> Asset:
    """The page, the same at every address: it picks the view itself."""
    return names["index.html"]
