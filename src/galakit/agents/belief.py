"""A player's belief about the state of play, decision after decision.

Between two decisions, states are followed from those of the first, not from the opening.
"""

from __future__ import annotations

import math
import random

from galakit.agents.contract import Decision, Policy, uniformly
from galakit.agents.particles import NoHistory, Particle, consistent
from galakit.agents.remembered import Remembered
from galakit.rules.contract import Rules, forgetful


class Belief:
    """The states that one player may be in during one play, with their probabilities.

    >>> import galakit as gk
    >>> belief = Belief(gk.load("kuhn").rules, 0, random.Random(0))
    >>> dealt = ("card(2)", "choosing([pass,bet])")
    >>> [history.facts[1] for history, _ in belief.at(dealt)]
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
        except NoHistory:
            if not goes_on:
                raise
            found = self._consistent(facts, None, deadline)  # the sample is empty: try another one
        self._facts, self._found = facts, found
        return found

    def _consistent(
        self, facts: tuple[str, ...], start: list[tuple[Particle, float]] | None, deadline: float
    ) -> list[tuple[Particle, float]]:
        return consistent(self.rules, self.player, facts, self.others, self.draw, start=start, deadline=deadline)


class Believing:
    """An agent with a belief, kept for the player that it plays."""

    def __init__(self, rules: Rules, others: Policy = uniformly) -> None:
        self.rules, self.others = Remembered(rules), others
        Believing.begin(self, 0, random.Random(0))  # whatever else subclasses begin waits for the play

    def begin(self, player: int, draw: random.Random) -> None:
        self.draw = draw
        self.belief = Belief(self.rules, player, draw, self.others)

    def believed(self, decision: Decision, deadline: float) -> tuple[list[Particle], list[float]]:
        """The histories that the player considers possible, and their probabilities; NoHistory, OutOfTime."""
        if decision.player != self.belief.player:
            self.begin(decision.player, self.draw)
        found = self.belief.at(decision.facts, deadline)
        return [history for history, _ in found], [weight for _, weight in found]
