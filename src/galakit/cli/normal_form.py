"""`galakit normal-form`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, GameName, LimitNodes, LimitStates, Params, loaded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.game.game import Game
    from galakit.game.normal_form import NormalForm

Full = Annotated[bool, typer.Option("--full", help="A move at every information set, even where it has no effect.")]
Limit = Annotated[
    int,
    typer.Option("--limit", metavar="N", min=1, help="The most strategies, columns or lines of each kind."),
]


def normal_form(
    name: GameName,
    param: Params = None,
    full: Full = False,
    limit: Limit = 12,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Show the normal form: all players' pure strategies and their payoffs."""
    from galakit.cli.output import print_json, show

    game = loaded(name, param, limit_states, limit_nodes)
    table = game.normal_form(full=full)
    if as_json:
        print_json(
            {
                "game": game.name,
                "full": full,
                "players": [
                    {"name": player, "strategies": list(names)} for player, names in zip(table.players, table.names)
                ],
                "payoffs": [
                    {"denominator": denominator, "table": payoffs.tolist()} for payoffs, denominator in table.tables
                ],
            }
        )
        return
    kind = "full" if full else "reduced"
    show(title(game), f"{kind} normal form: {shape_text(table.shape)} strategies", "", *_legend(table, limit))
    if len(table.players) <= 2:
        show(*_matrix(table, limit))
    else:
        show(
            "",
            f"payoffs: a table for {len(table.players)} players has no rows and columns; --json prints it whole, and "
            f"`galakit export {game.name} --to nfg` writes it for Gambit",
        )


def title(game: Game) -> RenderableType:
    """The game with its parameters."""
    from rich.text import Text

    params = " ".join(f"{name}={value}" for name, value in game.params.items())
    return Text.assemble((game.name, "bold"), ("  " + params if params else "", "dim"))


def shape_text(sizes: tuple[int, ...]) -> str:
    """The numbers of the players' strategies, as text."""
    from galakit.game.normal_form import written

    return " x ".join(written(size) for size in sizes)


def _legend(table: NormalForm, limit: int) -> list[RenderableType]:
    """The strategies by number."""
    from rich.text import Text

    lines: list[RenderableType] = []
    for player, names in zip(table.players, table.names):
        lines.append(Text(player, "bold"))
        lines += [Text(f"  {k:>3}  {name}") for k, name in enumerate(names[:limit], 1)]
        if len(names) > limit:
            lines.append(Text(f"  … and {len(names) - limit:,} more", "dim"))
    return lines


def _matrix(table: NormalForm, limit: int) -> list[RenderableType]:
    """The payoff matrix of two players; with a constant sum, only the first player's payoffs."""
    from rich.table import Table

    from galakit.solution.shown.numbers import number

    rows, columns = table.shape[0], table.shape[1] if len(table.shape) == 2 else 1
    alone = len(table.players) == 1 or table.form.constant_sum is not None
    drawn = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    drawn.add_column("", justify="right", style="dim")
    for k in range(min(columns, limit)):
        drawn.add_column(str(k + 1), justify="right", no_wrap=True)
    for i in range(min(rows, limit)):
        cells = []
        for j in range(min(columns, limit)):
            paid = table.payoffs(i, j) if len(table.players) == 2 else table.payoffs(i)
            cells.append(", ".join(number(x) for x in paid[: 1 if alone else 2]))
        drawn.add_row(str(i + 1), *cells)
    whose = table.players[0] if alone else " and ".join(table.players)
    return ["", f"payoffs of {whose}", drawn]
