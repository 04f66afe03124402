"""Agents that misbehave, each in its own way. They are made by name, as `ggp.own_agents:as_called`, in other processes."""

from __future__ import annotations

import os
import time


class Legal:
    """The first move; the player that it plays names the way to misbehave."""

    turns = 0

    def begin(self, player, draw):
        self.player = player

    def choose(self, decision):
        return decision.moves[0]


class Sleeper(Legal):
    """Never ready in time, from the second turn on."""

    def choose(self, decision):
        self.turns += 1
        if self.turns > 1:
            time.sleep(60)
        return decision.moves[0]


class Slow(Legal):
    """A little too late in the first turn only."""

    def choose(self, decision):
        self.turns += 1
        if self.turns == 1:
            time.sleep(max(0, decision.deadline - time.monotonic()) + 0.3)
        return decision.moves[-1]


class Greedy(Legal):
    """Counts, holding the interpreter, and does not look at the clock."""

    def choose(self, decision):
        return sum(range(10**12))


class Failing(Legal):
    def choose(self, decision):
        raise ZeroDivisionError("one by nought")


class Liar(Legal):
    def choose(self, decision):
        return "mark(9,9)"


class Dying(Legal):
    def choose(self, decision):
        os._exit(3)


class Hungry(Legal):
    def choose(self, decision):
        return bytearray(1 << 40)


class NeverReady(Legal):
    """Does not come back from the start clock."""

    def prepare(self, deadline):
        time.sleep(60)


def _maker(kind):
    return lambda game: kind()


sleeper, slow, greedy, failing, liar, dying, hungry = map(_maker, (Sleeper, Slow, Greedy, Failing, Liar, Dying, Hungry))
never_ready = _maker(NeverReady)


def unmade(game):
    raise ValueError("no")


class AsCalled(Legal):
    """The one that the player is called after."""

    def __init__(self, game):
        self.game = game

    def begin(self, player, draw):
        self.agent = globals()[self.game.players[player]](self.game)

    def prepare(self, deadline):
        if hasattr(self.agent, "prepare"):
            self.agent.prepare(deadline)

    def choose(self, decision):
        return self.agent.choose(decision)


def as_called(game):
    return AsCalled(game)
