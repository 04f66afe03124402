"""Which sequences of two players can be recommended together (von Stengel & Forges 2008).

Information sets of two players are *connected* when some play goes through both. A correlation plan has a weight for
each pair of sequences that end at connected information sets, or of which one is empty: the probability that a
mediator's recommendations contain both. It describes a distribution over pairs of pure strategies in games without
chance, and in those in which no *triangle* of connections exists (Farina & Sandholm 2020); all games in which both see
what chance does are among them. Elsewhere a plan may describe no distribution, and the best correlated equilibrium is
NP-hard.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm

LIMIT_PAIRS = 100_000
LIMIT_LEAVES = 500_000


@dataclass(frozen=True, eq=False)
class Pairs:
    """The relevant pairs of sequences, in order."""

    index: dict[tuple[int, int], int]
    """(sequence of player 0, sequence of player 1) -> its number"""
    connected: tuple[dict[int, list[int]], dict[int, list[int]]]
    """for each player, the information sets of the other that are connected with each of theirs"""


def relevant_pairs(form: SequenceForm) -> Pairs:
    """All pairs of sequences that a correlation plan has weights for; an error when there are too many."""
    links = connections(form)
    moves = form.moves_count.astype(np.int64)
    count = sum(form.sequences) - 1 + sum(int(moves[i] * moves[j]) for i, j in links)
    if count > LIMIT_PAIRS:
        raise _too_many(f"{count:,} weights, more than")
    first = form.first_sequence.tolist()
    listed = [(0, t) for t in range(form.sequences[1])] + [(s, 0) for s in range(1, form.sequences[0])]
    connected: tuple[dict[int, list[int]], dict[int, list[int]]] = (defaultdict(list), defaultdict(list))
    for i, j in links:
        connected[0][i].append(j)
        connected[1][j].append(i)
        listed += [(first[i] + a, first[j] + b) for a in range(int(moves[i])) for b in range(int(moves[j]))]
    return Pairs({pair: k for k, pair in enumerate(listed)}, connected)


def connections(form: SequenceForm) -> list[tuple[int, int]]:
    """The pairs of connected information sets, one of each player."""
    if len(form.leaf_class) > LIMIT_LEAVES:
        raise GalakitError(
            f"the game has more than {LIMIT_LEAVES:,} leaves: too many for a correlated equilibrium", id="GK603"
        )
    alone = sum(form.sequences) - 1
    if alone > LIMIT_PAIRS:  # the pairs would take long to list, and there are more
        raise _too_many(f"at least {alone:,} weights, more than")
    chains = [_chains(form, p) for p in (0, 1)]
    found = {
        (i, j)
        for s, t in set(zip(*form.leaf_sequences.tolist()))
        for i in chains[0][s]
        for j in chains[1][t]
    }  # fmt: skip
    return sorted(found)


def _too_many(weights: str) -> GalakitError:
    return GalakitError(f"a correlation plan of this game has {weights} the limit of {LIMIT_PAIRS:,}", id="GK603")


def _chains(form: SequenceForm, player: int) -> list[tuple[int, ...]]:
    """The information sets along each sequence."""
    chains: list[tuple[int, ...]] = [()] * form.sequences[player]
    for i in form.sets_of(player).tolist():
        first = int(form.first_sequence[i])
        chain = (*chains[int(form.parent_sequence[i])], i)
        chains[first : first + int(form.moves_count[i])] = [chain] * int(form.moves_count[i])
    return chains


def triangle(form: SequenceForm) -> tuple[int, int, int, int] | None:
    """Information sets I1, I2 of one player and J1, J2 of the other that form a triangle; None where there is none.

    I1 and I2 have the same parent sequence, so have J1 and J2; I1 is connected with both J1 and J2, and I2 with J2.
    """
    links = connections(form)
    parent = form.parent_sequence.tolist()
    by_parents: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for i, j in links:
        by_parents[parent[i], parent[j]].append((i, j))
    for group in by_parents.values():
        partners: dict[int, set[int]] = defaultdict(set)
        back: dict[int, set[int]] = defaultdict(set)
        for i, j in group:
            partners[i].add(j)
            back[j].add(i)
        for i, j in group:  # the middle link of I2 - J2 - I1 - J1
            if len(partners[i]) > 1 and len(back[j]) > 1:
                other_j = next(k for k in partners[i] if k != j)
                other_i = next(k for k in back[j] if k != i)
                return i, other_i, other_j, j
    return None
