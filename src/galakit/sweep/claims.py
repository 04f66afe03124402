"""Who works on which cell: files that their owner locks, so that two sweeps on one folder never do a cell twice.

`_running` has a file for each run (`….run`: how far it is) and for each cell in progress (`….cell`). The system
releases a lock when its owner ends, however it ends, so nothing has to be cleaned up after a crash, and nothing is
waited for. `lock` is held for moments, while the study or its files change.

Where a system has no such locks (Windows), a folder must have one sweep at a time.
"""

from __future__ import annotations

import json
import os
import platform
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from galakit.errors import GalakitError

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

FOLDER = "_running"
LONGEST = 100_000  # bytes of a claim that is read
PATIENCE = 60.0  # seconds for another process to release `lock`


class Claim:
    """A file that this process has locked."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle

    def say(self, about: Mapping[str, Any]) -> None:
        """Change what the file says."""
        data = json.dumps(about).encode()
        with suppress(OSError):  # it is information only: a full disk is met where rows are written
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, data)
            os.ftruncate(self._handle, len(data))

    def release(self) -> None:
        """Remove the file and its lock."""
        self.path.unlink(missing_ok=True)
        os.close(self._handle)


class Claims:
    """The runs and cells in progress of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock of the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            deadline = time.monotonic() + PATIENCE
            while not _locked(handle, self.folder):
                if time.monotonic() > deadline:
                    raise GalakitError(
                        f"another process holds `{self.folder / 'lock'}`", hint="end it, or wait for it", id="GK767"
                    )
                time.sleep(0.05)
            yield
        finally:
            os.close(handle)

    def begin_run(self) -> Claim:
        """The claim of this run; what killed processes have left is removed."""
        for path in self.folder.iterdir():
            if path.suffix in (".run", ".cell") and not path.is_symlink():
                with suppress(OSError):
                    handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
                    try:
                        if fcntl is not None and _locked(handle, self.folder) and _same(handle, path):
                            path.unlink()
                    finally:
                        os.close(handle)
        claim = self._take(f"{os.getpid()}-{secrets.token_hex(4)}.run", {"host": platform.node(), "pid": os.getpid()})
        assert claim is not None  # the name is new
        return claim

    def take(self, cell: str, words: str) -> Claim | None:
        """The claim of a cell; None where another run has it."""
        about = {"cell": cell, "words": words, "host": platform.node(), "pid": os.getpid(), "since": _now()}
        return self._take(f"{cell}.cell", about)

    def runs(self) -> list[dict[str, Any]]:
        """What the files of all living runs say."""
        return list(self._living(".run"))

    def cells(self) -> list[dict[str, Any]]:
        """What the files of all cells in progress say."""
        return list(self._living(".cell"))

    def _take(self, name: str, about: Mapping[str, Any]) -> Claim | None:
        path = self.folder / name
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
            try:
                if not _locked(handle, self.folder):
                    os.close(handle)
                    return None
                if _same(handle, path):
                    claim = Claim(path, handle)
                    claim.say(about)
                    return claim
                os.close(handle)  # its last owner removed it between our opening and locking it
            except BaseException:
                with suppress(OSError):
                    os.close(handle)
                raise

    def _living(self, ending: str) -> Iterator[dict[str, Any]]:
        """The contents of the files that are locked: others remain from processes that were killed."""
        if not self.folder.is_dir():
            return
        for path in sorted(self.folder.iterdir()):
            if path.suffix != ending or path.is_symlink() or not path.is_file():
                continue
            with suppress(OSError, ValueError):
                handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
                try:
                    if _free(handle):
                        continue
                    found = json.loads(os.read(handle, LONGEST) or b"{}")
                finally:
                    os.close(handle)
                if isinstance(found, dict):
                    yield found


def _locked(handle: int, folder: Path) -> bool:
    """Lock a file; False where another process has done it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise GalakitError(
            f"files in `{folder}` cannot be locked: {error.strerror}",
            notes=["locks keep two sweeps from doing a cell twice"],
            hint="choose an output folder on a file system that has locks",
            id="GK767",
        ) from None
    return True


def _free(handle: int) -> bool:
    """Whether no process has locked a file."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _same(handle: int, path: Path) -> bool:
    """Whether an open file is still the one at its path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
