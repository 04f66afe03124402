"""Social dilemmas: dominant strategies, several equilibria, votes that are not sincere."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk


def everybody(game, strategy):
    return gk.certify(game, dict.fromkeys(game.players, strategy))


@pytest.mark.parametrize(("strategy", "value"), [("stag", 4), ("hare", 3)])
def test_the_stag_hunt_has_two_pure_equilibria(strategy, value):
    certificate = everybody(gk.load("stag_hunt"), {"": strategy})
    assert certificate.gap == 0 and certificate.value == (value, value)


def test_the_stag_hunt_has_a_mixed_equilibrium():
    """Indifference: 4 p = 3."""
    mixed = {"": {"stag": Fraction(3, 4), "hare": Fraction(1, 4)}}
    assert everybody(gk.load("stag_hunt"), mixed) == gk.Certificate((3, 3), (0, 0), True)


def test_giving_nothing_is_dominant_and_giving_everything_is_better_for_all():
    game = gk.load("public_goods")
    nothing, everything = everybody(game, {"": 0}), everybody(game, {"": 2})
    assert nothing.gap == 0 and nothing.value == (2, 2, 2)
    assert everything.value == (3, 3, 3) and everything.gains == (1, 1, 1)
    # Dominant: a best response whatever the others do.
    for b in range(3):
        for c in range(3):
            assert gk.certify(game, {"a": {"": 0}, "b": {"": b}, "c": {"": c}}).gains[0] == 0


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_defecting_throughout_is_an_equilibrium_of_the_repeated_dilemma(rounds):
    certificate = everybody(gk.load("prisoners_dilemma", rounds=rounds), {"": "defect"})
    assert certificate.gap == 0 and certificate.value == (rounds, rounds)


def test_the_grim_strategy_is_betrayed_in_the_last_round():
    game = gk.load("prisoners_dilemma", rounds=4)
    certificate = everybody(game, {"did(defect)": "defect", "chose(defect)": "defect", "": "cooperate"})
    assert certificate.value == (12, 12) and certificate.gains == (2, 2)


def sincere(preferences):
    """For the alternative ranked higher, in both ballots."""
    return lambda facts, moves: min(moves, key=preferences.index)


def test_sincere_votes_elect_the_last_alternative_and_are_no_equilibrium():
    """Farquharson 1969: the first voter would rather vote against his favourite in the first ballot."""
    profile = {"first": sincere("abc"), "second": sincere("bca"), "third": sincere("cab")}
    certificate = gk.certify(gk.load("voting"), profile)
    assert certificate.value == (0, 1, 2) and certificate.gains == (1, 0, 0)


def test_sophisticated_votes_elect_the_second_alternative():
    """In the first ballot everybody compares what the alternatives lead to: a loses to c, b beats c."""

    def sophisticated(preferences):
        def vote(facts, moves):
            leads_to = {"a": "c", "b": "b"} if set(moves) == {"a", "b"} and not facts else {m: m for m in moves}
            return min(moves, key=lambda m: preferences.index(leads_to[m]))

        return vote

    profile = {"first": sophisticated("abc"), "second": sophisticated("bca"), "third": sophisticated("cab")}
    certificate = gk.certify(gk.load("voting"), profile)
    assert certificate.gap == 0 and certificate.value == (1, 2, 0)
