"""The rules as a graph of nodes with cached successors, in which facts and lists of facts are numbers.

For methods that play the rules again and again without unfolding them. What a player knows is numbered as in unfolding:
by (number before, fact seen), where the moves offered and chosen are facts, too; a player who forgets returns to the
initial number.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from sys import getrecursionlimit, setrecursionlimit

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, FORGET, Fact, Rules, State, Step
from galakit.rules.knowledge import Choosing, Chose, written

LIMIT_MOVES = 5_000  # in one play; beyond it the game is taken to go on for ever
LIMIT_KEPT = 1_000_000  # states that are remembered
FORGETTING = 0  # the number of the fact that a player forgets

Seen = tuple[tuple[int, int], ...]


class Node:
    """A state with its cached attributes; successors are found when first visited."""

    __slots__ = ("mover", "next", "offered", "state", "sums", "width")

    def __init__(self, state: State, offered: int, sums: list[float]) -> None:
        self.state = state
        self.mover = state.mover
        self.width = len(state.moves) if self.mover != END else 0
        self.offered = offered
        """the number of the fact that these moves are offered"""
        self.sums = sums
        """running sums of chance's probabilities"""
        self.next: list[tuple[Node, Seen, tuple[float, ...]] | None] = [None] * self.width
        """for each move: the node after it, the players' observations, and their payoffs"""


class Visits:
    """The nodes of a game visited so far, and what players know there."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = len(rules.players)
        self._number: dict[Fact, int] = {FORGET: FORGETTING}
        self._text = [FORGET.value]
        self._node: dict[State, Node] = {}
        self._after: dict[tuple[int, int], int] = {}
        self._before: list[tuple[int, int]] = [(-1, -1)] * self.players
        opening = rules.start()
        seen, self.gains = self._observed(opening, ())
        self.first = self.node(opening.state)
        self.informed = self.observe(list(range(self.players)), seen)
        """what each player knows at the first node"""

    def node(self, state: State) -> Node:
        found = self._node.get(state)
        if found is None:
            offered, sums = -1, []
            if state.mover == CHANCE:
                sums = [float(p) for p in accumulate(state.probabilities or ())]
            elif state.mover != END:
                offered = self._fact(Choosing(state.moves))
            if state.mover != END and not state.moves:
                raise GalakitError("a player is to choose, but has no move", hint="offer at least one move", id="GK604")
            found = Node(state, offered, sums)
            if len(self._node) < LIMIT_KEPT:
                self._node[state] = found
        return found

    def step(self, node: Node, index: int) -> tuple[Node, Seen, tuple[float, ...]]:
        """What follows a move."""
        step = node.next[index]
        if step is None:
            own: Seen = ()
            if node.mover != CHANCE:
                own = ((node.mover, self._fact(Chose(node.state.moves[index]))),)
            after = node.state.after(index)
            seen, gains = self._observed(after, own)
            step = self.node(after.state), seen, gains
            if len(self._node) < LIMIT_KEPT:
                node.next[index] = step
        return step

    def observe(self, informed: list[int], seen: Seen) -> list[int]:
        """What each player knows after further observations."""
        if seen:
            informed = informed.copy()
            for player, fact in seen:
                informed[player] = player if fact == FORGETTING else self.information(informed[player], fact)
        return informed

    def information(self, before: int, fact: int) -> int:
        """The number of what a player knows after one more fact."""
        key = before, fact
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = len(self._before)
            self._before.append(key)
        return found

    def facts(self, information: int) -> tuple[str, ...]:
        """Everything that was seen and not forgotten, in order."""
        texts = []
        while information >= self.players:
            information, fact = self._before[information]
            texts.append(self._text[fact])
        return tuple(reversed(texts))

    def _observed(self, step: Step, own: Seen) -> tuple[Seen, tuple[float, ...]]:
        seen = tuple((player, self._fact(fact)) for player, fact in step.observations)
        return own + seen, tuple(float(g) for g in step.payoffs)

    def _fact(self, fact: Fact) -> int:
        number = self._number.setdefault(fact, len(self._text))
        if number == len(self._text):
            self._text.append(written(fact, self.rules.write))
        return number


@contextmanager
def deep() -> Iterator[None]:
    """Allow recursion as deep as a play may be long; a play that does not end is an error in the rules."""
    before = getrecursionlimit()
    setrecursionlimit(max(before, 2 * LIMIT_MOVES))
    try:
        yield
    except RecursionError:
        raise GalakitError(
            f"a play did not end within {LIMIT_MOVES:,} moves", hint="see that the game ends", id="GK602"
        ) from None
    finally:
        setrecursionlimit(before)
