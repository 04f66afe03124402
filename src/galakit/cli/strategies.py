"""A player's strategy as commands print it: information sets as a table, or as entries for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from galakit.rules.contract import Number
    from galakit.solution.shown.chart import Ranges
    from galakit.solution.situation import Situation
    from galakit.solution.solution import Solution


def show_strategy(
    solution: Solution, player: int, sets: list[int], limit: int, rest: str, ranges: Ranges | None = None
) -> None:
    """Print some of a player's information sets, all with limit 0; `rest` is the hint for the others."""
    from galakit.cli.output import show
    from galakit.solution.shown.table import strategy_table

    shown = sets[:limit] if limit else sets
    if sets:
        show(strategy_table(solution, player, shown, ranges))
    if len(shown) < len(sets):
        more = f"… {len(sets) - len(shown):,} more information sets of {solution.players[player]}"
        show(f"{more}: {rest}", "")


def entry(here: Situation) -> dict[str, Any]:
    """An information set for programs."""

    from galakit.solution.header import plain as written

    def plain(x: Any) -> Any:
        return None if x is None else written(x)

    belief = None
    if here.belief is not None:
        belief = [
            {"probability": plain(b.probability), "history": [list(h) for h in b.history]}
            | ({"alike": b.alike} if b.node is None else {})
            for b in here.belief
        ]
    return {
        "player": here.player,
        "information_set": here.information_set,
        "facts": list(here.facts),
        "reach": plain(here.reach),
        "moves": [
            {"move": m, "probability": plain(p), "value": plain(here.values[m])} for m, p in here.probabilities.items()
        ],
        "regrets": {m: plain(r) for m, r in here.regrets.items()},
        "belief": belief,
    }


def ends_in_json(ends: Sequence[tuple[Number, Number] | None]) -> list[list[Any] | None]:
    """The ranges of the moves of an information set for programs; None where all optimal strategies agree."""
    from galakit.solution.header import plain

    return [None if one is None else [plain(end) for end in one] for one in ends]
