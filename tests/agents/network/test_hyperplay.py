"""Playing without seeing everything: beliefs, choices by them, and what happens when nothing agrees."""

from __future__ import annotations

import pytest

from agents.matches import lateness, network, play, soon, tell, write
from galakit.agents.network.belief import Belief
from galakit.agents.network.hyperplay import HyperPlay
from galakit.agents.network.turns import Turn


def deal(machine, agents, joints):
    """Make joint moves, and tell every role what it learns."""
    state = machine.opening()
    for joint in joints:
        told = tell(machine, state, joint)
        for role, agent in agents.items():
            agent.observe(told[role])
        state = machine.next(state, joint)
    return state


def test_beliefs_are_exact_while_there_are_few_states():
    machine = network("kuhn_gdl")
    belief = Belief(machine, 0, 1, write(machine))
    deal(machine, {0: belief}, [("noop", "noop", ("deal", "2", "3"))])
    cards = {
        next(term[2] for term in machine.holds(state) if term[:2] == ("holds", "second")): share
        for state, share in belief.states.items()
    }
    assert belief.exact
    assert cards == {"1": pytest.approx(0.5), "3": pytest.approx(0.5)}


def test_beliefs_are_the_posterior_of_random_play():
    machine = network("monty_hall_gdl")
    state = machine.opening()
    belief = Belief(machine, 0, 1, write(machine))
    for joint in [("noop", ("hide", "1")), (("choose", "1"), "noop"), ("noop", ("open", "3"))]:
        belief.observe(tell(machine, state, joint)[0])
        state = machine.next(state, joint)
    assert sorted(belief.states.values()) == [pytest.approx(1 / 3), pytest.approx(2 / 3)]
    assert belief.states[state] == pytest.approx(1 / 3), "the first choice is seldom right"


def test_the_guest_switches():
    machine = network("monty_hall_gdl")
    agent = HyperPlay(write(machine), machine, 0, 1, waves=3)
    deal(machine, {0: agent}, [("noop", ("hide", "2")), (("choose", "1"), "noop"), ("noop", ("open", "3"))])
    assert agent.choose(None) == ("choose", "2")


def test_percepts_that_cannot_be_do_not_stop_it():
    machine = network("kuhn_gdl")
    agent = HyperPlay(write(machine), machine, 0, 1, waves=1)
    agent.observe(Turn("noop", None, "card(9)"))
    assert agent.belief.lost
    assert agent.choose(None) in machine.legal(machine.opening(), 0) + ("pass", "bet")
    agent.observe(Turn("nonsense", None, "nothing"))
    agent.choose(None)
    agent.close()


def test_samples_that_run_dry_are_found_again():
    machine = network("kriegspiel_tic_tac_toe")
    belief = Belief(machine, 0, 1, write(machine))
    state = machine.opening()
    for _ in range(3):
        joint = [machine.legal(state, role)[0] for role in range(len(machine.roles))]
        belief.observe(tell(machine, state, joint)[0])
        state = machine.next(state, joint)
    belief.states, belief.exact = {}, False
    news = belief.heard.pop()
    belief.observe(news)
    assert state in belief.states
    assert not belief.lost


def test_it_beats_random_play_at_blind_tic_tac_toe():
    machine = network("blind_tic_tac_toe_gdl")
    total = 0
    for seed in range(12):
        role = seed % 2
        goals, _ = play(
            machine, {role: HyperPlay(write(machine), machine, role, seed, waves=4)}, clock=None, start=300.0, seed=seed
        )
        total += goals[role]
    assert total > 12 * 55


def test_the_clock_is_kept():
    machine = network("blind_tic_tac_toe_gdl")
    agent = HyperPlay(write(machine), machine, 0, 1)
    agent.prepare(soon(5.0))
    assert lateness(agent, 0.1) < 2
