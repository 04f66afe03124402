"""Figures that need no display and no pyplot: they show themselves in notebooks and are saved the same every time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from galakit.disk import write_whole
from galakit.errors import GalakitError

FORMATS = ("svg", "png", "pdf")
DPI = 200
POINTS = 72  # in an inch
# Fixed ids in SVG files instead of random ones; letters as paths, so that they look the same everywhere.
SETTINGS: Any = {"svg.hashsalt": "galakit", "svg.fonttype": "path", "pdf.fonttype": 42}
# Metadata with the date and the program.
WITHOUT: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


class Drawing(Figure):
    """A figure without a window."""

    def __init__(self, width: float, height: float, **options: Any) -> None:
        super().__init__(figsize=(width, height), facecolor="white", **options)
        FigureCanvasAgg(self)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        data = io.BytesIO()
        self.savefig(data, format="png", dpi=DPI, metadata=WITHOUT["png"])
        width, height = self.get_size_inches()
        # A notebook is read closer than paper: a tenth larger than in print.
        return data.getvalue(), {"width": int(width * 106), "height": int(height * 106)}


@contextmanager
def settled() -> Iterator[None]:
    """Matplotlib's default settings, for files that are the same everywhere."""
    with matplotlib.style.context("default"):
        yield


def as_svg(figure: Figure) -> str:
    """A figure as the text of an SVG file."""
    written = io.StringIO()
    with matplotlib.rc_context(SETTINGS):
        figure.savefig(written, format="svg", metadata=WITHOUT["svg"])
    return written.getvalue()


def save(figure: Figure, path: str | Path) -> None:
    """Write .svg, .png or .pdf by the ending, whole or not at all; the same figure gives the same bytes."""
    ending = Path(path).suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        raise GalakitError(
            f"pictures cannot be written as {ending or 'a file without ending'}",
            hint="the endings are ." + ", .".join(FORMATS),
            id="GK509",
        )

    def write(temporary: Path) -> None:
        with matplotlib.rc_context(SETTINGS):
            figure.savefig(temporary, format=ending, dpi=DPI, metadata=WITHOUT[ending])

    write_whole(path, write)
