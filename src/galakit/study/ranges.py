"""Ranges: what the other players may know where a player is at an information set."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.display.look import together
from galakit.game.automaton import single_facts
from galakit.rules.knowledge import informative
from galakit.study.answers import Range, RangeItem
from galakit.study.looks import words_of
from galakit.study.quantities import quantity
from galakit.study.tree import Nodes

MOST = 100  # items of a range
_BASE = np.uint64(0x9E3779B97F4A7C15 | 1)


class Known:
    """Players' information at nodes, as hash codes that are equal where a player knows the same."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        automaton = nodes.automaton
        random = np.random.default_rng(1)
        first, single = single_facts(automaton)
        digit = random.integers(1, 2**63, len(automaton.observations), dtype=np.uint64)
        self.length = np.diff(first).astype(np.int64)
        self.forgets = np.zeros(len(self.length), bool)
        self.code = np.zeros(len(self.length), np.uint64)
        with np.errstate(over="ignore"):
            for symbol in np.flatnonzero(self.length).tolist():
                code = np.uint64(0)
                for fact in single[first[symbol] : first[symbol + 1]].tolist():
                    self.forgets[symbol] |= fact == 0
                    code = np.uint64(0) if fact == 0 else code * _BASE + digit[fact]
                self.code[symbol] = code

    def codes(self, player: int, nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        """[nodes] the code of a player's information."""
        tree, seen = self.nodes.tree, self.nodes.automaton.seen
        result = np.zeros(len(nodes), np.uint64)
        scale = np.ones(len(nodes), np.uint64)
        here, node = np.arange(len(nodes)), nodes
        with np.errstate(over="ignore"):
            while len(node):
                inner = node > 0
                here, node = here[inner], node[inner]
                symbol = seen[tree.edge[node], player]
                result[here] += scale[here] * self.code[symbol]
                scale[here] *= _power(self.length[symbol])
                going = ~self.forgets[symbol]
                here, node = here[going], tree.parent[node[going]].astype(np.int64)
        return result


def _power(exponent: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    powers = [np.uint64(1)]
    with np.errstate(over="ignore"):
        for _ in range(int(exponent.max(initial=0))):
            powers.append(powers[-1] * _BASE)
    return np.array(powers, np.uint64)[exponent]


def ranges(known: Known, player: int, nodes: npt.NDArray[np.int64], share: npt.NDArray[Any]) -> list[Range]:
    """The other players' ranges over nodes with these probabilities; certain information is left out."""
    result = []
    for other in range(len(known.nodes.form.players)):
        if other != player:
            found = _marginal(known, other, nodes, share)
            if found is not None:
                result.append(found)
    return result


def _marginal(known: Known, other: int, nodes: npt.NDArray[np.int64], share: npt.NDArray[Any]) -> Range | None:
    codes, first, of = np.unique(known.codes(other, nodes), return_index=True, return_inverse=True)
    if len(codes) < 2:
        return None
    total = np.zeros(len(codes), share.dtype)
    np.add.at(total, of, share)
    order = np.argsort(-total.astype(np.float64), kind="stable")[:MOST].tolist()
    facts = [informative(known.nodes.known(int(nodes[first[k]]))[other]) for k in order]
    common = Counter(facts[0])
    for some in facts[1:]:
        common &= Counter(some)
    numbers = total.tolist()
    look = known.nodes.listed.look
    own = [_without(some, common) for some in facts]
    items = [
        RangeItem(
            **words_of(together([seen for k, seen in enumerate(look.each(some, other)) if k in left and seen.parts])),
            facts=", ".join(some[k] for k in left),
            probability=quantity(numbers[number]),
        )
        for number, some, left in zip(order, facts, own)
    ]
    return Range(player=other, items=items, total=len(codes))


def _without(facts: tuple[str, ...], common: Counter[str]) -> list[int]:
    """The indices of the facts that are not common."""
    left = Counter(common)
    kept = []
    for k, fact in enumerate(facts):
        if left[fact] > 0:
            left[fact] -= 1
        else:
            kept.append(k)
    return kept
