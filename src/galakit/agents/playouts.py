"""Plays at random from a state to the end, and payoffs on a scale from 0 to 1."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from galakit.agents.contract import weighted
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Number, State

LIMIT_MOVES = 20_000  # in one play; beyond it the game is taken to go on for ever


def chance_move(state: State, draw: random.Random) -> int:
    """A move of chance, drawn by its probability."""
    return weighted([float(p) for p in state.probabilities or ()], draw)


def random_end(
    state: State, gained: Sequence[Number], draw: random.Random, deadline: float = math.inf
) -> tuple[Number, ...]:
    """The payoffs at the end of a random play from a state, with what the players have gained before."""
    total = list(gained)
    for _ in range(LIMIT_MOVES):
        if state.mover == END:
            return tuple(total)
        if time.monotonic() >= deadline:
            raise OutOfTime("a random play did not end in time", id="GK632")
        index = chance_move(state, draw) if state.mover == CHANCE else draw.randrange(len(state.moves))
        step = state.after(index)
        total = [a + b for a, b in zip(total, step.payoffs)]
        state = step.state
    raise endless()


def endless() -> GalakitError:
    return GalakitError(f"a play did not end within {LIMIT_MOVES:,} moves", hint="see that the game ends", id="GK602")


class Scale:
    """The range of each player's payoffs seen so far.

    >>> scale = Scale(2)
    >>> scale.see((0, 3)), scale.see((4, 3))
    (None, None)
    >>> scale.of(0, 1), scale.of(1, 3)
    (0.25, 0.5)
    """

    def __init__(self, players: int) -> None:
        self.low, self.high = [math.inf] * players, [-math.inf] * players

    def see(self, payoffs: Sequence[Number]) -> None:
        self.low = [min(a, float(x)) for a, x in zip(self.low, payoffs)]
        self.high = [max(a, float(x)) for a, x in zip(self.high, payoffs)]

    def of(self, player: int, payoff: float) -> float:
        """A payoff between 0 and 1; the middle while there is nothing to compare with."""
        width = self.high[player] - self.low[player]
        return (payoff - self.low[player]) / width if width > 0 else 0.5
