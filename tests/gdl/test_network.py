"""The compiled network answers what the interpreter answers, in every state, alone and in batches."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from galakit.errors import Source
from galakit.gdl.ground.rules import from_stream
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.isolated_interpreter import IsolatedInterpreter
from galakit.gdl.machines import machine_of
from galakit.gdl.network.batch import advance_and_see, look
from galakit.gdl.network.compiling import NotNetwork
from galakit.gdl.network.exploring import explore_states
from galakit.gdl.network.lanes import LANES, fresh_values, transpose
from galakit.gdl.network.machine import Network
from galakit.gdl.network.plays import NO_GOAL, random_plays
from galakit.gdl.normal import normalise
from galakit.gdl.text.read import read_description
from galakit.loading import find
from galakit.processes.limits import Limits
from gdl.random_programs import CONSTANTS, ROLES, random_program

SOUND = "(role ann) (init s) (legal ann go) (<= (next s) (does ann go)) (goal ann 50) "

GAMES = [
    "tic_tac_toe_gdl", "breakthrough", "connect_four", "kriegspiel_tic_tac_toe", "leduc_gdl", "monty_hall_gdl",
    "mastermind", "blocks_world", "nim_gdl",
]  # fmt: skip

# Cells of a line are filled at random places; whoever joins both ends wins. `joined` needs itself.
ROAD = """
(role ann) (role bob) (init (turn ann)) (init (step 0)) (other ann bob) (other bob ann)
(cell 1) (cell 2) (cell 3) (cell 4) (near 1 2) (near 2 3) (near 3 4) (near 2 1) (near 3 2) (near 4 3)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?r (put ?c)) (true (turn ?r)) (cell ?c) (not (taken ?c)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (taken ?c) (true (holds ?r ?c)))
(<= (next (holds ?r ?c)) (does ?r (put ?c)))
(<= (next (holds ?r ?c)) (true (holds ?r ?c)))
(<= (next (turn ?o)) (true (turn ?r)) (other ?r ?o))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (joined ?a ?b) (true (holds ?r ?a)) (true (holds ?r ?b)) (near ?a ?b))
(<= (joined ?a ?c) (joined ?a ?b) (joined ?b ?c))
(<= terminal (joined 1 3))
(<= terminal (true (step 4)))
(<= (goal ann 100) (joined 1 3))
(<= (goal ann 0) (not (joined 1 3)))
(goal bob 50)
"""


def program(text):
    return normalise(read_description(Source("game.kif", text)))


def agree(network, interpreter, plays, draw):
    """Random plays, in each of whose states both answer the same."""
    assert network.roles == interpreter.roles and network.incomplete == interpreter.incomplete
    for _ in range(plays):
        state, known = network.opening(), interpreter.opening()
        for _ in range(300):
            assert network.holds(state) == interpreter.holds(known)
            assert network.terminal(state) == interpreter.terminal(known)
            assert network.goals(state) == interpreter.goals(known)
            if network.terminal(state):
                break
            legal = [network.legal(state, role) for role in range(len(network.roles))]
            assert legal == [interpreter.legal(known, role) for role in range(len(network.roles))]
            moves = [draw.choice(moves) for moves in legal]
            assert network.sees(state, moves) == interpreter.sees(known, moves)
            state, known = network.next(state, moves), interpreter.next(known, moves)


@pytest.mark.parametrize("name", GAMES)
def test_it_agrees_with_the_interpreter_on_shipped_games(name):
    described = normalise(read_description(find(name)))
    agree(Network.of(described), Interpreter(described), 2, random.Random(7))


@pytest.mark.parametrize("name", ["leduc_gdl", "kriegspiel_tic_tac_toe", "blocks_world"])
def test_working_out_only_what_is_asked_for_changes_no_answer(name):
    described = normalise(read_description(find(name)))
    agree(Interpreter(described, demand=True), Interpreter(described), 1, random.Random(3))


@pytest.mark.parametrize("seed", range(40))
def test_it_agrees_with_the_interpreter_on_random_descriptions(seed):
    described = random_program(seed)
    plain, demand = Interpreter(described), Interpreter(described, demand=True)
    try:
        network = Network.of(described)
    except NotNetwork:
        pytest.skip("the rules of this description say nothing definite")
    draw = random.Random(seed)
    assert network.holds(network.opening()) == plain.opening() == demand.opening()
    assert network.roles == plain.roles and set(network.roles) == set(ROLES)
    states = [plain.opening()]
    for known in states[:20]:
        state = _state_of(network, known)
        for role in range(len(ROLES)):
            assert network.legal(state, role) == plain.legal(known, role) == demand.legal(known, role)
        assert network.terminal(state) == plain.terminal(known) == demand.terminal(known)
        legal = [plain.legal(known, role) for role in range(len(ROLES))]
        if all(legal):
            moves = [draw.choice(moves) for moves in legal]
            assert network.sees(state, moves) == plain.sees(known, moves) == demand.sees(known, moves)
            after = plain.next(known, moves)
            assert network.holds(network.next(state, moves)) == after == demand.next(known, moves)
            states.append(after)
    assert len(CONSTANTS) > 1


def _state_of(network, terms):
    number = {term: b for b, term in enumerate(network.compiled.terms)}
    row = np.zeros_like(network.net.opening)
    for term in terms:
        row[number[term] >> 6] |= np.uint64(1 << (number[term] & 63))
    return row.tobytes()


def test_what_needs_itself_is_worked_out_to_the_end():
    described = program(ROAD)
    network = Network.of(described)
    assert network.net.segments[:, 2].any()
    agree(network, Interpreter(described), 6, random.Random(2))


def test_what_base_and_input_leave_out_is_found_all_the_same():
    text = """
        (role ann) (init (at 0)) (base (at 0)) (base (at 1)) (input ann stay)
        (legal ann stay) (<= (legal ann go) (true (at 1)))
        (<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (does ann go)) (<= (next (at 1)) (does ann stay))
        (<= terminal (true (at 2))) (goal ann 100)"""
    network = machine_of(read_description(Source("game.kif", text)))
    assert isinstance(network, Network)
    state = network.next(network.next(network.opening(), ["stay"]), ["go"])
    assert network.holds(state) == {("at", "2")} and network.terminal(state)


@pytest.mark.parametrize(
    "text",
    [
        "(role ann) (init s) (<= p (not q)) (<= q (not p)) (<= (legal ann a) p) (<= (legal ann b) q) (goal ann 1)",
        "(role ann) (init s) (legal ann a) (legal ann b) (<= terminal (does ann a)) (goal ann 1)",
    ],
)
def test_rules_that_fit_no_network_are_left_to_the_interpreter(text):
    with pytest.raises(NotNetwork):
        Network.of(program(text))
    assert isinstance(machine_of(read_description(Source("game.kif", text))), IsolatedInterpreter)


def test_rules_too_large_for_the_grounder_are_left_to_the_interpreter():
    counted = " ".join(f"(n {k})" for k in range(40))
    text = f"(role ann) (init s) {counted} (<= (legal ann (m ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))"
    machine = machine_of(read_description(Source("game.kif", text)), Limits(seconds=1))
    assert isinstance(machine, IsolatedInterpreter)


# -- many at once ------------------------------------------------------------------------------------------------------


def test_sixty_four_words_are_turned_over():
    words = np.random.default_rng(1).integers(0, 2**63, 64, dtype=np.uint64)
    turned = words.copy()
    transpose(turned)
    bits = (words[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert (bits == ((turned[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)).T).all()


def test_states_in_a_batch_are_answered_as_one_by_one():
    network = Network.of(normalise(read_description(find("kriegspiel_tic_tac_toe"))))
    net, draw, states = network.net, random.Random(5), [network.opening()]
    while len(states) < LANES:
        state = draw.choice(states)
        if not network.terminal(state):
            states.append(
                network.next(state, [draw.choice(network.legal(state, r)) for r in range(len(network.roles))])
            )
    rows = np.array([np.frombuffer(s, np.uint64) for s in states])
    values = fresh_values(net)
    legal = np.zeros((LANES, (int(net.moves[-1]) + 63) // 64), np.uint64)
    terminal, goals = np.zeros(LANES, np.bool_), np.zeros((LANES, len(network.roles)), np.int32)
    look(net, values, rows, LANES, legal, terminal, goals)
    joint, chosen = np.zeros((LANES, len(network.roles)), np.int64), []
    for k, state in enumerate(states):
        assert terminal[k] == network.terminal(state)
        held = np.flatnonzero(np.unpackbits(legal[k].view(np.uint8), bitorder="little"))
        moves = [[m for m in held if net.moves[r] <= m < net.moves[r + 1]] for r in range(len(network.roles))]
        assert [tuple(network.compiled.moves[m] for m in ms) for ms in moves] == [
            network.legal(state, r) for r in range(len(network.roles))
        ]
        if terminal[k]:
            assert tuple(None if g == NO_GOAL else g for g in goals[k].tolist()) == network.goals(state)
        else:
            joint[k] = [draw.choice(ms) for ms in moves]
        chosen.append(None if terminal[k] else [network.compiled.moves[m] for m in joint[k]])
    after = np.zeros_like(rows)
    percepts = np.zeros((LANES, max(1, (len(net.sees) + 63) // 64)), np.uint64)
    advance_and_see(net, values, rows, LANES, joint, after, percepts)
    for k, moves in enumerate(chosen):
        if moves is not None:
            assert after[k].tobytes() == network.next(states[k], moves)
            held = set(np.flatnonzero(np.unpackbits(percepts[k].view(np.uint8), bitorder="little")).tolist())
            starts = net.sees_roles.tolist()
            assert network.sees(states[k], moves) == tuple(
                frozenset(network.compiled.percepts[i] for i in range(a, b) if i in held) for a, b in pairwise(starts)
            )


def test_random_plays_of_tic_tac_toe_end_as_often_as_is_known():
    # Of random plays the first player wins 737/1260, the second 363/1260 (121/420), and 16/126 are drawn.
    net = Network.of(normalise(read_description(find("tic_tac_toe_gdl")))).net
    plays = random_plays(net, 40_000, seed=11)
    ended = Counter(map(tuple, plays.goals.tolist()))
    assert set(ended) == {(100, 0), (50, 50), (0, 100)}
    for goals, share in {(100, 0): 737 / 1260, (0, 100): 121 / 420, (50, 50): 8 / 63}.items():
        assert abs(ended[goals] / 40_000 - share) < 5 * (share * (1 - share) / 40_000) ** 0.5
    assert plays.turns.min() == 5 and plays.turns.max() == 9
    assert (random_plays(net, 300, seed=11).goals == random_plays(net, 300, seed=11).goals).all()


def test_plays_that_do_not_end_or_have_no_legal_move_are_stopped():
    endless = Network.of(program("(role ann) (init s) (legal ann a) (legal ann b) (next s) (goal ann 1)")).net
    plays = random_plays(endless, 300, longest=20)
    assert (plays.turns == -21).all() and (plays.goals == NO_GOAL).all()
    stuck = Network.of(
        program("(role ann) (init s) (<= (legal ann a) (true s)) (<= (next t) (true s)) (goal ann 1)")
    ).net
    assert (random_plays(stuck, 5).turns == -2).all()


# -- all states --------------------------------------------------------------------------------------------------------


def test_tic_tac_toe_has_5478_states():
    network = Network.of(normalise(read_description(find("tic_tac_toe_gdl"))))
    graph = explore_states(network.net, network.roles, sees=False)
    assert graph.states == 5478 and graph.terminal.sum() == 958


def test_an_atom_that_stands_in_a_rule_but_that_no_rule_defines_is_an_atom():
    # Where negation goes in a circle, the grounder leaves `q` in the last rule though nothing makes it true.
    text = SOUND + "(<= terminal (true s) (not q)) (<= q (true t) terminal)"
    network, interpreter = Network.of(program(text)), Interpreter(program(text))
    assert from_stream(np.array([0, 1, 1, -2], np.int32)).atoms == 2
    assert network.terminal(network.opening()) and interpreter.terminal(interpreter.opening())
