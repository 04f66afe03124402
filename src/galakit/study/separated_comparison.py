"""Two profiles of one separated game side by side; classes that both play alike are compared once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.actions import Situation
from galakit.separated.factored import factor
from galakit.solution.factored import files as separated_files
from galakit.solution.factored.continuation_values import expected
from galakit.solution.factored.lifting import Played, keeping, keeps, lifted
from galakit.solution.factored.policy import SeparatedPolicy
from galakit.solution.facts import phrase
from galakit.solution.public import files as public_files
from galakit.solution.public.policy import PublicPolicy
from galakit.study.answers import Comparison, Difference
from galakit.study.backends import FactoredBackend
from galakit.study.comparison import ALIKE, PAGE
from galakit.study.looks import known_of
from galakit.study.quantities import quantities, rounded

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KEPT = 1_000_000  # lines that are kept
TOO_LARGE = "gains from switching to our strategy are not computed: the game is too large"
MANY = 5_000_000  # information sets, or numbers, up to which gains are computed


class _Pairs(NamedTuple):
    """The classes of a situation, grouped where both profiles play them alike."""

    ours: Ints
    """[pairs] the column of each"""
    theirs: Ints
    one: Ints
    """[pairs] one class of each"""
    many: Ints
    """[pairs] the number of classes"""
    weight: Floats
    """[pairs] its share of our column's reach"""
    source: tuple[Ints, Ints]
    """the arrays they were made of, kept alive because their ids are cache keys"""


class _Lines(NamedTuple):
    """Differences: a line for all information sets that differ alike."""

    distance: Floats
    reach: Floats
    situation: Ints
    """among `situations`"""
    one: Ints
    alike: Ints

    def best(self, most: int) -> _Lines:
        """The lines with the largest distance weighted by reach; those that are never reached come last.

        Neither profile is exact: where they hardly ever play, differences are accidental.
        """
        order = np.lexsort((-self.distance, -self.distance * np.nan_to_num(self.reach)))[:most]
        return self.of(order)

    def of(self, chosen: npt.NDArray[Any]) -> _Lines:
        return _Lines(
            self.distance[chosen], self.reach[chosen], self.situation[chosen], self.one[chosen], self.alike[chosen]
        )


def _together(lines: list[_Lines]) -> _Lines:
    return _Lines(*(np.concatenate(columns) for columns in zip(*lines)))


class ComparedClasses:
    """Ours and theirs, matched by situation and class."""

    def __init__(self, ours: FactoredBackend, theirs: FactoredBackend) -> None:
        self.ours, self.theirs = ours, theirs
        self.answers, self.others = ours.separated.answers, theirs.separated.answers
        _check(ours, theirs)
        self._pairs: dict[tuple[int, int, int], _Pairs] = {}
        self.situations = [s for p in range(len(ours.separated.players)) for s in ours.separated.names.of(p)]
        lines: list[_Lines] = []
        self.total = self.alike = held = 0
        for k, situation in enumerate(self.situations):
            found, alike = self._differing(k, situation)
            self.total += len(found.one)
            self.alike += alike
            lines.append(found)
            held += len(found.one)
            if held > 4 * KEPT:
                lines = [_together(lines).best(KEPT)]
                held = KEPT
        self.lines = _together(lines).best(KEPT)

    def _there(self, situation: Situation) -> Situation:
        """The same situation in theirs."""
        found = self.theirs.separated.names.named(self.ours.separated.names.name(situation))
        assert found is not None, "the games are the same"
        return found

    def _differing(self, number: int, situation: Situation) -> tuple[_Lines, int]:
        """The differences in a situation, and how many information sets are alike."""
        ours, theirs, there = self.answers.columns, self.others.columns, self._there(situation)
        pairs = self._paired(situation, there)
        difference = np.abs(ours.shares(situation)[:, pairs.ours] - theirs.shares(there)[:, pairs.theirs])
        distance: Floats = difference.sum(axis=0) / 2
        differ = distance > ALIKE
        reach = ours.reach(situation)[pairs.ours] * pairs.weight
        lines = _Lines(distance, reach, np.full(len(distance), number), pairs.one, pairs.many - 1)
        return lines.of(differ), int(pairs.many[~differ].sum())

    def _paired(self, situation: Situation, there: Situation) -> _Pairs:
        game = self.answers.index.game
        a, b = self.answers.columns.column(situation), self.others.columns.column(there)
        possible = game.possible[situation]
        key = id(a), id(b), id(possible)
        found = self._pairs.get(key)
        if found is None:
            signal = game.signal(situation.signal)
            here = np.arange(signal.classes) if possible is None else np.flatnonzero(possible)
            code, first, of, many = np.unique(
                a[here] * (int(b.max()) + 1) + b[here], return_index=True, return_inverse=True, return_counts=True
            )
            one = here[first]
            weight = signal.weight.astype(float)
            part = np.bincount(of.ravel(), weights=weight[here], minlength=len(code))
            found = self._pairs[key] = _Pairs(
                a[one], b[one], one, many, part / np.bincount(a, weights=weight)[a[one]], (a, b)
            )
        return found

    # -- gains ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _gains(self) -> tuple[list[float | None], str | None]:
        """What each player would gain by switching to ours while the other plays theirs; or why it is unknown."""
        policy, other = self.ours.solution.policy, self.theirs.solution.policy
        # Interactive: nothing that takes more than a few seconds is begun.
        if not self.answers.all_listed:
            return _public_gains(cast(PublicPolicy, policy), cast(PublicPolicy, other))
        game = self.answers.index.game
        profiles: list[tuple[Played, Callable[[Situation], Situation]]] = [
            (self.answers.columns, lambda situation: situation),
            (self.others.columns, self._there),
        ]
        if sum(game.signal(situation.signal).classes for situation in self.situations) > MANY:
            return [None, None], TOO_LARGE
        form = cast(SeparatedPolicy, policy).form
        own = form is not None and not self.answers.columns.merged
        if form is None or not (own and all(keeps(game, exchange, profiles) for exchange in form.group)):
            form = factor(game, keeping(game, profiles))
        ours, theirs = (lifted(form, *profile) for profile in profiles)
        before = expected(form, theirs)
        first = expected(form, [(a[0], b[1]) for a, b in zip(ours, theirs)])[0]
        second = expected(form, [(b[0], a[1]) for a, b in zip(ours, theirs)])[1]
        return [first - before[0], second - before[1]], None

    # -- answers -------------------------------------------------------------------------------------------------------

    def page(self, offset: int) -> Comparison:
        """The information sets that differ most."""
        gains, note = self._gains
        ours, theirs = self.ours.solution, self.theirs.solution
        shown = range(offset, min(offset + PAGE, len(self.lines.one)))
        return Comparison(
            players=list(ours.players),
            ours=quantities(ours.value),
            theirs=quantities(theirs.value),
            gains_against=quantities(gains),
            items=[self._difference(k) for k in shown],
            offset=offset,
            total=self.total,
            alike=self.alike,
            note=note,
        )

    def _difference(self, k: int) -> Difference:
        situation, number = self.situations[int(self.lines.situation[k])], int(self.lines.one[k])
        there = self._there(situation)
        index = self.answers.index
        shares = []
        for columns, here in ((self.answers.columns, situation), (self.others.columns, there)):
            shares.append([rounded(share) for share in columns.shares(here)[:, columns.column(here)[number]]])
        reach, look = self.lines.reach[k], self.ours.separated.look
        facts = index.facts(situation, index.known(situation, number))
        return Difference(
            set=self.ours.sets.name(situation, number),
            other=self.theirs.sets.name(there, number),
            player=situation.player,
            **known_of(look, facts, situation.player),
            facts=phrase(facts),
            moves=index.moves(situation),
            labels=look.labels(index.moves(situation), facts, situation.player),
            ours=shares[0],
            theirs=shares[1],
            distance=rounded(self.lines.distance[k]),
            reach=None if np.isnan(reach) else rounded(reach),
            alike=int(self.lines.alike[k]),
        )


def _public_gains(ours: PublicPolicy, theirs: PublicPolicy) -> tuple[list[float | None], str | None]:
    from galakit.solution.public.certificate import certify  # compiled: late

    if sum(table.shape[0] * table.shape[1] for table in ours.found) > MANY:
        return [None, None], TOO_LARGE
    mixed = [theirs.found, (ours.found[0], theirs.found[1]), (theirs.found[0], ours.found[1])]
    before, first, second = (certify(ours.game, tables).value for tables in mixed)
    return [float(first[0] - before[0]), float(second[1] - before[1])], None


def _check(ours: FactoredBackend, theirs: FactoredBackend) -> None:
    """Raise an error where the games or the kinds of their situations differ."""
    if _mark(ours) != _mark(theirs):
        raise GalakitError(
            f"{theirs.solution.name} and {ours.solution.name} cannot be compared: their situations differ",
            hint="compare two solutions of the same rules and parameters, by the same method",
            id="GK805",
        )


def _mark(backend: FactoredBackend) -> str:
    """A fingerprint of a game and of the kind of its situations."""
    answers, game = backend.separated.answers, backend.solution.game
    assert game is not None, "classes are those of a game"
    if not answers.all_listed:
        return "public " + public_files.fingerprint(game)
    return "separated " + separated_files.fingerprint(answers.index)
