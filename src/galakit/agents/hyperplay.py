"""HyperPlay: moves are valued by random plays from the states that may be the true one.

After Schofield, Cerexhe and Thielscher (2012): the states agree with all that the player perceived, and count by their
probability. Plays go where the best move is most likely to be found (Thompson's sampling): each play guesses how good
every move is, from what is known of it, and tries the move with the best guess.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from galakit.agents.belief import Believing
from galakit.agents.contract import Agent, Decision
from galakit.agents.particles import NoHistory, moved
from galakit.agents.playouts import Scale, random_end
from galakit.agents.thinking import Clock
from galakit.deadline import OutOfTime
from galakit.rules.contract import Rules

if TYPE_CHECKING:
    from galakit.game.game import Game

PLAYS = 1_000


class HyperPlay(Believing):
    """Plays any game by its rules.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> gk.Match(game, {"first": HyperPlay(game.rules, 200), "second": "legal"}).play(50, seed=1).mean[0] > 0
    True
    """

    def __init__(self, rules: Rules, plays: int = PLAYS) -> None:
        super().__init__(rules)
        self.plays = plays

    def choose(self, decision: Decision) -> str:
        if len(decision.moves) == 1:
            return decision.moves[0]
        clock = Clock(decision.deadline, self.plays)
        tried, total = [0] * len(decision.moves), [0.0] * len(decision.moves)
        scale = Scale(len(self.rules.players))
        try:
            histories, weights = self.believed(decision, clock.stop)
            while clock.ticks():
                index = self._guessed(tried, total)
                after = moved(self.rules, self.draw.choices(histories, weights)[0], index, facts=False)
                payoffs = random_end(after.state, after.gained, self.draw, clock.stop)
                scale.see(payoffs)
                tried[index] += 1
                total[index] += scale.of(decision.player, float(payoffs[decision.player]))
        except (NoHistory, OutOfTime):  # use the results so far
            pass
        if not any(tried):
            return self.draw.choice(decision.moves)
        return decision.moves[max(range(len(tried)), key=lambda k: (tried[k], total[k]))]

    def _guessed(self, tried: list[int], total: list[float]) -> int:
        guesses = [
            (s + 0.5) / (n + 1) + self.draw.gauss(0.0, 1.0) * 0.5 / math.sqrt(n + 1) for n, s in zip(tried, total)
        ]
        return max(range(len(guesses)), key=guesses.__getitem__)

    def __repr__(self) -> str:
        return f"hyperplay:{self.plays}"


def hyperplay(game: Game, plays: int = PLAYS) -> Agent:
    """Random plays from the states that the player may be in, by the rules or on a compiled network (`gdl.network`)."""
    from galakit.agents.network.agent import on_network

    return on_network(game, "hyperplay", plays) or HyperPlay(game.rules, plays)
