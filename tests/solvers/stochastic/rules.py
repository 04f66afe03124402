"""Stochastic games as tables, for tests: random ones, and small ones written down."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from galakit.rules.contract import CHANCE, END, Step


@dataclass(frozen=True)
class At:
    """A place in a `Table`: the name of a state, and the moves made there so far in this round."""

    table: Table
    name: object
    made: tuple = ()

    def __hash__(self):
        return hash((self.name, self.made))

    def __eq__(self, other):
        return (self.name, self.made) == (other.name, other.made)

    @property
    def deciding(self):
        """The players who still have to move here."""
        return self.table.deciders[self.name][len(self.made) :]

    @property
    def mover(self):
        if self.name is None:
            return END
        return self.deciding[0][0] if self.deciding else CHANCE

    @property
    def moves(self):
        if self.name is None:
            return ()
        if self.deciding:
            return tuple(f"m{k}" for k in range(self.deciding[0][1]))
        return tuple(str(target) for target, _ in self.table.rows[self.name, self.made][1])

    @property
    def probabilities(self):
        return None if self.deciding else tuple(p for _, p in self.table.rows[self.name, self.made][1])

    def after(self, index):
        players = range(len(self.table.players))
        none = (0,) * len(self.table.players)
        if self.deciding:
            return Step(At(self.table, self.name, (*self.made, index)), (), none)
        paid, targets = self.table.rows[self.name, self.made]
        target = targets[index][0]
        seen = tuple((p, f"now({target},{','.join(map(str, self.made))})") for p in players)
        return Step(At(self.table, target), seen, paid)


class Table:
    """`deciders[state]` lists (player, number of moves), who move at once; `rows[state, moves]` is what that pays
    and where it leads: (payoffs, [(state or None, probability), ...])."""

    name = "table"

    def __init__(self, players, deciders, rows, start=0):
        self.players = tuple(players)
        self.deciders = deciders
        self.rows = rows
        self.first = start

    def start(self):
        seen = tuple((p, "begins") for p in range(len(self.players)))
        return Step(At(self, self.first), seen, (0,) * len(self.players))

    def write(self, thing):
        return str(thing)


def random_table(seed, players, states, *, at_once, zero_sum=False, discount=Fraction(4, 5), moves=3):
    """A random stochastic game in which every combination of moves leads to several states."""
    draw = np.random.default_rng(seed)
    deciders, rows = {}, {}
    for s in range(states):
        who = range(players) if at_once else [int(draw.integers(players))]
        deciders[s] = [(p, int(draw.integers(1, moves + 1))) for p in who]
        for made in np.ndindex(*(count for _, count in deciders[s])):
            paid = [int(x) for x in draw.integers(-5, 6, players)]
            if zero_sum:
                paid[1] = -paid[0]
            weights = draw.integers(1, 4, min(3, states))
            targets = draw.permutation(states)[: len(weights)]
            shares = [discount * int(w) / int(weights.sum()) for w in weights]
            rows[s, made] = (tuple(paid), [*zip(targets.tolist(), shares), (None, 1 - discount)])
    return Table([f"p{i}" for i in range(players)], deciders, rows)
