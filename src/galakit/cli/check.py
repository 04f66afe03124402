"""`galakit check` and `galakit explain`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from galakit.cli.options import AsJson


class Form(StrEnum):
    """How diagnostics are printed."""

    full = "full"
    concise = "concise"
    json = "json"


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file, or the name of a shipped game.")],
    form: Annotated[
        Form, typer.Option("--format", help="With the lines of the text, a line each, or JSON.")
    ] = Form.full,
    as_json: AsJson = False,
) -> None:
    """Report what is wrong or doubtful in the rules of a game, without running them."""
    from galakit.cli.output import print_json
    from galakit.loading import check as diagnose

    found = diagnose(file)
    errors = sum(d.severity == "error" for d in found)
    if as_json or form is Form.json:
        print_json({"file": file, "errors": errors, "diagnostics": [d.to_json() for d in found]})
    elif found:
        for diagnostic in found:
            print(diagnostic.concise() if form is Form.concise else diagnostic.render(), file=sys.stderr)
    else:
        print(f"{file}: nothing wrong")
    if errors:
        raise typer.Exit(2)


def explain(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of a diagnostic, such as GK010.")],
    as_json: AsJson = False,
) -> None:
    """Tell what a diagnostic means, with an example that causes it and one that is right."""
    from galakit.diagnostics import entry, page

    found = entry(id)
    if as_json:
        from dataclasses import asdict

        from galakit.cli.output import print_json

        print_json(asdict(found))
    else:
        print(page(found), end="")
