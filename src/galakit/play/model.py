"""A model of an opponent, learnt from their play (Koller & Pfeffer 1997, section 7.1).

The opponent's moves are counted at each of their information sets, with pseudo-counts by the solution as a prior: where
nothing was observed, the model is the solution. Many sets are seen rarely, but people make the same mistakes in similar
situations, and the facts say which are similar. So frequencies are first compared with the solution's over all sets
with the same moves, then over each public situation (all facts but the private ones); the ratio applies to every set of
that group. Counts at the set itself are applied last.

Often a hand ends and the opponent's private information stays hidden. Then every end that agrees with the observations
counts by its probability under the model, which is updated until it converges (expectation maximisation, Dempster,
Laird & Rubin 1977).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.agents.contract import Seen
from galakit.errors import GalakitError
from galakit.game.completion import completed
from galakit.game.game import Game
from galakit.game.realization import Plan, plan_of
from galakit.game.tree import Tree
from galakit.play.endings import Endings
from galakit.play.similar_sets import kinds
from galakit.solution.solution import Solution
from galakit.solvers.profile_input import player_number, profile

Floats = npt.NDArray[np.float64]

IMAGINED = 10.0  # pseudo-counts by the solution, at each set and for each group of sets
SMALLEST = 0.01  # prior of a move that the solution never makes, once a similar one was observed
ROUNDS = 25  # of expectation maximisation
SETTLED = 1e-4  # the model has converged if no probability changes by more


@dataclass(frozen=True)
class Tendency:
    """A move that the opponent plays more or less often than the solution."""

    facts: tuple[str, ...]
    """the opponent's facts there"""
    move: str
    expected: float
    """by the solution"""
    modelled: float
    seen: float
    """the estimated number of visits"""


class Model:
    """An estimate of the opponent's strategy, in a two-player game small enough to unfold.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> model = Model(gk.solve(game), "second")
    >>> always = gk.Match(game, {"first": "random", "second": lambda decision: "bet"}).play(300, seed=1)
    >>> for k in range(300):
    ...     trace = always.trace(k)
    ...     model.observe(Seen(0, (), trace.payoffs[0], trace))
    >>> worst = model.tendencies()[0]
    >>> worst.move, worst.expected, worst.modelled > 0.5
    ('bet', 0.0, True)
    """

    def __init__(self, solution: Solution, player: str | int, *, game: Game | None = None) -> None:
        found = solution.game or game
        if found is None:
            raise GalakitError(
                "a solution without its game cannot model an opponent",
                hint="pass the game: Model(solution, player, game=gk.load(...))",
                id="GK510",
            )
        form, tree, _ = found.unfolded
        self.solution, self.game, self.form = solution, found, form
        self.player = player_number(form, player)
        if len(form.players) != 2 or tree is None or not form.perfect_recall:
            raise GalakitError(
                "models need two players with perfect recall, and a tree small enough to keep",
                hint="give the model yourself: gk.best_response and gk.restricted_nash_response take any profile",
                id="GK836",
            )
        self.tree: Tree = tree
        self.prior: Floats = completed(form, profile(form, solution))[self.player].astype(np.float64)
        self.known = np.zeros(form.sequences[self.player])
        """[sequences] the number of fully shown hands that ended with it as the opponent's last"""
        self.hidden: Counter[int] = Counter()
        """kind of ending -> hands that ended so, where only the player's own view is known"""
        self.hands = 0
        self._shares: Floats | None = None

    def observe(self, seen: Seen) -> None:
        """Learn from a hand, as the player saw it."""
        if seen.player == self.player:
            raise GalakitError(
                f"a model of {self.form.players[self.player]} learns from what the other player sees",
                hint=f"let {self.form.players[1 - self.player]} observe",
                id="GK835",
            )
        if seen.trace is not None:
            end = self.endings.end([event.move for event in seen.trace.events])
            self.known[self.endings.last[end]] += 1
        else:
            self.hidden[self.endings.kind(seen.facts, seen.payoff)] += 1
        self.hands += 1
        self._shares = None

    @cached_property
    def endings(self) -> Endings:
        return Endings(self.form, self.tree, 1 - self.player)

    @property
    def shares(self) -> Floats:
        """The opponent's behaviour strategy: a probability for each of their sequences."""
        if self._shares is None:
            self._shares = self._settled()
        return self._shares

    @property
    def plan(self) -> Plan:
        """The same as a realization plan."""
        return plan_of(self.form, self.player, self.shares)

    @property
    def profile(self) -> tuple[Plan, Plan]:
        """The model, with the solution for the other player."""
        plans = [plan.astype(np.float64) for plan in profile(self.form, self.solution)]
        plans[self.player] = self.plan
        return plans[0], plans[1]

    def tendencies(self, most: int = 10) -> list[Tendency]:
        """The largest differences from the solution, weighted by frequency."""
        form, shares = self.form, self.shares
        counts = self._counts(shares)
        found = []
        for i in form.sets_of(self.player).tolist():
            rows = slice(int(form.first_sequence[i]), int(form.first_sequence[i]) + int(form.moves_count[i]))
            times = float(counts[rows].sum())
            for move, before, now in zip(form.moves(i), self.prior[rows].tolist(), shares[rows].tolist()):
                if now > before and times:
                    found.append(Tendency(form.facts(i), move, before, now, times))
        found.sort(key=lambda t: -t.seen * (t.modelled - t.expected))
        return found[:most]

    def _settled(self) -> Floats:
        shares = self.prior
        for _ in range(ROUNDS):
            learnt = self._learnt(self._counts(shares))
            change = float(np.abs(learnt - shares).max(initial=0.0))
            shares = learnt
            if change < SETTLED or not self.hidden:
                break
        return shares

    def _counts(self, shares: Floats) -> Floats:
        """[sequences] the expected count of each one's last move, by the opponent's strategy."""
        # Every move gets some probability, so that no observation is impossible.
        plan = plan_of(self.form, self.player, (1 - SMALLEST) * shares + SMALLEST * self._uniform)
        plan[0] = 1.0
        counts = self.known.copy()
        for kind, times in self.hidden.items():
            ends = self.endings.members(kind)
            weight = self.endings.chance[ends] * plan[self.endings.last[ends]]
            np.add.at(counts, self.endings.last[ends], times * weight / weight.sum())
        for level in reversed(self.form.levels(self.player)):
            np.add.at(counts, level.parent, np.add.reduceat(counts[level.sequences], level.start))
        counts[0] = 0
        return counts

    @cached_property
    def _uniform(self) -> Floats:
        shares = np.ones(self.form.sequences[self.player])
        for level in self.form.levels(self.player):
            shares[level.sequences] = np.repeat(1.0 / level.count, level.count)
        return shares

    @cached_property
    def _set_of(self) -> npt.NDArray[np.int64]:
        """[sequences] the information set of each one's last move; the empty one has a number of its own."""
        form = self.form
        found = np.full(form.sequences[self.player], form.information_sets)
        for level in form.levels(self.player):
            found[level.sequences] = np.repeat(level.sets, level.count)
        return found

    def _learnt(self, counts: Floats) -> Floats:
        """The behaviour strategy from counts: shared by groups of sets from coarse to fine, then set by set."""
        visits = self._summed(counts)[self._set_of]
        shares = self.prior
        for cells in self._cells:
            many = int(cells.max(initial=0)) + 1
            made = np.bincount(cells, weights=counts, minlength=many)
            group = np.bincount(cells, weights=visits, minlength=many)  # opportunities for a move of this group
            # Without observations it is the solution; with more, moves that it never makes get some probability.
            little = SMALLEST * group / (group + IMAGINED)
            tried = (1 - little[cells]) * shares + little[cells] * self._uniform
            due = np.bincount(cells, weights=visits * tried, minlength=many)
            usual = np.divide(due, group, out=np.zeros(many), where=group > 0)
            ratio = np.divide(
                made + IMAGINED * usual, due + IMAGINED * usual, out=np.ones(many), where=(group > 0) & (usual > 0)
            )
            tilted = tried * ratio[cells]
            total = self._summed(tilted)[self._set_of]
            shares = np.divide(tilted, total, out=self._uniform.copy(), where=total > 0)
            shares[0] = 1.0
        learnt: Floats = (counts + IMAGINED * shares) / (visits + IMAGINED)
        learnt[0] = 1.0
        return learnt

    def _summed(self, column: Floats) -> Floats:
        """[information sets, and one more] the sum over the moves of each."""
        found = np.bincount(self._set_of, weights=column, minlength=self.form.information_sets + 1).astype(np.float64)
        found[-1] = 0.0
        return found

    @cached_property
    def _cells(self) -> list[npt.NDArray[np.int64]]:
        """For each grouping of sets, from coarse to fine: [sequences] the cell (group, move)."""
        form = self.form
        found = []
        for of in kinds(form, self.player):
            numbers: dict[Any, int] = {None: 0}
            cells = np.zeros(form.sequences[self.player], np.int64)
            for i in form.sets_of(self.player).tolist():
                first = int(form.first_sequence[i])
                for k, move in enumerate(form.moves(i)):
                    cells[first + k] = numbers.setdefault((of[i], move), len(numbers))
            found.append(cells)
        return found
