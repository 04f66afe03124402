"""Times for the nodes of a tree, such that knowing the time reveals nothing.

In GDL-II a role observes something in every turn, so it always knows how many have passed. A tree has no such clock: an
information set may have nodes at several depths. If plays can be delayed so that all nodes of each set are reached at
the same time, the clock gives no information, and the game is *timeable* (Jakobsen, Sørensen & Conitzer 2016,
Timeability of extensive-form games). It is not where the sets of two players come in opposite orders in two plays.
"""

from __future__ import annotations

from collections import defaultdict

from galakit.errors import GalakitError
from galakit.formats.document import TreeDocument
from galakit.formats.names import printable
from galakit.formats.tree_rules import children_of
from galakit.rules.contract import CHANCE


def times_of(tree: TreeDocument) -> list[int]:
    """The earliest time of each node: later than its parent's, and the same for all nodes of an information set.

    >>> from galakit.errors import Source
    >>> from galakit.formats.read_efg import read_efg
    >>> text = '''EFG 2 R "late" { "a" }
    ... c "" 1 "" { "l" 1/2 "r" 1/2 } 0  c "" 2 "" { "x" 1 } 0
    ... p "" 1 1 "" { "y" } 0  t "" 1 "" { 1 }
    ... p "" 1 1 "" { "y" } 0  t "" 1 "" { 1 }'''
    >>> times_of(read_efg(Source("late.efg", text)))
    [0, 1, 2, 3, 2, 3]
    """
    together = [_group(tree, node) for node in range(len(tree.nodes))]
    edges: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    waiting: dict[tuple[int, int], int] = dict.fromkeys(together, 0)
    for node, children in enumerate(children_of(tree)):
        for child in children:
            edges[together[node]].append(together[child])
            waiting[together[child]] += 1
    time = dict.fromkeys(waiting, 0)
    ready = [group for group, before in waiting.items() if before == 0]
    done = 0
    while ready:
        group = ready.pop()
        done += 1
        for after in edges[group]:
            time[after] = max(time[after], time[group] + 1)
            waiting[after] -= 1
            if waiting[after] == 0:
                ready.append(after)
    if done < len(waiting):
        stuck = next(s for k, s in enumerate(tree.information_sets) if s.player >= 0 and waiting.get((k, -1), 0) > 0)
        raise GalakitError(
            "the game cannot be written in GDL-II: no clock fits it",
            notes=[
                f"{tree.players[stuck.player]} does not know, at `{printable(stuck.label) or stuck.number}`,"
                " whether a move of another player came before or comes after",
                "in GDL-II all players know how many turns have passed",
            ],
            hint="let a player observe the order of the moves",
            id="GK946",
        )
    return [time[group] for group in together]


def _group(tree: TreeDocument, node: int) -> tuple[int, int]:
    """Groups of nodes that must be reached at one time: a player's information set; each other node alone."""
    at = tree.nodes[node].information_set
    return (at, -1) if at >= 0 and tree.information_sets[at].player != CHANCE else (-1, node)
