"""Programs nested deeply, and terms without end: answered, or refused with the place, whichever way they are solved."""

from __future__ import annotations

import contextlib

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.editor.document import Document
from galakit.errors import Source
from galakit.lang.gala.compile import check
from galakit.lang.prolog import walk

OPENING = """choose(nature, C, member(C, [1, 2])), reveal(a, C), choose(a, X, between(0, 3, X)), reveal(b, X),
    choose(b, Y, member(Y, [1, 2])), reveal(a, Y)"""


def nested(depth: int, form: str) -> str:
    """A game with conditionals inside each other, as `if` or as `->`, in their first way or in their last."""
    inner = "outcome([1, -1])"
    for i in range(depth):
        other = f"outcome([{i}, -{i}])"
        inner = form.format(condition=f"X = {i}", inner=inner, other=other)
    return f"game(g, [players : [a, b], flow : ({OPENING}, {inner})])."


FORMS = [
    "if({condition}, {inner}, {other})",
    "if({condition}, {other}, {inner})",
    "({condition} -> {inner} ; {other})",
    "({condition} -> {other} ; {inner})",
]


@pytest.mark.parametrize("form", FORMS)
def test_conditionals_inside_each_other_are_solved(form):
    text = nested(99, form)
    assert check(Source("g.gala", text)).problems == []
    for method in ("auto", "factored"):
        assert gk.solve(gk.loads(text), method).gap < 1e-3


@pytest.mark.parametrize(
    "command", [["check"], ["solve"], ["size"], ["solve", "--method", "factored"], ["solve", "--method", "public"]]
)
def test_too_many_are_refused_with_the_place(command, tmp_path, capsys):
    path = tmp_path / "g.gala"
    path.write_text(nested(480, FORMS[0]))
    assert main([command[0], str(path), *command[1:]]) == 2
    said = capsys.readouterr().err
    assert "g.gala:1:28: error[GK021]: the gameflow `flow` is nested too deeply" in said and "= hint: " in said


@pytest.mark.parametrize(
    "command", [["solve"], ["size"], ["solve", "--method", "factored"], ["solve", "--method", "public"]]
)
def test_a_term_without_end_is_refused_with_a_message(command, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(walk, "NODE_LIMIT", 200_000)
    path = tmp_path / "g.gala"
    endless = "(X = f(X), v gets X), reveal(b, $v), outcome([0, 0])"
    opening = "choose(nature, C, member(C, [1, 2])), reveal(a, C), choose(a, Y, member(Y, [C, 3]))"
    path.write_text(f"game(g, [players : [a, b], variables : [v = 0], flow : ({opening}, {endless})]).")
    assert main(["check", str(path)]) == 0
    capsys.readouterr()
    assert main([command[0], str(path), *command[1:]]) == 2
    said = capsys.readouterr().err
    assert "a term is too large (or infinite)" in said and "error[GK" in said and "Traceback" not in said


LONG = "9" * 9_000  # digits: more than Python writes out by itself


@pytest.mark.parametrize(
    "text",
    [
        f"game(g, [players : [a], flow : (choose(a, X, member(X, [1, 2])), outcome([X * {LONG}]))]).\np :- q({LONG}).\nq(1).",
        f"game(g, [players : [{LONG}], flow : (choose(a, X, member(X, [1, 2])), outcome([X]))]).",
        f"game(g, [players : [a], params : [{LONG} = 1], flow : ({LONG}, choose({LONG}, X, member(X, [1, ${LONG}])), outcome([X]))]).",
        f"game(g, [{LONG} : 1, players : [a], variables : [{LONG} = 1], flow : (X < {LONG}, {LONG} gets 1, phase({LONG}), maplist({LONG}, [1]))]).",
        f":- use(library({LONG})).\ngame({LONG}, [players : [a], flow : play_rounds({LONG}, {LONG})]).",
    ],
)
def test_long_numbers_anywhere_are_no_trouble(text, tmp_path):
    path = tmp_path / "long.gala"
    path.write_text(text)
    check(Source("long.gala", text), {})
    with contextlib.suppress(gk.GalakitError):
        gk.solve(gk.load(path))
    document = Document("long.gala", text)
    document.diagnostics()
    for offset in range(0, len(text), 500):
        document.hover(offset)
