"""Three backends for questions: a list of all information sets, classes of them, or states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar, NoReturn, Protocol, cast

from galakit.game.game import Game
from galakit.solution.solution import Solution
from galakit.solution.states.policy import StatePolicy
from galakit.study.answers import Found, InformationSet, Node
from galakit.study.cards.deals import Deals
from galakit.study.cards.separated_deals import SeparatedDeals
from galakit.study.cards.tree_deals import TreeDeals, tree_deals
from galakit.study.grid import grid
from galakit.study.grid_answers import Grid, PublicSituation, PublicSituations
from galakit.study.grid_page import GridPage
from galakit.study.listed import Floats, Listed
from galakit.study.names import unlisted
from galakit.study.search import Search
from galakit.study.separated import Separated
from galakit.study.separated_sets import SeparatedSets
from galakit.study.sets import Sets
from galakit.study.situations import situations, spots, told
from galakit.study.states import StateSets
from galakit.study.tolerance import tolerances
from galakit.study.tree import Nodes
from galakit.study.walk import Walk

ANYTHING = "("  # a part of most facts


class Backend(Protocol):
    """The source of the answers of a `Study`."""

    def steps(self) -> list[Callable[[], object]]:
        """Steps that warm caches for other questions than those of a page that is opened."""

    def situations(self, player: int, aggregate: bool, offset: int) -> PublicSituations: ...

    def spots(self, player: int, parts: Sequence[str]) -> tuple[list[str], Floats] | None:
        """The names of the situations with a choice, what chance showed left open, and how often play comes to each.

        At least those that contain all parts of a text. None where that takes as long as the situations themselves.
        """

    def told(self, player: int, name: str) -> PublicSituation:
        """A public situation by its name, what chance showed left open."""

    def grid(self, player: int, page: GridPage) -> Grid: ...

    def whole(self, name: str) -> InformationSet: ...

    def found(self, facts: str, player: int | None, offset: int) -> Found: ...

    def node(self, name: str, offset: int) -> Node: ...

    def name(self, player: int, facts: Sequence[str]) -> str | None:
        """The name of the information set where a player knows just these facts; None where sets have no names."""

    @property
    def nodes(self) -> Nodes | None:
        """The nodes of the tree, where it is kept."""

    def deals(self, player: int, name: str, boards: bool) -> Deals:
        """The deals of a public situation; with `boards`, of all that differ from it only in what chance showed."""


def backend_of(solution: Solution, game: Game) -> Backend:
    """The backend of a solution: the list of its information sets, or the backend of its kind."""
    if solution.able.list_all:
        return TreeBackend(solution, game)
    if solution.policy.kind not in BACKENDS:
        raise unlisted()
    return BACKENDS[solution.policy.kind](solution, game)


class TreeBackend:
    """Answers from listed information sets, and from the tree, or else from the rules."""

    def __init__(self, solution: Solution, game: Game) -> None:
        self.listed = Listed(solution, game)
        self.nodes = None if game.tree is None else Nodes(self.listed)
        self.sets = Sets(self.listed, self.nodes)
        self.search = Search(self.listed, self.sets)

    def steps(self) -> list[Callable[[], object]]:
        return [
            lambda: [self.whole(line.id) for line in self.found("", None, 0).items[:1]],
            lambda: self.found(ANYTHING, None, 0),
        ]

    def situations(self, player: int, aggregate: bool, offset: int) -> PublicSituations:
        return situations(self.listed, player, aggregate, offset)

    def spots(self, player: int, parts: Sequence[str]) -> tuple[list[str], Floats] | None:
        return spots(self.listed, player, parts)

    def told(self, player: int, name: str) -> PublicSituation:
        return told(self.listed, player, name)

    def grid(self, player: int, page: GridPage) -> Grid:
        return grid(self.listed, player, page)

    def whole(self, name: str) -> InformationSet:
        return self.sets.whole(self.listed.number(name))

    def found(self, facts: str, player: int | None, offset: int) -> Found:
        return self.search.found(facts, player, offset)

    def name(self, player: int, facts: Sequence[str]) -> str | None:
        number = self.listed.form.find(player, tuple(facts))
        return None if number is None else str(number)

    @cached_property
    def _deals(self) -> TreeDeals:
        return tree_deals(self.listed, self.nodes)

    def deals(self, player: int, name: str, boards: bool) -> Deals:
        return self._deals.deals(player, name, boards)

    @cached_property
    def walk(self) -> Walk:
        return Walk(self.listed.game.rules, self.sets, self.listed.look)

    def node(self, name: str, offset: int) -> Node:
        return (self.nodes or self.walk).node(name, offset)


class FactoredBackend:
    """Answers about a separated game, which may be too large to list, by situation and class."""

    nodes: ClassVar[None] = None

    def __init__(self, solution: Solution, game: Game) -> None:
        self.solution = solution
        self.separated = Separated(solution.queries, solution.look)
        self.sets = SeparatedSets(self.separated, tolerances(solution))
        self.walk = Walk(game.rules, self.sets, solution.look)
        self.situations, self.grid = self.separated.situations, self.separated.grid
        self.whole, self.found, self.node = self.sets.whole, self.sets.found, self.walk.node
        self.deals = SeparatedDeals(self.separated).deals

    def steps(self) -> list[Callable[[], object]]:
        return []

    def spots(self, player: int, parts: Sequence[str]) -> tuple[list[str], Floats] | None:
        return None

    def told(self, player: int, name: str) -> PublicSituation:
        return self.grid(player, GridPage(name, aggregate=True)).columns[0].situation

    def name(self, player: int, facts: Sequence[str]) -> str | None:
        found = self.separated.names.exactly(player, facts)
        return None if found is None else self.sets.name(*found)


class StateBackend:
    """Answers from the best move of each state, where every mover knows the state; nothing is listed."""

    nodes: ClassVar[None] = None

    def __init__(self, solution: Solution, game: Game) -> None:
        self.sets = StateSets(cast(StatePolicy, solution.policy), game.look)
        self.whole, self.node = self.sets.whole, self.sets.walk.node

    def steps(self) -> list[Callable[[], object]]:
        return []

    def spots(self, player: int, parts: Sequence[str]) -> tuple[list[str], Floats] | None:
        return None

    def name(self, player: int, facts: Sequence[str]) -> str | None:
        return None

    def grid(self, *asked: object, **named: object) -> NoReturn:
        raise unlisted()

    situations = found = deals = told = grid


BACKENDS: dict[str, Callable[[Solution, Game], Backend]] = {
    "factored": FactoredBackend,
    "public": FactoredBackend,
    "states": StateBackend,
    "stationary": StateBackend,
}
"""the backends of policies that are too large to list, by kind"""
