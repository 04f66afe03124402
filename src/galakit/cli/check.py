"""`galakit check` and `galakit explain`."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from galakit.cli.options import AsJson
from galakit.errors import Diagnostic, GalakitError


class Form(StrEnum):
    """How diagnostics are printed."""

    full = "full"
    concise = "concise"
    json = "json"


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file, or the name of a shipped game.")],
    form: Annotated[
        Form, typer.Option("--format", help="In full with the lines of the text, one line each, or JSON.")
    ] = Form.full,
    explore: Annotated[
        bool, typer.Option("--explore", help="Also visit the states of a game description (GDL), or play it at random.")
    ] = False,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", min=0, help="The longest time to explore.")
    ] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Report errors and warnings about the rules of a game, without running them."""
    from galakit.cli.output import print_json
    from galakit.loading import check as diagnose

    found = diagnose(file)
    errors = sum(d.severity == "error" for d in found)
    more, lines, data = _explored(file, time_limit) if explore and not errors else ([], [], {})
    found += more
    if as_json or form is Form.json:
        print_json({"file": file, "errors": errors, "diagnostics": [d.to_json() for d in found], **data})
    else:
        for diagnostic in found:
            print(diagnostic.concise() if form is Form.concise else diagnostic.render(), file=sys.stderr)
        if not found:
            print(f"{file}: nothing wrong")
        for line in lines:
            print(line)
    if errors:
        raise typer.Exit(2)


def _explored(file: str, seconds: float) -> tuple[list[Diagnostic], list[str], dict[str, Any]]:
    """The results of exploring a description: diagnostics, lines of text, data for programs."""
    from galakit.frontends.registry import of_text
    from galakit.loading import find

    source = find(file)
    explore = of_text(source).explore
    if explore is None:
        raise GalakitError(
            f"`{file}` is not a game description, so it cannot be explored",
            hint=f"galakit size {file} visits all its states",
            id="GK923",
        )
    return explore(source, seconds)


def explain(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of a diagnostic, such as GK010.")],
    as_json: AsJson = False,
) -> None:
    """Explain a diagnostic, with an example that causes it and a correct one."""
    from galakit.diagnostics import entry, page

    found = entry(id)
    if as_json:
        from dataclasses import asdict

        from galakit.cli.output import print_json

        print_json(asdict(found))
    else:
        print(page(found), end="")
