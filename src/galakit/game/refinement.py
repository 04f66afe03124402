"""Information sets split until some players, taken as one, have perfect recall of their moves.

A player who forgets may be in one information set after different own moves. Split by these moves, the set falls into
*parts*; with parts as information sets there is perfect recall, and sequences are lists of moves at parts. The
resulting game is easier for the players than the true one, so its optimum is a bound. It is also the shape of every
search from the root that keeps together the nodes that cannot be distinguished (the PI-sets of Blair, Mutchler & van
Lent 1996). With perfect recall and one player, parts are information sets and the sequences those of the sequence form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import grouped, offsets
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Refinement:
    """R parts, ordered by the number of moves before them, then by their parent sequence, then by information set."""

    sets: Ints
    """[R] the information set each is a part of"""
    parent: Ints
    """[R] the sequence that leads to it"""
    first: Ints
    """[R] the sequence of its first move; sequence 0 is the empty one"""
    count: Ints
    """[R] how many moves it has"""
    sequences: int
    levels: tuple[int, ...]
    """where each number of moves before starts among the parts, and the number of parts"""
    sequence: Ints
    """[N] the last sequence before each node"""
    part: Ints
    """[N] the part each node is in, -1 where none of the players moves"""

    def ranges(self) -> Iterator[slice]:
        """The parts with 0 moves before them, with 1, ..."""
        return (slice(a, b) for a, b in pairwise(self.levels))


def refinement(form: SequenceForm, tree: Tree, players: Collection[int]) -> Refinement:
    """The parts of the information sets of these players.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> split = refinement(game.form, game.tree, [0])
    >>> len(split.sets), split.sequences  # perfect recall
    (6, 13)
    >>> len(refinement(game.form, game.tree, [0, 1]).sets)  # both as one player, who forgets cards and remembers moves
    21
    """
    ours = np.isin(tree.mover, list(players))
    moves, anchor = _moves_before(tree, ours)
    step = np.zeros(tree.nodes, np.int64)  # the number of the move that led to a node
    step[1:] = tree.edge[1:] - tree.automaton.first[tree.state[tree.parent[1:]]]

    sequence = np.zeros(tree.nodes, np.int64)
    part = np.full(tree.nodes, -1, np.int64)
    none = np.empty(0, np.int64)
    sets, parents, firsts, counts, levels = [none], [none], [none], [none], [0]
    total, parts = 1, 0
    order, start = grouped(moves, int(moves.max()) + 2)
    for a, b in pairwise(start.tolist()):
        here = order[a:b]
        if parts:  # the first nodes after a move get its sequence, the others that of their parents
            anchors = here[anchor[here] == here]
            above = tree.parent[anchors]
            sequence[anchors] = firsts[-1][part[above] - levels[-2]] + step[anchors]
            sequence[here] = sequence[anchor[here]]
        deciding = here[ours[here]]
        if not deciding.size:
            break
        key = sequence[deciding] * form.information_sets + tree.information_set[deciding]
        distinct, inverse = np.unique(key, return_inverse=True)
        of = distinct % form.information_sets
        count = form.moves_count[of].astype(np.int64)
        part[deciding] = parts + inverse
        sets.append(of)
        parents.append(distinct // form.information_sets)
        firsts.append(total + offsets(count))
        counts.append(count)
        total += int(count.sum())
        parts += len(distinct)
        levels.append(parts)
    return Refinement(
        sets=np.concatenate(sets),
        parent=np.concatenate(parents),
        first=np.concatenate(firsts),
        count=np.concatenate(counts),
        sequences=total,
        levels=tuple(levels),
        sequence=sequence,
        part=part,
    )


def _moves_before(tree: Tree, ours: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """How many of these players' moves lead to each node, and the first node after the last (the root before any)."""
    moves = np.zeros(tree.nodes, np.int64)
    anchor = np.zeros(tree.nodes, np.int64)
    for level in tree.levels()[1:]:
        above = tree.parent[level]
        own = ours[above]
        moves[level] = moves[above] + own
        anchor[level] = np.where(own, level, anchor[above])
    return moves, anchor
