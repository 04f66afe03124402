"""A solution: a profile of strategies with its value and its certificate, and the questions one can ask it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from galakit.errors import GalakitError, Source
from galakit.game.completion import completed
from galakit.game.game import Game
from galakit.game.realization import Behaviour, Plan, Trembles, without_trembles
from galakit.game.size import Size
from galakit.printable import printable
from galakit.rules.contract import Number
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.policy import Policy
from galakit.solution.shown.numbers import number
from galakit.solution.situation import Beliefs, Situation
from galakit.solution.trail import Moment
from galakit.solution.tree.sheet import Sheet, sheet_of
from galakit.solution.tree.subgames import with_subgames

if TYPE_CHECKING:
    import pandas as pd

    from galakit.drawing.plot import Plot
    from galakit.solution.factored.grid import Grid
    from galakit.solution.factored.policy import ClassQueries

Finding: TypeAlias = Number | str  # what a method learnt besides the strategies

SHOWN = 8  # candidates listed in an error
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
    """None where the method did not look at the whole game"""
    seconds: dict[str, float]
    """`read`, `explore`, `unfold`, `solve`, `certify`"""
    algorithm: str = ""
    why: str = ""
    """why this method was picked"""
    warnings: tuple[str, ...] = ()
    found: Mapping[str, Finding] = field(default_factory=dict)
    """what else the method learnt on the way"""
    others: tuple[Solution, ...] = field(default=(), repr=False)
    """further equilibria, where the method finds several; they are not saved with this one"""
    trail: tuple[Moment, ...] = field(default=(), repr=False)
    """how the gap fell, from methods that come closer step by step"""
    locked: tuple[int, ...] = field(default=(), repr=False)
    """the numbers of the information sets that were told what to play"""
    source: Source | None = field(default=None, repr=False)
    """the text of the rules, where a file has it that the solution was read from"""
    game: Game | None = field(default=None, repr=False)
    plans: tuple[Plan, ...] | None = field(default=None, repr=False)
    """one realization plan per player, over his sequences; behaviour strategies where a player forgets"""
    policy: Policy | None = field(default=None, repr=False)
    """the strategies, where the method did not list them"""
    trembles: tuple[Trembles, ...] | None = field(default=None, repr=False)
    """how the strategies are approached, from methods that know it; beliefs and values at sets that the plans do not
    reach follow from them"""
    _sheet: Sheet | None = field(default=None, repr=False)

    @property
    def value(self) -> tuple[Number, ...]:
        """Each player's expected payoff; Fractions when exact."""
        return self.certificate.value

    @property
    def gap(self) -> Number:
        """The most any player could gain by playing something else."""
        return self.certificate.gap

    @property
    def exact(self) -> bool:
        """No number was rounded on the way: a gap of 0 is a proof."""
        return self.certificate.exact

    @property
    def sheet(self) -> Sheet:
        """All information sets as columns."""
        if self._sheet is None:
            strategies = self.strategies
            assert self.game is not None
            form, tree, _ = self.game.unfolded
            self._sheet = sheet_of(form, strategies, exact=self.exact, trembles=self.trembles, tree=tree)
            if self.policy is not None and tree is not None:
                self._sheet = with_subgames(self._sheet, form, tree, strategies)
        return self._sheet

    @property
    def unlisted(self) -> bool:
        """Whether to list all information sets would take long, or be impossible: single ones can be asked for."""
        return self.policy is not None and (self.size is None or self.size.nodes > LISTED)

    @property
    def answers(self) -> ClassQueries | None:
        """The questions one can ask about a separated game, be it ever so large; None where there is none."""
        answers: ClassQueries | None = getattr(self.policy, "answers", None)
        return answers

    @cached_property
    def strategies(self) -> tuple[Behaviour, ...]:
        """Each player's behaviour over his sequences; where his own plan keeps him away, what is best there.

        A policy is listed, if the tree can be unfolded.
        """
        assert self.game is not None
        if self.trembles is not None:
            return tuple(t.behaviour for t in self.trembles)
        if self.plans is not None:
            return completed(self.game.form, self.plans)
        assert self.policy is not None
        try:
            form = self.game.form
        except GalakitError as error:
            raise GalakitError(
                "the strategies cannot be listed: the game is too large to be unfolded",
                notes=[d.message for d in error.diagnostics],
                hint="ask what is played after some moves: Solution.after, or `galakit show GAME --after MOVES`"
                if self.answers is None
                else "ask for a part: Solution.grid, Solution.at, or `galakit show GAME --after MOVES --table FILE`",
                id="GK630",
            ) from error
        found = self.policy.strategies(form)
        return found if self.exact else tuple(np.asarray(strategy, np.float64) for strategy in found)

    def after(self, moves: str | Iterable[str] = ()) -> Situation:
        """What is played after these moves of players and chance, as far as the method left a policy.

        >>> import galakit as gk
        >>> solution = gk.solve(gk.load("nim", piles=[1, 2]), "backward")
        >>> solution.after("take(1,1)").best
        ('take(2,2)',)
        """
        if self.policy is None:
            raise GalakitError(
                f"a solution by {self.method} lists information sets and does not follow moves",
                hint="name the facts a player knows (Solution.at, --at), or solve with the method backward",
                id="GK634",
            )
        return self.policy.after(naming.given(moves))

    @cached_property
    def _beliefs(self) -> Beliefs | None:
        if self.game is None or self.game.tree is None:
            return None
        trembles = self.trembles or [without_trembles(strategy) for strategy in self.strategies]
        return Beliefs(self.game.form, self.game.tree, trembles)

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

    @cached_property
    def _normal(self) -> list[tuple[str, ...]]:
        known: dict[str, str] = {}
        return [
            tuple(known[f] if f in known else known.setdefault(f, naming.normal(f)) for f in facts)
            for facts in self.sheet.facts
        ]

    def find(self, facts: str | Iterable[str] = (), player: str | int | None = None) -> list[int]:
        """The numbers of all information sets whose facts include the given ones; a player's, or everybody's."""
        wanted = naming.given(facts)
        whose = None if player is None else self.player(player)
        return [
            i
            for i, p in enumerate(self.sheet.player.tolist())
            if (whose is None or p == whose) and naming.includes(self._normal[i], wanted)
        ]

    def grid(
        self, player: str | int | None = None, facts: str | Iterable[str] = (), after: str | Iterable[str] | None = None
    ) -> Grid:
        """One public situation of a separated game: what the player does with all that he may hold.

        It is named by some of the facts he knows, by the moves made so far, or by both.

        >>> import galakit as gk
        >>> solution = gk.solve(gk.load("leduc"), "factored", iterations=20)
        >>> [line.facts for line in solution.grid(after="raise").lines]
        [('private((1,1))',), ('private((1,2))',), ('private((1,3))',)]
        """
        if self.answers is None:
            raise GalakitError(
                f"a solution by {self.method} has no grids: it lists its information sets",
                hint="draw one with solution.plot.grid(), or look at solution.sheet",
                id="GK634",
            )
        whose = None if player is None else self.player(player)
        wanted = naming.given(facts)
        found = self.answers.named(whose, wanted, None if after is None else naming.given(after))
        if len(found) > 1:
            raise self.answers.words.ambiguous(found[0].situation.player, wanted, found)
        return self.answers.grid(found[0])

    def at(
        self, player: str | int, facts: str | Iterable[str] = (), after: str | Iterable[str] | None = None
    ) -> Situation:
        """The information set at which a player knows these facts.

        Facts that are complete (but for `choosing(...)`) name their set; otherwise they must be part of one set only.
        Solutions of separated games also take the moves made so far, `after`, in place of the facts they bring.
        """
        wanted = naming.given(facts)
        if after is not None:
            if self.answers is None:
                raise GalakitError(
                    f"a solution by {self.method} lists information sets and does not follow moves",
                    hint="name the facts a player knows",
                    id="GK634",
                )
            return self.answers.at(self.player(player), wanted, naming.given(after))
        known = self.policy.at(self.player(player), wanted) if self.policy is not None else None
        if known is not None:
            return known
        found = self.find(wanted, player)
        complete = [i for i in found if self._normal[i] == wanted] or [
            i for i in found if naming.telling(self._normal[i]) == naming.telling(wanted)
        ]
        if len(complete) == 1 or (len(found) == 1 and not complete):
            return self.situation((complete or found)[0])
        name = self.players[self.player(player)]
        asked = ", ".join(wanted) or "nothing"
        if found:
            raise GalakitError(
                f"{len(found)} information sets of {name} include {asked}",
                notes=self._listed(found),
                hint="give more of the facts",
                id="GK610",
            )
        own = self.find((), player)
        near = set(
            difflib.get_close_matches(asked, {", ".join(naming.telling(self._normal[i])) for i in own}, SHOWN, 0.3)
        )
        close = [i for i in own if ", ".join(naming.telling(self._normal[i])) in near]
        raise GalakitError(
            f"no information set of {name} includes {asked}", notes=self._listed(close or own), id="GK610"
        )

    def _listed(self, sets: list[int]) -> list[str]:
        lines = [f"{naming.phrase(self.sheet.facts[i])}" for i in sets[:SHOWN]]
        return lines + ([f"… and {len(sets) - SHOWN} more"] if sets[SHOWN:] else [])

    def situation(self, information_set: int, most: int | None = None) -> Situation:
        """An information set by its number; with `most`, only so many of the likeliest nodes are in the belief."""
        sheet = self.sheet
        rows = sheet.rows(information_set)
        moves = sheet.move[rows]
        values = [None if u else v for u, v in zip(sheet.undefined[rows].tolist(), sheet.value[rows].tolist())]
        belief, note = None, None
        if self._beliefs is not None:
            belief = self._beliefs.at(information_set, most)
            if belief is None and self.policy is not None:
                note = "the player knows the state"
            elif belief is None and not self._beliefs.form.perfect_recall:
                note = "undefined: play never leads here"
        elif self.game is None:
            note = "beliefs are not stored with a solution: solve the game again to see them"
        else:
            note = "the tree was too large to keep its nodes, so there are no beliefs over them"
        return Situation(
            player=self.players[int(sheet.player[information_set])],
            information_set=information_set,
            facts=sheet.facts[information_set],
            probabilities=dict(zip(moves, sheet.probability[rows].tolist())),
            values=dict(zip(moves, values)),
            reach=sheet.reach[information_set : information_set + 1].tolist()[0],
            belief=belief,
            note=note,
            players=self.players,
        )

    def situations(self, player: str | int | None = None) -> list[Situation]:
        """All information sets, or a player's."""
        return [self.situation(i) for i in self.find((), player)]

    def to_frame(self, *, exact: bool = False) -> pd.DataFrame:
        """A pandas table, one row per information set and move; floats, or the Fractions of an exact solution."""
        from galakit.solution.files import frame

        return frame(self, exact=exact)

    def save(self, path: str | Path) -> None:
        """Write a .parquet or .json file, whole or not at all."""
        from galakit.solution.files import save

        save(self, path)

    def to_json(self) -> dict[str, Any]:
        """What `galakit solve --json` prints."""
        from galakit.solution.header import header

        return header(self)

    @cached_property
    def plot(self) -> Plot:
        """Pictures for papers and notebooks: `plot.strategy()`, `.grid()`, `.gap()` and `.tree()`."""
        from galakit.drawing.plot import Plot

        return Plot(self)

    def widget(self, *, start: str = "/") -> Any:
        """A view of this solution in a notebook; see `galakit.show`."""
        from galakit.component.widget import show

        return show(self, start=start)

    def __repr__(self) -> str:
        value = ", ".join(f"{name} {number(v)}" for name, v in zip(self.players, self.value))
        proved = "".join(self.certificate.in_words)
        return printable(f"<Solution of {self.name} by {self.method}: {value}; {proved}>")

    def _repr_html_(self) -> str:
        from galakit.solution.shown.html import page

        return page(self)
