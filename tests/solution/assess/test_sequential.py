"""Sequential equilibria: strategies and beliefs, judged at every information set."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from formats.helpers import DATA
from formats.random_trees import random_tree
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import Trembles
from galakit.solution.assess.sequential import assess
from galakit.solution.tree.continuation_values import ContinuationValues

HORSE = """EFG 2 R "Selten's horse" { "One" "Two" "Three" }
p "" 1 1 "one" { "across" "down" } 0
p "" 2 1 "two" { "across" "down" } 0
t "" 1 "" { 1, 1, 1 }
p "" 3 1 "three" { "left" "right" } 0
t "" 2 "" { 4, 4, 0 }
t "" 3 "" { 0, 0, 1 }
p "" 3 1 "three" { "left" "right" } 0
t "" 4 "" { 3, 3, 2 }
t "" 5 "" { 0, 0, 0 }
"""

# Two asks after L or R, and hands over to Three, who knows as little: what they believe must be the same.
RELAY = """EFG 2 R "Relay" { "One" "Two" "Three" }
p "" 1 1 "one" { "out" "L" "R" } 0
t "" 1 "" { 9, 0, 0 }
p "" 2 1 "two" { "on" "stop" } 0
p "" 3 1 "three" { "l" "r" } 0
t "" 2 "" { 0, 0, 1 }
t "" 3 "" { 0, 0, 0 }
t "" 4 "" { 0, 0, 0 }
p "" 2 1 "two" { "on" "stop" } 0
p "" 3 1 "three" { "l" "r" } 0
t "" 3
t "" 2
t "" 5 "" { 0, -1, 0 }
"""

# Two stops unless L is likely enough, and Three plays r only if R is: but they know the same.
TIED = """EFG 2 R "Tied" { "One" "Two" "Three" }
p "" 1 1 "one" { "out" "L" "R" } 0
t "" 1 "" { 9, 0, 0 }
p "" 2 1 "two" { "on" "stop" } 0
p "" 3 1 "three" { "l" "r" } 0
t "" 2 "" { 0, 2, 1 }
t "" 3 "" { 0, 2, 0 }
t "" 4 "" { 0, 0, 0 }
p "" 2 1 "two" { "on" "stop" } 0
p "" 3 1 "three" { "l" "r" } 0
t "" 5 "" { 0, -3, 0 }
t "" 6 "" { 0, -3, %s }
t "" 7 "" { 0, 0, 0 }
"""
# Two may be here by One's mistake; the way by which chance would lead here has probability 0.
IMPOSSIBLE = """EFG 2 R "Impossible" { "One" "Two" }
c "" 1 "" { "usual" 1 "never" 0 } 0
p "" 1 1 "one" { "out" "L" "R" } 0
t "" 1 "" { 2, 0 }
p "" 2 1 "two" { "l" "r" } 0
t "" 2 "" { 3, 1 }
t "" 3 "" { 0, 0 }
p "" 2 1 "two" { "l" "r" } 0
t "" 4 "" { 3, 0 }
t "" 5 "" { 0, 1 }
p "" 2 1 "two" { "l" "r" } 0
t "" 6 "" { 0, %s }
t "" 7 "" { 0, 0 }
"""
RELAYED = {"One": {"": "out"}, "Two": {"": "on"}, "Three": {"": "r"}}
BEER = {"sender": {"": "beer"}, "receiver": {"beer": "leave", "quiche": "fight"}}


@pytest.mark.parametrize(
    ("one", "two", "three", "verdict"),
    [("down", "across", "left", False), ("across", "across", "right", True)],
)
def test_of_the_equilibria_of_the_horse_one_is_sequential(one, two, three, verdict):
    game = gk.loads(HORSE)
    profile = {"One": {"": one}, "Two": {"": two}, "Three": {"": three}}
    assert gk.certify(game, profile).gap == 0
    judged = gk.sequential(game, profile)
    assert judged.sequential is verdict and judged.exact


def test_the_horse_that_is_not_sequential_says_who_would_rather_do_what():
    judged = gk.sequential(gk.loads(HORSE), {"One": {"": "down"}, "Two": {"": "across"}, "Three": {"": "left"}})
    (two,) = [s for s in judged.sets if s.gain > 0]
    assert (two.player, two.best, two.gain, two.reached) == ("Two", "down", 3, False)
    assert judged.hopeless and "whatever the beliefs" in judged.verdict


def test_beliefs_that_justify_a_threat_are_found():
    judged = gk.sequential(gk.load("beer_quiche"), BEER)
    assert judged.sequential
    (threat,) = [s for s in judged.sets if not s.reached]
    weak = sum(b.probability for b in threat.belief if ("chance", "weak") in b.history)
    assert weak >= Fraction(1, 2)


@pytest.mark.parametrize(
    ("belief", "sequential"), [([0, 1], True), ([Fraction(1, 2), Fraction(1, 2)], True), ([1, 0], False)]
)
def test_given_beliefs_are_judged(belief, sequential):
    judged = gk.sequential(gk.load("beer_quiche"), BEER, beliefs={"receiver": {"quiche": belief}})
    assert judged.sequential is sequential and judged.consistent


def test_a_belief_against_the_rule_of_bayes_is_not_consistent():
    judged = gk.sequential(gk.load("beer_quiche"), BEER, beliefs={"receiver": {"beer": [1, 0]}})
    assert judged.consistent is False


def test_what_chance_never_does_is_not_believed():
    game, out = gk.loads(IMPOSSIBLE % 9), {"One": {"": "out"}, "Two": {"": "r"}}
    judged = gk.sequential(game, out)
    assert judged.sequential
    assert all(b.history[0] == ("chance", "usual") for s in judged.sets for b in s.belief)
    wrong = gk.sequential(gk.loads(IMPOSSIBLE % -9), out, beliefs={"Two": {"two": [0, 0, 1]}})
    assert wrong.rational and wrong.consistent is False
    assert gk.sequential(game, out, beliefs={"Two": {"two": [0, 1, 0]}}).sequential


@pytest.mark.parametrize(
    ("two", "three", "consistent"),
    [([1, 0], [1, 0], True), ([1, 0], [0, 1], False), ([Fraction(1, 3), Fraction(2, 3)], [Fraction(1, 2)] * 2, False)],
)
def test_who_knows_the_same_must_believe_the_same(two, three, consistent):
    beliefs = {"Two": {"two": two}, "Three": {"three": three}}
    assert gk.sequential(gk.loads(RELAY), RELAYED, beliefs=beliefs).consistent is consistent


@pytest.mark.parametrize(("stake", "sequential"), [(1, False), (2, True), (3, True), (Fraction(149, 100), False)])
def test_beliefs_that_are_tied_by_consistency_are_weighed_together(stake, sequential):
    """On needs L to be at least 3/5 likely; r needs R to be at least 1/(1 + stake) likely: both from a stake of 3/2."""
    judged = gk.sequential(gk.loads(TIED % stake), RELAYED)
    assert judged.sequential is sequential and judged.exact
    if not sequential:
        assert "no consistent beliefs justify" in judged.verdict
        assert {judged.sets[i].player for i in judged.conflict} == {"Two", "Three"}


def test_a_stake_at_the_border_leaves_one_belief():
    judged = gk.sequential(gk.loads(TIED % "3/2"), RELAYED)
    assert judged.sequential
    assert all([b.probability for b in s.belief] == [Fraction(3, 5), Fraction(2, 5)] for s in judged.sets[1:])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(0, 2**32))
def test_what_random_mistakes_justify_is_found_to_be_sequential(seed):
    """Best replies to beliefs of random mistakes, a few times over: often a sequential equilibrium, hardly by chance."""
    draw = random.Random(seed)
    game = Game(TreeRules(random_tree(seed, players=3, depth=4), "tree"))
    form, tree, _ = game.unfolded
    assume(form.information_sets > 0)
    strategies = [pure(form, p, lambda first, many: first) for p in range(3)]
    justified = False
    for _ in range(6):
        values = ContinuationValues(form, tree, strategies)
        made = values.move_values(values.beliefs([slips(s, draw) for s in strategies]))
        better = [pure(form, p, best(made[p])) for p in range(3)]
        justified = all((a == b).all() for a, b in zip(better, strategies))
        if justified:
            break
        strategies = better
    judged = assess(ContinuationValues(form, tree, strategies))
    assert judged.sequential is not None
    if justified:
        assert judged.sequential


def pure(form, player, pick):
    strategy = np.full(form.sequences[player], Fraction(0), object)
    strategy[0] = Fraction(1)
    for i in form.sets_of(player).tolist():
        strategy[pick(int(form.first_sequence[i]), int(form.moves_count[i]))] = Fraction(1)
    return strategy


def best(values):
    return lambda first, many: max(range(first, first + many), key=values.__getitem__)


def slips(strategy, draw):
    share = np.array([p or Fraction(draw.randint(1, 9), draw.randint(1, 9)) for p in strategy], object)
    return Trembles(share, np.array([0 if p else draw.randint(1, 3) for p in strategy]))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(0, 2**32))
def test_a_profile_that_gets_everywhere_is_an_equilibrium_exactly_when_it_is_sequential(seed):
    game = Game(TreeRules(random_tree(seed), "tree"))
    assume(game.form.information_sets > 0 and game.form.perfect_recall)
    judged = gk.sequential(game, {})
    assert all(s.reached for s in judged.sets) and judged.consistent
    assert (judged.gain == 0) == (gk.certify(game, {}).gap == 0)
    assert gk.sequential(game, {}, beliefs={}).consistent


def test_what_cannot_be_judged_is_refused_with_the_reason():
    with pytest.raises(GalakitError, match="nothing to judge"):
        gk.sequential(gk.load("kuhn"))
    with pytest.raises(GalakitError, match="perfect recall"):
        gk.sequential(gk.load(DATA / "forgetful.efg"), {})
    with pytest.raises(GalakitError, match="there is no player nobody"):
        gk.sequential(gk.load("beer_quiche"), BEER, beliefs={"nobody": {}})
    with pytest.raises(GalakitError, match="0 information sets of receiver include cake"):
        gk.sequential(gk.load("beer_quiche"), BEER, beliefs={"receiver": {"cake": [1]}})
