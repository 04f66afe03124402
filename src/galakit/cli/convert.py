"""`galakit convert`."""

from __future__ import annotations

from enum import StrEnum
from operator import methodcaller
from pathlib import Path
from typing import Annotated

import typer

from galakit.cli.options import AsJson
from galakit.cli.streams import document
from galakit.disk import write_whole
from galakit.errors import GalakitError


class Notation(StrEnum):
    """How a game description is written."""

    kif = "kif"
    infix = "infix"


def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game description, .kif or .gdl.")],
    to: Annotated[Notation | None, typer.Option("--to", help="The notation. [default: the other one]")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file. [default: standard output]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a game description (GDL) in the other notation: `(role ann)` or `role(ann).`"""
    from galakit.cli.output import print_json
    from galakit.frontends.registry import GDL, of_text
    from galakit.gdl.text.format import converted
    from galakit.gdl.text.read import read_description
    from galakit.loading import find

    source = find(file)
    if of_text(source) is not GDL:
        raise GalakitError(
            f"`{file}` is not a game description", hint=f"their files end in {' or '.join(GDL.suffixes)}", id="GK923"
        )
    description = read_description(source)
    notation = to.value if to is not None else "infix" if description.notation == "kif" else "kif"
    text = converted(description, notation)
    if output is not None:
        write_whole(output, methodcaller("write_bytes", text.encode("utf-8")))
    if as_json:
        result = {"from": description.notation, "to": notation, "clauses": len(description.clauses)}
        print_json(result | ({"text": text} if output is None else {"file": str(output)}))
    elif output is None:
        document([text])
    else:
        print(f"{output}: {len(description.clauses):,} clauses")
