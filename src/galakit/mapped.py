"""Arrays on disk: where memory does not suffice, NumPy's large arrays live in a memory-mapped file.

Koller & Pfeffer (1997) wrote trees that were too large to disk. Here the same code runs on the same arrays wherever
they are: inside `room_for`, NumPy takes the memory of large arrays, temporary ones included, from a file (NumPy's
enhancement proposal 49), and the operating system keeps in memory what is in use. So results are the same, bit by bit.

The file has no name: it vanishes with the arrays in it, and with the process, however that ends. Its space is reserved
before it is used, so that a full disk is an error and not a crash. Compiled functions must be given their large arrays,
since Numba has an allocator of its own.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galakit.compiling import say
from galakit.errors import GalakitError
from galakit.memory import address_space_left, available_memory, in_bytes

if TYPE_CHECKING:
    import numpy.typing as npt

FOLDER = "GALAKIT_SCRATCH"
"""the environment variable that names the folder; `none`: arrays stay in memory"""
NEVER = "none"
LARGE = 8 << 20  # bytes from which an array goes to disk; a 64th of the free memory where that is less
KEPT_FREE = 1 << 30  # bytes of the disk that are left to everything else
IN_MEMORY = ("tmpfs", "ramfs")

_inside: list[Path] = []
"""the folder, while arrays go to disk"""


@contextmanager
def room_for(needed: int, task: str, *, limit: int | None = None, hint: str | None = None) -> Iterator[str | None]:
    """Large arrays of the block go to disk where it needs more bytes than are free, or than the limit if there is one.

    The block gets the message for the user, None where memory suffices. An error where the disk has no room either.
    """
    free = available_memory() if limit is None else limit
    if free is None or needed <= free:
        yield None
        return
    if _inside:  # on disk already
        _check_disk(_inside[-1], needed, task, free, hint)
        yield None
        return
    folder = scratch()
    if folder is None:
        raise _no_room(needed, task, free, hint, "")
    _check_disk(folder, needed, task, free, hint)
    message = f"{task} needs {in_bytes(needed)}, and {in_bytes(free)} of memory are free: arrays go to {folder}"
    say(message)
    _inside.append(folder)
    try:
        from galakit.allocator import on_disk

        with on_disk(folder, min(LARGE, free // 64)):
            yield message
    except MemoryError:
        if _disk_free(folder) > KEPT_FREE:
            raise
        raise _no_room(needed, task, free, hint, f"; the disk of {folder} is full") from None
    finally:
        _inside.pop()


def zeros_on_disk(count: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array that is seldom needed: where it is large and a disk has room for it, in a file without a name."""
    import numpy as np

    size = count * np.dtype(dtype).itemsize
    folder = scratch() if size >= LARGE else None
    if folder is None or size + KEPT_FREE > _disk_free(folder):
        return np.zeros(count, dtype)
    with tempfile.TemporaryFile(prefix="galakit-", dir=folder) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)  # else a full disk would be a crash
        except OSError:
            return np.zeros(count, dtype)
        return np.memmap(file, dtype, "r+", shape=(count,))


def scratch() -> Path | None:
    """The folder for arrays on disk; None where there is none."""
    named = os.environ.get(FOLDER)
    if named == NEVER or not sys.platform.startswith("linux"):
        return None
    if named:
        if not os.access(named, os.W_OK) or not Path(named).is_dir():
            raise GalakitError(
                f"{FOLDER} names `{named}`, which is no folder that can be written to",
                hint="name a folder on a disk with room for arrays, or none",
                id="GK507",
            )
        return Path(named)
    choices = [Path(tempfile.gettempdir()), Path("/var/tmp")]
    able = [path for path in choices if os.access(path, os.W_OK) and _file_system(path) not in IN_MEMORY]
    return max(able, key=_disk_free, default=None)


def _check_disk(folder: Path, needed: int, task: str, free: int, hint: str | None) -> None:
    space = address_space_left()
    if space is not None and needed > space:  # what is mapped counts there, too
        raise _no_room(needed, task, free, hint, "; the limit of this process counts arrays on disk, too")
    if needed + KEPT_FREE > _disk_free(folder):
        left = max(0, _disk_free(folder) - KEPT_FREE)
        raise _no_room(needed, task, free, hint, f"; in {folder} there is room for {in_bytes(left)}")


def _no_room(needed: int, task: str, free: int, hint: str | None, disk: str) -> GalakitError:
    folder = f"; {FOLDER} names a folder for arrays on disk" if disk else ""
    return GalakitError(
        f"{task} needs {in_bytes(needed)} of memory, and {in_bytes(free)} are free{disk}",
        hint=(hint or "choose a smaller game") + folder,
        id="GK603",
    )


def _disk_free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def _file_system(path: Path) -> str:
    """The kind of file system that a path is on."""
    path, best, kind = path.resolve(), -1, ""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return ""
    for _, point, found, *_ in mounts:
        if path.is_relative_to(point) and len(point) >= best:
            best, kind = len(point), found
    return kind
