"""A player's information sets laid out: private information by public situation, as columns.

A player's information is a chain of facts, and information sets share links of it. All chains are divided at once,
as columns, into private information, the public situation, and the public situation with what chance showed left open.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import grouped
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import CHANCE
from galakit.solution.shown.order import natural
from galakit.study.fact_visibility import PRIVATE, SHOWN, SILENT, first_difference, kinds

Ints = npt.NDArray[np.int64]


class Chains(Sequence[tuple[str, ...]]):
    """Chains of facts, built when they are read: each extends a shorter one."""

    def __init__(self, shorter: Ints, fact: Ints, texts: list[str], numbers: Ints) -> None:
        self._shorter, self._fact, self._texts, self._numbers = shorter, fact, texts, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[str, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | Sequence[tuple[str, ...]]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        facts, chain = [], int(self._numbers[index])
        while chain > 0:
            facts.append(self._texts[self._fact[chain]])
            chain = int(self._shorter[chain])
        return tuple(reversed(facts))

    def having(self, wanted: Collection[str], *, empty: bool) -> npt.NDArray[np.bool_]:
        """[numbers] whether any of a chain's facts is wanted, and whether the `empty` chain is."""
        has, above = np.array([text in wanted for text in self._texts], bool)[self._fact], self._shorter
        has[0] = False  # the empty chain, which all others extend
        while above.any():  # the distance doubles each time
            has, above = has | has[above], above[above]
        return np.where(self._numbers == 0, empty, has[self._numbers])

    @cached_property
    def distinct(self) -> list[str]:
        """All distinct facts."""
        return [self._texts[f] for f in np.unique(self._fact[1:]).tolist()]


@dataclass(frozen=True, eq=False)
class Part:
    """A part of each information set's facts, numbered in natural order."""

    facts: Chains
    """[numbers] the facts"""
    of: Ints
    """[own sets] the number of each"""

    @cached_property
    def groups(self) -> tuple[Ints, Ints]:
        """The sets sorted by number: their order, and the start of each group."""
        return grouped(self.of, len(self.facts))

    def members(self, number: int) -> Ints:
        order, start = self.groups
        return order[start[number] : start[number + 1]]


@dataclass(frozen=True, eq=False)
class Layout:
    """The information sets of one player; `own` of them, in the order of their numbers."""

    player: int
    sets: Ints
    """[own] the number among all sets"""
    private: Part
    public: Part
    merged: Part
    """public situations, merged where they differ only in what chance showed"""

    def public_of(self, merged: bool) -> Part:
        return self.merged if merged else self.public


def layout(form: SequenceForm, player: int) -> Layout:
    """The layout of a player's information sets.

    >>> import galakit as gk
    >>> laid = layout(gk.load("poker", ranks=3).form, 0)
    >>> list(laid.private.facts), list(laid.public.facts)
    ([('myhand([1])',), ('myhand([2])',), ('myhand([3])',)], [('bet(gambler,0)',), ('bet(gambler,1)',)])
    """
    automaton = form.automaton
    sets = form.sets_of(player)
    kind = kinds(automaton, player).tolist()
    texts = [facts[0] if len(facts) == 1 else ", ".join(facts) for facts in automaton.observations]
    position = None
    if PRIVATE not in kind and SHOWN not in kind and (automaton.mover == CHANCE).any():
        position = first_difference(form, sets.tolist())
    opened = {f: len(texts) + f for f, k in enumerate(kind) if k == SHOWN}
    texts += [""] * len(texts)
    left_open: dict[str, int] = {}  # facts that differ only in their arguments share a number
    for f, number in opened.items():
        text = texts[f].partition("(")[0] + "(…)" if "(" in texts[f] else "…"
        opened[f] = left_open.setdefault(text, number)
        texts[opened[f]] = text

    parent = form.info_parent.astype(np.int64)
    symbol = np.where(parent >= 0, form.info_symbol, 0)  # a root has the number of its player there
    observed = np.array([k != SILENT for k in kind], bool)[symbol] & (parent >= 0)
    hidden = observed & (np.array([k == PRIVATE for k in kind], bool)[symbol])
    if position is not None:
        hidden |= observed & (_depth(parent, observed) == position + 1)
    shown = observed & ~hidden
    left = np.array([opened.get(f, f) for f in range(len(kind))], np.int64)[symbol]
    ends = form.info[sets].astype(np.int64)
    return Layout(
        player,
        sets,
        _part(parent, symbol, hidden, ends, texts),
        _part(parent, symbol, shown, ends, texts),
        _part(parent, left, shown, ends, texts),
    )


def _nearest(parent: Ints, marked: npt.NDArray[np.bool_]) -> Ints:
    """[links] the nearest marked ancestor of each link or the link itself; -1 where there is none."""
    none = len(parent)
    near = np.where(marked, np.arange(none), parent)
    near = np.append(np.where(near < 0, none, near), none)
    stay = np.append(marked, True)
    while not stay[near].all():  # the distance doubles each time
        near = near[near]
    return np.where(near[:-1] == none, -1, near[:-1])


def _depth(parent: Ints, marked: npt.NDArray[np.bool_]) -> Ints:
    """[links] the number of marked ancestors of each, itself included."""
    none = len(parent)
    above = np.append(np.where(parent < 0, none, parent), none)
    depth = np.append(marked, False).astype(np.int64)
    while (above < none).any():  # the number of ancestors counted doubles each time
        depth, above = depth + depth[above], above[above]
    return depth[:-1]


def _part(parent: Ints, fact: Ints, marked: npt.NDArray[np.bool_], ends: Ints, texts: list[str]) -> Part:
    """The marked facts on the path to each end, numbered by length, then in natural order.

    Chains are found by length: two links end the same chain if their facts are the same and so are the chains
    before them. Their order among chains of one length encodes both.
    """
    near, depth = _nearest(parent, marked), _depth(parent, marked)
    used = np.unique(fact[marked])
    rank = np.zeros(len(texts), np.int64)
    rank[sorted(used.tolist(), key=lambda f: (natural(texts[f]), f))] = np.arange(len(used))
    number = np.zeros(len(parent), np.int64)  # of the chain that a marked link ends
    before, last, count = [np.zeros(1, np.int64)], [np.zeros(1, np.int64)], 1  # of the chains; the first is empty
    links = np.flatnonzero(marked)
    by_length, start = grouped(depth[links], int(depth.max(initial=0)) + 1)
    for a, b in pairwise(start.tolist()[1:]):
        here = links[by_length[a:b]]
        above = near[parent[here]]
        shorter = np.where(above >= 0, number[above], 0)
        _, first, which = np.unique(shorter * len(texts) + rank[fact[here]], return_index=True, return_inverse=True)
        number[here] = count + which.ravel()
        before.append(shorter[first])
        last.append(fact[here[first]])
        count += len(first)
    of = np.where(near[ends] >= 0, number[near[ends]], 0)
    met, of = np.unique(of, return_inverse=True)
    chains = Chains(np.concatenate(before), np.concatenate(last), texts, met)
    return Part(chains, of.ravel().astype(np.int64))
