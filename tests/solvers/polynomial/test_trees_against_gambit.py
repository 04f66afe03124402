"""Random trees of two to four players: each equilibrium that Gambit finds is among ours.

In a tree many equilibria differ only in what nobody sees, so they come in curves. But if the payoffs at different ends are
unrelated, all equilibria of a curve end the game with the same probabilities (Kreps & Wilson 1982, theorem 2): these are
compared.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.document import Outcome
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game

pytest.importorskip("pygambit", reason="pygambit is not installed: there is nobody to compare with")

ROUTINES = {2: ("enummixed", "lcp", "logit", "gnm"), 3: ("enumpure", "logit", "gnm"), 4: ("enumpure", "logit", "gnm")}


def generic(seed, players, depth=3):
    """A random tree with payoffs of its own at each end."""
    tree, draw = random_tree(seed, players=players, depth=depth), np.random.default_rng(seed)
    outcomes, nodes = [], []
    for node in tree.nodes:
        at = -1
        if node.information_set < 0:
            at = len(outcomes)
            outcomes.append(Outcome(at + 1, "", tuple(Fraction(int(x)) for x in draw.integers(0, 10**6, players))))
        nodes.append(node._replace(outcome=at))
    return Game(TreeRules(replace(tree, outcomes=tuple(outcomes), nodes=nodes), "tree"))


def ends(solution):
    """How likely each end is."""
    form = solution.game.form
    weights = np.array(form.class_reach, float)[form.leaf_class]
    for player, plan in enumerate(solution.policy.plans):
        weights = weights * plan.astype(float)[form.leaf_sequences[player]]
    return weights


SEEDS = [(2, 3, seed) for seed in (2, 4, 5, 11, 13, 16, 17, 18)] + [(3, 3, 18), (3, 3, 24), (3, 3, 36), (4, 3, 38)]


@pytest.mark.parametrize(("players", "depth", "seed"), SEEDS)
def test_what_gambit_finds_in_trees_is_among_our_equilibria(players, depth, seed):
    game = generic(seed, players, depth)
    mine = gk.solve(game, "extreme" if players == 2 else "polynomial")
    ours = np.array([ends(one) for one in mine.equilibria])
    theirs = []
    for routine in ROUTINES[players]:
        try:
            theirs += gk.solve(game, f"gambit:{routine}").equilibria
        except GalakitError:  # a path was lost
            assert routine == "gnm"
    assert len(theirs) > 1
    for one in theirs:
        assert one.gap < 1e-6 * game.form.stakes.max() and np.abs(ours - ends(one)).max(axis=1).min() < 1e-4
