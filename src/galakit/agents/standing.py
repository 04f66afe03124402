"""Where a role stands: states that agree with all it has been told, and with them its legal moves.

In GDL everybody sees the joint moves, and there is one such state. In GDL-II a role knows its own moves and its
percepts; states that agree are kept as a sample and, when a sample has run dry, found again by searching from the
start. In a proper game all of them allow the role the same moves, so one is enough to move legally.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product

from galakit.agents.contract import News
from galakit.gdl.machine import Machine, State
from galakit.gdl.text.syntax import Term

KEPT = 16  # states of a sample
TRIED = 64  # joint moves tried per turn to go on from them
SEARCHED = 2_000  # joint moves tried to find one again


class Standing:
    """The states one role may be in."""

    def __init__(self, machine: Machine, role: int, seed: int = 0) -> None:
        self.machine = machine
        self.role = role
        self.rng = random.Random(seed)
        self.states: list[State] = [machine.opening()]
        self.heard: list[News] = []

    def observe(self, news: News) -> None:
        """Go on to the next turn."""
        self.heard.append(news)
        if news.moves is not None:
            self.states = [self.machine.next(self.states[0], news.moves)]
            return
        self.states = self._after(self.states, news) or self._again()

    def legal(self) -> tuple[Term, ...]:
        """The legal moves of the role; none when it is lost, or play is over."""
        for state in self.states:
            if not self.machine.terminal(state):
                return self.machine.legal(state, self.role)
        return ()

    def _after(self, states: list[State], news: News) -> list[State]:
        found: dict[State, None] = {}
        tries = max(1, TRIED // max(1, len(states)))
        for state in states:
            for successor in islice(self._successors(state, news, tries), KEPT):
                found[successor] = None
        kept = list(found)
        return kept if len(kept) <= KEPT else self.rng.sample(kept, KEPT)

    def _successors(self, state: State, news: News, tries: int) -> Iterator[State]:
        """States after joint moves that agree with the news: all of them, or a sample where they are many."""
        if self.machine.terminal(state):
            return
        options = [
            (news.mine,) if role == self.role else self.machine.legal(state, role)
            for role in range(len(self.machine.roles))
        ]
        many = 1
        for moves in options:
            many *= len(moves)
        if news.mine not in self.machine.legal(state, self.role) or not many:
            return
        joint = product(*options) if many <= tries else self._drawn(options, tries)
        for moves in joint:
            if self.machine.sees(state, moves)[self.role] == news.percepts:
                yield self.machine.next(state, moves)

    def _drawn(self, options: list[tuple[Term, ...]], tries: int) -> Iterator[tuple[Term, ...]]:
        drawn = {tuple(self.rng.choice(moves) for moves in options) for _ in range(tries)}
        yield from sorted(drawn, key=repr)

    def _again(self) -> list[State]:
        """A state that agrees with everything, searched from the start, depth first; none where it takes too long."""
        paths: list[Iterator[State]] = [self._successors(self.machine.opening(), self.heard[0], TRIED)]
        for _ in range(SEARCHED):
            if not paths:
                break
            state = next(paths[-1], None)
            if state is None:
                paths.pop()
            elif len(paths) == len(self.heard):
                return [state]
            else:
                paths.append(self._successors(state, self.heard[len(paths)], TRIED))
        return []
