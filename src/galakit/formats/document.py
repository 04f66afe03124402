"""What Gambit's files say, label by label: games as trees (`.efg`) and as tables (`.nfg`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple


class Outcome(NamedTuple):
    """Payoffs with a label, under a number that is unique in the file."""

    number: int
    label: str
    payoffs: tuple[Fraction, ...]


class InformationSet(NamedTuple):
    """Nodes of one player, or of chance, with the same moves; its number is unique for the player."""

    player: int
    """an index from 0, or CHANCE"""
    number: int
    label: str
    moves: tuple[str, ...]
    probabilities: tuple[Fraction, ...] = ()
    """one per move where chance moves"""


class Node(NamedTuple):
    """A node of a tree."""

    label: str
    information_set: int
    """index into the tree's information sets, -1 at a terminal node"""
    outcome: int
    """index into the tree's outcomes, which are paid on arriving here; -1 for none"""


@dataclass(frozen=True)
class TreeDocument:
    """An `.efg` file."""

    title: str
    comment: str
    players: tuple[str, ...]
    information_sets: tuple[InformationSet, ...]
    """in the order in which the nodes first name them"""
    outcomes: tuple[Outcome, ...]
    nodes: Sequence[Node]
    """in preorder"""


@dataclass(frozen=True)
class TableDocument:
    """An `.nfg` file. The first player's strategy changes fastest from profile to profile."""

    title: str
    comment: str
    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    """the labels of each player's strategies"""
    outcomes: tuple[Outcome, ...]
    """numbered from 1"""
    profiles: tuple[int, ...]
    """for each profile of strategies the number of its outcome, 0 for none"""
    by_outcomes: bool
    """written with a list of outcomes; otherwise each profile has its own payoffs"""


def as_tree(table: TableDocument) -> TreeDocument:
    """The table as a tree: the players choose one after the other, without observing anything.

    >>> game = TableDocument("coin", "", ("a",), (("heads", "tails"),), (Outcome(1, "", (Fraction(1),)),), (1, 0), True)
    >>> as_tree(game).nodes
    [Node(label='', information_set=0, outcome=-1), Node(label='', information_set=-1, outcome=0), \
Node(label='', information_set=-1, outcome=-1)]
    """
    n = len(table.players)
    stride = [1] * (n + 1)  # the distance of two profiles that differ in one step of a player's strategy
    for k, strategies in enumerate(table.strategies):
        stride[k + 1] = stride[k] * len(strategies)
    inner = [Node("", k, -1) for k in range(n)]
    ends = [Node("", -1, k - 1) for k in range(len(table.outcomes) + 1)]
    nodes: list[Node] = []
    waiting = [(0, 0)]  # (how many have chosen, which profile so far), the next one last
    while waiting:
        k, profile = waiting.pop()
        if k == n:
            nodes.append(ends[table.profiles[profile]])
            continue
        nodes.append(inner[k])
        last = len(table.strategies[k]) - 1
        waiting.extend((k + 1, profile + i * stride[k]) for i in range(last, -1, -1))
    return TreeDocument(
        title=table.title,
        comment=table.comment,
        players=table.players,
        information_sets=tuple(InformationSet(k, 1, "", table.strategies[k]) for k in range(n)),
        outcomes=table.outcomes,
        nodes=nodes,
    )
