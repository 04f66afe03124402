"""`galakit respond`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, Exact, GameName, LimitNodes, LimitStates, Params, SolutionFile, loaded
from galakit.cli.strategies import entry, show_strategy
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.solvers.exploit.trade_off import TradeOff


def respond(
    name: GameName,
    to: Annotated[
        str, typer.Option("--to", metavar="FILE", help="The others' strategies: a saved solution, or uniform.")
    ],
    player: Annotated[str, typer.Option("--as", metavar="PLAYER", help="The player who responds.")],
    trust: Annotated[
        list[str] | None,
        typer.Option(
            "--trust",
            metavar="P",
            help="The probability that they play these strategies (else they may play anything); repeat for a table.",
        ),
    ] = None,
    param: Params = None,
    exact: Exact = None,
    output: SolutionFile = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="SETS", min=0, help="The maximal number of sets to show; 0 shows all.")
    ] = 60,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Compute the best response to given strategies, or a safer one that trusts them only in part."""
    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.solvers.exploit.respond import best_response, restricted_nash_response
    from galakit.solvers.exploit.trade_off import trade_off

    if output is not None and trust and len(trust) > 1:
        raise GalakitError("several responses cannot be saved in one file", hint="give one --trust", id="GK508")
    game = loaded(name, param, limit_states, limit_nodes)
    with Meter() as progress, game.reporting(progress):
        if trust and len(trust) > 1:
            curve = trade_off(game, player, to, trust, exact=exact, progress=progress)
            if as_json:
                print_json(curve.to_json())
            else:
                show(_table(curve))
            return
        if trust:
            solution = restricted_nash_response(game, player, to, trust[0], exact=exact, progress=progress)
        else:
            solution = best_response(game, player, to)
    for warning in solution.warnings:
        warn(warning)
    if output is not None:
        solution.save(output)
    sets = None if not solution.able.list_all else solution.find((), player)
    if as_json:
        response = {} if sets is None else {"response": [entry(solution.situation(i)) for i in sets]}
        print_json(solution.to_json() | response)
        return
    from galakit.solution.shown.table import summary

    show(summary(solution), "")
    if sets is None:
        show("the response is too large to list: -o saves it, `galakit show FILE --after MOVES` shows parts of it")
    else:
        show_strategy(solution, solution.player(player), sets, limit, "--limit 0 shows all, -o saves them")
    if output is not None:
        show(f"saved to {output}")


def _table(curve: TradeOff) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    params = " ".join(f"{key}={value}" for key, value in curve.params.items())
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("trust", "gets", "is sure of", "gives away"):
        table.add_column(column, justify="right")
    for point in curve.points:
        numbers = (point.trust, point.gets, point.sure, max(point.exploitability, 0))
        table.add_row(*(number(x) for x in numbers))
    return Group(
        Text.assemble((curve.game, "bold"), (f"  {params}" if params else "", "dim")),
        Text(f"{curve.player} can be sure of {number(curve.value)}"),
        "",
        Padding(table, (0, 0, 0, 2)),
    )
