"""Rules in which some information sets are locked: chance moves there, with fixed probabilities.

The other players observe what they did before. The locked player observes which moves there were and which one was
made, the facts they would have learnt by moving, so later information sets have the same names in both games. An
information set depends on all facts so far, so a state is one of the explored game together with, for each player, a
node in a trie of the facts of their locked sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from galakit.game.automaton import Automaton
from galakit.game.replay import forgetting, observed
from galakit.rules.contract import CHANCE, FORGET, Fact, Move, Number, Step
from galakit.rules.knowledge import Written

ELSEWHERE = -1  # the trie node of a player whose facts lead to no locked set

Locked: TypeAlias = Mapping[tuple[int, tuple[str, ...]], tuple[Number, ...]]
"""(player, facts of an information set) -> the probability of each move"""


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
        """the trie: (node, fact) -> node; the root of each player is the player's number"""
        self._chances: dict[int, tuple[Number, ...]] = {}
        """trie node of a locked set -> its probabilities"""
        self._seen: dict[int, tuple[tuple[int, Fact], ...]] = {}
        nodes = len(self.players)
        for (player, facts), probabilities in locks.items():
            node = player
            for fact in facts:
                node = self._next.setdefault((node, fact), nodes)
                nodes = max(nodes, node + 1)
            self._chances[node] = probabilities

    def start(self) -> Step:
        seen = observed(self.automaton, self.automaton.opening_seen)
        nodes = self.follow(tuple(range(len(self.players))), seen)
        state = LockedState(self, self.automaton.start, nodes)
        return Step(state, seen, self.automaton.gains[self.automaton.opening_gain])

    def write(self, thing: Fact | Move) -> str:
        return thing.value if thing is FORGET else str(thing)

    def follow(self, before: tuple[int, ...], seen: tuple[tuple[int, Fact], ...]) -> tuple[int, ...]:
        """The players' trie nodes after further observations."""
        now = list(before)
        for player, fact in seen:
            now[player] = player if fact is FORGET else self._next.get((now[player], str(fact)), ELSEWHERE)
        return tuple(now)

    def choosing(self, state: int) -> Written:
        """What the mover observes on arriving."""
        return Written(self.automaton.observations[int(self.automaton.offered[state])][0])

    def chances(self, state: int, node: int) -> tuple[Number, ...] | None:
        """The probabilities of the moves, if the mover's information set is locked."""
        if node == ELSEWHERE:
            return None
        return self._chances.get(self._next.get((node, self.choosing(state)), ELSEWHERE))

    def seen(self, edge: int) -> tuple[tuple[int, Fact], ...]:
        """What the players observe on an edge; the mover's own choice comes first."""
        found = self._seen.get(edge)
        if found is None:
            found = self._seen[edge] = observed(self.automaton, self.automaton.seen[edge].tolist())
        return found


class LockedState(NamedTuple):
    """A state of the explored game, and each player's node in the trie."""

    locked: LockedRules
    state: int
    nodes: tuple[int, ...]

    @property
    def mover(self) -> int:
        mover: int = self.locked.mover_of[self.state]
        return mover if mover < 0 or self.locked.chances(self.state, self.nodes[mover]) is None else CHANCE

    @property
    def moves(self) -> tuple[Move, ...]:
        automaton, first = self.locked.automaton, self.locked.first
        edges = range(first[self.state], first[self.state + 1])
        return tuple(automaton.moves[automaton.move[edge]] for edge in edges)

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        locked, mover = self.locked, self.locked.mover_of[self.state]
        if mover >= 0:
            return locked.chances(self.state, self.nodes[mover])
        automaton, first = locked.automaton, locked.first
        edges = range(first[self.state], first[self.state + 1])
        return tuple(automaton.probabilities[automaton.probability[edge]] for edge in edges)

    def after(self, index: int) -> Step:
        locked, mover = self.locked, self.locked.mover_of[self.state]
        edge = locked.first[self.state] + index
        seen = reported = locked.seen(edge)
        if mover >= 0:
            seen = ((mover, locked.choosing(self.state)), *seen)
            if self.mover == CHANCE:
                reported = seen
            else:  # callers of the contract add the mover's own choice
                own = next(k for k, (player, _) in enumerate(reported) if player == mover)
                reported = reported[:own] + reported[own + 1 :]
        state = LockedState(locked, locked.target[edge], locked.follow(self.nodes, seen))
        return Step(state, reported, locked.automaton.gains[int(locked.automaton.gain[edge])])
