"""The method `best`: the best and the worst equilibria, against all extreme ones and known games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solvers.selection import programme

TINY_HANABI = """
game(tiny_hanabi, [players : [a, b], flow : (
    choose(nature, C, member(C, [1, 2])), reveal(a, C), choose(nature, D, member(D, [1, 2])), reveal(b, D),
    choose(a, X, member(X, [1, 2, 3])), reveal(b, played(X)), choose(b, Y, member(Y, [1, 2, 3])),
    pays(C, D, Rows), nth1(X, Rows, Row), nth1(Y, Row, P), outcome([P, P])
)]).
pays(1, 1, [[10, 0, 0], [4, 8, 4], [10, 0, 0]]).
pays(1, 2, [[0, 0, 10], [4, 8, 4], [0, 0, 10]]).
pays(2, 1, [[0, 0, 10], [4, 8, 4], [0, 0, 0]]).
pays(2, 2, [[10, 0, 0], [4, 8, 4], [10, 0, 0]]).
"""
"""Foerster et al. (2019), Bayesian action decoder: speaking by moves is worth 10, ignoring each other 8."""

JURY = """
game(jury, [players : [a, b], flow : (
    choose(nature, G, member(G, [guilty, innocent])),
    choose(nature([right : 7/10, wrong : 3/10]), S, member(S, [right, wrong])), sees(G, S, A), reveal(a, A),
    choose(nature([right : 7/10, wrong : 3/10]), T, member(T, [right, wrong])), sees(G, T, B), reveal(b, B),
    choose(a, X, member(X, [convict, acquit])), choose(b, Y, member(Y, [convict, acquit])),
    verdict(X, Y, V), cost(G, V, P), outcome([P, P])
)]).
sees(G, right, G).
sees(guilty, wrong, innocent).
sees(innocent, wrong, guilty).
verdict(convict, convict, convict) :- !.
verdict(_, _, acquit).
cost(guilty, acquit, P) :- P is -1 / 2.
cost(guilty, convict, 0).
cost(innocent, convict, P) :- P is -1 / 2.
cost(innocent, acquit, 0).
"""
"""Two jurors who both must convict (after Feddersen & Pesendorfer 1998): both always acquitting is an equilibrium."""

SEXES = """
game(sexes, [players : [he, she], flow : (
    choose(he, X, member(X, [opera, fight])), choose(she, Y, member(Y, [opera, fight])), pays(X, Y, P, Q), outcome([P, Q])
)]).
pays(opera, opera, 1, 2) :- !.
pays(fight, fight, 2, 1) :- !.
pays(_, _, 0, 0).
"""


def best(game, prefer):
    return gk.solve(game, "best", prefer=prefer)


@pytest.mark.parametrize(
    ("prefer", "value"), [("welfare", (4, 4)), ("welfare:min", (3, 3)), ("first", (4, 4)), ("second:min", (3, 3))]
)
def test_the_stag_hunt_has_a_good_and_a_bad_equilibrium(prefer, value):
    solution = best(gk.load("stag_hunt"), prefer)
    assert solution.value == value and solution.exact and solution.gap == 0


def test_the_battle_of_the_sexes():
    game = gk.loads(SEXES)
    assert best(game, "he").value == (2, 1) and best(game, "she").value == (1, 2)
    assert best(game, "welfare:min").value == (Fraction(2, 3), Fraction(2, 3))  # the mixed one is worst for both


def test_tiny_hanabi_is_worth_ten():
    solution = best(gk.loads(TINY_HANABI), "welfare")
    assert solution.value == (10, 10) and solution.exact and solution.gap == 0


def test_jurors_who_listen_to_their_evidence_do_better_than_those_who_always_acquit():
    game = gk.loads(JURY)
    values = [best(game, prefer).value[0] for prefer in ("a", "a:min")]
    # Convicting on one's own evidence: wrong if a guilty one has a doubter (1 - 49/100), or an innocent one none (9/100).
    assert values[0] == -Fraction(1, 4) * (Fraction(51, 100) + Fraction(9, 100)) == -Fraction(3, 20)
    assert values[1] <= -Fraction(1, 4)


def test_signalling_separates_where_it_pays():
    """Beer and quiche: in the good equilibrium both have beer, in the bad one quiche (Cho & Kreps 1987)."""
    game = gk.load("beer_quiche")
    assert best(game, "sender").value[0] == Fraction(29, 10)
    assert best(game, "sender:min").value[0] == Fraction(21, 10)


@given(st.integers(0, 2**32), st.sampled_from(["welfare", "welfare:min", "0", "1:min"]))
def test_no_extreme_equilibrium_is_better(seed, prefer):
    """A sum of payoffs is largest at an extreme equilibrium, and `extreme` lists all of them."""
    game = Game(TreeRules(random_tree(seed, players=2, depth=3), "tree"))
    assume(game.form.information_sets > 0 and game.form.perfect_recall and sum(game.form.sequences) <= 16)
    if prefer[0] in "01":
        prefer = game.players[int(prefer[0])] + prefer[1:]
    listed = gk.solve(game, "extreme", exact=True, time_limit=5)
    assume(not listed.warnings)  # all of them were found in time
    what, _, way = prefer.partition(":")
    worth = [
        sum(value) if what == "welfare" else value[game.players.index(what)]
        for value in (one.value for one in (listed, *listed.others))
    ]
    found = best(game, prefer).value
    reached = sum(found) if what == "welfare" else found[game.players.index(what)]
    assert float(reached) == pytest.approx(float(min(worth) if way else max(worth)), abs=1e-6)


def test_what_was_proved_is_told():
    solution = best(gk.load("stag_hunt"), "welfare")
    assert solution.found["the best for welfare"] == "proved: no equilibrium is better"


def test_a_time_limit_leaves_what_was_found_without_proof(monkeypatch):
    found = programme.search
    monkeypatch.setattr(programme, "search", lambda *form, **limits: replace(found(*form, **limits), proved=False))
    solution = gk.solve(gk.load("stag_hunt"), "best", time_limit=60)
    assert solution.value == (4, 4) and solution.gap == 0 and not solution.complete
    assert any("there may be one that is better for welfare" in warning for warning in solution.warnings)


def test_a_time_limit_leaves_any_equilibrium_where_none_were_compared(monkeypatch):
    found = programme.search
    monkeypatch.setattr(programme, "search", lambda *form, **limits: replace(found(*form, **limits), plans=None))
    solution = gk.solve(gk.load("stag_hunt"), "best", prefer="first:min", time_limit=60)
    assert solution.gap == 0 and not solution.complete
    assert any("there may be one that is worse for first" in warning for warning in solution.warnings)


def test_no_equilibrium_of_several_players_is_better_than_the_best_correlated_one():
    game = gk.loads('NFG 1 R "Meet" { "a" "b" "c" } { 2 2 2 }\n3 3 3  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  1 1 1')
    solution = gk.solve(game, "best", prefer="welfare")
    assert solution.value == (3, 3, 3) and solution.complete and solution.gap == 0
    assert solution.found["the best for welfare"] == "proved: no equilibrium is better, not even a correlated one"


@pytest.mark.parametrize(
    ("name", "params", "prefer", "said"),
    [
        ("stag_hunt", {}, "third", "name welfare, symmetric, informative, or a player: first, second"),
        ("stag_hunt", {}, "welfare:most", "write welfare:max or :min"),
        ("voting", {}, "informative", "no player has private information to reveal"),
        ("leduc", {"ranks": 6}, "welfare", "sequences, and equilibria are compared up to 3,000"),
    ],
)
def test_what_cannot_be_compared_is_refused(name, params, prefer, said):
    with pytest.raises(gk.GalakitError, match=said):
        best(gk.load(name, **params), prefer)
