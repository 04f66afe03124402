"""What a wave teaches: leaves become nodes, values go up the paths, and what is certain is proven (MCTS-solver)."""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.agents.network.mcts.playing import Desk, Scale
from galakit.agents.network.mcts.selecting import SETTLED, Paths
from galakit.agents.network.mcts.tree import (
    EDGES,
    HALF,
    NODES,
    NOWHERE,
    OUTSIDE,
    Tree,
    add_link,
    add_node,
    find_link,
    find_node,
    mixed,
)
from galakit.compiling import njit
from galakit.gdl.network.lanes import ONE
from galakit.gdl.network.net import Net
from galakit.gdl.network.plays import NO_GOAL


@njit(cache=True, nogil=True)
def grow(
    net: Net, scale: Scale, tree: Tree, paths: Paths, new: Any, rows: Any, legal: Any, terminal: Any, goals: Any
) -> None:
    """The new leaves become nodes; row k of what was looked up belongs to the path `new[k]`."""
    roles = len(net.moves) - 1
    worth = np.zeros(roles, dtype=np.float32)
    for k in range(len(new)):
        i = new[k]
        for role in range(roles):
            worth[role] = 0.5
            if terminal[k] and goals[k, role] != NO_GOAL:
                worth[role] = (np.float32(goals[k, role]) - scale.low[role]) / scale.span[role]
        node = NOWHERE
        if paths.link[i] != NOWHERE:
            node = add_node(tree, net, rows[k], legal[k], terminal[k], worth)
            tree.child[paths.link[i]] = node if node != NOWHERE else OUTSIDE
        paths.leaf[i] = node
        if node != NOWHERE and tree.known[node]:
            paths.end[i] = SETTLED


@njit(cache=True, nogil=True)
def learn(
    net: Net, tree: Tree, paths: Paths, count: int, desk: Desk, lanes: Any, unit: float, chance: int, mast: Any
) -> None:
    """Values go up the paths. The plays of path i are the lanes from `lanes[i]` up to `lanes[i + 1]`.

    `mast` has for each move how often it was made in plays, and the sum of the values.
    """
    roles = len(net.moves) - 1
    sums = np.zeros(roles, dtype=np.float32)
    for m in range(net.moves[roles]):
        learn_move(net, desk, m, mast)
    for i in range(count):
        settled = paths.end[i] == SETTLED
        plays = np.float32(0)
        sums[:] = 0
        if settled:
            plays = np.float32(unit)
            for role in range(roles):
                sums[role] = plays * tree.worth[paths.leaf[i], role]
        else:
            for lane in range(lanes[i], lanes[i + 1]):
                if not np.isnan(desk.result[lane, 0]):
                    plays += np.float32(1)
                    for role in range(roles):
                        sums[role] += desk.result[lane, role]
        below = paths.leaf[i]
        for d in range(paths.length[i] - 1, -1, -1):
            node = paths.node[i, d]
            for role in range(roles):
                edge = paths.edge[i, d, role]
                tree.flying[edge] -= 1
                tree.visits[edge] += plays
                tree.total[edge] += sums[role]
                lo, hi = tree.edges[node, role], tree.edges[node, role + 1]
                if not settled and hi - lo > 1 and role != chance:
                    learn_near(tree, lo, hi, desk, lanes[i], lanes[i + 1], role)
            for role in range(roles):
                m = tree.move[paths.edge[i, d, role]]
                for lane in range(lanes[i], lanes[i + 1]):
                    desk.played[m, lane >> 6] |= ONE << np.uint64(lane & 63)
            if below != NOWHERE and tree.known[below] and not tree.known[node]:
                prove(tree, node, below, paths.edge[i, d], chance)
            below = node


@njit(cache=True, nogil=True)
def learn_move(net: Net, desk: Desk, m: int, mast: Any) -> None:
    """How a move did in the plays of a wave."""
    role = 0
    while m >= net.moves[role + 1]:
        role += 1
    for w in range(desk.played.shape[1]):
        here = desk.played[m, w]
        lane = 64 * w
        while here:
            if here & ONE and not np.isnan(desk.result[lane, role]):
                mast[m, 0] += 1
                mast[m, 1] += desk.result[lane, role]
            here >>= ONE
            lane += 1


@njit(cache=True, nogil=True)
def learn_near(tree: Tree, lo: int, hi: int, desk: Desk, first: int, last: int, role: int) -> None:
    """Moves of a node that were made further down count as well."""
    for e in range(lo, hi):
        m = tree.move[e]
        for lane in range(first, last):
            if (desk.played[m, lane >> 6] >> np.uint64(lane & 63)) & ONE and not np.isnan(desk.result[lane, role]):
                tree.near_visits[e] += 1
                tree.near_total[e] += desk.result[lane, role]


@njit(cache=True, nogil=True)
def prove(tree: Tree, node: int, below: int, edges: Any, chance: int) -> None:
    """The outcome below is certain; is it here? Only where one role at most has a choice.

    A role with a move to its highest value takes it. Otherwise all its moves must be certain; where several are best
    for it, the others count on the worst of them.
    """
    roles = len(edges)
    chooser = -1
    for role in range(roles):
        if tree.edges[node, role + 1] - tree.edges[node, role] > 1:
            if chooser >= 0:
                return
            chooser = role
    if chooser < 0:
        tree.known[node] = True
        tree.worth[node] = tree.worth[below]
        return
    tree.proven[edges[chooser]] = tree.worth[below, chooser]
    if chooser != chance and tree.worth[below, chooser] >= 1:
        tree.known[node] = True
        tree.worth[node] = tree.worth[below]
        return
    lo, hi = tree.edges[node, chooser], tree.edges[node, chooser + 1]
    best = np.float32(-1)
    for e in range(lo, hi):
        if np.isnan(tree.proven[e]):
            return
        best = max(best, tree.proven[e])
    together = np.zeros(roles, dtype=np.float32)
    if chooser != chance:
        together[:] = 1
    for e in range(lo, hi):
        joint = HALF
        for role in range(roles):
            joint = mixed(joint, np.uint64(tree.move[e if role == chooser else tree.edges[node, role]]))
        child = tree.child[find_link(tree, node, joint)]
        for role in range(roles):
            if chooser == chance:
                together[role] += tree.worth[child, role] / np.float32(hi - lo)
            elif tree.proven[e] == best:
                together[role] = min(together[role], tree.worth[child, role])
    tree.known[node] = True
    tree.worth[node] = together


@njit(cache=True, nogil=True)
def preferences(net: Net, mast: Any, warmth: float, chance: int, weights: Any) -> None:
    """How likely moves are in plays, from how they did so far (Gibbs); nature has no preferences."""
    for role in range(len(net.moves) - 1):
        for m in range(net.moves[role], net.moves[role + 1]):
            if role == chance or mast[m, 0] == 0:
                weights[m] = 1 if role == chance else np.exp(0.5 / warmth)
            else:
                weights[m] = np.exp((mast[m, 1] + 0.5) / (mast[m, 0] + 1) / warmth)


@njit(cache=True, nogil=True)
def keep(net: Net, old: Tree, root: int, new: Tree) -> None:
    """What can be reached from a node, in a new tree, in which it comes first."""
    roles = len(net.moves) - 1
    number = np.full(old.counts[NODES], -1, dtype=np.int32)
    queue = np.empty(old.counts[NODES], dtype=np.int32)
    queue[0] = root
    number[root] = 0
    size = 1
    k = at = 0
    while k < size:
        link = old.first_link[queue[k]]
        while link >= 0:
            child = old.child[link]
            if child >= 0 and number[child] < 0:
                number[child] = size
                queue[size] = child
                size += 1
            link = old.next_link[link]
        k += 1
    for k in range(size):
        node = queue[k]
        new.rows[k] = old.rows[node]
        new.known[k] = old.known[node]
        new.worth[k] = old.worth[node]
        new.first_link[k] = -1
        lo, hi = old.edges[node, 0], old.edges[node, roles]
        for role in range(roles + 1):
            new.edges[k, role] = at + old.edges[node, role] - lo
        for e in range(lo, hi):
            new.move[at] = old.move[e]
            new.visits[at] = old.visits[e]
            new.total[at] = old.total[e]
            new.near_visits[at] = old.near_visits[e]
            new.near_total[at] = old.near_total[e]
            new.flying[at] = 0
            new.proven[at] = old.proven[e]
            at += 1
        new.table[-1 - find_node(new, new.rows[k])] = k + 1
    new.counts[NODES] = size
    new.counts[EDGES] = at
    for k in range(size):
        link = old.first_link[queue[k]]
        while link >= 0:
            child = old.child[link]
            if child >= 0:
                add_link(new, -1 - find_link(new, k, old.joint[link]), k, old.joint[link], number[child])
            link = old.next_link[link]
