"""Alpha-beta search straight from the rules (Knuth & Moore 1975), with chance by star1 and star2 (Ballard 1983).

The value of a state is what the first player gets from there on; a second player minimises it. States are looked up in
a transposition table. At a chance node, bounds on the payoffs bound the outcomes not yet searched, which narrows the
window of the others (star1); trying one move below each outcome first gives better bounds (star2). Without bounds on
the payoffs no chance node can be pruned.

The search relies on two properties of the rules and checks them as it goes: the players' payoffs have a constant sum,
and each player observes what the other and chance did (`observed`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Literal, TypeAlias

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Move, Number, Rules, State, Step
from galakit.solution.states.certificate import all_observed
from galakit.solvers.perfect.star import Outcomes
from galakit.solvers.perfect.table import Entry, Table, entry_of

Star: TypeAlias = Literal["none", "1", "2"]

DEEPEST = 200  # moves: as deep as Python's own stack allows
ENTRIES = 300_000  # of the table: a few kilobytes each
LOOK = 64  # states between two reports
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Settings:
    """How to search."""

    star: Star = "2"
    table: bool = True
    low: Number = -inf
    high: Number = inf
    """the first player's payoff in every play lies between them"""
    depth: int | None = None
    """states deeper than so many moves are not searched; their value is one of the bounds"""
    optimistic: bool = False
    """take the upper bound, which is best for the first player"""


class GaveUp(Exception):
    """The search reached its limit of time or states."""


class Search:
    """One search with its table and its counts.

    >>> import galakit as gk
    >>> search = Search(gk.load("nim").rules)
    >>> search.value(), search.leaves < 80
    (-1, True)
    """

    def __init__(
        self,
        rules: Rules,
        settings: Settings | None = None,
        *,
        whole: bool = True,
        time_limit: float | None = None,
        limit: float = inf,
        report: Callable[[str, int, int | None], None] = lambda stage, done, total: None,
    ) -> None:
        self.rules = rules
        self.players = len(rules.players)
        self.settings = settings or Settings()
        self.report = report
        # What was paid before is only known in a search of the whole game.
        self.sums = whole and self.players == 2
        self.limit = limit
        self.ends = inf if time_limit is None else time.monotonic() + time_limit
        self.table: Table = Table(ENTRIES)
        self.tried: Counter[tuple[int, Move]] = Counter()
        """how often a move was good enough to look at no other"""
        self.states = self.leaves = self.cut = 0
        self.observed = True
        self.total: Number | None = None
        """what all players get together, once a play has been seen to its end"""

    def value(self) -> Number:
        """What the first player gets in the game."""
        opening = self.rules.start()
        got = opening.payoffs[0]
        depth = DEEPEST if self.settings.depth is None else self.settings.depth
        return got + self._value(opening.state, -inf, inf, got, sum(opening.payoffs), depth)

    def value_of(self, state: State) -> Number:
        """What the first player gets from a state on, exactly."""
        return self._value(state, -inf, inf, 0, 0, DEEPEST)

    def best(self, state: State) -> int:
        """The index of an optimal move."""
        entry = self._entry(state, 0, 0, DEEPEST)  # held here, because the table may drop it meanwhile
        self.value_of(state)
        if entry.best is None:
            raise AssertionError("the search does not know the state it has just searched")
        return entry.best

    def moves(self, state: State) -> list[Number]:
        """What the first player gets after each move."""
        steps = (state.after(i) for i in range(len(state.moves)))
        return [step.payoffs[0] + self.value_of(step.state) for step in steps]

    def _value(self, state: State, alpha: Number, beta: Number, got: Number, paid: Number, left: int) -> Number:
        """The value of a state if between alpha and beta; else a bound on the same side of the window.

        `got` is the first player's payoff so far, `paid` that of all players, `left` how many moves may still be made.
        """
        entry = self._entry(state, got, paid, left)
        if entry.mover == END:
            self._ended(paid)
            return 0
        if left == 0:
            return self._too_deep(got)
        if entry.lower >= beta or entry.lower == entry.upper:
            return entry.lower
        if entry.upper <= alpha:
            return entry.upper
        alpha, beta = max(alpha, entry.lower), min(beta, entry.upper)
        self.states += 1
        if self.states % LOOK == 0:
            self.report("searching states", self.states, None)
        if self.states > self.limit or time.monotonic() > self.ends:  # a state of chess takes long
            raise GaveUp
        if entry.mover == CHANCE:
            value = self._chance(state, entry, alpha, beta, got, paid, left)
        else:
            value = self._decision(state, entry, alpha, beta, got, paid, left)
        if self.observed:
            made = [step for step in entry.steps if step is not None]
            self.observed = all_observed((p for p in range(self.players) if p != entry.mover), made)
        if value > alpha:
            entry.lower = max(entry.lower, value)
        if value < beta:
            entry.upper = min(entry.upper, value)
        return value

    def _entry(self, state: State, got: Number, paid: Number, left: int) -> Entry:
        """What is known of a state; a new entry if nothing is."""
        settings = self.settings
        key = state if settings.depth is None else (state, left)
        entry = self.table.get(key) if settings.table else None
        if entry is None:
            entry = entry_of(state, paid, settings.low - got, settings.high - got)
            if settings.table:
                self.table[key] = entry
        elif self.sums:
            self._compare(entry.paid, paid)
        return entry

    def _decision(
        self, state: State, entry: Entry, alpha: Number, beta: Number, got: Number, paid: Number, left: int
    ) -> Number:
        maximising = entry.mover == 0
        found: Number = -inf if maximising else inf
        for index in self._order(state, entry):
            value = self._through(state, entry, index, alpha, beta, got, paid, left)
            if value > found if maximising else value < found:
                found = value
                if alpha < value < beta or (value >= beta if maximising else value <= alpha) or entry.best is None:
                    entry.best = index
            if maximising:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                self.tried[entry.mover, state.moves[index]] += 1
                break
        return found

    def _order(self, state: State, entry: Entry) -> list[int]:
        """The moves that are likely to be best first: the best so far, then those that were good elsewhere."""
        tried, mover, moves = self.tried, entry.mover, state.moves
        return sorted(range(len(moves)), key=lambda i: (i != entry.best, -tried[mover, moves[i]]))

    def _through(
        self, state: State, entry: Entry, index: int, alpha: Number, beta: Number, got: Number, paid: Number, left: int
    ) -> Number:
        """What the first player gets by a move and after it."""
        step = self._step(state, entry, index)
        gain = step.payoffs[0]
        all_together = paid + sum(step.payoffs)
        return gain + self._value(step.state, alpha - gain, beta - gain, got + gain, all_together, left - 1)

    def _chance(
        self, state: State, entry: Entry, alpha: Number, beta: Number, got: Number, paid: Number, left: int
    ) -> Number:
        settings, shares = self.settings, state.probabilities or ()
        possible = [i for i, p in enumerate(shares) if p]
        if settings.star == "none" or settings.high == inf:
            return sum(shares[i] * self._through(state, entry, i, -inf, inf, got, paid, left) for i in possible)
        outcomes = Outcomes(shares, settings.low - got, settings.high - got)
        if settings.star == "2":
            for i in possible:
                self._probe(state, entry, i, outcomes, alpha, beta, got, paid, left)
                if outcomes.below >= beta:
                    return outcomes.below
                if outcomes.above <= alpha:
                    return outcomes.above
        for i in possible:
            least, most = outcomes.window(i, alpha, beta)
            lower, upper = outcomes.lower[i], outcomes.upper[i]
            value = self._through(state, entry, i, max(least, lower), min(most, upper), got, paid, left)
            # A result outside of the window is a bound; so is then the sum, and it is outside of alpha and beta.
            if value <= least:
                outcomes.narrow(i, lower, min(upper, value))
                return outcomes.above
            if value >= most:
                outcomes.narrow(i, max(lower, value), upper)
                return outcomes.below
            outcomes.narrow(i, value, value)
        return outcomes.below

    def _probe(
        self,
        state: State,
        entry: Entry,
        i: int,
        outcomes: Outcomes,
        alpha: Number,
        beta: Number,
        got: Number,
        paid: Number,
        left: int,
    ) -> None:
        """Try one move below an outcome: it bounds the value of the outcome, from the side of the player to move."""
        step = self._step(state, entry, i)
        below = step.state
        if below.mover < 0 or left < 2:
            return
        gain, all_together = step.payoffs[0], paid + sum(step.payoffs)
        inner = self._entry(below, got + gain, all_together, left - 1)
        least, most = outcomes.window(i, alpha, beta)
        lower, upper = outcomes.lower[i], outcomes.upper[i]
        # A result below the lower bound (for the second player: above the upper one) would be no news.
        ends = (lower, min(most, upper)) if below.mover == 0 else (max(least, lower), upper)
        if ends[0] >= ends[1]:
            return
        move = self._order(below, inner)[0]
        found = gain + self._through(
            below, inner, move, ends[0] - gain, ends[1] - gain, got + gain, all_together, left - 1
        )
        if below.mover == 0 and found > lower:
            outcomes.narrow(i, found, upper)
        elif below.mover == 1 and found < upper:
            outcomes.narrow(i, lower, found)

    def _step(self, state: State, entry: Entry, index: int) -> Step:
        step = entry.steps[index]
        if step is None:
            step = entry.steps[index] = state.after(index)
        return step

    def _ended(self, paid: Number) -> None:
        self.leaves += 1
        if self.sums:
            if self.total is None:
                self.total = paid
            else:
                self._compare(self.total, paid)

    def _compare(self, one: Number, other: Number) -> None:
        """What all get together must not depend on how they play."""
        difference = one - other
        slack = TOLERANCE * (1 + abs(float(one))) if isinstance(difference, float) else 0
        if not -slack <= difference <= slack:
            raise GalakitError(
                "alpha-beta cannot solve this game: what one player gains is not what the other loses",
                hint="use the method backward",
                id="GK606",
            )

    def _too_deep(self, got: Number) -> Number:
        if self.settings.depth is None:
            raise GalakitError(
                f"a play did not end within {DEEPEST} moves, which is as deep as alpha-beta looks",
                hint="use the method backward (stationary if states come again), or give a depth: --with depth=20 "
                "--with bounds=-1..1",
                id="GK633",
            )
        self.cut += 1
        return (self.settings.high if self.settings.optimistic else self.settings.low) - got
