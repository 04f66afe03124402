"""Matches without a network, for tests of agents."""

from __future__ import annotations

import random
import statistics
import time
from functools import cache
from importlib.resources import files

from galakit.agents.network.turns import Turn
from galakit.agents.registry import maker
from galakit.errors import Source
from galakit.game.game import Game
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.machines import machine_of
from galakit.gdl.normal import normalise
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.read import read_description
from galakit.ggp.role import Role
from galakit.ggp.standing import News


@cache
def network(name):
    """A shipped description as a network."""
    return machine_of(description(name))


@cache
def interpreter(name):
    return Interpreter(normalise(description(name)))


@cache
def network_of(text):
    return machine_of(read_description(Source("<text>", text)))


def description(name):
    text = (files("galakit.games") / f"{name}.kif").read_text(encoding="utf-8")
    return read_description(Source(f"{name}.kif", text))


@cache
def game(machine):
    return Game(GdlRules(machine, "game"))


def write(machine):
    return game(machine).rules.write


class Named(Role):
    """A role played by an agent that is known by its name."""

    def __init__(self, name, machine, role, seed):
        super().__init__(game(machine), role, seed)
        self.name = name

    def prepare(self, deadline):
        super().prepare(maker(self.name), deadline)


def play(machine, agents, clock=0.05, start=0.2, seed=0):
    """The goals at the end, and by how much agents usually missed their deadlines; others move at random."""
    rng = random.Random(seed)
    state = machine.opening()
    late = []
    for agent in agents.values():
        agent.prepare(time.monotonic() + start)
    while not machine.terminal(state):
        joint = []
        for role in range(len(machine.roles)):
            legal = machine.legal(state, role)
            if role in agents:
                deadline = None if clock is None else time.monotonic() + clock
                joint.append(agents[role].choose(deadline))
                late.append(0.0 if clock is None else time.monotonic() - deadline)
                assert joint[-1] in legal
            else:
                joint.append(rng.choice(legal))
        told = tell(machine, state, joint)
        for role, agent in agents.items():
            agent.observe(news(machine, state, joint)[role] if isinstance(agent, Role) else told[role])
        state = machine.next(state, joint)
    for agent in agents.values():
        agent.close()
    return machine.goals(state), statistics.median(late)


def tell(machine, state, joint):
    """What each role learns of a turn, as engines are told."""
    return [Turn(n.mine, n.moves, write(machine)(n.percepts)) for n in news(machine, state, joint)]


def news(machine, state, joint):
    """What each role learns of a turn, as messages say it."""
    seen = machine.sees(state, joint)
    moves = None if machine.incomplete else tuple(joint)
    return [News(joint[role], moves, seen[role]) for role in range(len(machine.roles))]


def after(machine, agent, joints):
    """Tell an agent the joint moves of some turns; the state they lead to."""
    state = machine.opening()
    for joint in joints:
        agent.observe(tell(machine, state, joint)[agent.role])
        state = machine.next(state, joint)
    return state


def lateness(agent, clock):
    """By how much an agent usually misses its deadline. A busy machine makes it late now and then, not usually."""
    late = []
    for _ in range(5):
        deadline = time.monotonic() + clock
        agent.choose(deadline)
        late.append(time.monotonic() - deadline)
    return statistics.median(late)


def soon(seconds=300.0):
    """A deadline that does not press."""
    return time.monotonic() + seconds
