"""How much moves reveal: the distance between what a player does with different private information.

Two information sets of a player are *types* with the same *messages* if the player has made the same moves before and
has the same moves now, and if the others, after some such move, cannot tell which of the two it was. Draw two types by
the probabilities with which they are met if all players move at random, which in a signalling game are those of chance:
how far are their messages apart, in total variation, on average? That is 0 if all types do the same (pooling), and
largest if no two types ever send the same message (separating). With pure strategies it is the probability that two
types are told apart.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm

MOST = 4_000  # differences: each is a binary column


@dataclass(frozen=True)
class Difference:
    """Two sequences of a player with the same last move and the same moves before, at different information sets."""

    player: int
    one: int
    other: int
    weight: float
    """how likely these two types are drawn, in this order or the other, halved as total variation is"""


def differences(form: SequenceForm) -> list[Difference]:
    """All of them; an error where no player has private information to reveal.

    >>> import galakit as gk
    >>> [(d.one, d.other, round(d.weight, 3)) for d in differences(gk.load("beer_quiche").form)]
    [(1, 3, 0.09), (2, 4, 0.09)]
    """
    found: list[Difference] = []
    for player in range(len(form.players)):
        likely, met = _likely(form, player), _met(form, player)
        groups: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        for i in form.sets_of(player).tolist():
            groups[int(form.parent_sequence[i]), tuple(sorted(form.moves(i)))].append(i)
        for group in groups.values():
            for types, pairs in _confused(form, group, met):
                total = sum(likely[i] for i in types)
                for i, j in pairs if total > 0 else ():
                    weight = likely[i] * likely[j] / total**2  # twice, for either order; halved for total variation
                    found += [Difference(player, one, other, weight) for one, other in _same_moves(form, i, j)]
                    if len(found) > MOST:
                        raise GalakitError(
                            f"more than {MOST:,} messages of pairs of types would have to be compared",
                            hint="choose smaller parameters",
                            id="GK721",
                        )
    if not found:
        raise GalakitError(
            "no equilibrium is more informative than another: no player has private information to reveal",
            hint="`--prefer informative` is for games in which chance tells a player something before they move",
            id="GK721",
        )
    return found


def _same_moves(form: SequenceForm, one: int, other: int) -> list[tuple[int, int]]:
    """The sequences of two information sets that end with the same move."""
    there = {move: int(form.first_sequence[other]) + k for k, move in enumerate(form.moves(other))}
    return [(int(form.first_sequence[one]) + k, there[move]) for k, move in enumerate(form.moves(one))]


def _confused(
    form: SequenceForm, group: list[int], met: list[set[tuple[int, ...]]]
) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """The types that the others confuse after some same message: those that belong together, and the pairs of them."""
    pairs = [
        (i, j)
        for i, j in combinations(group, 2)
        if any(not met[one].isdisjoint(met[other]) for one, other in _same_moves(form, i, j))
    ]
    together = {i: {i} for i in group}
    for i, j in pairs:
        if together[i] is not together[j]:
            together[i] |= together[j]
            for k in together[i]:
                together[k] = together[i]
    found = {min(types): (sorted(types), list[tuple[int, int]]()) for types in together.values()}
    for i, j in pairs:
        found[min(together[i])][1].append((i, j))
    return list(found.values())


def _met(form: SequenceForm, player: int) -> list[set[tuple[int, ...]]]:
    """For each sequence, the others' sequences at the ends of the game after it."""
    others = [form.leaf_sequences[p].tolist() for p in range(len(form.players)) if p != player]
    found: list[set[tuple[int, ...]]] = [set() for _ in range(form.sequences[player])]
    for s, *theirs in zip(form.leaf_sequences[player].tolist(), *others):
        found[s].add(tuple(theirs))
    for i in reversed(form.sets_of(player).tolist()):
        first = int(form.first_sequence[i])
        found[int(form.parent_sequence[i])].update(*found[first : first + int(form.moves_count[i])])
    return found


def _likely(form: SequenceForm, player: int) -> dict[int, float]:
    """How likely each information set of a player is met if all players move at random."""
    from galakit.game.realization import uniform

    weight = np.array(form.class_reach, np.float64)[form.leaf_class]
    for p in range(len(form.players)):
        weight = weight * np.asarray(uniform(form, p), np.float64)[form.leaf_sequences[p]]
    met = np.zeros(form.sequences[player])
    np.add.at(met, form.leaf_sequences[player], weight)
    found = {}
    for i in reversed(form.sets_of(player).tolist()):
        first = int(form.first_sequence[i])
        found[i] = float(met[first : first + int(form.moves_count[i])].sum())
        met[int(form.parent_sequence[i])] += found[i]
    return found
