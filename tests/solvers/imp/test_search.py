"""The search against the definitions of the paper written down as they are, on random games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.rules.contract import CHANCE, END
from galakit.solvers.imp.problem import problem
from galakit.solvers.imp.search import search
from solvers.imp.model import imp_model


class Paper:
    """V of figure 6, and Max-Set and Mixed-Set of figure 10, on sets of nodes."""

    def __init__(self, game, high=None):
        self.tree, self.form = game.tree, game.form
        self.high = high
        self.examined = 0
        self.recorded = {}

    def prob(self, nodes):
        return sum((self.tree.reaches[self.tree.reach[x]] for x in nodes), Fraction(0))

    def extend(self, nodes):
        found = []
        for x in nodes:
            found += self.extend(self.tree.children(x).tolist()) if self.tree.mover[x] == CHANCE else [x]
        return found

    def partition(self, nodes):
        leaves = [x for x in nodes if self.tree.mover[x] == END]
        sets = {}
        for x in nodes:
            if self.tree.mover[x] != END:
                sets.setdefault(int(self.tree.information_set[x]), []).append(x)
        return leaves, [sets[i] for i in sorted(sets)]

    def payoff(self, x):
        self.examined += 1
        return self.tree.payoffs[self.tree.payoff[x]][0]

    def move(self, k, nodes):
        return [int(self.tree.children(x)[k]) for x in nodes]

    def moves(self, nodes):
        at = int(self.tree.information_set[nodes[0]])
        return at, int(self.form.moves_count[at]), self.form.player[at] == 1

    def v(self, nodes):
        leaves, sets = self.partition(nodes)
        return sum(self.prob([x]) * self.payoff(x) for x in leaves) + sum(self.v_set(s) for s in sets)

    def v_set(self, nodes):
        at, moves, minimises = self.moves(nodes)
        values = [self.v(self.extend(self.move(k, nodes))) for k in range(moves)]
        best = (min if minimises else max)(values)
        self.recorded[at] = values.index(best)
        return best

    def mixed_set(self, nodes, p):
        total, left = 0, self.prob(nodes)
        leaves, sets = self.partition(nodes)
        for x in [*([y] for y in leaves), *sets]:
            left -= self.prob(x)
            if self.tree.mover[x[0]] == END:
                total += self.prob(x) * self.payoff(x[0])
            else:
                total += self.max_set(x, p - total - self.high * left)
            if total + self.high * left <= p:
                return p
        return total

    def max_set(self, nodes, p):
        best = p
        at, moves, _ = self.moves(nodes)
        for k in range(moves):
            found = self.mixed_set(self.extend(self.move(k, nodes)), best)
            if found > best:
                self.recorded[at] = k
                if found == self.high * self.prob(nodes):
                    return found
                best = found
        return best


def drawn(seed, players, recall):
    return Game(
        TreeRules(random_tree(seed, players=players, recall=recall, depth=5, zero_sum=players == 2, twice=False), "t")
    )


def moves_of(solution):
    return {
        i: int(np.argmax(solution.sheet.probability[solution.sheet.rows(i)].astype(float)))
        for i in range(solution.sheet.information_sets)
    }


@given(st.integers(0, 100_000), st.sampled_from([1, 2]), st.booleans())
def test_imp_minimax_is_v_of_figure_6(seed, players, recall):
    game = drawn(seed, players, recall)
    paper = Paper(game)
    value = paper.v(paper.extend([0]))
    solution = gk.solve(game, "imp-minimax")
    assert solution.found["value computed"] == value
    assert solution.found["leaves examined"] == paper.examined == game.size().terminals
    reached = [i for i in range(solution.sheet.information_sets) if solution.sheet.reach[i] > 0]
    assert all(moves_of(solution)[i] == paper.recorded[i] for i in reached)
    if players == 1 and game.form.perfect_recall:
        assert solution.gap == 0 and solution.value == (value,)


@given(st.integers(0, 100_000), st.booleans(), st.sampled_from([0, 1, Fraction(5, 2)]))
def test_imp_alpha_beta_is_figure_10(seed, recall, above):
    game = drawn(seed, 1, recall)
    tree = game.tree
    high = max(tree.payoffs[p][0] for p in tree.payoff[tree.mover == END]) + above
    paper = Paper(game, high)
    value = paper.mixed_set(paper.extend([0]), -(10**9))
    solution = gk.solve(game, "imp-alpha-beta", high=high)
    assert solution.found["value computed"] == value
    assert solution.found["leaves examined"] == paper.examined
    if game.form.perfect_recall:
        assert solution.gap == 0 and solution.value == (value,)


@given(st.integers(0, 100_000), st.sampled_from([1, 2]), st.booleans(), st.sampled_from([True, False]))
def test_pruning_changes_no_value(seed, players, recall, exact):
    """Theorem 4, and the same with a second player who minimises."""
    game = drawn(seed, players, recall)
    full, pruned = (gk.solve(game, method, exact=exact) for method in ("imp-minimax", "imp-alpha-beta"))
    assert float(pruned.found["value computed"]) == pytest.approx(float(full.found["value computed"]))
    assert pruned.found["leaves examined"] <= full.found["leaves examined"]


@given(st.integers(0, 100_000), st.sampled_from([1, 2]))
def test_with_perfect_information_chance_minimax_finds_an_equilibrium(seed, players):
    document = random_tree(seed, players=players, depth=4, zero_sum=players == 2)
    alone = []
    nodes = []
    for node in document.nodes:  # every node an information set of its own
        if node.information_set >= 0:
            alone.append(document.information_sets[node.information_set]._replace(number=len(alone) + 1))
            node = node._replace(information_set=len(alone) - 1)
        nodes.append(node)
    game = Game(TreeRules(replace(document, information_sets=tuple(alone), nodes=nodes), "t"))
    solution = gk.solve(game, "chance-minimax")
    assert solution.gap == 0 and solution.value[0] == solution.found["value computed"]


@pytest.mark.parametrize("prune", [True, False])
def test_the_compiled_search_does_what_the_plain_one_does(prune):
    payoffs = np.random.default_rng(3).integers(-20, 21, 12**3)
    made = imp_model(3, 4, 4, payoffs, 20)
    plain, quick = (search(made, prune=prune, compiled=compiled) for compiled in (False, True))
    assert (plain.value, plain.examined) == (quick.value, quick.examined)
    assert plain.chosen.tolist() == quick.chosen.tolist()


def test_payoffs_too_long_for_the_machine_are_searched_exactly():
    huge = 10**40
    text = f"game(huge, [players : [a], flow : (choose(a, X, member(X, [{huge}, {huge + 1}])), outcome([X]))])."
    game = gk.loads(text)
    assert problem(game.form, game.tree, 0, huge + 1, exact=True).leaf_weight.dtype == object
    assert gk.solve(game, "imp-alpha-beta").value == (huge + 1,)
