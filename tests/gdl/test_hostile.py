"""Descriptions that make no sense, as commands and servers meet them: each is told why, with place and remedy."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.cli.main import main
from galakit.errors import GalakitError, Source
from galakit.gdl.check.check import check
from galakit.gdl.check.keywords import ARITY
from galakit.gdl.ground.asp import Names, as_asp
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.machines import machine_of
from galakit.gdl.network.compiling import compile_network
from galakit.gdl.normal import normalise
from galakit.gdl.text.read import read_description
from galakit.loading import check_source, declared

SOUND = "(role ann) (base s) (input ann go) (init s) (legal ann go) (next s) (terminal) (goal ann 100) "


def read(text):
    return read_description(Source("game.kif", text))


def written(name, arity, notation):
    inside = ["ann", "s", "t"][:arity]
    return f"({' '.join([name, *inside])})" if notation == "kif" else f"{name}({', '.join(inside)})."


@pytest.mark.parametrize("notation", ["kif", "infix"])
@pytest.mark.parametrize(("name", "arity"), [(name, k) for name in ARITY for k in range(4) if k != ARITY[name]])
def test_a_keyword_with_another_number_of_arguments_is_refused_with_its_place(name, arity, notation):
    atom = written(name, arity, notation)
    rule = f"(<= (p) {atom})" if notation == "kif" else f"p :- {atom}"
    for text in {rule} if name in ("distinct", "true", "does") else {atom, rule}:
        # Declarations that are wrong are left out, with a warning: nothing depends on them.
        left_out = name in ("base", "input", "percept") and text == atom
        severity, id = ("warning", "GK906") if left_out else ("error", "GK907")
        problem = next(p for p in check(read(text)) if p.id == id)
        assert problem.span is not None and problem.hint and problem.severity == severity and name in problem.message


@pytest.mark.parametrize("text", ["(role)", "role", "(role) (role ann)", "role().", "(<= role)", "(<= (role) (p))"])
def test_a_role_without_a_name_is_no_traceback(text, tmp_path, capsys):
    path = tmp_path / "game.kif"
    path.write_text(text)
    for command in (["check"], ["check", "--explore"], ["size"], ["solve"], ["trace", "--seed", "1"]):
        assert main([command[0], str(path), *command[1:]]) == 2
        said = capsys.readouterr().err
        assert "GK907" in said and f"{path}:1:" in said and "hint: write `" in said


NUMBERS = ["99999999999999999999999999", "-99999999999999999999999999", "1000000001", "3000000000", "9" * 5000]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:20])
def test_a_goal_that_is_too_large_is_refused_with_its_place(number, tmp_path, capsys):
    text = SOUND.replace("(goal ann 100)", f"\n(goal ann {number})")
    (problem,) = [p for p in check(read(text)) if p.severity == "error"]
    assert problem.id == "GK925" and problem.span.to_json()["line"] == 2 and "0 to 100" in problem.hint
    path = tmp_path / "game.kif"
    path.write_text(text)
    for command in ("check", "size", "solve"):
        assert main([command, str(path)]) == 2
        said = capsys.readouterr().err
        assert "GK925" in said and len(said) < 9_000


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:20])
def test_a_goal_that_is_too_large_is_refused_where_rules_lead_to_it(number):
    text = f"(role ann) (init {number}) (legal ann go) (<= terminal (true ?x)) (<= (goal ann ?x) (true ?x))"
    with pytest.raises(GalakitError, match="GK925"):
        compile_network(normalise(read(text)))
    interpreter = Interpreter(normalise(read(text)))
    with pytest.raises(GalakitError, match="GK925"):
        interpreter.goals(interpreter.opening())


@pytest.mark.parametrize(
    ("value", "goal"),
    [
        ("1000000000", 10**9),
        ("-1000000000", -(10**9)),
        ("007", 7),
        ("+5", 5),
        ("1_000", None),
        ("\u0663", None),
        ("1e2", None),
    ],
)
def test_both_machines_read_the_same_goal_from_a_term(value, goal):
    description = read(f"(role ann) (init s) (legal ann go) (<= terminal (true s)) (goal ann {value})")
    for machine in (machine_of(description), Interpreter(normalise(description))):
        assert machine.goals(machine.opening()) == (goal,)


DEEP = 100_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * DEEP,
        "(" * DEEP + "a" + ")" * DEEP,
        "p(" * DEEP,
        "p :- " + "(" * DEEP,
        "(<= p " + "(not " * DEEP,
        "(<= p (or " * DEEP,
    ],
    ids=["open", "closed", "infix", "body", "not", "or"],
)
def test_brackets_a_hundred_thousand_deep_are_refused_with_their_place(text, tmp_path, capsys):
    path = tmp_path / "game.kif"
    path.write_text(text)
    assert main(["check", str(path)]) == 2
    said = capsys.readouterr().err
    assert "GK904" in said and f"{path}:1:" in said and "hint: write it flatter" in said and len(said) < 2_000


WORDS = st.sampled_from(
    [
        *ARITY,
        "and",
        "or",
        "not",
        "random",
        "<=",
        "(",
        ")",
        "(",
        ")",
        "a",
        "?x",
        "?",
        "()",
        "7",
        "9" * 30,
        "'",
        '"',
        "%",
        ";",
        "#|",
        "$5",
    ]
)


@given(st.lists(WORDS, max_size=25))
def test_no_words_in_any_order_do_more_than_be_refused(words):
    for text in (" ".join(words), re.sub(r"\s+(?=\()", "", " ".join(words))):
        source = Source("game.kif", text)
        for problem in check_source(source, {}):
            assert problem.id and problem.render()
        try:
            declared(source)
        except GalakitError:
            continue


DIRECTIVES = ["#script", "python", "import", "os.mkdir", "#end.", "#include", '"x.lp".', "p0.", ":-", "{0}"]


def test_no_text_of_a_description_becomes_a_text_for_clingo():
    facts = " ".join(f"({word} ({word} {' '.join(DIRECTIVES)}))" for word in DIRECTIVES)
    rules = " ".join(f"(<= (legal ann {word}) (true {word}) ({word} ?x))" for word in DIRECTIVES)
    names = Names()
    program = as_asp(normalise(read(SOUND + facts + rules)), names, declared=False)
    assert set(DIRECTIVES) <= set(names.names)
    assert not re.sub(r"\b[cfp]\d+\b|\b[MRX]\d*\b|\bnot\b|:-|[(){},;.\s]", "", program)
