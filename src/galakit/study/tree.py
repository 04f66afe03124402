"""Nodes of a tree in memory.

The name of a node is the path to it: the numbers of the moves from the root, with dots between them; the root is `0`.
So names are the same where the rules are followed instead (`walk`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

from galakit.display.look import NOTHING
from galakit.rules.contract import CHANCE, END, Number
from galakit.rules.history import observed
from galakit.rules.knowledge import Knowledge, informative
from galakit.solution.tree.continuation_values import ContinuationValues
from galakit.study.answers import Branch, Node, Quantity, Step
from galakit.study.listed import Listed
from galakit.study.looks import Boards, branches_of, state_after, steps_of
from galakit.study.names import ROOT, moves_to, no_node
from galakit.study.quantities import quantities, quantity

PAGE = 200
EXACT = 30_000  # nodes: values in larger trees are floats, as fractions take long


class Nodes:
    """The nodes of a listed solution's tree."""

    def __init__(self, listed: Listed) -> None:
        assert listed.tree is not None
        self.listed, self.tree, self.form = listed, listed.tree, listed.form
        self.automaton = self.tree.automaton
        self.boards = Boards(listed.look, listed.game.rules)

    @cached_property
    def continuation(self) -> ContinuationValues:
        """The players' expected payoffs at each node."""
        exactly = self.tree.nodes <= EXACT
        strategies = self.listed.solution.strategies if exactly else self.listed.strategies
        return ContinuationValues(self.form, self.tree, strategies)

    def found(self, name: str) -> int:
        """The node of that name."""
        node = 0
        for move in moves_to(name):
            children = self.tree.children(node)
            if move >= len(children):
                raise no_node(name)
            node = int(children[move])
        return node

    def name(self, node: int) -> str:
        """The name of a node."""
        tree, first = self.tree, self.automaton.first
        steps = [int(tree.edge[b]) - int(first[tree.state[a]]) for a, b in pairwise(tree.path(node))]
        return ".".join([ROOT, *map(str, steps)])

    def node(self, name: str, offset: int) -> Node:
        """A node in full, with a page of its branches."""
        tree = self.tree
        node = self.found(name)
        children = tree.children(node)
        shown = children[offset : offset + PAGE].tolist()
        mover, known = self._mover(node), self.known(node)
        look = self.listed.look
        seen = [look.known(facts, player) for player, facts in enumerate(known)]
        return Node(
            id=name,
            mover=mover,
            set=self._set(node),
            history=self.history(node),
            known=[one.words or NOTHING for one in seen],
            known_looks=[one.look for one in seen],
            sights=self.boards.of_all(known, lambda: state_after(self.listed.game.rules, moves_to(name))),
            facts=[", ".join(informative(facts)) for facts in known],
            reach=quantity(self.reach(node)),
            values=quantities(self.continuation.value[node].tolist()),
            payoffs=self._payoffs(node),
            branches=[
                self._branch(f"{name}.{offset + k}", child, move)
                for k, (child, move) in enumerate(zip(shown, self._moves(node, shown, known)))
            ],
            offset=offset,
            total=len(children),
            parent=name.rpartition(".")[0] or None,
        )

    def history(self, node: int, viewer: int | None = None) -> list[Step]:
        """The movers and moves from the root."""
        return steps_of(self.listed.look, self.tree.histories.of(node), viewer)

    def reach(self, node: int) -> Number:
        """The probability of reaching it under the profile."""
        result: Number = 1
        for step in self.tree.path(node)[1:]:
            result = result * self.continuation.probability[step]
        return result

    def known(self, node: int) -> Knowledge:
        """Each player's facts there, without `choosing(...)`."""
        automaton = self.automaton
        edges = self.tree.edge[self.tree.path(node)[1:]]
        return Knowledge.nothing(len(automaton.players)).learning(
            (player, fact)
            for symbols in [automaton.opening_seen, *automaton.seen[edges].tolist()]
            for player, symbol in enumerate(symbols)
            for fact in automaton.observations[symbol]
        )

    def _branch(self, name: str, child: int, move: dict[str, Any]) -> Branch:
        return Branch(
            node=name,
            **move,
            probability=quantity(self.continuation.probability[child]),
            mover=self._mover(child),
            set=self._set(child),
            branches=len(self.tree.children(child)),
            payoffs=self._payoffs(child),
        )

    def _moves(self, node: int, children: Sequence[int], known: Knowledge) -> list[dict[str, Any]]:
        """How the moves to some children look."""
        tree, mover = self.tree, int(self.automaton.mover[self.tree.state[node]])
        taught = tree.histories.taught
        moves = [(tree.move(child), partial(lambda child: observed(taught(child)), child)) for child in children]
        return branches_of(self.listed.look, mover, known, moves)

    def _mover(self, node: int) -> str:
        return mover_name(self.form.players, int(self.automaton.mover[self.tree.state[node]]))

    def _set(self, node: int) -> str | None:
        number = int(self.tree.information_set[node])
        return None if number < 0 else str(number)

    def _payoffs(self, node: int) -> list[Quantity]:
        if self.automaton.mover[self.tree.state[node]] != END:
            return []
        return quantities(self.tree.payoffs[int(self.tree.payoff[node])])


def mover_name(players: Sequence[str], mover: int) -> str:
    """A player, `chance`, or `end`."""
    return "chance" if mover == CHANCE else "end" if mover == END else players[mover]
