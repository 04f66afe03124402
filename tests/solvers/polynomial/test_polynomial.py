"""All equilibria of small games of any number of players: textbook games, and another method on random ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.solvers.normal.bimatrix import Bimatrix
from galakit.solvers.normal.extreme import extreme_equilibria
from galakit.solvers.polynomial.search import enumerate_equilibria


def three_pennies():
    """Jordan (1993), Three problems in learning mixed-strategy equilibria: one equilibrium, all mix half and half."""
    tables = np.zeros((3, 2, 2, 2))
    for a, b, c in product(range(2), repeat=3):
        tables[:, a, b, c] = a == b, b == c, c != a
    return list(tables)


def nine():
    """McKelvey & McLennan (1997): nine equilibria, as many regular ones as a game of this size can have."""
    tables = np.zeros((3, 2, 2, 2))
    for at, paid in {(0, 0, 0): (9, 8, 12), (1, 1, 0): (9, 8, 2), (1, 0, 1): (3, 4, 6), (0, 1, 1): (3, 4, 6)}.items():
        tables[(slice(None), *at)] = paid
    return list(tables)


@pytest.mark.parametrize(("tables", "many"), [(three_pennies(), 1), (nine(), 9)])
def test_textbook_games_have_as_many_equilibria_as_is_known(tables, many):
    found = enumerate_equilibria(tables)
    assert len(found.mixed) == many and found.complete and found.isolated


def test_everybody_mixes_half_and_half_in_three_player_matching_pennies():
    (only,) = enumerate_equilibria(three_pennies()).mixed
    assert all(mixed == pytest.approx([0.5, 0.5]) for mixed in only)


@pytest.mark.parametrize("seed", range(8))
def test_two_players_have_the_equilibria_that_vertex_enumeration_finds(seed):
    draw = np.random.default_rng(seed)
    a, b = (draw.integers(0, 10_000, (3, 3)) for _ in range(2))
    expected = extreme_equilibria(Bimatrix(a, b))
    if expected.degenerate:
        pytest.skip("degenerate")
    found = enumerate_equilibria([a.astype(float), b.astype(float)])
    assert found.isolated
    ours = sorted(tuple(np.concatenate(one).round(6)) for one in found.mixed)
    theirs = sorted(
        tuple(np.array([float(w) for mixed in one for w in mixed]).round(6)) for one in expected.equilibria()
    )
    assert ours == theirs


@pytest.mark.parametrize("shape", [(2, 2, 2), (3, 2, 2), (2, 2, 2, 2)])
def test_random_games_have_an_odd_number_of_equilibria(shape):
    """Wilson (1971): almost all games have a finite and odd number."""
    for seed in range(3):
        draw = np.random.default_rng(seed)
        tables = [draw.random(shape) for _ in shape]
        found = enumerate_equilibria(tables)
        assert len(found.mixed) % 2 == 1 and found.isolated
        for one in found.mixed:
            assert max(_gains(tables, one)) < 1e-12


def _gains(tables, mixed):
    """What each player could gain, without the code of the method."""
    for player, table in enumerate(tables):
        worth = table
        for other in reversed(range(len(mixed))):
            if other != player:
                worth = np.tensordot(worth, mixed[other], axes=([other], [0]))
        yield worth.max() - worth @ mixed[player]


MAJORITY = """
game(majority, [players : [ann, bob, cyd], flow : (
    choose(ann, A, member(A, [left, right])), choose(bob, B, member(B, [left, right])),
    choose(cyd, C, member(C, [left, right])), pays(A, B, C, P), outcome([P, P, P]))]).
pays(left, left, left, 1) :- !.
pays(right, right, right, 2) :- !.
pays(_, _, _, 0).
"""


def test_the_method_certifies_each_equilibrium_exactly_where_it_is_rational():
    found = gk.solve(gk.loads(MAJORITY), "polynomial")
    assert [one.exact for one in found] == [True, True, False] and all(one.gap < 1e-12 for one in found)
    assert [one.value for one in found if one.exact] == [(1, 1, 1), (2, 2, 2)]
    assert "other equilibria" not in found.found and "all there are" in found.found["equilibria"]


def test_curves_of_equilibria_are_said_to_be_such():
    """Against the second row both columns are best, and it remains a best response up to some mixture of them."""
    first, second = np.array([[20.0, 24.0], [26.0, 11.0]]), np.array([[36.0, 37.0], [46.0, 46.0]])
    found = enumerate_equilibria([first, second])
    assert found.complete and not found.isolated and len(found.mixed) > 2


def test_games_with_too_many_strategies_are_refused():
    with pytest.raises(gk.GalakitError, match="more choices of supports than"):
        gk.solve(gk.load("three_player_kuhn"), "polynomial")


def test_a_limit_that_leaves_nothing_is_told_apart_from_a_game_without_equilibria_found():
    with pytest.raises(OutOfTime, match="before an equilibrium was found"):
        gk.solve(gk.loads(MAJORITY), "polynomial", time_limit=0)


@pytest.mark.parametrize(
    ("prefer", "value"), [("welfare", (2, 2, 2)), ("bob", (2, 2, 2)), ("symmetric", (2, 2, 2)), ("ann:max", (2, 2, 2))]
)
def test_the_best_equilibrium_of_three_players_is_proved_in_small_games(prefer, value):
    found = gk.solve(gk.loads(MAJORITY), "best", prefer=prefer)
    assert found.value == value
    assert any(str(text).startswith("proved") for text in found.found.values())


def test_the_worst_equilibrium_of_three_players_may_be_irrational():
    worst = gk.solve(gk.loads(MAJORITY), "best", prefer="welfare:min")
    assert worst.value[0] == pytest.approx(2 * (2**0.5 - 1) ** 2)


@pytest.mark.slow
def test_the_best_of_those_found_says_that_others_may_exist():
    best = gk.solve(gk.load("three_player_kuhn"), "best", prefer="a", time_limit=30)  # welfare is constant
    assert any("of those that were found" in text for text in best.warnings)
    assert Fraction(0) <= best.gap < 1e-6
