"""Quasi-perfect and extensive-form perfect equilibria: optimal also where play never gets."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import uniform
from galakit.solution.certificate import certify
from galakit.solvers.refine import negligible, perturbed

KINDS = ("quasi-perfect", "extensive-perfect")
SEEDS = st.integers(0, 2**32)

# Miltersen & Sørensen (2010): nobody who does not want to lose offers the bet, so what the guesser says is never tested.
GUESS_THE_ACE = """EFG 2 R "Guess the ace" { "Owner" "Guesser" }
p "" 1 1 "offer" { "stay" "offer" } 0
t "" 1 "" { 0, 0 }
c "" 1 "" { "ace" 1/52 "other" 51/52 } 0
p "" 2 1 "guess" { "ace" "other" } 0
t "" 2 "" { -1000, 1000 }
t "" 1
p "" 2 1 "guess" { "ace" "other" } 0
t "" 1
t "" 2
"""

# The second player gets 1 whatever he does if the first one stays, as he should; a blunder lets him choose 10,000 or 2.
BLUNDER = """EFG 2 R "A blunder" { "One" "Two" }
p "" 1 1 "one" { "stay" "blunder" } 0
t "" 1 "" { -1, 1 }
p "" 2 1 "two" { "little" "much" } 0
t "" 2 "" { -2, 2 }
t "" 3 "" { -10000, 10000 }
"""


def zero_sum(seed: int) -> Game:
    game = Game(TreeRules(random_tree(seed, players=2, zero_sum=True), "tree"))
    assume(game.form.information_sets > 0 and game.form.constant_sum is not None)
    return game


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("text", "player", "facts", "move"),
    [(GUESS_THE_ACE, "Guesser", "guess", "other"), (BLUNDER, "Two", "two", "much")],
    ids=["guess the ace", "a blunder"],
)
def test_mistakes_are_taken_advantage_of_though_nobody_makes_them(kind, text, player, facts, move):
    game = gk.loads(text)
    plain, refined = gk.solve(game, "lp").at(player, facts), gk.solve(game, kind).at(player, facts)
    assert plain.reach == refined.reach == 0
    assert refined.probabilities[move] == 1
    assert plain.belief is None and plain.values[move] is None
    assert sum(b.probability for b in refined.belief) == 1
    assert refined.values[move] == max(refined.values.values())


def test_beliefs_after_a_mistake_are_exact():
    here = gk.solve(gk.loads(GUESS_THE_ACE), "quasi-perfect").at("Guesser", "guess")
    assert [b.probability for b in here.belief] == [Fraction(51, 52), Fraction(1, 52)]
    assert here.values == {"ace": Fraction(1000, 52), "other": Fraction(51_000, 52)}


@pytest.mark.parametrize("kind", KINDS)
@given(seed=SEEDS)
def test_a_refined_equilibrium_has_the_value_of_the_game_and_is_sequential(kind, seed):
    game = zero_sum(seed)
    solution = gk.solve(game, kind, exact=True)
    assert solution.exact and solution.gap == 0
    assert solution.value == gk.solve(game, "lp", exact=True).value
    judged = gk.sequential(solution)
    assert judged.exact and judged.sequential and judged.gain == 0


@given(seed=SEEDS)
def test_values_and_beliefs_at_unreached_sets_agree_with_those_found_on_the_tree(seed):
    solution = gk.solve(zero_sum(seed), "quasi-perfect", exact=True)
    for judged in gk.sequential(solution).sets:
        here = solution.situation(judged.information_set)
        assert sum(p * here.values[m] for m, p in here.probabilities.items()) == judged.expects
        assert sorted(b.probability for b in here.belief) == sorted(b.probability for b in judged.belief)
        assert (here.reach > 0) == judged.reached


@pytest.mark.parametrize("kind", KINDS)
@given(seed=SEEDS)
def test_floats_come_near_and_say_what_is_left(kind, seed):
    solution = gk.solve(zero_sum(seed), kind, exact=False)
    assert not solution.exact and solution.gap < 0.05
    assert solution.found["left to gain at an information set"] >= 0


@pytest.mark.parametrize("kind", KINDS)
def test_in_poker_only_the_refined_solution_never_throws_money_away(kind):
    """Section 7.1 of the 1997 paper: what was bet by mistake can be won, and an equilibrium may leave it lying."""
    game = gk.load("poker", ranks=3, cash=4)
    plain, refined = gk.solve(game, "lp"), gk.solve(game, kind)
    assert plain.value == refined.value and plain.gap == refined.gap == 0
    best_hand = "myhand([3]), chose(2), bet(dealer,3)"  # called on after an impossible raise, with the best card
    assert plain.at("gambler", best_hand).probabilities["0"] > 0
    assert refined.at("gambler", best_hand).probabilities["0"] == 0
    assert gk.sequential(plain).sequential is False and gk.sequential(plain).hopeless
    assert gk.sequential(refined).sequential


@given(seed=SEEDS)
def test_of_all_optimal_strategies_the_undominated_one_earns_the_most_against_who_plays_anyhow(seed):
    game = zero_sum(seed)
    form = game.form
    exactly, in_floats = gk.solve(game, "undominated", exact=True), gk.solve(game, "undominated", exact=False)
    assert exactly.exact and exactly.gap == 0 and in_floats.gap < 1e-12
    anyhow = [uniform(form, p) for p in (0, 1)]
    for player in (0, 1):
        earned = []
        for solution in (exactly, in_floats, gk.solve(game, "lp", exact=True), gk.solve(game, KINDS[0], exact=True)):
            plans = [*anyhow]
            plans[player] = np.asarray(solution.listing.plans[player], float)
            earned.append(certify(form, plans).value[player])
        assert min(earned[:2]) >= max(earned) - 1e-6


@pytest.mark.parametrize(("text", "player", "facts", "move"), [(BLUNDER, "Two", "two", "much")])
def test_the_undominated_strategy_takes_what_it_can_get(text, player, facts, move):
    here = gk.solve(gk.loads(text), "undominated").at(player, facts)
    assert here.reach == 0 and here.probabilities[move] == 1 and here.belief is not None


STAG = """
game(stag, [
    players : [a, b],
    flow : (choose(a, M, member(M, [stag, hare])), choose(b, N, member(N, [stag, hare])),
            pays(M, N, X, Y), outcome([X, Y]))
]).
pays(stag, stag, 4, 4). pays(stag, hare, 0, 3). pays(hare, stag, 3, 0). pays(hare, hare, 3, 3).
"""
# The stakes of a call are so much larger than those of a fold that floating point can hardly see the latter.
UNEVEN = """
game(uneven, [
    players : [a, b],
    params : [stake = 1],
    flow : (choose(nature, C, member(C, [1, 2, 3])), reveal(a, C),
            choose(nature, D, (member(D, [1, 2, 3]), D \\= C)), reveal(b, D),
            choose(a, M, member(M, [pass, bet])), reveal(b, M),
            if(M = pass, showdown(C, D, 1),
               (choose(b, N, member(N, [fold, call])),
                if(N = fold, outcome([1, -1]), showdown(C, D, $stake))))),
    showdown(c, d, pays) : if($c > $d, outcome([$pays, -($pays)]), outcome([-($pays), $pays]))
]).
"""


@pytest.mark.parametrize("kind", [*KINDS, "undominated"])
@pytest.mark.parametrize("stake", [10**10 + 1, 10**16 + 1, 10**40 + 1, 10**200 + 1])
def test_payoffs_of_any_size_are_solved_exactly(kind, stake):
    solution = gk.solve(gk.loads(UNEVEN, stake=stake), kind)
    assert solution.exact and solution.gap == 0
    assert solution.value == gk.solve(gk.loads(UNEVEN, stake=stake), "lp").value


@pytest.mark.parametrize("kind", [*KINDS, "undominated"])
@pytest.mark.parametrize("power", [10, 16, 200])
def test_in_floating_point_the_gap_is_a_rounding_error_of_the_payoffs(kind, power):
    text = UNEVEN.replace("outcome([1, -1])", "outcome([$stake, -($stake)])").replace("D, 1)", "D, 2 * $stake)")
    solution = gk.solve(gk.loads(text, stake=10**power), kind, exact=False)
    assert solution.gap <= 1e-14 * 10**power


def test_correlated_equilibria_of_large_payoffs_are_found():
    best = gk.correlate(gk.loads(STAG.replace("4", str(4 * 10**40)).replace("3", str(3 * 10**40))))
    assert best.exact and best.gap == 0 and best.value == (4 * 10**40, 4 * 10**40)


def test_floats_and_fractions_agree_where_the_refinement_is_unique():
    game = gk.load("poker", ranks=8)
    for kind in KINDS:
        exact, near = gk.solve(game, kind, exact=True), gk.solve(game, kind, exact=False)
        assert near.gap < 1e-6 and near.found["left to gain at an information set"] < 1e-6
        assert max(np.abs(a.astype(float) - b).max() for a, b in zip(exact.strategies, near.strategies)) < 1e-5


def test_a_saved_solution_keeps_what_is_played_where_nobody_gets(tmp_path):
    game = gk.loads(GUESS_THE_ACE)
    for name in ("a.json", "a.parquet"):
        gk.solve(game, "quasi-perfect").save(tmp_path / name)
        saved = gk.load_solution(tmp_path / name)
        assert saved.at("Guesser", "guess").probabilities["other"] == 1
        profile = {player: saved.strategy(player) for player in saved.players}
        assert gk.sequential(game, profile).sequential


def test_where_exact_numbers_would_be_too_long_floats_are_used_unless_fractions_are_asked_for(monkeypatch):
    monkeypatch.setattr(negligible, "LIMIT_BITS", 20)
    game = gk.load("kuhn")
    assert not gk.solve(game, "extensive-perfect").exact
    with pytest.raises(GalakitError, match="too small to reckon with"):
        gk.solve(game, "extensive-perfect", exact=True)


def test_a_programme_that_would_be_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(perturbed, "LIMIT_TERMS", 100)
    with pytest.raises(GalakitError, match="quasi-perfect needs the fewest"):
        gk.solve(gk.load("kuhn"), "extensive-perfect")


def test_a_time_limit_is_kept():
    game = gk.load("poker", ranks=32)
    game.form  # noqa: B018 (unfolded, so that only solving is left)
    with pytest.raises(OutOfTime, match="before the linear programme was solved"):
        gk.solve(game, "quasi-perfect", exact=False, time_limit=0.0)


@pytest.mark.parametrize(
    ("name", "method", "reason"),
    [
        ("three_player_kuhn", "quasi-perfect", "has 3 player"),
        ("stag_hunt", "extensive-perfect", "needs a constant sum"),
        ("monty_hall", "extensive-perfect", "has 1 player"),
    ],
)
def test_other_games_are_refused_with_the_reason(name, method, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.solve(gk.load(name), method)


MANY_MOVES = """NFG 1 R "Many moves" { "Row" "Column" } { { "top" "bottom" } { %s } }
%s"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("exact", [True, False])
def test_many_moves_leave_room_for_mistakes(kind, exact):
    names = " ".join(f'"m{k}"' for k in range(60))
    numbers = " ".join(f"{k % 7 - row} {row - k % 7}" for k in range(60) for row in (0, k % 2))
    assert gk.solve(gk.loads(MANY_MOVES % (names, numbers)), kind, exact=exact).gap < 1e-6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("exact", [True, False])
def test_where_nobody_chooses_there_is_nothing_to_refine(kind, exact):
    game = gk.loads('EFG 2 R "Draw" { "A" "B" } c "" 1 "" { "a" 1/2 "b" 1/2 } 0 t "" 1 "" { 1, -1 } t "" 2 "" { 0, 0 }')
    solution = gk.solve(game, kind, exact=exact)
    assert solution.value[0] == Fraction(1, 2) and gk.sequential(solution).sequential


def test_the_refined_strategies_are_those_that_play():
    solution = gk.solve(gk.load("kuhn"), "extensive-perfect")
    result = gk.simulate(solution, 5_000, seed=3)
    assert abs(result.mean[0] + 1 / 18) < 5 * result.error[0]


def test_without_time_undominated_leaves_the_strategies_of_lp():
    game = gk.load("goofspiel")
    assert game.form.constant_sum == 0  # unfolded before the time begins
    found = gk.solve(game, "undominated", time_limit=0.3, exact=False)
    assert not found.complete and "time limit of 0.3 s was reached" in found.warnings[0]
