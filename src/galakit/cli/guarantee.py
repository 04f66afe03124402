"""`galakit guarantee`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, Exact, GameName, LimitNodes, LimitStates, Params, loaded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.rules.contract import Number
    from galakit.solvers.exploit.guarantee import Guarantee


def guarantee(
    name: GameName,
    strategy: Annotated[
        str, typer.Option("--of", metavar="FILE", help="The strategy: in a saved solution, or uniform.")
    ],
    player: Annotated[str, typer.Option("--as", metavar="PLAYER", help="The player who plays it.")],
    param: Params = None,
    exact: Exact = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Compute the payoff that a strategy guarantees, whatever the others play."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.solvers.exploit.guarantee import guarantee as computed

    game = loaded(name, param, limit_states, limit_nodes)
    with Meter() as progress, game.reporting(progress):
        found = computed(game, player, strategy, exact=exact, progress=progress)
    if as_json:
        print_json(found.to_json())
    else:
        show(_table(found))


def _table(found: Guarantee) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column()
    table.add_column(justify="right")

    def line(what: str, x: Number | None) -> None:
        if x is not None:
            exact = "" if isinstance(x, float) or x.denominator == 1 else f"  {float(x):.6f}"
            table.add_row(what, Text.assemble((number(x, 9), "bold"), (exact, "dim")))

    line(f"{found.player} is sure of", found.payoff)
    if found.at_most != found.payoff:
        line("the others can hold it to", found.at_most)
    line("the most one can be sure of", found.most)
    line("so a perfect opponent takes", found.shortfall if found.shortfall is None else max(found.shortfall, 0))
    params = " ".join(f"{key}={value}" for key, value in found.params.items())
    return Group(
        Text.assemble((found.game, "bold"), (f"  {params}" if params else "", "dim")), "", Padding(table, (0, 0, 0, 2))
    )
