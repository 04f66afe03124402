"""Information sets counted a place at a time in Python: the reference for the compiled counting."""

from __future__ import annotations

from collections import defaultdict

from galakit.game.automaton import single_facts


def count_by_lists(automaton):
    """Information sets and sequences of each player, the empty sequence included."""
    return [_Facts(automaton, player).counted() for player in range(len(automaton.players))]


class _Facts:
    """The facts of one player as an automaton.

    Its places are the states of the game, places in which the player knows which moves they have, and places between
    two facts of an edge.
    """

    def __init__(self, automaton, player):
        self.start = automaton.start
        self.moves = {}
        """of the places where the player decides"""
        self.silent = [[] for _ in range(automaton.states)]
        """from each place, where the game goes without showing the player anything"""
        self.shown = [[] for _ in range(automaton.states)]
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

    def _after(self, place, fact):
        """A new place after a fact."""
        self.silent.append([])
        self.shown.append([])
        self.shown[place].append((fact, len(self.shown) - 1))
        return len(self.shown) - 1

    def counted(self):
        """Information sets and sequences."""
        reached, following = self._steps()
        known = {}
        waiting = [(reached, None)]
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
            after_fact = defaultdict(set)
            for place in here:
                for fact, places in following[place]:
                    after_fact[fact].update(places)
            after = [tuple(sorted(places)) for places in after_fact.values()]
            waiting.append((here, after))
            waiting.extend((there, None) for there in after if there not in known)
        sets, sequences = known[reached]
        return sets, sequences + 1

    def _steps(self):
        """Where the game may stand at the start, and after each place and fact: places that matter, without silence.

        A place matters if the player decides there or learns something next that leads to a decision.
        """
        live = self._live()
        reach = [()] * len(self.shown)
        for place in self._bottom_up():
            if not live[place]:
                continue
            found = {there for after in self.silent[place] for there in reach[after]}
            if place in self.moves or any(live[there] for _, there in self.shown[place]):
                found.add(place)
            reach[place] = tuple(sorted(found))
        following = []
        for own in self.shown:
            after = defaultdict(set)
            for fact, there in own:
                after[fact].update(reach[there])
            following.append([(fact, tuple(places)) for fact, places in after.items() if places])
        return reach[self.start], following

    def _bottom_up(self):
        """All places, those that others lead to silently before these."""
        order = []
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

    def _live(self):
        """Whether the player may decide at a place or later."""
        before = [[] for _ in self.shown]
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
