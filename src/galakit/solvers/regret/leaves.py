"""The leaves of a sequence form laid out for `kernel`: as matrices where many are filled, else as rows.

Leaves of two players fall apart into connected components of sequences that meet. Where all that happens is public
except for hands dealt at the start, these are small full matrices, and few of them are different up to a factor:
4,095 of liar's dice are 12. Components of one shape form a *batch* and are multiplied side by side: with one matrix for
all where enough of them share it, else each with its own. Whatever is too sparse for that, or has more players, is a
list of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, grouped, offsets
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.solvers.regret.sorting import components, gathered, in_order

Ints: TypeAlias = npt.NDArray[np.int64]
Positions: TypeAlias = npt.NDArray[np.uint32]

SCRATCH = 4096  # numbers a task of a batch may spread out
SHARED = 16  # components with the same matrix that make a batch of their own
ABREAST = 4  # components of one shape that are worth multiplying side by side
ROOM = 1 << 22  # entries of matrices that are compared at a time
DENSE = 0.3  # the part of a component's matrix that must be leaves for it to be kept in full


class Leaves(NamedTuple):
    """The payoffs of each player's sequences against the others' plans."""

    task: Ints
    """[tasks, 9] rows, columns, blocks, distance of rows and columns, where matrix, own, other and scale begin, and the
    distance of the entries of a matrix: 1 if there is one matrix for all blocks"""
    tasks: Ints
    """[n + 1] where each player's tasks begin"""
    matrix: Floats
    """column by column; each entry for all blocks of the batch that do not share it"""
    own: Positions
    other: Positions
    scale: Floats
    row: Positions
    """[rows] the position of the sequence"""
    start: Ints
    """[rows + 1] where its leaves begin"""
    rows: Ints
    """[n + 1] where each player's rows begin"""
    column: Positions
    """[n - 1, leaves] the positions of the others' sequences"""
    weight: Floats
    """[leaves] the player's payoff times the probability of chance's moves"""


def leaves_of(form: SequenceForm, position: tuple[Ints, ...], tell: Callable[[int], None]) -> Leaves:
    """The leaves of a sequence form whose sequences have these positions."""
    n = len(form.players)
    places = [p.astype(np.uint32) for p in position]
    blocks = _components(form) if n == 2 else None
    dense = np.empty(0, np.bool_) if blocks is None else blocks.dense
    component = np.empty(0, np.int32) if blocks is None else blocks.component
    parts = _Parts(n)
    for player in range(n):
        tell(2 * player)
        if blocks is not None:
            _add_blocks(parts, form, blocks, player, position)
        tell(2 * player + 1)
        value = np.ascontiguousarray(form.class_values[:, player])
        # Rows of one component follow each other: they read the same weights of the other player.
        rows = np.argsort(position[player]) if blocks is None else blocks.members[player]
        key = np.zeros(form.sequences[player], np.uint32)
        key[rows] = np.arange(len(rows))
        order, start = in_order(
            key, form.leaf_sequences[player], form.leaf_class, value != 0, component, form.leaf_sequences[0], dense
        )
        count = np.diff(start)
        used = np.flatnonzero(count)
        column = [gathered(places[p], form.leaf_sequences[p], order) for p in range(n) if p != player]
        stacked = np.array(column, np.uint32).reshape(n - 1, len(order))
        parts.list_rows(places[player][rows[used]], count[used], stacked, gathered(value, form.leaf_class, order))
        parts.next_player()
    count = parts.joined("count", np.int64)
    return Leaves(
        task=np.array(parts.task, np.int64).reshape(-1, 9),
        tasks=np.array(parts.tasks, np.int64),
        matrix=parts.joined("matrix", np.float64),
        own=parts.joined("own", np.uint32),
        other=parts.joined("other", np.uint32),
        scale=parts.joined("scale", np.float64),
        row=parts.joined("row", np.uint32),
        start=np.append(offsets(count), count.sum()),
        rows=np.array(parts.rows, np.int64),
        column=parts.joined("column", np.uint32),
        weight=parts.joined("weight", np.float64),
    )


class _Parts:
    """Leaves as they are collected, player by player."""

    def __init__(self, players: int) -> None:
        self.task: list[tuple[int, ...]] = []
        self.tasks, self.rows = [0], [0]
        self.lists: dict[str, list[npt.NDArray[Any]]] = {
            name: [] for name in ("matrix", "own", "other", "scale", "row", "count", "column", "weight")
        }
        self.length = dict.fromkeys(self.lists, 0)
        self.players = players

    def add(self, name: str, values: npt.NDArray[Any]) -> int:
        """Append values to a list; where they begin."""
        begin = self.length[name]
        self.lists[name].append(values)
        self.length[name] += values.shape[-1]
        return begin

    def joined(self, name: str, kind: Any) -> npt.NDArray[Any]:
        if self.lists[name]:
            return np.concatenate(self.lists[name], axis=-1).astype(kind, copy=False)
        return np.empty((self.players - 1, 0) if name == "column" else 0, kind)

    def batch(self, matrix: Floats, own: Ints, other: Ints, scale: Floats) -> None:
        """Blocks side by side: own [rows, blocks], other [columns, blocks], a factor each, and the matrices.

        `matrix` is [columns, rows, blocks], or [columns, rows, 1] when all blocks have the same one.
        """
        (columns, rows, distance), blocks = matrix.shape, len(scale)
        begin = [
            self.add(name, values.ravel())
            for name, values in (("matrix", matrix), ("own", own), ("other", other), ("scale", scale))
        ]
        count = max(1, SCRATCH // (rows + columns))
        for low in range(0, blocks, count):
            at = [begin[0] + (low if distance > 1 else 0), *(b + low for b in begin[1:])]
            self.task.append((rows, columns, min(count, blocks - low), blocks, *at, distance))

    def list_rows(self, row: Positions, count: Ints, column: Positions, weight: Floats) -> None:
        """Leaves one by one, those of one row together: column [n - 1, leaves]."""
        for name, values in (("row", row), ("count", count), ("column", column), ("weight", weight)):
            self.add(name, values)

    def next_player(self) -> None:
        self.tasks.append(len(self.task))
        self.rows.append(self.length["row"])


@dataclass(frozen=True, eq=False)
class _Blocks:
    """The components of the leaves of two players."""

    component: npt.NDArray[np.int32]
    """the component of each of the first player's sequences, then of the second's; -1 for one that ends no play"""
    dense: npt.NDArray[np.bool_]
    """[components] whether it is kept as a matrix"""
    leaves: npt.NDArray[np.uint32]
    """one component after the other"""
    first_leaf: Ints
    """[components + 1]"""
    members: tuple[Ints, Ints]
    """for each player, the sequences in all components, one component after the other, in their order"""
    start: tuple[Ints, Ints]
    """for each player, where each component's sequences begin"""
    rank: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
    """for each player, the row or column of each sequence in its component"""


def _components(form: SequenceForm) -> _Blocks:
    first, second = form.leaf_sequences
    component, number = components(first, second, form.sequences[0], sum(form.sequences))
    members, starts, ranks = [], [], []
    for own in (component[: form.sequences[0]], component[form.sequences[0] :]):
        met = np.flatnonzero(own >= 0)
        order, start = grouped(own[met], number)
        members.append(met[order])
        starts.append(start)
        rank = np.zeros(len(own), np.int32)
        rank[members[-1]] = np.arange(len(met)) - np.repeat(start[:-1], np.diff(start))
        ranks.append(rank)
    everything = np.ones(len(form.classes), np.bool_)
    leaves, first_leaf = in_order(
        component, first, form.leaf_class, everything, component, first, np.empty(0, np.bool_)
    )
    dense = np.diff(first_leaf) >= DENSE * np.diff(starts[0]) * np.diff(starts[1])
    return _Blocks(
        component, dense, leaves, first_leaf, (members[0], members[1]), (starts[0], starts[1]), (ranks[0], ranks[1])
    )


def _add_blocks(parts: _Parts, form: SequenceForm, blocks: _Blocks, player: int, position: tuple[Ints, ...]) -> None:
    """All dense components as matrices of a player's payoffs, batched by shape and by what they are up to a factor."""
    other = 1 - player
    rows, columns = np.diff(blocks.start[player]), np.diff(blocks.start[other])
    used = np.flatnonzero(blocks.dense)
    shapes, shape_of = np.unique(np.stack([rows[used], columns[used]], axis=1), axis=0, return_inverse=True)
    for s, (m, n) in enumerate(shapes.tolist()):
        here, scale, pools = _pools(form, blocks, player, used[shape_of.ravel() == s], m, n)
        for members, table in pools:
            matrices = table.reshape(-1, m, n).transpose(2, 1, 0)
            own_at = blocks.start[player][here[members]] + np.arange(m)[:, None]
            other_at = blocks.start[other][here[members]] + np.arange(n)[:, None]
            parts.batch(
                matrices,
                position[player][blocks.members[player][own_at]],
                position[other][blocks.members[other][other_at]],
                scale[members],
            )


def _pools(
    form: SequenceForm, blocks: _Blocks, player: int, all_here: Ints, m: int, n: int
) -> tuple[Ints, Floats, list[tuple[Ints, Floats]]]:
    """The components of one shape that pay a player, the factor of each, and which of them are multiplied together.

    A pool comes with its matrices: one if all its members have the same up to their factors.
    """
    other = 1 - player
    value = np.ascontiguousarray(form.class_values[:, player])
    paying, factors, alike = [], [], []
    number: dict[bytes, int] = {}
    tables: list[list[Floats]] = []  # of components that are alike: one for each, or the first of many
    room = max(1, ROOM // (m * n))
    for low in range(0, len(all_here), room):
        here = all_here[low : low + room]
        count = blocks.first_leaf[here + 1] - blocks.first_leaf[here]
        leaf = blocks.leaves[concatenated(blocks.first_leaf[here], count)]
        cell = np.repeat(np.arange(len(here)), count) * m + blocks.rank[player][form.leaf_sequences[player][leaf]]
        cell = cell * n + blocks.rank[other][form.leaf_sequences[other][leaf]]
        flat = np.bincount(cell, weights=value[form.leaf_class[leaf]], minlength=len(here) * m * n)
        table: Floats = flat.reshape(len(here), m * n).astype(np.float64, copy=False)
        pays = table.any(axis=1)
        here, table = here[pays], table[pays]
        scale = table[np.arange(len(here)), (table != 0).argmax(axis=1)]
        table /= scale[:, None]
        # Equal up to rounding: the last six bits of a number do not count.
        key = (table.view(np.int64) + 32) >> 6
        for row, bits in zip(table, key):
            k = number.setdefault(bits.tobytes(), len(tables))
            if k == len(tables):
                tables.append([])
            alike.append(k)
            if len(tables[k]) < SHARED:
                tables[k].append(row.copy())
        paying.append(here)
        factors.append(scale)
    here, scale = (np.concatenate(x) if x else np.empty(0, kind) for x, kind in ((paying, np.int64), (factors, float)))
    batch = np.array(alike, np.int64)
    shared = np.array([len(own) >= SHARED for own in tables], np.bool_)
    order, start = grouped(batch, len(tables))
    pools = [(order[start[b] : start[b + 1]], np.array(tables[b][:1])) for b in np.flatnonzero(shared).tolist()]
    rest = np.flatnonzero(~shared[batch]) if len(batch) else batch
    nth = np.arange(len(batch)) - start[batch[order]] if len(batch) else batch
    place = np.empty(len(batch), np.int64)
    place[order] = nth
    kept = [tables[batch[k]][place[k]] for k in rest.tolist()]
    if m * n > SCRATCH or len(rest) < ABREAST:  # large or few: one by one, the long loop is over the rows
        pools += [(rest[k : k + 1], kept[k][None]) for k in range(len(rest))]
    elif len(rest):
        pools.append((rest, np.array(kept)))
    return here, scale, pools
