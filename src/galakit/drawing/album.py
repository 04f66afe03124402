"""All pictures of a solution as files in a folder: the tree, the strategies, a grid for each player, the gap."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from galakit.disk import write_whole
from galakit.drawing.bars import draw_bars
from galakit.drawing.cells import draw_grid
from galakit.drawing.charts import chart
from galakit.drawing.extensive import LIMIT, extensive
from galakit.drawing.figure import Drawing, save, settled
from galakit.drawing.gap import draw_gap
from galakit.drawing.sketch import sketch
from galakit.drawing.tikz_charts import tikz_bars, tikz_grid
from galakit.drawing.tikz_gap import tikz_gap
from galakit.drawing.tikz_tree import tikz_tree
from galakit.drawing.tree import draw_tree
from galakit.errors import GalakitError
from galakit.study.study import Study

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Format: TypeAlias = Literal["svg", "png", "pdf", "tikz"]
ENDINGS: dict[Format, str] = {"svg": ".svg", "png": ".png", "pdf": ".pdf", "tikz": ".tex"}


@dataclass(frozen=True)
class Part:
    """The part of the tree that is drawn; see `extensive`."""

    depth: int | None = None
    after: tuple[str, ...] = ()
    played: bool = False
    nodes: int = LIMIT


@dataclass(frozen=True)
class Kept:
    """A written picture, or why it is missing."""

    name: str
    """`tree`, `strategy`, `grid-gambler`, `gap`"""
    file: Path | None
    why: str | None = None


def album(
    study: Study, folder: str | Path, wanted: Format, part: Part | None = None, *, ranges: bool = False
) -> list[Kept]:
    """Write the pictures; those that cannot be drawn, such as too large trees, are left out with the reason.

    With `ranges`, the strategies have whiskers: how often optimal strategies make each move.
    """
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GalakitError(
            f"{folder} cannot be created: {error.strerror}", hint="name a writable folder", id="GK507"
        ) from None
    found = []
    for name, draw in _pictures(study, part or Part(), ranges):
        file = path / (name + ENDINGS[wanted])
        try:
            drawn = draw()
        except GalakitError as error:
            if (part is not None and name == "tree") or (ranges and name == "strategy"):  # requested
                raise
            found.append(Kept(name, None, error.diagnostics[0].message))
            continue
        drawn.write(file, wanted)
        found.append(Kept(name, file))
    return found


@dataclass(frozen=True)
class _Picture:
    """A picture that can be drawn both ways."""

    figure: Callable[[], Drawing | Axes]
    tikz: Callable[[], str]

    def write(self, file: Path, wanted: Format) -> None:
        if wanted == "tikz":
            write_whole(file, methodcaller("write_bytes", self.tikz().encode()))
            return
        with settled():
            figure = self.figure()
            assert isinstance(figure, Drawing)
            save(figure, file)


def _pictures(study: Study, part: Part, ranges: bool) -> Iterator[tuple[str, Callable[[], _Picture]]]:
    """Names, and functions that make the pictures, which may fail."""
    solution = study.solution
    title = " ".join([solution.name, *(f"{name}={value}" for name, value in solution.params.items())])
    listed = solution.able.list_all or solution.able.grids
    movers = [p for p in range(len(solution.players)) if listed and study.situations(p).total]
    trail = study.overview().trail

    def tree() -> _Picture:
        drawn = sketch(extensive(study, depth=part.depth, after=part.after, played=part.played, nodes=part.nodes))
        return _Picture(lambda: draw_tree(drawn), lambda: tikz_tree(drawn, f"The tree of {title}"))

    def strategy() -> _Picture:
        drawn = [chart(study, p, ranges=ranges) for p in movers or range(len(solution.players))]
        return _Picture(lambda: draw_bars(drawn), lambda: tikz_bars(drawn, f"The strategies of {title}"))

    def grid(player: int) -> _Picture:
        drawn = chart(study, player)
        return _Picture(lambda: draw_grid(drawn), lambda: tikz_grid(drawn, f"{drawn.player} in {title}"))

    def gap() -> _Picture:
        return _Picture(lambda: draw_gap(trail, solution.method), lambda: tikz_gap(trail, f"The gap of {title}"))

    yield "tree", tree
    if movers or not listed:  # otherwise drawing raises the error
        yield "strategy", strategy
    for p in movers:
        yield "grid-" + file_name(solution.players[p], p), partial(grid, p)
    if trail:
        yield "gap", gap


def file_name(player: str, number: int) -> str:
    """A player's name as part of the name of a file.

    >>> file_name("gambler", 1), file_name("../x", 0)
    ('gambler', 'player0')
    """
    return player if re.fullmatch(r"[A-Za-z0-9_]{1,40}", player) else f"player{number}"
