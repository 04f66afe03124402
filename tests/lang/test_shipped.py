"""Shipped libraries are read beforehand: what is stored is what reading gives."""

from __future__ import annotations

import pytest

from galakit.errors import Source
from galakit.lang import shipped
from galakit.lang.syntax import Clause, Node

TEXTS = shipped.texts()


def written(node: Node) -> tuple:
    return node.kind, node.value, node.quoted, node.start, node.end, tuple(map(written, node.args))


def described(clause: Clause) -> tuple:
    variables = {name: [node.start for node in nodes] for name, nodes in clause.variables.items()}
    return written(clause.node), clause.span, list(variables.items())


def package(path):
    return next(name for name in shipped.PACKAGES if path.parent.name == name.rpartition(".")[2])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_stored_clauses_are_those_of_the_text(path, monkeypatch):
    source = Source(path.name, TEXTS[path])
    read = [described(clause) for clause in shipped.read_anew(source)]
    monkeypatch.setattr(shipped, "read_anew", None)  # what is stored is used, not the text
    assert [described(clause) for clause in shipped.clauses(package(path), path.name, source)] == read, (
        "run `python -m galakit.lang.shipped` after a change of a library"
    )


def test_a_text_that_was_changed_is_read_again():
    path = next(iter(TEXTS))
    source = Source(path.name, TEXTS[path] + "\nadded(1).\n")
    assert shipped.clauses(package(path), path.name, source)[-1].node.text == "added(1)"
