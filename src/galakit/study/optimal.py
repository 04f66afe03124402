"""How far optimal strategies can differ: the ranges of moves, computed on demand and kept.

Each information set takes two linear programmes for each of its moves, so an answer contains as many as there is time
for; asking for the next page goes on.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.rules.knowledge import informative
from galakit.solution.solution import Solution
from galakit.study.choice_answers import MoveRange, OptimalRanges, SetRange
from galakit.study.looks import known_of, move_of
from galakit.study.names import number
from galakit.study.quantities import quantity

if TYPE_CHECKING:
    from galakit.solvers.lp.ranges import OptimalStrategies

LIMIT = 100_000  # nodes of games that are asked about
QUICK = 2_000  # nodes of games in which all ranges take a moment
SOLVING = 20.0  # seconds for the first optimal strategy
SECONDS = 2.0  # for the ranges of one answer
PAGE = 500  # information sets in one answer


def has_ranges(solution: Solution, game: Game) -> bool:
    """Whether the ranges of optimal strategies can be asked for."""
    if solution.locked or not solution.able.list_all or len(game.players) != 2:
        return False
    small = solution.size is not None and solution.size.nodes <= LIMIT
    return small and game.form.constant_sum is not None and game.form.perfect_recall


def without_ranges(solution: Solution, game: Game) -> GalakitError:
    """Why they cannot."""
    if solution.locked:
        why, remedy = "some strategies are locked", "solve the game without locks"
    elif solution.size is not None and solution.size.nodes > LIMIT:
        why = f"it has {solution.size.nodes:,} nodes, and ranges are computed here up to {LIMIT:,}"
        remedy = "`galakit ranges` takes all the time it needs"
    else:
        from galakit.solvers.lp.ranges import no_ranges

        why = no_ranges(game) or "its information sets are too many to list"
        remedy = "ranges are for games of two players in which one gains what the other loses"
    return GalakitError(f"the optimal strategies of this game have no ranges: {why}", hint=remedy, id="GK659")


class Optimal:
    """The ranges of a game that were asked for so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._strategies: OptimalStrategies | None = None
        self._found: dict[int, SetRange] = {}

    @property
    def strategies(self) -> OptimalStrategies:
        from galakit.solvers.lp.ranges import OptimalStrategies

        if self._strategies is None:
            self._strategies = OptimalStrategies(self.game, time_limit=SOLVING)
        return self._strategies

    def ranges(self, player: int, name: str | None, offset: int) -> OptimalRanges:
        """The ranges at one information set of a player, or at all of them from an offset on."""
        own: list[int] = self.game.form.sets_of(player).tolist()
        wanted = own if name is None else [self._numbered(own, name)]
        began, items = time.monotonic(), []
        for i in wanted[offset : offset + PAGE]:
            items.append(self.at(i))
            if time.monotonic() - began > SECONDS:
                break
        known = [self._found[i] for i in own if i in self._found]
        differ = any(not move.unique for one in known for move in one.moves)
        return OptimalRanges(
            player=player,
            exact=self.strategies.exact,
            unique=False if differ else True if len(known) == len(own) else None,
            items=items,
            offset=offset,
            total=len(wanted),
        )

    def at(self, information_set: int) -> SetRange:
        """The ranges at one information set."""
        if information_set not in self._found:
            one = self.strategies.at(information_set)
            player = int(self.game.form.player[information_set])
            self._found[information_set] = SetRange(
                set=str(information_set),
                **known_of(self.game.look, one.facts, player),
                facts=", ".join(informative(one.facts)),
                moves=[
                    MoveRange(
                        **move_of(self.game.look, m.move, one.facts, player),
                        least=quantity(m.least),
                        most=quantity(m.most),
                        unique=m.unique,
                    )
                    for m in one.moves
                ],
            )
        return self._found[information_set]

    def _numbered(self, own: list[int], name: str) -> int:
        found = number(name)
        if found is None or found not in own:
            raise GalakitError(
                f"there is no information set {name[:40]} of this player",
                hint="information sets are named by the numbers that `sets` lists",
                id="GK803",
            )
        return found
