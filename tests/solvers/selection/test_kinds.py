"""Equilibria in which players play alike, and those in which moves reveal most."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk

OPERA = """
game(opera, [players : [ann, bob], flow : (
    choose(ann, A, member(A, [opera, match])), choose(bob, B, member(B, [opera, match])),
    pays(A, B, P, Q), outcome([P, Q]))]).
pays(opera, opera, 2, 1) :- !.
pays(match, match, 1, 2) :- !.
pays(_, _, 0, 0).
"""
"""The battle of the sexes: symmetric if the evenings are exchanged with the players."""

TALK = """
game(talk, [players : [sender, receiver], params : [bias = 1/20, types = 3, most = 6], flow : (
    choose(nature, T, between(1, $types, T)), reveal(sender, T),
    choose(sender, M, between(1, $types, M)), reveal(receiver, said(M)),
    choose(receiver, A, between(2, $most, A)),
    payoff(sender, -(A/2 - T - $bias*$types)*(A/2 - T - $bias*$types)), payoff(receiver, -(A/2 - T)*(A/2 - T)))]).
"""
"""Crawford & Sobel (1982), Strategic information transmission, with few types."""

APART = "two types are told apart with probability"


def test_players_who_play_alike_meet_by_chance_in_the_battle_of_the_sexes():
    found = gk.solve(gk.loads(OPERA), "best", prefer="symmetric")
    assert found.value == (Fraction(2, 3), Fraction(2, 3)) and found.gap == 0
    assert found.at("ann", "").probabilities["opera"] == found.at("bob", "").probabilities["match"] == Fraction(2, 3)


@pytest.mark.parametrize(("prefer", "value"), [("symmetric", 4), ("symmetric:min", 3)])
def test_both_hunt_the_stag_or_the_hare(prefer, value):
    found = gk.solve(gk.load("stag_hunt"), "best", prefer=prefer)
    assert found.value == (value, value)
    assert list(found.strategy(0).values()) == list(found.strategy(1).values())


def test_a_game_of_unlike_players_is_refused():
    with pytest.raises(gk.GalakitError, match="exchanging sender and receiver") as refused:
        gk.solve(gk.load("beer_quiche"), "best", prefer="symmetric")
    assert refused.value.diagnostics[0].id == "GK720"


@pytest.mark.parametrize(("strong", "apart"), [("9/10", 0.0), ("1/10", 0.16)])
def test_beer_and_quiche_pool_where_most_are_strong_and_partly_separate_where_few_are(strong, apart):
    """Cho & Kreps (1987). If one in ten is strong, a weak sender has beer just so often that the receiver is
    indifferent, 1/9, and the strong always do: their breakfasts differ by 8/9, and two senders differ in kind with
    probability 2 * 1/10 * 9/10."""
    found = gk.solve(gk.load("beer_quiche", strong=strong), "best", prefer="informative")
    assert found.found[APART] == pytest.approx(apart) and found.gap == 0


def test_cheap_talk_is_fully_informative_where_interests_are_close_and_babbling_is_the_least():
    game = gk.loads(TALK)
    assert gk.solve(game, "best", prefer="informative").found[APART] == pytest.approx(2 / 3)
    assert gk.solve(game, "best", prefer="informative:min").found[APART] == pytest.approx(0)


@pytest.mark.parametrize(("bias", "most"), [("1/20", 0), ("1/2", Fraction(-1, 4))])
def test_cheap_talk_is_worth_nothing_where_interests_are_far_apart(bias, most):
    """Crawford & Sobel (1982), theorem 1 and corollary 1: with a large bias every equilibrium is worth what babbling is."""
    found = gk.solve(gk.loads(TALK, bias=bias, types=2, most=4), "best", prefer="receiver")
    assert found.value[1] == most and found.gap == 0


def test_a_game_without_private_information_has_nothing_to_reveal():
    with pytest.raises(gk.GalakitError, match="no player has private information") as refused:
        gk.solve(gk.load("stag_hunt"), "best", prefer="informative")
    assert refused.value.diagnostics[0].id == "GK721"


FAR_APART = """
game(far, [players : [ann, bob], flow : (
    choose(ann, A, member(A, [one, two])), choose(bob, B, member(B, [one, two])),
    if(A \\= B, outcome([0, 0]), if(A = one, outcome([10**12, 10**12]), outcome([1/100, 1/100]))))]).
"""


@pytest.mark.parametrize(("prefer", "value"), [("symmetric", 10**12), ("symmetric:min", Fraction(1, 100))])
def test_what_the_integer_programme_takes_for_nothing_is_told(prefer, value):
    found = gk.solve(gk.loads(FAR_APART), "best", prefer=prefer)
    assert found.value == (value, value) and found.gap == 0 and not found.complete
    assert any("takes amounts below 1e+03 for nothing" in warning for warning in found.warnings)
    assert any("not proved" in str(proof) for proof in found.found.values())
