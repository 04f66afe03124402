"""Methods of other installed packages: their entry points of the group `galakit.methods`.

Only the list of installed packages is read until a package has such an entry point, which is then imported: an
installed package is trusted like Galakit itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from galakit.solvers.method import Method

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "galakit.methods"


@dataclass(frozen=True)
class Offer:
    """An entry point that is a method, or several."""

    package: str
    """the name and version of the package that has it"""
    point: EntryPoint

    def load(self) -> tuple[Method, ...]:
        """The methods; any error of their package, or a TypeError where they are not methods."""
        found = self.point.load()
        several = tuple(found) if isinstance(found, Sequence) and not isinstance(found, str) else (found,)
        for one in several:
            if not isinstance(one, Method):
                raise TypeError(f"`{self.point.value}` is no galakit.solvers.method.Method, but {type(one).__name__}")
        return several


def offers() -> Iterator[Offer | tuple[str, Exception]]:
    """The offers of installed packages, or the name of a package and why its entry points cannot be read."""
    if not any(map(_may_offer, sys.path)):
        return
    from importlib.metadata import distributions

    seen: set[str] = set()
    for package in distributions():
        try:
            if GROUP not in (package.read_text("entry_points.txt") or ""):
                continue
            name = str(package.metadata["Name"])
            if name in seen:  # found by two paths, and imported by the first
                continue
            seen.add(name)
            yield from [Offer(_label(package), point) for point in package.entry_points if point.group == GROUP]
        except Exception as error:  # the metadata of a damaged package may be anything
            yield _label(package), error


def _may_offer(entry: str) -> bool:
    """Whether a package there may have such an entry point: most often none has, and no library needs to be loaded."""
    try:
        with os.scandir(entry or ".") as inside:
            found = [one.name for one in inside]
    except NotADirectoryError:  # a ZIP file
        return True
    except OSError:
        return False
    for folder in found:
        if folder.endswith((".dist-info", ".egg-info")):
            try:
                if GROUP.encode() in Path(entry, folder, "entry_points.txt").read_bytes():
                    return True
            except FileNotFoundError:
                continue
            except OSError:  # whatever it is, it is reported with its package
                return True
        elif folder.endswith(".egg"):
            return True
    return False


def _label(package: Distribution) -> str:
    try:
        return f"{package.metadata['Name']} {package.version}"
    except Exception:
        return "of an unknown name"
