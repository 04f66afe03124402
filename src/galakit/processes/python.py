"""How child processes start: with this Python and these packages, and without modules from the current folder.

Without `-P`, `python -m` imports `socket.py` or `flint.py` from the current folder, which may come from anywhere. Every
child process of Galakit therefore starts with this command line, folder and environment.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TypedDict

PACKAGE = Path(__file__).resolve().parent.parent
"""the folder of this package, whose files are trusted anyway"""


class Surroundings(TypedDict):
    """Keyword arguments for `subprocess` and `asyncio`."""

    cwd: str
    env: dict[str, str]


def command(module: str, *arguments: str) -> list[str]:
    """The command line that runs a module of this package."""
    return [sys.executable, "-P", "-m", module, *arguments]


def surroundings() -> Surroundings:
    """Folder and environment of a child process.

    The folder is that of the package, since libraries look for settings in the current one (Numba for
    `.numba_config.yaml`); so files must be named by absolute paths. `PYTHONSAFEPATH` is for the child's own children.
    """
    return {
        "cwd": str(PACKAGE),
        "env": os.environ | {"PYTHONPATH": os.pathsep.join(package_paths()), "PYTHONSAFEPATH": "1"},
    }


def package_paths() -> list[str]:
    """Where this process finds packages: absolute paths that exist, without the current folder.

    The current folder counts if Galakit itself was imported from it, or if `PYTHONPATH` has its absolute path; an empty
    entry there, or `.`, is most often an accident.
    """
    named = {entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if Path(entry).is_absolute()}

    def counts(entry: str) -> bool:
        path = Path(entry)
        ours = entry in named or path == PACKAGE.parent
        return path.is_absolute() and path.exists() and (ours or not _is_current(path))

    return [entry for entry in dict.fromkeys(sys.path) if counts(entry)]


def _is_current(path: Path) -> bool:
    try:
        return path.samefile(".")
    except OSError:  # it was removed, and nothing can be found in it
        return False


def leave_current_folder() -> None:
    """Import nothing from the current folder in this process any more."""
    sys.path[:] = package_paths()
