"""Monte Carlo counterfactual regret minimisation straight from the rules (Lanctot, Waugh, Zinkevich & Bowling 2009).

Nothing is unfolded: tables grow with the information sets that are visited. *External* sampling draws what chance and
the others do and tries all moves of one player; *outcome* sampling draws single plays, the player's own moves too,
and corrects for how likely they were.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from galakit.errors import GalakitError
from galakit.progress import Progress, throttled
from galakit.rules.contract import CHANCE, END, Rules
from galakit.solvers.regret.interrupt import patient
from galakit.solvers.regret.visits import LIMIT_MOVES, Node, Visits, deep

Sampling: TypeAlias = Literal["external", "outcome"]

EXPLORATION = 0.6  # of the own moves in outcome sampling: the part that is drawn uniformly


@dataclass(frozen=True, eq=False)
class Sampled:
    """Average strategies at the information sets that were visited."""

    strategies: dict[tuple[int, tuple[str, ...]], tuple[float, ...]]
    """(player, facts as in the sequence form) -> the probability of each move"""
    iterations: int

    def weights(self, player: int, facts: tuple[str, ...], moves: int) -> Sequence[float]:
        """A policy for play: the average strategy, uniform at information sets never visited."""
        return self.strategies.get((player, tuple(facts))) or (1.0 / moves,) * moves


class Sampler:
    """The tables of all players. One iteration is one walk for each player."""

    def __init__(self, rules: Rules, sampling: Sampling = "external", seed: int = 0) -> None:
        if sampling not in ("external", "outcome"):
            raise GalakitError(f"there is no sampling called {sampling}", hint="choose external or outcome", id="GK509")
        if sampling == "external" and len(rules.players) == 1:
            raise GalakitError(
                "external sampling draws what the others do, and this game has one player",
                hint="use outcome sampling",
                id="GK606",
            )
        self.visits = Visits(rules)
        self.random = Random(seed).random
        self.sampling = sampling
        self.iterations = 0
        self._regret: dict[int, list[float]] = {}
        self._total: dict[int, list[float]] = {}
        self._player: dict[int, int] = {}

    def advance(self, iterations: int) -> None:
        """So many iterations."""
        with deep():
            for _ in range(iterations):
                for player in range(self.visits.players):
                    self.walk(player)
                self.iterations += 1

    def walk(self, player: int) -> None:
        """One sample of the player's regrets."""
        if self.sampling == "external":
            self._external(player, self.visits.first, self.visits.informed)
        else:
            self._outcome(player)

    def result(self) -> Sampled:
        """The average strategies so far."""
        strategies = {}
        for information, total in self._total.items():
            whole = sum(total)
            shares = tuple(t / whole for t in total) if whole > 0 else (1.0 / len(total),) * len(total)
            strategies[self._player[information], self.visits.facts(information)] = shares
        return Sampled(strategies, self.iterations)

    def _set(self, node: Node, informed: list[int]) -> int:
        """The information set at a node; its tables are there afterwards."""
        here = self.visits.information(informed[node.mover], node.offered)
        if here not in self._regret:
            self._regret[here] = [0.0] * node.width
            self._total[here] = [0.0] * node.width
            self._player[here] = node.mover
        return here

    def _drawn(self, sums: list[float]) -> int:
        return min(bisect_right(sums, self.random() * sums[-1]), len(sums) - 1)

    def _external(self, player: int, node: Node, informed: list[int]) -> float:
        """The player's value below a node, by one sample of all moves but their own."""
        step, observe = self.visits.step, self.visits.observe
        gained = 0.0
        while node.mover != player:
            if node.mover == END:
                return gained
            if node.mover == CHANCE:
                index = self._drawn(node.sums)
            else:
                mover = node.mover
                here = self._set(node, informed)
                informed = informed.copy()
                informed[mover] = here
                shares = _matching(self._regret[here])
                total = self._total[here]
                for k, share in enumerate(shares):
                    total[k] += share
                index = self._drawn(_sums(shares))
            node, seen, gains = step(node, index)
            informed = observe(informed, seen)
            gained += gains[player]
        here = self._set(node, informed)
        informed = informed.copy()
        informed[player] = here
        shares = _matching(self._regret[here])
        values = []
        for index in range(node.width):
            after, seen, gains = step(node, index)
            values.append(gains[player] + self._external(player, after, observe(informed, seen)))
        value = sum(s * v for s, v in zip(shares, values))
        regret = self._regret[here]
        for index, v in enumerate(values):
            regret[index] += v - value
        return gained + value

    def _outcome(self, player: int) -> None:
        """One play, and what it says about the player's moves on the way (ibid., section 3.1)."""
        visits = self.visits
        node, informed = visits.first, visits.informed
        own = others = drawn = 1.0  # probabilities so far: of the player's moves, of all others, of being drawn
        gained = visits.gains[player]
        path: list[tuple[int, int, list[float], float, float]] = []
        for _ in range(LIMIT_MOVES):
            if node.mover == END:
                break
            if node.mover == CHANCE:
                index = self._drawn(node.sums)  # drawn as likely as it is: both change by the same factor
                chance = (node.sums[index] - (node.sums[index - 1] if index else 0.0)) / node.sums[-1]
                others *= chance
                drawn *= chance
            else:
                here = self._set(node, informed)
                informed = informed.copy()
                informed[node.mover] = here
                shares = _matching(self._regret[here])
                if node.mover == player:
                    explored = [EXPLORATION / node.width + (1.0 - EXPLORATION) * s for s in shares]
                    index = self._drawn(_sums(explored))
                    path.append((here, index, shares, own, drawn))
                    own *= shares[index]
                    drawn *= explored[index]
                else:
                    index = self._drawn(_sums(shares))
                    others *= shares[index]
                    drawn *= shares[index]
            node, seen, gains = visits.step(node, index)
            informed = visits.observe(informed, seen)
            gained += gains[player]
        else:
            raise GalakitError(
                f"a play did not end within {LIMIT_MOVES:,} moves", hint="see that the game ends", id="GK602"
            )
        tail = 1.0  # the probability of the player's moves after the set, by their strategy
        for here, index, shares, own_before, drawn_before in reversed(path):
            # What the others did after the set cancels: they were drawn as likely as they play.
            weight = gained * others / drawn
            regret, total = self._regret[here], self._total[here]
            after = tail
            tail *= shares[index]
            for k, share in enumerate(shares):
                regret[k] += weight * ((after if k == index else 0.0) - tail)
                total[k] += own_before / drawn_before * share


def sample(
    rules: Rules,
    sampling: Sampling = "external",
    *,
    iterations: int = 10_000,
    time_limit: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Sampled:
    """Average strategies by sampling, for games of any size; the same seed gives the same strategies.

    They are not certified; for a game that can be unfolded, `solve(game, "mccfr-external")` certifies them. Ctrl-C and
    the time limit end sampling early.

    >>> import galakit as gk
    >>> found = sample(gk.load("kuhn").rules, iterations=300, seed=1)
    >>> len(found.strategies), found.iterations
    (12, 300)
    """
    sampler = Sampler(rules, sampling, seed)
    report = throttled(progress)
    end = None if time_limit is None else time.monotonic() + time_limit
    with patient() as asked:
        while sampler.iterations < iterations and not asked() and (end is None or time.monotonic() < end):
            sampler.advance(min(10, iterations - sampler.iterations))
            report("sampling", sampler.iterations, iterations)
    return sampler.result()


def _matching(regret: list[float]) -> list[float]:
    """Probabilities in proportion to positive regrets."""
    positive = [r if r > 0.0 else 0.0 for r in regret]
    whole = sum(positive)
    if whole > 0.0:
        return [p / whole for p in positive]
    return [1.0 / len(regret)] * len(regret)


def _sums(shares: list[float]) -> list[float]:
    whole = 0.0
    sums = []
    for share in shares:
        whole += share
        sums.append(whole)
    return sums
