"""Nodes of a game whose tree is not in memory: the rules are followed on demand, move by move.

Answers are those of a tree in memory (`tree`), without the expected payoffs at inner nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from galakit.display.look import NOTHING, Look, last
from galakit.rules.contract import CHANCE, END, Number, Rules, State
from galakit.rules.contract import Step as Moved
from galakit.rules.history import Happened, observed
from galakit.rules.knowledge import Knowledge, informative, news
from galakit.study.answers import Branch, Node, Quantity
from galakit.study.looks import Boards, Observed, branches_of, steps_of
from galakit.study.names import ROOT, moves_to, no_node
from galakit.study.quantities import UNDEFINED, quantities, quantity
from galakit.study.tree import PAGE, mover_name

KEPT = 4_096  # cached positions


@dataclass(frozen=True)
class Position:
    """A node reached by following the rules."""

    name: str
    """the name of the node"""
    state: State
    gained: tuple[Number, ...]
    facts: Knowledge
    history: tuple[Happened, ...]


class Played(Protocol):
    """A strategy profile at positions."""

    def shares(self, position: Position) -> Sequence[Number]:
        """The probability of each move."""

    def set(self, position: Position) -> str:
        """The name of the information set."""


class Walk:
    """The nodes of a game, by its rules and a strategy profile."""

    def __init__(self, rules: Rules, played: Played, look: Look) -> None:
        self.rules, self.played, self.look = rules, played, look
        self.boards = Boards(look, rules)
        self.players = tuple(rules.players)
        self._kept: dict[str, Position] = {}

    def node(self, name: str, offset: int) -> Node:
        """A node in full, with a page of its branches."""
        position = self.position(name)
        total = 0 if position.state.mover == END else len(position.state.moves)
        chances = self._chances(position)
        numbers = range(offset, min(offset + PAGE, total))
        below = [self.position(f"{name}.{k}") for k in numbers]
        made = [(self.rules.write(position.state.moves[k]), partial(_seen, there)) for k, there in zip(numbers, below)]
        moves = branches_of(self.look, position.state.mover, position.facts, made)
        seen = [self.look.known(facts, player) for player, facts in enumerate(position.facts)]
        return Node(
            id=name,
            mover=mover_name(self.players, position.state.mover),
            set=self._set(position),
            history=steps_of(self.look, position.history),
            known=[one.words or NOTHING for one in seen],
            known_looks=[one.look for one in seen],
            sights=self.boards.of_all(position.facts, lambda: position.state),
            facts=[", ".join(informative(facts)) for facts in position.facts],
            reach=quantity(self.reach(name)),
            values=self._payoffs(position) or [UNDEFINED] * len(self.players),
            payoffs=self._payoffs(position),
            branches=[self._branch(there, chance, move) for there, chance, move in zip(below, chances[offset:], moves)],
            offset=offset,
            total=total,
            parent=name.rpartition(".")[0] or None,
        )

    def reach(self, name: str) -> Number:
        """The probability of reaching it under the profile."""
        steps = name.split(".")
        result: Number = Fraction(1)
        for k, move in enumerate(steps[1:], 1):
            result *= self._chances(self.position(".".join(steps[:k])))[int(move)]
        return result

    def position(self, name: str) -> Position:
        """The position of a node."""
        moves = moves_to(name)
        if len(self._kept) > KEPT:
            self._kept.clear()
        above, known = name, len(moves)
        while above and above not in self._kept:
            above, known = above.rpartition(".")[0], known - 1
        position = self._kept.get(above) or self._arrived(ROOT, self.rules.start(), None, 0)
        for move in moves[max(known, 0) :]:
            self._kept[position.name] = position
            if position.state.mover == END or move >= len(position.state.moves):
                raise no_node(name)
            position = self._arrived(f"{position.name}.{move}", position.state.after(move), position, move)
        self._kept[position.name] = position
        return position

    def _arrived(self, name: str, moved: Moved, before: Position | None, index: int) -> Position:
        if before is None:
            return Position(name, moved.state, tuple(moved.payoffs), Knowledge.opening(self.rules, moved), ())
        state, label = before.state, self.rules.write(before.state.moves[index])
        known = () if state.mover < 0 else last(before.facts[state.mover])
        happened = Happened(state.mover, label, known, observed(news(self.rules.write, moved, state, index)))
        return Position(
            name,
            moved.state,
            tuple(a + b for a, b in zip(before.gained, moved.payoffs)),
            before.facts.after(self.rules, state, index, moved),
            (*before.history, happened),
        )

    def _chances(self, position: Position) -> Sequence[Number]:
        if position.state.mover == END:
            return ()
        if position.state.mover == CHANCE:
            return position.state.probabilities or ()
        return self.played.shares(position)

    def _branch(self, there: Position, chance: Number, move: dict[str, Any]) -> Branch:
        return Branch(
            node=there.name,
            **move,
            probability=quantity(chance),
            mover=mover_name(self.players, there.state.mover),
            set=self._set(there),
            branches=0 if there.state.mover == END else len(there.state.moves),
            payoffs=self._payoffs(there),
        )

    def _set(self, position: Position) -> str | None:
        return self.played.set(position) if position.state.mover >= 0 else None

    def _payoffs(self, position: Position) -> list[Quantity]:
        return quantities(position.gained) if position.state.mover == END else []


def _seen(there: Position) -> Observed:
    """What players observed of the move to a position."""
    return there.history[-1].seen
