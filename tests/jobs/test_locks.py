"""Locks of orders: what they name in listed games and in those that nobody lists."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.jobs.messages import Lock, Order
from galakit.jobs.solving import locks, solution_of


@pytest.mark.parametrize("method", ["factored", "lp"])
def test_all_facts_name_one_information_set_and_alike_ones_where_that_is_wanted(method):
    game = gk.load("leduc")
    facts = ["private((1,1))", "raise"]
    alone = locks(game, [Lock("second", facts, {"call": 1.0})], method)["second"]
    assert [known[0] for known in alone] == ["private((1,1))"]
    alike = locks(game, [Lock("second", facts, {"call": 1.0}, alike=True)], method)["second"]
    assert [known[0] for known in alike] == ["private((1,1))", "private((2,1))"]


@pytest.mark.parametrize("method", ["factored", "lp"])
def test_an_order_locks_a_range_or_one_hand(method):
    game = gk.load("leduc")
    for lock, count in [(["private(…)", "raise"], 6), (["private((1,1))", "raise"], 1), (["private((1,1))"], 78)]:
        order = Order(game="leduc", method=method, gap=0.5, locks=[Lock("second", lock, {"call": 1.0})])
        solution = solution_of(game, order, None)
        assert solution.found["locked information sets"] == count == len(solution.locked)


def test_a_locked_profile_that_is_not_listed_is_exploited(tmp_path):
    game = gk.load("rhode_island", ranks=4, suits=3)
    profile = tmp_path / "profile.parquet"
    gk.solve(game, "factored", iterations=2).save(profile)
    order = Order(
        game="rhode_island", against="x", as_player="first", locks=[Lock("second", ["hole(…)", "raise"], {"fold": 1.0})]
    )
    solution = solution_of(game, order, str(profile))
    assert solution.certificate.gains[0] == pytest.approx(0, abs=1e-9)
    assert solution.value[0] >= 5  # he always folds to a raise, and the ante is 5


@pytest.mark.parametrize("method", ["factored", "lp"])
def test_one_information_set_goes_before_all_that_is_alike_and_before_a_range(method):
    game = gk.load("leduc")
    range_, one = ["private(…)", "raise"], ["private((2,1))", "raise"]
    given = [
        Lock("second", one, {"fold": 1.0}),
        Lock("second", ["private((1,1))", "raise"], {"raise": 1.0}, alike=True),
        Lock("second", range_, {"call": 1.0}),
    ]
    for order in (given, given[::-1]):
        solution = solution_of(game, Order(game="leduc", method=method, gap=0.5, locks=order), None)
        for hand, move in (("(1,1)", "raise"), ("(2,1)", "fold"), ("(1,3)", "call")):
            assert solution.at("second", f"private({hand}), raise").probabilities[move] == 1


@pytest.mark.parametrize("method", ["factored", "lp"])
def test_locks_of_which_neither_says_more_are_refused(method):
    game = gk.load("leduc")
    for first, second in (
        (Lock("second", ["private((1,1))"], {"call": 1.0}), Lock("second", ["private(…)", "raise"], {"fold": 1.0})),
        (
            Lock("second", ["private((1,1))", "raise"], {"call": 1.0}),
            Lock("second", ["private((1,1))", "raise"], {"fold": 1.0}),
        ),
    ):
        for order in ([first, second], [second, first]):
            with pytest.raises(gk.GalakitError, match="something else"):
                solution_of(game, Order(game="leduc", method=method, gap=0.5, locks=order), None)
