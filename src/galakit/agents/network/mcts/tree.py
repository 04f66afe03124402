"""The search tree in arrays: a node for each state that was added, an edge for each legal move of each role in it.

Every role counts its own moves (decoupled UCT); where one role has a choice at a time, which is the usual case, this is
plain UCT. A *link* leads from a node and a joint move to the next node. Equal states are one node, so the tree is
a graph. Values lie between 0 and 1: the lowest and the highest goal value of a role.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.net import Net

NODES, EDGES, LINKS = range(3)
NOWHERE, FLYING, OUTSIDE = -1, -2, -3
"""where a link leads to if not to a node: there is none; another play is making it; the tree was full"""
HALF = np.uint64(0x9E3779B97F4A7C15)


class Tree(NamedTuple):
    """Arrays of nodes, of edges, and of links."""

    counts: Any
    """how many NODES, EDGES, LINKS there are"""
    rows: Any
    """of each node the bits of its state, packed"""
    edges: Any
    """of each node where the edges of each role begin, and where they end"""
    known: Any
    """whether the outcome of the node is proven, ..."""
    worth: Any
    """... and then what it is, for each role"""
    first_link: Any
    table: Any
    """nodes, plus one, by the hash of their states"""
    move: Any
    """of each edge: the number of the move"""
    visits: Any
    total: Any
    """sum of the values that its role got after it"""
    near_visits: Any
    near_total: Any
    """the same for plays in which the role made the move later (AMAF)"""
    flying: Any
    """how many are on the way through it now"""
    proven: Any
    """what the move is worth to its role, or NaN"""
    joint: Any
    """of each link: the hash of the joint move, ..."""
    parent: Any
    child: Any
    next_link: Any


def fresh_tree(net: Net, memory: int) -> Tree:
    """An empty tree that fits into so many bytes; pages that are not used cost nothing."""
    words, roles, moves = len(net.opening), len(net.moves) - 1, int(net.moves[-1])
    edges_each = min(moves, 24 + moves // 8) + roles
    each = 8 * words + 4 * (roles + 1) + 4 * roles + 1 + 4 + 4 * 4 + 32 * edges_each + 4 * 24
    nodes = int(max(1 << 8, min(1 << 24, memory // each)))
    edges = nodes * edges_each
    slots = 1 << (4 * nodes).bit_length() - 1
    return Tree(
        counts=np.zeros(3, dtype=np.int64),
        rows=np.empty((nodes, words), dtype=np.uint64),
        edges=np.empty((nodes, roles + 1), dtype=np.int32),
        known=np.empty(nodes, dtype=np.bool_),
        worth=np.empty((nodes, roles), dtype=np.float32),
        first_link=np.empty(nodes, dtype=np.int32),
        table=np.zeros(slots, dtype=np.int32),
        move=np.empty(edges, dtype=np.int32),
        visits=np.empty(edges, dtype=np.float32),
        total=np.empty(edges, dtype=np.float32),
        near_visits=np.empty(edges, dtype=np.float32),
        near_total=np.empty(edges, dtype=np.float32),
        flying=np.empty(edges, dtype=np.int32),
        proven=np.empty(edges, dtype=np.float32),
        joint=np.zeros(slots, dtype=np.uint64),
        parent=np.zeros(slots, dtype=np.int32),
        child=np.empty(slots, dtype=np.int32),
        next_link=np.empty(slots, dtype=np.int32),
    )


@njit(cache=True, nogil=True, inline="always")
def mixed(key: Any, more: Any) -> Any:
    """A hash of a hash and a number."""
    key = (key ^ np.uint64(more)) * HALF
    return key ^ (key >> np.uint64(29))


@njit(cache=True, nogil=True)
def find_link(tree: Tree, node: int, joint: Any) -> int:
    """The link of a node and a joint move, or -1 - the slot where it belongs. A free slot has no parent."""
    mask = np.int64(len(tree.parent) - 1)
    slot = np.int64(mixed(joint, np.uint64(node)) >> np.uint64(20)) & mask
    while tree.parent[slot]:
        if tree.parent[slot] == node + 1 and tree.joint[slot] == joint:
            return int(slot)
        slot = (slot + 1) & mask
    return int(-1 - slot)


@njit(cache=True, nogil=True)
def add_link(tree: Tree, slot: int, node: int, joint: Any, child: int) -> None:
    tree.parent[slot] = node + 1
    tree.joint[slot] = joint
    tree.child[slot] = child
    tree.next_link[slot] = tree.first_link[node]
    tree.first_link[node] = slot
    tree.counts[LINKS] += 1


@njit(cache=True, nogil=True)
def find_node(tree: Tree, row: Any) -> int:
    """The node of a state, or -1 - the slot of the table where it belongs."""
    mask = np.int64(len(tree.table) - 1)
    key = HALF
    for word in row:
        key = mixed(key, word)
    slot = np.int64(key >> np.uint64(20)) & mask
    while tree.table[slot]:
        node = tree.table[slot] - 1
        same = True
        for k in range(len(row)):
            same = same and tree.rows[node, k] == row[k]
        if same:
            return int(node)
        slot = (slot + 1) & mask
    return int(-1 - slot)


@njit(cache=True, nogil=True)
def add_node(tree: Tree, net: Net, row: Any, legal: Any, terminal: bool, worth: Any) -> int:
    """The node of a state, found or made; NOWHERE if the tree is full. `legal` are packed bits over all moves."""
    slot = find_node(tree, row)
    if slot >= 0:
        return int(slot)
    node = tree.counts[NODES]
    roles = len(net.moves) - 1
    at = tree.counts[EDGES]
    if node == len(tree.rows) or at + net.moves[roles] > len(tree.move):
        return NOWHERE
    tree.rows[node] = row
    tree.first_link[node] = -1
    stuck = False
    for role in range(roles):
        tree.edges[node, role] = at
        if not terminal:
            for m in range(net.moves[role], net.moves[role + 1]):
                if (legal[m >> 6] >> np.uint64(m & 63)) & np.uint64(1):
                    tree.move[at] = m
                    tree.visits[at] = tree.total[at] = tree.near_visits[at] = tree.near_total[at] = 0
                    tree.flying[at] = 0
                    tree.proven[at] = np.nan
                    at += 1
            stuck = stuck or at == tree.edges[node, role]
    tree.edges[node, roles] = at
    tree.known[node] = terminal or stuck
    tree.worth[node] = worth
    tree.counts[EDGES] = at
    tree.counts[NODES] += 1
    tree.table[-1 - slot] = node + 1
    return int(node)
