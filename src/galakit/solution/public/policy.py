"""A policy for games of public moves: what is played after a history, with each thing that the player may hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.size import Size
from galakit.rules.contract import Number, Rules
from galakit.separated.actions import Situation as Place
from galakit.separated.classes import Ints
from galakit.separated.public import Public
from galakit.separated.public_counting import count_public
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.factored.grid import Grid
from galakit.solution.factored.policy import ColumnQueries, listed
from galakit.solution.factored.situation_index import Named, SituationIndex
from galakit.solution.policy import Able
from galakit.solution.public.histories import Here, Histories
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm
    from galakit.progress import Progress
    from galakit.solution.public.values import Table, Values

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PublicPolicy:
    """Strategies as tables: a row for each history and move, a column for each class."""

    rules: Rules
    game: Public
    found: tuple[Table, Table]
    """what moves are played in proportion to"""
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
        """What can be asked."""
        from galakit.solution.public.values import Values

        return HistoryQueries(Histories(self.rules, self.game), Values(self.game, self.found))

    def after(self, moves: Sequence[str]) -> Situation:
        return self.queries.after(moves)

    def at(self, player: int, facts: Sequence[str]) -> Situation:
        return self.queries.at(player, facts)

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        shares = self.queries.played(player, facts)
        return None if shares is None else shares.tolist()

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        return listed(self.queries, form)


class HistoryQueries:
    """The questions one can ask about a profile of such a game. See `factored.policy.ClassQueries`."""

    all_listed = False

    def __init__(self, histories: Histories, values: Values) -> None:
        self.histories = histories
        self.columns = _Columns(histories, values)
        self.locked: dict[Place, npt.NDArray[np.bool_]] = {}
        self._asked: ColumnQueries | None = None
        self._size = 0

    @property
    def words(self) -> SituationIndex:
        """SituationIndex for all histories that were asked for."""
        return self._answers.words

    @property
    def _answers(self) -> ColumnQueries:
        size = len(self.histories.of)
        if self._asked is None or size != self._size:
            self._asked, self._size = ColumnQueries(self.histories.part(), self.columns), size
        return self._asked

    def named(self, player: int | None, facts: Sequence[str], after: Sequence[str] | None) -> list[Named]:
        """The situations that facts and moves name; an error where they name none."""
        if after is not None:
            here = self.histories.along(after)
            return ColumnQueries(self.histories.part([here]), self.columns).named(player, facts, after)
        wanted = [naming.normal(f) for f in facts]
        whose = range(len(self.histories.game.players)) if player is None else [player]
        places = [here for p in whose for here in self.histories.knowing(p, wanted)]
        words = self.histories.part(places)
        found = words.meant(player, wanted, [here.situation for here in places])
        if not found:
            name = "anybody" if player is None else self.histories.game.players[player]
            raise GalakitError(
                f"{', '.join(facts) or 'nothing'} does not say when {name} is to move",
                hint="name all moves that were made, as facts or as moves (after=..., --after)",
                id="GK610",
            )
        return words.possible(found)

    def at(self, player: int, facts: Sequence[str], after: Sequence[str] | None = None) -> Situation:
        """One information set; an error where facts and moves name none, or several."""
        found = self.named(player, facts, after)
        return self._answers.the(player, facts, found)

    def after(self, moves: Sequence[str]) -> Situation:
        """What is played after these moves of the players, where they tell all that whoever moves then knows."""
        found = self.named(None, (), moves)
        return self._answers.the(found[0].situation.player, (), found)

    def situation(self, place: Place, number: int) -> Situation:
        """A class of a situation in full."""
        return self._answers.situation(place, number)

    def grid(self, named: Named) -> Grid:
        """All that a player may hold who knows this much."""
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
    """The numbers of a profile, one column for each class. See `factored.policy.Columns`."""

    merged = False

    def __init__(self, histories: Histories, values: Values) -> None:
        self.histories = histories
        self.values = values

    def column(self, place: Place) -> Ints:
        return np.arange(self.histories.game.signal(place.player).classes)

    def shares(self, place: Place) -> Floats:
        return self.values.shares(self.histories.of[place].spot)

    def worth(self, place: Place) -> Floats:
        here, p = self.histories.of[place], place.player
        plan = self._plan(here, 1 - p)
        met = self._met(here, p)
        moves = range(len(place.moves))
        brought = np.stack([self.values.after(p, here.spot, move, plan)[1] for move in moves])
        found: Floats = np.divide(brought, met, out=np.full_like(brought, np.nan), where=met > 0)
        return found

    def reach(self, place: Place) -> Floats:
        here, p = self.histories.of[place], place.player
        found: Floats = self._met(here, p) * self._plan(here, p)
        return found

    def _met(self, here: Here, player: int) -> Floats:
        """[classes] how likely chance and the other are to lead there."""
        together = self.values.together if player == 0 else self.values.together.T
        found: Floats = together @ self._plan(here, 1 - player)
        return found

    def _plan(self, here: Here, player: int) -> Floats:
        """[classes] how likely a player is to make his moves up to there."""
        plan = np.ones(self.histories.game.signal(player).classes)
        for before, move in here.before:
            if before.situation.player == player:
                plan = plan * self.values.shares(before.spot)[move]
        return plan
