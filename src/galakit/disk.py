"""Files: written whole or not at all, read within a limit.

Writing: the new contents go to a temporary file beside the target, which replaces the target when complete. A target
that is not an ordinary file (a device, a named pipe, the terminal) is never replaced: the contents are copied into it.
Reading: only ordinary files, up to a size limit, since a device, a pipe or a file of /proc may never end.

A process that is killed leaves its temporary files behind. They are named `.TARGET.PID-RANDOM.galakit-part`, and their
owner holds a lock on them as long as it runs; the next process that writes into the folder removes those that are not
locked.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from galakit.errors import GalakitError

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed
    fcntl = None  # type: ignore[assignment]

ENDING = ".galakit-part"
_PART = re.compile(r"\..+\.\d+-[0-9a-f]{16}" + re.escape(ENDING), re.DOTALL)
_FOLDER = re.compile(r"galakit-[a-z]+-\d+-[0-9a-f]{16}")
_LONGEST = 200  # bytes of the target's name in that of its temporary file
_PIECE = 1 << 20
SEE = "see the folder and its permissions"
_swept: set[tuple[str, re.Pattern[str]]] = set()
_sweeping = threading.Lock()


# -- reading ----------------------------------------------------------------------------------------------------------


def read_whole(
    path: str | Path, limit: int, *, links: bool = True, what: str = "file", missing: str = "see the path"
) -> bytes:
    """The contents of an ordinary file of at most `limit` bytes; with `links=False`, not of one behind a link.

    `what` names the file in messages, and `missing` is the hint if it does not exist.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.txt").write_bytes(b"whole")
    ...     read_whole(Path(folder, "a.txt"), 100)
    b'whole'
    """
    handle = open_ordinary(path, links=links, what=what, missing=missing)
    try:
        size = os.fstat(handle).st_size
        if size > limit:
            raise GalakitError(
                f"`{path}` is larger than {limit:,} bytes: that is no {what}", hint=f"name a {what}", id="GK502"
            )
        with os.fdopen(os.dup(handle), "rb") as file:
            found = file.read(size + 1)
        if len(found) > size:  # such as files of /proc, which have no size
            raise _not_ordinary(path, what, "it has more bytes than its size says")
        return found
    except OSError as error:
        raise unreadable(path, error) from None
    finally:
        os.close(handle)


def check_ordinary(path: str | Path, *, what: str = "file", missing: str = "see the path") -> int:
    """The size of an ordinary file that can be read; an error for anything else."""
    handle = open_ordinary(path, what=what, missing=missing)
    try:
        return os.fstat(handle).st_size
    finally:
        os.close(handle)


def open_ordinary(path: str | Path, *, links: bool = True, what: str = "file", missing: str = "see the path") -> int:
    """A descriptor of an ordinary file, open for reading. It never blocks: a pipe is refused at once."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        if not links and Path(path).is_symlink():
            raise _not_ordinary(path, what, "it is a link")
        if Path(path).is_dir():
            raise GalakitError(f"`{path}` is a folder, not a {what}", hint="name a file in it", id="GK502")
        # Opening a device may have effects: check the kind before, and again after.
        _check_kind(path, Path(path).stat().st_mode, what)
        handle = os.open(path, flags | (0 if links else getattr(os, "O_NOFOLLOW", 0)))
    except FileNotFoundError:
        raise GalakitError(f"there is no file `{path}`", hint=missing, id="GK501") from None
    except (OSError, ValueError) as error:
        if not links and isinstance(error, OSError) and error.errno == errno.ELOOP:
            raise _not_ordinary(path, what, "it is a link") from None
        raise unreadable(path, error) from None
    try:
        _check_kind(path, os.fstat(handle).st_mode, what)
    except GalakitError:
        os.close(handle)
        raise
    return handle


def _check_kind(path: str | Path, mode: int, what: str) -> None:
    if not stat.S_ISREG(mode):
        raise _not_ordinary(path, what, f"it is {_kind(mode)}")


def unreadable(path: str | Path, error: OSError | ValueError) -> GalakitError:
    """The error for a file that cannot be read."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return GalakitError(f"`{path}` cannot be read: {reason}", hint="see the path and its permissions", id="GK502")


def _not_ordinary(path: str | Path, what: str, why: str) -> GalakitError:
    return GalakitError(
        f"`{path}` is not read: {why}", hint=f"name an ordinary file; copy the {what} into one if need be", id="GK502"
    )


def _kind(mode: int) -> str:
    kinds = [
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ]
    return next((name for test, name in kinds if test(mode)), "no ordinary file")


# -- writing ----------------------------------------------------------------------------------------------------------


def write_whole(path: str | Path, write: Callable[[Path], object]) -> None:
    """Write a temporary file beside the target and move it there when complete.

    An existing file keeps its permissions, and links to it stay. A target that is not an ordinary file is not replaced:
    the complete contents are copied into it.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a.txt"), lambda temporary: temporary.write_text("whole"))
    ...     Path(folder, "a.txt").read_text()
    'whole'
    """
    there = check_target(path)
    try:
        if there is None or (stat.S_ISREG(there.st_mode) and _output(there) is None):
            _replace(Path(path).resolve(), write)
        else:
            _copy_into(path, there, write)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        hint = "make room on its disk" if full else SEE
        raise _unwritable(path, error.strerror or str(error), hint) from None


def check_target(path: str | Path) -> os.stat_result | None:
    """The status of the file at a path to write to, None if there is none; an error where no file can be written."""
    try:
        there = Path(path).stat()
    except FileNotFoundError:
        there = None
    except (OSError, ValueError) as error:
        raise _unwritable(path, getattr(error, "strerror", None) or str(error)) from None
    if there is None:
        folder = Path(path).resolve().parent
        if not folder.is_dir():
            raise _unwritable(path, f"there is no folder {folder}")
        return None
    if stat.S_ISDIR(there.st_mode):
        raise GalakitError(f"{path} cannot be written: it is a folder", hint="name a file in it", id="GK507")
    if stat.S_ISBLK(there.st_mode) or stat.S_ISSOCK(there.st_mode):
        raise _unwritable(path, f"it is {_kind(there.st_mode)}")
    return there


def _unwritable(path: str | Path, why: str, hint: str = SEE) -> GalakitError:
    return GalakitError(f"{path} cannot be written: {why}", hint=hint, id="GK507")


def _output(there: os.stat_result) -> int | None:
    """The descriptor of our own output, if that is the target (such as /dev/stdout): its contents must stay."""
    for handle in (1, 2):
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), there):
                return handle
    return None


def _replace(target: Path, write: Callable[[Path], object]) -> None:
    _sweep(target.parent, _PART)
    with _part(target) as temporary:
        write(temporary)
        temporary.chmod(_permissions(target))
        temporary.replace(target)


def _copy_into(path: str | Path, there: os.stat_result, write: Callable[[Path], object]) -> None:
    """Write a temporary file (some formats are not written from start to end) and copy it into the target."""
    own = _output(there)
    if own is not None:
        sys.stdout.flush()
        handle = os.dup(own)
    else:
        try:
            handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            raise GalakitError(
                f"{path} cannot be written: it is a named pipe that nothing reads from",
                hint="start the program that reads from it first",
                id="GK507",
            ) from None
        os.set_blocking(handle, True)
    with os.fdopen(handle, "wb") as out, temporary_folder("write") as folder:
        file = folder / (Path(path).name or "contents")
        write(file)
        with file.open("rb") as contents:
            shutil.copyfileobj(contents, out, _PIECE)


def _permissions(path: Path) -> int:
    """The permissions of an existing file; for a new one, the defaults of the system (a temporary file is private)."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


# -- temporary files and folders --------------------------------------------------------------------------------------


@contextmanager
def temporary_folder(purpose: str, within: Path | None = None) -> Iterator[Path]:
    """A folder that is removed at the end; after a killed process, by the next one that needs a folder there.

    It is within the folder for temporary files, or another one.
    """
    everywhere = within or Path(tempfile.gettempdir())
    _sweep(everywhere, _FOLDER)
    folder = everywhere / f"galakit-{purpose}-{os.getpid()}-{secrets.token_hex(8)}"
    try:
        with _held(folder, _made_folder):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _part(target: Path) -> Iterator[Path]:
    """A new temporary file beside a target, locked until the end and removed if it still exists then."""
    name = os.fsdecode(os.fsencode(target.name)[:_LONGEST])
    temporary = target.with_name(f".{name}.{os.getpid()}-{secrets.token_hex(8)}{ENDING}")
    try:
        with _held(temporary, _made_file):
            yield temporary
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _held(path: Path, make: Callable[[Path], int | None]) -> Iterator[None]:
    """Make a file or folder and lock it until the end: whether it can be locked shows whether its owner still runs."""
    handle = make(path)
    while handle is not None and fcntl is not None:
        with suppress(OSError):  # some network file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)  # at once, or when a process that sweeps it away has done so
        if path.exists():
            break
        os.close(handle)  # it was swept away before it was locked
        handle = make(path)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _made_file(path: Path) -> int | None:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
    if fcntl is not None:
        return handle
    os.close(handle)  # an open file could not be moved
    return None


def _made_folder(path: Path) -> int | None:
    while True:
        path.mkdir(mode=0o700)
        if fcntl is None:
            return None
        with suppress(FileNotFoundError):  # it was swept away at once
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)


def _sweep(folder: Path, names: re.Pattern[str]) -> None:
    """Remove what dead processes left in a folder: our files and folders of these names that are not locked."""
    if fcntl is None:
        return
    with _sweeping:
        if (str(folder), names) in _swept:
            return
        _swept.add((str(folder), names))
        with suppress(OSError):
            for entry in sorted(folder.iterdir()):
                if names.fullmatch(entry.name):
                    with suppress(OSError):
                        _remove_if_dead(entry)


def _remove_if_dead(entry: Path) -> None:
    about = entry.lstat()
    is_folder = stat.S_ISDIR(about.st_mode)
    if about.st_uid != os.getuid() or not (is_folder or stat.S_ISREG(about.st_mode)):
        return
    assert fcntl is not None
    handle = os.open(entry, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if is_folder:
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)
    finally:
        os.close(handle)
