"""A query that is answered from the table answers what it would have answered if it had been run."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.lang.bytecode import answers, exploring
from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.machine.tabling import UNTABLED
from lang.bytecode.test_exploring import by_machine, by_python, game, spelled_out

WALK = "n gets 0, m gets 0, while($n < 6, (choose(a, X, member(X, [1, 2, 3])), n gets $n + X, {})), outcome(draw)"
VARIABLES = "variables : [n, m, k = [], at(1) = u, at(2) = v],"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(exploring, "PATIENCE", 10**9)


def same(load, states=20_000):
    automaton, found = by_machine(load().rules)
    assert spelled_out(automaton) == spelled_out(by_python(load().rules, states))
    return found


@pytest.mark.parametrize(
    ("step", "clauses"),
    [
        # What is read depends on what was read before.
        ("if(p, m gets 1 - $m)", "p :- gala_val(n, N), (N > 3 -> gala_val(m, 0) ; gala_val(k, []))."),
        # A query that writes what another reads, and one that reads what it has written.
        ("p(X)", "p(X) :- gala_val(m, M), M1 is (M + X) mod 3, gala_set(m, M1)."),
        ("p(X, Y), reveal(b, Y)", "p(X, Y) :- gala_set(m, X), gala_val(m, M), gala_val(n, N), Y is M * N."),
        ("p(Y), reveal(b, Y)", "p(Y) :- gala_val(m, M), M1 is 1 - M, gala_set(m, M1), q(Y).\nq(Y) :- gala_val(m, Y)."),
        # Answers with open variables, alone and shared, and partly bound ones.
        ("p(Y), reveal(b, Y)", "p(f(_, 1))."),
        ("p(Y, Z), Y = 1, reveal(b, Z)", "p(Y, Y)."),
        ("p(Y, Z), Y = 1, reveal(b, Z)", "p(_, _)."),
        ("Y = f(Z), p(Y), reveal(b, Z)", "p(f(1)).\np(f(2))."),
        # Variables that are read by a name worked out, that are not there yet, and that get there.
        ("p(X, Y), reveal(b, Y)", "p(X, Y) :- I is 1 + X mod 2, gala_val(at(I), Y)."),
        ("if(p(X), reveal(b, known)), at(X) gets $n", "p(X) :- catch(gala_val(at(X), _), _, fail)."),
        ("if(p(X), reveal(b, known)), at(X) gets $n", "p(X) :- gala_known(at(X), _)."),
        ("if(X = 3, at(3) gets $n), if(p, reveal(b, three))", "p :- gala_known(at(3), Y), Y > 3."),
        # Lists that grow, and are the same again.
        ("msort([X|$k], L), k gets L, if(p, reveal(b, twice))", "p :- gala_val(k, L), append(_, [X, X|_], L)."),
        ("k gets [X|$k], p(Y), reveal(b, Y)", "p(Y) :- gala_val(k, L), findall(Q, (member(X, L), Q is X * X), Y)."),
        # Options: none twice, and as many as there are.
        ("choose(b, Y, p(Y)), reveal(a, Y)", "p(Y) :- gala_val(n, N), M is N mod 3 + 1, between(1, M, Y)."),
        ("choose(b, Y, p(X, Y)), reveal(a, Y)", "p(X, f(Y, X)) :- member(Y, [1, 1, X]), gala_val(m, _)."),
        # Errors that are caught, and cuts.
        ("if(p(X), m gets 1, m gets 2)", "p(X) :- catch(q(X), _, fail), !.\nq(2) :- throw(x).\nq(X) :- gala_val(m, M), X > M."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("room", [2, 1 << 10])
def test_programs_that_read_and_write_what_they_may(step, clauses, room, monkeypatch):
    monkeypatch.setattr(answers, "RECORDS_FIRST", room)
    same(lambda: gk.loads(game(WALK.format(step), VARIABLES, clauses)))


@pytest.mark.parametrize("most", [16, 256, 1 << 24])
def test_a_table_that_is_full_or_grows_gives_the_same_answers(most, monkeypatch):
    monkeypatch.setattr(answers, "RECORDS_FIRST", 16)
    monkeypatch.setattr(answers, "RECORDS_MOST", most)
    found = same(lambda: gk.load("dark_hex", rows=3))
    size = len(found.answers.table) // 2
    assert size == most if most < 1000 else size > 256


def test_a_query_whose_answers_are_not_asked_for_again_is_not_looked_up():
    found = same(lambda: gk.load("dots_and_boxes", columns=2, rows=2), 6_000)
    asked = [found.memory[layout.QUESTIONS + 2 * i] for i in range(found.flow.queries)]
    assert UNTABLED in asked and max(asked) > 4_096
