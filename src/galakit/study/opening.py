"""The questions that a page asks when a solution is opened, so that their answers can be ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from galakit.study.names import ROOT
from galakit.study.questions import FINDINGS, GRID, NODE, OVERVIEW, SITUATIONS

if TYPE_CHECKING:
    from galakit.study.study import Study


def opening(study: Study) -> Iterator[str]:
    """Their paths, the first ones first.

    >>> import galakit as gk
    >>> from galakit.study.study import Study
    >>> game = gk.load("kuhn")
    >>> list(opening(Study(gk.solve(game), game)))[:3]
    ['overview', 'players/0/grid', 'players/1/grid']
    """
    able = study.solution.able
    players = range(len(study.solution.players)) if able.list_all or able.grids else range(0)
    yield OVERVIEW.asked()
    for aggregate in (False, True):
        for player in players:
            yield GRID.asked(player=player, aggregate=aggregate, folded=study.game.look.has_suits)
    if able.list_all:  # elsewhere they take longer than what is looked at should wait
        for player in players:
            yield from (SITUATIONS.asked(player=player, aggregate=aggregate) for aggregate in (False, True))
    yield NODE.asked(node=ROOT)
    yield FINDINGS.asked()


def main_chart(study: Study) -> str | None:
    """The path of the question behind the chart beside the findings; None where they are about no situation."""
    for told in study.findings().items:
        if told.situation is not None and told.player is not None:
            return GRID.asked(player=told.player, situation=told.situation)
    return None
