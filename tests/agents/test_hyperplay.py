"""Playing without seeing everything: beliefs, choices by them, and what happens when nothing agrees."""

from __future__ import annotations

import pytest

from agents.matches import interpreter, lateness, network, play, soon, tell
from galakit.agents.belief import Belief
from galakit.agents.contract import News
from galakit.agents.hyperplay import HyperPlay


def deal(machine, agents, joints):
    """Make joint moves, and tell everybody what he learns."""
    state = machine.opening()
    for joint in joints:
        told = tell(machine, state, joint)
        for role, agent in agents.items():
            agent.observe(told[role])
        state = machine.next(state, joint)
    return state


@pytest.mark.parametrize("machine", [network, interpreter])
def test_beliefs_are_exact_while_there_are_few_states(machine):
    machine = machine("kuhn_gdl")
    belief = Belief(machine, 0, 1)
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
    belief = Belief(machine, 0, 1)
    for joint in [("noop", ("hide", "1")), (("choose", "1"), "noop"), ("noop", ("open", "3"))]:
        belief.observe(tell(machine, state, joint)[0])
        state = machine.next(state, joint)
    assert sorted(belief.states.values()) == [pytest.approx(1 / 3), pytest.approx(2 / 3)]
    assert belief.states[state] == pytest.approx(1 / 3), "the first choice is seldom right"


@pytest.mark.parametrize(("machine", "waves"), [(network, 3), (interpreter, 150)])
def test_the_guest_switches(machine, waves):
    machine = machine("monty_hall_gdl")
    agent = HyperPlay(machine, 0, 1, waves=waves)
    deal(machine, {0: agent}, [("noop", ("hide", "2")), (("choose", "1"), "noop"), ("noop", ("open", "3"))])
    assert agent.choose(soon()) == ("choose", "2")


def test_percepts_that_cannot_be_do_not_stop_it():
    machine = network("kuhn_gdl")
    agent = HyperPlay(machine, 0, 1, waves=1)
    agent.observe(News("noop", None, frozenset({("card", "9")})))
    assert agent.belief.lost
    assert agent.choose(soon()) in machine.legal(machine.opening(), 0) + ("pass", "bet")
    agent.observe(News("nonsense", None, frozenset()))
    agent.choose(soon())
    agent.close()


def test_samples_that_run_dry_are_found_again():
    machine = network("kriegspiel_tic_tac_toe")
    belief = Belief(machine, 0, 1)
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
        goals, _ = play(machine, {role: HyperPlay(machine, role, seed, waves=4)}, clock=300.0, start=300.0, seed=seed)
        total += goals[role]
    assert total > 12 * 55


def test_the_clock_is_kept():
    machine = network("blind_tic_tac_toe_gdl")
    agent = HyperPlay(machine, 0, 1)
    agent.prepare(soon(5.0))
    assert lateness(agent, 0.1) < 0.3
