"""Search for information sets by facts or parts of facts, as the rules write them or in words.

A search scans the distinct facts; an index maps each fact to its information sets, so large games are searched about
as quickly as small ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.display.look import Look
from galakit.display.typed import folded
from galakit.game.ragged import concatenated, grouped, offsets
from galakit.game.sequence_form import SequenceForm
from galakit.rules.knowledge import informative
from galakit.solution import facts as naming
from galakit.study.answers import Found
from galakit.study.listed import Listed
from galakit.study.sets import Sets

PAGE = 50

Ints = npt.NDArray[np.int64]
Readings: TypeAlias = tuple[str, ...]
"""the readings of a fact: without blanks, then in words; several where it is called differently after other facts"""


def typed(facts: str) -> tuple[str, ...]:
    """The facts in a text that a user typed or pasted.

    >>> typed("my hand 2, gambler bet 1"), typed("hand (1,3), (1,4); raise")
    (('my hand 2', 'gambler bet 1'), ('hand (1,3)', '(1,4)', 'raise'))
    """
    return naming.split(facts.replace("; ", ", "))


def readings_of(fact: str, look: Look) -> Readings:
    """All readings of a fact.

    >>> readings_of("bet(gambler, 1)", Look((), ["gambler"]))
    ('bet(gambler,1)', 'gambler bet 1')
    """
    return naming.normal(fact).casefold(), *map(folded, look.readings(fact))


def matching(text: str, facts: Sequence[Readings]) -> list[int]:
    """The indices of the facts that equal a text in words; where there are none, of those that contain it.

    >>> facts = [readings_of(f"myhand([{k}])", Look()) for k in (1, 10, 2)]
    >>> matching("my hand 1", facts), matching("hand", facts), matching("[10]", facts)
    ([0], [0, 1, 2], [1])
    """
    words, part = folded(text), naming.normal(text).casefold()
    whole = [k for k, (_, *phrases) in enumerate(facts) if words in phrases]
    return whole or [
        k for k, (fact, *phrases) in enumerate(facts) if part in fact or any(words in phrase for phrase in phrases)
    ]


class Search:
    """An index from facts to information sets."""

    def __init__(self, listed: Listed, sets: Sets) -> None:
        self.listed, self.sets = listed, sets

    @cached_property
    def _known(self) -> tuple[list[str], list[Readings], Ints, Ints]:
        """The distinct facts, normalised and as readings; the sets of each, and where they start."""
        form = self.listed.form
        number: dict[str, int] = {}
        known = [
            [number.setdefault(fact, len(number)) for fact in informative(facts)]
            for facts in form.automaton.observations
        ]
        many = np.array([len(facts) for facts in known], np.int64)
        one_by_one = np.array([fact for facts in known for fact in facts], np.int64)
        symbol, sets = _links(form)
        facts = one_by_one[concatenated(offsets(many)[symbol], many[symbol])]
        used, facts = np.unique(facts, return_inverse=True)
        order, start = grouped(facts.ravel(), len(used))
        every = list(number)
        texts = [every[fact] for fact in used.tolist()]
        readings = [readings_of(fact, self.listed.look) for fact in texts]
        return [naming.normal(fact) for fact in texts], readings, np.repeat(sets, many[symbol])[order], start

    def found(self, facts: str, player: int | None, offset: int) -> Found:
        """The information sets that match all that was typed, by falling reach."""
        sheet = self.listed.sheet
        wanted = Counter(typed(facts))
        times = np.ones(sheet.information_sets, bool) if player is None else sheet.player == player
        for text, often in wanted.items():
            times = times & (self._times(text) >= often)
        found = np.flatnonzero(times)
        reach = np.nan_to_num(self.listed.reach[found])
        order = found[np.argsort(-reach, kind="stable")]
        return Found(
            items=[self.sets.line(i) for i in order[offset : offset + PAGE].tolist()], offset=offset, total=len(found)
        )

    def _times(self, text: str) -> Ints:
        """[H] how many facts of each set equal the text; where none does, how many contain it."""
        normal, readings, sets, start = self._known
        if naming.normal(text) in normal:
            match = [normal.index(naming.normal(text))]
        else:
            match = matching(text, readings)
        result = np.zeros(self.listed.sheet.information_sets, np.int64)
        for k in match:
            np.add.at(result, sets[start[k] : start[k + 1]], 1)
        return result


def _links(form: SequenceForm) -> tuple[Ints, Ints]:
    """All observations on the path to each information set: the symbols, and the set of each."""
    parent, symbol = form.info_parent.astype(np.int64), form.info_symbol.astype(np.int64)
    symbols, sets = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    here, link = np.arange(form.information_sets), form.info.astype(np.int64)
    while (inside := np.flatnonzero(parent[link] >= 0)).size:
        here, link = here[inside], link[inside]
        symbols.append(symbol[link])
        sets.append(here)
        link = parent[link]
    return np.concatenate(symbols), np.concatenate(sets)
