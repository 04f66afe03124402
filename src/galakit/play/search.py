"""Search without a solution: information-set Monte Carlo tree search over the rules of any game.

The searcher draws a state that agrees with all that the player knows (`particles`), plays on from there, and keeps
statistics at information sets: everybody who moves chooses by upper confidence bounds among what he himself could know,
so nobody profits from what is hidden (Cowling, Powley & Whitehouse 2012, the variant with multiple observers). With
perfect information this is plain UCT.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from galakit.errors import GalakitError
from galakit.play.hand import Decision
from galakit.play.particles import Particle, consistent, moved
from galakit.play.remembered import Remembered
from galakit.play.walk import LIMIT_MOVES, Policy, uniformly
from galakit.rules.contract import CHANCE, END, Number, Rules

PLAYS = 1_000
EXPLORATION = 0.7  # weight of the confidence bound, payoffs scaled to 0..1


@dataclass(slots=True)
class _Set:
    """What was seen at an information set."""

    visits: list[int] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)


class Search:
    """Chooses the move it tried most in so many plays from states that the player may be in.

    The others are taken to have moved uniformly so far, or by a policy.

    >>> import galakit as gk
    >>> game = gk.load("nim", piles=[1, 2])
    >>> match = gk.Match(game, {name: Search(game.rules, 200) for name in game.players})
    >>> match.play(1, seed=1).hands[0].moves[0]
    'take(1,2)'
    """

    def __init__(self, rules: Rules, plays: int = PLAYS, others: Policy = uniformly) -> None:
        self.rules, self.plays, self.others = Remembered(rules), plays, others
        self.draw: dict[int, random.Random] = {}

    def begin(self, player: int, draw: random.Random) -> None:
        self.draw[player] = draw

    def choose(self, decision: Decision) -> str:
        if len(decision.moves) == 1:
            return decision.moves[0]
        draw = self.draw.setdefault(decision.player, random.Random(0))
        try:
            found = consistent(self.rules, decision.player, decision.facts, self.others, draw)
        except GalakitError:  # of all that was drawn nothing agrees with what the player knows
            return draw.choice(decision.moves)
        sets: dict[tuple[int, tuple[str, ...]], _Set] = {}
        scale = _Scale(len(self.rules.players))
        starts = draw.choices([p for p, _ in found], [w for _, w in found], k=self.plays)
        for start in starts:
            self._play(start, sets, scale, draw)
        visits = sets[decision.player, found[0][0].facts[decision.player]].visits
        return decision.moves[max(range(len(visits)), key=visits.__getitem__)]

    def _play(
        self, place: Particle, sets: dict[tuple[int, tuple[str, ...]], _Set], scale: _Scale, draw: random.Random
    ) -> None:
        made: list[tuple[int, _Set, int]] = []
        growing = True
        for _ in range(LIMIT_MOVES):
            state = place.state
            if state.mover == END:
                break
            if state.mover == CHANCE:
                index = draw.choices(range(len(state.moves)), [float(p) for p in state.probabilities or ()])[0]
            elif growing:
                key = state.mover, place.facts[state.mover]
                here = sets.setdefault(key, _Set())
                growing = bool(here.visits)
                if not growing:
                    here.visits, here.sums = [0] * len(state.moves), [0.0] * len(state.moves)
                index = _picked(here, scale, state.mover, draw)
                made.append((state.mover, here, index))
            else:
                index = draw.randrange(len(state.moves))
            place = moved(self.rules, place, index, facts=growing)
        else:
            raise GalakitError(
                f"a play did not end within {LIMIT_MOVES:,} moves", hint="see that the game ends", id="GK602"
            )
        scale.see(place.gained)
        for player, here, index in made:
            here.visits[index] += 1
            here.sums[index] += float(place.gained[player])

    def __repr__(self) -> str:
        return f"search:{self.plays}"


class _Scale:
    """The range of each player's payoffs seen so far."""

    def __init__(self, players: int) -> None:
        self.low, self.high = [math.inf] * players, [-math.inf] * players

    def see(self, payoffs: tuple[Number, ...]) -> None:
        self.low = [min(a, float(x)) for a, x in zip(self.low, payoffs)]
        self.high = [max(a, float(x)) for a, x in zip(self.high, payoffs)]

    def of(self, player: int, payoff: float) -> float:
        width = self.high[player] - self.low[player]
        return (payoff - self.low[player]) / width if width > 0 else 0.5


def _picked(here: _Set, scale: _Scale, player: int, draw: random.Random) -> int:
    """A move that was never tried, or the one with the highest bound."""
    fresh = [i for i, n in enumerate(here.visits) if n == 0]
    if fresh:
        return draw.choice(fresh)
    total = math.log(sum(here.visits))
    bounds = [scale.of(player, s / n) + EXPLORATION * math.sqrt(total / n) for s, n in zip(here.sums, here.visits)]
    return max(range(len(bounds)), key=bounds.__getitem__)
