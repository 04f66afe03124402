"""The situations of a separated game by name: listed ones by number, those of public moves by the moves up to there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Protocol, cast

from galakit.separated.actions import Situation as Place
from galakit.solution import facts as naming
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.public.histories import Histories, History
from galakit.solution.public.policy import HistoryQueries
from galakit.study.names import number

HISTORY = "h"  # begins the names of situations that are reached by public moves
FIRST = 500  # histories that are listed where nobody could list all


class Places(Protocol):
    """The situations in which players decide."""

    def name(self, place: Place) -> str: ...

    def named(self, name: str) -> Place | None: ...

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Place, int] | None:
        """Where a player knows just these facts, and the number of his class."""

    def of(self, player: int) -> list[Place]:
        """His situations, or the first of them."""

    def before(self, place: Place) -> tuple[Place, int] | None:
        """The player's last decision before, and the move he made."""

    def after(self, place: Place, move: int) -> list[Place]:
        """The player's next decisions after a move."""


def places_of(answers: ClassQueries) -> Places:
    """The situations that one can ask about."""
    return _ByNumber(answers) if answers.all_listed else _ByMoves(cast(HistoryQueries, answers).histories)


class _ByNumber:
    def __init__(self, answers: ClassQueries) -> None:
        self.words = answers.index
        self.situations = self.words.game.actions.situations

    def name(self, place: Place) -> str:
        return f"{place.player}.{place.number}"

    def named(self, name: str) -> Place | None:
        first, _, second = name.partition(".")
        player, place = number(first), number(second)
        if player is None or place is None or player >= len(self.situations):
            return None
        return self._numbered[player].get(place)

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Place, int] | None:
        named = self.words.exactly(player, [naming.normal(f) for f in facts])
        number = None if named is None else self.words.number(*named)
        return None if named is None or number is None else (named.situation, number)

    @cached_property
    def _numbered(self) -> list[dict[int, Place]]:
        return [{place.number: place for place in own} for own in self.situations]

    @cached_property
    def _sorted(self) -> list[list[Place]]:
        return [sorted(own, key=lambda place: len(self.words.chain(place))) for own in self.situations]

    def of(self, player: int) -> list[Place]:
        return self._sorted[player]

    def before(self, place: Place) -> tuple[Place, int] | None:
        return self.words.made[place.player][place.parent]

    @cached_property
    def _following(self) -> list[dict[int, list[Place]]]:
        found: list[dict[int, list[Place]]] = []
        for own in self.situations:
            found.append({})
            for place in own:
                found[-1].setdefault(place.parent, []).append(place)
        return found

    def after(self, place: Place, move: int) -> list[Place]:
        return self._following[place.player].get(place.first + move, [])


class _ByMoves:
    def __init__(self, histories: Histories) -> None:
        self.histories = histories

    def name(self, place: Place) -> str:
        moves = [move for _, move in self.histories.of[place].before]
        return ".".join([HISTORY, *map(str, moves)])

    def named(self, name: str) -> Place | None:
        first, *moves = name.split(".")
        if first != HISTORY:
            return None
        here = self.histories.start
        for move in map(number, moves):
            if move is None or move not in self._going_on(here):
                return None
            here = self.histories.after(here, move)
        return here.situation

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Place, int] | None:
        found = self.histories.exactly(player, [naming.normal(f) for f in facts])
        return None if found is None else (found[0].situation, found[1])

    def _going_on(self, here: History) -> list[int]:
        """The moves after which somebody decides."""
        targets = self.histories.game.positions[here.node.position].targets
        return [move for move, target in enumerate(targets) if target >= 0]

    def _histories(self) -> Iterator[History]:
        """Short ones first."""
        level = [self.histories.start]
        while level:
            yield from level
            level = [self.histories.after(here, move) for here in level for move in self._going_on(here)]

    @cached_property
    def _first(self) -> list[History]:
        return list(islice(self._histories(), FIRST))

    def of(self, player: int) -> list[Place]:
        return [here.situation for here in self._first if here.situation.player == player]

    def before(self, place: Place) -> tuple[Place, int] | None:
        for here, move in reversed(self.histories.of[place].before):
            if here.situation.player == place.player:
                return here.situation, move
        return None

    def after(self, place: Place, move: int) -> list[Place]:
        here = self.histories.of[place]
        if move not in self._going_on(here):
            return []
        found: list[Place] = []
        waiting = [self.histories.after(here, move)]
        while waiting and len(found) < FIRST:
            here = waiting.pop(0)
            if here.situation.player == place.player:
                found.append(here.situation)
            else:
                waiting += [self.histories.after(here, following) for following in self._going_on(here)]
        return found
