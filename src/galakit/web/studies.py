"""Operations about studies: how far a sweep is, and its plots, read from its folder while it runs or later.

Only the folders that the command line names are read. The plots are those of `galakit sweep plot`.
"""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import cast

from galakit.errors import GalakitError
from galakit.jobs.problems import Refused
from galakit.study.answers import Answer
from galakit.study.inputs import Input
from galakit.web.calls import Call, Operation

MOST_SHOWN = 1_000_000  # characters of a picture

_drawing = threading.Lock()  # Matplotlib draws one figure at a time


class SweepLine(Answer, frozen=True, kw_only=True):
    """A study in a list."""

    study: int
    """its number"""
    name: str


class Sweeps(Answer, frozen=True, kw_only=True):
    items: list[SweepLine]


class Shortcoming(Answer, frozen=True, kw_only=True):
    """Why cells have no result, or lack some of it."""

    status: str
    reason: str
    cells: int


class SweepStanding(Answer, frozen=True, kw_only=True):
    """How far a study is, and what it shows."""

    study: int
    name: str
    folder: str
    cells: int
    done: int
    """cells that have a row, whatever it says"""
    statuses: dict[str, int]
    """solved, failed, timed out, … -> cells"""
    shortcomings: list[Shortcoming]
    """the most frequent ones first"""
    running: list[str]
    """cells in progress, in words"""
    sweeps: int
    """the sweeps that run"""
    seconds_left: float | None
    """until they are done, as far as they can tell"""
    picture: str | None
    """the plots as SVG; None where they were not asked for, or there is nothing to draw yet"""
    nothing: str | None
    """why there is nothing to draw"""


def folders(call: Call) -> tuple[Path, ...]:
    """The folders of the studies that this server shows."""
    return cast("tuple[Path, ...]", call.request.app.state.studies)


async def listed(call: Call) -> Sweeps:
    return Sweeps(items=await asyncio.to_thread(_listed, folders(call)))


async def standing(call: Call) -> SweepStanding:
    number, every = int(call.path["study"]), folders(call)
    if number >= len(every):
        raise _absent(number)
    return await asyncio.to_thread(_standing, number, every[number], bool(call.query.get("picture", True)))


def _absent(number: int) -> Refused:
    hint = "name its folder: galakit serve --study FOLDER"
    return Refused("missing", f"this server shows no study {number}", hint=hint, id="GK822")


def _listed(every: tuple[Path, ...]) -> list[SweepLine]:
    from galakit.sweep.dataset import read_manifest

    return [SweepLine(study=k, name=read_manifest(folder).name) for k, folder in enumerate(every)]


def _standing(number: int, folder: Path, with_picture: bool) -> SweepStanding:
    from galakit.sweep.status import status_of

    found = status_of(folder)
    picture, nothing = _drawn(folder) if with_picture else (None, None)
    return SweepStanding(
        study=number,
        name=found.manifest.name,
        folder=str(folder),
        cells=found.manifest.cells,
        done=found.done,
        statuses=found.statuses,
        shortcomings=[Shortcoming(status=r.status, reason=r.text, cells=r.cells) for r in found.reasons],
        running=list(found.running),
        sweeps=found.runs,
        seconds_left=found.left,
        picture=picture,
        nothing=nothing,
    )


def _drawn(folder: Path) -> tuple[str | None, str | None]:
    """The plots, or why there are none."""
    from galakit.drawing.figure import as_svg, settled
    from galakit.drawing.sweep_plot import draw_picture
    from galakit.sweep.dataset import parts, read_manifest, read_rows
    from galakit.sweep.series import picture

    rows = [row for path in parts(folder) for row in read_rows(path)]
    try:
        shown = picture(read_manifest(folder), rows)
    except GalakitError as error:
        return None, error.diagnostics[0].message
    with _drawing, settled():
        text = as_svg(draw_picture(shown))
    return (text, None) if len(text) <= MOST_SHOWN else (None, "the picture is too large for the page")


OPERATIONS = (
    Operation("GET", "/api/studies", "listStudies", "The studies that this server shows.", listed, Sweeps, "studies"),
    Operation(
        "GET",
        "/api/studies/{study}",
        "readStudy",
        "How far a study is, and its plots, while it is swept or later.",
        standing,
        SweepStanding,
        "studies",
        inputs=(
            Input("study", "integer", "the number of a study", 0),
            Input("picture", "boolean", "whether the plots are asked for", True, default=True),
        ),
        refusals=(404, 422),
    ),
)
