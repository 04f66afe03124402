"""Unfolding: the same sequence form as plain recursion gives, compiled or not."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.automaton import END
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.game.walk import walk
from galakit.rules.contract import Step
from game.naive import Naive, described
from game.poker_rules import Poker
from game.random_rules import RandomRules

games = st.builds(
    RandomRules,
    seed=st.integers(0, 10_000),
    number=st.integers(1, 3),
    depth=st.integers(0, 5),
    zero_sum=st.just(False),
)


@given(games)
@example(RandomRules(154, number=3, depth=3, zero_sum=False))
def test_information_sets_are_found_by_what_players_know(rules):
    form, _, _ = unfold(explore(rules))
    for i in range(form.information_sets):
        who, facts = int(form.player[i]), form.facts(i)
        assert form.find(who, facts) == i
        assert form.find(who, (*facts, "nonsense")) is None


@given(games)
@example(RandomRules(154, number=3, depth=3, zero_sum=False))  # equal facts that came on different edges
def test_the_sequence_form_equals_that_of_plain_recursion(rules):
    form, tree, size = unfold(explore(rules))
    naive = Naive(rules)
    sets, leaves = described(form)
    assert sets == naive.sets
    assert leaves == naive.leaves
    assert form.perfect_recall
    assert (form.constant_sum is not None) == (len(naive.sums) == 1)
    assert (size.nodes, size.terminals) == (naive.nodes, naive.terminals) == (tree.nodes, size.terminals)
    assert all(form.find(p, facts) == i for (p, facts), (i, _, _) in sets.items())


@given(games)
def test_the_compiled_walk_equals_the_plain_one_column_by_column(rules):
    automaton = explore(rules)
    nodes, terminals = automaton.nodes
    plain = walk(automaton, nodes, terminals, keep=True, compiled=False)
    quick = walk(automaton, nodes, terminals, keep=True, compiled=True)
    for column in dataclasses.fields(plain):
        assert np.array_equal(getattr(plain, column.name), getattr(quick, column.name)), column.name


@pytest.mark.parametrize(
    "name", ["kuhn", "leduc", "blotto", "three_player_kuhn", "prisoners_dilemma", "imp_model", "signals"]
)
def test_a_small_shipped_game_is_unfolded_the_same_with_and_without_a_compiler(name):
    automaton = gk.load(name).automaton
    nodes, terminals = automaton.nodes
    plain = walk(automaton, nodes, terminals, keep=True, compiled=False)
    quick = walk(automaton, nodes, terminals, keep=True, compiled=True)
    for column in dataclasses.fields(plain):
        assert np.array_equal(getattr(plain, column.name), getattr(quick, column.name)), column.name


def test_tables_that_grow_while_walking_change_nothing():
    automaton = explore(Poker(40))
    nodes, terminals = automaton.nodes
    plain = walk(automaton, nodes, terminals, keep=True, compiled=False)  # starts with room for 64 rows
    quick = walk(automaton, nodes, terminals, keep=True, compiled=True)
    for column in dataclasses.fields(plain):
        assert np.array_equal(getattr(plain, column.name), getattr(quick, column.name)), column.name


@given(games)
def test_without_the_node_table_the_sequence_form_is_the_same(rules):
    automaton = explore(rules)
    form, tree, _ = unfold(automaton, keep_nodes=False)
    again, _, _ = unfold(automaton, keep_nodes=True)
    assert tree is None
    assert described(form) == described(again)


@given(games)
def test_the_tree_is_a_preorder_listing(rules):
    form, tree, size = unfold(explore(rules))
    assert (tree.mover == -2).sum() == size.terminals
    for node in range(tree.nodes):
        children = tree.children(node)
        assert all(tree.parent[c] == node and tree.depth[c] == tree.depth[node] + 1 for c in children)
        ends = [node + 1, *(tree.end[c] for c in children)]
        assert [*children, tree.end[node]] == ends
        assert tree.path(node)[-2:][0] in (tree.parent[node], 0)
        i = tree.information_set[node]
        assert (i >= 0) == (tree.mover[node] >= 0)
        if i >= 0:
            assert tuple(tree.move(c) for c in children) == form.moves(i)
            assert form.player[i] == tree.mover[node]
    assert sorted(np.concatenate(tree.levels()).tolist()) == list(range(tree.nodes))


@pytest.mark.parametrize("cards", [3, 8, 127])
def test_poker_has_the_published_size(cards):
    """Koller & Pfeffer 1997: 4k + 1 sequences for each player; 144,019 nodes for the deck of 127 cards."""
    form, _, size = unfold(explore(Poker(cards)))
    assert size.nodes == 9 * cards * (cards - 1) + 1
    assert size.sequences == [4 * cards + 1] * 2
    assert size.information_sets == [2 * cards] * 2
    assert form.zero_sum and form.exact and form.perfect_recall
    assert size.to_json()["nodes"] == size.nodes


def test_a_tree_over_the_limit_is_refused_with_its_size(monkeypatch):
    monkeypatch.setenv("GALAKIT_SCRATCH", "none")
    with pytest.raises(GalakitError, match=r"55 nodes, more than the limit of 54"):
        unfold(explore(Poker(3)), limit_nodes=54)
    with pytest.raises(
        GalakitError,
        match=r"unfolding the 55 nodes of the game tree needs 0.00\d MB of memory, and 0.001 MB are free(?s:.*)keep_nodes",
    ):
        unfold(explore(Poker(3)), limit_memory=1000)


def test_a_tree_has_as_many_nodes_as_memory_holds_unless_a_limit_is_given(monkeypatch):
    monkeypatch.setenv("GALAKIT_SCRATCH", "none")
    game = gk.load("poker", ranks=80)
    game.keep_nodes, game.limit_memory = False, 600_000_000
    assert game.size().nodes == 56_881
    game = gk.load("poker", ranks=80)
    game.limit_memory = 400_000_000
    with pytest.raises(GalakitError, match=r"needs 50\d MB of memory, and 400 MB are free"):
        game.size()


def test_nodes_are_counted_beyond_what_machine_words_hold():
    class Counting:
        name, players = "counting", ("a",)

        def start(self):
            return Step(Round(0), (), (0,))

        def write(self, thing):
            return str(thing)

    @dataclasses.dataclass(frozen=True)
    class Round:
        number: int

        @property
        def mover(self):
            return END if self.number == 80 else 0

        moves, probabilities = (1, 2), None

        def after(self, index):
            return Step(Round(self.number + 1), (), (0,))

    assert explore(Counting()).nodes == (2**81 - 1, 2**80)


def test_progress_ends_at_the_number_of_nodes():
    calls = []
    unfold(explore(Poker(5)), progress=lambda *call: calls.append(call))
    assert calls[-1] == ("unfolding the tree", 181, 181)


def test_small_games_import_no_compiler(tmp_path):
    import subprocess
    import sys

    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; from game.poker_rules import Poker;"
        "from galakit.game.explore import explore;"
        "from galakit.game.unfold import unfold; unfold(explore(Poker(3)));"
        "assert not {'numba', 'scipy', 'highspy', 'flint'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, *sys.path], check=True)
