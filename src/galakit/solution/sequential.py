"""Is a profile a sequential equilibrium? Strategies and beliefs everywhere, looked at information set by set.

An *assessment* (Kreps & Wilson 1982) is a profile with a belief at every information set: where in it the player may
be. It is a sequential equilibrium when no change of a single move improves what the mover expects there (sequential
rationality; with consistent beliefs no change of several moves does then, either), and when the beliefs are the limit
of those that Bayes' rule gives for profiles in which every move is made now and then (consistency).

Beliefs may be given. Otherwise they come from the trembles of a refined solution or, where nobody knows of any, from
mistakes that are all equally likely; where these do not justify what is played, from mistakes of different likelihoods
(consistent by construction), or else from any beliefs that do, whose consistency is then tested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END, Number
from galakit.solution import facts as naming
from galakit.solution.consistency import consistent
from galakit.solution.profile import Profile, behaviours
from galakit.solution.situation import Belief, Beliefs
from galakit.solution.solution import Solution
from galakit.solve.realization import Behaviour, Trembles

TOLERANCE = 1e-6  # gains in floating point that count as none
LIMIT_NODES = 200_000

Given: TypeAlias = Mapping[str, Mapping[str, Sequence[Number]]]
"""player -> facts, as in `Solution.at` -> the probability of each node of that set, in the order of the tree"""


@dataclass(frozen=True)
class Judgement:
    """One information set of an assessment."""

    player: str
    information_set: int
    facts: tuple[str, ...]
    reached: bool
    """play gets here without mistakes"""
    expects: Number
    """what the mover expects here"""
    best: str
    """the move that is best for him given what he believes"""
    gain: Number
    """by how much it is better than what he does"""
    belief: tuple[Belief, ...]


@dataclass(frozen=True)
class Assessment:
    """Strategies and beliefs with the verdict on them."""

    sets: tuple[Judgement, ...]
    exact: bool
    consistent: bool | None
    """whether the beliefs are limits of Bayesian ones; None when the profile can be justified by beliefs of some kind,
    but those that were found are not consistent"""
    beliefs: str
    """where the beliefs come from"""
    hopeless: bool = False
    """at some information set no belief at all would justify what is played"""

    @property
    def gain(self) -> Number:
        """The largest gain of a change at one information set."""
        return max((0, *(s.gain for s in self.sets)))

    @property
    def rational(self) -> bool:
        """Nobody gains by a change at one information set, given the beliefs."""
        return self.gain <= (0 if self.exact else TOLERANCE)

    @property
    def sequential(self) -> bool | None:
        """Whether it is a sequential equilibrium; None where that could not be told."""
        return False if not self.rational else self.consistent

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        if not self.rational:
            whatever = "whatever he believes" if self.hopeless else "with these beliefs"
            return f"not a sequential equilibrium: {whatever}, somebody would rather do something else"
        if self.consistent is None:
            return "undecided: beliefs justify every move, but no consistent ones were found"
        if not self.consistent:
            return "not a sequential equilibrium: the beliefs are not consistent"
        return "a sequential equilibrium" + ("" if self.exact else ", in floating point")


def sequential(what: Solution | Game, profile: Profile | None = None, *, beliefs: Given | None = None) -> Assessment:
    """Judge a solution, or a profile of a game as `certify` takes it, at every information set.

    >>> import galakit as gk
    >>> gk.sequential(gk.solve(gk.load("kuhn"), "quasi-perfect")).verdict
    'a sequential equilibrium'
    >>> both = {"sender": {"": "beer"}, "receiver": {"beer": "leave", "quiche": "fight"}}
    >>> found = gk.sequential(gk.load("beer_quiche"), both)
    >>> found.sequential, found.beliefs
    (True, "by Bayes' rule, elsewhere as if some mistakes were likelier than others")
    >>> gk.sequential(gk.load("beer_quiche"), both, beliefs={"receiver": {"quiche": [1, 0]}}).verdict
    'not a sequential equilibrium: with these beliefs, somebody would rather do something else'
    """
    game = what if isinstance(what, Game) else what.game
    if game is None:
        raise GalakitError(
            "a solution that was read from a file has no tree to judge it on",
            hint="give the game, and {player: solution.strategy(player)} as the profile",
            id="GK510",
        )
    form, tree, size = game.unfolded
    if not form.perfect_recall:
        raise GalakitError("an assessment needs perfect recall: some player forgets what he did or knew", id="GK645")
    if tree is None or size.nodes > LIMIT_NODES:
        raise GalakitError(
            f"the tree has {size.nodes:,} nodes, and assessments are for up to {LIMIT_NODES:,}", id="GK645"
        )
    trembles = what.trembles if isinstance(what, Solution) and profile is None else None
    if isinstance(what, Solution) and profile is None:
        strategies = what.strategies
    elif profile is not None:
        strategies = behaviours(form, profile)
    else:
        raise GalakitError("there is nothing to judge: a game needs a profile", hint="solve it first", id="GK645")
    return _Judge(form, tree, strategies).assess(trembles, beliefs)


class _Judge:
    """The tree with what everybody expects at each node."""

    def __init__(self, form: SequenceForm, tree: Tree, strategies: Sequence[Behaviour]) -> None:
        self.form, self.tree = form, tree
        self.exact = form.exact and all(_rational(s) for s in strategies)
        kind: Any = object if self.exact else np.float64
        self.strategies = [_fractions(s) if self.exact else np.asarray(s, np.float64) for s in strategies]
        self.set_of = tree.information_set.astype(np.int64)
        self.nodes = np.flatnonzero(self.set_of >= 0)
        self.below = np.flatnonzero(np.isin(tree.parent, self.nodes))  # where a move of a player leads
        above = tree.parent[self.below].astype(np.int64)
        first = tree.automaton.first.astype(np.int64)
        self.move = tree.edge[self.below] - first[tree.state[above]]
        self.sequence = form.first_sequence[self.set_of[above]].astype(np.int64) + self.move
        probability = np.empty(tree.nodes, kind)
        probability[:] = _number(1, self.exact)
        mover = tree.mover
        drawn = np.flatnonzero(mover[tree.parent[1:]] == CHANCE) + 1
        chances = np.array([_number(p, self.exact) for p in tree.automaton.probabilities], kind)
        probability[drawn] = chances[tree.automaton.probability[tree.edge[drawn]]]
        owner = form.player[self.set_of[above]]
        for player, strategy in enumerate(self.strategies):
            own = owner == player
            probability[self.below[own]] = strategy[self.sequence[own]]
        self.probability = probability
        payoffs = np.array([[_number(x, self.exact) for x in row] for row in tree.payoffs], kind)
        value = payoffs[tree.payoff]
        value[mover != END] = _number(0, self.exact)
        for level in reversed(tree.levels()[1:]):
            np.add.at(value, tree.parent[level], probability[level][:, None] * value[level])
        self.value = value

    def assess(self, trembles: Sequence[Trembles] | None, given: Given | None) -> Assessment:
        origin = "from the trembles of the solution"
        known = trembles is not None
        if trembles is None:
            origin = "by Bayes' rule, elsewhere as if all mistakes were equally likely"
            trembles = [_equal_mistakes(s) for s in self.strategies]
        belief = self._beliefs(trembles)
        if given is not None:
            belief = self._with_given(belief, given)
            origin = "as given, elsewhere " + origin
            return self._judged(belief, origin, self._consistent(belief))
        first = self._judged(belief, origin, True)
        if known or first.rational:
            return first
        found = self._justifying(belief, first)
        if found is None:
            return replace(first, hopeless=True)
        shares = self._justifying_mistakes(trembles)
        if shares is not None:
            origin = "by Bayes' rule, elsewhere as if some mistakes were likelier than others"
            second = self._judged(self._beliefs(shares), origin, True)
            if second.rational:
                return second
        origin = "by Bayes' rule, elsewhere such that they justify what is played"
        return self._judged(found, origin, self._consistent(found) or None)

    def _beliefs(self, trembles: Sequence[Trembles]) -> npt.NDArray[Any]:
        """[nodes of players] how likely each is, given its information set."""
        form, beliefs = self.form, Beliefs(self.form, self.tree, trembles)
        result = np.empty(self.tree.nodes, object if self.exact else np.float64)
        result[:] = _number(0, self.exact)
        for player in range(len(form.players)):
            nodes = self.nodes[form.player[self.set_of[self.nodes]] == player]
            if not len(nodes):
                continue
            weight, order = beliefs.towards(player, nodes)
            sets = self.set_of[nodes]
            lowest = np.full(form.information_sets, order.max())
            np.minimum.at(lowest, sets, order)
            weight[order > lowest[sets]] = _number(0, self.exact)
            total = np.zeros(form.information_sets, weight.dtype)
            np.add.at(total, sets, weight)
            result[nodes] = weight / total[sets]
        return result

    def _with_given(self, belief: npt.NDArray[Any], given: Given) -> npt.NDArray[Any]:
        belief = belief.copy()
        form = self.form
        for name, table in given.items():
            if name not in form.players:
                raise GalakitError(
                    f"there is no player {name}", hint="the players are " + ", ".join(form.players), id="GK645"
                )
            for text, numbers in table.items():
                wanted = naming.telling(naming.given(text))
                found = [
                    i
                    for i in form.sets_of(form.players.index(name)).tolist()
                    if naming.includes(tuple(naming.normal(f) for f in naming.telling(form.facts(i))), wanted)
                ]
                if len(found) != 1:
                    raise GalakitError(f"{len(found)} information sets of {name} include {text}", id="GK645")
                nodes = np.flatnonzero(self.set_of == found[0])
                whole = abs(float(sum(numbers)) - 1) < 1e-9
                if len(numbers) != len(nodes) or min(numbers) < 0 or not whole:
                    raise GalakitError(
                        f"a belief of {name} at {text} is a probability for each of {len(nodes)} nodes, with the sum 1",
                        id="GK645",
                    )
                belief[nodes] = [_number(x, self.exact) for x in numbers]
        return belief

    def _consistent(self, belief: npt.NDArray[Any]) -> bool:
        return consistent(self.form, self.tree, self.probability, belief)

    def _worth(self, belief: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
        """For each player and sequence: what its last move brings where it is made."""
        form, tree = self.form, self.tree
        above = tree.parent[self.below].astype(np.int64)
        owner = form.player[self.set_of[above]]
        worth = []
        for player in range(len(form.players)):
            own = owner == player
            total = np.zeros(form.sequences[player], object if self.exact else np.float64)
            np.add.at(total, self.sequence[own], belief[above[own]] * self.value[self.below[own], player])
            worth.append(total)
        return worth

    def _judged(self, belief: npt.NDArray[Any], origin: str, kept: bool | None) -> Assessment:
        form, tree = self.form, self.tree
        worth = self._worth(belief)
        beliefs = Beliefs(form, tree, ())
        reach = np.empty(tree.nodes, object if self.exact else np.float64)
        reach[0] = _number(1, self.exact)
        for level in tree.levels()[1:]:
            reach[level] = reach[tree.parent[level]] * self.probability[level]
        judgements = []
        for i in range(form.information_sets):
            player = int(form.player[i])
            own = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
            values = worth[player][own].tolist()
            expects = sum(p * v for p, v in zip(self.strategies[player][own].tolist(), values))
            best = max(range(len(values)), key=values.__getitem__)
            nodes = beliefs.nodes(i)
            judgements.append(
                Judgement(
                    player=form.players[player],
                    information_set=i,
                    facts=form.facts(i),
                    reached=bool((reach[nodes] > 0).any()),
                    expects=expects,
                    best=form.moves(i)[best],
                    gain=max(values[best] - expects, 0),
                    belief=tuple(
                        Belief(b, beliefs.history(n), n)
                        for n, b in zip(nodes.tolist(), belief[nodes].tolist())
                        if b > 0
                    ),
                )
            )
        return Assessment(tuple(judgements), self.exact, kept, origin)

    def _justifying(self, belief: npt.NDArray[Any], judged: Assessment) -> npt.NDArray[Any] | None:
        """Beliefs that justify what is played, where those at hand do not; None where none can."""
        from scipy.optimize import linprog

        belief = belief.copy()
        form, tree = self.form, self.tree
        for here in judged.sets:
            if here.gain <= (0 if self.exact else TOLERANCE):
                continue
            if here.reached:
                return None
            i = here.information_set
            player = int(form.player[i])
            nodes = np.flatnonzero(self.set_of == i)
            own = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
            table = np.array([self.value[tree.children(n), player].tolist() for n in nodes.tolist()], np.float64)
            played = table @ np.asarray(self.strategies[player][own], np.float64)
            better = (table - played[:, None]).T  # rows: moves; must not be positive on average
            found = linprog(
                np.zeros(len(nodes)), better, np.zeros(len(better)), np.ones((1, len(nodes))), [1.0], bounds=(0, 1)
            )
            if found.status != 0 or found.x is None:
                return None
            shares = [Fraction(x).limit_denominator(10**6) if self.exact else x for x in found.x.tolist()]
            total = sum(shares)
            belief[nodes] = [s / total for s in shares]
        return belief

    def _justifying_mistakes(self, equal: Sequence[Trembles]) -> list[Trembles] | None:
        """How likely each mistake should be to justify what is played after a single mistake of the others.

        There, what a move gains is linear in these likelihoods; after several mistakes it is not, and nothing is asked.
        """
        from scipy.optimize import linprog

        form, tree, beliefs = self.form, self.tree, Beliefs(self.form, self.tree, equal)
        start = np.cumsum([0, *form.sequences])
        owner = form.player[self.set_of[tree.parent[self.below]]]
        slip = np.full(tree.nodes, -1)  # the mistake that leads to a node, numbered through all players
        wrong = self.probability[self.below] == 0
        slip[self.below[wrong]] = (start[owner] + self.sequence)[wrong]
        used = np.unique(slip[slip >= 0])
        rows: list[npt.NDArray[np.float64]] = []
        for player in range(len(form.players)):
            last = np.full(tree.nodes, -1)  # the last mistake of another player on the way
            for level in tree.levels()[1:]:
                own = (slip[level] >= start[player]) & (slip[level] < start[player + 1])
                last[level] = np.where((slip[level] >= 0) & ~own, slip[level], last[tree.parent[level]])
            for i in form.sets_of(player).tolist():
                nodes = beliefs.nodes(i)
                weight, order = beliefs.towards(player, nodes)
                if order.min() != 1:
                    continue
                moved = slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i]))
                strategy = np.asarray(self.strategies[player][moved], np.float64)
                moves = np.zeros((len(strategy), len(used)))
                for n, w in zip(nodes[order == 1].tolist(), weight[order == 1].tolist()):
                    values = np.asarray(self.value[tree.children(n), player], np.float64)
                    moves[:, np.searchsorted(used, last[n])] += float(w) * (values - values @ strategy)
                rows += list(moves)
        if not rows:
            return None
        found = linprog(-np.ones(len(used)), np.array(rows), np.zeros(len(rows)), bounds=(1e-3, 1))
        if found.status != 0 or found.x is None:
            return None
        result = []
        for player, trembles in enumerate(equal):
            share = trembles.share.copy()
            for slipped, x in zip(used.tolist(), found.x.tolist()):
                if start[player] <= slipped < start[player + 1]:
                    share[slipped - start[player]] = Fraction(x).limit_denominator(10**6) if self.exact else x
            result.append(Trembles(share, trembles.order))
        return result


def _equal_mistakes(strategy: Behaviour) -> Trembles:
    mistake = strategy == 0
    share = strategy.copy()
    share[mistake] = _number(1, strategy.dtype == object)
    return Trembles(share, mistake.astype(np.int64))


def _rational(column: npt.NDArray[Any]) -> bool:
    return column.dtype == object and not any(isinstance(x, float) for x in column)


def _fractions(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    result = np.empty(len(column), object)
    result[:] = [Fraction(1) if x is None else Fraction(x) for x in column]
    return result


def _number(x: Number, exact: bool) -> Number:
    return Fraction(x) if exact else float(x)
