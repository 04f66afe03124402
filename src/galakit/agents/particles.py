"""Where a player may be who knows some facts: places that agree with all of them, with their probabilities.

The rules are followed from the start, and a way is given up as soon as it would have told the player something else. As
long as there are few places all are kept, and their probabilities are exact, given what the others are taken to
play; where there are more, they are a sample drawn by weight.
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
from galakit.rules.contract import CHANCE, END, Number, Rules, State
from galakit.rules.knowledge import Chose, Knowledge, written

KEPT = 2_000
"""places that are kept at most"""
AGAIN = (1, 8, 64)
"""how many times more are kept if none of a sample agrees in the end"""


class Particle(NamedTuple):
    """A place in the game, and how everybody got there."""

    state: State
    facts: Knowledge
    gained: tuple[Number, ...]


def consistent(
    rules: Rules,
    player: int,
    facts: tuple[str, ...],
    others: Policy,
    draw: random.Random,
    kept: int = KEPT,
    *,
    start: list[tuple[Particle, float]] | None = None,
    deadline: float = math.inf,
) -> list[tuple[Particle, float]]:
    """The places where a player knows just these facts, with their weights; a sample of about `kept` if there are more.

    They are looked for behind the places of `start`, or from the opening, until a moment of `time.monotonic()`.

    >>> import galakit as gk
    >>> from galakit.agents.contract import uniformly
    >>> facts = ("card(2)", "pass", "choosing([pass,bet])")
    >>> found = consistent(gk.load("kuhn").rules, 1, facts, uniformly, random.Random(0))
    >>> [(place.facts[0][0], weight) for place, weight in found]
    [('card(1)', 0.5), ('card(3)', 0.5)]
    """
    for more in AGAIN:
        level = start or [(_opening(rules), 1.0)]
        found, sampled = _followed(rules, player, facts, others, draw, kept * more, level, deadline)
        total = sum(weight for _, weight in found)
        if total > 0:
            return [(place, weight / total) for place, weight in found]
        if not sampled:
            break
    raise GalakitError(
        f"no play {'that was tried ' if sampled else ''}lets {rules.players[player]} know just this: "
        f"{', '.join(facts[:8])}",
        hint="give facts as a Decision does, and others who may have played so",
        id="GK834",
    )


def _followed(
    rules: Rules,
    player: int,
    facts: tuple[str, ...],
    others: Policy,
    draw: random.Random,
    kept: int,
    level: list[tuple[Particle, float]],
    deadline: float,
) -> tuple[list[tuple[Particle, float]], bool]:
    """The places with their weights, and whether they are a sample only."""
    found: list[tuple[Particle, float]] = []
    sampled = False
    for _ in range(LIMIT_MOVES):
        further: list[tuple[Particle, float]] = []
        for place, weight in level:
            if time.monotonic() >= deadline:
                raise OutOfTime("the states that agree with what a player knows were not found in time", id="GK632")
            if place.state.mover == player and place.facts[player] == facts:
                found.append((place, weight))
                continue
            for index, share in _ways(rules, place, player, facts, others):
                after = moved(rules, place, index)
                if share > 0 and agrees(after.facts[player], facts):
                    further.append((after, weight * share))
        if not further:
            break
        sampled = sampled or len(further) > kept
        level = _thinned(further, kept, draw)
    return found, sampled


def agrees(facts: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a player who knows this may come to know what is wanted."""
    return facts == wanted[: len(facts)]


def _ways(
    rules: Rules, place: Particle, player: int, facts: tuple[str, ...], others: Policy
) -> list[tuple[int, float]]:
    """The moves that may be made at a place, with their probabilities; the player made the one he remembers."""
    state = place.state
    if state.mover == END:
        return []
    if state.mover == CHANCE:
        return [(i, float(p)) for i, p in enumerate(state.probabilities or ())]
    known = place.facts[state.mover]
    if state.mover == player:
        chosen = facts[len(known)] if len(known) < len(facts) else ""
        return [(i, 1.0) for i, m in enumerate(state.moves) if written(Chose(m), rules.write) == chosen]
    shares = others(state.mover, known, len(state.moves))
    total = sum(shares)
    return [(i, share / total) for i, share in enumerate(shares)]


def _thinned(level: list[tuple[Particle, float]], kept: int, draw: random.Random) -> list[tuple[Particle, float]]:
    """At most so many places; a sample by weight has the same sum."""
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
    """Where a move leads; without `facts` nobody notes what he sees."""
    step = place.state.after(index)
    known = place.facts.after(rules, place.state, index, step) if facts else place.facts
    return Particle(step.state, known, tuple(a + b for a, b in zip(place.gained, step.payoffs)))
