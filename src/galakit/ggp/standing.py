"""The states that agree with all news of a role, and with them its legal moves.

In GDL every role sees the joint moves, and there is one such state. In GDL-II a role knows its own moves and its
percepts; states that agree are kept as a sample and, when the sample is empty, found again by searching from the
start. In a proper game all of them allow the role the same moves, so one is enough to move legally.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod

from galakit.gdl.machine import Machine, State
from galakit.gdl.text.syntax import Term

KEPT = 8  # states of a sample
TRIED = 32  # joint moves tried per turn to continue from them
SEARCHED = 1_000  # joint moves tried per turn in all, where that was not enough


@dataclass(frozen=True)
class News:
    """The information of a role after a turn."""

    mine: Term
    """the move that counted as its own (the manager replaces illegal ones)"""
    moves: tuple[Term, ...] | None
    """the joint move, where all see it (GDL)"""
    percepts: frozenset[Term] = frozenset()
    """its percepts (GDL-II)"""


class Standing:
    """The states one role may be in."""

    def __init__(self, machine: Machine, role: int, seed: int = 0) -> None:
        self.machine = machine
        self.role = role
        self.rng = random.Random(seed)
        self.states: list[State] = [machine.opening()]
        self.heard: list[News] = []
        self._left = 0

    def observe(self, news: News) -> None:
        """Advance to the next turn."""
        self.heard.append(news)
        if news.moves is not None:
            self.states = [self.machine.next(self.states[0], news.moves)]
            return
        self._left = SEARCHED
        few = max(1, TRIED // max(1, len(self.states)))
        self.states = self._after(news, few) or self._after(news, SEARCHED) or self._again()

    def legal(self) -> tuple[Term, ...]:
        """The legal moves of the role; empty where no state agrees, or play is over."""
        for state in self.states:
            if not self.machine.terminal(state):
                return self.machine.legal(state, self.role)
        return ()

    def _after(self, news: News, tries: int) -> list[State]:
        """The sample one turn later."""
        found: dict[State, None] = {}
        for state in self.states:
            found |= dict.fromkeys(islice(self._successors(state, news, tries), KEPT))
        kept = list(found)
        return kept if len(kept) <= KEPT else self.rng.sample(kept, KEPT)

    def _again(self) -> list[State]:
        """A state that agrees with all news, by depth-first search from the start; empty where it takes too long."""
        paths = [self._successors(self.machine.opening(), self.heard[0], SEARCHED)]
        while paths:
            state = next(paths[-1], None)
            if state is None:
                paths.pop()
            elif len(paths) == len(self.heard):
                return [state]
            else:
                paths.append(self._successors(state, self.heard[len(paths)], SEARCHED))
        return []

    def _successors(self, state: State, news: News, tries: int) -> Iterator[State]:
        """States after joint moves that agree with the news: all of them, or some of many."""
        machine = self.machine
        if machine.terminal(state) or news.mine not in machine.legal(state, self.role):
            return
        options = [
            (news.mine,) if role == self.role else machine.legal(state, role) for role in range(len(machine.roles))
        ]
        for moves in self._joint(options, tries):
            if self._left <= 0:
                return
            self._left -= 1
            if machine.sees(state, moves)[self.role] == news.percepts:
                yield machine.next(state, moves)

    def _joint(self, options: Sequence[tuple[Term, ...]], tries: int) -> Iterator[tuple[Term, ...]]:
        """Distinct joint moves in random order."""
        many = min(prod(len(moves) for moves in options), 1 << 60)
        for number in self.rng.sample(range(many), min(many, tries)):
            drawn = []
            for moves in options:
                number, k = divmod(number, len(moves))
                drawn.append(moves[k])
            yield tuple(drawn)
