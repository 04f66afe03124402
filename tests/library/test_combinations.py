"""Combinations of things, against itertools where there is something to count."""

from __future__ import annotations

from math import comb, factorial

import pytest

from library.helpers import with_libraries


@pytest.fixture(scope="module")
def combinations():
    rules = """
    match_rank((_, Rank), Rank).
    same_rank((_, Rank), (_, Rank)).
    same_parity(X, Y) :- X mod 2 =:= Y mod 2.
    """
    return with_libraries("combinations", clauses=rules)


HAND = "[(h, 9), (c, 6), (c, 9), (h, 6), (d, 6)]"


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("chain([X, Y]>>(Y =:= X + 1), [1, 2, 3])", 1),
        ("chain([X, Y]>>(Y =:= X + 1), [1, 3])", 0),
        ("checklist([X]>>(X > 0), [1, 2])", 1),
        ("checklist([X]>>(X > 0), [1, 0])", 0),
        ("count([X]>>(X > 1), [1, 2, 3], 2)", 1),
        ("precedes(a, c, [a, b, c])", 1),
        ("precedes(c, a, [a, b, c])", 0),
        ("partition([X, K]>>(K is X mod 2), [1, 2, 3, 4, 5], [[1, 3, 5], [2, 4]])", 1),
        ("partition_profile([X, K]>>(K is X mod 3), [1, 2, 3, 4, 5, 7], [3, 2, 1])", 1),
        (f"partition_profile(match_rank, {HAND}, [3, 2])", 1),
        ("associate([3, 2], T, [([4|_], four), ([3, X|_] : X > 1, full), (_, nothing)]), T == full", 1),
        ("associate([3, 1], T, [([4|_], four), ([3, X|_] : X > 1, full), (_, nothing)]), T == nothing", 1),
        ("associate(z, T, [(a, 1)])", 0),
        ("subset_of(2, [a, b, c, d], S)", 6),
        ("subset_of(2, [a, b, c], S, R)", 3),
        ("subset_of(4, [a, b, c], S)", 0),
        ("subset_up_to(2, [a, b, c, d], S)", 1 + 4 + 6),
        ("multiset_of(3, [1, 2, 3, 4, 5, 6], S)", comb(8, 3)),
        ("arrangement(3, [a, b, c, d], S)", 24),
        ("arrangement(4, [a, b, c, d], S)", factorial(4)),
        ("sequence_of(3, [a, b], S)", 8),
        ("product([[a, b], [1, 2, 3]], T)", 6),
        ("split_up(4, 3, P)", comb(6, 2)),
        ("best([X, V]>>(V is X mod 5), [9, 3, 4], [9, 4])", 1),
    ],
)
def test_combinations(combinations, question, answers):
    assert len(combinations.ask(question)) == answers


@pytest.mark.parametrize("relation", ["match_rank", "same_rank"])
def test_a_partition_by_property_or_by_equivalence_is_the_same(combinations, relation):
    [answer] = combinations.ask(f"detailed_partition({relation}, {HAND}, Classes, Ranks, Sizes)")
    assert answer["Classes"] == "[[(c,6),(h,6),(d,6)],[(h,9),(c,9)]]"
    assert answer["Sizes"] == "[3,2]"
    if relation == "match_rank":
        assert answer["Ranks"] == "[6,9]"


def test_a_relation_that_only_compares_works_too(combinations):
    assert combinations.ask("partition(same_parity, [1, 2, 3, 4], C)") == [{"C": "[[1,3],[2,4]]"}]
