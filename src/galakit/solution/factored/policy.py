"""A policy for separated games: the strategy in each situation, for each class of private information.

A query names what a player knows, or the moves that were made, or both (`situation_index`). The answer is one
information set in full, or a grid of all classes in one public situation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.size import Size
from galakit.rules.contract import Number, Rules
from galakit.separated.actions import Situation as PublicSituation
from galakit.separated.classes import Ints
from galakit.separated.counting import count
from galakit.separated.factored import Factored
from galakit.separated.separate import Separated
from galakit.separated.symmetry import orbits
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.factored.beliefs import Beliefs
from galakit.solution.factored.continuation_values import ContinuationValues, Strategies, column
from galakit.solution.factored.grid import Grid, grid
from galakit.solution.factored.locks import Locked, Mask
from galakit.solution.factored.situation_index import Named, SituationIndex
from galakit.solution.policy import Able
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm
    from galakit.progress import Progress
    from galakit.solution.factored.certificate import Strategies

Floats = npt.NDArray[np.float64]

LIMIT_NUMBERS = 100_000_000  # sequences times classes whose values are computed at once
UNVALUED = "the game is too large to compute the values of moves"
MERGED = "the strategy merges this with other private information: values are averages over all of it"


class Columns(Protocol):
    """A profile as numbers: at each situation one column for all classes that are treated alike."""

    def column(self, situation: PublicSituation) -> Ints:
        """[classes of its signal] the column of each."""

    def shares(self, situation: PublicSituation) -> Floats:
        """[moves, columns] the probability of each move."""

    def values(self, situation: PublicSituation) -> Floats:
        """[moves, columns] the value of each move; nan where it is undefined."""

    def reach(self, situation: PublicSituation) -> Floats:
        """[columns] the reach of all classes of the column together."""

    @property
    def merged(self) -> bool:
        """Whether classes are treated alike that are not symmetric."""


class ClassQueries(Protocol):
    """Queries about a profile of a separated game."""

    @property
    def index(self) -> SituationIndex: ...

    @property
    def columns(self) -> Columns: ...

    @property
    def all_listed(self) -> bool:
        """Whether `index` has all situations of the game; otherwise only those that were queried."""

    def named(self, player: int | None, facts: Sequence[str], after: Sequence[str] | None) -> list[Named]: ...

    def at(self, player: int, facts: Sequence[str], after: Sequence[str] | None = None) -> Situation: ...

    def after(self, moves: Sequence[str]) -> Situation: ...

    def situation(self, situation: PublicSituation, number: int) -> Situation: ...

    def grid(self, named: Named) -> Grid: ...

    def openings(self) -> list[Named]: ...

    def played(self, player: int, facts: Sequence[str]) -> Floats | None: ...

    @property
    def locked(self) -> Mapping[PublicSituation, Mask]:
        """The situations with locks: [classes] which are locked."""


@dataclass(frozen=True, eq=False)
class ColumnQueries:
    """Queries where all situations are listed."""

    index: SituationIndex
    columns: Columns
    locked: Mapping[PublicSituation, Mask] = field(default_factory=dict)
    all_listed = True

    @cached_property
    def beliefs(self) -> Beliefs:
        return Beliefs(self.index, self.columns.shares, self.columns.column)

    def named(self, player: int | None, facts: Sequence[str], after: Sequence[str] | None) -> list[Named]:
        """The situations that facts and moves name; an error where they name none."""
        wanted = [naming.normal(f) for f in facts]
        if after is None:
            found = self.index.meant(player, wanted)
            if not found:
                raise self.index.unknown(player or 0, wanted)
            return self.index.possible(found)
        situations = self.index.after(after)
        movers = {situation.player for situation in situations}
        if player is not None and player not in movers:
            names = " or ".join(self.index.players[p] for p in sorted(movers))
            when = f"after {', '.join(after)}" if after else "at the start"
            raise GalakitError(
                f"{self.index.players[player]} does not move {when}", hint=f"it is {names} who moves then", id="GK631"
            )
        own = [situation for situation in situations if player is None or situation.player == player]
        found = self.index.meant(own[0].player, wanted, own)
        if not found:
            raise self.index.unknown(own[0].player, wanted, own)
        return self.index.possible(found)

    def at(self, player: int, facts: Sequence[str], after: Sequence[str] | None = None) -> Situation:
        """One information set; an error where facts and moves name none, or several."""
        return self.the(player, facts, self.named(player, facts, after))

    def the(self, player: int, facts: Sequence[str], found: Sequence[Named]) -> Situation:
        """The one information set that was named; an error where it is not one."""
        situation, known = found[0]
        if len(found) > 1 or any(value not in known for value in situation.signal):
            raise self.index.ambiguous(player, facts, found)
        number = self.index.number(situation, known)
        if number is None:
            raise self.index.impossible(player, found[0])
        return self.situation(situation, number)

    def after(self, moves: Sequence[str]) -> Situation:
        """The information set after these moves of the players, where no private information is left open."""
        return self.at(self.named(None, (), moves)[0].situation.player, (), moves)

    def situation(self, situation: PublicSituation, number: int) -> Situation:
        """A class of a situation in full."""
        at = int(self.columns.column(situation)[number])
        reach, belief = self.beliefs.at(situation, number)
        moves = self.index.moves(situation)
        values = self.columns.values(situation)[:, at].tolist()
        return Situation(
            player=self.index.players[situation.player],
            information_set=None,
            facts=self.index.facts(situation, self.index.known(situation, number)),
            probabilities=dict(zip(moves, self.columns.shares(situation)[:, at].tolist())),
            values={move: None if w != w else w for move, w in zip(moves, values)},
            reach=reach,
            belief=belief,
            note=UNVALUED if reach > 0 and values[0] != values[0] else MERGED if self.columns.merged else None,
            players=tuple(self.index.players),
        )

    def grid(self, named: Named) -> Grid:
        """The strategy for each class of private information that fits."""
        situation, known = named
        numbers = (self.columns.shares(situation), self.columns.values(situation), self.columns.reach(situation))
        return grid(self.index, situation, known, self.columns.column(situation), numbers)

    def openings(self) -> list[Named]:
        """The situations in which a player moves for the first time, with the fewest observations."""
        found = []
        for own in self.index.game.actions.situations:
            first = [situation for situation in own if situation.parent == 0]
            least = min((len(situation.signal) for situation in first), default=0)
            found += [Named(situation, {}) for situation in first if len(situation.signal) == least]
        return found

    def played(self, player: int, facts: Sequence[str]) -> Floats | None:
        """The probabilities of the moves where a player knows just these facts, in this order."""
        named = self.index.exactly(player, [naming.normal(f) for f in facts])
        if named is None:
            return None
        number = self.index.number(*named)
        if number is None:
            return None
        shares: Floats = self.columns.shares(named.situation)[:, self.columns.column(named.situation)[number]]
        return shares


class ByClass(ABC):
    """A policy that answers what it is asked by queries about classes of private information."""

    @property
    @abstractmethod
    def queries(self) -> ClassQueries:
        """Queries about public situations."""

    def after(self, moves: Sequence[str]) -> Situation:
        return self.queries.after(moves)

    def at(self, player: int, facts: Sequence[str]) -> Situation:
        return self.queries.at(player, facts)

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        shares = self.queries.played(player, facts)
        return None if shares is None else shares.tolist()

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        """What is played at every information set of the unfolded game."""
        found = []
        for player in range(len(form.players)):
            strategy = np.ones(form.sequences[player])
            for i in form.sets_of(player).tolist():
                shares = self.queries.played(player, form.facts(i))
                assert shares is not None, "the unfolded game has no other information sets"
                first = int(form.first_sequence[i])
                strategy[first : first + len(shares)] = shares
            found.append(strategy)
        return tuple(found)


@dataclass(frozen=True, eq=False)
class SeparatedPolicy(ByClass):
    """Strategies over the classes of a factored game."""

    rules: Rules
    game: Factored
    found: Strategies
    progress: Progress | None = None
    locked: Locked = field(default_factory=dict)
    """the locks"""

    kind: ClassVar[str] = "factored"
    able: ClassVar[Able] = Able(follow=True, grids=True, search=True, respond=True, lock=True)

    @property
    def form(self) -> Factored | None:
        """The factored form that the strategies are given on; None where they were read from a file."""
        return self.game

    @cached_property
    def size(self) -> Size:
        sizes = count(self.game.game)
        return Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences)

    def certify(self, *, free: bool = False) -> Certificate:
        from galakit.solution.factored.certificate import certify  # compiled: late

        return certify(self.game, self.found, self.progress, self.locked if free else None)

    @cached_property
    def queries(self) -> ColumnQueries:
        """Queries about public situations."""
        locks = {situation: held.classes for situation, held in self.locked.items()}
        return ColumnQueries(SituationIndex(self.rules, self.game.game), _Solved(self.game, self.found), locks)


class _Solved:
    """The columns of a solver's strategies."""

    def __init__(self, form: Factored, strategies: Strategies) -> None:
        self.form = form
        self.strategies = strategies
        sides = [(k, side) for k, stage in enumerate(form.stages) for side in stage.sides]
        self.where = {situation: (k, s) for k, side in sides for s, situation in enumerate(side.situations)}
        """stage and number there of each situation"""
        self._columns: dict[tuple[int, int], Ints] = {}

    def column(self, situation: PublicSituation) -> Ints:
        k, _ = self.where[situation]
        found = self._columns.get((k, situation.player))
        if found is None:
            classes = self.form.stages[k].sides[situation.player].classes
            found = self._columns[k, situation.player] = column(classes)
        return found

    def shares(self, situation: PublicSituation) -> Floats:
        k, s = self.where[situation]
        side = self.form.stages[k].sides[situation.player]
        first = int(side.first[s]) - len(side.entries)
        return self.strategies[k][situation.player][first : first + len(situation.moves)]

    @cached_property
    def continuation(self) -> ContinuationValues | None:
        """The values of all moves; None where the game is too large."""
        sides = [side for stage in self.form.stages for side in stage.sides]
        if sum(side.sequences * side.classes.count for side in sides) > LIMIT_NUMBERS:
            return None
        return ContinuationValues(self.form, self.strategies)

    def values(self, situation: PublicSituation) -> Floats:
        known = self.continuation
        return np.full_like(self.shares(situation), np.nan) if known is None else known.values(situation)

    def reach(self, situation: PublicSituation) -> Floats:
        known = self.continuation
        return np.full(self.shares(situation).shape[1], np.nan) if known is None else known.reach(situation)

    @cached_property
    def merged(self) -> bool:
        game: Separated = self.form.game
        for stage in self.form.stages:
            for side, values in zip(stage.sides, stage.signals):
                signal = game.signal(values)
                distinct = orbits(game, signal, self.form.group).max() + 1 if self.form.group else signal.classes
                if side.classes.count < distinct:
                    return True
        return False
