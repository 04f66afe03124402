"""Values, reach and beliefs against a plain recursion over the tree."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.poker_rules import Poker
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

from galakit.game.game import Game
from galakit.game.realization import behaviour, uniform
from galakit.rules.contract import CHANCE, END
from galakit.solution.certificate import certify
from galakit.solution.solution import Solution
from galakit.solution.tree.policy import TreePolicy
from galakit.solvers.solve import solve


def recursed(solution):
    """Per information set: reach, others' reach, and the numerator of each move's value, straight from the rules."""
    rules = solution.game.rules
    strategies = [solution.strategy(p) for p in range(len(rules.players))]
    found = {}

    def value(state, facts, gained, own):
        """Expected payoffs from here; `own` has, per player and for chance (last), the probability of their moves."""
        mover = state.mover
        if mover == END:
            return gained
        moves = state.moves
        if mover == CHANCE:
            shares = list(state.probabilities)
        else:
            labels = [rules.write(m) for m in moves]
            facts = list(facts)
            facts[mover] += (f"choosing([{','.join(labels)}])",)
            shares = list(strategies[mover][facts[mover]].values())
        total = [0] * len(rules.players)
        results = []
        for index, share in enumerate(shares):
            step = state.after(index)
            new = list(facts)
            if mover >= 0:
                new[mover] += (f"chose({labels[index]})",)
            for player, fact in step.observations:
                new[player] += (rules.write(fact),)
            odds = list(own)
            odds[mover] *= share
            result = value(step.state, new, [a + b for a, b in zip(gained, step.payoffs)], odds)
            results.append(result)
            total = [t + share * r for t, r in zip(total, result)]
        if mover >= 0:
            others = 1
            for player, odds in enumerate(own):
                if player != mover:
                    others *= odds
            entry = found.setdefault((mover, facts[mover]), [0, 0, [0] * len(moves)])
            entry[0] += others * own[mover]
            entry[1] += others
            entry[2] = [n + others * r[mover] for n, r in zip(entry[2], results)]
        return total

    opening = rules.start()
    facts = [() for _ in rules.players]
    for player, fact in opening.observations:
        facts[player] += (rules.write(fact),)
    value(opening.state, facts, list(opening.payoffs), [1] * (len(rules.players) + 1))
    return found


def uniformly_played(game):
    form = game.form
    plans = tuple(uniform(form, p, exact=form.exact) for p in range(len(game.players)))
    return Solution(
        name=game.name,
        params={},
        players=game.players,
        method="uniform",
        certificate=certify(form, plans),
        size=game.size(),
        seconds={},
        game=game,
        policy=TreePolicy(game.players, game, plans=plans),
    )


def compare(solution):
    expected = recursed(solution)
    for i in range(solution.sheet.information_sets):
        here = solution.situation(i)
        reach, others, worth = expected.pop((solution.player(here.player), here.facts))
        assert here.reach == pytest.approx(reach, abs=1e-12)
        if others == 0:
            assert set(here.values.values()) == {None}
            assert here.belief is None
        else:
            assert list(here.values.values()) == pytest.approx([w / others for w in worth])
            if here.belief is not None:
                assert sum(b.probability for b in here.belief) == pytest.approx(1)
    assert not expected


@pytest.mark.parametrize("cards", [2, 3, 5])
@pytest.mark.parametrize("exact", [True, False])
def test_values_and_reach_of_a_solution_are_those_of_the_tree(cards, exact):
    compare(solve(Game(Poker(cards)), "lp", exact=exact))


@pytest.mark.parametrize("nodes", [True, False])
def test_without_a_node_table_values_and_reach_are_the_same(nodes):
    compare(solve(Game(Poker(4), keep_nodes=nodes)))


@given(st.integers(0, 10_000))
def test_values_and_reach_of_uniform_play_in_random_games_are_those_of_the_tree(seed):
    game = Game(RandomRules(seed))
    if game.form.perfect_recall:
        compare(uniformly_played(game))


def test_beliefs_follow_bayes_rule():
    """Kuhn's poker: after a bet, the dealer with the middle card weighs the bluff against the strong hand."""
    game = Game(Poker(3))
    solution = uniformly_played(game)
    here = solution.at("dealer", ["('card', 1)", "did_b"])
    assert [(b.probability, b.history) for b in here.belief] == [
        (Fraction(1, 2), (("chance", "(0, 1)"), ("gambler", "bet"))),
        (Fraction(1, 2), (("chance", "(2, 1)"), ("gambler", "bet"))),
    ]


def test_an_unreached_set_has_no_value_and_no_belief():
    solution = solve(Game(Poker(3)), exact=True)
    unreached = [s for s in solution.situations() if s.reach == 0 and s.belief is None]
    for situation in unreached:
        assert set(situation.values.values()) == {None}
        assert sum(situation.probabilities.values()) == 1


def test_without_a_node_table_the_belief_says_why_it_is_missing():
    solution = solve(Game(Poker(3), keep_nodes=False))
    here = solution.situations("gambler")[0]
    assert here.belief is None
    assert "too large" in here.note


def test_the_best_moves_of_an_equilibrium_are_the_ones_played():
    solution = solve(Game(Poker(6)), exact=True)
    for here in solution.situations():
        if here.reach > 0:
            best = max(here.values.values())
            assert all(here.values[m] == best for m, p in here.probabilities.items() if p > 0)


def test_behaviour_of_a_plan_is_a_distribution_everywhere():
    solution = solve(Game(Poker(8)))
    for player in range(2):
        strategy = behaviour(solution.game.form, player, solution.listing.plans[player])
        for level in solution.game.form.levels(player):
            for start, count in zip(level.start, level.count):
                assert sum(strategy[level.sequences[start : start + count]]) == 1
