"""`galakit games`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from galakit.loading import Shipped


def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game to describe.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games that come with Galakit, or describe one of them."""
    from dataclasses import asdict

    from galakit.cli.output import print_json, show
    from galakit.loading import about, shipped

    if name is not None:
        game = about(name)
        if as_json:
            print_json(asdict(game))
        else:
            show(*_description(game))
        return
    found = shipped()
    if as_json:
        print_json([asdict(game) for game in found])
    else:
        show(_overview(found), "", "`galakit games GAME` describes one of them")


def _overview(found: tuple[Shipped, ...]) -> Table:
    """All games by kind, one line each."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for kind, games in groupby(sorted(found, key=lambda g: (g.kind, g.name)), key=lambda g: g.kind):
        table.add_row(Text(kind, "dim"))
        for game in games:
            table.add_row(Text("  " + game.name, "bold"), Text(game.summary))
    return table


def _description(game: Shipped) -> list[Table | Text | str]:
    from rich.table import Table
    from rich.text import Text

    facts = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    params = "  ".join(name if value is None else f"{name}={value}" for name, value in game.params.items())
    for label, text in (
        ("players", ", ".join(game.players)),
        ("parameters", params or "none"),
        ("kind", game.kind),
        ("source", game.source),
    ):
        facts.add_row(label, Text(text))
    return [Text.assemble((game.name, "bold"), "  " + game.summary), "", Text(game.description), "", facts]
