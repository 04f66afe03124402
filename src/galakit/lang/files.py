"""Files of source text, read with care: a size limit, UTF-8 only, and an error that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from galakit.disk import read_whole
from galakit.errors import GalakitError, Source

FILE_LIMIT = 5_000_000


def read_file(
    path: Path, limit: int = FILE_LIMIT, decode: Callable[[bytes], str] = bytes.decode, *, links: bool = True
) -> Source:
    """A file as text, or an error that says what is wrong with it; with `links=False`, not a file behind a link."""
    found = read_whole(
        path, limit, links=links, what="game file", missing="see the path; `galakit games` lists the shipped games"
    )
    try:
        return Source(str(path), decode(found), folder=str(path.parent))
    except UnicodeDecodeError as error:
        raise GalakitError(
            f"`{path}` is not text: byte {error.start + 1} is not valid UTF-8",
            hint="save the file as UTF-8",
            id="GK502",
        ) from None
