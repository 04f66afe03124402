"""Makes the pages of `docs/diagnostics` from the registry, with what each example makes Galakit say.

Run it after changing an entry or a message: `python docs/diagnostics.py`.
"""

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

FOLDER = Path(__file__).parent / "diagnostics"


def says(entry: Entry, *, good: bool = False) -> str:
    """What the bad (or the good) example of an entry makes Galakit say."""
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
    """The text of every page by its file name."""
    made = {}
    index = ["# Diagnostics", "`galakit explain ID` prints any of these pages.", ""]
    for group in groups():
        index += [f"## {group.title}", ""]
        for id, entry in group.entries.items():
            made[f"{id}.md"] = page(entry, says(entry))
            index.append(f"- [{id}]({id}.md) {entry.title}" + (" (a warning)" if entry.severity == "warning" else ""))
        index.append("")
    made["README.md"] = "\n".join(index)
    return made


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
