"""The interpreter answers what follows from a description, and cannot be made to answer for ever."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time

import pytest

from galakit.errors import GalakitError, Source
from galakit.gdl.ground.child import Grounding
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.isolated_interpreter import IsolatedInterpreter
from galakit.gdl.normal import normalise
from galakit.gdl.text.read import read_description
from galakit.loading import find
from galakit.processes.limits import Limits
from gdl.naive import standard_model
from gdl.random_programs import CONSTANTS, ROLES, random_program


def program(text):
    return normalise(read_description(Source("game.kif", text)))


@pytest.mark.parametrize("seed", range(60))
def test_it_agrees_with_the_definition_on_random_descriptions(seed):
    described = random_program(seed)
    machine = Interpreter(described)
    draw = random.Random(seed)

    def follows(name, state, moves=()):
        facts = {("true", q) for q in state} | {("does", role, move) for role, move in zip(machine.roles, moves)}
        model = standard_model(described.clauses, facts, [*CONSTANTS, *ROLES])
        return {atom[1:] if isinstance(atom, tuple) else () for atom in model if atom == name or atom[0] == name}

    assert set(machine.roles) == set(ROLES)
    assert machine.opening() == {q for (q,) in follows("init", ())}
    for _ in range(3):
        state = frozenset(c for c in CONSTANTS if draw.random() < 0.5)
        moves = [draw.choice(CONSTANTS) for _ in ROLES]
        for role, name in enumerate(machine.roles):
            assert list(machine.legal(state, role)) == sorted(m for who, m in follows("legal", state) if who == name)
            percepts = {q for who, q in follows("sees", state, moves) if who == name}
            assert machine.sees(state, moves)[role] == percepts
        assert machine.terminal(state) == bool(follows("terminal", state))
        assert machine.next(state, moves) == {q for (q,) in follows("next", state, moves)}


def test_tic_tac_toe_is_played_to_its_end():
    machine = Interpreter(normalise(read_description(find("tic_tac_toe_gdl"))))
    state = machine.opening()
    assert machine.roles == ("cross", "nought") and not machine.incomplete
    assert machine.legal(state, 1) == ("noop",)
    for turn, square in enumerate([("1", "1"), ("1", "2"), ("2", "2"), ("1", "3"), ("3", "3")]):
        assert not machine.terminal(state) and len(machine.legal(state, turn % 2)) == 9 - turn
        moves = ["noop", "noop"]
        moves[turn % 2] = ("put", *square)
        state = machine.next(state, moves)
    assert machine.terminal(state) and machine.goals(state) == (100, 0)


def test_legal_moves_are_in_the_order_of_their_text():
    machine = Interpreter(program("(role ann) (legal ann b) (legal ann (a 2)) (legal ann (a 10)) (legal ann a)"))
    assert machine.legal(machine.opening(), 0) == (("a", "10"), ("a", "2"), "a", "b")


def test_roles_keep_the_order_of_the_description_and_rules_may_add_some():
    machine = Interpreter(program("(role zoe) (role ann) (<= (role ?x) (also ?x)) (also max)"))
    assert machine.roles == ("zoe", "ann", "max")


def test_a_goal_value_is_one_whole_number_or_nothing():
    text = "(role a) (role b) (role c) (role d) (goal a 10) (goal b 1) (goal b 2) (goal c much) (init x)"
    machine = Interpreter(program(text))
    assert machine.goals(machine.opening()) == (10, None, None, None)


def test_goals_that_exclude_each_other_are_worked_out():
    text = """(role ann) (init (won 3)) (<= (goal ann 100) (true (won 3)))
              (<= (goal ann 0) (not (goal ann 100))) (legal ann wait)"""
    machine = Interpreter(program(text))
    assert machine.goals(machine.opening()) == (100,)
    assert machine.goals(frozenset()) == (0,)


def test_whatever_things_are_called_they_are_told_apart():
    text = "(role P1) (init (|x ++ 3)) (<= (legal p1 (Go ?x #_)) (true (|X ?x 3)))"
    machine = Interpreter(program(text))
    assert machine.opening() == {("|x", "++", "3")}
    assert machine.legal(machine.opening(), 0) == (("go", "++", "#_"),)


ENDLESS = "(role ann) (init zero) (number zero) (<= (number (s ?n)) (number ?n)) (<= (legal ann ?n) (number ?n))"
LARGE = (
    "(role ann) (init z) "
    + " ".join(f"(n {k})" for k in range(60))
    + """
    (<= (legal ann (m ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))"""
)


@pytest.mark.parametrize("text", [ENDLESS, LARGE])
def test_what_would_take_for_ever_is_stopped_and_other_questions_are_still_answered(text):
    machine = IsolatedInterpreter(program(text), Limits(seconds=1))
    began = time.monotonic()
    with pytest.raises(GalakitError, match="not done after 1 s"):
        machine.legal(machine.opening(), 0)
    assert time.monotonic() - began < 30
    assert machine.next(machine.opening(), ["zero"]) == frozenset()


def test_what_would_take_all_memory_is_stopped():
    machine = IsolatedInterpreter(program(LARGE), Limits(seconds=60, megabytes=120))
    with pytest.raises(GalakitError, match="more than 120 MB"):
        machine.legal(machine.opening(), 0)


def test_in_another_process_the_answers_are_the_same():
    described = normalise(read_description(find("kuhn_gdl")))
    here, apart = Interpreter(described), IsolatedInterpreter(described)
    assert (here.roles, here.incomplete) == (apart.roles, apart.incomplete)
    draw = random.Random(5)
    state = here.opening()
    assert state == apart.opening()
    while not here.terminal(state):
        legal = [here.legal(state, role) for role in range(len(here.roles))]
        assert legal == [apart.legal(state, role) for role in range(len(here.roles))]
        moves = [draw.choice(own) for own in legal]
        assert here.sees(state, moves) == apart.sees(state, moves)
        assert here.next(state, moves) == apart.next(state, moves)
        state = here.next(state, moves)
    assert apart.terminal(state) and here.goals(state) == apart.goals(state)


def test_errors_keep_their_place_on_the_way_from_the_other_process():
    machine = IsolatedInterpreter(program("(role ann) (init z) (<= terminal (not terminal))"))
    with pytest.raises(GalakitError) as caught:
        machine.terminal(machine.opening())
    assert caught.value.diagnostics[0].id == "GK941" and caught.value.diagnostics[0].span is not None


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
def test_a_process_that_was_killed_is_replaced_at_the_next_question():
    machine = IsolatedInterpreter(
        program("(role ann) (init z) (<= (legal ann a) (true z)) (<= (legal ann b) (not (true y)))")
    )
    state = machine.opening()
    before = machine._process.pid
    os.kill(before, signal.SIGKILL)
    assert machine.legal(state, 0) == ("a", "b") and machine._process.pid != before
    os.kill(machine._process.pid, signal.SIGSTOP)  # it is killed while the question waits for it
    threading.Timer(0.3, os.kill, (machine._process.pid, signal.SIGKILL)).start()
    assert machine.legal(state, 0) == ("a", "b")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_a_grounder_that_is_killed_is_replaced():
    grounding = Grounding("{a}. b :- not a.", ["a/0", "b/0"], Limits(seconds=60))
    os.kill(grounding._process.pid, signal.SIGKILL)
    assert grounding.rules().shown == (("a", 1), ("b", 2))
