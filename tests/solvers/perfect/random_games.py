"""Random games in which everybody knows the state when he moves: shared states, chance, payoffs on the way, ties."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from galakit.rules.contract import CHANCE, END, Step


@dataclass(frozen=True)
class Spot:
    """A state; everything about it is drawn from its numbers, so that equal spots have equal futures."""

    rules: OpenRules
    depth: int
    number: int

    def draw(self, what):
        return random.Random(f"{self.rules.seed}/{what}/{self.depth}/{self.number}")

    @property
    def mover(self):
        if self.depth == 0:
            return END
        return self.draw("mover").choice([CHANCE, *range(self.rules.number), *range(self.rules.number)])

    @property
    def moves(self):
        return () if self.depth == 0 else tuple("abc"[: self.draw("width").randint(1, 3)])

    @property
    def probabilities(self):
        weights = [self.draw("chance").randint(1, 3) + i for i in range(len(self.moves))]
        return tuple(Fraction(w, sum(weights)) for w in weights)

    def after(self, index):
        rules, draw = self.rules, self.draw(f"after {index}")
        depth = 0 if draw.random() < 0.1 else self.depth - 1
        spot = Spot(rules, depth, draw.randint(0, 3) if depth else 0)
        gains = [draw.choice([0, 0, 1, -1, Fraction(1, 2)]) for _ in range(rules.number)]
        if rules.zero_sum and rules.number == 2:
            gains[1] = -gains[0]
        if rules.late:  # only who moves next is told where he is
            seen = ((spot.mover, f"at({spot.depth},{spot.number})"),) if spot.mover >= 0 else ()
        else:
            seen = tuple((p, f"did({self.moves[index]})") for p in range(rules.number) if p != self.mover)
        return Step(spot, seen, tuple(gains))


@dataclass(frozen=True)
class OpenRules:
    seed: int
    number: int = 2
    depth: int = 4
    zero_sum: bool = False
    late: bool = False
    name: str = "open"

    @property
    def players(self):
        return tuple(f"player{p}" for p in range(self.number))

    def start(self):
        return Step(
            Spot(self, self.depth, 0), (), (1,) + (0,) * (self.number - 1) if self.seed % 3 == 0 else (0,) * self.number
        )

    def write(self, thing):
        return thing


def subgame_perfect(rules) -> set[tuple[Fraction, ...]]:
    """The payoffs of all subgame-perfect equilibria in pure strategies that choose by state, by brute force."""
    known = {}

    def values(state):
        if state.mover == END:
            return {(Fraction(0),) * len(rules.players)}
        if state not in known:
            steps = [state.after(i) for i in range(len(state.moves))]
            options = [{(tuple(map(sum, zip(s.payoffs, v)))) for v in values(s.state)} for s in steps]
            combined = {()}
            for option in options:
                combined = {(*c, o) for c in combined for o in option}
            known[state] = set()
            for after in combined:
                if state.mover == CHANCE:
                    weighted = [[p * x for x in v] for p, v in zip(state.probabilities, after)]
                    known[state].add(tuple(map(sum, zip(*weighted))))
                else:
                    most = max(v[state.mover] for v in after)
                    known[state] |= {v for v in after if v[state.mover] == most}
        return known[state]

    opening = rules.start()
    return {tuple(map(sum, zip(opening.payoffs, v))) for v in values(opening.state)}


@dataclass(frozen=True)
class Regular:
    """A state of a regular tree with chance (Ballard 1983): the first player, chance, the second, chance, ..."""

    rules: RegularRules
    path: tuple[int, ...] = ()

    @property
    def mover(self):
        return END if len(self.path) == self.rules.depth else (0, CHANCE, 1, CHANCE)[len(self.path) % 4]

    @property
    def moves(self):
        return () if self.mover == END else tuple(range(self.rules.width))

    @property
    def probabilities(self):
        return (Fraction(1, self.rules.width),) * self.rules.width if self.mover == CHANCE else None

    def after(self, index):
        path = (*self.path, index)
        payoff = random.Random(f"{self.rules.seed}/{path}").randint(0, 100) if len(path) == self.rules.depth else 0
        return Step(Regular(self.rules, path), ((0, index), (1, index)), (payoff, -payoff))


@dataclass(frozen=True)
class RegularRules:
    seed: int
    width: int = 4
    depth: int = 4
    name: str = "regular"
    players: tuple[str, ...] = ("max", "min")

    def start(self):
        return Step(Regular(self), (), (0, 0))

    def write(self, thing):
        return str(thing)
