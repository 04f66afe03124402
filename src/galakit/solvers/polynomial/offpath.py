"""Moves off the path of play that keep all players on it: pure ones where these will do, else by cutting boxes.

Only sets that one player alone can lead to by leaving the path matter. Payoffs are at least 0, so a deviation gets at
least what it gets if all that is undecided pays nothing: if that is too much already, no completion is an equilibrium.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import numpy as np
import numpy.typing as npt

from galakit.solvers.polynomial.agents import Agents, Floats, Ints

GAIN = 1e-9  # of payoffs between 0 and 1: what counts as no gain
MOST_PURE = 5_000  # choices of pure moves, not all of them complete
MOST_BOXES = 2_000


@dataclass(frozen=True, eq=False)
class Completion:
    """The probabilities of all moves, None where no completion was found."""

    behaviour: Floats | None
    certain: bool
    """whether there is none where none was found"""


@dataclass(frozen=True, eq=False)
class Completer:
    """Completes ways to play on the path of a game."""

    agents: Agents

    @cached_property
    def _paths(self) -> Ints:
        """The ways to the leaves; beyond the last move one that is always made."""
        return np.where(self.agents.path < 0, self.agents.moves, self.agents.path)

    @cached_property
    def _own(self) -> npt.NDArray[np.bool_]:
        """[n, M + 1] whose move it is."""
        own = np.zeros((self.agents.players, self.agents.moves + 1), np.bool_)
        own[self.agents.owner[self.agents.set_of], np.arange(self.agents.moves)] = True
        return own

    @cached_property
    def _last(self) -> Ints:
        """[n, L] each player's last move on the way to a leaf; one beyond all moves where they have none."""
        found = np.full((self.agents.players, len(self._paths)), self.agents.moves)
        for column in self._paths.T:  # in order
            for player in range(self.agents.players):
                mine = self._own[player, column]
                found[player, mine] = column[mine]
        return found

    @cached_property
    def _sets(self) -> list[list[tuple[int, int, int]]]:
        """[n] where the moves of each set begin and end, and the move before it, the last sets first."""
        agents = self.agents
        ends = agents.first + agents.count
        before = np.where(agents.before < 0, agents.moves, agents.before)
        found: list[list[tuple[int, int, int]]] = [[] for _ in range(agents.players)]
        for player, *three in zip(agents.owner.tolist(), agents.first.tolist(), ends.tolist(), before.tolist()):
            found[player].insert(0, (three[0], three[1], three[2]))
        return found

    @cached_property
    def _bits(self) -> list[int]:
        """[n] all moves of each player, as bits."""
        return [sum(1 << m for m in np.flatnonzero(own).tolist()) for own in self._own]

    def values(self, behaviour: Floats) -> list[float]:
        """What each player gets."""
        reached = np.append(behaviour, 1.0)[self._paths].prod(axis=1)
        return [float(reached @ pays) for pays in self.agents.pays]

    def best(self, behaviour: Floats) -> list[float]:
        """What each player gets at most, where the others play so; probabilities need not sum to 1."""
        weights, found = np.append(behaviour, 1.0), []
        for player, pays in enumerate(self.agents.pays):
            reached = np.where(self._own[player], 1.0, weights)[self._paths].prod(axis=1)
            worth = np.bincount(self._last[player], reached * pays, self.agents.moves + 1).tolist()
            for start, end, before in self._sets[player]:
                worth[before] += max(worth[start:end])
            found.append(worth[-1])
        return found

    def completed(self, behaviour: Floats, over: Callable[[], bool] = lambda: False) -> Completion:
        """The probabilities on the path, 0 elsewhere, as an equilibrium."""
        values = self.values(behaviour)
        if self._tempted(behaviour, values):
            return Completion(None, True)
        waiting, seen = [behaviour], 0
        while waiting:
            behaviour_now = waiting.pop()
            g = self._undecided(behaviour_now)
            if g is None:
                return Completion(self._filled(behaviour_now), True)
            start = int(self.agents.first[g])
            for move in range(start + int(self.agents.count[g]) - 1, start - 1, -1):
                one = behaviour_now.copy()
                one[move] = 1.0
                seen += 1
                if not self._tempted(one, values):
                    waiting.append(one)
            if seen > MOST_PURE or over():
                return Completion(None, False)
        return self._mixed(behaviour, values, over) if seen else Completion(None, True)

    def _tempted(self, behaviour: Floats, values: list[float]) -> bool:
        return any(best > value + GAIN for best, value in zip(self.best(behaviour), values))

    def _undecided(self, behaviour: Floats) -> int | None:
        """A set that one player can lead to, where another has to move and nothing is chosen yet."""
        positive = sum(1 << m for m in np.flatnonzero(behaviour).tolist())
        for g, (player, start, many) in enumerate(
            zip(self.agents.owner.tolist(), self.agents.first.tolist(), self.agents.count.tolist())
        ):
            if not positive >> start & ((1 << many) - 1) and self._led_to(g, player, positive):
                return g
        return None

    def _led_to(self, g: int, mover: int, positive: int) -> bool:
        return any(
            need & ~(positive | own) == 0
            for player, own in enumerate(self._bits)
            if player != mover
            for need in self.agents.needs[g]
        )

    def _filled(self, behaviour: Floats) -> Floats:
        """With the first move of each set where it does not matter."""
        filled = behaviour.copy()
        for start, many in zip(self.agents.first.tolist(), self.agents.count.tolist()):
            if not filled[start : start + many].any():
                filled[start] = 1.0
        return filled

    def _mixed(self, behaviour: Floats, values: list[float], over: Callable[[], bool]) -> Completion:
        """A completion in mixed moves: boxes of probabilities are cut, those first where least can be gained."""
        low, high = behaviour.copy(), behaviour.copy()
        free = []
        while (g := self._undecided(high)) is not None:
            start = int(self.agents.first[g])
            high[start : start + int(self.agents.count[g])] = 1.0
            free.append(slice(start, start + int(self.agents.count[g])))
        number = count()
        waiting = [(0.0, next(number), low, high)]
        for _ in range(MOST_BOXES):
            if not waiting:
                return Completion(None, True)
            _, _, low, high = heapq.heappop(waiting)
            point = behaviour.copy()
            for own in free:
                room = high[own] - low[own]
                point[own] = low[own] + (1 - low[own].sum()) * room / (room.sum() or 1.0)
            if not self._tempted(point, values):
                return Completion(self._filled(point), True)
            move = int((high - low).argmax())
            if over() or high[move] - low[move] < 1e-6:
                break
            (own,) = (one for one in free if one.start <= move < one.stop)
            middle = (low[move] + high[move]) / 2
            for half in (0, 1):
                below, above = low.copy(), high.copy()
                (above if half else below)[move] = middle
                others_low, others_high = below[own].sum() - below[own], above[own].sum() - above[own]
                below[own], above[own] = np.maximum(below[own], 1 - others_high), np.minimum(above[own], 1 - others_low)
                if (below[own] > above[own]).any():
                    continue
                excess = max(best - value for best, value in zip(self.best(below), values))
                if excess <= GAIN:
                    heapq.heappush(waiting, (excess, next(number), below, above))
        return Completion(None, False)
