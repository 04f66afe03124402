"""Measure Galakit beside pygambit, OpenSpiel and LiteEFG: JSON, and the table of the documentation and the README.

`python -m benchmarks` goes on where an interrupted run stopped. When all rows are measured, it writes
benchmarks/results.json and puts the table into docs/explanation/benchmarks.md and some of its lines into the README.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from benchmarks.results import continued, load, measured
from benchmarks.rows import tasks
from benchmarks.tables import HEAD, PAGE, README, about, line, page, put, quoted

RESULTS = Path(__file__).parent / "results.json"
UNFINISHED = Path(__file__).parent.parent / "build" / "benchmarks"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="rows whose task has this text; writes no table")
    parser.add_argument(
        "--patience", metavar="SECONDS", type=float, default=60.0, help="stop peers after that much CPU time"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the numbers to another file, and no table")
    parser.add_argument("--write", action="store_true", help="measure nothing: put the last results into the tables")
    options = parser.parse_args()
    if options.write:
        write()
        return
    listed = [task for task in tasks() if options.only in task.what]
    name = f"{options.only or options.json or 'all'}".replace("/", "_")  # each kind of run goes on by itself
    where = UNFINISHED / f"{name}.json"
    results = continued(where, options.patience)
    console = Console(width=None if Console().is_terminal else 150)
    for number, (_, row, had) in enumerate(measured(listed, results, where), 1):
        state = "measured before: " if had else ""
        console.print(f"[dim]{number}/{len(listed)}[/] {state}{line(row)}", highlight=False)
    results.rows = [row for task in listed if (row := results.row(task)) is not None]
    if options.only:
        where.unlink()
        console.print(Markdown(f"{about(results)}\n\n{HEAD}\n" + "\n".join(map(line, results.rows))))
        return
    results.save(options.json or RESULTS)
    where.unlink()
    if not options.json:
        write()
        console.print(f"{RESULTS.name}, {PAGE.name} and {README.name} have the results")


def write() -> None:
    """The tables of the last complete run."""
    results = load(RESULTS)
    put(PAGE, page(results))
    put(README, quoted(results, tasks()))


if __name__ == "__main__":
    main()
