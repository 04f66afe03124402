"""How many information sets and sequences players have, counted without unfolding the tree.

What a player knows is a list of facts. Which lists there are, a finite automaton tells whose steps are the facts that
edges of the game show: the lists that lead to a decision are the information sets. Made deterministic by the subset
construction (Rabin & Scott 1959), it has one path for each list, and paths are counted by dynamic programming. Its
nodes are what a player holds possible. They are few where the order of what was observed does not matter: blind
tic-tac-toe on 3 x 3 squares has 87 million histories, 6.7 million information sets, and 113 thousand such nodes.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TypeAlias

from galakit.game.automaton import Automaton, single_facts
from galakit.progress import Progress, throttled
from galakit.rules.contract import FORGET

Possible: TypeAlias = tuple[int, ...]
"""places that a player cannot tell apart, in ascending order"""


def count_information(
    automaton: Automaton, budget: int, progress: Progress | None = None
) -> list[tuple[int, int]] | None:
    """Information sets and sequences of each player, the empty sequence included.

    None where a player forgets, or where more than `budget` places have to be looked at.
    """
    if (FORGET.value,) in automaton.observations:
        return None
    tell = throttled(progress)
    counts = []
    for player in range(len(automaton.players)):
        counted = _Facts(automaton, player).counted(budget, tell)
        if counted is None:
            return None
        counts.append(counted)
    return counts


class _Facts:
    """The facts of one player as an automaton.

    Its places are the states of the game, places in which the player knows which moves they have, and places between
    two facts of an edge.
    """

    def __init__(self, automaton: Automaton, player: int) -> None:
        self.start = automaton.start
        self.moves: dict[int, int] = {}
        """of the places where the player decides"""
        self.silent: list[list[int]] = [[] for _ in range(automaton.states)]
        """from each place, where the game goes without showing the player anything"""
        self.shown: list[list[tuple[int, int]]] = [[] for _ in range(automaton.states)]
        """from each place, (fact, place after it)"""
        fact_first, facts = (column.tolist() for column in single_facts(automaton))
        first, target = automaton.first.tolist(), automaton.target.tolist()
        offered, seen = automaton.offered.tolist(), automaton.seen[:, player].tolist()
        for state, mover in enumerate(automaton.mover.tolist()):
            at = state
            if mover == player:
                at = self._after(state, offered[state])
                self.moves[at] = first[state + 1] - first[state]
            for edge in range(first[state], first[state + 1]):
                begin, end = fact_first[seen[edge]], fact_first[seen[edge] + 1]
                if begin == end:
                    self.silent[at].append(target[edge])
                    continue
                here = at
                for k in range(begin, end - 1):
                    here = self._after(here, facts[k])
                self.shown[here].append((facts[end - 1], target[edge]))

    def _after(self, place: int, fact: int) -> int:
        """A new place after a fact."""
        self.silent.append([])
        self.shown.append([])
        self.shown[place].append((fact, len(self.shown) - 1))
        return len(self.shown) - 1

    def counted(self, budget: int, tell: Progress) -> tuple[int, int] | None:
        """Information sets and sequences; None where that takes more than the budget."""
        steps = self._steps(budget)
        if steps is None:
            return None
        reached, following = steps
        known: dict[Possible, tuple[int, int]] = {}
        waiting: list[tuple[Possible, list[Possible] | None]] = [(reached, None)]
        looked = 0
        while waiting:
            here, after = waiting.pop()
            if after is not None:
                deciding = [self.moves[place] for place in here if place in self.moves]
                sets, sequences = (1, deciding[0]) if deciding else (0, 0)
                for there in after:
                    sets, sequences = sets + known[there][0], sequences + known[there][1]
                known[here] = sets, sequences
                continue
            if here in known:
                continue
            after_fact: defaultdict[int, set[int]] = defaultdict(set)
            for place in here:
                for fact, places in following[place]:
                    after_fact[fact].update(places)
                    looked += len(places)
            if looked > budget:
                return None
            after = [tuple(sorted(places)) for places in after_fact.values()]
            waiting.append((here, after))
            waiting.extend((there, None) for there in after if there not in known)
            tell("counting information sets", len(known), None)
        sets, sequences = known[reached]
        return sets, sequences + 1

    def _steps(self, budget: int) -> tuple[Possible, list[list[tuple[int, Possible]]]] | None:
        """Where the game may stand at the start, and after each place and fact: places that matter, without silence.

        A place matters if the player decides there or learns something next that leads to a decision.
        """
        live = self._live()
        reach: list[Possible] = [()] * len(self.shown)
        held = 0
        for place in self._bottom_up():
            if not live[place]:
                continue
            found = {there for after in self.silent[place] for there in reach[after]}
            if place in self.moves or any(live[there] for _, there in self.shown[place]):
                found.add(place)
            reach[place] = tuple(sorted(found))
            held += len(found)
            if held > budget:
                return None
        following: list[list[tuple[int, Possible]]] = []
        for own in self.shown:
            after: defaultdict[int, set[int]] = defaultdict(set)
            for fact, there in own:
                after[fact].update(reach[there])
            following.append([(fact, tuple(places)) for fact, places in after.items() if places])
        return reach[self.start], following

    def _bottom_up(self) -> list[int]:
        """All places, those that others lead to silently before these."""
        order: list[int] = []
        done = [False] * len(self.silent)
        for root in range(len(self.silent)):
            stack = [(root, False)]
            while stack:
                place, over = stack.pop()
                if over:
                    order.append(place)
                elif not done[place]:
                    done[place] = True
                    stack.append((place, True))
                    stack.extend((after, False) for after in self.silent[place] if not done[after])
        return order

    def _live(self) -> list[bool]:
        """Whether the player may decide at a place or later."""
        before: list[list[int]] = [[] for _ in self.shown]
        for place, (silent, shown) in enumerate(zip(self.silent, self.shown)):
            for after in silent:
                before[after].append(place)
            for _, after in shown:
                before[after].append(place)
        live = [False] * len(before)
        stack = list(self.moves)
        while stack:
            place = stack.pop()
            if not live[place]:
                live[place] = True
                stack.extend(before[place])
        return live
