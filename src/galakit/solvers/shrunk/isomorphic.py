"""Which information sets are isomorphic, for any number of players: the coarsest partition that loses nothing.

This is GameShrink's relation (Gilpin & Sandholm 2007) on the sequence form. Information sets of a player are isomorphic
when the same own moves led to them, up to isomorphism, they have the same moves, and what can follow the one can be
matched with what can follow the other: the same shares of endings, with the same payoffs, the same later moves of the
player, and the same moves of all others, up to isomorphism. Against strategies that do not distinguish classes, a
player's prospects at isomorphic sets are then the same, so an equilibrium of the game with merged sets is one of the
game itself. The relation depends on the classes and the classes on the relation: starting with as few classes as
possible, they are split until nothing splits any more.

An ending's share of a set is an exact fraction. Shares are compared by sums in two prime fields, with a random factor
for each kind of ending: different shares are taken for equal once in 2^62 pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import SequenceForm

PRIMES = (2**31 - 1, 2**31 - 19)

Ints = npt.NDArray[np.int64]


def isomorphic(form: SequenceForm) -> Ints:
    """[information sets] the class of each; sets of different players are in different classes.

    >>> import galakit as gk
    >>> form = gk.load("leduc").form
    >>> form.information_sets, len(set(isomorphic(form).tolist()))
    (936, 288)
    """
    below = [_Below.of(form, player) for player in range(len(form.players))]
    paid = _paid(form)
    names: dict[tuple[str, ...], int] = {}
    _, first, state = np.unique(form.state, return_index=True, return_inverse=True)  # far fewer than sets
    moves = np.array([names.setdefault(form.moves(i), len(names)) for i in first.tolist()], np.int64)
    classes = _classed([form.player.astype(np.int64), moves[state.ravel()]])
    many = 0
    while (now := int(classes.max(initial=-1)) + 1) > many:
        many = now
        sequence = _sequence_classes(form, classes)
        ends = _classed([paid, *(own[last] for own, last in zip(sequence, form.leaf_sequences))])
        keys = [classes, np.zeros(len(classes), np.int64), np.zeros(len(classes), np.int64)]
        parent = np.zeros(len(classes), np.int64)
        for player, mine in enumerate(below):
            parent[mine.sets] = sequence[player][form.parent_sequence[mine.sets]]
            for key, shares in zip(keys[1:], mine.shares(ends)):
                key[mine.sets] = shares
        classes = _classed([*keys, parent])
    return classes


@dataclass(frozen=True, eq=False)
class _Below:
    """The leaves below each information set of a player, as pairs sorted by set."""

    sets: Ints
    leaf: Ints
    start: Ints
    """[sets] the first pair of each"""
    weights: tuple[Ints, ...]
    """the probability of chance's moves towards each leaf, in each prime field"""

    @classmethod
    def of(cls, form: SequenceForm, player: int) -> _Below:
        sets = form.sets_of(player)
        number = np.repeat(np.arange(len(sets)), form.moves_count[sets])  # of all but the empty sequence
        above = np.concatenate([[-1], number])
        pairs: list[tuple[Ints, Ints]] = []
        leaf = np.arange(len(form.leaf_class))
        at = above[form.leaf_sequences[player]]
        while (alive := at >= 0).any():
            leaf, at = leaf[alive], at[alive]
            pairs.append((at, leaf))
            at = above[form.parent_sequence[sets[at]]]
        owner = np.concatenate([np.zeros(0, np.int64), *(own for own, _ in pairs)])
        leaves = np.concatenate([np.zeros(0, np.int64), *(one for _, one in pairs)])
        order = np.argsort(owner, kind="stable")
        reach = [Fraction(r) for r in form.class_reach]
        unit = lcm(*(r.denominator for r in reach))
        weights = tuple(np.array([int(r * unit) % p for r in reach], np.int64)[form.leaf_class] for p in PRIMES)
        return cls(sets, leaves[order], np.searchsorted(owner[order], np.arange(len(sets))), weights)

    def shares(self, kind: Ints) -> list[Ints]:
        """Two numbers for each set, the same for those with the same share of every kind of ending."""
        if not len(self.sets):
            return [np.zeros(0, np.int64)] * 2
        found = []
        for prime, weight in zip(PRIMES, self.weights):
            factor = np.random.default_rng(prime).integers(1, prime, int(kind.max()) + 1)
            total = _summed(weight[self.leaf] * factor[kind[self.leaf]] % prime, self.start, prime)
            whole = _summed(weight[self.leaf], self.start, prime)
            found.append(total * _inverse(whole, prime) % prime)
        return found


def _summed(numbers: Ints, start: Ints, prime: int) -> Ints:
    sums: Ints = np.add.reduceat(numbers, start) % prime
    return sums


def _paid(form: SequenceForm) -> Ints:
    """[leaves] a number for what is paid there."""
    number: dict[tuple[Fraction, ...], int] = {}
    kinds = []
    for amounts, reach in zip(form.classes, form.class_reach):
        payoffs = tuple(Fraction(a) / Fraction(reach) if reach else Fraction(0) for a in amounts)
        kinds.append(number.setdefault(payoffs, len(number)))
    return np.array(kinds, np.int64)[form.leaf_class]


def _sequence_classes(form: SequenceForm, classes: Ints) -> list[Ints]:
    """[players][sequences] the class of the set that a sequence ends at, and the number of the move; 0 without one."""
    wide = int(form.moves_count.max(initial=1))
    found = []
    for player in range(len(form.players)):
        sets = form.sets_of(player)
        count = form.moves_count[sets]
        move = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        found.append(np.concatenate([[0], 1 + np.repeat(classes[sets], count) * wide + move]).astype(np.int64))
    return found


def _classed(keys: list[Ints]) -> Ints:
    """Numbers for the distinct combinations of some keys."""
    found = np.zeros(len(keys[0]), np.int64)
    for key in keys:
        small = np.unique(key, return_inverse=True)[1]
        found = np.unique(found * (int(small.max(initial=0)) + 1) + small, return_inverse=True)[1]
    return found


def _inverse(numbers: Ints, prime: int) -> Ints:
    distinct, back = np.unique(numbers, return_inverse=True)
    return np.array([pow(n % prime or 1, -1, prime) for n in distinct.tolist()], np.int64)[back]
