"""Profiles written by hand: tables and functions, what they leave out, and the mistakes people make in them."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.solvers.locks.lock import locked_sets

THIRD = Fraction(1, 3)

# Kuhn 1950, with the first player betting his lowest card a third of the time at most (here never).
FIRST = {"card(1)": "pass", "card(2), chose(pass)": {"bet": THIRD, "pass": 2 * THIRD}, "card(2)": "pass"}
FIRST |= {"card(3), chose(pass)": "bet", "card(3)": "pass"}
SECOND = {
    "card(1), pass": {"bet": THIRD, "pass": 2 * THIRD},
    "card(1), bet": "pass",
    "card(2), pass": "pass",
    "card(2), bet": {"bet": THIRD, "pass": 2 * THIRD},
    "card(3)": "bet",
}


def test_kuhns_equilibrium_is_certified_exactly():
    certificate = gk.certify(gk.load("kuhn"), {"first": FIRST, "second": SECOND})
    assert certificate == gk.Certificate((-Fraction(1, 18), Fraction(1, 18)), (0, 0), True)


def both_ways(table):
    """A table, and the same with its entries in the other order."""
    return table, dict(reversed(table.items()))


@pytest.mark.parametrize(
    ("table", "meant"),
    [
        ({"chose(pass)": "pass", "chose(pass), card(3)": "bet"}, {1: "pass", 2: "pass", 3: "bet"}),
        ({"": "bet", "chose(pass)": "pass", "card(3), chose(pass)": "bet"}, {1: "pass", 2: "pass", 3: "bet"}),
        ({"chose(pass)": "bet", "card(…), chose(pass), bet": "pass"}, {1: "pass", 2: "pass", 3: "pass"}),
        ({"card(…), chose(pass), …": "pass", "card(2), chose(pass), …": "bet"}, {1: "pass", 2: "bet", 3: "pass"}),
        ({"card(…), chose(pass), bet": "pass", "card(1), chose(pass), bet": "bet"}, {1: "bet", 2: "pass", 3: "pass"}),
        ({"chose(pass)": "pass", "card(3)": {"pass": 1, "bet": 0}}, {1: "pass", 2: "pass", 3: "pass"}),
    ],
)
def test_the_entry_that_says_more_counts_whatever_the_order(table, meant):
    game = gk.load("kuhn")
    for own in both_ways(table):
        sets = locked_sets(game.form, {"first": own})
        for card, move in meant.items():
            shares = next(s for (_, facts), s in sets.items() if facts[0] == f"card({card})" and "bet" in facts[1:])
            assert shares == ((1, 0) if move == "pass" else (0, 1))


@pytest.mark.parametrize(
    ("table", "first", "second"),
    [
        ({"bet": "bet", "card(1)": "pass"}, "bet", "card(1)"),
        ({"bet": "bet", "card(1)": {"bet": 0.5, "pass": 0.5}}, "bet", "card(1)"),
        ({"card(…), bet": "pass", "card(3)": "bet"}, "card(…), bet", "card(3)"),
        ({"card(1), …": "pass", "card(…), bet": "bet"}, "card(1), …", "card(…), bet"),
    ],
)
def test_entries_of_which_neither_says_more_are_a_mistake(table, first, second):
    game = gk.load("kuhn")
    for own in both_ways(table):
        with pytest.raises(GalakitError, match="(?s)want something else there.*second knows there: card") as raised:
            gk.certify(game, {"second": own})
        assert f"`{first}`" in str(raised.value) and f"`{second}`" in str(raised.value)
    settled = {"second": table | {"card(1), bet": "pass", "card(3), bet": "bet"}}
    assert gk.certify(game, settled) is not None  # said once more with all facts, there is no doubt


def test_the_same_entry_twice_is_a_mistake_unless_it_says_the_same():
    game = gk.load("kuhn")
    with pytest.raises(GalakitError, match=r"`card\(1\),bet|`card\(1\), bet` is there twice"):
        gk.certify(game, {"second": {"card(1), bet": "pass", "card( 1 ),bet": "bet"}})
    once = gk.certify(game, {"second": {"card(1), bet": "pass"}})
    assert gk.certify(game, {"second": {"card(1), bet": "pass", "card( 1 ),bet": {"pass": 1}}}) == once


def test_an_entry_with_all_a_player_knows_goes_before_one_with_a_part_of_it():
    game = gk.load("kuhn")
    general, special = {"": "bet"}, {"card(1), bet": "pass"}
    assert gk.certify(game, {"second": general | special}) == gk.certify(game, {"second": special | general})


def test_a_function_and_a_table_say_the_same():
    game = gk.load("kuhn")

    def second(facts, moves):
        assert moves == ("pass", "bet") and not any(f.startswith("choosing") for f in facts)
        return SECOND.get(", ".join(facts), SECOND.get(facts[0]))

    assert gk.certify(game, {"first": FIRST, "second": second}) == gk.certify(game, {"first": FIRST, "second": SECOND})


def test_what_a_profile_leaves_out_is_uniform():
    game = gk.load("kuhn")
    nothing = gk.certify(game, {})
    assert nothing == gk.certify(game, {"first": {}, "second": lambda facts, moves: None})
    assert nothing == gk.certify(game, {"first": {"": {"bet": Fraction(1, 2), "pass": Fraction(1, 2)}}})


def test_a_solution_certifies_as_the_profile_it_is():
    solution = gk.solve(gk.load("poker", ranks=4))
    profile = {player: solution.strategy(player) for player in solution.players}
    assert gk.certify(solution.game, profile) == solution.certificate


def test_floats_make_a_certificate_that_is_not_exact():
    certificate = gk.certify(gk.load("matching_pennies"), {"even": {"": {"heads": 0.5, "tails": 0.5}}})
    assert not certificate.exact and certificate.gap == pytest.approx(0)


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"even": {"": "edge"}}, "there is no move edge(.|\n)*even knows there: nothing(.|\n)*heads, tails"),
        ({"even": {"": {"heads": Fraction(1, 2)}}}, "sum to 1/2, not 1"),
        ({"even": {"": {"heads": 2, "tails": -1}}}, "negative"),
        ({"even": {"": {"heads": float("nan"), "tails": 1.0}}}, "sum to nan"),
        ({"even": {"": {"heads": "1/2", "tails": "1/2"}}}, "probability '1/2' is no number"),
        ({"even": {"seen(heads)": "heads"}}, r"no information set of even includes seen\(heads\)"),
        ({"evan": {"": "heads"}}, "there is no player evan(.|\n)*even, odd"),
    ],
)
def test_a_mistake_in_a_profile_is_named(profile, message):
    with pytest.raises(GalakitError, match=message):
        gk.certify(gk.load("matching_pennies"), profile)
