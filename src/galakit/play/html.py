"""A simulation in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.game.html import Text, card, folded, joined, table
from galakit.solution.shown.numbers import number

if TYPE_CHECKING:
    from galakit.play.simulate import Simulation


def simulation_card(simulation: Simulation) -> str:
    """The players' average payoffs, their expected payoffs by the solution, and a few plays."""
    rows: list[list[Text]] = [
        [
            name,
            number(mean),
            "" if error is None else f"± {number(error)}",
            "" if simulation.value is None else number(simulation.value[k]),
        ]
        for k, (name, mean, error) in enumerate(zip(simulation.players, simulation.mean, simulation.error))
    ]
    look = simulation.shown
    plays = [look.history(trace.history(simulation.players)) for trace in simulation.traces]
    parts: list[Text] = [
        f"{simulation.plays:,} plays {simulation.how}, seed {simulation.seed}",
        table(("player", "on average", "", "promised" if simulation.value is not None else ""), rows, right=(1, 2, 3)),
        *simulation.doubts,
    ]
    if plays:
        parts.append(folded(f"{len(plays)} plays", joined(plays, "<br>")))
    return card(simulation.game, simulation.params, *parts)
