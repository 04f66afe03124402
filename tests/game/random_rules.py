"""Random games as rules: small trees with shared subtrees, random observations, chance and payoffs on the way."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from galakit.rules.contract import CHANCE, END, Step


@dataclass(frozen=True)
class Place:
    """State `number` of a random game; equal places have equal futures because all is drawn from the seed."""

    seed: int
    players: int
    depth: int
    number: int
    zero_sum: bool

    def draw(self):
        return random.Random(f"{self.seed}/{self.depth}/{self.number}")

    @property
    def mover(self):
        if self.depth == 0:
            return END
        # Two places in a row of the same depth and parity share the mover, so that histories can be confused.
        return random.Random(f"{self.seed}/mover/{self.depth}/{self.number % 2}").choice([CHANCE, *range(self.players)])

    @property
    def moves(self):
        if self.depth == 0:
            return ()
        width = random.Random(f"{self.seed}/width/{self.depth}/{self.number % 2}").randint(1, 3)
        return tuple("abc"[:width])

    @property
    def probabilities(self):
        weights = [self.draw().randint(1, 3) + i for i in range(len(self.moves))]
        return tuple(Fraction(w, sum(weights)) for w in weights)

    def after(self, index):
        draw = random.Random(f"{self.seed}/{self.depth}/{self.number}/{index}")
        seen = [(p, draw.choice("uv")) for p in range(self.players) for _ in range(draw.choice([0, 0, 1, 1, 2]))]
        draw.shuffle(seen)
        gains = [draw.choice([0, 0, 1, -2, Fraction(1, 3)]) for _ in range(self.players)]
        if self.zero_sum:
            gains = [gains[0], -gains[0]][: self.players]
        depth = 0 if draw.random() < 0.1 else self.depth - 1
        return Step(
            Place(self.seed, self.players, depth, draw.randint(0, 3) if depth else 0, self.zero_sum),
            tuple(seen),
            tuple(gains),
        )


@dataclass(frozen=True)
class RandomRules:
    seed: int
    number: int = 2
    depth: int = 5
    zero_sum: bool = True
    name: str = "random"

    @property
    def players(self):
        return tuple(f"player{p}" for p in range(self.number))

    def start(self):
        seen = ((0, "opening"),) if self.seed % 2 else ()
        gain = [1, -1, 0, 0][: self.number] if self.seed % 3 == 0 else [0] * self.number
        return Step(Place(self.seed, self.number, self.depth, 0, self.zero_sum), seen, tuple(gain))

    def write(self, thing):
        return thing
