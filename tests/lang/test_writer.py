"""The writer: text in the style of `writeq` that reads back as the same term."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.lang.operators import INFIX, PREFIX
from galakit.lang.reader import read_term
from galakit.lang.syntax import to_term
from galakit.lang.terms import CONS, CURLY, NIL, Float, Var, list_term, sym
from galakit.lang.writer import write


def back(text: str) -> Any:
    return to_term(read_term(text), {})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[a, b | c]", "[a,b|c]"),
        ("f( x , y )", "f(x,y)"),
        ("1 - 2", "1-2"),
        ("a : b", "a:b"),
        ("deck : $suits * $ranks", "deck:$suits*$ranks"),
        ("f((a, b), (c :- d))", "f((a,b),(c:-d))"),
        ("(a , b)", "a,b"),
        ("X is Y mod 2", "_1 is _2 mod 2"),
        ("'Hello'('it''s', \"a\\nb\")", "'Hello'('it\\'s',\"a\\nb\")"),
        ("- (1)", "-(1)"),
        ("- a", "-a"),
        ("- (- a)", "- -a"),
        ("-(1 ^ 2)", "- 1^2"),
        ("(-1) ^ 2", "-1^2"),
        ("a - -1", "a- -1"),
        ("1 - (2 - 3) - 4", "1-(2-3)-4"),
        ("+ = -", "(+)=(-)"),
        ("f(+, :-)", "f(+,:-)"),
        ("\\+ (a, b)", "\\+((a,b))"),
        ("\\+ (a, b) = c", "\\+ (a,b)=c"),
        ("{a, b}", "{a,b}"),
        ("{}", "{}"),
        ("[]", "[]"),
        ("f(',', '|', ;, !, 'X', '_', '', '.')", "f(',','|',;,!,'X','_','','.')"),
        ("','(a)", "','(a)"),
        ("1e22", "1.0e+22"),
        ("-1.0Inf", "-1.0Inf"),
    ],
)
def test_a_term_is_written_like_this_and_reads_back(text: str, written: str) -> None:
    assert write(back(text)) == written
    assert write(back(written)) == written


def test_variables_are_numbered_by_first_occurrence() -> None:
    assert write(back("f(Z, A, Z, _)")) == "f(_1,_2,_1,_3)"


def test_bound_variables_are_written_as_their_values() -> None:
    variable = Var()
    variable.ref = list_term([1], tail := Var())
    tail.ref = list_term([2])
    assert write((sym("f", 1), variable)) == "f([1,2])"


def test_rationals_are_written_as_fractions_with_brackets_where_needed() -> None:
    third = Fraction(1, 3)
    assert write(third) == "1/3"
    assert write(-third) == "-1/3"
    assert write(list_term([third])) == "[1/3]"
    assert write((sym("^", 2), third, 2)) == "(1/3)^2"
    assert write((sym("-", 2), 1, third)) == "1-1/3"
    assert write((sym("/", 2), 2, third)) == "2/(1/3)"


def test_an_atom_that_starts_with_a_dollar_is_not_mistaken_for_a_variable_of_the_game() -> None:
    assert back(write(sym("$player"))) is sym("$player")
    assert write((sym("$", 1), sym("player"))) == "$player"


def test_integers_of_any_size_are_written() -> None:
    assert write(10**9000) == "1" + "0" * 9000
    assert write(-(10**8000) - 7) == "-1" + "0" * 7999 + "7"
    assert write(10**4000 - 1) == "9" * 4000


def test_long_and_deep_terms_are_written() -> None:
    assert write(list_term(range(30_000))).endswith("29998,29999]")
    deep: Any = sym("a")
    for _ in range(30_000):
        deep = (sym("f", 1), deep)
    assert write(deep).startswith("f(f(")
    left: Any = 1
    for _ in range(30_000):
        left = (sym("+", 2), left, (sym("-", 1), left if left == 1 else 1))
    assert write(left).startswith("1+ -(1)+")


STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
ODD_NAMES = ["a", "f", "X", "|", "[]", "{}", ".", "/*", "*/", "$x", "a b", "'", "%"]
NAMES = st.sampled_from([*INFIX, *PREFIX, *ODD_NAMES]) | STRINGS
CONSTANTS = NAMES.map(sym) | st.integers() | st.floats(allow_nan=False).map(Float) | STRINGS


def compounds(terms: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    operators = st.sampled_from(list(INFIX))
    return (
        st.tuples(operators, terms, terms).map(lambda t: (sym(t[0], 2), t[1], t[2]))
        | st.tuples(st.sampled_from(list(PREFIX)), terms).map(lambda t: (sym(t[0], 1), t[1]))
        | st.tuples(NAMES, st.lists(terms, min_size=1, max_size=3)).map(lambda t: (sym(t[0], len(t[1])), *t[1]))
        | st.tuples(st.lists(terms, max_size=3), st.just(NIL) | terms).map(lambda t: list_term(*t))
        | terms.map(lambda t: (CURLY, t))
        | terms.map(lambda t: (CONS, t, t))
    )


TERMS = st.recursive(CONSTANTS, compounds, max_leaves=12)


@given(TERMS)
def test_a_ground_term_without_rationals_reads_back_as_itself(term: Any) -> None:
    assert back(write(term)) == term


@given(TERMS, TERMS)
def test_different_terms_have_different_texts(one: Any, other: Any) -> None:
    if one != other:
        assert write(one) != write(other)
