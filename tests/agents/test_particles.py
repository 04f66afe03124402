"""Histories that agree with what a player knows, where players forget; `test_match` has the games of perfect recall."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from formats.random_trees import random_tree
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st
from rules.forgetting import Forgetting

import galakit as gk
from galakit.agents.contract import uniformly
from galakit.agents.particles import consistent
from galakit.agents.search import Search
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.play.hand import Decision

DRIVER = gk.load(Path(__file__).parents[1] / "formats" / "data" / "driver.efg")
# The player sees a card, says something about it, forgets both, and then guesses the card.
FORGETFUL = """EFG 2 R "guess" { "ann" } ""
c "" 1 "" { "king" 3/4 "ace" 1/4 } 0
p "" 1 1 "saw the king" { "hm" "ah" } 0
p "" 1 3 "later" { "ace" "king" } 0
t "" 1 "" { 0 }
t "" 2 "" { 1 }
p "" 1 3 "later" { "ace" "king" } 0
t "" 3 "" { 0 }
t "" 4 "" { 1 }
p "" 1 2 "saw the ace" { "hm" "ah" } 0
p "" 1 3 "later" { "ace" "king" } 0
t "" 5 "" { 1 }
t "" 6 "" { 0 }
p "" 1 3 "later" { "ace" "king" } 0
t "" 7 "" { 1 }
t "" 8 "" { 0 }
"""


def shares(game, information_set):
    """How likely each node of an information set is, if everybody plays uniformly; of those that can be."""
    tree = game.tree
    weight = [1.0] * tree.nodes
    for node in range(tree.nodes):
        state = tree.state[node]
        edges = range(tree.automaton.first[state], tree.automaton.first[state + 1])
        for edge, child in zip(edges, tree.children(node).tolist()):
            chance = tree.automaton.probabilities[tree.automaton.probability[edge]]
            weight[child] = weight[node] * float(chance if tree.automaton.mover[state] < 0 else 1 / len(edges))
    there = [weight[n] for n in range(tree.nodes) if tree.information_set[n] == information_set and weight[n] > 0]
    return sorted(w / sum(there) for w in there)


def check(game):
    form = game.form
    for i in range(form.information_sets):
        wanted = shares(game, i)
        if wanted:
            found = consistent(game.rules, int(form.player[i]), form.facts(i), uniformly, random.Random(1))
            assert sorted(weight for _, weight in found) == pytest.approx(wanted)


def test_the_absent_minded_driver_may_be_at_both_crossings():
    found = consistent(DRIVER.rules, 0, DRIVER.form.facts(0), uniformly, random.Random(1))
    assert [weight for _, weight in found] == pytest.approx([2 / 3, 1 / 3])
    assert found[0][0].state != found[1][0].state


def test_a_forgotten_card_may_be_any_and_search_plays_for_the_likely_one():
    game = gk.loads(FORGETFUL, name="guess.efg")
    facts = ("later", "choosing([ace,king])")
    found = consistent(game.rules, 0, facts, uniformly, random.Random(1))
    assert sorted(weight for _, weight in found) == pytest.approx([1 / 8, 1 / 8, 3 / 8, 3 / 8])
    assert all(Search(game.rules, 100).choose(Decision(0, facts, (), ("ace", "king"))) == "king" for _ in range(5))


def test_what_a_player_did_before_forgetting_is_weighed_by_their_policy():
    def careful(player, facts, moves):
        return [1.0, 3.0]  # turns off with probability 3/4

    found = consistent(DRIVER.rules, 0, DRIVER.form.facts(0), careful, random.Random(1))
    assert [weight for _, weight in found] == pytest.approx([4 / 5, 1 / 5])


@given(st.integers(0, 100_000))
def test_in_random_files_histories_are_those_of_the_information_set(seed):
    check(Game(TreeRules(random_tree(seed, recall=False, depth=4), "tree")))


@given(st.integers(0, 100_000))
def test_in_random_games_with_forgetting_histories_are_those_of_the_information_set(seed):
    game = Game(Forgetting(RandomRules(seed), seed))
    if game.tree.nodes < 2_000:
        check(game)
