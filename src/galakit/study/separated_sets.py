"""Information sets of separated games: one by one, by their facts, and where play has come to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation as Place
from galakit.solution import facts as naming
from galakit.solution.shown.wording import facts_in_words, never_led, others, worded
from galakit.solution.situation import Situation
from galakit.study import walk
from galakit.study.answers import Choice, Found, Holding, Holdings, InformationSet, Link, SetLine
from galakit.study.holdings import MOST
from galakit.study.names import number as number_in
from galakit.study.quantities import quantity, rounded
from galakit.study.search import PAGE, Readings, matching, readings_of, typed
from galakit.study.separated import Separated
from galakit.study.sets import NEXT, expected, links_of
from galakit.study.tolerance import best


def _held(players: Sequence[str], player: int) -> str:
    return f"what {others(players, player)} may hold is"


class SeparatedSets:
    """The information sets of a separated solution, named by situation and class."""

    def __init__(self, separated: Separated, tolerances: Sequence[Number]) -> None:
        self.separated = separated
        self._tolerances = tolerances
        self.answers, self.places, self.tables = separated.answers, separated.places, separated.tables

    # -- where play has come to ----------------------------------------------------------------------------------------

    def shares(self, place: walk.Place) -> Sequence[Number]:
        situation, number = self._met(place)
        column = int(self.answers.columns.column(situation)[number])
        shares: list[float] = self.answers.columns.shares(situation)[:, column].tolist()
        return shares

    def set(self, place: walk.Place) -> str:
        return self.name(*self._met(place))

    def _met(self, place: walk.Place) -> tuple[Place, int]:
        mover = place.state.mover
        found = self.places.exactly(mover, place.facts[mover])
        assert found is not None, "play led to an information set that the separated game does not have"
        return found

    # -- by name -------------------------------------------------------------------------------------------------------

    def name(self, place: Place, number: int) -> str:
        return f"{self.places.name(place)}~{number}"

    def named(self, name: str) -> tuple[Place, int]:
        """A situation and a class by their name."""
        text, _, behind = name.partition("~")
        place, number = self.places.named(text), number_in(behind)
        if place is not None and number is not None:
            possible = self.answers.index.game.possible[place]
            classes = self.answers.index.game.signal(place.signal).classes
            if number < classes and (possible is None or possible[number]):
                return place, number
        raise GalakitError(
            f"there is no information set {name[:40]}",
            hint="search for it by its facts, or take the names that answers give",
            id="GK803",
        )

    def whole(self, name: str) -> InformationSet:
        """All there is to say about an information set."""
        place, number = self.named(name)
        here = self.answers.situation(place, number)
        values = list(here.values.values())
        most = max((v for v in values if v is not None), default=None)
        good = best(values, self._tolerances[place.player])
        pattern = self._pattern(place, number)
        return InformationSet(
            id=self.name(place, number),
            player=place.player,
            facts=list(here.facts),
            told=[worded(fact, self.separated.players) for fact in here.facts],
            words=facts_in_words(here.facts, self.separated.players),
            situation=self.separated.name(place, self.separated.board(place, number)),
            moves=[
                Choice(
                    move=move,
                    label=worded(move),
                    probability=quantity(share),
                    value=quantity(value),
                    regret=quantity(None if value is None or most is None else most - value),
                    best=good[k],
                    next=self._next(place, number, k, move)[: links_of(len(values))],
                    next_total=self._following(place, number, k),
                )
                for k, (move, share, value) in enumerate(zip(here.probabilities, here.probabilities.values(), values))
            ],
            value=quantity(expected(list(here.probabilities.values()), values)),
            reach=quantity(here.reach),
            note=self._note(place.player, here),
            holdings=self._holdings(place.player, here),
            before=self._before(place, number),
            locked=place in self.answers.locked and bool(self.answers.locked[place][number]),
            alike=self._alike(place, number),
            pattern=pattern,
            pattern_words=facts_in_words(pattern, self.separated.players) if pattern else "",
        )

    def _note(self, player: int, here: Situation) -> str:
        """Why there is no belief over nodes."""
        if here.belief is None:
            return never_led(self.separated.players, player, chance=True)
        return here.note or f"the nodes of a game of this size are not listed: {_held(self.separated.players, player)}"

    def _alike(self, place: Place, number: int) -> int:
        """How many others are played just so by symmetry."""
        if self.answers.columns.merged:
            return 0
        column, possible = self.answers.columns.column(place), self.tables.table(place).possible
        return int(((column == column[number]) & possible).sum()) - 1

    def _pattern(self, place: Place, number: int) -> list[str]:
        """The facts, but for what only the player knows."""
        words, known = self.answers.index, self.answers.index.known(place, number)
        _, private = self.tables.split(place)
        facts = [
            words.open(fact) if fact in private else words.said(fact, known[fact]) if isinstance(fact, Value) else fact
            for fact in words.chain(place)
        ]
        return facts if private else []

    def line(self, place: Place, number: int) -> SetLine:
        """An information set in a list."""
        words, table = self.answers.index, self.tables.table(place)
        reach = table.reach[number]
        facts = naming.informative(words.facts(place, words.known(place, number)))
        return SetLine(
            id=self.name(place, number),
            player=place.player,
            words=facts_in_words(facts, self.separated.players),
            facts=", ".join(facts),
            reach=None if np.isnan(reach) else rounded(reach),
            moves=words.moves(place),
            probabilities=[rounded(share) for share in table.shares[:, number]],
        )

    def _holdings(self, player: int, here: Situation) -> list[Holdings]:
        """What each other player may hold and have done, from the belief over all of it."""
        found = []
        for other, name in enumerate(self.separated.players):
            likely: dict[tuple[tuple[str, ...], str], Number] = {}
            for belief in here.belief or ():
                facts = tuple(text for who, text in belief.history if who == name)
                what = facts, f" or {belief.alike} alike" if belief.alike else ""
                likely[what] = likely.get(what, 0) + belief.probability
            if other != player and len(likely) > 1:
                ordered = sorted(likely.items(), key=lambda item: -item[1])
                items = [
                    Holding(
                        words=facts_in_words(facts, self.separated.players) + alike,
                        facts=", ".join(facts) + alike,
                        probability=quantity(p),
                    )
                    for (facts, alike), p in ordered[:MOST]
                ]
                found.append(Holdings(player=other, items=items, total=len(likely)))
        return found

    def _before(self, place: Place, number: int) -> list[Link]:
        above = self.places.before(place)
        if above is None:
            return []
        words, (before, move) = self.answers.index, above
        known = words.known(place, number)
        then = words.number(before, {value: known[value] for value in before.signal})
        assert then is not None, "who is somewhere could be where he came from"
        facts = naming.informative(words.facts(before, words.known(before, then)))
        return [self._link(self.line(before, then), words.moves(before)[move], facts)]

    def _link(self, line: SetLine, move: str, facts: Sequence[str]) -> Link:
        """The way to an information set, with what is told of it."""
        return Link(
            set=line.id,
            move=move,
            label=worded(move),
            words=facts_in_words(facts, self.separated.players),
            facts=", ".join(facts),
            reach=line.reach,
        )

    def _next(self, place: Place, number: int, move: int, label: str) -> list[Link]:
        """The player's next information sets, the likeliest first."""
        after = self.places.after(place, move)
        words = self.answers.index
        known = words.facts(place, words.known(place, number))
        links = []
        for following in after:
            reach = np.nan_to_num(self.tables.table(following).reach)
            classes = self._classes(place, number, following)
            for n in classes[np.argsort(-reach[classes], kind="stable")][:NEXT].tolist():
                line = self.line(following, n)
                new = words.facts(following, words.known(following, n))[len(known) + 1 :]
                links.append(self._link(line, label, naming.informative(new)))
        return sorted(links, key=lambda link: -(link.reach or 0.0))

    def _following(self, place: Place, number: int, move: int) -> int:
        return sum(len(self._classes(place, number, following)) for following in self.places.after(place, move))

    def _classes(self, place: Place, number: int, following: Place) -> npt.NDArray[np.intp]:
        """The classes of a later situation that can follow a class."""
        table, kinds = self.tables.table(following), self.tables.divided(following.signal, place.signal)
        known = self.answers.index.known(place, number)
        same = (kinds.held == [known[value] for value in place.signal]).all(axis=1)
        return np.flatnonzero(table.possible & same[kinds.of])

    # -- by facts ------------------------------------------------------------------------------------------------------

    def found(self, facts: str, player: int | None, offset: int) -> Found:
        """The information sets of listed situations that include all that was typed."""
        wanted = [self._matching(text) for text in dict.fromkeys(typed(facts))]
        places = self._places(player)
        words = self.answers.index
        items: list[SetLine] = []
        total = 0
        # Situations in which the same can be known, but for constants, share what is worked out for all their classes.
        masks: dict[Any, tuple[npt.NDArray[np.bool_], int]] = {}
        for place in places:
            constants = {fact for fact in words.chain(place) if isinstance(fact, str)}
            left = tuple(facts for facts in wanted if facts.isdisjoint(constants))
            key = place.signal, id(words.game.possible[place]), left
            if key not in masks:
                mask = self._including(place, left)
                masks[key] = mask, int(mask.sum())
            mask, count = masks[key]
            first = max(offset - total, 0)
            if first < count and len(items) < PAGE:
                numbers = np.flatnonzero(mask)[first : first + PAGE - len(items)]
                items += [self.line(place, number) for number in numbers.tolist()]
            total += count
        return Found(items=items, offset=offset, total=total)

    def _places(self, player: int | None) -> list[Place]:
        """Listed situations; words know them once they are."""
        whose = range(len(self.separated.players)) if player is None else [player]
        return [place for p in whose for place in self.places.of(p)]

    def _including(self, place: Place, wanted: Sequence[frozenset[str]]) -> npt.NDArray[np.bool_]:
        """[classes] in which of them the values say one of each of these facts."""
        words = self.answers.index
        possible = words.game.possible[place]
        classes = words.game.signal(place.signal).classes
        result = np.ones(classes, bool) if possible is None else np.array(possible, bool)
        for facts in wanted:
            some = np.zeros(classes, bool)
            for value in place.signal:
                kinds = self.tables.divided(place.signal, (value,))
                match = [number for said, number in words.texts(value).items() if said in facts]
                some |= np.isin(kinds.held[:, 0], match)[kinds.of]
            result &= some
        return result

    def _matching(self, text: str) -> frozenset[str]:
        """The facts that are what was typed; or, where there is no such fact, have it as a part."""
        if (fact := naming.normal(text)) in self._sayable:
            return frozenset((fact,))
        facts = list(self._sayable)
        return frozenset(facts[k] for k in matching(text, list(self._sayable.values())))

    @cached_property
    def _sayable(self) -> dict[str, Readings]:
        """All facts of listed situations, and how they may be typed."""
        places = self._places(None)
        words = self.answers.index
        facts = {fact for place in places for fact in words.chain(place)}
        texts = (words.texts(fact) if isinstance(fact, Value) else (fact,) for fact in facts)
        return {text: readings_of(text, self.separated.players) for some in texts for text in some}
