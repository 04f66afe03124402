"""Rules in which some information sets are locked: chance moves there, with the probabilities the player was given.

For everybody else nothing changes: they observe what they did. The player himself observes which moves he had and
which one was made for him, the very facts he would have learnt by moving, so what he knows later has the same name in
both games. Which information set he is in depends on all he observed, so a state is one of the explored game with, for
each player, how far his facts agree with those of his locked sets: a place in a trie of facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from galakit.game.automaton import Automaton
from galakit.game.replay import forgetting, observed
from galakit.rules.contract import CHANCE, FORGET, Fact, Move, Number, Step
from galakit.rules.knowledge import Written

ELSEWHERE = -1  # the place of a player whose facts lead to no locked set

Locked: TypeAlias = Mapping[tuple[int, tuple[str, ...]], tuple[Number, ...]]
"""(player, all he knows at an information set) -> the probability of each move"""


class LockedRules:
    """The rules of an explored game with some information sets locked."""

    def __init__(self, automaton: Automaton, locks: Locked) -> None:
        self.name = automaton.name
        self.players = automaton.players
        self.automaton = automaton
        self.forgetful = forgetting(automaton)
        self.locks = locks
        # Lists are quicker than columns where one entry is looked up at a time.
        self.mover_of, self.first, self.target = (
            column.tolist() for column in (automaton.mover, automaton.first, automaton.target)
        )
        self._next: dict[tuple[int, str], int] = {}
        """(place, fact) -> place; the players' first places are their numbers"""
        self._chances: dict[int, tuple[Number, ...]] = {}
        """place of a locked set -> its probabilities"""
        self._seen: dict[int, tuple[tuple[int, Fact], ...]] = {}
        places = len(self.players)
        for (player, facts), probabilities in locks.items():
            place = player
            for fact in facts:
                place = self._next.setdefault((place, fact), places)
                places = max(places, place + 1)
            self._chances[place] = probabilities

    def start(self) -> Step:
        seen = observed(self.automaton, self.automaton.opening_seen)
        places = self.places(tuple(range(len(self.players))), seen)
        state = LockedState(self, self.automaton.start, places)
        return Step(state, seen, self.automaton.gains[self.automaton.opening_gain])

    def write(self, thing: Fact | Move) -> str:
        return thing.value if thing is FORGET else str(thing)

    def places(self, before: tuple[int, ...], seen: tuple[tuple[int, Fact], ...]) -> tuple[int, ...]:
        """Where the players are after what they observed."""
        now = list(before)
        for player, fact in seen:
            now[player] = player if fact is FORGET else self._next.get((now[player], str(fact)), ELSEWHERE)
        return tuple(now)

    def choosing(self, state: int) -> Written:
        """What the mover observes on arriving."""
        return Written(self.automaton.observations[int(self.automaton.offered[state])][0])

    def chances(self, state: int, place: int) -> tuple[Number, ...] | None:
        """The probabilities of the moves, if the mover's information set is locked."""
        if place == ELSEWHERE:
            return None
        return self._chances.get(self._next.get((place, self.choosing(state)), ELSEWHERE))

    def seen(self, edge: int) -> tuple[tuple[int, Fact], ...]:
        """What the players observe on an edge; the mover first of all what he chose."""
        found = self._seen.get(edge)
        if found is None:
            found = self._seen[edge] = observed(self.automaton, self.automaton.seen[edge].tolist())
        return found


class LockedState(NamedTuple):
    """A state of the explored game, and where each player is in the trie."""

    locked: LockedRules
    state: int
    places: tuple[int, ...]

    @property
    def mover(self) -> int:
        mover: int = self.locked.mover_of[self.state]
        return mover if mover < 0 or self.locked.chances(self.state, self.places[mover]) is None else CHANCE

    @property
    def moves(self) -> tuple[Move, ...]:
        automaton, first = self.locked.automaton, self.locked.first
        edges = range(first[self.state], first[self.state + 1])
        return tuple(automaton.moves[automaton.move[edge]] for edge in edges)

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        locked, mover = self.locked, self.locked.mover_of[self.state]
        if mover >= 0:
            return locked.chances(self.state, self.places[mover])
        automaton, first = locked.automaton, locked.first
        edges = range(first[self.state], first[self.state + 1])
        return tuple(automaton.probabilities[automaton.probability[edge]] for edge in edges)

    def after(self, index: int) -> Step:
        locked, mover = self.locked, self.locked.mover_of[self.state]
        edge = locked.first[self.state] + index
        seen = told = locked.seen(edge)
        if mover >= 0:
            seen = ((mover, locked.choosing(self.state)), *seen)
            if self.mover == CHANCE:
                told = seen
            else:  # the contract tells him itself what he chose
                own = next(k for k, (player, _) in enumerate(told) if player == mover)
                told = told[:own] + told[own + 1 :]
        state = LockedState(locked, locked.target[edge], locked.places(self.places, seen))
        return Step(state, told, locked.automaton.gains[int(locked.automaton.gain[edge])])
