"""The certificate of strategies that choose a move per state: best responses by dynamic programming over states.

A deviating player may observe the state, so the gain is never understated. Nothing here is shared with the
solvers. In an exact game all numbers are whole or Fractions, and a gap of 0 is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from galakit.deadline import note
from galakit.errors import GalakitError
from galakit.game.automaton import Automaton
from galakit.game.ragged import chained
from galakit.progress import CERTIFYING
from galakit.rules.contract import CHANCE, END, FORGET, Number, Rules, State, Step
from galakit.solution.certificate import Certificate


def certify_states(automaton: Automaton, choice: npt.NDArray[Any], *, exact: bool) -> Certificate:
    """The certificate of playing the edge `choice[s]` in every state s in which a player decides."""
    deciding = np.flatnonzero(automaton.mover >= 0)
    first, end = automaton.first[deciding], automaton.first[deciding + 1]
    if ((choice[deciding] < first) | (choice[deciding] >= end)).any():
        raise GalakitError("a strategy chooses a move that the state does not have", id="GK609")
    numbers = _numbers(automaton, exact)
    value, gains = [], []
    for player in range(len(automaton.players)):
        played, best = _expected(automaton, choice, player, numbers)
        value.append(played)
        gains.append(best - played)
    return Certificate(tuple(value), tuple(gains), exact)


@dataclass(frozen=True, eq=False)
class _Numbers:
    """Gains times a scale, and probabilities, in one kind of number."""

    gains: npt.NDArray[Any]
    """[gains, n]"""
    probabilities: npt.NDArray[Any]
    scale: int


def _numbers(automaton: Automaton, exact: bool) -> _Numbers:
    if not exact:
        return _Numbers(np.array(automaton.gains, np.float64), np.array(automaton.probabilities, np.float64), 1)
    scale = lcm(*(Fraction(x).denominator for gains in automaton.gains for x in gains))
    gains = np.array([[int(x * scale) for x in row] for row in automaton.gains], object)
    probabilities = np.array([Fraction(p) for p in automaton.probabilities], object)
    most = max(abs(x) for row in gains.tolist() for x in row) * (len(automaton.levels) + 1)
    if not (automaton.mover == CHANCE).any() and most < 2**62:
        return _Numbers(gains.astype(np.int64), np.ones(len(probabilities), np.int64), scale)
    return _Numbers(gains, probabilities, scale)


def _expected(automaton: Automaton, choice: npt.NDArray[Any], player: int, numbers: _Numbers) -> tuple[Number, Number]:
    """What a player gets when all follow the choices, and when the player plays a best response to them."""
    gain = numbers.gains[:, player]
    values = np.zeros((automaton.states, 2), gain.dtype)
    before, states = player * automaton.states, len(automaton.players) * automaton.states
    done = 0
    for level in reversed(automaton.levels):
        note(CERTIFYING, before + done, states)
        done += len(level)
        mover = automaton.mover[level]
        follows = level[mover >= 0]
        edge = choice[follows]
        values[follows] = gain[automaton.gain[edge], None] + values.take(automaton.target[edge], axis=0)
        own = level[mover == player]
        if own.size:
            edges, start, _ = chained(automaton.first, own)
            after = gain[automaton.gain[edges]] + values[automaton.target[edges], 1]
            values[own, 1] = np.maximum.reduceat(after, start)
        drawn = level[mover == CHANCE]
        if drawn.size:
            edges, start, _ = chained(automaton.first, drawn)
            after = gain[automaton.gain[edges], None] + values.take(automaton.target[edges], axis=0)
            share = numbers.probabilities[automaton.probability[edges], None]
            values[drawn] = np.add.reduceat(after * share, start, axis=0)
    played, best = (values[automaton.start] + gain[automaton.opening_gain]).tolist()
    if gain.dtype == np.float64:
        return played, best
    return Fraction(played) / numbers.scale, Fraction(best) / numbers.scale


@dataclass(frozen=True)
class Walked:
    """A certificate found by walking through the rules."""

    certificate: Certificate
    states: int
    observed: bool
    """whether no player forgot, and all who follow their strategies observed at once which move was made"""


class TooManyStates(Exception):
    """There are more states than the limit."""


def certify_walk(rules: Rules, choice: Callable[[State], int], limit: int) -> Walked:
    """The certificate of playing the move of index `choice(state)`, for rules that were not explored.

    It visits only states that one deviating player can reach against the others' strategies.
    """
    opening = rules.start()
    value, gains, states, observed = [], [], 0, True
    for player in range(len(rules.players)):
        walk = _Walk(rules, choice, player, limit - states)
        best, own = walk.values(opening.state)
        value.append(opening.payoffs[player] + own)
        gains.append(best - own)
        states += len(walk.known)
        observed &= walk.observed
    return Walked(certificate_of(value, gains), states, observed)


def certificate_of(
    value: Sequence[Number], gains: Sequence[Number], by: Literal["best responses", "search"] = "best responses"
) -> Certificate:
    """A certificate of these numbers, in Fractions if none of them is a float."""
    if any(isinstance(x, float) for x in (*value, *gains)):
        return Certificate(tuple(float(x) for x in value), tuple(float(x) for x in gains), False, by)
    return Certificate(tuple(Fraction(x) for x in value), tuple(Fraction(x) for x in gains), True, by)


@dataclass(eq=False)
class _Walk:
    """All states that can be reached when one player is free and the others follow their strategies."""

    rules: Rules
    choice: Callable[[State], int]
    player: int
    limit: int

    def __post_init__(self) -> None:
        self.known: dict[State, tuple[Number, Number]] = {}
        self.observed = True

    def values(self, start: State) -> tuple[Number, Number]:
        """The value of a best response, and of following the strategy: depth first, without recursion."""
        stack = [self._opened(start)]
        open_states = {start}
        while stack:
            state, steps, below = stack[-1]
            if not below:
                self.known[state] = self._combined(state, steps)
                open_states.discard(state)
                stack.pop()
                continue
            new = below.pop()
            if new in self.known:
                continue
            if new in open_states:
                raise GalakitError(
                    "the game can go on for ever: a state can be reached again from itself",
                    hint="count the moves in the state and end the game after a fixed number of them",
                    id="GK602",
                )
            if len(self.known) + len(stack) >= self.limit:
                raise TooManyStates
            open_states.add(new)
            stack.append(self._opened(new))
        return self.known[start]

    def _opened(self, state: State) -> tuple[State, list[Step], list[State]]:
        """A state with the steps from it, and their states, which are still to be visited."""
        steps = self._steps(state)
        return state, steps, [step.state for step in steps]

    def _steps(self, state: State) -> list[Step]:
        mover = state.mover
        if mover == END:
            return []
        follows = mover >= 0 and mover != self.player
        steps = [state.after(i) for i in ([self.choice(state)] if follows else range(len(state.moves)))]
        if self.observed:
            # A player who follows a strategy must know the state; a single player follows their own.
            players = range(len(self.rules.players))
            followers = [p for p in players if p != mover and (p != self.player or len(players) == 1)]
            self.observed = all_observed(followers, steps)
        return steps

    def _combined(self, state: State, steps: list[Step]) -> tuple[Number, Number]:
        best, own = [], []
        for step in steps:
            gain = step.payoffs[self.player]
            most, followed = self.known[step.state]
            best.append(gain + most)
            own.append(gain + followed)
        if state.mover == CHANCE:
            chances = state.probabilities or ()
            return sum(p * x for p, x in zip(chances, best)), sum(p * x for p, x in zip(chances, own))
        if state.mover == self.player:
            return max(best), own[self.choice(state)]
        return (best[0], own[0]) if steps else (0, 0)


def all_observed(players: Iterable[int], steps: Sequence[Step]) -> bool:
    """Whether players who do not move observe at once which of these steps was made, and none forgets."""
    if any(fact is FORGET for step in steps for _, fact in step.observations):
        return False
    return all(_observes_step(player, steps) for player in players)


def _observes_step(player: int, steps: Sequence[Step]) -> bool:
    """Whether a player who does not move observes at once which of these steps was made, unless the game ends."""
    seen = [tuple(fact for p, fact in step.observations if p == player) for step in steps]
    if all(seen) and len({facts[0] for facts in seen}) == len(seen):
        return True
    # The mover of a state may be costly to find: it is computed only where it matters.
    going_on = {(facts, step.state) for facts, step in zip(seen, steps) if step.state.mover != END}
    first = {facts[:1] for facts, _ in going_on}
    return len(going_on) <= 1 or (len(first) == len(going_on) and () not in first)
