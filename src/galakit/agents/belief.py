"""A player's belief about the state of play, decision after decision.

Between two decisions, states are followed from those of the first, not from the opening.
"""

from __future__ import annotations

import math
import random

from galakit.agents.contract import Policy, uniformly
from galakit.agents.particles import Particle, consistent
from galakit.errors import GalakitError
from galakit.rules.contract import Rules, forgetful


class Belief:
    """The states that one player may be in during one play, with their probabilities.

    >>> import galakit as gk
    >>> belief = Belief(gk.load("kuhn").rules, 0, random.Random(0))
    >>> dealt = ("card(2)", "choosing([pass,bet])")
    >>> [place.facts[1] for place, _ in belief.at(dealt)]
    [('card(1)',), ('card(3)',)]
    >>> [weight for _, weight in belief.at((*dealt, "chose(pass)", "bet", "choosing([pass,bet])"))]
    [0.5, 0.5]
    """

    def __init__(self, rules: Rules, player: int, draw: random.Random, others: Policy = uniformly) -> None:
        self.rules, self.player, self.draw, self.others = rules, player, draw, others
        self._facts: tuple[str, ...] = ()
        self._found: list[tuple[Particle, float]] = []

    def at(self, facts: tuple[str, ...], deadline: float = math.inf) -> list[tuple[Particle, float]]:
        """The histories at which the player knows exactly these facts, with their probabilities."""
        if facts == self._facts:
            return self._found
        remembers = self.player not in forgetful(self.rules)
        goes_on = remembers and bool(self._found) and facts[: len(self._facts)] == self._facts
        try:
            found = self._consistent(facts, self._found if goes_on else None, deadline)
        except GalakitError:
            if not goes_on:
                raise
            found = self._consistent(facts, None, deadline)  # the sample is empty: try another one
        self._facts, self._found = facts, found
        return found

    def _consistent(
        self, facts: tuple[str, ...], start: list[tuple[Particle, float]] | None, deadline: float
    ) -> list[tuple[Particle, float]]:
        return consistent(self.rules, self.player, facts, self.others, self.draw, start=start, deadline=deadline)
