"""Run every benchmark and print the table."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.rows import Row, rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="cut short what takes more than a minute")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the numbers to a file as well")
    options = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=100)
    found = []
    with console.status("measuring") as status:
        for row in rows(options.quick):
            found.append(row)
            status.update(f"{len(found)} done, the last one: {row.what}")
    console.print(table(found))
    console.print("CPU seconds, the best of several runs, each measurement in a process of its own.", style="dim")
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in found], indent=2) + "\n", encoding="utf-8")


def table(found: list[Row]) -> Table:
    """The rows in 100 columns; the task and its remarks share the first column."""
    result = Table(title="Galakit's benchmarks", title_justify="left", show_lines=True)
    result.add_column("what", overflow="fold", min_width=30)
    for name in ("ours", "peer", "ratio", "goal", "met", "memory"):
        result.add_column(name, justify="right", no_wrap=True)
    for row in found:
        what = row.what + (f"\n[dim]against {row.against}[/]" if row.against else "")
        what += f"\n[dim italic]{row.note}[/]" if row.note else ""
        ratio = "" if row.ratio is None else f"{row.ratio:,.3g}×" if row.ratio < 1000 else f"{row.ratio:,.0f}×"
        memory = "" if row.memory is None else f"{row.memory / 1e6:,.0f} MB"
        met = {True: "[green]yes[/]", False: "[red]no[/]", None: "–"}[row.met]
        result.add_row(what, amount(row.ours, row.unit), amount(row.peer), ratio, row.goal, met, memory)
    return result


def amount(value: float | None, unit: str = "s") -> str:
    if value is None:
        return ""
    return f"{value:,.0f} {unit}" if value >= 1000 else f"{value:.2g} {unit}" if value < 1 else f"{value:.1f} {unit}"


if __name__ == "__main__":
    main()
