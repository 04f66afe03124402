"""A correlated equilibrium in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.display.wording import listed
from galakit.game.html import Text, bar, card, folded, joined, table
from galakit.solution.shown.html import values
from galakit.solution.shown.numbers import number

if TYPE_CHECKING:
    from galakit.solvers.correlated.correlate import CorrelatedSolution

MOST = 30  # outcomes


def correlated_card(solution: CorrelatedSolution) -> str:
    """Values, certificate, and how the game ends when all follow."""
    outcomes = solution.outcomes()
    rows: list[list[Text]] = [
        [
            joined([bar(float(o.probability), 3), " ", number(o.probability)]),
            *(listed(labels) or "–" for labels in o.labels),
        ]
        for o in outcomes[:MOST]
    ]
    rest = len(outcomes) - MOST
    more = [f"… and {rest:,} more"] if rest > 0 else []
    how = "exactly" if solution.exact else "in floating point"
    return card(
        solution.name,
        solution.params,
        f"{solution.concept_name}, best for {solution.objective}",
        values(solution.players, solution.value, solution.certificate.gains),
        f"certified {how}: no player can gain more than {number(solution.gap)} by not following",
        folded("how the game ends", joined([table(("", *solution.players), rows), *more]), shown=True),
    )
