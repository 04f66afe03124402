"""The certificate of strategies that choose a move per state: best responses by dynamic programming over states.

A deviating player is allowed to look at the state, so he can do no less than in the game itself: what he could gain
is never understated. Nothing here is shared with the solvers. In an exact game all numbers are whole or Fractions,
and a gap of 0 is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.automaton import Automaton
from galakit.game.ragged import concatenated, offsets
from galakit.rules.contract import CHANCE, END, FORGET, Number, Rules, State, Step
from galakit.solution.certificate import Certificate


def certify_states(automaton: Automaton, choice: npt.NDArray[Any], *, exact: bool) -> Certificate:
    """The certificate of playing the edge `choice[s]` in every state s in which somebody decides."""
    deciding = np.flatnonzero(automaton.mover >= 0)
    first, end = automaton.first[deciding], automaton.first[deciding + 1]
    if ((choice[deciding] < first) | (choice[deciding] >= end)).any():
        raise GalakitError("a strategy chooses a move that the state does not have", id="GK609")
    numbers = _numbers(automaton, exact)
    value, gains = [], []
    for player in range(len(automaton.players)):
        played, best = (_worth(automaton, choice, player, free, numbers) for free in (False, True))
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


def _worth(automaton: Automaton, choice: npt.NDArray[Any], player: int, free: bool, numbers: _Numbers) -> Number:
    """What a player gets when all follow the choices; `free`: all but himself, who does his best."""
    gain = numbers.gains[:, player]
    worth = np.zeros(automaton.states, gain.dtype)
    for level in reversed(automaton.levels):
        mover = automaton.mover[level]
        follows = level[(mover >= 0) & ~(free & (mover == player))]
        edge = choice[follows]
        worth[follows] = gain[automaton.gain[edge]] + worth[automaton.target[edge]]
        for open_, summed in ((level[mover == CHANCE], True), (level[free & (mover == player)], False)):
            if open_.size:
                count = automaton.first[open_ + 1] - automaton.first[open_]
                edges = concatenated(automaton.first[open_], count)
                after = gain[automaton.gain[edges]] + worth[automaton.target[edges]]
                if summed:
                    after = after * numbers.probabilities[automaton.probability[edges]]
                worth[open_] = (np.add if summed else np.maximum).reduceat(after, offsets(count))
    total = worth[automaton.start] + gain[automaton.opening_gain]
    if gain.dtype == np.float64:
        return float(total)
    return Fraction(total if isinstance(total, Fraction) else int(total)) / numbers.scale


@dataclass(frozen=True)
class Walked:
    """A certificate found by walking through the rules."""

    certificate: Certificate
    states: int
    told: bool
    """whether no player forgot, and all who follow their strategies were told at once each move they must tell apart"""


class TooManyStates(Exception):
    """There are more states to look at than was allowed."""


def certify_walk(rules: Rules, choice: Callable[[State], int], limit: int) -> Walked:
    """The certificate of playing the move of index `choice(state)`, for rules that nobody explored.

    Only states are visited that the others' strategies lead to when one player does anything.
    """
    opening = rules.start()
    value, gains, states, told = [], [], 0, True
    for player in range(len(rules.players)):
        walk = _Walk(rules, choice, player, limit - states)
        best, own = walk.worth(opening.state)
        value.append(opening.payoffs[player] + own)
        gains.append(best - own)
        states += len(walk.known)
        told &= walk.told
    return Walked(certificate_of(value, gains), states, told)


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
        self.told = True

    def worth(self, start: State) -> tuple[Number, Number]:
        """What the player gets at best, and what he gets by following, too: depth first, without recursion."""
        stack = [self._opened(start)]
        on_the_way = {start}
        while stack:
            state, steps, below = stack[-1]
            if not below:
                self.known[state] = self._combined(state, steps)
                on_the_way.discard(state)
                stack.pop()
                continue
            new = below.pop()
            if new in self.known:
                continue
            if new in on_the_way:
                raise GalakitError(
                    "the game can go on for ever: a state can be reached again from itself",
                    hint="count the moves in the state and end the game after a fixed number of them",
                    id="GK602",
                )
            if len(self.known) + len(stack) >= self.limit:
                raise TooManyStates
            on_the_way.add(new)
            stack.append(self._opened(new))
        return self.known[start]

    def _opened(self, state: State) -> tuple[State, list[Step], list[State]]:
        """A state with the steps from it, and the states behind them that are still to be looked at."""
        steps = self._steps(state)
        return state, steps, [step.state for step in steps]

    def _steps(self, state: State) -> list[Step]:
        mover = state.mover
        if mover == END:
            return []
        follows = mover >= 0 and mover != self.player
        steps = [state.after(i) for i in ([self.choice(state)] if follows else range(len(state.moves)))]
        if self.told:
            # Whoever follows a strategy must know the state; a single player follows his own.
            players = range(len(self.rules.players))
            followers = [p for p in players if p != mover and (p != self.player or len(players) == 1)]
            self.told = all_told(followers, steps)
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


def all_told(players: Iterable[int], steps: Sequence[Step]) -> bool:
    """Whether players who do not move are told at once which of these steps was made, and none forgets on one."""
    if any(fact is FORGET for step in steps for _, fact in step.observations):
        return False
    return all(_tells_apart(player, steps) for player in players)


def _tells_apart(player: int, steps: Sequence[Step]) -> bool:
    """Whether somebody who does not move is told at once which of these steps was made, as far as the game goes on."""
    seen = [tuple(fact for p, fact in step.observations if p == player) for step in steps]
    if all(seen) and len({facts[0] for facts in seen}) == len(seen):
        return True
    # Who moves in a state may be costly to find out: it is only asked where it matters.
    going_on = {(facts, step.state) for facts, step in zip(seen, steps) if step.state.mover != END}
    first = {facts[:1] for facts, _ in going_on}
    return len(going_on) <= 1 or (len(first) == len(going_on) and () not in first)
