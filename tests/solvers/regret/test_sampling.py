"""Monte Carlo sampling: right on average, the same for the same seed, and no unfolding."""

from __future__ import annotations

import numpy as np
import pytest
from game.poker_rules import Poker
from game.random_rules import RandomRules
from rules.forgetting import Forgetting

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.play.walk import play_by_rules
from galakit.rules.contract import Step
from galakit.solvers.regret.sampling import Sampler, sample
from solvers.regret.reference import Reference, rules_of


@pytest.mark.parametrize("sampling", ["external", "outcome"])
@pytest.mark.parametrize(
    "rules", [Poker(3), RandomRules(18, depth=5), RandomRules(5, number=3, depth=4, zero_sum=False)], ids=str
)
def test_sampled_regrets_are_right_on_average(rules, sampling):
    sampler = Sampler(rules, sampling, seed=1)
    reference = Reference(rules, *rules_of(1)["cfr"])
    for learner in reference.learners:
        learner.start = _Uniform()
    n = 2_500
    sums, squares = {}, {}
    for k in range(n * len(rules.players)):
        for here in sampler._regret:  # forget: every walk starts from uniform strategies
            sampler._regret[here] = [0.0] * len(sampler._regret[here])
        sampler.walk(k % len(rules.players))
        for here, regret in sampler._regret.items():
            sums[here] = sums.get(here, 0.0) + np.array(regret)
            squares[here] = squares.get(here, 0.0) + np.array(regret) ** 2
    found = 0
    for player in range(len(rules.players)):
        for facts, regrets in reference.regrets(player).items():
            [here] = [h for h, p in sampler._player.items() if p == player and sampler.visits.facts(h) == facts]
            error = np.sqrt(squares[here] / n) / np.sqrt(n)
            assert (abs(sums[here] / n - regrets) <= 5 * error + 1e-9).all()
            found += 1
    assert found == len(sums)


class _Uniform(dict):
    """The strategies everybody starts with, whatever he knows."""

    def __missing__(self, facts):
        moves = facts[-1].removeprefix("choosing([").removesuffix("])").split(",")
        return [1 / len(moves)] * len(moves)


@pytest.mark.parametrize(("method", "gap"), [("mccfr-external", 0.03), ("mccfr-outcome", 0.06)])
def test_kuhn_poker_is_learnt_by_sampling(method, gap):
    solution = gk.solve(gk.load("kuhn"), method, iterations=6_000, seed=3)
    assert solution.gap < gap
    assert solution.value[0] == pytest.approx(-1 / 18, abs=gap)
    stopped = gk.solve(gk.load("kuhn"), method, gap=0.1)
    assert stopped.gap <= 0.1 and stopped.warnings == ()


def test_the_same_seed_gives_the_same_strategies():
    rules = gk.load("leduc").rules
    one, same, other = (sample(rules, iterations=20, seed=s).strategies for s in (1, 1, 2))
    assert one == same != other


def test_a_game_too_large_to_unfold_is_sampled_and_played():
    game = gk.load("liars_dice", dice=2)
    with pytest.raises(GalakitError, match="nodes|states"):
        game.limit_nodes = 100_000
        _ = game.form
    found = sample(game.rules, "outcome", iterations=200, seed=1)
    assert found.iterations == 200
    assert all(sum(shares) == pytest.approx(1) for shares in found.strategies.values())
    totals, _ = play_by_rules(game.rules, found.weights, 20, np.random.default_rng(1))
    assert (abs(totals) == 1).all()


def test_time_limits_and_wrong_names_are_heeded():
    rules = gk.load("leduc").rules
    assert sample(rules, iterations=10**9, time_limit=0.2).iterations < 10**9
    with pytest.raises(GalakitError, match="no sampling called magic"):
        sample(rules, "magic")
    with pytest.raises(GalakitError, match="one player"):
        gk.solve(gk.load("monty_hall"), "mccfr-external")
    with pytest.raises(GalakitError, match="never exact"):
        gk.solve(Game(Poker(3)), "mccfr-outcome", exact=True)


@pytest.mark.parametrize("seed", range(8))
def test_who_forgets_is_at_the_information_sets_of_the_game(seed):
    rules = Forgetting(RandomRules(seed, depth=4), seed)
    form = Game(rules).form
    found = sample(rules, "outcome", iterations=200, seed=1)
    assert found.strategies
    assert all(form.find(player, facts) is not None for player, facts in found.strategies)


class Endless:
    """A game that does not end."""

    name, players = "endless", ("a", "b")
    mover, moves, probabilities = 0, ("on",), None

    def start(self):
        return Step(self, (), (0, 0))

    def after(self, index):
        return Step(self, (), (0, 0))

    def write(self, thing):
        return thing


@pytest.mark.parametrize("sampling", ["external", "outcome"])
def test_a_game_without_end_is_an_error_of_its_rules(sampling):
    with pytest.raises(GalakitError, match="did not end within"):
        sample(Endless(), sampling, iterations=1)
