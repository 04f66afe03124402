"""`galakit methods`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from galakit.solution.solution import Solution
    from galakit.solvers.choice import Verdict
    from galakit.solvers.method import Method

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="The method to describe, with its options.")]


def methods(name: Name = None, as_json: AsJson = False) -> None:
    """List the methods, or describe one of them."""
    from galakit.cli.output import print_json, show, warn
    from galakit.solvers.registry import faults, named
    from galakit.solvers.registry import methods as known

    for fault in faults():
        warn(fault.message)
    asked = known() if name is None else (named(name),)
    if as_json:
        records = [_record(method) for method in asked]
        print_json(records if name is None else records[0])
    elif name is None:
        show(
            _listed(asked),
            "",
            "`galakit methods NAME` describes one; `galakit solve GAME --explain` says which was picked.",
        )
    else:
        show(_described(asked[0]))


def judged(solution: Solution, verdicts: list[Verdict]) -> RenderableType:
    """Why a method was picked, and the verdicts on the others."""
    from rich.console import Group
    from rich.text import Text

    table = _table("methods", "before solving")
    alike: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        alike.setdefault(verdict.words, []).append(verdict)
    for words, own in alike.items():
        names = [verdict.method.name for verdict in own]
        mark = "bold" if solution.method in names else "" if own[0].seconds is not None else "dim"
        table.add_row(Text(", ".join(names), mark), Text(words, mark))
    return Group(Text(f"why {solution.method}: {solution.why}"), "", table)


def _record(method: Method) -> dict[str, object]:
    fields = ("name", "needs", "promises", "cost")
    return {f: getattr(method, f) for f in fields} | {
        "automatic": method.estimate is not None,
        "options": dict(method.options),
    }


def _listed(asked: tuple[Method, ...]) -> RenderableType:
    from rich.text import Text

    table = _table("method", "", "needs")
    for method in asked:
        table.add_row(Text(method.name, "bold"), "auto" if method.estimate else "", method.needs)
    return table


def _described(method: Method) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    table = _table("", "")
    table.show_header = False
    for field in ("needs", "promises", "cost"):
        table.add_row(Text(field, "dim"), Text(getattr(method, field)))
    used = "automatically where it is quickest" if method.estimate else "only when named"
    table.add_row(Text("used", "dim"), Text(used))
    for option, meaning in method.options.items():
        table.add_row(Text(f"--with {option}=…", "dim"), Text(meaning))
    return Group(Text(method.name, "bold"), table)


def _table(*columns: str) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, vertical="top")
    return table
