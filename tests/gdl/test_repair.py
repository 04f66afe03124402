"""Descriptions that bend the rules are read as they are meant: the repaired one plays like the one written properly."""

from __future__ import annotations

import time

import pytest

from galakit.errors import GalakitError, Source
from galakit.gdl.check.check import check
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.normal import normalise
from galakit.gdl.text.read import read_description
from galakit.gdl.text.write import term_kif

FRAME = "(role ann) (role bob) (init (cell 1 a)) (init (cell 2 b)) (num 1) (num 2) (num 3) (legal bob noop) "


def answers(text):
    """The legal moves of the first role, whether play is over, and the goals, in the first state."""
    machine = Interpreter(normalise(read_description(Source("g", FRAME + text))))
    state = machine.opening()
    return [term_kif(m) for m in machine.legal(state, 0)], machine.terminal(state), machine.goals(state)


def warnings(text):
    return [p.id for p in normalise(read_description(Source("g", FRAME + text))).problems]


@pytest.mark.parametrize(
    ("bent", "proper", "ids"),
    [
        (
            "(<= (legal ann (go ?x)) (num ?x) (not (true (cell ?x ?m))))",
            "(<= (legal ann (go ?x)) (num ?x) (not (full ?x))) (<= (full ?x) (true (cell ?x ?m)))",
            ["GK902"],
        ),
        (
            "(<= (goal ?p 50) (true (cell 1 a)))",
            "(<= (goal ?p 50) (role ?p) (true (cell 1 a)))",
            ["GK902"],
        ),
        (
            "(<= (goal ?p 50) (not (true (cell ?p a))))",
            "(<= (goal ?p 50) (role ?p) (not (true (cell ?p a))))",
            ["GK902"],
        ),
        (
            "(<= (differ ?x ?y ?m ?n) (distinct ?x ?m)) (<= (differ ?x ?y ?m ?n) (distinct ?y ?n))"
            "(<= (legal ann (pair ?x ?m)) (num ?x) (num ?m) (differ ?x a ?m a))",
            "(<= (legal ann (pair ?x ?m)) (num ?x) (num ?m) (distinct ?x ?m))",
            ["GK902"],
        ),
        (
            "(<= (same ?x ?y) (not (distinct ?x ?y))) (<= (legal ann (pair ?x ?m)) (num ?x) (num ?m) (not (same ?x ?m)))",
            "(<= (legal ann (pair ?x ?m)) (num ?x) (num ?m) (distinct ?x ?m))",
            ["GK902"],
        ),
        (
            "(<= (other ?x 1) (distinct ?x 1)) (other ?x 3) (<= (legal ann (go ?x ?y)) (num ?x) (num ?y) (other ?x ?y))",
            "(<= (legal ann (go ?x 1)) (num ?x) (distinct ?x 1)) (<= (legal ann (go ?x 3)) (num ?x))",
            ["GK902"],
        ),
        (
            "(<= (eq ?x ?x) (distinct ?x 3)) (<= (legal ann (go ?x ?y)) (num ?x) (num ?y) (eq ?x ?y))",
            "(legal ann (go 1 1)) (legal ann (go 2 2))",
            ["GK902"],
        ),
        (
            "(<= (in (at ?x ?y)) (num ?x) (distinct ?y 1)) (<= (legal ann (go ?y)) (num ?y) (in (at 1 ?y)))",
            "(legal ann (go 2)) (legal ann (go 3))",
            ["GK902"],
        ),
        ("(any ?x) (legal ann go)", "(legal ann go)", ["GK902"]),
        ("(base (cell ?x ?y)) (legal ann go)", "(legal ann go)", ["GK906"]),
        ("(input go) (legal ann go)", "(legal ann go)", ["GK906"]),
        ("(<= (base ?x) (true ?x)) (legal ann go)", "(legal ann go)", ["GK906"]),
        ("(<= terminal not (true (cell 1 b)))", "(<= terminal (not (true (cell 1 b))))", ["GK905"]),
    ],
)  # fmt: skip
def test_what_is_bent_plays_like_what_is_proper(bent, proper, ids):
    assert answers(bent) == answers(proper)
    assert warnings(bent) == ids and warnings(proper) == []


@pytest.mark.parametrize(
    "text",
    [
        "(<= (legal ann (go ?x)) (true (cell 1 a)))",
        "(<= (legal ann (go ?x)) (num ?x) (distinct ?x ?y))",
        "(base (cell ?x ?y)) (<= (init ?x) (base ?x))",
        "(<= (far ?x) (far ?x)) (<= terminal (far 1))",
        "(<= (in (at ?x ?y)) (num ?x)) (<= (legal ann ?m) (move ?m) (in ?m)) (move (at 1 2))",
    ],
)
def test_what_could_mean_anything_is_refused(text):
    if "far" in text:
        text = text.replace("(<= (far ?x) (far ?x))", "(<= (far ?x) (not (far ?x)))")
    with pytest.raises(GalakitError) as caught:
        normalise(read_description(Source("g", FRAME + text)))
    assert {d.id for d in caught.value.diagnostics} == {"GK903"}


def test_every_unbound_variable_is_told_at_once():
    with pytest.raises(GalakitError) as caught:
        normalise(read_description(Source("g", "(role a) (<= (next ?x) (true a)) (<= (init ?y) (role a))")))
    assert len(caught.value.diagnostics) == 2


def test_names_that_say_that_nothing_is_meant_are_not_warned_about():
    assert warnings("(<= terminal (not (true (cell 3 ?_))))") == []
    assert answers("(<= terminal (not (true (cell 3 ?_))))")[1]


def test_definitions_that_would_be_copied_too_often_are_refused_soon():
    text = "".join(f"(<= (d{k} ?x ?y) (or (d{k + 1} ?x ?y) (d{k + 1} ?y ?x)))" for k in range(40))
    with pytest.raises(GalakitError):
        normalise(read_description(Source("g", FRAME + text + "(d40 ?x ?y) (<= terminal (num ?x) (d0 ?x ?x))")))


@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        (
            "(<= (legal ann (go ?x)) (num ?x) (not (and (distinct ?x 1) (distinct ?x 2))))",
            "(legal ann (go 1)) (legal ann (go 2))",
        ),
        (
            "(<= (legal ann (go ?x ?y)) (num ?x) (num ?y) (not (and (true (cell ?x ?m)) (distinct ?x ?y))))",
            "(legal ann (go 1 1)) (legal ann (go 2 2)) (legal ann (go 3 1)) (legal ann (go 3 2)) (legal ann (go 3 3))",
        ),
        (
            "(<= (legal ann (go ?x)) (num ?x) (or " + " ".join(f"(distinct ?x {k})" for k in range(70)) + "))",
            "(legal ann (go 1)) (legal ann (go 2)) (legal ann (go 3))",
        ),
        (
            "(<= (legal ann (go ?x)) (num ?x)" + 8 * " (or (distinct ?x 1) (true (cell ?x b)))" + ")",
            "(legal ann (go 2)) (legal ann (go 3))",
        ),
        (
            "(<= (legal ann (go ?x)) (num ?x) (not (or (and (distinct ?x 1) (or (distinct ?x 2) (num 4))) (num 5))))",
            "(legal ann (go 1)) (legal ann (go 2))",
        ),
    ],
)  # fmt: skip
def test_conditions_inside_of_others_use_what_is_bound_outside(odd, plain):
    assert answers(odd) == answers(plain) and warnings(odd) == []


@pytest.mark.parametrize(
    "text",
    [
        "(<= terminal (num ?x) " + "(or (distinct ?x 1) (not (and (num ?x) (num 2))))" * 3_000 + ")",
        "(<= terminal (or a b) (or a b) (or a b) (or a b) (or a b) (or a b))" * 300,
        "".join(f"(<= p{k} q{k}) (base b{k})" for k in range(3_000)),
        "".join(f"(<= p{k} (not p{k + 1}))" for k in range(3_000)) + "(<= p3000 p0)",
        "".join(f"(<= (goal x{k} 1) (true t{k}))" for k in range(3_000)),
    ],
)
def test_odd_descriptions_are_checked_soon(text):
    started = time.process_time()
    check(read_description(Source("g", FRAME + text)))
    assert time.process_time() - started < 20
