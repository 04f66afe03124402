"""`galakit fmt`."""

from __future__ import annotations

import sys
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.streams import document
from galakit.disk import write_whole
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.errors import Source


def fmt(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Game files, libraries, or folders of them; - is standard input."),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; the status is 1 if a file is not formatted.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> None:
    """Format the rules of games (Gala and GDL) in one style, keeping comments and line breaks.

    Files that cannot be read are reported and left unchanged; the status is then 2.
    """
    changed, refused = 0, 0
    for source in _sources(files):
        try:
            result = _formatted(source)
        except GalakitError as error:
            print(error, file=sys.stderr)
            refused += 1
            continue
        piped = source.name == "-"
        if result != source.text:
            changed += 1
            if diff:
                _show_difference(source, result)
            elif check:
                print(f"{source.name}: not formatted", file=sys.stderr)
            elif not piped:
                write_whole(source.name, methodcaller("write_bytes", result.encode("utf-8")))
                print(f"{source.name}: formatted", file=sys.stderr)
        if piped and not (check or diff):
            document([result])
    if refused:
        raise typer.Exit(2)
    if changed and (check or diff):
        raise typer.Exit(1)


def _formatted(source: Source) -> str:
    from galakit.frontends.registry import of_text

    front_end = of_text(source)
    if front_end.format is None:
        raise GalakitError(
            f"`{source.name}`: files of {front_end.name} have no formatter",
            hint=f"files that can be formatted end in {', '.join(_suffixes())}",
            id="GK501",
        )
    return front_end.format(source)


def _suffixes() -> list[str]:
    from galakit.frontends.registry import texts

    return [suffix for one in texts() if one.format is not None for suffix in (*one.suffixes, *one.libraries)]


def _sources(files: list[str]) -> list[Source]:
    """The texts to format; all are read before any is written."""
    from galakit.errors import Source
    from galakit.lang.files import FILE_LIMIT
    from galakit.loading import read_text

    paths: list[Path] = []
    sources = []
    for name in dict.fromkeys(files):
        path = Path(name)
        if name == "-":
            data = sys.stdin.buffer.read(FILE_LIMIT + 1)
            if len(data) > FILE_LIMIT:
                raise GalakitError(f"the standard input has more than {FILE_LIMIT:,} bytes", id="GK502")
            try:
                sources.append(Source("-", data.decode("utf-8")))
            except UnicodeDecodeError:
                raise GalakitError("the standard input is not UTF-8 text", id="GK502") from None
        elif path.is_dir():
            # A link may lead out of the folder, to a file that was not named.
            every = (p for p in path.rglob("*") if p.suffix in _suffixes())
            found = sorted(p for p in every if p.is_file() and not p.is_symlink())
            if not found:
                raise GalakitError(
                    f"there is no game file in `{path}`", hint=f"game files end in {', '.join(_suffixes())}", id="GK501"
                )
            paths += found
        else:
            paths.append(path)
    return [*sources, *(read_text(path) for path in dict.fromkeys(paths))]


def _show_difference(source: Source, result: str) -> None:
    import difflib

    old, new = source.text.splitlines(keepends=True), result.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, source.name, f"{source.name} (formatted)"):
        document([line if line.endswith("\n") else f"{line}\n\\ no line break at the end of the file\n"])
