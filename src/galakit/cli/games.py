"""`galakit games` and `galakit check`."""

from __future__ import annotations

from typing import Annotated

import typer

from galakit.cli.options import AsJson


def games(as_json: AsJson = False) -> None:
    """List the games that come with Galakit, with their parameters."""
    from galakit.cli.output import print_json, show
    from galakit.loading import shipped

    found = shipped()
    if as_json:
        print_json([{"name": g.name, "summary": g.summary, "params": dict(g.params)} for g in found])
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("game", no_wrap=True)
    table.add_column("parameters", overflow="fold", ratio=2)
    table.add_column("", ratio=3)
    for game in found:
        params = " ".join(f"{name}={value}" for name, value in game.params.items())
        table.add_row(Text(game.name, "bold"), Text(params), Text(game.summary))
    show(table)


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file, or the name of a shipped game.")],
    as_json: AsJson = False,
) -> None:
    """Report what is wrong with the rules of a game, without running them."""
    import sys

    from galakit.cli.output import print_json
    from galakit.loading import check as diagnose

    found = diagnose(file)
    errors = sum(d.severity == "error" for d in found)
    if as_json:
        print_json({"file": file, "errors": errors, "diagnostics": [d.to_json() for d in found]})
    elif found:
        for diagnostic in found:
            print(diagnostic.render(), file=sys.stderr)
    else:
        print(f"{file}: nothing wrong")
    if errors:
        raise typer.Exit(2)
