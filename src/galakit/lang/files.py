"""Files of source text, read with care: a size limit, UTF-8 only, and an error that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from galakit.errors import GalakitError, Source

FILE_LIMIT = 5_000_000


def read_file(path: Path, limit: int = FILE_LIMIT, decode: Callable[[bytes], str] = bytes.decode) -> Source:
    """A file as text, or an error that says what is wrong with it."""
    try:
        if path.is_dir():
            raise GalakitError(f"`{path}` is a folder, not a game file", hint="name a file in it", id="GK502")
        if path.stat().st_size > limit:
            raise GalakitError(
                f"`{path}` is larger than {limit:,} bytes: that is no game file",
                hint="name a file with rules",
                id="GK502",
            )
        return Source(str(path), decode(path.read_bytes()), folder=str(path.parent))
    except FileNotFoundError:
        raise GalakitError(
            f"there is no file `{path}`", hint="see the path; `galakit games` lists the shipped games", id="GK501"
        ) from None
    except UnicodeDecodeError as error:
        raise GalakitError(
            f"`{path}` is not text: byte {error.start + 1} is not valid UTF-8",
            hint="save the file as UTF-8",
            id="GK502",
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GalakitError(
            f"`{path}` cannot be read: {reason}", hint="see the path and its permissions", id="GK502"
        ) from None
