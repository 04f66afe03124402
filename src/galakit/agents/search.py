"""Information-set Monte Carlo tree search over the rules of any game.

A play starts in a state that agrees with all that the player knows (`belief`), and statistics are kept at information
sets: every mover chooses by upper confidence bounds among what the mover could know, so nothing hidden is used
(Cowling, Powley & Whitehouse 2012, the variant with multiple observers). With perfect information this is plain UCT.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from galakit.agents.belief import Believing
from galakit.agents.contract import Decision, Policy, uniformly
from galakit.agents.particles import NoHistory, Particle, moved
from galakit.agents.playouts import LIMIT_MOVES, Scale, chance_move, endless
from galakit.agents.thinking import Clock
from galakit.deadline import OutOfTime
from galakit.rules.contract import CHANCE, END, Rules

PLAYS = 1_000
EXPLORATION = 0.7  # weight of the confidence bound, payoffs scaled to 0..1


@dataclass(slots=True)
class _Set:
    """The statistics of an information set."""

    visits: list[int] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)


class Search(Believing):
    """Chooses the move tried most, in so many plays, or in as many as the clock allows.

    The others are taken to have moved uniformly so far, or by a policy.

    >>> import galakit as gk
    >>> game = gk.load("nim", piles=[1, 2])
    >>> match = gk.Match(game, {name: Search(game.rules, 200) for name in game.players})
    >>> match.play(1, seed=1).hands[0].moves[0]
    'take(1,2)'
    """

    def __init__(self, rules: Rules, plays: int = PLAYS, others: Policy = uniformly) -> None:
        super().__init__(rules, others)
        self.plays = plays

    def choose(self, decision: Decision) -> str:
        if len(decision.moves) == 1:
            return decision.moves[0]
        clock = Clock(decision.deadline, self.plays)
        try:
            histories, weights = self.believed(decision, clock.stop)
        except (NoHistory, OutOfTime):
            return self.draw.choice(decision.moves)
        sets: dict[tuple[int, tuple[str, ...]], _Set] = {}
        scale = Scale(len(self.rules.players))
        while clock.ticks():
            self._play(self.draw.choices(histories, weights)[0], sets, scale)
        here = sets.get((decision.player, histories[0].facts[decision.player]))
        if here is None:
            return self.draw.choice(decision.moves)
        return decision.moves[max(range(len(here.visits)), key=here.visits.__getitem__)]

    def _play(self, place: Particle, sets: dict[tuple[int, tuple[str, ...]], _Set], scale: Scale) -> None:
        made: list[tuple[int, _Set, int]] = []
        growing = True
        for _ in range(LIMIT_MOVES):
            state = place.state
            if state.mover == END:
                break
            if state.mover == CHANCE:
                index = chance_move(state, self.draw)
            elif growing:
                key = state.mover, place.facts[state.mover]
                here = sets.setdefault(key, _Set())
                growing = bool(here.visits)
                if not growing:
                    here.visits, here.sums = [0] * len(state.moves), [0.0] * len(state.moves)
                index = _picked(here, scale, state.mover, self.draw)
                made.append((state.mover, here, index))
            else:
                index = self.draw.randrange(len(state.moves))
            place = moved(self.rules, place, index, facts=growing)
        else:
            raise endless()
        scale.see(place.gained)
        for player, here, index in made:
            here.visits[index] += 1
            here.sums[index] += float(place.gained[player])

    def __repr__(self) -> str:
        return f"search:{self.plays}"


def _picked(here: _Set, scale: Scale, player: int, draw: random.Random) -> int:
    """A move that was never tried, or the one with the highest bound."""
    fresh = [i for i, n in enumerate(here.visits) if n == 0]
    if fresh:
        return draw.choice(fresh)
    total = math.log(sum(here.visits))
    bounds = [scale.of(player, s / n) + EXPLORATION * math.sqrt(total / n) for s, n in zip(here.sums, here.visits)]
    return max(range(len(bounds)), key=bounds.__getitem__)
