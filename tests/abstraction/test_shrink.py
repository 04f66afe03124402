"""GameShrink: the relation, the filters it comes to, and that nothing is lost by them."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.abstraction.filters import everything
from galakit.abstraction.histograms import histograms
from galakit.abstraction.shrink import gameshrink, size
from galakit.abstraction.signal_tree import signal_tree
from galakit.game.game import Game
from galakit.rules.lazy import NotSeparable
from galakit.separated.counting import count
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges
from tests.abstraction.exactly import exact_value
from tests.abstraction.pairwise import exhausted, isomorphic

SMALL = [
    ("kuhn", {"cards": 4}), ("leduc", {"ranks": 3, "suits": 2}), ("leduc", {"ranks": 4, "suits": 1}),
    ("poker", {"ranks": 3, "suits": 2}), ("poker", {"ranks": 6, "cards": 2}), ("liars_dice", {"faces": 3}),
    ("rhode_island", {"ranks": 4, "suits": 1, "raises": 1}), ("stud_poker", {}),
    ("rhode_island", {"ranks": 2, "suits": 2, "raises": 1}),
]  # fmt: skip


def named(case):
    return " ".join([case[0], *(f"{k}={v}" for k, v in case[1].items())])


def same(one, other):
    """Whether two partitions are the same but for names."""
    return len(np.unique(np.stack([one, other]), axis=1).T) == size(one) == size(other)


@pytest.mark.parametrize("case", [*SMALL[:7], SMALL[8]], ids=named)
def test_comparing_shares_of_classes_is_matching_children_pair_by_pair(case):
    tree = signal_tree(gk.load(case[0], **case[1]).separated)
    quick, slow = gameshrink(tree), exhausted(tree)
    assert all(same(a, b) for a, b in zip(quick.parts, slow.parts))


def test_within_a_class_all_signals_are_isomorphic_and_between_classes_none_are():
    tree = signal_tree(gk.load("leduc").separated)
    parts = gameshrink(tree).parts
    for k, part in enumerate(parts):
        for x in range(len(part)):
            for y in range(x):
                assert isomorphic(tree, parts, k, x, y) == (part[x] == part[y])


@pytest.mark.parametrize("case", [SMALL[1], SMALL[2], SMALL[6]], ids=named)
def test_matching_children_whatever_the_other_player_learns_is_comparing_histograms(case):
    tree = signal_tree(gk.load(case[0], **case[1]).separated)
    assert all(same(a, b) for a, b in zip(histograms(tree).parts, exhausted(tree, informed=False).parts))


@pytest.mark.parametrize("case", SMALL, ids=named)
def test_lossless_means_lossless(case):
    """The value with symmetries and GameShrink is, exactly, the value without any shrinking."""
    separated = gk.load(case[0], **case[1]).separated
    group = exchanges(separated)
    expected = exact_value(factor(separated))
    for tree in {id(t): t for t in (signal_tree(separated), signal_tree(separated, group))}.values():
        filtered = gameshrink(tree)
        assert exact_value(factor(separated, tree.group, labels=filtered.labels)) == expected
        assert filtered.lp_rows <= everything(tree).lp_rows <= count(separated).lp_rows


def test_symmetries_come_first_or_not_the_filter_is_the_same():
    separated = gk.load("rhode_island", ranks=3, suits=3).separated
    with_group, without = (gameshrink(signal_tree(separated, g)) for g in (exchanges(separated), ()))
    assert with_group.lp_rows == without.lp_rows
    for key, labels in with_group.labels.items():
        assert same(labels, without.labels[key])


TINY = """
game(jacks_and_kings, [
    players : [one, two],
    objects : [deck : [jack - 1, jack - 2, king - 1, king - 2]],
    variables : [card(one), card(two)],
    flow : (play_round(deal_card),
            choose(one, Stake, member(Stake, [0, 1, 2])),
            rank_of($card(one), Mine), rank_of($card(two), Yours),
            if(Mine = Yours, outcome([0, 0]), if(Mine = king, outcome([Stake, -Stake]), outcome([-Stake, Stake])))),
    deal_card : (choose(nature, Card, deal(deck, 1, [Card])), reveal($player, card(Card)), card($player) gets Card)
]).
rank_of(R - _, R).
"""


def test_two_jacks_and_two_kings_go_from_53_nodes_to_19():
    """Gilpin & Sandholm (2007), figure 1: a card each, and four nodes below every deal."""
    game = gk.loads(TINY)
    tree = signal_tree(game.separated)
    (meeting,) = tree.meetings

    def nodes(filtered):
        one, two = (filtered.parts[k][signals] for k, signals in zip(meeting.levels, meeting.signals))
        deals = len(set(zip(one.tolist(), two.tolist())))
        return 1 + size(filtered.parts[meeting.levels[0]]) + deals * 4

    assert nodes(everything(tree)) == Game(game.rules).size().nodes == 53
    filtered = gameshrink(tree)
    assert nodes(filtered) == 19
    names = [game.separated.signal(tree.levels[0].values).looks(game.separated.world, k) for k in range(4)]
    ranks = ["jack" in str(name) for name in names]
    assert [p == filtered.parts[0][0] for p in filtered.parts[0]] == [r == ranks[0] for r in ranks]


def test_signals_with_different_weights_can_be_isomorphic():
    """A loaded die: what counts is the share of each class of children, not how likely the signal is."""
    text = r"""
game(loaded, [
    players : [a, b],
    flow : (choose(nature([low : 1/6, middle : 1/3, high : 1/2]), C, member(C, [low, middle, high])),
            reveal(a, C),
            choose(nature([yes : 1/4, no : 3/4]), D, member(D, [yes, no])),
            reveal(b, D),
            choose(a, M, member(M, [stop, go])),
            reveal(b, M),
            choose(b, N, member(N, [stop, go])),
            if((M = go, N = go), if((C \= high, D = yes), outcome([1, -1]), outcome([-1, 1])), outcome([0, 0])))
]).
"""
    tree = signal_tree(gk.loads(text).separated)
    assert gameshrink(tree).classes(0) == [2]


def test_other_than_two_players_are_refused():
    with pytest.raises(NotSeparable, match="players"):
        signal_tree(gk.load("imp_model").separated)


@pytest.mark.slow
def test_rhode_island_has_the_classes_and_rows_that_were_published():
    """1,237,238 rows are what histograms alone leave; what can be proved to lose nothing is larger."""
    separated = gk.load("rhode_island").separated
    tree = signal_tree(separated, exchanges(separated))
    filters = [everything(tree), gameshrink(tree), histograms(tree)]
    found = [(f.classes(0), f.classes(1), f.lp_rows) for f in filters]
    assert found == [
        ([13, 325, 9_997], [13, 325, 9_997], 6_889_976),
        ([13, 325, 7_969], [13, 325, 7_969], 5_498_768),
        ([13, 205, 1_774], [13, 205, 1_774], 1_237_238),
    ]
