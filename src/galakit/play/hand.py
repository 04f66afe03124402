"""One hand: a play in which the caller chooses for some players and agents for the others.

A hand runs to the next decision of the caller, reports the player's facts and moves, and takes the choice. It keeps a
trace, so that it can be shown or replayed.

>>> import galakit as gk
>>> from galakit.agents.simple import random as at_random
>>> game = gk.load("matching_pennies")
>>> hand = Hand(game.rules, {1: at_random(game)}, seed="7")
>>> hand.go_on().moves
('heads', 'tails')
>>> hand.choose(0)
>>> hand.go_on() is None, len(hand.trace.events)
(True, 2)
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from galakit.agents.contract import Agent, Beginning, Decision, drawn
from galakit.agents.playouts import LIMIT_MOVES, chance_move, endless
from galakit.agents.trace import Event, Trace
from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, FORGET, Number, Rules, Step
from galakit.rules.knowledge import Knowledge


class Hand:
    """A play in progress; the same seed and the same choices give the same play."""

    def __init__(self, rules: Rules, agents: Mapping[int, Agent], *, seed: str | None) -> None:
        """The caller decides for players without an agent, and for chance without a seed."""
        self.rules = rules
        self.agents = agents
        self.random = None if seed is None else random.Random(seed)
        for player, agent in agents.items():
            if isinstance(agent, Beginning):
                agent.begin(player, random.Random(f"{seed}/{player}"))
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
        """The events so far."""
        return Trace(self._opening, tuple(self._events), tuple(self.gained))

    def go_on(self) -> Decision | None:
        """Run to the next decision of the caller; None where the play is over."""
        while not self.over:
            mover = self.state.mover
            if len(self._events) >= LIMIT_MOVES:
                raise endless()
            if mover == CHANCE and self.random is not None:
                self._move(chance_move(self.state, self.random))
                continue
            decision = Decision(mover, self.facts[mover], self._learnt[mover], self._labels())
            if self.random is None or mover not in self.agents:
                return decision
            choice = self.agents[mover].choose(decision)
            self.choose(drawn(choice, decision, self.random, self.rules.players[mover]))
        return None

    def choose(self, index: int) -> None:
        """The move made at the decision, by its number."""
        self._learnt = self._learnt.learning([(self.state.mover, FORGET.value)])
        self._move(index)

    def _labels(self) -> tuple[str, ...]:
        moves = tuple(self.rules.write(move) for move in self.state.moves)
        if not moves:
            raise GalakitError(
                "a player must choose, but has no move", hint="offer at least one move, or end the game", id="GK604"
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
    """The trace of a play with these moves, by the rules."""
    hand = Hand(rules, {}, seed=None)
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


def dealt(rules: Rules, seed: int, k: int, rotate: bool) -> Hand:
    """Hand number k, with chance by the seed and all decisions of players by the caller."""
    many = len(rules.players)
    return Hand(rules, {}, seed=f"{seed}/{k // many if rotate else k}")


def seated(many: int, k: int, rotate: bool) -> tuple[int, ...]:
    """The agent of each player in hand number k.

    >>> [seated(3, k, True) for k in range(3)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return tuple((player + k) % many if rotate else player for player in range(many))
