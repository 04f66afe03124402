"""Our reading of a file is Gambit's, on random games: players, information sets, moves, chances, payoffs."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.helpers import read, write
from formats.random_trees import random_table, random_tree
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.rules.contract import CHANCE, END

gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: there is no other reader to compare with")

SEEDS = st.integers(0, 2**32)


@given(SEEDS, st.booleans())
def test_gambit_reads_the_same_tree(seed, recall):
    document = random_tree(seed, recall=recall)
    theirs = gambit.read_efg(io.BytesIO(write(document).encode()))
    game = Game(TreeRules(document, "tree"))
    form, tree, size = game.unfolded
    assert [p.label for p in theirs.players] == list(game.players)
    assert len(theirs.nodes) == size.nodes
    assert len(theirs.infosets) == sum(size.information_sets)
    assert theirs.is_const_sum == (form.constant_sum is not None)
    assert theirs.is_perfect_recall == form.perfect_recall
    pairs = set()
    for node, other in enumerate(theirs.nodes):  # both in preorder
        mover = int(tree.mover[node])
        if mover == END:
            assert other.is_terminal
            assert tree.payoffs[int(tree.payoff[node])] == gained(theirs, other)
        else:
            edges = range(*tree.automaton.first[tree.state[node] : tree.state[node] + 2].tolist())
            actions = list(other.infoset.actions)
            assert [tree.automaton.moves[int(tree.automaton.move[e])] for e in edges] == [a.label for a in actions]
            if mover == CHANCE:
                chances = [tree.automaton.probabilities[int(tree.automaton.probability[e])] for e in edges]
                assert chances == [Fraction(str(a.prob)) for a in actions]
            else:
                assert other.player.label == game.players[mover]
                pairs.add((int(tree.information_set[node]), (mover, other.infoset.number)))
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def gained(game, node):
    total = [Fraction(0)] * len(game.players)
    while node is not None:
        if node.outcome:  # an object that is false where there is none
            total = [t + Fraction(str(node.outcome[p])) for t, p in zip(total, game.players)]
        node = node.parent
    return tuple(total)


@given(SEEDS)
def test_what_gambit_writes_is_read_as_the_same_game(seed):
    document = random_tree(seed)
    theirs = gambit.read_efg(io.BytesIO(write(document).encode()))
    ours = Game(TreeRules(document, "tree"))
    again = Game(TreeRules(read(theirs.to_efg(), "tree.efg"), "tree"))
    assert again.size() == ours.size()
    assert again.tree.information_set.tolist() == ours.tree.information_set.tolist()
    paid = [[game.tree.payoffs[p] for p in game.tree.payoff.tolist()] for game in (again, ours)]
    assert paid[0] == paid[1]


@given(SEEDS)
def test_gambit_reads_the_same_table(seed):
    table = random_table(seed)
    theirs = gambit.read_nfg(io.BytesIO(write(table).encode()))
    assert [[s.label for s in p.strategies] for p in theirs.players] == [list(own) for own in table.strategies]
    for profile, number in enumerate(table.profiles):
        index, rest = [], profile
        for own in table.strategies:
            index.append(rest % len(own))
            rest //= len(own)
        outcome = theirs[tuple(index)]
        payoffs = table.outcomes[number - 1].payoffs if number else None
        assert (outcome and tuple(Fraction(str(outcome[p])) for p in theirs.players)) == payoffs
