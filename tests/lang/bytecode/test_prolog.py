"""The abstract machine answers what Python's engine answers, in the same order, or says that it cannot."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError
from galakit.lang.bytecode.machine import status
from galakit.lang.bytecode.prolog import Escaped, MachineProlog
from galakit.lang.prolog import Prolog
from galakit.lang.reader import read_term
from galakit.lang.syntax import to_term
from galakit.lang.terms import Var, list_term
from galakit.lang.writer import write
from lang.test_prolog import ANSWERS
from tests.lang.swi.test_swi import FILES, goals

EMPTY = Prolog()


@cache
def machine_of(program: Prolog, limit: int) -> MachineProlog:
    return MachineProlog(program.database, limit)


def by_machine(program: Prolog, goal: str, limit: int = 200_000) -> list[str]:
    names: dict[str, Var] = {}
    term = to_term(read_term(goal), names)
    shown = list_term([var for name, var in names.items() if not name.startswith("_")])
    return [write(answer) for answer in machine_of(program, limit).solutions(shown, term)]


def by_python(program: Prolog, goal: str) -> list[str]:
    return [write(list_term(answer.values())) for answer in program.answers(goal)]


@pytest.mark.parametrize("goal", [goal for goal, _ in ANSWERS])
def test_it_answers_what_the_engine_in_python_answers(goal):
    try:
        found = by_machine(EMPTY, goal)
    except Escaped:
        return
    assert found == by_python(EMPTY, goal)


def test_most_goals_are_within_its_reach():
    escaped = []
    for goal, _ in ANSWERS:
        try:
            by_machine(EMPTY, goal)
        except Escaped:
            escaped.append(goal)
    assert len(escaped) < len(ANSWERS) / 2, escaped


PROGRAMS = {
    "queens": (
        """
        queens(N, Qs) :- numlist(1, N, L), permutation(L, Qs), safe(Qs).
        safe([]). safe([Q|Qs]) :- apart(Q, Qs, 1), safe(Qs).
        apart(_, [], _). apart(Q, [A|As], D) :- Q =\\= A + D, Q =\\= A - D, E is D + 1, apart(Q, As, E).
        """,
        "queens(6, Qs)",
    ),
    "cuts": (
        """
        p(X, Y) :- q(X), !, r(Y). p(none, none).
        q(1). q(2). r(a). r(b).
        s(X) :- ( q(X), X > 1 -> true ; X = 0 ).
        t(X) :- \\+ \\+ q(X), ( X = 5 ; X = 6, ! ; X = 7 ).
        u(X) :- ( q(X) *-> true ; X = 9 ).
        """,
        "p(X, Y), s(Z), t(T), u(U)",
    ),
    "lists": (
        """
        run(L, Sorted, Pairs, Sums) :-
            msort(L, Sorted), findall(X-Y, (member(X, L), member(Y, L), X @< Y), Pairs),
            findall(S, (member(A-B, Pairs), S is A * 10 + B), Sums).
        """,
        "run([3, 1, 2, 1], S, P, T), sort(0, @>=, T, U), sum_list(U, V), nth1(2, U, W), last(U, Z), length(P, N)",
    ),
    "taking from lists": (
        """
        first([f(1), f(2), f(X, X), f(1), g(Y, b), Y]).
        taken(X, R) :- first(L), selectchk(X, L, R).
        pairs(N, L) :- findall(I - J, (between(1, N, I), J is I * I mod 7), L).
        left(0, L, L) :- !.
        left(N, L, R) :- selectchk(_ - N, L, M), K is N - 1, left(K, M, R).
        left(N, L, R) :- \\+ selectchk(_ - N, L, _), K is N - 1, left(K, L, R).
        """,
        """
        findall(X - R, (member(X, [f(1), f(2), f(1, 2), g(a, Z), f(5), h]), taken(X, R)), All),
        pairs(20, L), left(6, L, M), ( selectchk(17 - Q, L, N) -> true ; N = none ),
        ( selectchk(30 - _, L, _) -> O = yes ; O = no ), ( selectchk(x, [], _) -> P = yes ; P = no ),
        selectchk(W, [A, B], S), A = 1, findall(T, ( member(T, [1, 2]), selectchk(T, [2, 3], _) ), Ts)
        """,
    ),
    "higher order": (
        "double(X, Y) :- Y is 2 * X. big(X) :- X > 3. add(X, A, B) :- B is A + X.",
        "maplist(double, [1, 2, 3], L), include(big, L, M), foldl(add, L, 0, S), exclude(big, L, E), aggregate_all(count, member(_, L), N)",
    ),
    "open terms": ("f(X, g(X, Y, _), Y).", "f(A, B, C), A = C, copy_term(B, D), B = g(1, _, z)"),
    "deep": (
        "down(0, z) :- !. down(N, s(X)) :- M is N - 1, down(M, X).",
        "down(3000, X), down(3000, Y), X == Y, Z = 1, X = X",
    ),
    "negative numbers": (
        "p(-1). p(-2). p(3).",
        "findall(X, p(X), L), msort(L, M), min_list(L, N), p(Y), Y < 0, abs(Y) > 1",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_run_as_in_python(name):
    text, goal = PROGRAMS[name]
    program = Prolog(text)
    assert by_machine(program, goal) == by_python(program, goal)


def test_a_goal_without_end_is_stopped():
    with pytest.raises(Escaped) as caught:
        by_machine(Prolog("p :- p."), "p")
    assert caught.value.status == status.TOO_LONG


@pytest.mark.parametrize(
    "goal", ["X is 1 / 3", "X is a + 1", "atom_length(abc, N)", "undefined(1)", "X is 2 ** 200", "throw(x)", "call(1)"]
)
def test_what_it_cannot_do_it_leaves_to_python(goal):
    with pytest.raises(Escaped):
        by_machine(EMPTY, goal)


@pytest.mark.parametrize(
    "goal", ["numlist(1, 5000000, L), length(L, N)", "length(L, 9000000)", "findall(X, between(1, 5000000, X), L)"]
)
def test_what_needs_more_room_than_there_is_is_left_to_python(goal):
    with pytest.raises(Escaped):
        by_machine(EMPTY, goal, 10**9)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_goals_on_which_swi_prolog_and_python_agree(path):
    text, questions = goals(path)
    program = Prolog(text)
    wrong = []
    for goal in questions:
        try:
            found: object = by_machine(program, goal)
        except (GalakitError, Escaped):  # the first, where the goal cannot even be read
            continue
        try:
            expected: object = by_python(program, goal)
        except GalakitError as error:
            expected = error
        if found != expected:
            wrong.append((goal, found, expected))
    assert not wrong


ATOMS = st.sampled_from(["a", "b", "[]", "1", "2", "-3"])
TERMS = st.recursive(
    ATOMS | st.sampled_from(["X", "Y", "Z"]),
    lambda inner: st.one_of(
        st.builds("f({})".format, inner),
        st.builds("g({}, {})".format, inner, inner),
        st.builds("[{}|{}]".format, inner, inner),
    ),
    max_leaves=8,
)


@given(TERMS, TERMS, TERMS)
def test_terms_unify_as_in_python(a, b, c):
    for goal in (
        f"{a} = {b}, {b} = {c}",
        f"( {a} = {b} -> R = yes ; R = {c} )",
        f"\\+ {a} = {b}, S = 1",
        f"copy_term({a}, T), T = {b}",
        f"findall({a}, member(X, [{b}, {c}]), L)",
        f"( {a} == {b} ; {c} = {a} )",
    ):
        try:
            found = by_machine(EMPTY, goal)
        except Escaped:  # from infinite terms
            continue
        assert found == by_python(EMPTY, goal), goal
