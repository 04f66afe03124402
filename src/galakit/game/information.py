"""Whether every mover knows the state, decided on the automaton without unfolding a tree.

A state is all that matters of the past, so a player who knows it has perfect information for every purpose. Where each
player observes each move at once, facts determine the whole history; that is checked for all edges together. From every
other state, the set of states that the player considers possible is followed, fact by fact, until it has one element,
or the player has to move without knowing the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.deadline import note
from galakit.game.automaton import CHANCE, Automaton, single_facts
from galakit.game.ragged import concatenated, distinct, grouped, tally
from galakit.rules.contract import FORGET

ASKING = "asking whether every mover knows the state"
LIMIT_PLACES = 5_000_000  # followed before the question is given up
MANY = 8  # one state in so many is many
DECIDES = -1  # follows the last fact where the player moves


class TooManyPlaces(Exception):
    """More places than it is sensible to follow."""


Bools: TypeAlias = npt.NDArray[np.bool_]
Place: TypeAlias = tuple[int, tuple[int, ...]]
"""A state, and the facts that the player still observes there before anything else happens."""


def imperfection(automaton: Automaton) -> str | None:
    """Why a game has no perfect information, as a sentence; None if it has."""
    forgotten = FORGET.value
    if any(forgotten in facts for facts in automaton.observations):
        return "a player forgets what they knew"
    followed = _Followed(automaton)
    players = len(automaton.players)
    for player in range(players):
        note(ASKING, 2 * player, 2 * players)
        later = _moves_later(automaton, player, followed)
        note(ASKING, 2 * player + 1, 2 * players)
        for state in _unobserved(automaton, player, later, followed).tolist():
            try:
                if any(True for _ in followed.alike(player, state, later)):
                    return followed.said(player, state)
            except TooManyPlaces:
                return "it could not be shown that every mover knows the state"
    return None


def confusions(automaton: Automaton) -> dict[int, set[frozenset[int]]]:
    """For each player, the sets of states at which they move and which they cannot tell apart; `TooManyPlaces` where
    there is too much to follow."""
    followed = _Followed(automaton)
    found: dict[int, set[frozenset[int]]] = {}
    for player in range(len(automaton.players)):
        later = _moves_later(automaton, player, followed)
        unclear = _unobserved(automaton, player, later, followed).tolist()
        found[player] = {states for state in unclear for states in followed.alike(player, state, later)}
    return found


def _moves_later(automaton: Automaton, player: int, followed: _Followed) -> Bools:
    """[S] whether the player moves in a state or can move after it."""
    source = followed.source
    later: Bools = automaton.mover == player
    reached: npt.NDArray[Any] = np.flatnonzero(later)
    while reached.size:
        if MANY * len(reached) > automaton.states:  # then it is quicker to look at all edges
            before = source[later[automaton.target]]
        else:
            into, start = followed.into
            before = source[into[concatenated(start[reached], start[reached + 1] - start[reached])]]
        reached = tally(before[~later[before]], automaton.states)[0]
        later[reached] = True
    return later


def _unobserved(automaton: Automaton, player: int, later: Bools, followed: _Followed) -> npt.NDArray[np.int64]:
    """The states whose edges a player who can still move does not distinguish by the first fact observed on them."""
    source, target, seen = followed.source, automaton.target, automaton.seen[:, player]
    matters = np.flatnonzero(later[target] & (automaton.mover[source] != player))
    state, fact = source[matters], followed.opening[seen[matters]]
    # In most states the player observes something on every edge, and on each something else.
    facts = len(automaton.observations) + 1
    looks = np.sort(state * facts + fact + 1)
    repeated = looks[1:][looks[1:] == looks[:-1]] // facts
    doubtful = np.zeros(automaton.states, bool)
    doubtful[repeated] = doubtful[state[fact < 0]] = True
    matters = matters[doubtful[state]]
    if not matters.size:
        return matters
    # Edges that look the same and lead to the same state are one.
    columns: list[npt.NDArray[Any]] = [source[matters], followed.opening[seen[matters]], seen[matters], target[matters]]
    rows = distinct(np.stack(columns, axis=1), axis=0)
    several = np.bincount(rows[:, 0], minlength=automaton.states) > 1
    _, first, count = np.unique(rows[:, :2], axis=0, return_index=True, return_counts=True)
    unclear = (count > 1) | ((rows[first, 1] < 0) & several[rows[first, 0]])
    return distinct(rows[first[unclear], 0]).astype(np.int64)


@dataclass(eq=False)
class _Followed:
    """Sets of possible states, followed until one is left."""

    automaton: Automaton
    places: int = 0

    @cached_property
    def source(self) -> npt.NDArray[np.int64]:
        """[E] the state that each edge leaves."""
        return np.repeat(np.arange(self.automaton.states), np.diff(self.automaton.first))

    @cached_property
    def into(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The edges ordered by the state they lead to, and where those of each state begin."""
        return grouped(self.automaton.target, self.automaton.states)

    @cached_property
    def facts(self) -> list[tuple[int, ...]]:
        """The single facts of each symbol."""
        first, fact = (column.tolist() for column in single_facts(self.automaton))
        return [tuple(fact[a:b]) for a, b in pairwise(first)]

    @cached_property
    def opening(self) -> npt.NDArray[np.int64]:
        """The first fact of each symbol; -1 where there is none."""
        first, fact = single_facts(self.automaton)
        return np.where(first[:-1] < first[1:], np.append(fact, -1)[first[:-1]], -1).astype(np.int64)

    def alike(self, player: int, state: int, later: Bools) -> Iterator[frozenset[int]]:
        """The sets of several states at one of which the player has to move without knowing at which, who knew a state
        at which others move and has not known one since."""
        waiting = [frozenset(self._after(player, state, later))]
        known = set(waiting)
        while waiting:
            places = self._waited(player, waiting.pop(), later)
            if self.places > LIMIT_PLACES:
                raise TooManyPlaces
            by_fact: dict[int, set[Place]] = {}
            for at, facts in places:
                by_fact.setdefault(facts[0], set()).add((at, facts[1:]))
            for same in by_fact.values():
                ended = frozenset(at for at, facts in same if facts == (DECIDES,))
                rest = frozenset(place for place in same if place[1] != (DECIDES,))
                if len(ended) > 1:
                    yield ended
                    rest |= {place for at in ended for place in self._after(player, at, later)}
                if len(rest) + (len(ended) == 1) > 1 and rest not in known:
                    known.add(rest)
                    waiting.append(rest)

    def _after(self, player: int, state: int, later: Bools) -> list[Place]:
        automaton = self.automaton
        edges = range(int(automaton.first[state]), int(automaton.first[state + 1]))
        after = [(int(automaton.target[e]), self.facts[automaton.seen[e, player]]) for e in edges]
        return [place for place in after if later[place[0]]]

    def _waited(self, player: int, places: frozenset[Place], later: Bools) -> set[Place]:
        """The states at which the player next observes something, which may be the moves they have."""
        result: set[Place] = set()
        done: set[Place] = set()
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if place in done:
                continue
            done.add(place)
            at, facts = place
            if facts:
                result.add(place)
            elif self.automaton.mover[at] == player:
                result.add((at, (int(self.automaton.offered[at]), DECIDES)))
            else:
                waiting += self._after(player, at, later)
        self.places += len(done)
        return result

    def said(self, player: int, state: int) -> str:
        automaton = self.automaton
        mover = int(automaton.mover[state])
        who = "chance" if mover == CHANCE else automaton.players[mover]
        return f"{automaton.players[player]} may have to move without knowing what {who} did before"
