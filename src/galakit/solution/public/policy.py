"""A policy for games of public moves: the strategy after each history, for each class of private information."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.size import Size
from galakit.rules.contract import Rules
from galakit.separated.actions import Situation as PublicSituation
from galakit.separated.classes import Ints
from galakit.separated.public import Public
from galakit.separated.public_counting import count_public
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.factored.grid import Grid
from galakit.solution.factored.policy import ByClass, ColumnQueries
from galakit.solution.factored.situation_index import Named, SituationIndex
from galakit.solution.policy import Able
from galakit.solution.public.histories import Histories, History
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.progress import Progress
    from galakit.solution.public.values import Table, Values

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PublicPolicy(ByClass):
    """Strategies as tables: a row for each history and move, a column for each class."""

    rules: Rules
    game: Public
    found: tuple[Table, Table]
    """weights of moves, to be normalised"""
    progress: Progress | None = None

    kind: ClassVar[str] = "public"
    able: ClassVar[Able] = Able(follow=True, grids=True, search=True)

    @cached_property
    def size(self) -> Size:
        sizes = count_public(self.game)
        return Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences)

    def certify(self, *, free: bool = False) -> Certificate:
        from galakit.solution.public.certificate import certify  # compiled: late

        return certify(self.game, self.found, self.progress)

    @cached_property
    def queries(self) -> HistoryQueries:
        """Queries about public situations."""
        from galakit.solution.public.values import Values

        return HistoryQueries(Histories(self.rules, self.game), Values(self.game, self.found))


class HistoryQueries:
    """Queries about a profile of such a game. See `factored.policy.ClassQueries`."""

    all_listed = False

    def __init__(self, histories: Histories, values: Values) -> None:
        self.histories = histories
        self.columns = _Columns(histories, values)
        self.locked: dict[PublicSituation, npt.NDArray[np.bool_]] = {}
        self._asked: ColumnQueries | None = None
        self._size = 0

    @property
    def index(self) -> SituationIndex:
        """The index of all histories that were queried."""
        return self._answers.index

    @property
    def _answers(self) -> ColumnQueries:
        size = len(self.histories.of)
        if self._asked is None or size != self._size:
            self._asked, self._size = ColumnQueries(self.histories.part(), self.columns), size
        return self._asked

    def named(self, player: int | None, facts: Sequence[str], after: Sequence[str] | None) -> list[Named]:
        """The situations that facts and moves name; an error where they name none."""
        if after is not None:
            history = self.histories.along(after)
            return ColumnQueries(self.histories.part([history]), self.columns).named(player, facts, after)
        wanted = [naming.normal(f) for f in facts]
        whose = range(len(self.histories.game.players)) if player is None else [player]
        histories = [history for p in whose for history in self.histories.knowing(p, wanted)]
        index = self.histories.part(histories)
        found = index.meant(player, wanted, [history.situation for history in histories])
        if not found:
            name = "anybody" if player is None else self.histories.game.players[player]
            raise GalakitError(
                f"{', '.join(facts) or 'nothing'} does not say when {name} is to move",
                hint="name all moves that were made, as facts or as moves (after=..., --after)",
                id="GK610",
            )
        return index.possible(found)

    def at(self, player: int, facts: Sequence[str], after: Sequence[str] | None = None) -> Situation:
        """One information set; an error where facts and moves name none, or several."""
        found = self.named(player, facts, after)
        return self._answers.the(player, facts, found)

    def after(self, moves: Sequence[str]) -> Situation:
        """The information set after these moves of the players, where no private information is left open."""
        found = self.named(None, (), moves)
        return self._answers.the(found[0].situation.player, (), found)

    def situation(self, situation: PublicSituation, number: int) -> Situation:
        """A class of a situation in full."""
        return self._answers.situation(situation, number)

    def grid(self, named: Named) -> Grid:
        """The strategy for each class of private information that fits."""
        return self._answers.grid(named)

    def openings(self) -> list[Named]:
        """The first decision."""
        return [Named(self.histories.start.situation, {})]

    def played(self, player: int, facts: Sequence[str]) -> Floats | None:
        """The probabilities of the moves where a player knows just these facts, in this order."""
        found = self.histories.exactly(player, [naming.normal(f) for f in facts])
        if found is None:
            return None
        shares: Floats = self.columns.shares(found[0].situation)[:, found[1]]
        return shares


class _Columns:
    """A profile as numbers, one column for each class. See `factored.policy.Columns`."""

    merged = False

    def __init__(self, histories: Histories, values: Values) -> None:
        self.histories = histories
        self._values = values

    def column(self, situation: PublicSituation) -> Ints:
        return np.arange(self.histories.game.signal(situation.player).classes)

    def shares(self, situation: PublicSituation) -> Floats:
        return self._values.shares(self.histories.of[situation].node)

    def values(self, situation: PublicSituation) -> Floats:
        history, p = self.histories.of[situation], situation.player
        plan = self._plan(history, 1 - p)
        met = self._met(history, p)
        moves = range(len(situation.moves))
        brought = np.stack([self._values.after(p, history.node, move, plan)[1] for move in moves])
        found: Floats = np.divide(brought, met, out=np.full_like(brought, np.nan), where=met > 0)
        return found

    def reach(self, situation: PublicSituation) -> Floats:
        history, p = self.histories.of[situation], situation.player
        found: Floats = self._met(history, p) * self._plan(history, p)
        return found

    def _met(self, history: History, player: int) -> Floats:
        """[classes] the probability that chance and the other player lead there."""
        together = self._values.together if player == 0 else self._values.together.T
        found: Floats = together @ self._plan(history, 1 - player)
        return found

    def _plan(self, history: History, player: int) -> Floats:
        """[classes] the probability of a player's own moves up to there."""
        plan = np.ones(self.histories.game.signal(player).classes)
        for before, move in history.before:
            if before.situation.player == player:
                plan = plan * self._values.shares(before.node)[move]
        return plan
