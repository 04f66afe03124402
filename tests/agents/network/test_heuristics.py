"""What is read off the rules: facts that persist, goals that are near, guesses that are learnt."""

from __future__ import annotations

import numpy as np

from agents.matches import network, network_of, soon
from agents.network.test_mcts import THREE, mark
from galakit.agents.network.heuristics import learnt, proximity, sample, signs
from galakit.agents.network.persistence import persistent


def test_marks_stay_and_free_squares_do_not_come_back():
    machine = network("tic_tac_toe_gdl")
    stays, away = persistent(machine.net)
    kept = {term for term, yes in zip(machine.compiled.terms, stays) if yes}
    marks = {term for term in machine.compiled.terms if term[0] == "mark"}
    assert marks <= kept
    assert not any(term[0] == "control" for term in kept)
    assert not any(yes for term, yes in zip(machine.compiled.terms, away) if term[0] == "mark")


def test_what_is_said_to_persist_does_so_in_plays():
    for name in ("connect_four", "breakthrough", "kuhn_gdl"):
        machine = network(name)
        stays, away = persistent(machine.net)
        state = machine.opening()
        before = machine.holds(state)
        while not machine.terminal(state):
            state = machine.next(state, [machine.legal(state, role)[-1] for role in range(len(machine.roles))])
            now = machine.holds(state)
            for term, stay, never in zip(machine.compiled.terms, stays, away):
                assert not (stay and term in before and term not in now)
                assert not (never and term not in before and term in now)
            before = now


def test_a_goal_is_nearer_the_more_of_it_is_fulfilled():
    machine = network("tic_tac_toe_gdl")
    net = machine.net
    state = machine.opening()
    near = []
    for joint in [
        (mark(1, 1), "noop"),
        ("noop", mark(2, 3)),
        (mark(1, 2), "noop"),
        ("noop", mark(3, 3)),
        (mark(1, 3), "noop"),
    ]:
        state = machine.next(state, joint)
        degrees = np.zeros(1 + net.bits + int(net.moves[-1]) + len(net.starts) - 1, dtype=np.float32)
        found = np.zeros((1, len(net.goals)), dtype=np.float32)
        proximity(net, np.frombuffer(state, dtype=np.uint64)[None, :].copy(), degrees, found)
        wins = next(k for k in range(net.goal_roles[0], net.goal_roles[1]) if net.goal_values[k] == 100)
        near.append(float(found[0, wins]))
    assert near[0] < near[2] < near[4]


def test_guesses_tell_good_states_from_bad_ones_where_facts_say_something():
    machine = network("breakthrough")
    seen = sample(machine, soon(), seed=1, waves=12)
    judged = learnt(machine, seen, facts_only=True)
    assert judged.signal > 0.5
    chance = learnt(network_of(THREE), sample(network_of(THREE), soon(), waves=4))
    assert chance.signal <= 1.0
    full = learnt(machine, seen)
    rows = seen.states[:10]
    legal = np.zeros((10, (int(machine.net.moves[-1]) + 63) // 64), dtype=np.uint64)
    assert full(rows, legal).shape == (10, 2)
    assert signs(machine.net, rows, legal).shape[1] == len(machine.net.goals) + 2 + machine.net.bits
