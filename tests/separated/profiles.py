"""Profiles of separated games for tests: strategies at random, with and without symmetries, and no solver."""

from __future__ import annotations

import numpy as np

import galakit as gk
from galakit.game.realization import plan_of, without_trembles
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges
from galakit.solution.factored.policy import SeparatedPolicy
from galakit.solution.solution import Solution
from galakit.solution.tree.policy import TreePolicy


def at_random(game, *, symmetric=True, seed=1, form=None):
    """A solution that is not listed, and is none: its strategies are drawn at random, some moves never made."""
    random = np.random.default_rng(seed)
    separated = game.separated
    form = form or factor(separated, exchanges(separated) if symmetric else ())
    strategies = []
    for stage in form.stages:
        own = []
        for side in stage.sides:
            shares = random.random((side.sequences - len(side.entries), side.classes.count)) ** 3
            shares[random.random(shares.shape) < 0.2] = 0
            for first, moves in zip((side.first - len(side.entries)).tolist(), side.moves.tolist()):
                here = shares[first : first + moves]
                here[0] += here.sum(axis=0) == 0
                here /= here.sum(axis=0)
            own.append(shares)
        strategies.append(tuple(own))
    policy = SeparatedPolicy(game.rules, form, strategies)
    return Solution(
        name=game.name, params=dict(game.params), players=game.players, method="factored",
        certificate=policy.certify(), size=None, seconds={}, game=game, policy=policy,
    )  # fmt: skip


def unfolded(solution):
    """The same profile on the tree of the game."""
    game = gk.Game(solution.game.rules, solution.params)
    strategies = solution.policy.strategies(game.form)
    plans = tuple(plan_of(game.form, p, strategy) for p, strategy in enumerate(strategies))
    # Plans say nothing of what is done where their player never gets.
    return Solution(
        name=game.name, params={}, players=game.players, method="tree", certificate=solution.certificate,
        size=game.size(), seconds={}, game=game,
        policy=TreePolicy(
            game.players, game, plans=plans, trembles=tuple(without_trembles(strategy) for strategy in strategies)
        ),
    )  # fmt: skip
