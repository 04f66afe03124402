"""Agents that misbehave, each in its own way. They are made by name, as `ggp.own_agents:as_called`, in other processes."""

from __future__ import annotations

import os
import time

from galakit.agents.simple import Simple, legal_agent


class Sleeper(Simple):
    """Never ready in time, from the second turn on."""

    turns = 0

    def choose(self, deadline):
        self.turns += 1
        if self.turns > 1:
            time.sleep(60)
        return super().choose(deadline)


class Slow(Simple):
    """A little too late in the first turn only."""

    turns = 0

    def choose(self, deadline):
        self.turns += 1
        if self.turns == 1:
            time.sleep(max(0, deadline - time.monotonic()) + 0.3)
        return self.standing.legal()[-1]


class Greedy(Simple):
    """Counts, holding the interpreter, and does not look at the clock."""

    def choose(self, deadline):
        return sum(range(10**12))


class Failing(Simple):
    def choose(self, deadline):
        raise ZeroDivisionError("one by nought")


class Liar(Simple):
    def choose(self, deadline):
        return ("mark", "9", "9")


class Dying(Simple):
    def choose(self, deadline):
        os._exit(3)


class Hungry(Simple):
    def choose(self, deadline):
        return bytearray(1 << 40)


def _maker(kind):
    return lambda machine, role, seed: kind(machine, role, seed, lambda moves: moves[0])


sleeper, slow, greedy, failing, liar, dying, hungry = map(_maker, (Sleeper, Slow, Greedy, Failing, Liar, Dying, Hungry))


def never_ready(machine, role, seed):
    """Does not come back from the start clock."""
    agent = legal_agent(machine, role, seed)
    agent.prepare = lambda deadline: time.sleep(60)
    return agent


def unmade(machine, role, seed):
    raise ValueError("no")


def as_called(machine, role, seed):
    """The one that the role is called after."""
    return globals()[machine.roles[role]](machine, role, seed)
