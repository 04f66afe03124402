"""One hand: a play in which a person decides for some players and a profile for the others.

Nothing is shown here and nobody is asked: a hand goes on to the next decision of a person, says what he knows and may
do, and is told what he does. What happened is kept, so that a hand can be told or followed again.

>>> import galakit as gk
>>> hand = Hand(gk.load("matching_pennies").rules, {0}, uniformly, seed="7")
>>> hand.go_on().moves
('heads', 'tails')
>>> hand.choose(0)
>>> hand.go_on() is None, len(hand.trace.events)
(True, 2)
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import accumulate

from galakit.errors import GalakitError
from galakit.play.trace import Event, Trace
from galakit.play.walk import LIMIT_MOVES, Policy, uniformly
from galakit.rules.contract import CHANCE, END, FORGET, Number, Rules, Step
from galakit.rules.knowledge import Knowledge

__all__ = ["Decision", "Hand", "followed", "uniformly"]


@dataclass(frozen=True)
class Decision:
    """A person is to choose."""

    player: int
    facts: tuple[str, ...]
    """all he knows, in order, with the `choosing(...)` facts"""
    learnt: tuple[str, ...]
    """what of it is new since his last decision, but for his own moves"""
    moves: tuple[str, ...]


class Hand:
    """A play in progress; the same seed and the same choices give the same play."""

    def __init__(self, rules: Rules, persons: Collection[int], policy: Policy, *, seed: str) -> None:
        self.rules = rules
        self.persons = frozenset(persons)
        self.policy = policy
        self.random = random.Random(seed)
        self.gained: list[Number] = [0 for _ in rules.players]
        self._learnt = Knowledge.nothing(len(rules.players))
        self._events: list[Event] = []
        step = rules.start()
        self._opening = self._seen(step)
        self.facts = Knowledge.opening(rules, step)
        self._take(step)

    @property
    def over(self) -> bool:
        return self.state.mover == END

    @property
    def trace(self) -> Trace:
        """What happened so far."""
        return Trace(self._opening, tuple(self._events), tuple(self.gained))

    def go_on(self) -> Decision | None:
        """Let chance and the profile move until a person is to choose; None where the play is over."""
        while not self.over:
            mover = self.state.mover
            if len(self._events) >= LIMIT_MOVES:
                raise GalakitError(
                    f"a play did not end within {LIMIT_MOVES:,} moves", hint="see that the game ends", id="GK602"
                )
            if mover in self.persons:
                return Decision(mover, self.facts[mover], self._learnt[mover], self._labels())
            if mover == CHANCE:
                weights = [float(p) for p in self.state.probabilities or ()]
            else:
                weights = list(self.policy(mover, self.facts[mover], len(self._labels())))
            self._move(self._drawn(weights))
        return None

    def choose(self, index: int) -> None:
        """The person's move, by its number among those of the decision."""
        self._learnt = self._learnt.learning([(self.state.mover, FORGET.value)])
        self._move(index)

    def _drawn(self, weights: list[float]) -> int:
        sums = list(accumulate(weights))
        point = self.random.random() * sums[-1]
        return next((i for i, upto in enumerate(sums) if point < upto), len(sums) - 1)

    def _labels(self) -> tuple[str, ...]:
        moves = tuple(self.rules.write(move) for move in self.state.moves)
        if not moves:
            raise GalakitError(
                "somebody is to choose, but has no move", hint="offer at least one move, or end the game", id="GK604"
            )
        return moves

    def _move(self, index: int) -> None:
        mover = self.state.mover
        label = self.rules.write(self.state.moves[index])
        step = self.state.after(index)
        self.facts = self.facts.after(self.rules, self.state, index, step)
        name = "chance" if mover == CHANCE else self.rules.players[mover]
        self._events.append(Event(name, label, self._seen(step)))
        self._take(step)

    def _seen(self, step: Step) -> tuple[tuple[str, tuple[str, ...]], ...]:
        seen: dict[str, tuple[str, ...]] = {}
        for player, fact in step.observations:
            name = self.rules.players[player]
            seen[name] = (*seen.get(name, ()), self.rules.write(fact))
        return tuple(seen.items())

    def _take(self, step: Step) -> None:
        self.state = step.state
        self._learnt = self._learnt.learning((player, self.rules.write(fact)) for player, fact in step.observations)
        self.gained = [a + b for a, b in zip(self.gained, step.payoffs)]


def followed(rules: Rules, moves: Iterable[str]) -> Trace:
    """A play again, from the moves of all its events: what a log says, said by the rules."""
    hand = Hand(rules, range(CHANCE, len(rules.players)), uniformly, seed="")
    for count, move in enumerate(moves, 1):
        decision = hand.go_on()
        if decision is None or move not in decision.moves:
            raise GalakitError(
                f"move {count} of this play cannot be `{move}`",
                hint="the play is over then" if decision is None else "the moves are " + ", ".join(decision.moves[:8]),
                id="GK513",
            )
        hand.choose(decision.moves.index(move))
    return hand.trace
