"""The results as a Markdown table: all rows for the documentation, a few of the same lines for the README."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.results import NONE, PEERS, Results
from benchmarks.rows import Row, Task

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "explanation" / "benchmarks.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- benchmarks -->", "<!-- end of benchmarks -->"
HEAD = "| task | beside | Galakit | peer | ratio | goal | memory |\n|---|---|---:|---:|---:|---|---:|"


def page(results: Results) -> str:
    """What stands between the markers of the page: the machine, the versions, every row."""
    return f"{about(results)}\n\n{HEAD}\n" + "\n".join(line(row) for row in results.rows)


def quoted(results: Results, tasks: list[Task]) -> str:
    """What stands between the markers of the README: some lines of the page, as they are."""
    rows = [results.row(task) for task in tasks if task.quoted]
    return HEAD + "\n" + "\n".join(line(row) for row in rows if row is not None)


def about(results: Results) -> str:
    """The machine and the versions, in two sentences."""
    machine, versions = results.machine, results.versions
    own = ", ".join(f"{name} {version}" for name, version in versions.items() if name not in PEERS and version != NONE)
    peers = ", ".join(f"{name} {version}" for name, version in versions.items() if name in PEERS)
    return (
        f"{results.began}, {machine['processor']}, {machine['cores']} cores, {machine['memory']}, {machine['system']}. "
        f"{own}. Peers: {peers}. `>`: the peer was stopped after {results.patience:g} CPU seconds."
    )


def line(row: Row) -> str:
    """A row of the table.

    >>> line(Row("poker", "a peer", ours=0.02, peer=60.0, ratio=3000.0, goal="30×", met=True, stopped=True))
    '| poker | a peer | 20 ms | > 60 s | > 3,000× | 30×: met | |'
    """
    more = "> " if row.stopped else ""
    goal = row.goal + {True: ": met", False: ": not met", None: ""}[row.met if row.goal else None]
    what = row.what + (f" ({row.note})" if row.note else "")
    cells = [
        what,
        row.against,
        amount(row.ours, row.unit),
        more + amount(row.peer) if row.peer is not None else "",
        more + ratio(row.ratio) if row.ratio is not None else "",
        goal,
        "" if row.memory is None else f"{row.memory / 1e6:,.0f} MB",
    ]
    return "|" + "|".join(f" {cell.replace('|', '/')} " if cell else " " for cell in cells) + "|"


def amount(value: float | None, unit: str = "s") -> str:
    """A number with two digits, or all before the point.

    >>> [amount(x) for x in (0.000036, 0.0023, 0.17, 1.84, 13.8, 485.2)]
    ['36 µs', '2.3 ms', '0.17 s', '1.8 s', '14 s', '485 s']
    """
    if value is None:
        return ""
    if unit == "s" and value < 0.1:
        factor, unit = (1e3, "ms") if value >= 1e-3 else (1e6, "µs")
        value *= factor
    text = f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
    return f"{text} {unit}"


def ratio(value: float) -> str:
    """
    >>> [ratio(x) for x in (0.138, 2.7, 21.4, 2170.0)]
    ['0.14×', '2.7×', '21×', '2,170×']
    """
    if value >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}×"
    return f"{value:.0f}×" if value >= 10 else f"{value:.2g}×"


def put(path: Path, text: str, begin: str = BEGIN, end: str = END) -> None:
    """Write a text between the markers of a file."""
    whole = path.read_text(encoding="utf-8")
    found = re.subn(
        f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n{text}\n{end}", whole, flags=re.DOTALL
    )
    assert found[1] == 1, f"{path} has no markers {begin} ... {end}"
    path.write_text(found[0], encoding="utf-8")


def between(path: Path, begin: str = BEGIN, end: str = END) -> str:
    """What stands between the markers of a file."""
    return path.read_text(encoding="utf-8").split(begin, 1)[1].split(end, 1)[0].strip()
