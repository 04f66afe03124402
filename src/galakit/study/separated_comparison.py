"""Two profiles of one separated game side by side, class by class: what is alike to both is looked at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.actions import Situation as Place
from galakit.separated.factored import factor
from galakit.solution.factored import files as separated_files
from galakit.solution.factored.continuation_values import expected
from galakit.solution.factored.lifting import Played, keeping, keeps, lifted
from galakit.solution.factored.policy import SeparatedPolicy
from galakit.solution.facts import phrase
from galakit.solution.public import files as public_files
from galakit.solution.public.policy import PublicPolicy
from galakit.solution.shown.wording import facts_in_words, worded
from galakit.study.answers import Comparison, Difference
from galakit.study.backends import FactoredBackend
from galakit.study.comparison import ALIKE, PAGE
from galakit.study.quantities import quantities, rounded

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KEPT = 1_000_000  # lines that are held; there may be more
TOO_LARGE = "what a player would gain by our strategy is not worked out: the game is too large"
MANY = 5_000_000  # information sets, or numbers, up to which all of a game is gone through just for this


class _Pairs(NamedTuple):
    """The classes of a situation, those together that are alike to both profiles."""

    ours: Ints
    """[pairs] the column of each"""
    theirs: Ints
    one: Ints
    """a class of each"""
    many: Ints
    """how many classes there are"""
    weight: Floats
    """the part of what our column is met with"""
    source: tuple[Ints, Ints]
    """what they were made of, kept so that nothing else gets its address"""


class _Lines(NamedTuple):
    """What differs: a line for all information sets that do so alike."""

    distance: Floats
    reach: Floats
    place: Ints
    """among `places`"""
    one: Ints
    alike: Ints

    def best(self, most: int) -> _Lines:
        """The first of them: where play differs most often; what is never met comes last, by how much it differs.

        Neither profile is exact, and what they do where they hardly ever come differs by chance.
        """
        order = np.lexsort((-self.distance, -self.distance * np.nan_to_num(self.reach)))[:most]
        return self.of(order)

    def of(self, chosen: npt.NDArray[Any]) -> _Lines:
        return _Lines(
            self.distance[chosen], self.reach[chosen], self.place[chosen], self.one[chosen], self.alike[chosen]
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
        self.places = [place for p in range(len(ours.separated.players)) for place in ours.separated.places.of(p)]
        lines: list[_Lines] = []
        self.total = self.alike = held = 0
        for k, place in enumerate(self.places):
            found, alike = self._differing(k, place)
            self.total += len(found.one)
            self.alike += alike
            lines.append(found)
            held += len(found.one)
            if held > 4 * KEPT:
                lines = [_together(lines).best(KEPT)]
                held = KEPT
        self.lines = _together(lines).best(KEPT)

    def _there(self, place: Place) -> Place:
        """The same situation in theirs."""
        found = self.theirs.separated.places.named(self.ours.separated.places.name(place))
        assert found is not None, "the games are the same"
        return found

    def _differing(self, number: int, place: Place) -> tuple[_Lines, int]:
        """What differs in a situation, and how many information sets do not."""
        ours, theirs, there = self.answers.columns, self.others.columns, self._there(place)
        pairs = self._paired(place, there)
        apart = np.abs(ours.shares(place)[:, pairs.ours] - theirs.shares(there)[:, pairs.theirs])
        distance: Floats = apart.sum(axis=0) / 2
        differ = distance > ALIKE
        reach = ours.reach(place)[pairs.ours] * pairs.weight
        lines = _Lines(distance, reach, np.full(len(distance), number), pairs.one, pairs.many - 1)
        return lines.of(differ), int(pairs.many[~differ].sum())

    def _paired(self, place: Place, there: Place) -> _Pairs:
        game = self.answers.index.game
        a, b = self.answers.columns.column(place), self.others.columns.column(there)
        possible = game.possible[place]
        key = id(a), id(b), id(possible)
        found = self._pairs.get(key)
        if found is None:
            signal = game.signal(place.signal)
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
        """What each player would win by playing ours where the other plays theirs; or why nobody knows."""
        policy, other = self.ours.solution.policy, self.theirs.solution.policy
        # Somebody waits for the answer: what takes more than a few seconds is not begun.
        if not self.answers.all_listed:
            return _public_gains(cast(PublicPolicy, policy), cast(PublicPolicy, other))
        game = self.answers.index.game
        profiles: list[tuple[Played, Callable[[Place], Place]]] = [
            (self.answers.columns, lambda place: place),
            (self.others.columns, self._there),
        ]
        if sum(game.signal(place.signal).classes for place in self.places) > MANY:
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

    # -- told ----------------------------------------------------------------------------------------------------------

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
        place, number = self.places[int(self.lines.place[k])], int(self.lines.one[k])
        there = self._there(place)
        words = self.answers.index
        shares = []
        for columns, here in ((self.answers.columns, place), (self.others.columns, there)):
            shares.append([rounded(share) for share in columns.shares(here)[:, columns.column(here)[number]]])
        reach = self.lines.reach[k]
        facts = words.facts(place, words.known(place, number))
        return Difference(
            set=self.ours.sets.name(place, number),
            other=self.theirs.sets.name(there, number),
            player=place.player,
            words=facts_in_words(facts, words.players),
            facts=phrase(facts),
            moves=words.moves(place),
            labels=[worded(move) for move in words.moves(place)],
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
    """An error where the games are not the same, or their situations were not found in the same way."""
    if _mark(ours) != _mark(theirs):
        raise GalakitError(
            f"{theirs.solution.name} and {ours.solution.name} cannot be compared: their situations differ",
            hint="compare two solutions of the same rules and parameters, by the same method",
            id="GK805",
        )


def _mark(way: FactoredBackend) -> str:
    """What tells a game from others, and how its situations are found."""
    answers, game = way.separated.answers, way.solution.game
    assert game is not None, "classes are those of a game"
    if not answers.all_listed:
        return "public " + public_files.fingerprint(game)
    return "separated " + separated_files.fingerprint(answers.index)
