"""The sequence form laid out for the loops of `kernel`: everything of all players in one index space, in long rows.

*Positions* number the sequences of all players. A player's begin with the empty sequence; then come the information
sets, those with fewer own moves before them first, and among these those with the same number of moves together: such
a *wave* of n sets with m moves each takes m rows of n positions, one row per move. So a loop over sets is a loop over
neighbours, which the processor does four or eight at a time. Sets of a wave are ordered by their parents.

*Strands* are parts of a player's information sets that have nothing to do with each other, so that each can be left to
a thread of its own: whole subtrees below the first information sets, about as many sequences in each strand.

*Leaves* of two players fall apart into connected components of sequences that meet. Where all that happens is public
except for hands dealt at the start, these are small full matrices, and few of them are different up to a factor:
4,095 of liar's dice are 12. Components of one shape form a *batch* and are multiplied side by side: with one matrix for
all where enough of them share it, else each with its own. Whatever is too sparse for that, or has more players, is a
list of rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, grouped, offsets
from galakit.game.sequence_form import Floats, SequenceForm

Ints: TypeAlias = npt.NDArray[np.int64]
Positions: TypeAlias = npt.NDArray[np.uint32]

TILE = 256  # sets of a wave that are worked on together: their numbers stay in the nearest cache
SCRATCH = 4096  # numbers a task of a batch may spread out
SHARED = 16  # components with the same matrix that make a batch of their own
ABREAST = 4  # components of one shape that are worth multiplying side by side
DENSE = 0.3  # the part of a component's matrix that must be leaves for it to be kept in full


class Sweeps(NamedTuple):
    """Information sets in the order of the sweeps."""

    tile: Ints
    """[tiles, 5] position of the first set's first move, moves, distance of moves, sets, number of the first set"""
    wave: Ints
    """[waves + 1] where each wave's tiles begin"""
    waves: Ints
    """[n * strands + 1] where the waves of each player's strands begin"""
    parent: Positions
    """[H] the position of each set's parent sequence; sets in the order of the tiles"""
    first: Ints
    """[n + 1] the position of each player's empty sequence"""


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


@dataclass(frozen=True, eq=False)
class Layout:
    """A sequence form, laid out."""

    sweeps: Sweeps
    leaves: Leaves
    position: tuple[Ints, ...]
    """for each player, the positions of their sequences"""
    size: int
    """how many positions there are"""
    scratch: int
    """how many numbers a task needs to spread out"""
    strands: int

    def spread(self, plans: tuple[Floats, ...]) -> Floats:
        """One number per position from one per sequence of each player."""
        numbers = np.empty(self.size)
        for position, plan in zip(self.position, plans):
            numbers[position] = plan
        return numbers

    def collected(self, numbers: Floats) -> tuple[Floats, ...]:
        """One number per sequence of each player from one per position."""
        return tuple(numbers[position] for position in self.position)


def laid_out(form: SequenceForm, strands: int = 1) -> Layout:
    """The layout of a sequence form."""
    sweeps, position = _sweeps(form, strands)
    leaves = _leaves(form, position)
    widest = int(sweeps.tile[:, 3].max(initial=0))
    task = leaves.task
    spread = int(((task[:, 1] + 1) * task[:, 2] + task[:, 0]).max(initial=0))
    return Layout(sweeps, leaves, position, int(sum(form.sequences)), max(2 * widest, spread, 1), strands)


def _sweeps(form: SequenceForm, strands: int) -> tuple[Sweeps, tuple[Ints, ...]]:
    tiles: list[tuple[int, int, int, int, int]] = []
    wave, waves, first = [0], [0], [0]
    parents: list[Ints] = []
    positions: list[Ints] = []
    sets = 0
    for player in range(len(form.players)):
        position = np.zeros(form.sequences[player], np.int64)
        position[0] = first[-1]
        at = first[-1] + 1
        strand_of = _strands(form, player, strands)
        for strand in range(strands):
            for level, own_strand in zip(form.levels(player), strand_of):
                above = position[level.parent]
                for moves in np.unique(level.count).tolist():
                    here = np.flatnonzero((level.count == moves) & (own_strand == strand))
                    here = here[np.argsort(above[here], kind="stable")]
                    width = len(here)
                    if not width:
                        continue
                    own = level.sequences[level.start[here]]
                    for move in range(moves):
                        position[own + move] = at + move * width + np.arange(width)
                    for low in range(0, width, TILE):
                        tiles.append((at + low, moves, width, min(TILE, width - low), sets + low))
                    parents.append(above[here])
                    wave.append(len(tiles))
                    sets += width
                    at += moves * width
            waves.append(len(wave) - 1)
        first.append(at)
        positions.append(position)
    parent = np.concatenate(parents) if parents else np.empty(0, np.int64)
    sweeps = Sweeps(
        tile=np.array(tiles, np.int64).reshape(-1, 5),
        wave=np.array(wave, np.int64),
        waves=np.array(waves, np.int64),
        parent=parent.astype(np.uint32),
        first=np.array(first, np.int64),
    )
    return sweeps, tuple(positions)


def _strands(form: SequenceForm, player: int, strands: int) -> list[Ints]:
    """The strand of each information set, level by level."""
    root = np.zeros(form.sequences[player], np.int64)  # of each sequence: the first set on the way to it
    roots: list[Ints] = []
    for depth, level in enumerate(form.levels(player)):
        roots.append(root[level.parent] if depth else np.arange(len(level.sets)))
        root[level.sequences] = np.repeat(roots[-1], level.count)
    if not roots:
        return []
    below = np.bincount(root[1:], minlength=len(roots[0]))
    middle = np.cumsum(below) - below / 2
    strand = np.minimum((middle * strands / max(1, below.sum())).astype(np.int64), strands - 1)
    return [strand[r] for r in roots]


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
            return np.concatenate(self.lists[name], axis=-1).astype(kind)
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

    def list_rows(self, own: Ints, column: Ints, weight: Floats) -> None:
        """Leaves one by one: own [leaves], column [n - 1, leaves]."""
        keep = np.flatnonzero(weight)
        keep = keep[np.argsort(own[keep], kind="stable")]  # sums are made in the order of the leaves
        row, count = np.unique(own[keep], return_counts=True)
        for name, values in (("row", row), ("count", count), ("column", column[:, keep]), ("weight", weight[keep])):
            self.add(name, values)

    def next_player(self) -> None:
        self.tasks.append(len(self.task))
        self.rows.append(self.length["row"])


def _leaves(form: SequenceForm, position: tuple[Ints, ...]) -> Leaves:
    n = len(form.players)
    at_leaf = [position[p][form.leaf_sequences[p]] for p in range(n)]
    blocks = _components(form, at_leaf) if n == 2 else None
    parts = _Parts(n)
    for player in range(n):
        others = [p for p in range(n) if p != player]
        weight = form.payoff(player)
        listed = np.arange(len(weight))
        if blocks is not None:
            _add_blocks(parts, blocks, player, weight)
            listed = np.flatnonzero(~blocks.dense[blocks.leaf])
        column = np.array([at_leaf[p][listed] for p in others], np.int64).reshape(n - 1, len(listed))
        parts.list_rows(at_leaf[player][listed], column, weight[listed])
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


@dataclass(frozen=True, eq=False)
class _Blocks:
    """The components of the leaves of two players."""

    leaf: Ints
    """[L] the component of each leaf"""
    dense: npt.NDArray[np.bool_]
    """[components] whether it is kept as a matrix"""
    positions: tuple[Ints, Ints]
    """for each player, the positions in all components, one component after the other, in order of their sequences"""
    start: tuple[Ints, Ints]
    """for each player, where each component's positions begin"""
    rank: tuple[Ints, Ints]
    """[L] for each player, the row or column of a leaf in its component"""


def _components(form: SequenceForm, at_leaf: list[Ints]) -> _Blocks:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = int(sum(form.sequences))
    links = coo_array((np.ones(len(at_leaf[0]), np.int8), (at_leaf[0], at_leaf[1])), shape=(size, size))
    number, label = connected_components(links, directed=False)
    positions, starts, ranks = [], [], []
    for p in range(2):
        # In the order of the sequences, so that blocks which look alike to a person are alike.
        met, back = np.unique(form.leaf_sequences[p], return_inverse=True)
        at = np.empty(len(met), np.int64)
        at[back] = at_leaf[p]
        order, start = grouped(label[at], number)
        rank = np.empty(len(met), np.int64)
        rank[order] = np.arange(len(met)) - np.repeat(start[:-1], np.diff(start))
        positions.append(at[order])
        starts.append(start)
        ranks.append(rank[back])
    leaf = label[at_leaf[0]].astype(np.int64)
    leaves = np.bincount(leaf, minlength=number)
    dense = leaves >= DENSE * np.diff(starts[0]) * np.diff(starts[1])
    return _Blocks(leaf, dense, (positions[0], positions[1]), (starts[0], starts[1]), (ranks[0], ranks[1]))


def _add_blocks(parts: _Parts, blocks: _Blocks, player: int, weight: Floats) -> None:
    """All dense components as matrices of a player's payoffs, batched by shape and by what they are up to a factor."""
    other = 1 - player
    rows, columns = np.diff(blocks.start[player]), np.diff(blocks.start[other])
    used = np.flatnonzero(blocks.dense & (rows > 0) & (columns > 0))
    shapes, shape_of = np.unique(np.stack([rows[used], columns[used]], axis=1), axis=0, return_inverse=True)
    by_component, first_leaf = grouped(blocks.leaf, len(rows))
    for s, (m, n) in enumerate(shapes.tolist()):
        here = used[shape_of.ravel() == s]
        count = first_leaf[here + 1] - first_leaf[here]
        leaf = by_component[concatenated(first_leaf[here], count)]
        cell = np.repeat(np.arange(len(here)), count) * m + blocks.rank[player][leaf]
        flat = np.bincount(cell * n + blocks.rank[other][leaf], weights=weight[leaf], minlength=len(here) * m * n)
        table = flat.reshape(len(here), m * n)
        paying = table.any(axis=1)
        here, table = here[paying], table[paying]
        if not len(here):
            continue
        scale = table[np.arange(len(here)), (table != 0).argmax(axis=1)]
        table = table / scale[:, None]
        # Equal up to rounding: the last six bits of a number do not count.
        key = (table.view(np.int64) + 32) >> 6
        number: dict[bytes, int] = {}
        batch = np.array([number.setdefault(row.tobytes(), len(number)) for row in key])
        shared = np.bincount(batch) >= SHARED
        order, start = grouped(batch, len(number))
        pools = [order[start[b] : start[b + 1]] for b in np.flatnonzero(shared)]
        rest = np.flatnonzero(~shared[batch])
        if m * n > SCRATCH or len(rest) < ABREAST:  # large or few: one by one, the long loop is over the rows
            pools += [rest[k : k + 1] for k in range(len(rest))]
        elif len(rest):
            pools.append(rest)
        for members in pools:
            same = shared[batch[members[0]]] or len(members) == 1
            matrices = table[members[:1] if same else members].reshape(-1, m, n).transpose(2, 1, 0)
            own_at = blocks.start[player][here[members]] + np.arange(m)[:, None]
            other_at = blocks.start[other][here[members]] + np.arange(n)[:, None]
            parts.batch(matrices, blocks.positions[player][own_at], blocks.positions[other][other_at], scale[members])
