"""`galakit sweep`: studies over grids of games, parameters, methods and seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from galakit.cli.options import NOT_AS_ASKED, Address, AsJson, Engine, EngineChoice

if TYPE_CHECKING:
    from rich.table import Table

    from galakit.sweep.columns import Row
    from galakit.sweep.plan import Plan
    from galakit.sweep.series import Picture
    from galakit.sweep.status import Status
    from galakit.sweep.sweep import Outcome

SHOWN = 30  # rows of the table
WIDE = 8  # quantities of the table
LONGEST = 100  # characters of a reason


class _Sweep(typer.core.TyperGroup):
    """`galakit sweep STUDY` is `galakit sweep run STUDY`."""

    def resolve_command(self, context: Any, words: list[str]) -> Any:
        if words and words[0] not in self.commands:
            words = ["run", *words]
        return super().resolve_command(context, words)

    def parse_args(self, context: Any, args: list[str]) -> list[str]:
        if args and args[0].startswith("-") and args[0] not in ("--help", "-h"):
            args = ["run", *args]
        return super().parse_args(context, args)


app = typer.Typer(
    cls=_Sweep,
    help="Solve a study into one table: games x parameters x methods x seeds. `galakit sweep STUDY.toml` solves what "
    "is missing; a study that was interrupted goes on.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


Study = Annotated[str, typer.Argument(metavar="STUDY", help="A study file, or the folder of its table.")]


@app.command()
def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file (.toml), or a shipped study.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FOLDER", help="The folder of the table. [default: as in the file]"),
    ] = None,
    engine: Engine = EngineChoice.local,
    address: Address = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="Cells solved at once. [default: processors]")
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Solve cells again that have failed.")] = False,
    solutions: Annotated[
        str | None,
        typer.Option(
            "--solutions", metavar="PLACE", help="Keep all solutions in this folder, or at this address (s3://…)."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List the cells, and what became of those in the table; solve nothing.")
    ] = False,
    trust: Annotated[
        bool, typer.Option("--trust", help="The study may name Python games, and files and folders anywhere.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Solve what is missing of a study."""
    import sys

    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.sweep.columns import SOLVED
    from galakit.sweep.study_file import read_study
    from galakit.sweep.sweep import run_sweep

    plan = read_study(study, trusted=trust)
    if dry_run:
        _list_cells(plan, output, as_json=as_json)
        return
    try:
        with Meter() as progress:
            outcome = run_sweep(
                plan, output=output, engine=engine.value, address=address, jobs=jobs, retry=retry, solutions=solutions,
                progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        print(f"stopped: the same command goes on; galakit sweep status {study} says how far it is", file=sys.stderr)
        raise
    for warning in outcome.warnings:
        warn(warning)
    if as_json:
        print_json({**_counted(outcome), "rows": list(outcome.rows)})
    else:
        show(*_summary(outcome, study))
    if any(row["status"] != SOLVED for row in outcome.rows):
        raise typer.Exit(NOT_AS_ASKED)


@app.command()
def status(study: Study, as_json: AsJson = False) -> None:
    """Show how far a study is, what is in progress, and what has failed."""
    from galakit.cli.output import print_json, show
    from galakit.sweep.status import folder_of, status_of

    found = status_of(folder_of(study))
    if as_json:
        print_json(found.to_json())
    else:
        show(*_standing(found))


@app.command()
def plot(
    study: Study,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=".svg, .png or .pdf. [default: an .svg named as the folder, beside it]",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="COLUMN", help="The horizontal axis. [default: the one with the most values]"
        ),
    ] = None,
    of: Annotated[
        list[str] | None,
        typer.Option("--of", metavar="COLUMN", help="What is drawn; repeatable. [default: quantities and seconds]"),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option("--where", metavar="COLUMN=VALUE", help="Only results with this value; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw values, probabilities and times against a parameter; times grow as the power that is fitted."""
    from dataclasses import asdict

    from galakit.cli.output import print_json
    from galakit.drawing.figure import save, settled
    from galakit.drawing.sweep_plot import draw_picture
    from galakit.errors import GalakitError
    from galakit.sweep.dataset import parts, read_manifest, read_rows
    from galakit.sweep.series import picture
    from galakit.sweep.status import folder_of

    folder = folder_of(study).resolve()
    wanted = {}
    for one in where or []:
        name, equals, value = one.partition("=")
        if not equals:
            raise GalakitError(f"`{one}` is not a value of a column", hint="write --where ranks=8", id="GK776")
        wanted[name.strip()] = value.strip()
    rows = [row for path in parts(folder) for row in read_rows(path)]
    found = picture(read_manifest(folder), rows, against, of or (), wanted)
    file = output or folder.parent / f"{folder.name}.svg"
    with settled():
        save(draw_picture(found), file)
    if as_json:
        print_json({"picture": str(file), **asdict(found)})
        return
    print("\n".join([f"picture: {_near(file.resolve())}", *_powers(found)]))


def _powers(found: Picture) -> list[str]:
    """How costs grow, in words."""
    return [
        f"{panel.column}{f' of {line.label}' if line.label else ''} grow as {found.against}^{line.power:.2f}"
        for panel in found.panels
        for line in panel.lines
        if line.power is not None
    ]


def _list_cells(plan: Plan, output: Path | None, *, as_json: bool) -> None:
    """Print the cells of a study, each with its status if it is in the table."""
    from galakit.cli.output import print_json
    from galakit.sweep.sweep import placed, rows_of

    plan = placed(plan, output)
    statuses = {row["cell"]: row["status"] for row in rows_of(plan)}
    if as_json:
        cells = [{"cell": cell.id, "words": cell.words, "status": statuses.get(cell.id)} for cell in plan.cells]
        print_json({"name": plan.name, "folder": str(plan.output), "cells": cells})
        return
    lines = [f"{cell.words}  ({statuses[cell.id]})" if cell.id in statuses else cell.words for cell in plan.cells]
    more = [f"… {len(lines) - SHOWN:,} more"] if len(lines) > SHOWN else []
    missing = len(plan.cells) - len(statuses)
    print("\n".join([*lines[:SHOWN], *more, "", f"{len(plan.cells):,} cells, {missing:,} to be solved"]))


def _counted(outcome: Outcome) -> dict[str, Any]:
    from collections import Counter

    plan = outcome.plan
    return {
        "name": plan.name,
        "folder": str(plan.output),
        "cells": len(plan.cells),
        "solved_now": outcome.solved,
        "statuses": dict(Counter(str(row["status"]) for row in outcome.rows)),
    }


def _summary(outcome: Outcome, study: Path) -> list[Any]:
    """The table, what has failed, and what to do next."""
    from rich.text import Text

    from galakit.sweep.status import reasons

    plan = outcome.plan
    counted = _counted(outcome)
    said = ", ".join(f"{many:,} {status}" for status, many in counted["statuses"].items())
    before = len(outcome.rows) - outcome.solved
    parts = [
        Text.assemble((plan.name, "bold"), f"  {len(plan.cells):,} cells: {said}"),
        "",
        _table(plan, outcome.rows),
    ]
    if len(outcome.rows) > SHOWN:
        parts.append(Text(f"… {len(outcome.rows) - SHOWN:,} more rows", "dim"))
    if why := _reasons(reasons(outcome.rows)):
        parts += ["", why]
    if before:
        parts += ["", Text(f"{before:,} of them were in the table already", "dim")]
    parts += ["", f"table: {_near(plan.output)}", f"plot it: galakit sweep plot {study}"]
    return parts


def _table(plan: Plan, rows: Sequence[Row]) -> Table:
    """What cells are and what became of them: the first rows."""
    from rich.table import Table
    from rich.text import Text

    shown = rows[:SHOWN]
    params = [axis.column for axis in plan.axes if axis.role == "parameter"]
    params = [name for name in params if any(row[f"{name}_exact"] is not None for row in shown)]
    settings = [axis for axis in plan.axes if axis.role != "parameter"]
    quantities = [one for one in plan.quantities if any(row[one.column] is not None for row in shown)][:WIDE]
    games = len({row["game"] for row in rows}) > 1
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in [*(["game"] if games else []), *params]:
        table.add_column(head, overflow="fold", min_width=4)
    table.add_column("method", overflow="fold", min_width=8)
    table.add_column("status", no_wrap=True)
    for quantity in quantities:
        table.add_column(quantity.column, justify="right", overflow="fold", min_width=7)
    table.add_column("gap", justify="right", no_wrap=True)
    table.add_column("seconds", justify="right", no_wrap=True)
    for row in shown:
        given = {axis.name: row[f"{axis.column}_exact"] for axis in settings} | {"seed": row["seed"]}
        how = [f"{name}={value}" for name, value in given.items() if value is not None]
        names = [*([row["game"]] if games else []), *(row[f"{name}_exact"] for name in params)]
        names += [" ".join([str(row["method"]), *how]), row["status"]]
        seconds = row["seconds"]
        numbers = [_quantity(row, one.columns) for one in quantities]
        numbers += [_number(row, "gap"), f"{seconds:.2f}" if isinstance(seconds, float) else "–"]
        table.add_row(*(Text("–" if one is None else str(one)) for one in names), *numbers)
    return table


def _quantity(row: Row, columns: Sequence[str]) -> str:
    """A number, with the range that it has in optimal strategies."""
    number, *ends = (_number(row, column) for column in columns)
    if not ends or "–" in ends:
        return number
    return number if ends[0] == ends[1] else f"{number} [{ends[0]}, {ends[1]}]"


def _number(row: Row, name: str) -> str:
    from galakit.solution.shown.numbers import number
    from galakit.sweep.axes import number as exact

    text, near = row.get(name + "_exact"), row.get(name)
    if not isinstance(near, int | float):
        return "–"
    found = exact(text) if isinstance(text, str) else None
    return number(float(near)) if found is None else number(found)


def _reasons(found: Sequence[Any]) -> Table | None:
    from rich.table import Table
    from rich.text import Text

    if not found:
        return None
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for one in found:
        text = one.text if len(one.text) <= LONGEST else one.text[: LONGEST - 1] + "…"
        table.add_row(f"{one.cells:,} {one.status}", Text(text))
    return table


def _standing(found: Status) -> list[Any]:
    from rich.text import Text

    from galakit.cli.pace import duration

    said = ", ".join(f"{many:,} {status}" for status, many in found.statuses.items()) or "none yet"
    parts: list[Any] = [
        Text.assemble((found.manifest.name, "bold"), f"  {found.done:,} of {found.manifest.cells:,} cells: {said}")
    ]
    if why := _reasons(found.reasons):
        parts += ["", why]
    if found.runs:
        left = "" if found.left is None else f", about {duration(found.left)} left"
        parts += ["", f"{found.runs} {'sweep runs' if found.runs == 1 else 'sweeps run'}{left}"]
        parts += [Text(f"  {words}") for words in found.running]
    elif found.done < found.manifest.cells:
        parts += [
            "",
            f"no sweep runs; {found.manifest.cells - found.done:,} cells are missing: galakit sweep STUDY.toml",
        ]
    return parts


def _near(path: Path) -> str:
    """A path as it is seen from the current folder."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
