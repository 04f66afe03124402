"""Names of the situations of a separated game: numbers where they are listed, else the public moves that lead there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Protocol, cast

from galakit.separated.actions import Situation
from galakit.solution import facts as naming
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.public.histories import Histories, History
from galakit.solution.public.policy import HistoryQueries
from galakit.study.names import number

HISTORY = "h"  # prefix of names made of public moves
FIRST = 500  # histories that are listed where there are too many


class SituationNames(Protocol):
    """The situations in which players decide."""

    def name(self, situation: Situation) -> str: ...

    def named(self, name: str) -> Situation | None: ...

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Situation, int] | None:
        """The situation and class where a player knows exactly these facts."""

    def of(self, player: int) -> list[Situation]:
        """A player's situations, or the first of them."""

    def before(self, situation: Situation) -> tuple[Situation, int] | None:
        """The player's previous decision, and the move made there."""

    def after(self, situation: Situation, move: int) -> list[Situation]:
        """The player's next decisions after a move."""


def situation_names(answers: ClassQueries) -> SituationNames:
    """The names of a policy's situations."""
    return _ByNumber(answers) if answers.all_listed else _ByMoves(cast(HistoryQueries, answers).histories)


class _ByNumber:
    def __init__(self, answers: ClassQueries) -> None:
        self.index = answers.index
        self.situations = self.index.game.actions.situations

    def name(self, situation: Situation) -> str:
        return f"{situation.player}.{situation.number}"

    def named(self, name: str) -> Situation | None:
        first, _, second = name.partition(".")
        player, situation = number(first), number(second)
        if player is None or situation is None or player >= len(self.situations):
            return None
        return self._numbered[player].get(situation)

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Situation, int] | None:
        named = self.index.exactly(player, [naming.normal(f) for f in facts])
        number = None if named is None else self.index.number(*named)
        return None if named is None or number is None else (named.situation, number)

    @cached_property
    def _numbered(self) -> list[dict[int, Situation]]:
        return [{situation.number: situation for situation in own} for own in self.situations]

    @cached_property
    def _sorted(self) -> list[list[Situation]]:
        return [sorted(own, key=lambda situation: len(self.index.chain(situation))) for own in self.situations]

    def of(self, player: int) -> list[Situation]:
        return self._sorted[player]

    def before(self, situation: Situation) -> tuple[Situation, int] | None:
        return self.index.made[situation.player][situation.parent]

    @cached_property
    def _following(self) -> list[dict[int, list[Situation]]]:
        found: list[dict[int, list[Situation]]] = []
        for own in self.situations:
            found.append({})
            for situation in own:
                found[-1].setdefault(situation.parent, []).append(situation)
        return found

    def after(self, situation: Situation, move: int) -> list[Situation]:
        return self._following[situation.player].get(situation.first + move, [])


class _ByMoves:
    def __init__(self, histories: Histories) -> None:
        self.histories = histories

    def name(self, situation: Situation) -> str:
        moves = [move for _, move in self.histories.of[situation].before]
        return ".".join([HISTORY, *map(str, moves)])

    def named(self, name: str) -> Situation | None:
        first, *moves = name.split(".")
        if first != HISTORY:
            return None
        here = self.histories.start
        for move in map(number, moves):
            if move is None or move not in self._going_on(here):
                return None
            here = self.histories.after(here, move)
        return here.situation

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Situation, int] | None:
        found = self.histories.exactly(player, [naming.normal(f) for f in facts])
        return None if found is None else (found[0].situation, found[1])

    def _going_on(self, here: History) -> list[int]:
        """The moves that lead to another decision."""
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

    def of(self, player: int) -> list[Situation]:
        return [here.situation for here in self._first if here.situation.player == player]

    def before(self, situation: Situation) -> tuple[Situation, int] | None:
        for here, move in reversed(self.histories.of[situation].before):
            if here.situation.player == situation.player:
                return here.situation, move
        return None

    def after(self, situation: Situation, move: int) -> list[Situation]:
        here = self.histories.of[situation]
        if move not in self._going_on(here):
            return []
        found: list[Situation] = []
        waiting = [self.histories.after(here, move)]
        while waiting and len(found) < FIRST:
            here = waiting.pop(0)
            if here.situation.player == situation.player:
                found.append(here.situation)
            else:
                waiting += [self.histories.after(here, following) for following in self._going_on(here)]
        return found
