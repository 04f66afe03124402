"""Smaller games: what is found there is an equilibrium of the game itself, for any number of players."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.abstraction.shrink import gameshrink
from galakit.abstraction.signal_tree import signal_tree
from galakit.errors import GalakitError
from galakit.formats.document import InformationSet, Node
from galakit.formats.exporting import lines_of
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm
from galakit.game.realization import behaviour
from galakit.rules.contract import CHANCE
from galakit.solution.certificate import certify
from galakit.solvers.normal.moves import programme_size
from galakit.solvers.shrunk import smaller
from galakit.solvers.shrunk.isomorphic import isomorphic

DRIVER = """EFG 2 R "way home" { "driver" }
p "" 1 1 "" { "on" "off" } 0 p "" 1 1 "" { "on" "off" } 0 t "" 1 "" { 1 } t "" 2 "" { 4 } t "" 3 "" { 0 }"""
SUITS = Path(__file__).with_name("suits.gala")
SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("ranks", [2, 3])
def test_suits_that_do_not_matter_are_merged_for_three_players(ranks):
    """Players know their rank and the moves before: 1, 2 and 4 situations for each rank."""
    small = gk.shrink(gk.load(str(SUITS), ranks=ranks))
    assert small.game.size().information_sets == [ranks, 2 * ranks, 4 * ranks]
    assert small.game.size().nodes < small.whole.size().nodes / 3


def test_an_equilibrium_of_three_players_is_one_of_the_game_with_suits():
    small = gk.shrink(gk.load(str(SUITS)))
    found = gk.solve(small.game, "pure")
    lifted = small.lift(found)
    assert found.gap == 0 and lifted.certificate.gap == 0 and lifted.certificate.exact
    assert lifted.certificate.value == found.value
    open_game = gk.shrink(gk.load("entry_deterrence"))
    assert open_game.lift(gk.solve(open_game.game, "backward")).certificate.gap == 0
    near = gk.solve(small.game, "logit")
    assert small.lift(near).certificate.gap == pytest.approx(near.gap, abs=1e-9)


def test_the_classes_of_leduc_are_those_of_gameshrink():
    """482 rows, from the signal tree and from the sequence form, which share no code."""
    game = gk.load("leduc")
    small = gk.shrink(game)
    assert programme_size(small.game.form)[0] == gameshrink(signal_tree(game.separated)).lp_rows == 482
    lifted = small.lift(gk.solve(small.game, "lp", exact=False))
    assert lifted.certificate.gap < 1e-12 and lifted.certificate.value[0] == pytest.approx(-0.0856064, abs=1e-6)


def with_suits(seed: int, players: int) -> tuple[Game, Game]:
    """A random tree; and the same after chance has drawn a suit, which some players observe and nothing depends on."""
    tree = random_tree(seed, players=players, depth=3)
    told = [player for player in range(players) if seed >> player & 1]
    sets, nodes = list(tree.information_sets), [Node("", len(tree.information_sets), -1), *tree.nodes]
    sets.append(InformationSet(CHANCE, 1_000, "", ("hearts", "spades"), (Fraction(1, 3), Fraction(2, 3))))
    copy = {}
    for k, one in enumerate(tree.information_sets):
        copy[k] = k
        if one.player < 0 or one.player in told:
            copy[k] = len(sets)
            sets.append(one._replace(number=one.number + 500))
    nodes += [node._replace(information_set=copy.get(node.information_set, -1)) for node in tree.nodes]
    suited = replace(tree, information_sets=tuple(sets), nodes=nodes)
    return Game(TreeRules(tree, "tree")), Game(TreeRules(suited, "suited"))


@given(SEEDS, st.integers(1, 3))
def test_every_pure_profile_of_the_smaller_game_has_the_same_values_and_gains_in_the_game_itself(seed, players):
    """The theorem: against strategies that do not distinguish classes, best responses need not, either."""
    plain, game = with_suits(seed, players)
    assume(plain.form.information_sets > 0)
    small = gk.shrink(game)
    assert small.game.size() == gk.shrink(plain).game.size()
    form = small.game.form
    table = NormalForm(form)
    draw = np.random.default_rng(seed)
    for _ in range(5):
        plans = [np.fromiter(map(Fraction, own[draw.integers(len(own))].tolist()), object) for own in table.plans]
        lifted = small.lifted([behaviour(form, p, plan) for p, plan in enumerate(plans)])
        alone = certify(form, plans)
        assert lifted.certificate.value == alone.value and lifted.certificate.gains == alone.gains


@given(SEEDS, st.integers(1, 3))
def test_the_smaller_game_is_as_small_as_it_gets_and_can_be_read_again(seed, players):
    game = Game(TreeRules(random_tree(seed, players=players, depth=4), "tree"))
    assume(game.form.information_sets > 0)
    small = gk.shrink(game)
    assert small.game.form.information_sets == len(set(isomorphic(game.form).tolist()))
    again = gk.shrink(small.game).game
    assert again.size().nodes == small.game.size().nodes
    assert gk.loads("".join(lines_of(small.game, "efg"))).size() == small.game.size()


def test_what_cannot_be_shrunk_is_refused(monkeypatch):
    with pytest.raises(GalakitError, match="forgets"):
        gk.shrink(gk.loads(DRIVER))
    monkeypatch.setattr(smaller, "LIMIT_NODES", 100)
    with pytest.raises(GalakitError, match="more than 100"):
        gk.shrink(gk.load(str(SUITS)))
