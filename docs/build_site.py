"""A MkDocs hook and an extension for docstrings, which build the site from the repository (`make docs`).

The README is the front page. Pages link to files outside `docs`, as they do in the repository: each such file becomes
a page of the site, Markdown as it is and everything else as a listing. Doctests in docstrings become listings. Each
diagnostic has a page, and its id in running text becomes a link to it.
"""

from __future__ import annotations

import inspect
import posixpath
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(\[[^\[\]]*\]\()([^)#\s]+)(#[^)\s]*)?\)")
DOCTEST = re.compile(r"^( *)>>> .*(?:\n\1\S.*)*(?:\n\n\1>>> .*(?:\n\1\S.*)*)*", re.MULTILINE)
COMMANDS = "<!-- The site lists all options here. -->"
DIAGNOSTICS = "<!-- The site lists all messages here. -->"
CODE = re.compile(r"(^```.*?^```|`[^`\n]+`|\[[^\]]*\]\([^)]*\)|^#.*?$)", re.DOTALL | re.MULTILINE)
ID = re.compile(r"\bGK\d{3}\b")
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LANGUAGES = {".gala": "prolog", ".py": "python", ".kif": "lisp", "": "text"}


def place(path: str) -> str:
    """The path of a repository file among the sources of the site."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return PAGES.get(path) or f"source/{path}.md"


def origin(uri: str) -> str:
    """The file of the repository that a source of the site comes from."""
    return {page: path for path, page in PAGES.items()}.get(uri, f"docs/{uri}")


def targets(text: str, path: str) -> set[str]:
    """The files of the repository that a page links to."""
    found = {posixpath.normpath(posixpath.join(posixpath.dirname(path), link[2])) for link in LINK.finditer(text)}
    return {target for target in found if (ROOT / target).is_file()}


def on_files(files: Files, config: Any) -> Files:
    """Add the files outside `docs` that pages link to."""
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in PAGES}
    texts |= {origin(file.src_uri): file.content_string for file in files.documentation_pages()}
    linked = {
        target for path, text in texts.items() for target in targets(text, path) if not target.startswith("docs/")
    }
    for path in sorted(linked | set(PAGES)):
        text = (ROOT / path).read_text(encoding="utf-8")
        if not path.endswith(".md"):
            language = LANGUAGES.get(posixpath.splitext(path)[1], "text")
            text = f"# {posixpath.basename(path)}\n\n`{path}`\n\n```{language}\n{text}```\n"
        files.append(File.generated(config, place(path), content=text))
    for id, text in registry()["pages"]().items():
        files.append(File.generated(config, f"diagnostics/{id}.md", content=text))
    return files


def registry() -> dict[str, Any]:
    """The functions of docs/diagnostics.py."""
    return runpy.run_path(str(ROOT / "docs" / "diagnostics.py"))


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Redirect the links of a page to the site's files, and show titles instead of file names."""
    uri = page.file.src_uri
    path = origin(uri)

    def led(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[2]))
        if uri.startswith("source/") or not (ROOT / target).is_file():
            return link[0]
        text = title(ROOT / target) if link[1].endswith(".md](") else link[1][1:-2]
        return f"[{text}]({posixpath.relpath(place(target), posixpath.dirname(uri) or '.')}{link[3] or ''})"

    for mark, made in ((COMMANDS, commands), (DIAGNOSTICS, registry()["index"])):
        if mark in markdown:
            markdown = markdown.replace(mark, made())
    return explained(LINK.sub(led, markdown), uri)


def explained(markdown: str, uri: str) -> str:
    """Turn ids of diagnostics into links to their pages, except in code, links and headings."""
    if uri.startswith(("source/", "diagnostics/")):
        return markdown
    there = posixpath.relpath("diagnostics", posixpath.dirname(uri) or ".")
    parts = CODE.split(markdown)
    return "".join(ID.sub(rf"[\g<0>]({there}/\g<0>.md)", part) if k % 2 == 0 else part for k, part in enumerate(parts))


def title(path: Path) -> str:
    """The first heading of a page."""
    return path.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")


def commands() -> str:
    """All commands with their arguments and options, from the command line itself."""
    from typer.main import get_command

    from galakit.cli.main import app

    return "\n".join(["## All options", "", *described("galakit", get_command(app), 2)])


def described(name: str, command: Any, level: int) -> Iterator[str]:
    """A command as Markdown, with the commands below it."""
    if level > 2:
        yield from (f"{'#' * level} {name}", "", inspect.cleandoc(command.help or ""), "")
    rows = [row for parameter in command.params if (row := parameter.get_help_record(command.context_class(command)))]
    if rows:
        cells = (f"| `{cell(what)}` | {cell(meaning)} |" for what, meaning in rows)
        yield from ("| option | meaning |", "|---|---|", *cells, "")
    for inner, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            yield from described(f"{name} {inner}", below, level + 1)


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


class Doctests(griffe.Extension):
    """Put fences around doctests, which Markdown would read as quotations."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(fenced, obj.docstring.value)


def fenced(match: re.Match[str]) -> str:
    return f"{match[1]}```pycon\n{match[0]}\n{match[1]}```"
