"""Questions about a game itself that need no solved job: commitment, teams, mediators, dynamics, dominance, ...

A process of its own reads the game and answers one of them (`JobManager.consider`, `galakit.study.concepts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from galakit.deadline import OutOfTime
from galakit.jobs.messages import Name, Taken
from galakit.jobs.problems import Refused
from galakit.study import concepts
from galakit.study.answers import Answer

if TYPE_CHECKING:
    from galakit.game.game import Game


class Commit(Struct, frozen=True, tag="commit"):
    """The strategy that one of two players should announce."""

    leader: Name
    pure: bool = False

    def answer(self, game: Game, seconds: float) -> Answer:
        return concepts.commitment(game, seconds, self.leader, pure=self.pure)


class Team(Struct, frozen=True, tag="team"):
    """What all players but one can be sure of together."""

    players: Annotated[list[Name], Meta(min_length=1, max_length=100)]
    correlated: bool = False

    def answer(self, game: Game, seconds: float) -> Answer:
        return concepts.team(game, seconds, self.players, correlated=self.correlated)


class Correlate(Struct, frozen=True, tag="correlate"):
    """The correlated equilibrium that is best for an objective."""

    concept: Name = "efce"
    objective: Name = "welfare"

    def answer(self, game: Game, seconds: float) -> Answer:
        return concepts.mediation(game, seconds, self.concept, self.objective)


class Follow(Struct, frozen=True, tag="follow"):
    """How play changes over time."""

    rule: Literal["replicator", "best-response", "fictitious"] = "replicator"
    starts: Annotated[list[Annotated[str, Meta(max_length=10_000)]], Meta(max_length=100)] = []
    """empty: some are chosen"""
    precision: float | None = None
    one_population: bool | None = None

    def answer(self, game: Game, seconds: float) -> Answer:
        return concepts.followed(
            game, seconds, self.rule, self.starts, precision=self.precision, one_population=self.one_population
        )


class Resist(Struct, frozen=True, tag="resist"):
    """Which symmetric equilibria are evolutionarily stable."""

    def answer(self, game: Game, seconds: float) -> Answer:
        return concepts.evolution(game, seconds)


class Eliminate(Struct, frozen=True, tag="eliminate"):
    """What is dominated: strategies, or moves where strategies are too many or `moves` says so."""

    weak: bool = False
    moves: bool = False

    def answer(self, game: Game, seconds: float) -> Answer:
        return concepts.dominance(game, seconds, weak=self.weak, moves=self.moves)


class Shrink(Struct, frozen=True, tag="shrink"):
    """The game in which isomorphic information sets are one."""

    def answer(self, game: Game, seconds: float) -> Answer:
        from galakit.study.shrinking import shrunken

        return shrunken(game, seconds)


Concept: TypeAlias = Commit | Team | Correlate | Follow | Resist | Eliminate | Shrink


def considered(order: Taken, concept: Concept, seconds: float) -> Answer:
    """The answer to a question about a game.

    >>> found = considered(Taken(game="beer_quiche"), Commit("receiver"), 60)
    >>> found.value.text, found.proved, found.equilibrium.text
    ('19/20', True, '9/10')
    """
    from galakit.jobs.reading import read

    try:
        return concept.answer(read(order), seconds)
    except OutOfTime as error:
        raise Refused(
            "unavailable",
            error.diagnostics[0].message,
            hint="allow more `seconds`, or make the game smaller",
            id="GK632",
        ) from None
