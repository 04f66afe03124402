"""The lecture's restrictions are checked; what is bent is told, and what makes no sense is refused."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given

from galakit.cli.main import main
from galakit.errors import GalakitError, Source
from galakit.gdl.check.check import accepted, check
from galakit.gdl.graph import Graph
from galakit.gdl.text.read import read_description
from galakit.gdl.text.write import written
from gdl.descriptions import descriptions


def read(text):
    return read_description(Source("g", text))


def found(text):
    return [(p.severity, p.id) for p in check(read(text))]


# Tic-tac-toe as the lecture describes it, with its exercise (the lines) solved.
LECTURE = """
role(x) role(o)
base(cell(X, Y, M)) :- index(X) & index(Y) & marker(M)
index(1) index(2) index(3)
marker(P) :- role(P)
marker(b)
base(control(P)) :- role(P)
input(P, mark(X, Y)) :- role(P) & index(X) & index(Y)
input(P, noop) :- role(P)
init(cell(X, Y, b)) :- index(X) & index(Y)
init(control(x))
legal(P, mark(X, Y)) :- true(cell(X, Y, b)) & true(control(P))
legal(x, noop) :- true(control(o))
legal(o, noop) :- true(control(x))
next(cell(X, Y, P)) :- does(P, mark(X, Y)) & true(cell(X, Y, b))
next(cell(X, Y, M)) :- true(cell(X, Y, M)) & distinct(M, b)
next(cell(X, Y, b)) :- does(P, mark(I, J)) & true(cell(X, Y, b)) & (distinct(X, I) | distinct(Y, J))
next(control(o)) :- true(control(x))
next(control(x)) :- true(control(o))
terminal :- line(P)
terminal :- ~open
open :- true(cell(X, Y, b))
line(P) :- role(P) & index(X) & true(cell(X, 1, P)) & true(cell(X, 2, P)) & true(cell(X, 3, P))
line(P) :- role(P) & index(Y) & true(cell(1, Y, P)) & true(cell(2, Y, P)) & true(cell(3, Y, P))
line(P) :- role(P) & true(cell(1, 1, P)) & true(cell(2, 2, P)) & true(cell(3, 3, P))
line(P) :- role(P) & true(cell(1, 3, P)) & true(cell(2, 2, P)) & true(cell(3, 1, P))
goal(P, 100) :- line(P)
goal(P, 0) :- line(Q) & role(P) & distinct(P, Q)
goal(P, 50) :- role(P) & ~line(x) & ~line(o)
"""

SOUND = "(role ann) (base s) (input ann go) (init s) (legal ann go) (next s) (terminal) (goal ann 100) "


def test_the_lectures_game_has_no_fault():
    assert found(LECTURE) == []
    assert accepted(read(LECTURE)).problems == ()


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("(role (f a))", ("error", "GK920")),
        ("(init)", ("error", "GK907")),
        ("(<= p (distinct a)) (<= (init s) p)", ("error", "GK907")),
        ("(true s)", ("error", "GK908")),
        ("(<= (does ann go) (true s))", ("error", "GK908")),
        ("(<= (init t) (true s))", ("error", "GK910")),
        ("(<= (role bob) (true s))", ("error", "GK910")),
        ("(<= (legal ann stay) (not (does ann go)))", ("error", "GK910")),
        ("(<= terminal p) (<= p q) (<= q (does ann go))", ("error", "GK910")),
        ("(<= (goal ann 0) (next s) (sees ann 1)) (<= (sees ann 1) (does ann go))", ("error", "GK910")),
        ("(<= (legal ann (go ?x)) (distinct ?x a))", ("error", "GK903")),
        ("(<= (next (at ?x)) (not (true (at ?x))))", ("error", "GK903")),
        ("(<= p (not p)) (<= terminal p)", ("error", "GK924")),
        ("(<= p (not q)) (<= q (or p (not (not p)))) (<= terminal p)", ("error", "GK924")),
        ("(<= p (true s) (not q)) (<= q (not p)) (<= terminal p)", ("warning", "GK917")),
        ("(n 0) (<= (n (s ?x)) (n ?x)) (<= (legal ann (go ?x)) (n ?x))", ("error", "GK919")),
        ("(n 0) (<= (n (s ?x)) (m ?x)) (<= (m ?x) (n ?x)) (<= terminal (m 0))", ("error", "GK919")),
        ("(<= (sees ann ?x) (next ?x))", ("warning", "GK909")),
        ("(<= terminal (init t))", ("warning", "GK909")),
        ("(goal ann 101)", ("warning", "GK922")),
        ("(goal ann lots)", ("warning", "GK922")),
        ("(goal bob 1)", ("warning", "GK921")),
        ("(sees bob 1)", ("warning", "GK921")),
        ("(<= terminal unknown)", ("warning", "GK913")),
        ("(<= (next s) (does ann run))", ("warning", "GK915")),
        ("(<= terminal (true t))", ("warning", "GK915")),
        ("(useless 1)", ("warning", "GK914")),
        ("(<= (goal ann 0) (not (goal ann 100)))", ("warning", "GK917")),
        ("(w a) (<= (w ?x) (not (w ?y)) (w ?x) (w ?y)) (<= terminal (w a))", ("warning", "GK917")),
        ("(e a b) (<= (w ?x ?y) (e ?x ?y)) (<= (w ?x ?z) (w ?x ?y) (w ?y ?z)) (<= terminal (w a b))", ("warning", "GK918")),
        ("(e a) (e a b) (<= terminal (e a) (e a b))", ("warning", "GK916")),
        ("(next (f a)) (next (f a b))", ("warning", "GK916")),
    ],
)  # fmt: skip
def test_each_restriction_is_checked(more, expected):
    assert expected in found(SOUND + more)
    if expected[0] == "error":
        with pytest.raises(GalakitError):
            accepted(read(SOUND + more))
    else:
        assert expected[1] in [p.id for p in accepted(read(SOUND + more)).problems]


@pytest.mark.parametrize(
    "more",
    [
        "(<= (legal ann stay) (legal ann go))",
        "(<= (goal ann 1) (goal ann 100) terminal (role ann) (base s) (input ann go))",
        "(e a b) (<= (w ?x ?y) (e ?x ?y)) (<= (w ?x ?z) (e ?x ?y) (w ?y ?z)) (<= terminal (w a b))",
        "(d 0) (n 0) (<= (n (s ?x)) (n ?x) (d ?x)) (<= terminal (n (s 0)))",
        "(percept ann 1) (<= (sees ann 1) (does ann go))",
        "(<= (next (f ?x)) (true ?x))",
        "(role random) (legal random roll) (input random roll)",
    ],
)
def test_what_is_allowed_is_not_complained_about(more):
    assert found(SOUND + more) == []


def test_without_roles_there_is_no_game():
    assert ("error", "GK911") in found(SOUND.replace("(role", "(p"))


@pytest.mark.parametrize("name", ["init", "legal", "next", "terminal", "goal", "base", "input"])
def test_other_special_predicates_that_are_missing_are_warned_about(name):
    assert ("warning", "GK912") in found(SOUND.replace(f"({name}", "(p"))


def test_a_dependence_is_told_with_the_way_through_other_predicates():
    (problem,) = check(read(SOUND + "(<= terminal p)\n(<= p q)\n(<= q (does ann go))"))
    assert problem.message == (
        "`terminal` may not depend on `does`, through `p`, `q`: it is needed before a move is made"
    )
    assert str(problem.span).startswith("g:1:")
    assert [str(label.span) for label in problem.labels] == ["g:2:7", "g:3:7"]


def test_misspelt_names_are_told_the_right_ones():
    text = SOUND + "(succ 1 2) (<= terminal (suc 1 2))"
    assert "did you mean `succ`?" in [p.hint for p in check(read(text)) if p.id == "GK913"]


def test_constants_that_keep_negations_apart_are_seen():
    kept = "(<= (goal ann 0) (not (goal ann 100)))"
    doubtful = "(p 1) (p 2) (less 1 2) (<= (w ?x) (p ?x) (less ?x ?y) (not (w ?y))) (<= terminal (w 1))"
    notes = [p.notes[0] for text in (kept, doubtful) for p in check(read(SOUND + text)) if p.id == "GK917"]
    assert notes[0].startswith("the constants") and notes[1].startswith("it is fine if")


def test_diagnostics_come_in_the_order_of_the_text():
    problems = check(read("(role ann)\n(goal ann 200)\n(useless)\n(<= terminal unknown)\n(legal ann go)"))
    lines = [p.span.source.line_and_column(p.span.start)[0] for p in problems]
    assert lines == sorted(lines) and lines[-1] == 4


def test_circles_are_found_without_recursion_of_ours():
    many = 5_000
    text = "".join(f"(<= (p{k}) (p{k + 1}))" for k in range(many)) + f"(<= (p{many}) (p0))"
    started = time.process_time()
    graph = Graph(read(text).clauses)
    assert len({*graph.circles().values()}) == 1 and len(graph.recursive()) == many + 1
    assert time.process_time() - started < 10


def test_many_clauses_are_checked_soon():
    facts = "".join(f"(succ {k} {k + 1})" for k in range(5_000))
    rules = "".join(f"(<= (next (at {k})) (true (at {k - 1})) (not (blocked {k})))" for k in range(2_000))
    started = time.process_time()
    check(read(SOUND + facts + rules))
    assert time.process_time() - started < 10


def test_the_command_tells_of_errors_and_warnings(tmp_path, capsys):
    path = tmp_path / "g.kif"
    path.write_text(SOUND)
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: nothing wrong\n"
    path.write_text(SOUND + "\n(useless 1)")
    assert main(["check", str(path), "--format", "concise"]) == 0
    assert capsys.readouterr().err == f"{path}:2:1: GK914 `useless` is never used\n"
    path.write_text(SOUND + "\n(true s)")
    assert main(["check", str(path), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["errors"] == 1 and told["diagnostics"][0]["id"] == "GK908" and told["diagnostics"][0]["line"] == 2


def test_a_game_that_is_refused_is_refused_by_every_command(tmp_path, capsys):
    path = tmp_path / "g.kif"
    path.write_text(SOUND + "(<= (legal ann stay) (does ann go))")
    for command in ("size", "solve", "show"):
        assert main([command, str(path)]) == 2
        assert "GK910" in capsys.readouterr().err


@given(descriptions)
def test_any_description_is_checked_and_accepted_just_if_there_is_no_error(description):
    again = read(written(description, "infix"))
    errors = [p for p in check(again) if p.severity == "error"]
    assert all(p.span is not None for p in check(again))
    if errors:
        with pytest.raises(GalakitError) as caught:
            accepted(again)
        assert [*caught.value.diagnostics] == errors
    else:
        assert accepted(again).description is again
