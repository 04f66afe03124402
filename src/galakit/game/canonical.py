"""A sequence form in an order that does not depend on how the rules number things.

The same game may come from a Gala file, from Gambit's or from GDL, with its information sets and moves in different
orders, its payoffs in other units, and other names for everything. A method that breaks ties by numbers would find
different equilibria. Here, sequences are told apart by their place in the game alone: by what comes before and after
them, and the payoffs they lead to. Colours are refined until no more are found (Weisfeiler & Leman 1968), as sums of
hash values, so that no order enters; sequences that keep the same colour play the same part, or nearly always do.
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
DIGITS = 9  # of payoffs in floating point that count
Words = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Canonical:
    """A form in canonical order, and where each sequence went."""

    form: SequenceForm
    """names of moves are those of the original order: only plans are to be computed with it"""
    place: tuple[npt.NDArray[np.int64], ...]
    """[n][sequences] the new number of each sequence"""

    def back(self, plans: tuple[npt.NDArray[Any], ...]) -> tuple[npt.NDArray[Any], ...]:
        """Plans of this form as plans of the original one."""
        return tuple(plan[place] for plan, place in zip(plans, self.place))


def canonical(form: SequenceForm) -> Canonical:
    """The form with the sequences of each player in canonical order; players stay as they are.

    >>> import galakit as gk
    >>> form = gk.load("stag_hunt").form
    >>> [sorted(place.tolist()) for place in canonical(form).place]
    [[0, 1, 2], [0, 1, 2]]
    """
    colours = sequence_colours(form)
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
    sets = np.array(order, np.int64)
    leaves = [place[p][form.leaf_sequences[p]] for p in range(len(form.players))]
    moved = replace(
        form,
        player=form.player[sets],
        first_sequence=first[sets],
        moves_count=form.moves_count[sets],
        parent_sequence=np.array([place[int(form.player[i])][form.parent_sequence[i]] for i in order], np.int32),
        info=form.info[sets],
        state=form.state[sets],
        leaf_sequences=np.array(leaves, form.leaf_sequences.dtype).reshape(form.leaf_sequences.shape),
    )
    return Canonical(moved, place)


def sequence_colours(form: SequenceForm) -> tuple[Words, ...]:
    """[n][sequences] a colour for each sequence, the same for those that play the same part for the same player."""
    players = range(len(form.players))
    ends = _ends(form)[form.leaf_class]
    owner = [_owner(form, p) for p in players]
    colours = [np.full(form.sequences[p], p + 1, np.uint64) for p in players]
    many = 0
    for _ in range(ROUNDS):
        met = [_mixed(ends + np.uint64(p)) for p in players]  # for each leaf, what the others' sequences say
        for p in players:
            for q in players:
                if q != p:
                    met[p] = _mixed(met[p] + _mixed(colours[q][form.leaf_sequences[q]] + np.uint64(q)))
        colours = [_refined(form, p, colours[p], met[p], owner[p]) for p in players]
        now = sum(len(np.unique(own)) for own in colours)
        if now == many:
            break
        many = now
    return tuple(colours)


def _refined(form: SequenceForm, player: int, colours: Words, met: Words, owner: npt.NDArray[np.int64]) -> Words:
    """Colours by the leaves, the information sets after a sequence, and the one that it belongs to."""
    found = _mixed(colours)
    np.add.at(found, form.leaf_sequences[player], met)
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


def _ends(form: SequenceForm) -> Words:
    """[classes] a hash value of each class of leaves: payoffs as shares of what is at stake, and chance."""
    payoffs = [
        tuple(_number(c) / _number(reach) for c in each) if reach else None
        for each, reach in zip(form.classes, form.class_reach)
    ]
    paid = [each for each in payoffs if each is not None]
    low = [min(column) for column in zip(*paid)]
    stakes = [max(column) - least or 1 for column, least in zip(zip(*paid), low)]
    found = []
    for each, reach in zip(payoffs, form.class_reach):
        shares = None if each is None else [_text((x - least) / stake) for x, least, stake in zip(each, low, stakes)]
        text = f"{shares} {_text(_number(reach))}".encode()
        found.append(int.from_bytes(blake2b(text, digest_size=8).digest(), "little"))
    return np.array(found, np.uint64)


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
