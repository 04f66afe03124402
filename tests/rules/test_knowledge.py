"""What players know, said once: against the information sets that exploring finds, where players forget as well."""

from __future__ import annotations

from formats.random_trees import random_tree
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.rules.contract import FORGET
from galakit.rules.knowledge import Choosing, Chose, Knowledge, learnt, news, written
from rules.forgetting import Forgetting

SEEDS = st.integers(0, 10_000)
KUHN = gk.load("kuhn").rules


def check(rules):
    """That at every node the mover knows what their information set says."""
    game = Game(rules)
    tree, form = game.tree, game.form
    start = rules.start()
    waiting = [(0, start.state, Knowledge.opening(rules, start))]
    while waiting:
        node, state, known = waiting.pop()
        if state.mover >= 0:
            assert known[state.mover] == form.facts(int(tree.information_set[node]))
        for index, child in enumerate(tree.children(node).tolist()):
            step = state.after(index)
            waiting.append((child, step.state, known.after(rules, state, index, step)))


@given(SEEDS)
def test_everybody_knows_what_exploring_says(seed):
    check(RandomRules(seed))


@given(SEEDS)
def test_who_forgets_knows_what_exploring_says(seed):
    check(Forgetting(RandomRules(seed), seed))


@given(SEEDS)
def test_who_forgets_in_a_file_knows_what_exploring_says(seed):
    check(TreeRules(random_tree(seed, recall=False), "tree"))


def test_the_mover_learns_their_choice_first_and_the_next_one_their_moves_last():
    deal = KUHN.start().state
    first = deal.after(0).state
    bet = first.after(1)
    taught = learnt(bet, first, 1)
    assert taught[0] == (0, Chose(first.moves[1])) and taught[-1] == (1, Choosing(bet.state.moves))
    assert taught[1:-1] == bet.observations
    assert learnt(KUHN.start()) == ()
    assert news(KUHN.write, bet, first, 1) == ((0, "chose(bet)"), (1, "bet"), (1, "choosing([pass,bet])"))


def test_chance_learns_nothing_and_an_end_offers_nothing():
    deal = KUHN.start().state
    assert [type(fact) for _, fact in learnt(deal.after(0), deal, 0)][-1] is Choosing
    last = deal.after(0).state.after(1).state
    assert learnt(last.after(0), last, 0) == ((1, Chose(last.moves[0])),)


def test_kinds_of_facts_are_not_mistaken_for_each_other():
    assert Choosing(("x",)) != Chose(("x",)) != ("x",)
    assert len({Choosing(("x",)), Chose(("x",)), ("x",)}) == 3
    assert written(Choosing(()), str) == "choosing([])"


def test_forgetting_wipes_out_own_choices_and_concerns_nobody_else():
    known = Knowledge.nothing(2).learning([(0, "chose(a)"), (1, "x"), (0, "y")])
    assert known == (("chose(a)", "y"), ("x",))
    assert known.learning([(0, FORGET.value)]) == ((), ("x",))
    assert known.learning([]) == known and hash(known.learning([])) == hash(known)
