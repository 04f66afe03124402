"""A study: a game with a solution of it, and the questions one can ask.

The page, reports, notebooks, the terminal and programs ask it for everything they show of a solution.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.solution.solution import Solution
from galakit.solution.tree.restored import restored
from galakit.study import answers
from galakit.study.backends import Backend, FactoredBackend, TreeBackend, backend_of
from galakit.study.comparison import Compared
from galakit.study.fact_visibility import dealt
from galakit.study.finding_answers import Findings
from galakit.study.findings import findings
from galakit.study.grid_answers import Grid, PublicSituations
from galakit.study.grid_page import GridPage
from galakit.study.optimal import QUICK, Optimal, has_ranges, without_ranges
from galakit.study.overview import overview
from galakit.study.questions import OVERVIEW, ask
from galakit.study.separated_comparison import ComparedClasses

if TYPE_CHECKING:
    from galakit.play.grading import Grader
    from galakit.solvers.dynamics.trajectories import Rule
    from galakit.study.cards.answers import Boards, Hands
    from galakit.study.choice_answers import FittedPrecision, OptimalRanges, QuantalCurves
    from galakit.study.concept_answers import (
        Committed,
        CorrelatedAnswer,
        CredibilityAnswer,
        DominanceAnswer,
        ShrunkenAnswer,
        StabilityAnswer,
        TeamAnswer,
    )
    from galakit.study.portrait_answers import Portrait
    from galakit.study.responses import Curves
    from galakit.study.training.answers import Drill, Graded


SECONDS = 10.0
"""for a question about another concept"""


class Study:
    """Questions about a solved game, answered as data.

    >>> import galakit as gk
    >>> game = gk.load("poker", ranks=3)
    >>> study = Study(gk.solve(game), game)
    >>> study.overview().values[0].text
    '1/18'
    >>> [(row.short, cell.probabilities) for row, cell in zip(study.grid(1).rows, study.grid(1).columns[0].cells)]
    [('1', [0.666667, 0.333333]), ('2', [1.0, 0.0]), ('3', [0.0, 1.0])]
    """

    def __init__(self, solution: Solution, game: Game, first: Study | None = None, number: int = 1) -> None:
        """`first` is the study of the first equilibrium, where this is another one."""
        self.solution, self.game, self.first, self.number = restored(solution, game), game, first or self, number
        self._equilibria: dict[int, Study] = {}
        self._cards: dict[int, int] = {}
        self._compared: WeakKeyDictionary[Study, Compared | ComparedClasses] = WeakKeyDictionary()

    def ask(self, path: str, other: Study | None = None) -> answers.Answer:
        """The answer to a question as a path: `players/0/grid?aggregate=true`; comparisons need the other study.

        >>> import galakit as gk
        >>> game = gk.load("kuhn")
        >>> Study(gk.solve(game), game).ask("sets?facts=card(3)").total
        4
        """
        return ask(self, path, other)

    def prepare(self, ask: Callable[[str], object] | None = None) -> Iterator[int]:
        """Warm the caches step by step; yields how many steps are left. Errors are raised by the questions themselves.

        What a page asks first is asked by `ask`, which may keep the answers.

        >>> import galakit as gk
        >>> game = gk.load("kuhn")
        >>> list(Study(gk.solve(game), game).prepare())[-1]
        0
        """
        from galakit.study.opening import main_chart, opening

        ask = ask or self.ask
        steps: list[Callable[[], object]] = [partial(ask, path) for path in opening(self)]
        steps += [lambda: ask(main_chart(self) or OVERVIEW.asked()), *self.backend.steps()]
        for number, step in enumerate(steps, 1):
            with contextlib.suppress(Exception):
                step()
            yield len(steps) - number

    @cached_property
    def grader(self) -> Grader:
        """The grader of decisions, computed once for all tables."""
        from galakit.play.grading import Grader

        return Grader(self.solution, self.game)

    def equilibrium(self, number: int) -> Study:
        """The study of another equilibrium that was found, counted from 1 on."""
        if self.first is not self:
            return self.first.equilibrium(number)
        if number == 1:
            return self
        if number not in self._equilibria:
            self._equilibria[number] = Study(self.solution.equilibrium(number), self.game, self, number)
        return self._equilibria[number]

    def overview(self) -> answers.Overview:
        """The game, the players' expected payoffs, and the certificate."""
        return overview(
            self.solution, self.game, self._dealt, self.has_cards, self.number, self.first.solution.equilibria
        )

    def findings(self) -> Findings:
        """What the solution says, in words."""
        return self._findings

    @cached_property
    def _findings(self) -> Findings:
        return findings(self.solution, self.game, self.backend, self._dealt)

    @property
    def ranges_are_quick(self) -> bool:
        """Whether the ranges of all optimal strategies take no more than a moment."""
        return has_ranges(self.solution, self.game) and self.game.unfolded[2].nodes <= QUICK

    @cached_property
    def _optimal(self) -> Optimal:
        return Optimal(self.game)

    def ranges(self, player: int, set: str | None = None, *, offset: int = 0) -> OptimalRanges:
        """How far a player's optimal strategies can differ, at one information set or at all, a page of them."""
        if self.first is not self:
            return self.first.ranges(player, set, offset=offset)
        if not has_ranges(self.solution, self.game):
            raise without_ranges(self.solution, self.game)
        return self._optimal.ranges(player, set, offset)

    @cached_property
    def _curves(self) -> Curves:
        from galakit.study.responses import Curves

        return Curves(self.game)

    def responses(self, player: int | None = None, *, offset: int = 0) -> QuantalCurves:
        """How players move who make mistakes, from chance to best responses; a page of information sets."""
        return self.first._curves.page(player, offset)

    def precision(self, observed: str) -> FittedPrecision:
        """The precision of quantal responses that explains observed play best; a table, as `galakit qre` takes it."""
        return self.first._curves.fit(observed)

    def dynamics(self, rule: Rule = "replicator", start: str = "", *, each: bool = False) -> Portrait:
        """How play changes over time by a rule, from a start or from several: the portrait of a small game."""
        from galakit.study.portrait import answered

        return answered(self.game, rule, start, each)

    def commitment(self, leader: int = 0, *, pure: bool = False) -> Committed:
        """The strategy that one of two players should announce."""
        from galakit.study.concepts import commitment

        return commitment(self.game, SECONDS, self.solution.players[leader], pure=pure)

    def team(self, adversary: int = 0, *, correlated: bool = False) -> TeamAnswer:
        """What all players but one can be sure of together."""
        from galakit.study.concepts import team

        members = [name for player, name in enumerate(self.solution.players) if player != adversary]
        return team(self.game, SECONDS, members, correlated=correlated)

    def mediation(self, concept: str = "efce", objective: str = "welfare") -> CorrelatedAnswer:
        """What a mediator can achieve who recommends moves in private."""
        from galakit.study.concepts import mediation

        return mediation(self.game, SECONDS, concept, objective)

    def evolution(self) -> StabilityAnswer:
        """Which symmetric equilibria are evolutionarily stable."""
        from galakit.study.concepts import evolution

        return evolution(self.game, SECONDS)

    def dominance(self, *, weak: bool = False, moves: bool = False) -> DominanceAnswer:
        """What is dominated, round by round."""
        from galakit.study.concepts import dominance

        return dominance(self.game, SECONDS, weak=weak, moves=moves)

    def shrunken(self) -> ShrunkenAnswer:
        """The game with isomorphic information sets merged, beside the game itself."""
        from galakit.study.shrinking import shrunken

        return shrunken(self.game, SECONDS)

    def credibility(self) -> CredibilityAnswer:
        """Whether the solution is a sequential equilibrium, also where play never comes."""
        from galakit.study.concepts import credibility

        return credibility(self.game, self.solution, SECONDS)

    def situations(self, player: int, *, aggregate: bool = False, offset: int = 0) -> PublicSituations:
        """A player's public situations; with `aggregate`, those that differ only in what chance showed are merged."""
        return self.backend.situations(player, aggregate, offset)

    def grid(
        self,
        player: int,
        situation: str | None = None,
        *,
        aggregate: bool = False,
        offset: int = 0,
        row_offset: int = 0,
        reached: bool = False,
        folded: bool = False,
    ) -> Grid:
        """The strategy as a table: a row for each private holding, a column for each public situation, or for one.

        `folded`: hands and boards that differ only by an exchange of suits, which the rules treat alike, share a row
        and a column.
        """
        return self.backend.grid(player, GridPage(situation, aggregate, offset, row_offset, reached, folded))

    def hands(
        self,
        player: int,
        situation: str | None = None,
        *,
        suits: bool = False,
        makes: str = "",
        facts: str = "",
        offset: int = 0,
    ) -> Hands:
        """What all players may hold where this one moves: hands with their shares, moves, values and equities."""
        from galakit.study.cards.hands import hands

        name = situation or self._first(player)
        deals = self.backend.deals(player, name, False)
        return hands(
            deals, self.game.look, self.most_cards(player), suits=suits, makes=makes, facts=facts, offset=offset
        )

    def boards(
        self,
        player: int,
        situation: str | None = None,
        *,
        suits: bool = False,
        facts: str = "",
        by: str = "board",
        falling: bool = False,
        offset: int = 0,
    ) -> Boards:
        """A report over all boards of a situation: how often each move is made there, values, equities."""
        from galakit.study.cards.boards import boards

        deals = self.backend.deals(player, situation or self._first(player), True)
        return boards(deals, self.game.look, suits=suits, facts=facts, by=by, falling=falling, offset=offset)

    def drill(
        self, player: int, *, situation: str = "", makes: str = "", facts: str = "", seed: int = 0, set: str = ""
    ) -> Drill:
        """A spot of a player to decide, drawn as often as play comes there."""
        from galakit.study.training.drills import drill

        return drill(self, player, situation=situation, makes=makes, facts=facts, seed=seed, set=set)

    def grade(self, set: str, move: str) -> Graded:
        """The grade of a move at an information set."""
        from galakit.study.training.drills import grade_of

        return grade_of(self, set, move)

    def _first(self, player: int) -> str:
        """A player's first public situation."""
        found = self.situations(player).items
        if not found:
            raise GalakitError(f"{self.solution.players[player]} decides nothing in this game", id="GK803")
        return found[0].id

    @cached_property
    def has_cards(self) -> bool:
        """Whether players hold cards."""
        from galakit.study.cards.cards_of import has_cards

        return has_cards(self.solution, self.game)

    def most_cards(self, player: int) -> int:
        """How many cards a player sees in the end."""
        from galakit.study.cards.cards_of import most_cards

        if player not in self._cards:
            self._cards[player] = most_cards(self, player)
        return self._cards[player]

    def information_set(self, name: str) -> answers.InformationSet:
        """An information set in full."""
        return self.backend.whole(name)

    def search(self, facts: str = "", player: int | None = None, *, offset: int = 0) -> answers.Found:
        """The information sets that have some facts, or contain the text in one of their facts."""
        return self.backend.found(facts, player, offset)

    def node(self, name: str = "0", *, offset: int = 0) -> answers.Node:
        """A node of the tree, with a page of its branches."""
        return self.backend.node(name, offset)

    def comparison(self, other: Study, *, offset: int = 0) -> answers.Comparison:
        """How another solution of this game differs."""
        found = self._compared.get(other)
        if found is None:
            found = self._compared[other] = self._compare(other)
        return found.page(offset)

    def _compare(self, other: Study) -> Compared | ComparedClasses:
        ours, theirs = self.solution.able, other.solution.able
        if ours.list_all and theirs.list_all:
            return Compared(cast(TreeBackend, self.backend).listed, cast(TreeBackend, other.backend).listed)
        if ours.grids and theirs.grids and not (ours.list_all or theirs.list_all):
            return ComparedClasses(cast(FactoredBackend, self.backend), cast(FactoredBackend, other.backend))
        raise GalakitError(
            "solutions by such different methods cannot be compared",
            hint="compare solutions by the same method",
            id="GK805",
        )

    @cached_property
    def _dealt(self) -> bool:
        return dealt(self.solution, self.game)

    @cached_property
    def backend(self) -> Backend:
        """The source of the answers."""
        return backend_of(self.solution, self.game)
