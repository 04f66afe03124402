"""Matches: agents against each other, hand after hand, over the rules of any game.

Chance in hand k depends on the seed and k alone, and each agent has its own random numbers: the same seed and the same
agents give the same plays, and one agent's luck does not depend on another one's. With rotating seats every agent
plays every player with the same luck in turn, as in duplicate bridge.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from galakit.agents.contract import Agent, Beginning, Closing, Observing, Seen, drawn
from galakit.agents.registry import Playing, agent_of
from galakit.agents.remembered import Remembered
from galakit.errors import GalakitError
from galakit.play.hand import dealt, seated
from galakit.play.result import MatchResult, Played
from galakit.progress import Progress, throttled

if TYPE_CHECKING:
    from galakit.game.game import Game


class Match:
    """A game, and the agents that play it.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> match = gk.Match(game, {"first": gk.solve(game), "second": "random"})
    >>> result = match.play(2_000, seed=1)
    >>> result.mean[0] > 0, result.hands[0] == match.play(1, seed=1).hands[0]
    (True, True)
    """

    def __init__(self, game: Game, agents: Mapping[str, Playing], *, rotate: bool = False, shown: bool = False) -> None:
        """One agent for each player; with `rotate` they change seats, with `shown` they see all when a hand is over."""
        self.game = game
        self.rotate = rotate
        self.shown = shown
        players = game.players
        unknown = [name for name in agents if name not in players]
        missing = [name for name in players if name not in agents]
        if unknown or missing:
            raise GalakitError(
                f"there is no player {unknown[0]}" if unknown else f"{missing[0]} has no agent",
                hint=f"give an agent for each of {', '.join(players)}",
                id="GK830",
            )
        self.rules = Remembered(game.rules)
        self.agents: tuple[Agent, ...] = tuple(agent_of(agents[name], game) for name in players)
        self._beginning = {who: a for who, a in enumerate(self.agents) if isinstance(a, Beginning)}
        self._observing = {who: a for who, a in enumerate(self.agents) if isinstance(a, Observing)}

    def play(self, hands: int = 1, *, seed: int | None = None, progress: Progress | None = None) -> MatchResult:
        """Play so many hands; with rotating seats each deal is played once in every seating."""
        if hands < 1:
            raise GalakitError(f"{hands} hands cannot be played", hint="play at least one", id="GK508")
        seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
        if seed < 0:
            raise GalakitError(f"the seed must not be negative: {seed}", hint="give a number from 0 on", id="GK508")
        tell = throttled(progress or self.game.progress)
        began = time.perf_counter()
        played = []
        for k in range(hands):
            played.append(self._hand(seed, k))
            tell("playing", k + 1, hands)
        for agent in self.agents:
            if isinstance(agent, Closing):
                agent.close()
        return MatchResult(
            game=self.game,
            agents=tuple(_name(agent) for agent in self.agents),
            seed=seed,
            rotated=self.rotate,
            hands=tuple(played),
            seconds=time.perf_counter() - began,
        )

    @staticmethod
    def replay(log: str | Path | Iterable[str], game: Game) -> MatchResult:
        """Replay a match from its log (lines, or a file of them), checking every event against rules and seed."""
        from galakit.play.replay import replayed

        return replayed(log, game)

    def _hand(self, seed: int, k: int) -> Played:
        many = len(self.agents)
        hand = dealt(self.rules, seed, k, self.rotate)
        seats = seated(many, k, self.rotate)
        draws = [random.Random(f"{seed}/{k}/{seat}") for seat in range(many)]
        for player, who in enumerate(seats):
            if who in self._beginning:
                self._beginning[who].begin(player, draws[player])
        while (decision := hand.go_on()) is not None:
            agent = self.agents[seats[decision.player]]
            choice = agent.choose(decision)
            hand.choose(drawn(choice, decision, draws[decision.player], self.game.players[decision.player]))
        trace = hand.trace
        for player, who in enumerate(seats):
            if who in self._observing:
                seen = Seen(player, hand.facts[player], hand.gained[player], trace if self.shown else None)
                self._observing[who].observe(seen)
        return Played(seats, tuple(event.move for event in trace.events), trace.payoffs)


def _name(agent: Agent) -> str:
    return type(agent).__name__ if type(agent).__repr__ is object.__repr__ else repr(agent)
