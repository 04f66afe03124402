"""From the automaton to the sequence form, and to the tree where it fits: the walk and its exact side tables.

The walk (see `kernel`) yields integers; here the chance products and the accumulated payoffs behind them are
computed once per distinct id (in fractions if the game is exact), and merged by value.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import numpy as np

from galakit.errors import GalakitError
from galakit.game import kernel
from galakit.game.automaton import Automaton, Column
from galakit.game.fitting import SMALLER
from galakit.game.sequence_form import SequenceForm
from galakit.game.size import Size
from galakit.game.tree import Tree
from galakit.game.walk import Walk, walk
from galakit.mapped import room_for
from galakit.progress import Progress
from galakit.rules.contract import Number

COMPILER = 500_000_000  # bytes that Numba and what it loads take before the walk begins
INNER = 70  # bytes for a node that is not terminal: its links of information, their hash slots, its information set
KEPT = 36  # bytes for a row of the node table: seven columns, two of them numbered anew
PLAIN_NODES = 40_000  # up to so many the plain walk, of about 10 µs a node, is done before Numba is loaded
FEW_NODES = 1_000  # the same where Numba is loaded already
TABLE_NODES = 5_000_000  # above this the node table is not kept unless asked for

T = TypeVar("T")


def unfold(
    automaton: Automaton,
    *,
    keep_nodes: bool | None = None,
    limit_nodes: int | None = None,
    limit_memory: int | None = None,
    compiled: bool | None = None,
    progress: Progress | None = None,
) -> tuple[SequenceForm, Tree | None, Size]:
    """The sequence form, the tree when its nodes are kept (`keep_nodes=None`: up to 5 million), and the size.

    `limit_memory` is in bytes; None means what the machine has available, and nothing else limits the tree unless
    `limit_nodes` is given. `compiled` forces or forbids Numba.
    """
    total, terminals = automaton.nodes
    keep = total <= TABLE_NODES if keep_nodes is None else keep_nodes
    _check_nodes(total, keep, limit_nodes)
    quick = total > (FEW_NODES if "numba" in sys.modules else PLAIN_NODES) if compiled is None else compiled
    with _room_for(automaton, total, terminals, keep, limit_memory) as on_disk:
        found = walk(automaton, total, terminals, keep=keep, compiled=quick, progress=progress)
        form, tree = _arranged(automaton, found, keep, on_disk)
    size = Size(
        states=automaton.states,
        nodes=total,
        terminals=terminals,
        information_sets=np.bincount(form.player, minlength=len(form.players)).tolist(),
        sequences=list(form.sequences),
    )
    return form, tree, size


def _arranged(automaton: Automaton, found: Walk, keep: bool, on_disk: str | None) -> tuple[SequenceForm, Tree | None]:
    """The sequence form, and the tree where its nodes are kept, from what the walk found."""
    classes, leaves, sets, table = found.classes, found.leaves, found.sets, found.table

    n = len(automaton.players)
    reach_of, reaches = _folded(found.reaches, automaton.probabilities, 1, lambda a, b: a * b)
    nothing: tuple[Number, ...] = (0,) * n
    payoff_of, payoffs = _folded(
        found.payoffs, automaton.gains, nothing, lambda a, b: tuple(x + y for x, y in zip(a, b))
    )
    pairs = np.stack([reach_of[classes[:, 0]], payoff_of[classes[:, 1]]], axis=1)
    class_of, weighted, class_reach = _weighted(pairs, reaches, payoffs)

    form = SequenceForm(
        automaton=automaton,
        players=automaton.players,
        player=_own(sets[:, kernel.PLAYER]),
        first_sequence=_own(sets[:, kernel.FIRST]),
        moves_count=_own(sets[:, kernel.MOVES]),
        parent_sequence=_own(sets[:, kernel.PARENT]),
        info=_own(sets[:, kernel.INFO]),
        state=_own(sets[:, kernel.STATE]),
        sequences=tuple(int(s) for s in found.sequences),
        leaf_sequences=leaves[:n],
        leaf_class=np.take(class_of, leaves[n], out=leaves[n]),
        classes=weighted,
        class_reach=class_reach,
        info_parent=_own(found.infos[:, 0]),
        info_symbol=_own(found.infos[:, 1]),
        constant_sum=_constant_sum(pairs, reaches, payoffs, automaton.exact),
        perfect_recall=found.perfect_recall,
        on_disk=on_disk,
    )
    tree = None
    if keep:
        tree = Tree(
            automaton=automaton,
            parent=table[kernel.NODE_PARENT],
            edge=table[kernel.NODE_EDGE],
            information_set=table[kernel.NODE_SET],
            reach=reach_of[table[kernel.NODE_REACH]],
            payoff=payoff_of[table[kernel.NODE_PAYOFF]],
            end=table[kernel.NODE_END],
            depth=table[kernel.NODE_DEPTH],
            reaches=reaches,
            payoffs=payoffs,
        )
    return form, tree


def _own(column: Any) -> Column:
    """A copy that does not keep the whole table alive."""
    return np.array(column, np.int32)


def _folded(rows: Column, values: list[T], unit: T, combine: Callable[[T, T], T]) -> tuple[Column, list[T]]:
    """The value behind each hash-consed chain (before, index into `values`), merged: id -> index, and the values."""
    index: dict[T, int] = {unit: 0}
    distinct = [unit]
    step: dict[tuple[int, int], int] = {}
    ids = [0] * len(rows)
    for i, (before, symbol) in enumerate(rows.tolist()):
        if i == 0:
            continue
        key = ids[before], symbol
        found = step.get(key)
        if found is None:
            value = combine(distinct[key[0]], values[symbol])
            found = step[key] = index.setdefault(value, len(distinct))
            if found == len(distinct):
                distinct.append(value)
        ids[i] = found
    return np.array(ids, np.int32), distinct


def _weighted(
    pairs: Column, reaches: list[Number], payoffs: list[tuple[Number, ...]]
) -> tuple[Column, list[tuple[Number, ...]], list[Number]]:
    """Payoff times reach for each class, merged by value, and the reach itself."""
    index: dict[tuple[tuple[Number, ...], Number], int] = {}
    ids = [
        index.setdefault((tuple(reaches[r] * x for x in payoffs[p]), reaches[r]), len(index)) for r, p in pairs.tolist()
    ]
    return np.array(ids, np.int32), [weighted for weighted, _ in index], [reach for _, reach in index]


def _constant_sum(
    pairs: Column, reaches: list[Number], payoffs: list[tuple[Number, ...]], exact: bool
) -> Number | None:
    """What all payoffs sum to, where chance can lead; in floats up to rounding."""
    sums: set[Number] = {sum(payoffs[p]) for r, p in pairs.tolist() if reaches[r] != 0}
    if len(sums) == 1:
        return sums.pop()
    if exact or not sums:
        return None
    scale = max(1.0, *(abs(float(x)) for _, p in pairs.tolist() for x in payoffs[p]))
    low, high = float(min(sums)), float(max(sums))
    if high - low > 1e-12 * scale:
        return None
    return 0.0 if abs(low) <= 1e-12 * scale else low


def _check_nodes(nodes: int, keep: bool, limit: int | None) -> None:
    if limit is not None and nodes > limit:
        raise GalakitError(
            f"the game tree has {nodes:,} nodes, more than the limit of {limit:,}",
            hint=f"{SMALLER}; or raise the limit: --limit-nodes, game.limit_nodes in Python",
            id="GK603",
        )
    if keep and nodes >= 2**31 - 1:
        raise GalakitError(
            f"the game tree has {nodes:,} nodes, more than can be numbered",
            hint=f"{SMALLER}; or unfold without the node table (game.keep_nodes = False)",
            id="GK603",
        )


def _room_for(
    automaton: Automaton, nodes: int, terminals: int, keep: bool, limit: int | None
) -> AbstractContextManager[str | None]:
    needed = (nodes - terminals) * INNER + terminals * 4 * (len(automaton.players) + 1) + (nodes * KEPT if keep else 0)
    without = "; or unfold without the node table (game.keep_nodes = False)" if keep else ""
    return room_for(
        needed + (COMPILER if nodes > PLAIN_NODES else 0),
        f"unfolding the {nodes:,} nodes of the game tree",
        limit=limit,
        hint=f"{SMALLER}, or free memory{without}",
    )
