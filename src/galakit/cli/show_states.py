"""`galakit show` for games without a last round, whose strategies depend on the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.table import Table

    from galakit.display.look import Look
    from galakit.solution.solution import Solution
    from galakit.solution.states.listing import StateSet
    from galakit.solution.states.stationary import StationaryPolicy

FEW = 20  # states of a player that are shown unless more are asked for
MOST = 1_000  # the default of --limit, which is for information sets


def show_states(solution: Solution, player: str | None, at: list[str], limit: int, as_json: bool) -> None:
    """Print the strategies state by state, those that are reached soonest first."""
    from galakit.cli.output import print_json
    from galakit.cli.output import show as print_out
    from galakit.solution.header import plain
    from galakit.solution.shown.table import summary

    if at:
        raise GalakitError(
            "--at names facts that a player knows, and in a game that can go on for ever these are lists without end",
            hint="name the moves that were made: --after MOVES",
            id="GK510",
        )
    profile = cast("StationaryPolicy", solution.policy).profile
    shown = FEW if limit == MOST and not as_json else limit
    whose = range(len(solution.players)) if player is None else [solution.player(player)]
    states = {p: solution.by_state(p, shown) for p in whose}
    if as_json:
        entries = [
            {
                "player": solution.players[p],
                "after": list(each.after),
                "variables": each.variables,
                "moves": [
                    {"move": move, "probability": plain(share), "value": plain(value)}
                    for move, share, value in zip(each.moves, each.probabilities, each.values)
                ],
            }
            for p, found in states.items()
            for each in found
        ]
        print_json({**solution.to_json(), "states": entries})
        return
    print_out(summary(solution), "")
    for p, found in states.items():
        if not found:
            continue
        print_out(solution.players[p], _table(found, solution.look, p))
        rest = int((profile.form.set_player == p).sum()) - len(found)
        if rest:
            print_out(f"… {rest:,} more states of {solution.players[p]}: --limit N shows more, --after MOVES shows one")
        print_out("")


def _table(states: list[StateSet], look: Look, player: int) -> Table:
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    table.add_column("state", overflow="fold")
    table.add_column("plays")
    table.add_column("with", justify="right")
    table.add_column("worth from here on", justify="right")
    for each in states:
        made = [
            (move, share, value) for move, share, value in zip(each.moves, each.probabilities, each.values) if share > 0
        ]
        for k, (move, share, value) in enumerate(made):
            table.add_row(
                Text(each.described if k == 0 else ""), Text(look.label(move, (), player)), number(share), number(value)
            )
    return table
