"""Nodes of a game whose tree nobody keeps: the rules are followed, move by move, as far as somebody asks.

What is told is the same as of a tree that is kept (`tree`), but for what everybody expects at a node: nobody has worked
that out, unless the play is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from galakit.rules.contract import CHANCE, END, Number, Rules, State
from galakit.rules.contract import Step as Moved
from galakit.rules.knowledge import Knowledge
from galakit.solution.facts import informative
from galakit.solution.shown.wording import facts_in_words, worded
from galakit.study.answers import Branch, Node, Quantity, Step
from galakit.study.names import ROOT, no_node, way
from galakit.study.quantities import UNDEFINED, quantities, quantity
from galakit.study.tree import PAGE, mover_name, step

KEPT = 4_096  # places that are remembered


@dataclass(frozen=True)
class Place:
    """Where play has come to."""

    name: str
    """of the node"""
    state: State
    gained: tuple[Number, ...]
    facts: Knowledge
    history: tuple[Step, ...]


class Played(Protocol):
    """What a solution plays where play has come to."""

    def shares(self, place: Place) -> Sequence[Number]:
        """The probability of each move."""

    def set(self, place: Place) -> str:
        """The name of the information set."""


class Walk:
    """The nodes of a game, by its rules and what a solution plays."""

    def __init__(self, rules: Rules, played: Played) -> None:
        self.rules, self.played = rules, played
        self.players = tuple(rules.players)
        self._kept: dict[str, Place] = {}

    def node(self, name: str, offset: int) -> Node:
        """A node in full, with a page of its branches."""
        place = self.place(name)
        total = 0 if place.state.mover == END else len(place.state.moves)
        chances = self._chances(place)
        numbers = range(offset, min(offset + PAGE, total))
        return Node(
            id=name,
            mover=mover_name(self.players, place.state.mover),
            set=self._set(place),
            history=list(place.history),
            known=[facts_in_words(facts, self.players) for facts in place.facts],
            facts=[", ".join(informative(facts)) for facts in place.facts],
            reach=quantity(self.reach(name)),
            values=self._payoffs(place) or [UNDEFINED] * len(self.players),
            payoffs=self._payoffs(place),
            branches=[self._branch(self.place(f"{name}.{k}"), place, k, chances[k]) for k in numbers],
            offset=offset,
            total=total,
            parent=name.rpartition(".")[0] or None,
        )

    def reach(self, name: str) -> Number:
        """The probability that play by the profile gets there."""
        steps = name.split(".")
        result: Number = Fraction(1)
        for k, move in enumerate(steps[1:], 1):
            result *= self._chances(self.place(".".join(steps[:k])))[int(move)]
        return result

    def place(self, name: str) -> Place:
        """Where the node of that name is."""
        moves = way(name)
        if len(self._kept) > KEPT:
            self._kept.clear()
        above, known = name, len(moves)
        while above and above not in self._kept:
            above, known = above.rpartition(".")[0], known - 1
        place = self._kept.get(above) or self._arrived(ROOT, self.rules.start(), None, 0)
        for move in moves[max(known, 0) :]:
            self._kept[place.name] = place
            if place.state.mover == END or move >= len(place.state.moves):
                raise no_node(name)
            place = self._arrived(f"{place.name}.{move}", place.state.after(move), place, move)
        self._kept[place.name] = place
        return place

    def _arrived(self, name: str, moved: Moved, before: Place | None, index: int) -> Place:
        if before is None:
            return Place(name, moved.state, tuple(moved.payoffs), Knowledge.opening(self.rules, moved), ())
        state, label = before.state, self.rules.write(before.state.moves[index])
        return Place(
            name,
            moved.state,
            tuple(a + b for a, b in zip(before.gained, moved.payoffs)),
            before.facts.after(self.rules, state, index, moved),
            (*before.history, step(mover_name(self.players, state.mover), label)),
        )

    def _chances(self, place: Place) -> Sequence[Number]:
        if place.state.mover == END:
            return ()
        if place.state.mover == CHANCE:
            return place.state.probabilities or ()
        return self.played.shares(place)

    def _branch(self, there: Place, before: Place, number: int, chance: Number) -> Branch:
        move = self.rules.write(before.state.moves[number])
        return Branch(
            node=there.name,
            move=move,
            label=worded(move),
            probability=quantity(chance),
            mover=mover_name(self.players, there.state.mover),
            set=self._set(there),
            branches=0 if there.state.mover == END else len(there.state.moves),
            payoffs=self._payoffs(there),
        )

    def _set(self, place: Place) -> str | None:
        return self.played.set(place) if place.state.mover >= 0 else None

    def _payoffs(self, place: Place) -> list[Quantity]:
        return quantities(place.gained) if place.state.mover == END else []
