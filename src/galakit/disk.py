"""Files that are complete or not there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from galakit.errors import GalakitError


def write_whole(path: str | Path, write: Callable[[Path], None]) -> None:
    """Have a file written beside its place and moved there when complete.

    A file that is there already keeps its permissions; a link goes on pointing to it.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a.txt"), lambda temporary: temporary.write_text("whole"))
    ...     Path(folder, "a.txt").read_text()
    'whole'
    """
    place = Path(path).resolve()
    try:
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        os.close(handle)
    except OSError as error:
        raise GalakitError(
            f"{path} cannot be written: {error.strerror}", hint="see the folder and its permissions", id="GK507"
        ) from None
    temporary = Path(name)
    try:
        write(temporary)
        temporary.chmod(_permissions(place))
        temporary.replace(place)
    except OSError as error:
        raise GalakitError(
            f"{path} cannot be written: {error.strerror}", hint="see the folder and its permissions", id="GK507"
        ) from None
    finally:
        temporary.unlink(missing_ok=True)


def _permissions(path: Path) -> int:
    """Those of the file in its place; of a new one, those of an ordinary file (a temporary one is private)."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
