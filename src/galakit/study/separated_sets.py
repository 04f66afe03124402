"""Information sets of separated games: by name, by facts, and by position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.display.boards import fold
from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.solution import facts as naming
from galakit.solution.shown.prose import never_led, others
from galakit.solution.situation import Situation as Description
from galakit.study.answers import Choice, Found, InformationSet, Link, Range, RangeItem, SetLine
from galakit.study.looks import choices_of, each_of, known_of, move_of, news_of
from galakit.study.names import number as number_in
from galakit.study.quantities import quantity, rounded
from galakit.study.ranges import MOST
from galakit.study.search import PAGE, Readings, matching, readings_of, typed
from galakit.study.separated import Separated
from galakit.study.sets import NEXT, expected, links_of
from galakit.study.tolerance import best
from galakit.study.walk import Position


def _held(players: Sequence[str], player: int) -> str:
    return f"what {others(players, player)} may hold is"


class SeparatedSets:
    """The information sets of a separated solution, named by situation and class."""

    def __init__(self, separated: Separated, tolerances: Sequence[Number]) -> None:
        self.separated = separated
        self._tolerances = tolerances
        self.answers, self.names, self.tables = separated.answers, separated.names, separated.tables

    # -- by position ---------------------------------------------------------------------------------------------------

    def shares(self, position: Position) -> Sequence[Number]:
        situation, number = self._met(position)
        column = int(self.answers.columns.column(situation)[number])
        shares: list[float] = self.answers.columns.shares(situation)[:, column].tolist()
        return shares

    def set(self, position: Position) -> str:
        return self.name(*self._met(position))

    def _met(self, position: Position) -> tuple[Situation, int]:
        mover = position.state.mover
        found = self.names.exactly(mover, position.facts[mover])
        assert found is not None, "play led to an information set that the separated game does not have"
        return found

    # -- by name -------------------------------------------------------------------------------------------------------

    def name(self, situation: Situation, number: int) -> str:
        return f"{self.names.name(situation)}~{number}"

    def named(self, name: str) -> tuple[Situation, int]:
        """A situation and a class by their name."""
        text, _, behind = name.partition("~")
        situation, number = self.names.named(text), number_in(behind)
        if situation is not None and number is not None:
            possible = self.answers.index.game.possible[situation]
            classes = self.answers.index.game.signal(situation.signal).classes
            if number < classes and (possible is None or possible[number]):
                return situation, number
        raise GalakitError(
            f"there is no information set {name[:40]}",
            hint="search for it by its facts, or use the names in answers",
            id="GK803",
        )

    def whole(self, name: str) -> InformationSet:
        """An information set in full."""
        situation, number = self.named(name)
        here = self.answers.situation(situation, number)
        values = list(here.values.values())
        most = max((v for v in values if v is not None), default=None)
        good = best(values, self._tolerances[situation.player])
        pattern = self._pattern(situation, number)
        look = self.separated.look
        table = fold(look, here.facts, situation.player) if look.has_boards else None
        choices = choices_of(look, here.probabilities, here.facts, situation.player, table)
        return InformationSet(
            id=self.name(situation, number),
            player=situation.player,
            **each_of(look, here.facts, situation.player),
            **known_of(look, here.facts, situation.player),
            boards=[] if table is None else table.boards(),
            situation=self.separated.name(situation, self.separated.board(situation, number)),
            moves=[
                Choice(
                    **choices[k],
                    probability=quantity(share),
                    value=quantity(value),
                    regret=quantity(None if value is None or most is None else most - value),
                    best=good[k],
                    next=self._next(situation, number, k, move)[: links_of(len(values))],
                    next_total=self._following(situation, number, k),
                )
                for k, (move, share, value) in enumerate(zip(here.probabilities, here.probabilities.values(), values))
            ],
            value=quantity(expected(list(here.probabilities.values()), values)),
            reach=quantity(here.reach),
            note=self._note(situation.player, here),
            ranges=self._ranges(situation.player, here),
            before=self._before(situation, number),
            locked=situation in self.answers.locked and bool(self.answers.locked[situation][number]),
            alike=self._alike(situation, number),
            pattern=pattern,
            pattern_words=look.told(pattern, situation.player) if pattern else "",
        )

    def _note(self, player: int, here: Description) -> str:
        """Why there is no belief over nodes."""
        if here.belief is None:
            return never_led(self.separated.players, player, chance=True)
        return here.note or f"the nodes of a game of this size are not listed: {_held(self.separated.players, player)}"

    def _alike(self, situation: Situation, number: int) -> int:
        """How many others are played alike by symmetry."""
        if self.answers.columns.merged:
            return 0
        column, possible = self.answers.columns.column(situation), self.tables.table(situation).possible
        return int(((column == column[number]) & possible).sum()) - 1

    def _pattern(self, situation: Situation, number: int) -> list[str]:
        """The facts with private information left open."""
        index, known = self.answers.index, self.answers.index.known(situation, number)
        _, private = self.tables.split(situation)
        facts = [
            index.open(fact) if fact in private else index.said(fact, known[fact]) if isinstance(fact, Value) else fact
            for fact in index.chain(situation)
        ]
        return facts if private else []

    def line(self, situation: Situation, number: int) -> SetLine:
        """An information set in a list."""
        index, table = self.answers.index, self.tables.table(situation)
        reach = table.reach[number]
        facts = informative(index.facts(situation, index.known(situation, number)))
        return SetLine(
            id=self.name(situation, number),
            player=situation.player,
            **known_of(self.separated.look, facts, situation.player),
            facts=", ".join(facts),
            reach=None if np.isnan(reach) else rounded(reach),
            moves=index.moves(situation),
            labels=self.separated.look.labels(index.moves(situation), facts, situation.player),
            probabilities=[rounded(share) for share in table.shares[:, number]],
        )

    def _ranges(self, player: int, here: Description) -> list[Range]:
        """The other players' ranges: marginals of the belief."""
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
                    RangeItem(
                        **self._range_words(facts, other, alike),
                        facts=", ".join(facts) + alike,
                        probability=quantity(p),
                    )
                    for (facts, alike), p in ordered[:MOST]
                ]
                found.append(Range(player=other, items=items, total=len(likely)))
        return found

    def _range_words(self, facts: Sequence[str], player: int, alike: str) -> dict[str, Any]:
        found = known_of(self.separated.look, facts, player)
        return {"words": found["words"] + alike, "words_look": None if alike else found["words_look"]}

    def _before(self, situation: Situation, number: int) -> list[Link]:
        above = self.names.before(situation)
        if above is None:
            return []
        index, (before, move) = self.answers.index, above
        known = index.known(situation, number)
        then = index.number(before, {value: known[value] for value in before.signal})
        assert then is not None, "a class that is possible now was possible before"
        facts = informative(index.facts(before, index.known(before, then)))
        return [self._link(self.line(before, then), index.moves(before)[move], facts, facts, ())]

    def _link(self, line: SetLine, move: str, made: Sequence[str], facts: Sequence[str], known: Sequence[str]) -> Link:
        """A link to an information set, with these facts after those known; the move was made knowing `made`."""
        look = self.separated.look
        return Link(
            set=line.id,
            **move_of(look, move, made, line.player),
            **news_of(look, facts, line.player, known),
            facts=", ".join(facts),
            reach=line.reach,
        )

    def _next(self, situation: Situation, number: int, move: int, label: str) -> list[Link]:
        """The player's next information sets, the likeliest first."""
        after = self.names.after(situation, move)
        index = self.answers.index
        known = index.facts(situation, index.known(situation, number))
        links = []
        for following in after:
            reach = np.nan_to_num(self.tables.table(following).reach)
            classes = self._classes(situation, number, following)
            for n in classes[np.argsort(-reach[classes], kind="stable")][:NEXT].tolist():
                line = self.line(following, n)
                new = index.facts(following, index.known(following, n))[len(known) + 1 :]
                then = index.facts(following, index.known(following, n))[: len(known) + 1]
                links.append(self._link(line, label, known, informative(new), then))
        return sorted(links, key=lambda link: -(link.reach or 0.0))

    def _following(self, situation: Situation, number: int, move: int) -> int:
        return sum(len(self._classes(situation, number, following)) for following in self.names.after(situation, move))

    def _classes(self, situation: Situation, number: int, following: Situation) -> npt.NDArray[np.intp]:
        """The classes of a later situation that can follow a class."""
        table, kinds = self.tables.table(following), self.tables.divided(following.signal, situation.signal)
        known = self.answers.index.known(situation, number)
        same = (kinds.held == [known[value] for value in situation.signal]).all(axis=1)
        return np.flatnonzero(table.possible & same[kinds.of])

    # -- by facts ------------------------------------------------------------------------------------------------------

    def found(self, facts: str, player: int | None, offset: int) -> Found:
        """The information sets of listed situations that match all that was typed."""
        wanted = [self._matching(text) for text in dict.fromkeys(typed(facts))]
        situations = self._listed(player)
        index = self.answers.index
        items: list[SetLine] = []
        total = 0
        # Situations whose facts differ only in constants share a mask of their classes.
        masks: dict[Any, tuple[npt.NDArray[np.bool_], int]] = {}
        for situation in situations:
            constants = {fact for fact in index.chain(situation) if isinstance(fact, str)}
            left = tuple(facts for facts in wanted if facts.isdisjoint(constants))
            key = situation.signal, id(index.game.possible[situation]), left
            if key not in masks:
                mask = self._including(situation, left)
                masks[key] = mask, int(mask.sum())
            mask, count = masks[key]
            first = max(offset - total, 0)
            if first < count and len(items) < PAGE:
                numbers = np.flatnonzero(mask)[first : first + PAGE - len(items)]
                items += [self.line(situation, number) for number in numbers.tolist()]
            total += count
        return Found(items=items, offset=offset, total=total)

    def _listed(self, player: int | None) -> list[Situation]:
        """The listed situations."""
        whose = range(len(self.separated.players)) if player is None else [player]
        return [situation for p in whose for situation in self.names.of(p)]

    def _including(self, situation: Situation, wanted: Sequence[frozenset[str]]) -> npt.NDArray[np.bool_]:
        """[classes] whether each has a fact from each of these sets."""
        index = self.answers.index
        possible = index.game.possible[situation]
        classes = index.game.signal(situation.signal).classes
        result = np.ones(classes, bool) if possible is None else np.array(possible, bool)
        for facts in wanted:
            some = np.zeros(classes, bool)
            for value in situation.signal:
                kinds = self.tables.divided(situation.signal, (value,))
                match = [number for said, number in index.texts(value).items() if said in facts]
                some |= np.isin(kinds.held[:, 0], match)[kinds.of]
            result &= some
        return result

    def _matching(self, text: str) -> frozenset[str]:
        """The fact that was typed; where there is none, the facts that contain the text."""
        if (fact := naming.normal(text)) in self._readings:
            return frozenset((fact,))
        facts = list(self._readings)
        return frozenset(facts[k] for k in matching(text, list(self._readings.values())))

    @cached_property
    def _readings(self) -> dict[str, Readings]:
        """All facts of listed situations, with their readings."""
        situations = self._listed(None)
        index = self.answers.index
        facts = {fact for situation in situations for fact in index.chain(situation)}
        texts = (index.texts(fact) if isinstance(fact, Value) else (fact,) for fact in facts)
        return {text: readings_of(text, self.separated.look) for some in texts for text in some}
