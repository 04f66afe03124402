"""The smaller game: isomorphic information sets are one, and chance's moves with the same consequences are one.

From the leaves up, nodes are equal when they belong to the same class and their children are equal; the probabilities
of equal children of a chance node are added. What was found in the smaller game is lifted to the game itself, and
certified there by best responses, so nothing has to be believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.deadline import check_deadline
from galakit.errors import GalakitError
from galakit.formats.document import InformationSet, Node, Outcome, TreeDocument
from galakit.formats.exporting import plain
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import Behaviour, Plan, plan_of
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END
from galakit.solution.certificate import Certificate, certify
from galakit.solution.facts import phrase
from galakit.solvers.shrunk.isomorphic import Ints, isomorphic

if TYPE_CHECKING:
    from galakit.solution.solution import Solution

LIMIT_NODES = 2_000_000  # of the game itself


@dataclass(frozen=True)
class Lifted:
    """Strategies of the smaller game, played in the game itself."""

    plans: tuple[Plan, ...]
    certificate: Certificate
    """what the players expect and could gain in the game itself"""


@dataclass(frozen=True, eq=False)
class Shrunken:
    """A game with isomorphic information sets merged."""

    whole: Game
    document: TreeDocument
    classes: Ints
    """[information sets of the game itself]"""
    order: tuple[tuple[int, ...], ...]
    """[players] the classes, in the order of the smaller game's information sets"""

    @cached_property
    def game(self) -> Game:
        """The smaller game."""
        return Game(TreeRules(self.document, self.whole.name))

    def lift(self, solution: Solution) -> Lifted:
        """Play a solution of the smaller game in the game itself, and certify it there."""
        return self.lifted(solution.strategies)

    def lifted(self, strategies: Sequence[Behaviour]) -> Lifted:
        """The same for behaviour strategies of the players."""
        form, small = self.whole.form, self.game.form
        plans: list[Plan] = []
        for player, shares in enumerate(strategies):
            first = dict(zip(self.order[player], small.first_sequence[small.sets_of(player)].tolist()))
            lifted: list[Any] = [shares[0]] + [None] * (form.sequences[player] - 1)
            for i in form.sets_of(player).tolist():
                at, begin = first[int(self.classes[i])], int(form.first_sequence[i])
                count = int(form.moves_count[i])
                lifted[begin : begin + count] = shares[at : at + count].tolist()
            plans.append(plan_of(form, player, np.array(lifted, shares.dtype)))
        return Lifted(tuple(plans), certify(form, plans))


def shrink(game: Game) -> Shrunken:
    """Merge isomorphic information sets, and chance's moves that then have the same consequences.

    Any number of players; an equilibrium of the smaller game is one of the game itself.

    >>> import galakit as gk
    >>> small = gk.shrink(gk.load("leduc"))
    >>> small.game.size().nodes, sum(small.game.size().information_sets)
    (1939, 288)
    """
    form, tree, size = game.unfolded
    if not form.perfect_recall:
        raise GalakitError("a game in which a player forgets cannot be shrunk", id="GK730")
    if tree is None or size.nodes > LIMIT_NODES:
        raise GalakitError(
            f"the tree of {size.nodes:,} nodes is too large to be shrunk node by node, more than {LIMIT_NODES:,}",
            hint="games whose draws separate are shrunk from their rules: `galakit size GAME --shrink`",
            id="GK730",
        )
    classes = isomorphic(form)
    written = _Writer(form, classes)
    document = written.document(game, _merged(tree, classes))
    return Shrunken(game, document, classes, tuple(tuple(own) for own in written.order))


@dataclass(frozen=True, eq=False)
class _Merged:
    """Distinct subtrees, each after its children."""

    root: int
    mover: list[int]
    mark: list[int]
    """the class of the mover's information set; at an ending, the number of the payoffs"""
    children: list[tuple[int, ...]]
    chances: list[tuple[Fraction, ...]]
    labels: list[tuple[str, ...]]
    """of chance's moves"""
    payoffs: list[tuple[Fraction, ...]]


def _merged(tree: Tree, classes: Ints) -> _Merged:
    """Subtrees that are equal up to classes, from the leaves up."""
    automaton = tree.automaton
    mover, sets = tree.mover.tolist(), tree.information_set.tolist()
    parent, edge, paid = tree.parent.tolist(), tree.edge.tolist(), tree.payoff.tolist()
    amounts = [tuple(Fraction(x) for x in p) for p in tree.payoffs]
    number = {p: k for k, p in enumerate(dict.fromkeys(amounts))}
    of_class = classes.tolist()
    found = _Merged(-1, [], [], [], [], [], list(number))
    known: dict[Any, int] = {}
    below: dict[int, list[tuple[int, int]]] = {}  # (edge, subtree) of children, the last one first
    for node in range(tree.nodes - 1, -1, -1):
        if node % 65_536 == 0:
            check_deadline("merging equal subtrees")
        who = mover[node]
        own = below.pop(node, [])[::-1]
        chances: tuple[Fraction, ...] = ()
        labels: tuple[str, ...] = ()
        children = tuple(child for _, child in own)
        mark = -1
        if who == END:
            mark = number[amounts[paid[node]]]
        elif who == CHANCE:
            children, chances, labels = _chance(automaton, own)
        else:
            mark = of_class[sets[node]]
        if who == CHANCE and len(children) == 1:
            at = children[0]
        else:
            key = (who, mark, tuple(sorted(zip(children, chances))) if who == CHANCE else children)
            if key not in known:
                known[key] = len(found.mover)
                found.mover.append(who)
                found.mark.append(mark)
                found.children.append(children)
                found.chances.append(chances)
                found.labels.append(labels)
            at = known[key]
        below.setdefault(parent[node], []).append((edge[node], at))
    return replace(found, root=below[-1][0][1])


def _chance(
    automaton: Any, own: list[tuple[int, int]]
) -> tuple[tuple[int, ...], tuple[Fraction, ...], tuple[str, ...]]:
    """The distinct children of a chance node that can be reached, with their probabilities and first labels."""
    chances = [Fraction(automaton.probabilities[int(automaton.probability[e])]) for e, _ in own]
    total = sum(chances)
    share: dict[int, Fraction] = {}
    label: dict[int, str] = {}
    for (e, child), p in zip(own, chances):
        if p:
            share[child] = share.get(child, Fraction(0)) + p / total
            label.setdefault(child, automaton.moves[int(automaton.move[e])])
    return tuple(share), tuple(share.values()), tuple(label.values())


class _Writer:
    """The tree of distinct subtrees as a document, in preorder."""

    def __init__(self, form: SequenceForm, classes: Ints) -> None:
        self.form = form
        self.one = dict(zip(classes[::-1].tolist(), range(form.information_sets - 1, -1, -1)))
        """the first information set of each class"""
        self.order: list[list[int]] = [[] for _ in form.players]

    def document(self, game: Game, merged: _Merged) -> TreeDocument:
        """All nodes; subtrees that occur several times are written several times."""
        sets: list[InformationSet] = []
        outcomes: dict[int, int] = {}
        index: dict[int, int] = {}
        used: set[tuple[int, str]] = set()
        nodes: list[Node] = []
        chance = 0
        waiting = [merged.root]
        while waiting:
            at = waiting.pop()
            who, mark = merged.mover[at], merged.mark[at]
            waiting.extend(reversed(merged.children[at]))
            if who == END:
                nodes.append(Node("", -1, outcomes.setdefault(mark, len(outcomes))))
            elif who == CHANCE:
                chance += 1
                labels = tuple(plain(label) for label in merged.labels[at])
                if len(set(labels)) < len(labels):
                    labels = tuple(f"{label} ({k})" for k, label in enumerate(labels, 1))
                nodes.append(Node("", len(sets), -1))
                sets.append(InformationSet(CHANCE, chance, "", labels, merged.chances[at]))
            else:
                if mark not in index:
                    index[mark] = len(sets)
                    sets.append(self._set(who, mark, used))
                nodes.append(Node("", index[mark], -1))
        return TreeDocument(
            title=plain(f"{game.name}, shrunk"),
            comment=plain(" ".join(f"{name}={value}" for name, value in game.params.items())),
            players=tuple(plain(name) for name in game.players),
            information_sets=tuple(sets),
            outcomes=tuple(Outcome(k + 1, "", merged.payoffs[mark]) for mark, k in outcomes.items()),
            nodes=nodes,
        )

    def _set(self, player: int, mark: int, used: set[tuple[int, str]]) -> InformationSet:
        """The set of a class, named after the first of them."""
        self.order[player].append(mark)
        number = len(self.order[player])
        label = plain(phrase(self.form.facts(self.one[mark])))
        if (player, label) in used:
            label = f"{label} [{number}]"
        used.add((player, label))
        moves = tuple(plain(move) for move in self.form.moves(self.one[mark]))
        return InformationSet(player, number, label, moves)
