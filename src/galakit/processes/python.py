"""How a child process is begun: this Python and these packages, and nothing of the folder somebody happens to be in.

Without `-P`, `python -m` imports `socket.py` or `flint.py` from the current folder, which may come from anywhere. Every
child process of Galakit is therefore begun by the command line, in the folder and with the environment given here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TypedDict

PACKAGE = Path(__file__).resolve().parent.parent
"""the folder of this package: what lies in it is run anyway"""


class Surroundings(TypedDict):
    """What `subprocess` and `asyncio` take as keywords."""

    cwd: str
    env: dict[str, str]


def command(module: str, *words: str) -> list[str]:
    """The command line that runs a module of this package."""
    return [sys.executable, "-P", "-m", module, *words]


def surroundings() -> Surroundings:
    """Folder and environment of a child process.

    The folder is ours, since libraries look for settings in the current one (Numba for `.numba_config.yaml`), so that
    files must be named by whole paths. `PYTHONSAFEPATH` is for the Pythons that the child begins in turn.
    """
    return {
        "cwd": str(PACKAGE),
        "env": os.environ | {"PYTHONPATH": os.pathsep.join(package_paths()), "PYTHONSAFEPATH": "1"},
    }


def package_paths() -> list[str]:
    """Where this process finds packages: whole paths that exist, and not the current folder.

    The current folder counts where Galakit itself was imported from it, or where `PYTHONPATH` names it by its whole
    path; an empty entry there, or `.`, is most often an accident.
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
