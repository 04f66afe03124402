"""A policy for separated games: what is played in a situation, for each class of what the player can tell apart.

A question names what a player knows, or the moves that were made, or both (`separated_words`). The answer is one
information set in full, or a grid of all that the player may hold in one public situation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.size import Size
from galakit.rules.contract import Number, Rules
from galakit.separated.actions import Situation as Place
from galakit.separated.classes import Ints
from galakit.separated.counting import count
from galakit.separated.factored import Factored
from galakit.separated.separate import Separated
from galakit.separated.symmetry import orbits
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.factored.beliefs import Beliefs
from galakit.solution.factored.continuation_values import Outlook, Strategies, column
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

LIMIT_NUMBERS = 100_000_000  # of sequences and classes whose values are worked out at once
UNVALUED = "the game is too large to work out what moves are worth"
MERGED = "the strategy does not tell this from other things the player may hold: values are averages over them"


class Columns(Protocol):
    """A profile as numbers: at each situation one column for all classes that are treated alike."""

    def column(self, place: Place) -> Ints:
        """[classes of its signal] the column of each."""

    def shares(self, place: Place) -> Floats:
        """[moves, columns] how likely each move is."""

    def worth(self, place: Place) -> Floats:
        """[moves, columns] what each is worth; nan where it is undefined."""

    def reach(self, place: Place) -> Floats:
        """[columns] how often play gets there, with any of the classes."""

    @property
    def merged(self) -> bool:
        """Whether classes are treated alike that are not the same by symmetry."""


class ClassQueries(Protocol):
    """What one can ask about a profile of a separated game."""

    @property
    def words(self) -> SituationIndex: ...

    @property
    def columns(self) -> Columns: ...

    @property
    def all_listed(self) -> bool:
        """Whether `words` know all situations of the game; otherwise only those that were asked for."""

    def named(self, player: int | None, facts: Sequence[str], after: Sequence[str] | None) -> list[Named]: ...

    def at(self, player: int, facts: Sequence[str], after: Sequence[str] | None = None) -> Situation: ...

    def after(self, moves: Sequence[str]) -> Situation: ...

    def situation(self, place: Place, number: int) -> Situation: ...

    def grid(self, named: Named) -> Grid: ...

    def openings(self) -> list[Named]: ...

    def played(self, player: int, facts: Sequence[str]) -> Floats | None: ...

    @property
    def locked(self) -> Mapping[Place, Mask]:
        """The situations in which something was told what to play: [classes] which."""


@dataclass(frozen=True, eq=False)
class ColumnQueries:
    """The questions one can ask where all situations are listed."""

    words: SituationIndex
    columns: Columns
    locked: Mapping[Place, Mask] = field(default_factory=dict)
    all_listed = True

    @cached_property
    def beliefs(self) -> Beliefs:
        return Beliefs(self.words, self.columns.shares, self.columns.column)

    def named(self, player: int | None, facts: Sequence[str], after: Sequence[str] | None) -> list[Named]:
        """The situations that facts and moves name; an error where they name none."""
        wanted = [naming.normal(f) for f in facts]
        if after is None:
            found = self.words.meant(player, wanted)
            if not found:
                raise self.words.unknown(player or 0, wanted)
            return self.words.possible(found)
        places = self.words.after(after)
        movers = {place.player for place in places}
        if player is not None and player not in movers:
            names = " or ".join(self.words.players[p] for p in sorted(movers))
            when = f"after {', '.join(after)}" if after else "at the start"
            raise GalakitError(
                f"{self.words.players[player]} does not move {when}", hint=f"it is {names} who moves then", id="GK631"
            )
        own = [place for place in places if player is None or place.player == player]
        found = self.words.meant(own[0].player, wanted, own)
        if not found:
            raise self.words.unknown(own[0].player, wanted, own)
        return self.words.possible(found)

    def at(self, player: int, facts: Sequence[str], after: Sequence[str] | None = None) -> Situation:
        """One information set; an error where facts and moves name none, or several."""
        return self.the(player, facts, self.named(player, facts, after))

    def the(self, player: int, facts: Sequence[str], found: Sequence[Named]) -> Situation:
        """The one information set that was named; an error where it is not one."""
        place, known = found[0]
        if len(found) > 1 or any(value not in known for value in place.signal):
            raise self.words.ambiguous(player, facts, found)
        number = self.words.number(place, known)
        if number is None:
            raise self.words.impossible(player, found[0])
        return self.situation(place, number)

    def after(self, moves: Sequence[str]) -> Situation:
        """What is played after these moves of the players, where they tell all that whoever moves then knows."""
        return self.at(self.named(None, (), moves)[0].situation.player, (), moves)

    def situation(self, place: Place, number: int) -> Situation:
        """A class of a situation in full."""
        at = int(self.columns.column(place)[number])
        reach, belief = self.beliefs.at(place, number)
        moves = self.words.moves(place)
        worth = self.columns.worth(place)[:, at].tolist()
        return Situation(
            player=self.words.players[place.player],
            information_set=None,
            facts=self.words.facts(place, self.words.known(place, number)),
            probabilities=dict(zip(moves, self.columns.shares(place)[:, at].tolist())),
            values={move: None if w != w else w for move, w in zip(moves, worth)},
            reach=reach,
            belief=belief,
            note=UNVALUED if reach > 0 and worth[0] != worth[0] else MERGED if self.columns.merged else None,
            players=tuple(self.words.players),
        )

    def grid(self, named: Named) -> Grid:
        """All that a player may hold who knows this much."""
        place, known = named
        numbers = (self.columns.shares(place), self.columns.worth(place), self.columns.reach(place))
        return grid(self.words, place, known, self.columns.column(place), numbers)

    def openings(self) -> list[Named]:
        """The situations in which a player moves for the first time, having seen the least."""
        found = []
        for own in self.words.game.actions.situations:
            first = [place for place in own if place.parent == 0]
            least = min((len(place.signal) for place in first), default=0)
            found += [Named(place, {}) for place in first if len(place.signal) == least]
        return found

    def played(self, player: int, facts: Sequence[str]) -> Floats | None:
        """The probabilities of the moves where a player knows just these facts, in this order."""
        named = self.words.exactly(player, [naming.normal(f) for f in facts])
        if named is None:
            return None
        number = self.words.number(*named)
        if number is None:
            return None
        shares: Floats = self.columns.shares(named.situation)[:, self.columns.column(named.situation)[number]]
        return shares


@dataclass(frozen=True, eq=False)
class SeparatedPolicy:
    """Strategies over the classes of a factored game."""

    rules: Rules
    game: Factored
    found: Strategies
    progress: Progress | None = None
    locked: Locked = field(default_factory=dict)
    """what was told what to play"""

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
        """What can be asked."""
        told = {place: held.classes for place, held in self.locked.items()}
        return ColumnQueries(SituationIndex(self.rules, self.game.game), _Solved(self.game, self.found), told)

    def after(self, moves: Sequence[str]) -> Situation:
        return self.queries.after(moves)

    def at(self, player: int, facts: Sequence[str]) -> Situation:
        return self.queries.at(player, facts)

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        shares = self.queries.played(player, facts)
        return None if shares is None else shares.tolist()

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        return listed(self.queries, form)


def listed(answers: ClassQueries, form: SequenceForm) -> tuple[Behaviour, ...]:
    """What is played at every information set of the unfolded game."""
    found = []
    for player in range(len(form.players)):
        strategy = np.ones(form.sequences[player])
        for i in form.sets_of(player).tolist():
            shares = answers.played(player, form.facts(i))
            assert shares is not None, "the unfolded game has no other information sets"
            first = int(form.first_sequence[i])
            strategy[first : first + len(shares)] = shares
        found.append(strategy)
    return tuple(found)


class _Solved:
    """The columns of strategies that a solver found."""

    def __init__(self, form: Factored, strategies: Strategies) -> None:
        self.form = form
        self.strategies = strategies
        self.where = {
            place: (k, s)
            for k, stage in enumerate(form.stages)
            for side in stage.sides
            for s, place in enumerate(side.situations)
        }
        """stage and number there of each situation"""
        self._columns: dict[tuple[int, int], Ints] = {}

    def column(self, place: Place) -> Ints:
        k, _ = self.where[place]
        found = self._columns.get((k, place.player))
        if found is None:
            classes = self.form.stages[k].sides[place.player].classes
            found = self._columns[k, place.player] = column(classes)
        return found

    def shares(self, place: Place) -> Floats:
        k, s = self.where[place]
        side = self.form.stages[k].sides[place.player]
        first = int(side.first[s]) - len(side.entries)
        return self.strategies[k][place.player][first : first + len(place.moves)]

    @cached_property
    def outlook(self) -> Outlook | None:
        """What all moves are worth; None where that is too much."""
        sides = [side for stage in self.form.stages for side in stage.sides]
        if sum(side.sequences * side.classes.count for side in sides) > LIMIT_NUMBERS:
            return None
        return Outlook(self.form, self.strategies)

    def worth(self, place: Place) -> Floats:
        return np.full_like(self.shares(place), np.nan) if self.outlook is None else self.outlook.worth(place)

    def reach(self, place: Place) -> Floats:
        return np.full(self.shares(place).shape[1], np.nan) if self.outlook is None else self.outlook.reach(place)

    @cached_property
    def merged(self) -> bool:
        game: Separated = self.form.game
        for stage in self.form.stages:
            for side, values in zip(stage.sides, stage.signals):
                signal = game.signal(values)
                apart = orbits(game, signal, self.form.group).max() + 1 if self.form.group else signal.classes
                if side.classes.count < apart:
                    return True
        return False
