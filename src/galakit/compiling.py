"""Compiled functions: Numba's decorator, where machine code is kept, and a word to the user while they wait for it.

Machine code is kept in a folder of the user, not beside the sources: every environment and clone of a user shares it.
A module has a folder there for each state of its source, and of the compiled functions that it imports. Numba alone
would look at the source of the module only, and run machine code in which older functions were inlined.

Machine code is run as it is, so the folder must belong to the user, and be closed to all others. Where there is no such
folder, Numba keeps machine code beside the sources, or in the folder that NUMBA_CACHE_DIR names.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import shutil
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

PACKAGE = Path(__file__).resolve().parent
COMPILING = "galakit.compiling"
PATIENCE = 1.5  # seconds of compiling before the user is told
KEPT = 8  # states of a module whose machine code is kept: clones and versions that are used side by side
NOTICE = "compiling for the first use, which takes some seconds; `galakit warmup` does it beforehand"


if TYPE_CHECKING:
    from numba import njit as njit
else:

    def njit(**options: Any) -> Any:
        """Numba's decorator of the same name. Numba is loaded now: it takes half a second."""
        return _numba().njit(**options)


def is_kept(*functions: Any) -> bool:
    """Whether there is machine code of compiled functions: if not, their first calls take seconds."""
    return bool(_numba().config.DISABLE_JIT) or all(
        function.signatures or _is_on_disk(function) for function in functions
    )


def _is_on_disk(function: Any) -> bool:
    folder = function.stats.cache_path
    return folder is not None and any(Path(folder).glob(f"*.{function.__name__}-*.nbi"))


@cache
def _numba() -> Any:
    import numba
    from numba.core import caching, event

    _defer_linear_algebra()
    settings: Any = numba.config
    if not settings.CACHE_DIR:
        _keep_per_user(caching, f"numba-{numba.__version__}")
    event.register("numba:compile", _listener(event))  # type: ignore[no-untyped-call]
    return numba


def _defer_linear_algebra() -> None:
    """Let Numba load SciPy's linear algebra, a quarter of a second, when a compiled function needs it.

    It looks for it once when its array functions are loaded, and again where they are compiled.
    """
    linear: Any = importlib.import_module("numba.np.linalg")
    ensure = getattr(linear, "ensure_blas", None)
    if ensure is None or "scipy.linalg" in sys.modules:
        return
    linear.ensure_blas = lambda: None  # SciPy is there: we depend on it
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linear.ensure_blas = ensure


# -- the user is told ------------------------------------------------------------------------------------------------


class _Waiting:
    """How long this process has compiled, and whom to tell."""

    def __init__(self) -> None:
        self.tell: Callable[[str], None] | None = None
        self.told = False
        self.spent = 0.0
        self.depth = 0
        self.began = 0.0
        self.timer: threading.Timer | None = None
        self.lift: Callable[[], None] | None = None

    def start(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.began = time.monotonic()
            self.lift = _alarm()
            if self.tell is not None and not self.told:
                self.timer = threading.Timer(max(0.0, PATIENCE - self.spent), self.out)
                self.timer.daemon = True
                self.timer.start()

    def end(self) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.spent += time.monotonic() - self.began
            if self.lift is not None:
                self.lift()
                self.lift = None
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

    def out(self) -> None:
        if self.tell is not None:
            self.told = True
            self.tell(NOTICE)


_waiting = _Waiting()


def _alarm() -> Callable[[], None] | None:
    """Let the time limit in force end the compiler, which does not look at the clock; the result lifts the alarm."""
    # Not imported: machine code depends on what this module imports, and where it is not there, no limit is in force.
    limits: Any = sys.modules.get("galakit.deadline")
    if limits is None or limits.deadline_in_force() is None:
        return None
    alarm = limits.ending("compiling for the first use")
    alarm.__enter__()
    return lambda: alarm.__exit__(None, None, None)


def announce(tell: Callable[[str], None] | None) -> None:
    """Set what is called, once, when machine code is being made and this takes a while; None for nothing."""
    _waiting.tell, _waiting.told = tell, False


@contextmanager
def waiting() -> Iterator[None]:
    """The user waits for machine code that is not made by Numba."""
    _waiting.start()
    try:
        yield
    finally:
        _waiting.end()


def say(text: str) -> None:
    """Pass on a notice about machine code that is not there yet, where `announce` has set a listener."""
    if _waiting.tell is not None:
        _waiting.tell(text)


def _listener(event: Any) -> Any:
    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, _: Any) -> None:
            _waiting.start()

        def on_end(self, _: Any) -> None:
            _waiting.end()

    return Listener()


# -- where machine code is kept --------------------------------------------------------------------------------------


def _keep_per_user(caching: Any, compiler: str) -> None:
    class Locator(caching._CacheLocator):  # type: ignore[misc]
        """The place of a function of Galakit; for all others Numba's own."""

        def __init__(self, path: Path, line: int, stamp: str) -> None:
            self.path, self.line, self.stamp = path, line, stamp

        def get_cache_path(self) -> str:
            return str(self.path)

        def get_source_stamp(self) -> str:
            return self.stamp

        def get_disambiguator(self) -> str:
            return str(self.line)

        @classmethod
        def from_function(cls, function: Any, file: str) -> Locator | None:
            path = Path(file).resolve()
            if not path.is_relative_to(PACKAGE) or not path.is_file():
                return None
            stamp = digest(path)
            module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
            found = folder_of(module, stamp, compiler)
            return None if found is None else cls(found, function.__code__.co_firstlineno, stamp)

    implementation = getattr(caching, "CacheImpl", None) or caching._CacheImpl
    implementation._locator_classes = [Locator, *implementation._locator_classes]


@cache
def digest(path: Path) -> str:
    """What a module's machine code depends on: its source, and those of what its compiled functions import."""
    texts: dict[Path, str] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path not in texts:
            texts[path] = text = path.read_text(encoding="utf-8")
            imported = _imported(text)
            # Compiled functions are made with what this module has, or with what a module beside them makes of it.
            if any(COMPILING in source for source in (text, *(p.read_text(encoding="utf-8") for p in imported))):
                waiting += imported
    sources = "".join(f"{path.relative_to(PACKAGE)}\n{texts[path]}\n" for path in sorted(texts))
    return hashlib.sha256(sources.encode()).hexdigest()


def _imported(text: str) -> list[Path]:
    """The files of this package that a source imports from."""
    found = []
    for module, several, one in re.findall(
        r"^\s*from galakit\.([\w.]+) import (?:\(([^)]*)\)|(.*))", text, re.MULTILINE
    ):
        names = re.findall(r"\w+", several or one)
        paths = [PACKAGE.joinpath(*module.split("."))]
        paths += [paths[0] / name for name in names]
        found += [file for path in paths if (file := path.with_suffix(".py")).is_file()]
    return found


@cache
def folder_of(module: str, stamp: str, compiler: str) -> Path | None:
    """The folder for a module in a state of its source; None where no safe one can be made."""
    root = _caches() / "galakit"
    if not root.is_absolute():
        return None
    path = root / "compiled" / f"{sys.implementation.cache_tag}-{compiler}" / f"{module}-{stamp[:16]}"
    try:
        if not root.is_dir():
            root.parent.mkdir(parents=True, exist_ok=True)
            root.mkdir(mode=0o700, exist_ok=True)
        if not _closed(root):
            return None
        if not path.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            _forget(path.parent, module)
        if not os.access(path, os.W_OK):
            return None
    except OSError:
        return None
    return path


def _caches() -> Path:
    """Where programs of this user keep what they can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", ""))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _closed(folder: Path) -> bool:
    """Whether a folder belongs to the user, and no other user can write into it."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "geteuid") or (found.st_uid == os.geteuid() and not found.st_mode & 0o022)


def _forget(folder: Path, module: str) -> None:
    """Remove the oldest states of a module."""
    states = sorted(folder.glob(f"{module}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in states[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
