"""The reader: operators, lists, negative numbers, recovery after errors, and robustness against any text."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.lang.reader import read, read_term
from galakit.lang.syntax import Node, conjuncts, indicator, list_items, to_term
from galakit.lang.terms import Var, iterate


def canonical(node: Node) -> str:
    """The term in prefix notation, so that its structure shows."""
    if node.kind == "string":
        return f'"{node.value}"'
    return f"{node.value}({','.join(map(canonical, node.args))})" if node.args else str(node.value)


def problems(text: str) -> list[Diagnostic]:
    return read(Source("test.gala", text))[1]


def texts(text: str) -> list[str]:
    return [clause.node.text for clause in read(Source("test.gala", text))[0]]


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("a:-b,c->d;e", ":-(a,;(->(,(b,c),d),e))"),
        ("1-2-3", "-(-(1,2),3)"),
        ("2^3^4", "^(2,^(3,4))"),
        ("a:b", ":(a,b)"),
        ("deck : $suits * $ranks", ":(deck,*($(suits),$(ranks)))"),
        ("$money(gambler)", "$(money(gambler))"),
        ("$x + 1", "+($(x),1)"),
        ("'$player'", "$(player)"),
        ("'$money'(P)", "$(money(P))"),
        ("x gets $y - 1", "gets(x,-($(y),1))"),
        ("$pot := 2", ":=($(pot),2)"),
        ("X = +", "=(X,+)"),
        ("[-]", ".(-,[])"),
        ("[-|T]", ".(-,T)"),
        ("maplist(=, L)", "maplist(=,L)"),
        ("f(:- , a)", "f(:-,a)"),
        ("- = x", "=(-,x)"),
        ("- (1)", "-(1)"),
        ("-(1)", "-(1)"),
        ("- 1", "-(1)"),
        ("-1", "-1"),
        ("a - 1", "-(a,1)"),
        ("a -1", "-(a,1)"),
        ("a - -1", "-(a,-1)"),
        ("-a^2", "-(^(a,2))"),
        ("-1^2", "^(-1,2)"),
        ("\\+ (a, b)", "\\+(,(a,b))"),
        ("\\+ a = b", "\\+(=(a,b))"),
        ("X = \\+ a", "=(X,\\+(a))"),
        ("2 ** -x", "**(2,-(x))"),
        ("- =(a,b,c)", "-(=(a,b,c))"),
        ("{a, b}", "{}(,(a,b))"),
        ("[]", "[]"),
        ("{}", "{}"),
        ("[a, b|T]", ".(a,.(b,T))"),
        ("[n : 1, m : 2]", ".(:(n,1),.(:(m,2),[]))"),
        ("(a | b)", ";(a,b)"),
        ("f(A, \"s\", 'B c')", 'f(A,"s",B c)'),
        ("'-' ", "-"),
        (":- use(library(cards))", ":-(use(library(cards)))"),
        ("a --> b", "-->(a,b)"),
        ("X is Y mod 2", "is(X,mod(Y,2))"),
    ],
)
def test_a_term_reads_with_this_structure(text: str, structure: str) -> None:
    assert canonical(read_term(text)) == structure


def test_clauses_carry_their_spans_and_the_occurrences_of_their_variables() -> None:
    (first, second), errors = read(Source("test.gala", "% game\nwin(P) :- best(P, _, Hand).\nend.\n"))
    assert not errors
    assert str(first.span) == "test.gala:2:1"
    assert first.span.end - first.span.start == len("win(P) :- best(P, _, Hand).")
    assert {name: len(nodes) for name, nodes in first.variables.items()} == {"P": 2, "Hand": 1}
    assert second.node.text == "end"


def test_a_bracketed_term_spans_its_brackets() -> None:
    assert read_term("x + (a, b)").args[1].text == "(a, b)"


def test_helpers_take_lists_and_conjunctions_apart() -> None:
    assert [n.text for n in list_items(read_term("[a, b(c), [d]]")) or []] == ["a", "b(c)", "[d]"]
    assert list_items(read_term("[a|T]")) is None
    assert [n.text for n in conjuncts(read_term("(a, b), c ; d, e").args[0])] == ["a", "b", "c"]
    assert indicator(read_term("pay(1, a)")) == ("pay", 2)
    assert indicator(read_term("end")) == ("end", 0)
    assert indicator(read_term("12")) is None


def test_variables_of_one_name_are_one_variable_but_each_underscore_is_new() -> None:
    variables: dict[str, Var] = {}
    term = to_term(read_term("f(X, Y, X, _, _)"), variables)
    assert term[1] is term[3] is variables["X"]
    assert list(variables) == ["X", "Y"]
    assert term[4] is not term[5]


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("f(a b).", 5, "a comma or an operator is missing between `a` and `b`", "comma"),
        ("f(a, [b, c).", 6, "this `[` is never closed", "add `]`"),
        ("f(a, b.", 2, "this `(` is never closed", "add `)`"),
        ("r :- [a, b).", 11, "unexpected `)`: `]` is expected", "write `]`"),
        ("a).", 2, "unexpected `)`: no bracket is open", "remove it"),
        ("[a,, b].", 4, "a list element is missing before `,`", "remove the extra comma"),
        ("[a, ].", 5, "a list element is missing before `]`", "remove the extra comma"),
        ("f(a, ).", 6, "an argument is missing before `)`", "remove the extra comma"),
        ("f().", 3, "`f()` has no arguments", "write `f` without brackets"),
        ("p :- q, .", 7, "nothing follows `,`: a term is expected before the final dot", "remove the comma"),
        ("x :- a = .", 8, "nothing follows `=`: a term is expected before the final dot", "after `=`"),
        ("a = b = c.", 7, "`=` cannot follow `=` without brackets", "round brackets"),
        ("a :- b :- c.", 8, "a second `:-` in one clause", "end the clause"),
        ("f(a -> b).", 5, "`->` needs brackets inside an argument", "( ... )"),
        ("[flow : a -> b].", 11, "`->` needs brackets inside a list", "write `flow : ( ... )`"),
        ("f (x).", 3, "a blank stands between `f` and its arguments", "without a blank"),
        ("X(1).", 1, "the variable `X` cannot be the name of a term", "call(X, ...)"),
        ("a :- X => Y.", 8, "`=>` is no operator", "`>=`"),
        ("[a|b, c].", 5, "the list must end after its tail, but `,` follows", "`]`"),
        ("last", 1, "the last clause has no final dot", "end it with `.`"),
        ("p :- X = +.", 10, "the last clause has no final dot", "put a blank before the final dot"),
        ("a(1)\nb.", 4, "a final dot or an operator is missing before `b`", "end the clause before it with `.`"),
        ("a :- 'b.", 6, "this quoted atom is never closed", "close it with `'`"),
        ("a. /* b", 4, "this comment is never closed", "*/"),
        ("$ $x.", 3, "`$` cannot follow `$`", "$pot"),
        ("game(x, [a : b. c : d]).", 15, "this dot ends the clause in the middle of a list", "write a comma"),
    ],
)
def test_an_error_names_its_place_its_cause_and_a_remedy(text: str, place: int, message: str, hint: str) -> None:
    (problem,) = problems(text)
    assert problem.message == message
    assert hint in (problem.hint or "")
    assert problem.span is not None
    assert problem.span.start + 1 == place


def test_reading_goes_on_at_the_next_clause_after_an_error() -> None:
    assert texts("a.\nb c.\nd.\ne :- (.\nf.\n'g :- h.\ni.") == ["a", "d", "f", "i"]
    assert len(problems("a.\nb c.\nd.\ne :- (.\nf.\n'g :- h.\ni.")) == 3


def test_a_clause_without_its_dot_does_not_take_the_next_one_along() -> None:
    assert texts("a(1)\nb(2).\nc.") == ["b(2)", "c"]


def test_each_broken_declaration_of_a_game_is_reported() -> None:
    text = """game(x, [
  players : [a b],
  flow : (x y, z),
  variables : [pot = 1],
  params : [,],
  bet(x) : choose(a, b,,c),
  last : end
]).
ok."""
    assert [p.span.source.line_and_column(p.span.start)[0] for p in problems(text) if p.span] == [2, 3, 5, 6]
    assert texts(text) == ["ok"]


def test_the_layout_tells_which_bracket_of_a_game_is_missing() -> None:
    (problem,) = problems("game(x, [\n  players : [a, b,\n  flow : (x, y),\n  variables : [pot]\n]).\n")
    assert str(problem.span) == "test.gala:2:13"
    assert "`flow`" in problem.labels[0].text


def test_at_most_twenty_errors_are_reported() -> None:
    assert len(problems("a b.\n" * 100)) == 20
    assert len(problems("\x00 ." * 100)) == 20


def test_a_single_term_may_end_in_a_dot_but_not_go_on() -> None:
    assert read_term("foo(1).").text == "foo(1)"
    for text in ("a. b", "", "  % nothing", "f(", "'"):
        with pytest.raises(GalakitError):
            read_term(text)


@pytest.mark.parametrize(("link", "last"), [("a,", "a"), ("1+", "1"), ("- ", "a")])
def test_long_chains_of_operators_read(link: str, last: str) -> None:
    text = link * 20_000 + last
    node = read_term(text)
    to_term(node, {})
    assert node.start == 0 and node.end == len(text)


def test_long_lists_read() -> None:
    node = read_term(f"[{','.join(map(str, range(20_000)))}]")
    assert len(list_items(node) or []) == 20_000
    assert list(iterate(to_term(node, {}))) == list(range(20_000))


@pytest.mark.parametrize("bracket", ["(", "[", "{", "f("])
def test_brackets_nest_up_to_a_thousand_deep_and_no_deeper(bracket: str) -> None:
    closer = {"(": ")", "[": "]", "{": "}"}[bracket[-1]]
    assert not problems(bracket * 1000 + "x" + closer * 1000 + ".")
    assert [p.message for p in problems(bracket * 1001 + "x" + closer * 1001 + ".")] == [
        "brackets are nested more than 1,000 deep"
    ]
    assert len(problems(bracket * 50_000)) == 1


PROGRAM = """game(coin, [players : [a, b], variables : [pot = 1, m(dealer) = 0],
  flow : (choose(nature, X, member(X, [h, 't'])), if(X = h, pay(1, a, b), outcome([1, -1])))]).
win(P) :- \\+ lost(P), X is 2 ** -1 + 0'a, Y == "s", !. % done
:- use(library(cards)). /* end */
"""
PIECES = [*"()[]{},|.'\"$:\\%\n", ". ", "- ", " = ", "/*", "*/", "0'"]


def check(text: str) -> None:
    clauses, errors = read(Source("fuzz", text))
    assert len(errors) <= 20
    for error in errors:
        assert error.span is not None and 0 <= error.span.start <= error.span.end <= len(text)
        error.render()
    for clause in clauses:
        to_term(clause.node, {})
    with contextlib.suppress(GalakitError):
        read_term(text)


@given(st.text())
def test_no_text_makes_the_reader_raise(text: str) -> None:
    check(text)


@given(st.binary())
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    check(data.decode(errors="replace"))


@given(st.lists(st.sampled_from([*PIECES, "a", "X", "f(", "1", "name :", " "])))
def test_no_sequence_of_tokens_makes_the_reader_raise(pieces: list[str]) -> None:
    check("".join(pieces))


@given(st.lists(st.tuples(st.integers(0, len(PROGRAM)), st.integers(0, 3), st.sampled_from(["", *PIECES])), max_size=6))
def test_no_mutated_program_makes_the_reader_raise(edits: list[tuple[int, int, str]]) -> None:
    text = PROGRAM
    for place, removed, inserted in edits:
        text = text[:place] + inserted + text[place + removed :]
    check(text)
