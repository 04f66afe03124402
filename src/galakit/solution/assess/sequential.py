"""Is a profile a sequential equilibrium? Strategies and beliefs, checked at every information set.

An *assessment* (Kreps & Wilson 1982) is a profile with a belief at every information set: where in it the player may
be. It is a sequential equilibrium when no change of a single move improves what the mover expects there (sequential
rationality; with consistent beliefs no change of several moves does then, either), and when the beliefs are the limit
of those that Bayes' rule gives for profiles in which every move is made now and then (consistency).

Beliefs may be given. Otherwise they come from the trembles of a refined solution or, without any, from
mistakes that are all equally likely; where these do not justify what is played, from mistakes of different likelihoods,
if there are any that do (`mistakes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.ragged import concatenated, offsets
from galakit.game.realization import Behaviour, Trembles
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution import facts as naming
from galakit.solution.assess.consistency import LIMIT_NODES as LIMIT_TESTED
from galakit.solution.assess.consistency import consistent
from galakit.solution.assess.justification import justifying_beliefs
from galakit.solution.assess.mistakes import justifying_mistakes
from galakit.solution.profile import Profile, behaviours
from galakit.solution.situation import Belief, Beliefs
from galakit.solution.solution import Solution
from galakit.solution.tree.continuation_values import ContinuationValues, number

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
    """the mover's expected payoff here"""
    best: str
    """the best move given the belief"""
    gain: Number
    """by how much it is better than the strategy"""
    belief: tuple[Belief, ...]


@dataclass(frozen=True)
class Assessment:
    """Strategies and beliefs with the verdict on them."""

    sets: tuple[Judgement, ...]
    exact: bool
    consistent: bool | None
    """whether the beliefs are limits of Bayesian ones; None when the profile can be justified by beliefs of some kind,
    and the search for consistent ones was not completed"""
    beliefs: str
    """where the beliefs come from"""
    hopeless: bool = False
    """at some information set no belief at all would justify what is played"""
    conflict: tuple[int, ...] = ()
    """information sets at which no consistent beliefs justify what is played at all of them, though some beliefs do"""

    @property
    def gain(self) -> Number:
        """The largest gain of a change at one information set."""
        return max((0, *(s.gain for s in self.sets)))

    @property
    def rational(self) -> bool:
        """No player gains by a change at one information set, given the beliefs."""
        return self.gain <= (0 if self.exact else TOLERANCE)

    @property
    def sequential(self) -> bool | None:
        """Whether it is a sequential equilibrium; None where that is undecided."""
        return False if not self.rational else self.consistent

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        if not self.rational:
            given = "whatever the beliefs" if self.hopeless else "with these beliefs"
            return f"not a sequential equilibrium: {given}, a player gains by another move"
        if self.consistent is None:
            return "undecided: beliefs justify every move, but the search for consistent ones was not completed"
        if self.conflict:
            return "not a sequential equilibrium: no consistent beliefs justify what is played"
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
    'not a sequential equilibrium: with these beliefs, a player gains by another move'
    """
    _, form, tree, strategies = judged_strategies(what, profile)
    trembles = what.listing.trembles if isinstance(what, Solution) and profile is None else None
    if trembles is not None and not all((t.share > 0).all() for t in trembles):
        trembles = None  # strategies without mistakes
    return assess(ContinuationValues(form, tree, strategies), trembles, beliefs)


def judged_strategies(
    what: Solution | Game, profile: Profile | None
) -> tuple[Game, SequenceForm, Tree, tuple[Behaviour, ...]]:
    """What there is to judge: the game, its sequence form and tree, and the strategies; an error where it cannot be."""
    game = what if isinstance(what, Game) else what.game
    if game is None:
        raise GalakitError(
            "a solution that was read from a file has no tree to judge it on",
            hint="give the game, and {player: solution.strategy(player)} as the profile",
            id="GK510",
        )
    form, tree, size = game.unfolded
    if not form.perfect_recall:
        raise GalakitError("an assessment needs perfect recall: some player forgets what they did or knew", id="GK645")
    if tree is None or size.nodes > LIMIT_NODES:
        raise GalakitError(
            f"the tree has {size.nodes:,} nodes, and assessments are for up to {LIMIT_NODES:,}", id="GK645"
        )
    if profile is not None:
        return game, form, tree, behaviours(form, profile)
    if isinstance(what, Game):
        raise GalakitError("there is nothing to judge: a game needs a profile", hint="solve it first", id="GK645")
    return game, form, tree, what.strategies


def assess(
    continuation: ContinuationValues, trembles: Sequence[Trembles] | None = None, given: Given | None = None
) -> Assessment:
    """Judge strategies on the tree, with the beliefs of trembles, with given ones, or with any that are consistent."""
    origin = "from the trembles of the solution"
    if trembles is None:
        origin = "by Bayes' rule, elsewhere as if all mistakes were equally likely"
        trembles = [_equal_mistakes(s) for s in continuation.strategies]
    belief = continuation.beliefs(trembles)
    if given is not None:
        belief = _with_given(continuation, belief, given)
        origin = "as given, elsewhere " + origin
        kept = consistent(continuation.form, continuation.tree, continuation.probability, belief)
        return _judged(continuation, belief, origin, kept)
    first = _judged(continuation, belief, origin, True)
    if first.rational:
        return first
    doubtful = [s for s in first.sets if s.gain > (0 if continuation.exact else TOLERANCE)]
    found = None
    if not any(s.reached for s in doubtful):
        found = justifying_beliefs(continuation, belief, [s.information_set for s in doubtful])
    if found is None:
        return replace(first, hopeless=True)
    justified = "by Bayes' rule, elsewhere such that they justify what is played"
    if continuation.tree.nodes > LIMIT_TESTED:
        return _judged(continuation, found, justified, None)
    slips = justifying_mistakes(continuation, explain=True)
    if slips.trembles is not None:
        origin = "by Bayes' rule, elsewhere as if some mistakes were likelier than others"
        second = _judged(continuation, continuation.beliefs(slips.trembles), origin, True)
        if second.rational:
            return second
    refuted = slips.trembles is None and slips.decided
    return replace(_judged(continuation, found, justified, False if refuted else None), conflict=slips.conflict)


def is_sequential(continuation: ContinuationValues) -> bool:
    """Whether some consistent beliefs are found that justify the strategies: what `assess` says, but not why."""
    most = 0 if continuation.exact else TOLERANCE
    doubtful = _gains(continuation, continuation.beliefs([_equal_mistakes(s) for s in continuation.strategies])) > most
    if not doubtful.any():
        return True
    if continuation.tree.nodes > LIMIT_TESTED or (doubtful & _reached(continuation)).any():
        return False
    slips = justifying_mistakes(continuation)
    return slips.trembles is not None and bool(
        (_gains(continuation, continuation.beliefs(slips.trembles)) <= most).all()
    )


def _with_given(continuation: ContinuationValues, belief: npt.NDArray[Any], given: Given) -> npt.NDArray[Any]:
    belief = belief.copy()
    form = continuation.form
    for name, table in given.items():
        if name not in form.players:
            raise GalakitError(
                f"there is no player {name}", hint="the players are " + ", ".join(form.players), id="GK645"
            )
        for text, numbers in table.items():
            wanted = informative(naming.parsed(text))
            found = [
                i
                for i in form.sets_of(form.players.index(name)).tolist()
                if naming.includes(tuple(naming.normal(f) for f in informative(form.facts(i))), wanted)
            ]
            if len(found) != 1:
                raise GalakitError(f"{len(found)} information sets of {name} include {text}", id="GK645")
            nodes = np.flatnonzero(continuation.set_of == found[0])
            whole = abs(float(sum(numbers)) - 1) < 1e-9
            if len(numbers) != len(nodes) or min(numbers) < 0 or not whole:
                raise GalakitError(
                    f"a belief of {name} at {text} is a probability for each of {len(nodes)} nodes, with the sum 1",
                    id="GK645",
                )
            belief[nodes] = [number(x, continuation.exact) for x in numbers]
    return belief


def _judged(continuation: ContinuationValues, belief: npt.NDArray[Any], origin: str, kept: bool | None) -> Assessment:
    form = continuation.form
    values_of = continuation.move_values(belief)
    expected, best = _expected_and_best(form, continuation.strategies, values_of)
    reached = _reached(continuation)
    beliefs = Beliefs(form, continuation.tree, ())
    judgements = []
    for i in range(form.information_sets):
        player, first = int(form.player[i]), int(form.first_sequence[i])
        values = values_of[player][first : first + int(form.moves_count[i])].tolist()
        nodes = beliefs.nodes(i)
        judgements.append(
            Judgement(
                player=form.players[player],
                information_set=i,
                facts=form.facts(i),
                reached=bool(reached[i]),
                expects=expected[i],
                best=form.moves(i)[max(range(len(values)), key=values.__getitem__)],
                gain=max(best[i] - expected[i], 0),
                belief=tuple(beliefs.belief(n, b) for n, b in zip(nodes.tolist(), belief[nodes].tolist()) if b > 0),
            )
        )
    return Assessment(tuple(judgements), continuation.exact, kept, origin)


def _gains(continuation: ContinuationValues, belief: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """[H] what the best move gains over the strategy."""
    expected, best = _expected_and_best(continuation.form, continuation.strategies, continuation.move_values(belief))
    return np.asarray(best - expected)


def _expected_and_best(
    form: SequenceForm, strategies: Sequence[Behaviour], values: Sequence[npt.NDArray[Any]]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """[H] what the mover expects from the strategy, and from the best move."""
    expected, best = (np.empty(form.information_sets, values[0].dtype) for _ in range(2))
    for player, strategy in enumerate(strategies):
        sets = form.sets_of(player)
        if len(sets):
            count = form.moves_count[sets].astype(np.int64)
            own, start = concatenated(form.first_sequence[sets], count), offsets(count)
            expected[sets] = np.add.reduceat(strategy[own] * values[player][own], start)
            best[sets] = np.maximum.reduceat(values[player][own], start)
    return expected, best


def _reached(continuation: ContinuationValues) -> npt.NDArray[np.bool_]:
    """[H] whether play gets to an information set without mistakes."""
    tree, set_of = continuation.tree, continuation.set_of
    possible = np.ones(tree.nodes, bool)
    for level in tree.levels()[1:]:
        possible[level] = possible[tree.parent[level]] & (continuation.probability[level] > 0)
    reached = np.zeros(continuation.form.information_sets, bool)
    reached[set_of[possible & (set_of >= 0)]] = True
    return reached


def _equal_mistakes(strategy: Behaviour) -> Trembles:
    mistake = strategy == 0
    share = strategy.copy()
    share[mistake] = number(1, strategy.dtype == object)
    return Trembles(share, mistake.astype(np.int64))
