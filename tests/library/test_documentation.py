"""The page about the libraries: every predicate is there, as its library documents it, with an example that is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import galakit as gk
from galakit.lang.gala.libraries import documentation, entries, shipped, shipped_texts
from library.helpers import with_libraries

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "libraries.md"


def sections():
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        name = re.match(r".*`library\((\w+)\)`\n", part)
        if name:
            world = re.search(r"Examples with `objects : \[(.*)\]`", part)
            rows = re.findall(r"^\| `(.*?)` \| (.*) \| `([^`]*)` \|$", part, re.MULTILINE)
            yield name[1], world[1] if world else "", [tuple(c.replace("\\|", "|") for c in row) for row in rows]


@pytest.mark.parametrize(("library", "world", "rows"), [pytest.param(*s, id=s[0]) for s in sections()])
def test_the_page_has_every_predicate_and_its_examples_are_true(library, world, rows):
    documented = [(e.head, e.text) for e in documentation() if e.library == library and e.name != "object"]
    assert [row[:2] for row in rows] == documented
    prolog = with_libraries(library, "cards", objects=world)
    for head, _, goal in rows:
        assert prolog.ask(goal, limit=1), f"{head}: {goal}"


def test_every_library_and_object_is_on_the_page():
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name, _, _ in sections()] and {name for name, _, _ in sections()} == set(shipped_texts())
    for entry in documentation():
        if entry.name == "object":
            kind, form = entry.head[len("object(") : -1].split(", ", 1)
            assert f"| `{kind} : {form}` | {entry.text} |" in page


def test_the_library_on_the_page_works(tmp_path):
    [text] = re.findall(r"```prolog\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "tokens.pl").write_text(text)
    game = tmp_path / "g.gala"
    game.write_text(
        ":- use(library(tokens)). game(g, [players : [a], objects : [tokens : 3, red : tokens(2)], "
        "flow : (use_token(red), used(red, U), outcome([10 * U + $tokens(red)]))])."
    )
    assert gk.solve(gk.load(game)).value == (11,)


@pytest.mark.parametrize("name", shipped_texts())
def test_libraries_are_written_alike(name):
    """A header, no name public twice, a documented line just before the clauses it is about."""
    library = shipped(name)
    lines = library.source.text.splitlines()
    assert lines[0].startswith("% ") and lines[0].endswith(".")
    for entry in entries(name, library.source.text):
        assert entry.text.endswith((".", "?")) and len(entry.text) < 150
        assert entry.name == "object" or (entry.name, entry.arity) in library.defined | {("deal", 3)}
    public = [(e.name, e.arity) for e in documentation() if e.name != "object"]
    assert len(public) == len(set(public))
