"""`solution.plot`: pictures of a solution for papers and notebooks.

Each method draws a figure and returns it, or draws on the axes it is given and returns those. Figures need no display
and leave matplotlib's settings alone; `galakit.drawing.figure.save` writes them the same every time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from galakit.drawing.bars import draw_bars
from galakit.drawing.cells import draw_grid
from galakit.drawing.charts import chart
from galakit.drawing.extensive import LIMIT, extensive
from galakit.drawing.gap import draw_gap
from galakit.drawing.sketch import Direction, sketch
from galakit.drawing.tree import draw_tree
from galakit.errors import GalakitError
from galakit.solution import facts as naming
from galakit.solution.solution import Solution
from galakit.study.study import Study

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from galakit.drawing.figure import Drawing


class Plot:
    """The pictures of a solution.

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"))
    >>> axes = solution.plot.strategy("first", "at the start").axes
    >>> [float(bar.get_height()) for bar in axes[0].containers[0]]
    [0.0, 0.0, 0.0]
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    @cached_property
    def study(self) -> Study:
        if self.solution.game is None:
            raise GalakitError(
                "a solution read from a file cannot be drawn without its game",
                hint="`galakit report FILE` reads the game with it, or solve it again",
                id="GK510",
            )
        return Study(self.solution, self.solution.game)

    @property
    def _choosing(self) -> list[int]:
        """The players who have a choice."""
        return [p for p in range(len(self.solution.players)) if self.study.situations(p).total]

    def strategy(
        self,
        player: str | int | None = None,
        situation: str | Iterable[str] | None = None,
        *,
        aggregate: bool = False,
        ranges: bool = False,
        ax: Axes | None = None,
    ) -> Drawing | Axes:
        """The bluffing chart: bars by private information, public situations side by side.

        A situation is named by some of its facts, or as `at the start`. With `aggregate`, those that differ only in
        what chance showed are averaged. With `ranges`, whiskers show how often optimal strategies make each move, at
        least and at most, where they differ (constant-sum games of two players).
        """
        who = self._choosing if player is None else [self.solution.player(player)]
        charts = [chart(self.study, p, situation, aggregate=aggregate, ranges=ranges) for p in who]
        return draw_bars(charts, ax)

    def grid(
        self,
        player: str | int | None = None,
        situation: str | Iterable[str] | None = None,
        *,
        aggregate: bool = False,
        ax: Axes | None = None,
    ) -> Drawing | Axes:
        """Private information by public situation, each cell divided among the moves; cards by rank and suit.

        Without a player it is that of the first one who has a choice.
        """
        whose = self._choosing[0] if player is None and self._choosing else self.solution.player(player or 0)
        return draw_grid(chart(self.study, whose, situation, aggregate=aggregate), ax)

    def gap(self, *, ax: Axes | None = None) -> Drawing | Axes:
        """The curve of the gap over time, for iterative methods."""
        return draw_gap(self.study.overview().trail, self.solution.method, ax)

    def tree(
        self,
        depth: int | None = None,
        *,
        after: str | Iterable[str] = (),
        played: bool = False,
        nodes: int = LIMIT,
        direction: Direction | None = None,
        ax: Axes | None = None,
    ) -> Drawing | Axes:
        """The game tree as textbooks draw it, down or to the right.

        `depth` cuts it after so many moves, `after` begins after some, `played` leaves out moves that are never made;
        trees of more than `nodes` nodes are refused.
        """
        tree = extensive(self.study, depth=depth, after=naming.parsed(after), played=played, nodes=nodes)
        return draw_tree(sketch(tree, direction), ax)
