"""Games in which players forget: other rules, with `FORGET` put before and between what they let players see."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from galakit.rules.contract import FORGET, Step


@dataclass(frozen=True)
class Forgetting:
    """The same rules, but on some steps some players forget; the seed says who and when."""

    rules: Any
    seed: int

    @property
    def name(self):
        return self.rules.name

    @property
    def players(self):
        return self.rules.players

    @property
    def forgetful(self):
        return frozenset(range(len(self.players)))

    def start(self):
        step = self.rules.start()
        return step._replace(state=Forgetter(self, step.state))

    def write(self, thing):
        return FORGET.value if thing is FORGET else self.rules.write(thing)


@dataclass(frozen=True)
class Forgetter:
    """A state of these rules."""

    of: Forgetting
    state: Any

    @property
    def mover(self):
        return self.state.mover

    @property
    def moves(self):
        return self.state.moves

    @property
    def probabilities(self):
        return self.state.probabilities

    def after(self, index):
        step = self.state.after(index)
        draw = random.Random(f"{self.of.seed}/{self.state!r}/{index}")
        seen = []
        for place in range(len(step.observations) + 1):
            seen += [(p, FORGET) for p in range(len(self.of.players)) if draw.random() < 0.2]
            seen += step.observations[place : place + 1]
        return Step(Forgetter(self.of, step.state), tuple(seen), step.payoffs)
