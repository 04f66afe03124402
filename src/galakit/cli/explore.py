"""`galakit explore`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from galakit.cli.options import AsJson, Params
from galakit.cli.solve_options import How, solving
from galakit.errors import GalakitError


@solving
def explore(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution; or pick from a list."),
    ] = None,
    param: Params = None,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Explore a solution in the terminal: tree, information sets, grids. ? lists the keys; --json: the overview."""
    from galakit.cli.output import Meter, print_json

    if not as_json and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise GalakitError(
            "exploring needs a terminal",
            hint=f"`galakit show {name or 'GAME'}` prints the strategies, `galakit explore {name or 'GAME'} --json` the"
            " overview",
            id="GK837",
        )
    name = name or (None if as_json else _chosen())
    if name is None:
        if as_json:
            raise GalakitError("no game is named", hint="`galakit games` lists the shipped ones", id="GK508")
        return
    from galakit.study.study import Study

    study = Study(*how.opened(name, param, Meter()))
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(study.overview()))
        return
    from galakit.terminal.app import Explorer

    Explorer(study).run()


def _chosen() -> str | None:
    """The game that the user picks from the list."""
    from galakit.loading import shipped
    from galakit.terminal.chooser import Chooser, Offered

    return Chooser([Offered(game.name, game.summary) for game in shipped()]).run()
