"""The histories at which a player knows given facts, with their probabilities.

The rules are followed from the start. A history is dropped as soon as the player observes something else in it, unless
they may still forget that. While there are few histories all are kept, and their probabilities are exact for the policy
that players are taken to follow; larger numbers are replaced by a sample drawn by weight.
"""

from __future__ import annotations

import math
import random
import time
from typing import NamedTuple

from galakit.agents.contract import Policy
from galakit.agents.playouts import LIMIT_MOVES
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Number, Rules, State, forgetful
from galakit.rules.knowledge import Chose, Knowledge, written

KEPT = 2_000
"""histories that are kept at most"""
AGAIN = (1, 8, 64)
"""how many times more are kept if none of a sample agrees in the end"""


class NoHistory(GalakitError):
    """A player cannot know such facts, or no sampled history has them."""


class Particle(NamedTuple):
    """A history: where it leads, what each player knows there, and what they gained on the way."""

    state: State
    facts: Knowledge
    gained: tuple[Number, ...]


def consistent(
    rules: Rules,
    player: int,
    facts: tuple[str, ...],
    policy: Policy,
    draw: random.Random,
    kept: int = KEPT,
    *,
    start: list[tuple[Particle, float]] | None = None,
    deadline: float = math.inf,
) -> list[tuple[Particle, float]]:
    """The histories at which a player knows just these facts, with their weights; a sample of about `kept` of many.

    The policy says what the others have played, and what the player did where they have forgotten it.

    They go on from those of `start`, or from the opening, and are looked for until a moment of `time.monotonic()`.

    >>> import galakit as gk
    >>> from galakit.agents.contract import uniformly
    >>> facts = ("card(2)", "pass", "choosing([pass,bet])")
    >>> found = consistent(gk.load("kuhn").rules, 1, facts, uniformly, random.Random(0))
    >>> [(place.facts[0][0], weight) for place, weight in found]
    [('card(1)', 0.5), ('card(3)', 0.5)]
    """
    for more in AGAIN:
        level = start or [(_opening(rules), 1.0)]
        found, sampled = _followed(rules, player, facts, policy, draw, kept * more, level, deadline)
        total = sum(weight for _, weight in found)
        if total > 0:
            return [(place, weight / total) for place, weight in found]
        if not sampled:
            break
    raise NoHistory(
        f"no play {'that was tried ' if sampled else ''}lets {rules.players[player]} know just this: "
        f"{', '.join(facts[:8])}",
        hint="give facts as a Decision does, and others who may have played so",
        id="GK834",
    )


def _followed(
    rules: Rules,
    player: int,
    facts: tuple[str, ...],
    policy: Policy,
    draw: random.Random,
    kept: int,
    level: list[tuple[Particle, float]],
    deadline: float,
) -> tuple[list[tuple[Particle, float]], bool]:
    """The histories with their weights, and whether they are a sample."""
    forgets = player in forgetful(rules)
    found: list[tuple[Particle, float]] = []
    sampled = False
    for _ in range(LIMIT_MOVES):
        further: list[tuple[Particle, float]] = []
        for place, weight in level:
            if time.monotonic() >= deadline:
                raise OutOfTime("the states that agree with what a player knows were not found in time", id="GK632")
            if place.state.mover == player and place.facts[player] == facts:
                found.append((place, weight))
                if not forgets:
                    continue
            moves = _moves(place, policy) if forgets or place.state.mover != player else _made(rules, place, facts)
            for index, share in moves:
                after = moved(rules, place, index)
                if share > 0 and (forgets or after.facts[player] == facts[: len(after.facts[player])]):
                    further.append((after, weight * share))
        if not further:
            break
        sampled = sampled or len(further) > kept
        level = _thinned(further, kept, draw)
    return found, sampled


def _made(rules: Rules, place: Particle, facts: tuple[str, ...]) -> list[tuple[int, float]]:
    """The move that a player remembers, if these facts include one: every history has it, so its weight is left out."""
    state, next_fact = place.state, len(place.facts[place.state.mover])
    chosen = facts[next_fact] if next_fact < len(facts) else ""
    return [(i, 1.0) for i, m in enumerate(state.moves) if written(Chose(m), rules.write) == chosen]


def _moves(place: Particle, policy: Policy) -> list[tuple[int, float]]:
    """The moves that can follow a history, with their probabilities."""
    state = place.state
    if state.mover == END:
        return []
    if state.mover == CHANCE:
        return [(i, float(p)) for i, p in enumerate(state.probabilities or ())]
    shares = policy(state.mover, place.facts[state.mover], len(state.moves))
    total = sum(shares)
    return [(i, share / total) for i, share in enumerate(shares)]


def _thinned(level: list[tuple[Particle, float]], kept: int, draw: random.Random) -> list[tuple[Particle, float]]:
    """At most `kept` histories: a sample by weight, with the same sum of weights."""
    if len(level) <= kept:
        return level
    total = sum(weight for _, weight in level)
    counts: dict[int, int] = {}
    for i in draw.choices(range(len(level)), [weight for _, weight in level], k=kept):
        counts[i] = counts.get(i, 0) + 1
    return [(level[i][0], total * n / kept) for i, n in counts.items()]


def _opening(rules: Rules) -> Particle:
    step = rules.start()
    return Particle(step.state, Knowledge.opening(rules, step), tuple(step.payoffs))


def moved(rules: Rules, place: Particle, index: int, *, facts: bool = True) -> Particle:
    """The history after one more move; without `facts` players do not note what they observe."""
    step = place.state.after(index)
    known = place.facts.after(rules, place.state, index, step) if facts else place.facts
    return Particle(step.state, known, tuple(a + b for a, b in zip(place.gained, step.payoffs)))
