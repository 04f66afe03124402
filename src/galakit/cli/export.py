"""`galakit export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from galakit.cli.options import AsJson, GameName, LimitNodes, LimitStates, Params, loaded
from galakit.errors import GalakitError

FORMATS = ("efg", "nfg", "gdl2")
ENDINGS = {"kif": "gdl2", "gdl": "gdl2"}


def export(
    name: GameName,
    param: Params = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT", help="The format: efg or nfg (Gambit), or gdl2. [default: by the ending]"
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file. [default: standard output]")
    ] = None,
    shrink: Annotated[
        bool, typer.Option("--shrink", help="Merge isomorphic information sets first: a smaller game, nothing is lost.")
    ] = False,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Write a game in another program's format."""
    from galakit.cli.output import Meter, print_json
    from galakit.cli.streams import document

    ending = output.suffix.removeprefix(".").lower() if output is not None else "efg"
    wanted = to or ENDINGS.get(ending, ending)
    if wanted not in FORMATS:
        raise GalakitError(
            f"games cannot be written as {wanted or 'a file without ending'}",
            hint="the formats are " + ", ".join(FORMATS),
            id="GK509",
        )
    if as_json and output is None:
        raise GalakitError("--json describes the file written, so it needs one", hint="add -o FILE", id="GK508")
    game = loaded(name, param, limit_states, limit_nodes)
    from galakit.formats.exporting import lines_of, write_game
    from galakit.solvers.shrunk.smaller import shrink as shrunken

    with Meter() as progress, game.reporting(progress):
        if shrink:
            game = shrunken(game).game
        size = game.size()
    if output is None:
        document(lines_of(game, wanted))
        return
    write_game(game, output, wanted)
    if as_json:
        print_json({"file": str(output), "format": wanted, "game": game.name, "size": size.to_json()})
    else:
        print(f"{output}: {size.nodes:,} nodes")
