"""The libraries in Gala's own Prolog, against plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galakit.lang.prolog import Prolog
from galakit.lang.prolog.toplevel import load_library

LIBRARY = "galakit.lang.library"


@pytest.fixture(scope="module")
def cards():
    program = Prolog()
    load_library(program.database, LIBRARY, "cards.pl")
    return program


@pytest.fixture(scope="module")
def combinations():
    program = Prolog()
    load_library(program.database, LIBRARY, "combinations.pl")
    return program


def written(hand):
    return "[" + ",".join(f"({s},{r})" for s, r in hand) + "]"


def poker_key(hand):
    """Category and tie-breakers of one to five cards; straights and flushes count from three cards on."""
    ranks = sorted((r for _, r in hand), reverse=True)
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    sizes = [n for n, _ in groups]
    long = len(hand) >= 3
    straight = long and all(a - b == 1 for a, b in pairwise(ranks))
    flush = long and len({s for s, _ in hand}) == 1
    if straight and flush:
        category = 8
    elif sizes[0] == 4:
        category = 7
    elif sizes[:2] == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif sizes[0] == 3:
        category = 3
    elif sizes[:2] == [2, 2]:
        category = 2
    elif sizes[0] == 2:
        category = 1
    else:
        category = 0
    return category, [r for _, r in groups]


DECK = [(s, r) for s in "abcd" for r in range(1, 14)]


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 5).flatmap(lambda n: st.tuples(*[st.permutations(DECK).map(lambda d, n=n: d[:n])] * 2)))
def test_the_strength_of_poker_hands_orders_them_as_the_rules_do(cards, hands):
    one, two = hands
    [answer] = cards.answers(f"strength({written(one)}, S), strength({written(two)}, T)")
    ours = (answer["S"] > answer["T"]) - (answer["S"] < answer["T"])
    a, b = poker_key(one), poker_key(two)
    assert ours == (a > b) - (a < b)
    assert bool(cards.ask(f"beats({written(one)}, {written(two)})")) == (a > b)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("a9 a8 a7 a6 a5", "a4 b4 c4 d4 a1"),
        ("a4 b4 c4 d4 a1", "a3 b3 c3 a2 b2"),
        ("a3 b3 c3 a2 b2", "a9 a8 a7 a6 a3"),
        ("a9 a8 a7 a6 a3", "a9 a8 b7 a6 a5"),
        ("a9 a8 b7 a6 a5", "a9 b9 c9 a2 a1"),
        ("a9 b9 c9 a2 a1", "a9 b9 a8 b8 a1"),
        ("a9 b9 a8 b8 a1", "a9 b9 a8 b7 a1"),
        ("a9 b9 a8 b7 a1", "a9 b8 a7 b5 a1"),
    ],
)
def test_the_categories_of_five_cards_in_order(cards, stronger, weaker):
    one, two = ([(c[0], int(c[1:])) for c in hand.split()] for hand in (stronger, weaker))
    assert cards.ask(f"beats({written(one)}, {written(two)})") and not cards.ask(
        f"beats({written(two)}, {written(one)})"
    )


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("chain([X,Y]>>(Y =:= X + 1), [1,2,3])", 1),
        ("chain([X,Y]>>(Y =:= X + 1), [1,3])", 0),
        ("checklist([X]>>(X > 0), [1,2])", 1),
        ("precedes(a, c, [a,b,c])", 1),
        ("precedes(c, a, [a,b,c])", 0),
        ("partition([X,K]>>(K is X mod 2), [1,2,3,4,5], [[1,3,5],[2,4]])", 1),
        ("partition_profile([X,K]>>(K is X mod 3), [1,2,3,4,5,7], [3,2,1])", 1),
        ("associate([3,2], T, [([4|_], four), ([3,X|_] : X > 1, full), (_, nothing)]), T == full", 1),
        ("associate([3,1], T, [([4|_], four), ([3,X|_] : X > 1, full), (_, nothing)]), T == nothing", 1),
        ("subset_of(2, [a,b,c], S, R)", 3),
    ],
)
def test_combinations(combinations, question, answers):
    assert len(combinations.ask(question)) == answers
