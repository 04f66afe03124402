"""Descriptions are written in either notation and laid out without changing what they say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import Source
from galakit.gdl.text.comments import comments
from galakit.gdl.text.format import converted, formatted
from galakit.gdl.text.read import read_description
from galakit.gdl.text.write import WIDEST, written
from gdl.descriptions import descriptions, same_but_for_variables


def read(text):
    return read_description(Source("<text>", text))


@given(descriptions)
def test_a_description_written_in_either_notation_is_read_back_the_same(description):
    in_kif, in_infix = written(description, "kif"), written(description, "infix")
    assert read(in_kif).notation == "kif" and read(in_infix).notation == "infix"
    assert same_but_for_variables(read(in_kif), description)
    assert same_but_for_variables(read(in_infix), description)


@given(descriptions, st.sampled_from(["kif", "infix"]))
def test_there_and_back_again_is_where_it_began(description, notation):
    first = read(written(description, notation))
    other = "infix" if notation == "kif" else "kif"
    assert same_but_for_variables(read(converted(read(converted(first, other)), notation)), first)


WORDS = st.text("abc ;%()", max_size=8)


@st.composite
def commented(draw):
    """A description with comments and line breaks wherever they may stand."""
    notation = draw(st.sampled_from(["kif", "infix"]))
    text = written(draw(descriptions), notation)
    mark = ";" if notation == "kif" else "%"
    made, quoted = [], False
    for char in text:
        quoted = quoted != (char == "'" and notation == "infix")
        made.append(char)
        if char == " " and not quoted and draw(st.integers(0, 5)) == 0:
            made.append(f"{mark}{draw(WORDS)}\n" if draw(st.booleans()) else "\n")
        elif char == "\n":
            made.append(draw(st.sampled_from(["", "", "\n\n\n", f"{mark} alone\n", f"{mark}\n\n"])))
    return "".join(made)


@given(commented())
def test_laying_out_keeps_clauses_and_comments_and_is_done_once(text):
    once = formatted(Source("<text>", text))
    before = read(text)
    assert read(once).clauses == before.clauses
    told = [sorted(c.text for c in comments(t, before.notation)) for t in (text, once)]
    assert [c.strip() for c in told[0]] == [c.strip() for c in told[1]]
    assert formatted(Source("<text>", once)) == once


KIF = """\
; Who plays.
(role white)   (role black) ; two of them



(<= (legal ?p (mark ?x ?y)) ; a move
(true (cell ?x ?y b)) (true (control ?p)) ; free, and his turn
  ; (not (forbidden ?x))
  )
(<= terminal (or (line white) (line black)))
(<= (next (cell ?x ?y b)) (does ?p (mark ?i ?j)) (true (cell ?x ?y b)) (or (distinct ?x ?i) (distinct ?y ?j)) (true (still-longer ?x)))
(  init
   (cell 1 1 b))
"""

LAID_OUT = """\
; Who plays.
(role white) (role black)  ; two of them

(<= (legal ?p (mark ?x ?y))  ; a move
    (true (cell ?x ?y b)) (true (control ?p))  ; free, and his turn
    ; (not (forbidden ?x))
    )
(<= terminal (or (line white) (line black)))
(<= (next (cell ?x ?y b))
    (does ?p (mark ?i ?j))
    (true (cell ?x ?y b))
    (or (distinct ?x ?i) (distinct ?y ?j))
    (true (still-longer ?x)))
(init (cell 1 1 b))
"""

CONVERTED = """\
% Who plays.
role(white). role(black).  % two of them

% a move
% free, and his turn
% (not (forbidden ?x))
legal(P, mark(X, Y)) :- true(cell(X, Y, b)) & true(control(P)).
terminal :- (line(white) | line(black)).
next(cell(X, Y, b)) :-
    does(P, mark(I, J)) &
    true(cell(X, Y, b)) &
    (distinct(X, I) | distinct(Y, J)) &
    true('still-longer'(X)).
init(cell(1, 1, b)).
"""


def test_the_layout_of_the_prefix_notation():
    assert formatted(Source("<text>", KIF)) == LAID_OUT


def test_conversion_keeps_comments_between_clauses_and_puts_the_others_in_front():
    assert converted(read(KIF), "infix") == CONVERTED
    assert read(CONVERTED).clauses == read(KIF).clauses


def test_the_layout_of_the_infix_notation():
    text = "p(X,Y):-q(X),\n  not r(Y)& % why\n~(s|t(X)).\nrole( ann )\nrole(bob)"
    laid_out = "p(X, Y) :-\n    q(X),\n    not r(Y) &  % why\n    ~(s | t(X)).\nrole(ann).\nrole(bob).\n"
    assert formatted(Source("<text>", text)) == laid_out


def test_lines_that_are_too_long_are_broken_in_both_notations():
    text = "(<= (p ?x) " + " ".join(f"(condition number {k} ?x)" for k in range(9)) + ")"
    for result in (formatted(Source("<text>", text)), converted(read(text), "infix")):
        assert max(map(len, result.splitlines())) <= WIDEST and result.count("\n") == 10


def test_spelling_is_kept_and_capitals_of_a_whole_name_are_not():
    description = read("(role Ann) (<= (legal Ann (Mark ?myCard)) (CARD ?myCard))")
    assert converted(description, "infix") == "role('Ann').\nlegal('Ann', 'Mark'(MyCard)) :- card(MyCard).\n"
    again = read(converted(description, "infix"))
    assert converted(again, "kif") == "(role Ann)\n(<= (legal Ann (Mark ?myCard)) (card ?myCard))\n"


def test_names_that_the_prefix_notation_cannot_write_get_others():
    description = read("role('tic tac'). role(tic_tac). role(';'). role('').")
    assert converted(description, "kif") == "(role tic_tac_) (role tic_tac) (role _) (role __)\n"


def test_variables_whose_names_the_infix_notation_cannot_tell_apart_stay_apart():
    (clause,) = read(converted(read("(<= (p ?n+ ?n- ?n_) (q ?n+ ?n- ?n_))"), "infix")).clauses
    assert len({*clause.head[1:]}) == 3
