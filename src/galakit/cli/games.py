"""`galakit games`."""

from __future__ import annotations

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
