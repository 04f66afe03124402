"""`galakit ranges`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.normal_form import title
from galakit.cli.options import (
    NOT_AS_ASKED,
    AsJson,
    Exact,
    GameName,
    LimitNodes,
    LimitStates,
    Params,
    TimeLimit,
    loaded,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from galakit.display.look import Look
    from galakit.solvers.lp.ranges import MoveRange, Ranges

WIDTH = 20  # of a scale from 0 to 1, in characters


def ranges(
    name: GameName,
    param: Params = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="PLAYER", help="Only this player's strategies; repeatable. [default: both]"),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="SETS", min=1, help="The most information sets to show.")
    ] = 30,
    exact: Exact = None,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Show how far the optimal strategies of a game can differ, and whether they are unique."""
    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.solvers.lp.ranges import ranges as computed

    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    with Meter() as progress, game.reporting(progress):
        found = computed(game, players=player, exact=exact, time_limit=time_limit, progress=progress)
    if not found.complete:
        warn(f"the time limit was reached: some information sets are missing, so the exit status is {NOT_AS_ASKED}")
    if as_json:
        print_json(found.to_json())
    else:
        show(title(game), *_tables(found, game.look, limit))
    if not found.complete:
        raise typer.Exit(NOT_AS_ASKED)


def _tables(found: Ranges, look: Look, limit: int) -> list[RenderableType]:
    """A table for each player; so many information sets in all."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number
    from galakit.solution.shown.order import in_order

    parts: list[RenderableType] = []
    shown = 0
    for player in found.players:
        own = [one for one in found.sets if one.player == player]
        own = [own[k] for k in in_order([one.facts for one in own])]
        verdict = {
            True: "one optimal strategy" + ("" if found.exact else ", as far as floating point tells"),
            False: "several optimal strategies",
            None: "no time to see whether there are several optimal strategies",
        }[found.unique(player)]
        parts += ["", Text.assemble((player, "bold"), f": {verdict}")]
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for head in ("knowing", "move", "least", "most", "0" + "1".rjust(WIDTH - 1)):
            table.add_column(head, justify="right" if head in ("least", "most") else "left")
        for one in own[: max(0, limit - shown)]:
            who = look.players.index(player)
            facts = Text(look.told(one.facts, who))
            for move in one.moves:
                ends = [number(end, 6) for end in (move.least, move.most)]
                table.add_row(facts, Text(look.label(move.move, one.facts, who)), *ends, _on_scale(move))
                facts = Text("")
            if not one.moves:
                table.add_row(facts, Text("no optimal strategy comes here", "dim"))
        shown += len(own)
        parts.append(Padding(table, (0, 0, 0, 2)))
    if shown > limit:
        parts.append(Text(f"… {shown - limit:,} more information sets (--limit)", "dim"))
    return parts


def _on_scale(move: MoveRange) -> Text:
    """The range of a probability on a scale from 0 to 1."""
    from rich.text import Text

    from galakit.solution.shown.chart import whisker

    return Text(whisker(move.least, move.least if move.unique else move.most, WIDTH))
