"""Checkpoint files: a header in JSON and arrays of numbers, in NumPy's npz format without compression.

Files are untrusted. The expected names and shapes are known, so every size is checked before memory is allocated, and
nothing in a file is ever executed (no pickles).
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from galakit.decoding import decode_json
from galakit.disk import open_ordinary, write_whole
from galakit.errors import GalakitError

MOST = 1_000_000  # bytes of a heading
SLACK = 4_096  # bytes by which an entry may be longer than its numbers
FARTHEST = 1 << 53  # iterations

Array = npt.NDArray[Any]


def write(path: Path, head: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a checkpoint; GalakitError if that is impossible, and the old file is untouched."""

    def write(temporary: Path) -> None:
        with temporary.open("wb") as file:
            heading = json.dumps(head, allow_nan=False).encode()
            np.savez(file, allow_pickle=False, head=np.frombuffer(heading, np.uint8), **arrays)
            file.flush()
            os.fsync(file.fileno())

    write_whole(path, write)


class Kept:
    """The content of a checkpoint."""

    def __init__(self, file: zipfile.ZipFile, wanted: Mapping[str, Array]) -> None:
        self._file, self._wanted = file, wanted
        self._entries = {entry.filename: entry for entry in file.infolist()}
        found = decode_json(self._read("head", None, np.dtype(np.uint8)).tobytes())
        if not isinstance(found, dict):
            raise ValueError("it has no heading")
        self.head: dict[str, Any] = found

    def array(self, name: str) -> Array:
        """One of the expected arrays, of the expected shape and type, all numbers finite."""
        like = self._wanted[name]
        found = self._read(name, like.shape, like.dtype)
        if not np.isfinite(found).all():
            raise ValueError("not all its numbers are finite")
        return found

    def _read(self, name: str, shape: tuple[int, ...] | None, dtype: np.dtype[Any]) -> Array:
        entry = self._entries.get(f"{name}.npy")
        if entry is None:
            raise ValueError(f"it has no `{name}`")
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
            raise ValueError("it is compressed")
        with self._file.open(entry) as file:
            there, kind = _header(file)
            if kind != dtype or (there != shape if shape is not None else len(there) != 1):
                raise ValueError("it does not fit the game")
            size = int(np.prod(there, dtype=object)) * dtype.itemsize
            if shape is None and size > MOST:
                raise ValueError("its heading is too long")
            data = file.read(size + 1)  # to the end, where the checksum is
            if len(data) != size:
                raise ValueError("it is cut off")
        return np.frombuffer(data, dtype).reshape(there)

    def whole(self, name: str) -> int:
        """A number of iterations in the heading."""
        found = self.head.get(name)
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= FARTHEST:
            raise ValueError(f"its heading has no number `{name}`")
        return found

    def number(self, name: str) -> float:
        """A number in the heading that is not negative."""
        found = self.head.get(name)
        if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= FARTHEST:
            raise ValueError(f"its heading has no number `{name}`")
        return float(found)


def _header(file: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    if npy.read_magic(file) != (1, 0):
        raise ValueError("its arrays are of another version")
    shape, fortran, dtype = npy.read_array_header_1_0(file)
    if fortran or dtype.hasobject:
        raise ValueError("it does not fit the game")
    return shape, dtype


@contextmanager
def opened(path: Path, wanted: Mapping[str, Array]) -> Iterator[Kept]:
    """A checkpoint with arrays of these names and shapes; GalakitError where it is damaged or of another run."""
    try:
        with os.fdopen(open_ordinary(path, what="checkpoint"), "rb") as file:
            room = sum(array.nbytes + 2 * SLACK for array in wanted.values()) + MOST + 2 * SLACK
            if os.fstat(file.fileno()).st_size > room:
                raise ValueError("it is too large for this game")
            with zipfile.ZipFile(file) as archive:
                yield Kept(archive, wanted)
    except GalakitError:
        raise
    except Exception as error:  # zipfile and NumPy raise all sorts of errors when they read nonsense
        why = str(error).partition("\n")[0] or type(error).__name__
        raise unusable(path, why) from None


def writer(path: Path) -> str | None:
    """The method whose run a checkpoint is of; None where the file does not say."""
    with (
        suppress(Exception),  # going on from a damaged file says what is wrong with it
        _Sparing(open_ordinary(path, what="checkpoint")) as file,
        zipfile.ZipFile(file) as archive,
    ):
        found = Kept(archive, {}).head.get("method")
        return found if isinstance(found, str) else None
    return None


class _Sparing(io.FileIO):
    """A file of any size, of which only small parts are read."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > MOST:
            raise ValueError("its heading is too long")
        return super().read(size) or b""


def unusable(path: Path, why: str) -> GalakitError:
    """The error for a checkpoint from which no run can go on."""
    return GalakitError(
        f"{path} cannot be used as a checkpoint: {why}", hint="remove it, or name another file", id="GK612"
    )
