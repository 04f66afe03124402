"""A solution: a profile of strategies with its value and its certificate, and the queries it answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from galakit.errors import GalakitError, Source
from galakit.game.game import Game
from galakit.game.size import Size
from galakit.printable import printable
from galakit.rules.contract import Number
from galakit.rules.display import Display
from galakit.solution import accessors
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.header import header
from galakit.solution.policy import Able, ClassPolicy, Policy
from galakit.solution.shown.numbers import number
from galakit.solution.situation import Situation
from galakit.solution.trail import Moment
from galakit.solution.tree.policy import TreePolicy

if TYPE_CHECKING:
    import pandas as pd

    from galakit.display.look import Look
    from galakit.drawing.plot import Plot
    from galakit.game.realization import Behaviour
    from galakit.solution.factored.grid import Grid
    from galakit.solution.factored.policy import ClassQueries
    from galakit.solution.states.listing import StateSet
    from galakit.solution.states.stationary import StationaryPolicy
    from galakit.solution.tree.sheet import Sheet

Finding: TypeAlias = Number | str  # what a method found besides the strategies

LISTED = 1_000_000  # nodes: a policy is not listed unasked in larger games


@dataclass(eq=False)
class Solution:
    """What `solve` returns, and what `load_solution` reads back (then without the game and its plans).

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("poker", ranks=3))
    >>> lowest = solution.at("dealer", "myhand([1]), bet(gambler,1)")
    >>> lowest.probabilities
    {'1': Fraction(0, 1), '0': Fraction(1, 1)}
    >>> [(str(b), b.probability) for b in lowest.belief]
    [('chance: ([(1,3)],[(1,1)]), gambler: 1', Fraction(1, 1))]
    """

    name: str
    params: dict[str, str]
    players: tuple[str, ...]
    method: str
    certificate: Certificate
    size: Size | None
    """None where the method did not explore the whole game"""
    policy: Policy = field(repr=False)
    """the strategies"""
    seconds: dict[str, float]
    """`read`, `explore`, `unfold`, `solve`, `certify`"""
    algorithm: str = ""
    why: str = ""
    """why this method was picked"""
    warnings: tuple[str, ...] = ()
    found: Mapping[str, Finding] = field(default_factory=dict)
    """what else the method found"""
    others: tuple[Solution, ...] = field(default=(), repr=False)
    """further equilibria, where the method finds several; they are not saved with this one"""
    complete: bool = field(default=True, repr=False)
    """False where it is worse than what was asked for: a time limit came first, or a gap was not reached; files do not
    say"""
    trail: tuple[Moment, ...] = field(default=(), repr=False)
    """how the gap fell, from iterative methods"""
    locked: tuple[int, ...] = field(default=(), repr=False)
    """the numbers of the locked information sets"""
    source: Source | None = field(default=None, repr=False)
    """the text of the rules, where the solution was read from a file that has it"""
    display: Display = field(default=(), repr=False)
    """how the game looks, where the solution was read from a file"""
    game: Game | None = field(default=None, repr=False)

    @cached_property
    def look(self) -> Look:
        """How facts and moves of the game look."""
        from galakit.display.look import Look

        return self.game.look if self.game is not None else Look(self.display, self.players)

    @property
    def value(self) -> tuple[Number, ...]:
        """Each player's expected payoff; Fractions when exact."""
        return self.certificate.value

    @property
    def gap(self) -> Number:
        """The most any player could gain by deviating."""
        return self.certificate.gap

    @property
    def exact(self) -> bool:
        """No number was rounded on the way: a gap of 0 is a proof."""
        return self.certificate.exact

    @property
    def equilibria(self) -> tuple[Solution, ...]:
        """All equilibria that the method found; this one is the first.

        A solution is also the sequence of them: `len(solution)`, `solution[1]`, `for one in solution`.

        >>> import galakit as gk
        >>> found = gk.solve(gk.load("stag_hunt"), "extreme")
        >>> len(found), [str(one.value[0]) for one in found]
        (3, ['4', '3', '3'])
        >>> found[0] is found, found[-1].gap
        (True, 0)
        """
        return (self, *self.others)

    def equilibrium(self, number: int) -> Solution:
        """An equilibrium by its number, counted from 1 on, as `galakit solve` lists them."""
        if 1 <= number <= len(self):
            return self[number - 1]
        only = "one equilibrium was" if len(self) == 1 else f"{len(self):,} equilibria were"
        raise GalakitError(
            f"there is no equilibrium {number}: {only} found",
            hint="`--method extreme` finds all of a small game of two players, `polynomial` of more; a saved solution "
            "holds one",
            id="GK510",
        )

    def __len__(self) -> int:
        return len(self.equilibria)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.equilibria)

    def __getitem__(self, index: int) -> Solution:
        return self.equilibria[index]

    @property
    def able(self) -> Able:
        """What the policy supports, and listing of all information sets where the game is small."""
        small = self.size is not None and self.size.nodes <= LISTED
        return replace(self.policy.able, list_all=self.policy.able.list_all or small)

    @cached_property
    def listing(self) -> TreePolicy:
        """The strategies as a list of information sets; an error where the tree cannot be unfolded."""
        if self.policy.kind == TreePolicy.kind:
            return cast(TreePolicy, self.policy)
        assert self.game is not None
        try:
            form = self.game.form
        except GalakitError as error:
            raise GalakitError(
                "the strategies cannot be listed: the game is too large to be unfolded",
                notes=[d.message for d in error.diagnostics],
                hint="ask for a part: Solution.grid, Solution.at, or `galakit show GAME --after MOVES --table FILE`"
                if self.able.grids
                else "ask what is played after some moves: Solution.after, or `galakit show GAME --after MOVES`",
                id="GK630",
            ) from error
        found = self.policy.strategies(form)
        listed = found if self.exact else tuple(np.asarray(strategy, np.float64) for strategy in found)
        return TreePolicy(self.players, self.game, behaviour=listed)

    @property
    def sheet(self) -> Sheet:
        """All information sets as columns."""
        return self.listing.sheet

    @property
    def strategies(self) -> tuple[Behaviour, ...]:
        """Each player's behaviour strategy over the sequences of the unfolded game."""
        return self.listing.strategies_listed

    @property
    def queries(self) -> ClassQueries:
        """Queries about public situations, in games of any size; an error where `able.grids` is False."""
        if not self.able.grids:
            raise GalakitError(
                f"a solution by {self.method} has no grids: it lists its information sets",
                hint="draw one with solution.plot.grid(), or look at solution.sheet",
                id="GK634",
            )
        return cast("ClassPolicy", self.policy).queries

    def after(self, moves: str | Iterable[str] = ()) -> Situation:
        """The information set after these moves of players and chance; an error where `able.follow` is False.

        >>> import galakit as gk
        >>> solution = gk.solve(gk.load("nim", piles=[1, 2]), "backward")
        >>> solution.after("take(1,1)").best
        ('take(2,2)',)
        """
        if not self.able.follow:
            raise GalakitError(
                f"a solution by {self.method} lists information sets and does not follow moves",
                hint="name the facts a player knows (Solution.at, --at), or solve with the method backward",
                id="GK634",
            )
        return self.policy.after(naming.parsed(moves)).seen_by(self.look)

    def by_state(self, player: str | int, limit: int = 0) -> list[StateSet]:
        """The states at which a player decides, soonest reached first; an error where `able.by_state` is False.

        >>> import galakit as gk
        >>> solution = gk.solve(gk.load("gamblers_ruin"))
        >>> [(state.variables["money"], state.played) for state in solution.by_state("gambler", limit=3)]
        [('3', {'3': Fraction(1, 1)}), ('4', {'4': Fraction(1, 1)}), ('2', {'2': Fraction(1, 1)})]
        """
        if not self.able.by_state:
            raise GalakitError(
                f"a solution by {self.method} has no list of states",
                hint="games that can go on for ever have one; others list information sets: Solution.situations",
                id="GK634",
            )
        assert self.game is not None
        from galakit.solution.states.listing import listed

        profile = cast("StationaryPolicy", self.policy).profile
        return listed(profile, self.game.rules, self.player(player), limit)

    def player(self, player: str | int) -> int:
        """The index of a player, given by name or index."""
        if isinstance(player, int):
            if 0 <= player < len(self.players):
                return player
        elif player in self.players:
            return self.players.index(player)
        raise GalakitError(
            f"there is no player {player}", hint="the players are " + ", ".join(self.players), id="GK610"
        )

    def strategy(self, player: str | int) -> dict[tuple[str, ...], dict[str, Number]]:
        """What a player does: facts -> move -> probability."""
        sheet = self.sheet
        result = {}
        for i in np.flatnonzero(sheet.player == self.player(player)).tolist():
            rows = sheet.rows(i)
            result[sheet.facts[i]] = dict(zip(sheet.move[rows], sheet.probability[rows].tolist()))
        return result

    def find(self, facts: str | Iterable[str] = (), player: str | int | None = None) -> list[int]:
        """The numbers of all information sets whose facts include the given ones; of a player, or of all players."""
        return self.listing.find(naming.parsed(facts), None if player is None else self.player(player))

    def grid(
        self, player: str | int | None = None, facts: str | Iterable[str] = (), after: str | Iterable[str] | None = None
    ) -> Grid:
        """One public situation of a separated game: the strategy for each class of private information.

        It is named by some of the facts the player knows, by the moves made so far, or by both.

        >>> import galakit as gk
        >>> solution = gk.solve(gk.load("leduc"), "factored", iterations=20)
        >>> [line.facts for line in solution.grid(after="raise").lines]
        [('private((1,1))',), ('private((1,2))',), ('private((1,3))',)]
        """
        queries = self.queries
        whose = None if player is None else self.player(player)
        wanted = naming.parsed(facts)
        found = queries.named(whose, wanted, None if after is None else naming.parsed(after))
        if len(found) > 1:
            raise queries.index.ambiguous(found[0].situation.player, wanted, found)
        return queries.grid(found[0])

    def at(
        self, player: str | int, facts: str | Iterable[str] = (), after: str | Iterable[str] | None = None
    ) -> Situation:
        """The information set at which a player knows these facts.

        Facts that are complete (but for `choosing(...)`) name their set; otherwise they must be part of one set only.
        Solutions of separated games also take the moves made so far, `after`, in place of the facts they bring.
        """
        whose, wanted = self.player(player), naming.parsed(facts)
        if after is not None:
            if not self.able.grids:
                raise GalakitError(
                    f"a solution by {self.method} lists information sets and does not follow moves",
                    hint="name the facts a player knows",
                    id="GK634",
                )
            return self.queries.at(whose, wanted, naming.parsed(after)).seen_by(self.look)
        return (self.policy.at(whose, wanted) or self.listing.named(whose, wanted)).seen_by(self.look)

    def situation(self, information_set: int, most: int | None = None) -> Situation:
        """An information set by its number; with `most`, only so many of the likeliest nodes are in the belief."""
        return self.listing.situation(information_set, most).seen_by(self.look)

    def situations(self, player: str | int | None = None) -> list[Situation]:
        """All information sets, or a player's."""
        return [self.situation(i) for i in self.find((), player)]

    def to_frame(self, *, exact: bool = False) -> pd.DataFrame:
        """A pandas table, one row per information set and move; floats, or the Fractions of an exact solution."""
        table: pd.DataFrame = accessors.call("frame", self, exact=exact)
        return table

    def save(self, path: str | Path) -> None:
        """Write a .parquet or .json file, whole or not at all."""
        accessors.call("save", self, path)

    def to_json(self) -> dict[str, Any]:
        """What `galakit solve --json` prints."""
        return header(self)

    @cached_property
    def plot(self) -> Plot:
        """Pictures for papers and notebooks: `plot.strategy()`, `.grid()`, `.gap()` and `.tree()`."""
        plot: Plot = accessors.call("plot", self)
        return plot

    def widget(self, *, start: str = "/") -> Any:
        """A view of this solution in a notebook; see `galakit.show`."""
        return accessors.call("widget", self, start=start)

    def __repr__(self) -> str:
        value = ", ".join(f"{name} {number(v)}" for name, v in zip(self.players, self.value))
        proved = "".join(self.certificate.in_words)
        return printable(f"<Solution of {self.name} by {self.method}: {value}; {proved}>")

    def _repr_html_(self) -> str:
        from galakit.solution.shown.html import page

        return page(self)
