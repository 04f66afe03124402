"""Profiles written by hand: tables and functions, what they leave out, and the mistakes people make in them."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk
from galakit.errors import GalakitError

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


def test_of_several_entries_that_fit_the_first_counts():
    game = gk.load("kuhn")
    ambiguous = gk.certify(game, {"second": {"bet": "bet", "card(1)": "pass"}})
    assert ambiguous == gk.certify(game, {"second": {"bet": "bet", "card(1), pass": "pass"}})
    assert ambiguous != gk.certify(game, {"second": {"card(1)": "pass", "bet": "bet"}})


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
