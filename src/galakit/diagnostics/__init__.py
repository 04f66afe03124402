"""The registry of diagnostics: what each id means, with an example that produces it and one that is right.

The entries are data, one TOML file per group. `galakit explain GK010` prints an entry; the documentation's site has a
page for each (`docs/diagnostics.py`), and a test runs every example.

>>> entry("GK010").title
'A bracket is never closed'
>>> [group.title for group in groups()][:2]
['Reading the text', 'Declarations and clauses']
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import PurePath

from galakit.errors import GalakitError, Severity

GROUPS = (
    "text",
    "declarations",
    "statements",
    "checks",
    "running",
    "files",
    "solving",
    "commitment",
    "absent",
    "python",
    "dynamics",
    "equilibria",
    "shrinking",
    "sweep",
    "separated_locks",
    "gambit",
    "study",
    "serving",
    "playing",
    "drawing",
    "mcp",
    "gdl",
    "gdl_games",
    "ggp",
    "agents",
)


@dataclass(frozen=True)
class Entry:
    """One kind of diagnostic. `bad` and `good` are texts of `file`; `command` is what brings the diagnostic to light.

    Where it takes Python to go wrong, `python` is the code that does and `python_good` the code that does not.
    """

    id: str
    title: str
    explanation: str
    severity: Severity = "error"
    command: str = "galakit check game.gala"
    file: str = "game.gala"
    bad: str = ""
    good: str = ""
    right: str = ""
    """the right command, where it is the command that is wrong"""
    python: str = ""
    python_good: str = ""


@dataclass(frozen=True)
class Group:
    """The entries of one stage, whose ids share the first digit."""

    title: str
    entries: dict[str, Entry] = field(repr=False)


@cache
def groups() -> tuple[Group, ...]:
    """All groups, in the order of the ids."""
    found = []
    for name in GROUPS:
        data = tomllib.loads(files("galakit.diagnostics").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
        defaults = {field: data.pop(field, getattr(Entry, field)) for field in ("command", "severity", "file")}
        title = data.pop("title")
        found.append(Group(title, {id: Entry(id, **{**defaults, **fields}) for id, fields in data.items()}))
    return tuple(found)


def entries() -> dict[str, Entry]:
    """Every entry by its id."""
    return {id: entry for group in groups() for id, entry in group.entries.items()}


def entry(id: str) -> Entry:
    """The entry of an id, in any spelling: `GK010`, `gk010` or `10`."""
    known = entries()
    wanted = id.strip().upper().removeprefix("GK")
    wanted = f"GK{wanted.zfill(3)}"
    if wanted not in known:
        close = difflib.get_close_matches(wanted, known, 3)
        hint = f"the nearest are {', '.join(close)}" if close else "ids look like GK010"
        raise GalakitError(f"there is no diagnostic {id}", hint=hint, id="GK509")
    return known[wanted]


def page(entry: Entry, said: str = "") -> str:
    """An entry as a page of Markdown; `said` is what the example makes Galakit say."""
    parts = [f"# {entry.id}: {entry.title}", f"Severity: {entry.severity}.", entry.explanation.strip()]
    text = {".kif": "lisp", ".yaml": "yaml"}.get(PurePath(entry.file).suffix, "prolog")
    if entry.bad:
        parts += [f"The file `{entry.file}`:", _block(text, entry.bad)]
    if entry.python:
        parts += ["This goes wrong:", _block("py", entry.python)]
    elif entry.command:
        parts += ["The command:", _block("sh", entry.command)]
    if said:
        parts += ["Galakit says:", _block("text", said)]
    for kind, right in ((text, entry.good), ("sh", entry.right), ("py", entry.python_good)):
        if right:
            parts += ["Write instead:", _block(kind, right)]
    return "\n\n".join(parts) + "\n"


def _block(kind: str, text: str) -> str:
    return f"```{kind}\n{text.strip(chr(10))}\n```"
