"""The pages of the diagnostics: the registry with the output of each example. `make docs` adds them."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from galakit.cli.main import main
from galakit.diagnostics import Entry, groups, page
from galakit.errors import GalakitError


def says(entry: Entry, *, good: bool = False) -> str:
    """The output of the bad (or the good) example of an entry."""
    if entry.python:
        with _folder_with(entry.file, ""):
            try:
                exec(compile(entry.python_good if good else entry.python, entry.id, "exec"), {"__name__": entry.id})
            except GalakitError as error:
                return str(error)
        return ""
    if not entry.command:
        return ""
    _, *words = shlex.split(entry.right if good and entry.right else entry.command)
    said = io.StringIO()
    with (
        _folder_with(entry.file, entry.good if good else entry.bad),
        contextlib.redirect_stderr(said),
        contextlib.redirect_stdout(io.StringIO()),
    ):
        main(words)
    return said.getvalue()


@contextlib.contextmanager
def _folder_with(name: str, text: str) -> Iterator[None]:
    """Work in an empty folder with this one file, so that messages name no other path."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            if text:
                Path(name).write_text(text.lstrip("\n"), encoding="utf-8")
            yield
        finally:
            os.chdir(before)


def pages() -> dict[str, str]:
    """The page of every diagnostic by its id."""
    return {id: page(entry, says(entry)) for group in groups() for id, entry in group.entries.items()}


def index() -> str:
    """All diagnostics by group, each a line that begins with its id."""
    lines = []
    for group in groups():
        lines += [f"## {group.title}", ""]
        for id, entry in group.entries.items():
            lines.append(f"- {id} {entry.title}" + (" (a warning)" if entry.severity == "warning" else ""))
        lines.append("")
    return "\n".join(lines)
