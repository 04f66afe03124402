"""A sequence form in an order that does not depend on how the rules number things.

The same game may come from a Gala file, from Gambit's or from GDL, with its information sets and moves in different
orders, its payoffs in other units, and other names for everything. A method that breaks ties by numbers would find
different equilibria. Here, sequences are told apart by their place in the game alone: by what comes before and after
them, and the payoffs they lead to. Colours are refined until no more are found (Weisfeiler & Leman 1968), as sums of
hash values, so that no order enters; sequences that keep the same colour play the same part, or nearly always do. One
of them then gets a colour of its own, which tells others apart, and so on: where two players gain by making the same
move of two, the first of one is that which goes with the first of the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number

ROUNDS = 30  # of refining
MOST_WORK = 500_000  # leaves, times how often colours are refined again for the sake of symmetric sequences
DIGITS = 9  # of payoffs in floating point that count
Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Canonical:
    """A form in canonical order, and where each sequence went."""

    form: SequenceForm
    """names of moves are those of the original order: only plans are to be computed with it"""
    place: tuple[npt.NDArray[np.int64], ...]
    """[n][sequences] the new number of each sequence; the only move of an information set has that of the sequence
    before it"""

    def back(self, plans: tuple[npt.NDArray[Any], ...]) -> tuple[npt.NDArray[Any], ...]:
        """Plans of this form as plans of the original one."""
        return tuple(plan[place] for plan, place in zip(plans, self.place))


def canonical(form: SequenceForm, *, forced: bool = False) -> Canonical:
    """The form with the sequences of each player in canonical order; players stay as they are.

    Information sets with one move are left out, as some front ends do, unless `forced` keeps them.

    >>> import galakit as gk
    >>> form = gk.load("stag_hunt").form
    >>> [sorted(place.tolist()) for place in canonical(form).place]
    [[0, 1, 2], [0, 1, 2]]
    """
    if not forced and form.moves_count.min(initial=2) == 1 < form.moves_count.max(initial=0):
        chosen, kept = _without_forced(form)
        ordered = canonical(chosen)
        return Canonical(ordered.form, tuple(place[to] for place, to in zip(ordered.place, kept)))
    colours = _told_apart(form, sequence_colours(form))
    order: list[int] = []
    place = tuple(np.zeros(count, np.int64) for count in form.sequences)
    first = np.zeros(form.information_sets, np.int32)
    for player in range(len(form.players)):
        following = 1
        for level in form.levels(player):
            above = place[player][level.parent]
            least = np.minimum.reduceat(colours[player][level.sequences], level.start)
            for k in np.lexsort((level.sets, least, above)).tolist():
                i, count, begin = int(level.sets[k]), int(level.count[k]), int(level.start[k])
                own = level.sequences[begin : begin + count]
                place[player][own[np.argsort(colours[player][own], kind="stable")]] = np.arange(
                    following, following + count
                )
                order.append(i)
                first[i] = following
                following += count
    return Canonical(_with(form, np.array(order, np.int64), first, place), place)


def _without_forced(form: SequenceForm) -> tuple[SequenceForm, tuple[npt.NDArray[np.int64], ...]]:
    """The form without information sets of one move, and what the sequences of each player have become there."""
    kept = [np.zeros(count, np.int64) for count in form.sequences]
    following = [1] * len(form.players)
    first = np.zeros(form.information_sets, np.int32)
    for i in range(form.information_sets):  # a set comes after the one that leads to it
        player, begin, count = int(form.player[i]), int(form.first_sequence[i]), int(form.moves_count[i])
        if count == 1:
            kept[player][begin] = kept[player][form.parent_sequence[i]]
            continue
        first[i] = following[player]
        kept[player][begin : begin + count] = np.arange(following[player], following[player] + count)
        following[player] += count
    chosen = _with(form, np.flatnonzero(form.moves_count > 1), first, tuple(kept))
    return replace(chosen, sequences=tuple(following)), tuple(kept)


def _with(
    form: SequenceForm,
    sets: npt.NDArray[np.int64],
    first: npt.NDArray[np.int32],
    place: tuple[npt.NDArray[np.int64], ...],
) -> SequenceForm:
    """The form with these information sets in this order, their first sequences, and a new number for each sequence."""
    leaves = [place[p][form.leaf_sequences[p]] for p in range(len(form.players))]
    parents = [place[int(form.player[i])][form.parent_sequence[i]] for i in sets.tolist()]
    return replace(
        form,
        player=form.player[sets],
        first_sequence=first[sets],
        moves_count=form.moves_count[sets],
        parent_sequence=np.array(parents, np.int32),
        info=form.info[sets],
        state=form.state[sets],
        leaf_sequences=np.array(leaves, form.leaf_sequences.dtype).reshape(form.leaf_sequences.shape),
    )


def sequence_colours(form: SequenceForm) -> tuple[Words, ...]:
    """[n][sequences] a colour for each sequence, the same for those that play the same part for the same player."""
    players = range(len(form.players))
    return _Colouring(form).stable([np.full(form.sequences[p], p + 1, np.uint64) for p in players])


def _told_apart(form: SequenceForm, colours: tuple[Words, ...]) -> tuple[Words, ...]:
    """A colour of its own for every sequence, as far as there is time: which of symmetric ones comes first is free."""
    colouring = _Colouring(form)
    for k in range(MOST_WORK // max(1, len(form.leaf_class))):
        shared = [_first_shared(own) for own in colours]
        player = next((p for p, s in enumerate(shared) if s is not None), None)
        if player is None:
            break
        marked = [own.copy() for own in colours]
        marked[player][shared[player]] = _mixed(np.array([k], np.uint64))[0]
        colours = colouring.stable(marked)
    return colours


def _first_shared(colours: Words) -> int | None:
    """The first sequence with the least colour that several have; None where all differ."""
    _, first, count = np.unique(colours, return_index=True, return_counts=True)
    several = np.flatnonzero(count > 1)
    return int(first[several[0]]) if len(several) else None


class _Colouring:
    """Refines colours of sequences; what chance does between two profiles of sequences counts together."""

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        self.players = range(len(form.players))
        self.leaves, self.ends = _ends(form)
        self.owner = [_owner(form, p) for p in self.players]

    def stable(self, colours: list[Words]) -> tuple[Words, ...]:
        """Colours that further rounds would not tell apart."""
        many = 0
        for _ in range(ROUNDS):
            met = [_mixed(self.ends + np.uint64(p)) for p in self.players]  # for each leaf, what the others' say
            for p in self.players:
                for q in self.players:
                    if q != p:
                        met[p] = _mixed(met[p] + _mixed(colours[q][self.leaves[q]] + np.uint64(q)))
            colours = [self._refined(p, colours[p], met[p]) for p in self.players]
            now = sum(len(np.unique(own)) for own in colours)
            if now == many:
                break
            many = now
        return tuple(colours)

    def _refined(self, player: int, colours: Words, met: Words) -> Words:
        """Colours by the leaves, the information sets after a sequence, and the one that it belongs to."""
        form, owner = self.form, self.owner[player]
        found = _mixed(colours)
        np.add.at(found, self.leaves[player], met)
        sets = form.sets_of(player)
        sums = np.zeros(len(sets) + 1, np.uint64)
        np.add.at(sums, owner, _mixed(colours))
        own = _mixed(sums[1:] + np.uint64(7))
        after = np.zeros_like(found)
        np.add.at(after, form.parent_sequence[sets], own)
        before = colours[form.parent_sequence[sets]] if len(sets) else own
        here = np.concatenate([np.zeros(1, np.uint64), _mixed(own + _mixed(before + np.uint64(11)))])[owner]
        return _mixed(_mixed(found) + _mixed(after + np.uint64(13)) + here)


def _owner(form: SequenceForm, player: int) -> npt.NDArray[np.int64]:
    """[sequences] the information set of each, counted from 1 among the player's; 0 for the empty one."""
    sets = form.sets_of(player)
    return np.concatenate([[0], np.repeat(np.arange(1, len(sets) + 1), form.moves_count[sets])]).astype(np.int64)


def _ends(form: SequenceForm) -> tuple[npt.NDArray[np.int64], Words]:
    """[n, M] the sequences that meet in leaves, and [M] a hash value: what they pay together, and how chance helps.

    Payoffs are shares of what is at stake. Leaves that only chance tells apart count together, as there may be more of
    them in another description of the game.
    """
    reached = np.array([reach > 0 for reach in form.class_reach], np.bool_)[form.leaf_class]
    leaves, cls = form.leaf_sequences[:, reached].astype(np.int64), form.leaf_class[reached]
    order = np.lexsort((cls, *leaves))
    leaves, cls = leaves[:, order], cls[order]
    new = np.ones(len(cls), np.bool_)
    new[1:] = (leaves[:, 1:] != leaves[:, :-1]).any(axis=0)
    start = np.flatnonzero(new)
    many = np.diff(start, append=len(cls))
    together: list[tuple[int, ...]] = [(c,) for c in range(len(form.classes))]  # classes that count together
    bundle, number = cls[start].astype(np.int64), dict[tuple[int, ...], int]()
    for k in np.flatnonzero(many > 1).tolist():
        each = tuple(cls[start[k] : start[k] + many[k]].tolist())
        if each not in number:
            number[each] = len(together)
            together.append(each)
        bundle[k] = number[each]
    met, where = np.unique(bundle, return_inverse=True)
    different = [together[k] for k in met.tolist()]
    reach = [sum(_number(form.class_reach[c]) for c in each) for each in different]
    payoffs = [
        tuple(sum(_number(form.classes[c][p]) for c in each) / r for p in range(len(form.players)))
        for each, r in zip(different, reach)
    ]
    low = [min(column) for column in zip(*payoffs)]
    stakes = [max(column) - least or 1 for column, least in zip(zip(*payoffs), low)]
    found = []
    for r, paid in zip(reach, payoffs):
        shares = [_text((x - least) / stake) for x, least, stake in zip(paid, low, stakes)]
        text = f"{shares} {_text(r)}".encode()
        found.append(int.from_bytes(blake2b(text, digest_size=8).digest(), "little"))
    return leaves[:, start], np.array(found, np.uint64)[where]


def _number(x: Number) -> Any:
    return x if isinstance(x, float) else Fraction(x)


def _text(x: Any) -> str:
    return f"{x:.{DIGITS}g}" if isinstance(x, float) else str(x)


def _mixed(words: Words) -> Words:
    """Numbers in which every bit depends on every bit (the finaliser of splitmix64)."""
    with np.errstate(over="ignore"):
        mixed = words + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        result: Words = mixed ^ (mixed >> np.uint64(31))
    return result
