"""Playing shows whether all roles can move, play ends, and everybody gets something: proved, or seen."""

from __future__ import annotations

import pytest

import galakit.gdl.check.exploring as exploring
from galakit.errors import Source
from galakit.gdl.check.exploring import explore
from galakit.gdl.check.report import faults, lines
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.machines import machine_of
from galakit.gdl.normal import normalise
from galakit.gdl.text.read import read_description
from galakit.loading import find


def of(text):
    description = read_description(Source("g", text))
    return Interpreter(normalise(description)), description


# Each of two roles takes one or two of seven matches; who takes the last wins.
NIM = """
role(ann). role(bob). init(heap(7)). init(turn(ann)).
succ(0, 1). succ(1, 2). succ(2, 3). succ(3, 4). succ(4, 5). succ(5, 6). succ(6, 7).
less(N, M, 1) :- succ(N, M).
less(N, M, 2) :- succ(N, K) & succ(K, M).
other(ann, bob). other(bob, ann).
legal(P, take(K)) :- true(turn(P)) & true(heap(M)) & less(N, M, K).
legal(P, noop) :- role(P) & ~true(turn(P)).
next(heap(N)) :- true(heap(M)) & does(P, take(K)) & less(N, M, K).
next(turn(Q)) :- true(turn(P)) & other(P, Q).
terminal :- true(heap(0)).
goal(P, 0) :- true(turn(P)).
goal(P, 100) :- other(P, Q) & true(turn(Q)).
"""


def test_all_states_of_a_small_game_are_visited_and_everything_is_proved():
    machine, description = of(NIM)
    found = explore(machine)
    # Heaps of 7 to 0 with either player to move, but for (7, bob), (6, ann), which cannot be.
    assert (found.complete, found.states, found.terminals, found.longest, found.sums) == (True, 14, 2, 7, (100, 100))
    assert found.goals == [(0, 100), (0, 100)] and faults(found, machine, description) == []
    assert lines(found, machine, description) == [
        "all 14 states were visited",
        "all roles can move  proved",
        "play ends           proved, after 7 turns at the latest",
        "goals               proved: ann 0 to 100, bob 0 to 100",
        "sum                 proved: always 100",
    ]


def test_what_is_too_large_is_played_at_random(monkeypatch):
    monkeypatch.setattr(exploring, "MOST_STATES", 5)
    monkeypatch.setattr(exploring, "PLAYS", 20)
    machine, description = of(NIM)
    found = explore(machine, seconds=30)
    assert not found.complete and found.plays == 20 and 4 <= found.longest <= 7 and found.sums == (100, 100)
    assert lines(found, machine, description)[1] == "all roles can move  seen in 20 plays"


def test_without_time_nothing_is_claimed():
    machine, description = of(NIM)
    told = lines(explore(machine, seconds=0), machine, description)
    assert told[1:] == [
        "all roles can move  seen in 0 plays",
        "play ends           not seen",
        "goals               not seen",
    ]


FRAME = "(role ann) (init s) (legal ann go) (<= (next t) (true s)) (<= terminal (true t)) "


@pytest.mark.parametrize(
    ("text", "id", "note"),
    [
        ("(role ann) (role bob) (init s) (legal ann go) (<= terminal (true t)) (goal ann 1)", "GK930", "s"),
        (FRAME + "(<= (goal ann 1) (true s))", "GK931", "t"),
        (FRAME + "(goal ann 1) (goal ann 2)", "GK931", "t"),
        ("(role ann) (init s) (legal ann go) (<= (next s) (true s)) (<= terminal (true t)) (goal ann 1)", "GK932", "s"),
        (
            "(role ann) (init s) (legal ann go) (legal ann back) (<= (next u) (does ann go)) (<= (next s) (does ann back))"
            "(<= terminal (true t)) (<= terminal (true u) (true s)) (goal ann 1)",
            "GK932",
            "",
        ),
    ],
)  # fmt: skip
def test_faults_are_told_with_the_state_that_shows_them(text, id, note):
    machine, description = of(text)
    told = {d.id: d for d in faults(explore(machine), machine, description)}
    assert id in told and told[id].span is not None
    assert told[id].notes[0].startswith(f"the state is: {note}")


def test_nature_gets_nothing_and_is_not_counted():
    text = FRAME + "(role random) (legal random a) (legal random b) (goal ann 30)"
    found = explore(of(text)[0])
    assert found.unpaid is None and found.sums == (30, 30) and found.goals == [(30, 30), None]


def test_tic_tac_toe_has_5478_states_and_is_a_game_of_constant_sum():
    found = explore(machine_of(read_description(find("tic_tac_toe_gdl"))), seconds=60)
    assert (found.complete, found.states, found.terminals, found.longest) == (True, 5478, 958, 9)
    assert found.sums == (100, 100)
