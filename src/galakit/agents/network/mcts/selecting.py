"""From the root to a leaf, many times, before anything is played: leaves of one wave keep out of each other's way."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from galakit.agents.network.mcts.tree import FLYING, HALF, LINKS, NOWHERE, OUTSIDE, Tree, add_link, find_link, mixed
from galakit.compiling import njit
from galakit.gdl.network.plays import random_word

DEEPEST = 400
"""turns that a path through the tree has at most"""
NEW, SETTLED, AGAIN = range(3)
"""how a path ends: at a state to be added, at one whose outcome is known, at one that is played out once more"""


class Paths(NamedTuple):
    """Where the descents of a wave went."""

    length: Any
    node: Any
    """the node at each depth"""
    edge: Any
    """the edge of each role at each depth"""
    joint: Any
    """the last joint move, as numbers of moves"""
    rows: Any
    """the state in which it is made"""
    link: Any
    """the link it follows, or NOWHERE"""
    end: Any
    """NEW, SETTLED or AGAIN"""
    leaf: Any
    """the node at the end, once it is there, or NOWHERE"""


def fresh_paths(lanes: int, roles: int, words: int) -> Paths:
    """Room for the paths of a wave."""
    return Paths(
        length=np.zeros(lanes, dtype=np.int32),
        node=np.zeros((lanes, DEEPEST), dtype=np.int32),
        edge=np.zeros((lanes, DEEPEST, roles), dtype=np.int32),
        joint=np.zeros((lanes, roles), dtype=np.int64),
        rows=np.zeros((lanes, words), dtype=np.uint64),
        link=np.zeros(lanes, dtype=np.int64),
        end=np.zeros(lanes, dtype=np.int32),
        leaf=np.zeros(lanes, dtype=np.int32),
    )


class Taste(NamedTuple):
    """How moves are weighed against each other."""

    exploring: float
    """the constant of UCT"""
    near: float
    """how many visits AMAF counts as much as the plays themselves"""


@njit(cache=True, nogil=True)
def best_edge(tree: Tree, lo: int, hi: int, unit: float, taste: Taste, source: Any) -> int:
    """The edge with the highest upper bound; `unit` is how many plays one that is on the way will bring."""
    all_visits = np.float32(1)
    for e in range(lo, hi):
        all_visits += tree.visits[e] + np.float32(unit * tree.flying[e])
    width = np.float32(taste.exploring) * np.sqrt(np.log(all_visits + np.float32(1)))
    best = np.float32(-1)
    chosen = lo
    first = int(((random_word(source) >> np.uint64(32)) * np.uint64(hi - lo)) >> np.uint64(32))
    for k in range(hi - lo):  # from anywhere on, so that ties are broken by chance
        e = lo + first + k
        if e >= hi:
            e -= hi - lo
        if not np.isnan(tree.proven[e]):
            score = tree.proven[e]
        else:
            visits = tree.visits[e]
            mean = tree.total[e] / visits if visits > 0 else np.float32(0.5)
            if tree.near_visits[e] > 0:
                share = np.sqrt(np.float32(taste.near) / (np.float32(3) * visits + np.float32(taste.near)))
                if visits == 0:
                    share = np.float32(1)
                mean += share * (tree.near_total[e] / tree.near_visits[e] - mean)
            waiting = visits + np.float32(unit * tree.flying[e]) + np.float32(0.1)
            score = mean + width / np.sqrt(waiting)
        if score > best:
            best = score
            chosen = e
    return chosen


@njit(cache=True, nogil=True)
def select(
    tree: Tree, root: int, chance: int, unit: float, taste: Taste, source: Any, paths: Paths, count: int, most: int
) -> int:
    """More paths from the root, up to `most`; how many there are. Gives up where others are on the way everywhere."""
    roles = tree.edges.shape[1] - 1
    misses = 0
    while count < most and misses < 8:
        node = root
        depth = 0
        end = NEW
        paths.leaf[count] = NOWHERE
        paths.link[count] = NOWHERE
        while True:
            if tree.known[node]:
                end = SETTLED
                paths.leaf[count] = node
                break
            if depth == DEEPEST:
                end = AGAIN
                paths.leaf[count] = node
                paths.rows[count] = tree.rows[node]
                break
            joint = HALF
            for role in range(roles):
                lo, hi = tree.edges[node, role], tree.edges[node, role + 1]
                edge = lo
                if hi - lo > 1:
                    if role == chance:
                        high = random_word(source) >> np.uint64(32)
                        edge = lo + np.int32((high * np.uint64(hi - lo)) >> np.uint64(32))
                    else:
                        edge = best_edge(tree, lo, hi, unit, taste, source)
                tree.flying[edge] += 1
                paths.edge[count, depth, role] = edge
                joint = mixed(joint, np.uint64(tree.move[edge]))
            paths.node[count, depth] = node
            depth += 1
            slot = find_link(tree, node, joint)
            if slot >= 0 and tree.child[slot] >= 0:
                node = tree.child[slot]
                continue
            for role in range(roles):
                paths.joint[count, role] = tree.move[paths.edge[count, depth - 1, role]]
            paths.rows[count] = tree.rows[node]
            if slot >= 0:
                if tree.child[slot] == FLYING:
                    end = -1
                paths.link[count] = slot
            elif 4 * tree.counts[LINKS] < 3 * len(tree.parent):
                add_link(tree, -1 - slot, node, joint, FLYING)
                paths.link[count] = -1 - slot
            break
        if end < 0:  # another one is on the way to the same place
            misses += 1
            for d in range(depth):
                for role in range(roles):
                    tree.flying[paths.edge[count, d, role]] -= 1
            continue
        paths.length[count] = depth
        paths.end[count] = end
        count += 1
    return count


__all__ = ["AGAIN", "DEEPEST", "NEW", "OUTSIDE", "SETTLED", "Paths", "Taste", "fresh_paths", "select"]
