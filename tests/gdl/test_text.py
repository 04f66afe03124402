"""Both notations are read into one form, whatever the file looks like; what cannot be read is told with its place."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError, Source
from galakit.gdl.text.limits import DEEPEST
from galakit.gdl.text.read import decoded, notation_of, read_description
from galakit.gdl.text.syntax import Either, Literal, Variable


def read(text, name="<text>"):
    return read_description(Source(name, text))


X, Y = Variable("x"), Variable("y")


@pytest.mark.parametrize(
    ("kif", "infix"),
    [
        ("(role ann)", "role(ann)"),
        ("(role ann) (role bob)", "role(ann) role(bob)."),
        ("(legal ann noop)", "legal(ann, noop)."),
        ("(legal ann (noop))", "legal(ann, noop())"),
        ("(<= terminal)", "terminal."),
        ("terminal (role x)", "terminal. role(x)"),
        ("(<= (p ?x) (q ?x) (not (r ?x)))", "p(X) :- q(X) & ~r(X)"),
        ("(<= (p ?x) (q ?x) (not (r ?x)))", "p(?x) <= q(?x), not r(?x)."),
        ("(<= (p ?x) (q ?x) (not (r ?x)))", "p(X) :- q(X), \\+ r(X)."),
        ("(<= (p ?x) (q ?x) (distinct ?x a))", "p(X) :- q(X) & X \\= a"),
        ("(<= (p ?x) (q ?x) (distinct a ?x))", "p(X) :- q(X) & a != X"),
        ("(<= p (or a (and b c) (not d)))", "p :- a | b & c | ~d."),
        ("(<= p (or a b) c)", "p :- (a ; b), c"),
        ("(<= p (not (or a b)))", "p :- ~(a | b)"),
        ("(<= p (not (and a b)) (and c d))", "p :- not(a & b) & (c & d)"),
        ("(<= p (or a b))", "p :- or(a, b)"),
        ("(<= p (not (not a)))", "p :- ~~a"),
        ("; why\n(p a) ; because\n; end", "% why\np(a) % because\n% end"),
        ("#| (p b)\n |# (p a)", "/* p(b).\n */ p(a)."),
        ("% other mark\n(p a)", "; other mark\np(a)"),
        ("(P A) (<= P (NOT (q ?X)))", "p(a). p :- NOT q(?x)"),
        ("(p -1 x1 2x)", "p(-1, x1, 2x)"),
        ("(p x-1 a.b)", "p('x-1', 'a.b')"),
        ("((role ann) (role bob))", "role(ann) role(bob)"),
        ("(p\r\n a)\r\n;x\r\n(q)", "p(a)\r\n%x\r\nq"),
    ],
)
def test_the_two_notations_say_the_same(kif, infix):
    one, other = read(kif), read(infix)
    assert (one.notation, other.notation) == ("kif", "infix")
    assert one.clauses == other.clauses


def test_nameless_variables_are_different_from_each_other_and_from_those_with_names():
    (clause,) = read("p(X) :- q(X, _, _, _1).").clauses
    found = clause.body[0].atom[2:]
    assert len({*found}) == 3 and Variable("_1") in found


def test_terms_without_a_name_are_tuples():
    (clause,) = read("after((P, house), X)").clauses
    assert clause.head == ("after", (",", Variable("p"), "house"), X)


def test_disjunctions_inside_of_disjunctions_are_kept():
    (clause,) = read("(<= p (or a (and (or b c) d)))").clauses
    inner = Either(((Literal("b"),), (Literal("c"),)))
    assert clause.body == (Either(((Literal("a"),), (inner, Literal("d")))),)


def test_case_does_not_count_but_the_first_spelling_is_kept_and_the_second_warned_about():
    description = read("(role Ann) (legal ANN go) (legal ann Go)")
    assert [c.head[1] for c in description.clauses] == ["ann"] * 3
    assert description.spell("ann") == "Ann"
    assert [(p.id, str(p.span)) for p in description.problems] == [("GK901", "<text>:1:19"), ("GK901", "<text>:1:38")]


def test_a_variable_spelt_in_two_ways_in_one_clause_is_one_variable():
    description = read("(<= (p ?x) (q ?X)) (<= (q ?X) (r ?X))")
    assert description.clauses[0].body == (Literal(("q", X)),)
    assert [p.id for p in description.problems] == ["GK901"]


def test_not_without_brackets_negates_what_follows_with_a_warning():
    description = read("(<= terminal not boardopen (true x))")
    assert description.clauses[0].body == (Literal("boardopen", False), Literal(("true", "x")))
    assert [p.id for p in description.problems] == ["GK905"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("(role ann)\n(legal ann", "2:1", "a bracket is never closed"),
        ("(role ann))", "1:11", "a bracket is closed that was never opened"),
        ("(role ann) ()", "1:12", "there is nothing between the brackets"),
        ("(<= )", "1:1", "a rule needs a head"),
        ("(<= (not p) q)", "1:5", "`not` cannot be what a rule defines"),
        ("(<= (distinct a b) q)", "1:5", "`distinct` cannot be what a rule defines"),
        ("(<= p (not q r))", "1:7", "`not` takes one condition"),
        ("(<= p (or))", "1:7", "`or` takes conditions"),
        ("(<= p ?x)", "1:7", "a variable stands where an atom must be"),
        ("(<= p (?x a))", "1:8", "a term begins with a name"),
        ("(<= p (q a) (<= r s))", "1:13", "a rule stands inside of another"),
        ("(p a) #| open", "1:7", "a comment is not closed"),
        ("role(ann). p(a", "1:15", "a bracket is not closed here"),
        ("role(ann). p(X) :- ", "1:20", "an atom is expected here"),
        ("role(ann). X", "1:12", "an atom is expected here"),
        ("role(ann). p :- X", "1:18", "a variable stands where an atom must be"),
        ("role(ann). p(,)", "1:14", "a term is expected here"),
        ("role(ann). p('a", "1:14", "a quoted name is not closed"),
        ("role(ann). /* p(a).", "1:12", "a comment is not closed"),
        ("role(ann). not(p)", "1:12", "`not` cannot be what a rule defines"),
        ("role(ann). p :- 'and'(x)", "1:17", "`'and'` cannot be a predicate"),
        ("", "", "there is no description in the text"),
        ("; nothing but a comment", "1:1", "there is no description in the text"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text, place, message):
    with pytest.raises(GalakitError) as caught:
        read(text, "g")
    problem = caught.value.diagnostics[0]
    assert problem.message == message and problem.id == "GK900" and problem.hint
    assert (str(problem.span) if problem.span else "") == (f"g:{place}" if place else "")


def test_the_text_decides_about_the_notation_whatever_the_file_is_called():
    assert read("role(ann).", "game.kif").notation == "infix"
    assert read("; (not this)\n% nor(this)\n(role ann)", "game.gdl").notation == "kif"
    assert notation_of("terminal (role x)") == "kif"
    assert notation_of("terminal :- open. open") == "infix"
    assert notation_of("'my game'(x)") == "infix"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_files_in_other_encodings_are_read(encoding):
    text = decoded("; Schöne Grüße\r\n(role é)\r(role b)".encode(encoding))
    assert text.startswith("; Sch") and [c.head[1] for c in read(text).clauses] == ["é", "b"]


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(UnicodeDecodeError):
        decoded(b"(role a)\0\1\2\xff")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 20_000,
        "(p " + "(f " * 5_000 + "a" + ")" * 5_001,
        "p(" + "f(" * 5_000 + "a",
        "p :- " + "(" * 5_000,
        "p :- " + "~(" * 5_000 + "a",
    ],
)
def test_brackets_that_are_nested_too_deep_are_refused(text):
    with pytest.raises(GalakitError) as caught:
        read(text)
    assert caught.value.diagnostics[0].id == "GK904"


@pytest.mark.parametrize(
    "text",
    [
        "(p {})".format("(f " * (DEEPEST - 1) + "a" + ")" * (DEEPEST - 1)),
        "p({})".format("f(" * (DEEPEST - 1) + "a" + ")" * (DEEPEST - 1)),
        "p :- {}".format("(a | " * (DEEPEST - 1) + "b" + ")" * (DEEPEST - 1)),
        "(<= p {})".format("(or a " * (DEEPEST - 1) + "b" + ")" * (DEEPEST - 1)),
        "(<= p {})".format("(not (or a " * (DEEPEST // 2 - 1) + "b" + "))" * (DEEPEST // 2 - 1)),
    ],
)
def test_brackets_as_deep_as_allowed_can_be_read_checked_converted_and_laid_out(text):
    from galakit.gdl.check.check import check
    from galakit.gdl.text.format import converted, formatted

    description = read(text)
    assert read(converted(description, "kif")).clauses == read(converted(description, "infix")).clauses
    check(description)
    assert formatted(Source("<text>", text))


@pytest.mark.parametrize(
    "text",
    [
        "a " * 10_000,
        "(a)()" * 5_000,
        "/*" * 20_000,
        "#|" * 20_000,
        "#| " * 20_000,
        "p(a). " + "/* " * 20_000,
        "p(a). " + "/**/" * 20_000,
        "(p a)" + "#||#" * 20_000,
        "p(a). '" + "\\" * 20_000,
        "(p a) " + ";" * 20_000,
        "p(A). " * 5_000,
        "(P a) (p A) " * 3_000,
        "(<= p not not a) " * 5_000,
        "p :- and(" + "a, " * 20_000 + "a)",
        "'" * 20_000,
        "?" * 20_000 + "(p",
    ],
)
def test_long_and_odd_texts_are_read_or_refused_soon(text):
    from galakit.gdl.text.format import formatted

    started = time.process_time()
    try:
        formatted(Source("<text>", text))
    except GalakitError as error:
        assert len(str(error)) < 5_000
    assert time.process_time() - started < 15


@given(
    st.lists(
        st.sampled_from(
            ["(", ")", "<=", "role", "p", "?x", "X", "not", "or", "and", ":-", "&", "|", ".", ",", ";", "%", "\n", "'"]
            + ["~", " ", "distinct", "/*", "*/", "#|", "|#", "\\", "1", "-", "_"]
        ),
        max_size=30,
    ).map("".join)
)
def test_any_text_is_read_or_refused_with_a_diagnostic(text):
    from galakit.gdl.text.format import formatted

    try:
        once = formatted(Source("<text>", text))
    except GalakitError as error:
        assert all(d.id in ("GK900", "GK904") for d in error.diagnostics)
    else:
        assert formatted(Source("<text>", once)) == once
