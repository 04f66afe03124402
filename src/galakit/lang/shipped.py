"""Shipped files of clauses, read beforehand: `lists.pl` has its syntax trees in `lists.json` beside it.

Reading the libraries would take longer than solving a small game. A text that is not the one that was read beforehand
is read as any other; `python -m galakit.lang.shipped` writes the trees again, and a test compares them with the texts.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import crc32

from galakit.errors import Source, Span
from galakit.lang.syntax import Clause, Node

PACKAGES = ("galakit.lang.prolog", "galakit.lang.library")


def clauses(package: str, file: str, source: Source) -> tuple[Clause, ...]:
    """The clauses of a shipped file, whose text the source has."""
    stored = files(package).joinpath(file.replace(".pl", ".json"))
    if stored.is_file():
        found = json.loads(stored.read_text(encoding="utf-8"))
        if found["text"] == checksum(source.text):
            return tuple(_clause(source, found["terms"], *line) for line in found["clauses"])
    return read_anew(source)


def read_anew(source: Source) -> tuple[Clause, ...]:
    """The clauses of a text without errors."""
    from galakit.lang.reader import read

    found, problems = read(source)
    assert not problems, "\n".join(p.render() for p in problems)
    return tuple(found)


def checksum(text: str) -> int:
    return crc32(text.encode())


def _clause(source: Source, terms: list[tuple[Any, ...]], first: int, last: int, places: list[int]) -> Clause:
    """A clause whose nodes are given arguments first: the number of the term, where it starts, how long it is."""
    done: list[Node] = []
    variables: dict[str, list[Node]] = {}
    numbers = iter(places)
    for number, start, length in zip(numbers, numbers, numbers):
        kind, value, quoted, arity = terms[number]
        start += first
        if arity:
            node = Node(kind, value, tuple(done[-arity:]), source, start, start + length, quoted)
            done[-arity:] = [node]
        else:
            node = Node(kind, value, (), source, start, start + length, quoted)
            done.append(node)
            if kind == "var" and value != "_":
                variables.setdefault(value, []).append(node)
    return Clause(done[0], Span(source, first, last), variables)


def stored(source: Source) -> str:
    """What is stored of a text: a line for each clause, so that a change of one changes no other."""
    terms: dict[tuple[Any, ...], int] = {}
    lines = []
    for clause in read_anew(source):
        first = clause.span.start
        places: list[int] = []
        for node in _arguments_first(clause.node):
            assert isinstance(node.value, str | int), f"{node} has a number that JSON does not keep"
            term = (node.kind, node.value, node.quoted, len(node.args))
            places += (terms.setdefault(term, len(terms)), node.start - first, node.end - node.start)
        lines.append(json.dumps([first, clause.span.end, places], separators=(",", ":")))
    known = ",\n".join(json.dumps(term) for term in terms)
    return f'{{"text": {checksum(source.text)},\n"terms": [\n{known}\n],\n"clauses": [\n' + ",\n".join(lines) + "\n]}\n"


def _arguments_first(node: Node) -> list[Node]:
    order, stack = [], [node]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.args)
    return order[::-1]


def texts() -> dict[Path, str]:
    """The files of all shipped clauses, each with its text."""
    folders = [Path(str(files(package))) for package in PACKAGES]
    return {path: path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.pl"))}


if __name__ == "__main__":
    for path, text in texts().items():
        path.with_suffix(".json").write_text(stored(Source(path.name, text)), encoding="utf-8")
