"""The sequence form laid out for the loops of `kernel`: everything of all players in one index space, in long rows.

*Positions* number the sequences of all players. A player's begin with the empty sequence; then come the information
sets, those with fewer own moves before them first, and among these those with the same number of moves together: such
a *wave* of n sets with m moves each takes m rows of n positions, one row per move. So a loop over sets is a loop over
neighbours, which the processor does four or eight at a time. Sets of a wave are ordered by their parents.

*Strands* are parts of a player's information sets that have nothing to do with each other, so that each can be left to
a thread of its own: whole subtrees below the first information sets, about as many sequences in each strand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from galakit.game.sequence_form import Floats, SequenceForm
from galakit.progress import Progress
from galakit.solvers.regret.leaves import Ints, Leaves, Positions, leaves_of

TILE = 256  # sets of a wave that are worked on together: their numbers stay in the nearest cache
SEQUENCE = 90  # bytes for a sequence: where it is, and what the players have learnt about it


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


def memory_of(form: SequenceForm) -> tuple[int, str]:
    """The bytes that regret minimisation over a sequence form needs, and the task in words."""
    n, sequences, leaves = len(form.players), sum(form.sequences), len(form.leaf_class)
    needed = sequences * SEQUENCE + leaves * (n * (8 + 4 * max(1, n - 1)) + 8 * n + 8)
    return needed, f"regret minimisation over {sequences:,} sequences and {leaves:,} leaves"


def laid_out(form: SequenceForm, strands: int = 1, progress: Progress | None = None) -> Layout:
    """The layout of a sequence form."""

    def tell(done: int) -> None:
        if progress is not None:
            progress("preparing regret minimisation", done, 3 + 2 * len(form.players))

    tell(0)
    for player in range(len(form.players)):
        form.levels(player)
    tell(1)
    sweeps, position = _sweeps(form, strands)
    tell(2)
    paying = leaves_of(form, position, lambda done: tell(3 + done))
    widest = int(sweeps.tile[:, 3].max(initial=0))
    task = paying.task
    spread = int(((task[:, 1] + 1) * task[:, 2] + task[:, 0]).max(initial=0))
    return Layout(sweeps, paying, position, sum(form.sequences), max(2 * widest, spread, 1), strands)


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
