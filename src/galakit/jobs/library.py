"""The library: solutions that outlive the server, in a folder of the user's.

Each solution has a folder of its own, with the file that `Solution.save` writes and `about.json`, which is written
last: without it, the solution is not there. What lies in the library may have been changed by others, so it is read
like any file of unknown origin, and certified again when it is opened.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from operator import methodcaller
from pathlib import Path

import msgspec

from galakit.disk import read_whole, write_whole
from galakit.errors import GalakitError
from galakit.jobs.messages import KeptSolution, Order
from galakit.jobs.refusals import full_library, no_kept

ABOUT = "about.json"
LONGEST = 16_000_000  # bytes of a description, which contains the rules
MOST = 1_000  # solutions
NAME = re.compile("[a-z0-9_]{1,80}-[0-9a-f]{8}")


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What `about.json` contains."""

    shown: KeptSolution
    order: Order
    """how the solution was ordered"""
    file: str
    """the name of its file"""


def user_folder() -> Path:
    """Where programs of this user keep what the user made."""
    if sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Application Support"
    else:
        place = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return place / "galakit" / "solutions"


class Library:
    """The solutions in a folder.

    >>> import tempfile
    >>> Library(Path(tempfile.mkdtemp())).items()
    []
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def items(self) -> list[KeptSolution]:
        """What is there, the latest first; what cannot be read is left out."""
        found = []
        for place in self._places():
            with contextlib.suppress(GalakitError, msgspec.DecodeError, UnicodeDecodeError):
                found.append(_about(place).shown)
        return sorted(found, key=lambda shown: shown.kept, reverse=True)

    def begin(self, game: str, id: str) -> Path:
        """The folder for a new solution."""
        if sum(1 for _ in self._places()) >= MOST:
            raise full_library(MOST)
        place = self.folder / f"{_plain(game)}-{id}"
        place.mkdir(parents=True, exist_ok=True)
        return place

    def add(self, place: Path, about: About) -> None:
        """The solution of this folder is complete."""
        write_whole(place / ABOUT, methodcaller("write_bytes", msgspec.json.encode(about)))

    def find(self, name: str) -> tuple[About, Path]:
        """A solution by its name, and its file."""
        place = self.folder / name
        if not NAME.fullmatch(name) or not (place / ABOUT).is_file():
            raise no_kept(name)
        try:
            about = _about(place)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise no_kept(name) from None
        file = place / about.file
        if file.parent != place or not file.is_file():
            raise no_kept(name)
        return about, file

    def remove(self, name: str) -> KeptSolution:
        """Delete a solution."""
        about, file = self.find(name)
        (file.parent / ABOUT).unlink()
        shutil.rmtree(file.parent, ignore_errors=True)
        return about.shown

    def _places(self) -> Iterator[Path]:
        with contextlib.suppress(OSError):
            for entry in os.scandir(self.folder):
                if NAME.fullmatch(entry.name) and (self.folder / entry.name / ABOUT).is_file():
                    yield self.folder / entry.name


def _about(place: Path) -> About:
    about = msgspec.json.decode(read_whole(place / ABOUT, LONGEST, links=False), type=About)
    return msgspec.structs.replace(about, shown=msgspec.structs.replace(about.shown, name=place.name))


def _plain(game: str) -> str:
    """A name for a folder, whatever a game is called.

    >>> _plain("Dr. No's game")
    'dr_no_s_game'
    """
    return re.sub("[^a-z0-9]+", "_", game.lower()).strip("_")[:80] or "game"
