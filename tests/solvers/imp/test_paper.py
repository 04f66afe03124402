"""Blair, Mutchler & van Lent (1996): the values, strategies and prunings they tell of their figures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import galakit as gk

DATA = Path(__file__).parent / "data"
SEARCHES = ["chance-minimax", "imp-minimax", "imp-alpha-beta"]


def solve(name, method, **options):
    return gk.solve(gk.load(DATA / f"{name}.efg"), method, **options)


@pytest.mark.parametrize("method", [*SEARCHES, "pure-optimum", "lp"])
def test_g1_with_perfect_information_has_value_1(method):
    """Section 2.2."""
    solution = solve("g1", method)
    assert solution.value == (1,) and solution.gap == 0 and solution.exact
    assert [max(play, key=play.get) for play in solution.strategy(0).values()] == ["left", "right", "left", "left"]


def test_g2_has_optimum_one_half():
    """Section 2.2."""
    solution = solve("g2", "pure-optimum")
    assert solution.value == (Fraction(1, 2),) and solution.gap == 0
    assert solution.found["no pure strategy gets more than"] == Fraction(1, 2)


@pytest.mark.parametrize("method", SEARCHES)
def test_in_g2_searches_compute_the_wrong_value_and_a_strategy_that_earns_minus_99_halves(method):
    """Sections 2.2 and 5.3."""
    solution = solve("g2", method)
    assert solution.found["value computed"] == 1
    assert solution.value == (Fraction(-99, 2),)
    assert solution.gap == 50  # the certificate says what it is worth: the optimum is 1/2


@pytest.mark.parametrize("method", ["imp-minimax", "imp-alpha-beta", "pure-optimum", "lp"])
def test_with_a_and_b_in_one_information_set_the_value_is_0_by_going_right(method):
    """Section 5.3."""
    solution = solve("g2_blind", method)
    assert solution.value == (0,) and solution.gap == 0
    assert solution.at("player", "AB").probabilities["right"] == 1


def test_imp_minimax_moves_left_in_the_game_of_footnote_21():
    solution = solve("footnote21", "imp-minimax")
    assert solution.at("first", "AB").probabilities["left"] == 1
    assert solution.value == (Fraction(-99, 2), Fraction(99, 2))
    assert solution.certificate.gains == (Fraction(99, 2), 0)


def test_both_pure_equilibria_of_footnote_21_go_right_and_differ_only_where_that_excludes():
    solution = solve("footnote21", "pure", all=True)
    assert solution.found["equilibria in pure strategies"] == 1 and solution.value == (0, 0)
    assert solution.at("first", "AB").probabilities["right"] == 1
    after = solution.at("first", "CD")
    assert after.reach == 0 and len(after.probabilities) == 2


def alternatives(*payoffs):
    """A game of one information set: for each move, the payoffs at its equally likely nodes."""
    cases = len(payoffs[0])
    text = ", ".join(f"[{', '.join(map(str, row))}]" for row in payoffs)
    return gk.loads(
        f"""game(one_set, [players : [player], flow : (
            choose(nature, Case, between(1, {cases}, Case)),
            choose(player, Move, between(1, {len(payoffs)}, Move)),
            nth1(Move, [{text}], Row), nth1(Case, Row, X), outcome([X]))])."""
    )


def test_example_1_prunes_the_last_leaf():
    """Figure 7: (9 + 7) / 2 is more than (2 + 10) / 2."""
    solution = gk.solve(alternatives([9, 7], [2, 10]), "imp-alpha-beta", high=10)
    assert solution.found["leaves examined"] == 3 and solution.value == (8,)


EXAMPLE_2 = """
game(example_2, [players : [player], variables : [case], flow : (
    choose(nature, Case, between(1, 13, Case)), case gets Case,
    choose(player, Move, member(Move, [l, r])),
    if(Move = l, outcome([8]), if(Case = 3, outcome([3]), deeper))),
  deeper : (
    group($case, Group), reveal(player, Group),
    choose(player, Next, member(Next, [l, r])),
    pays($case, Next, X), outcome([X]))]).
group(Case, Group) :- member(Group-Cases, [a-[1,2], b-[4,5,6], c-[7,8], d-[9,10,11,12,13]]), memberchk(Case, Cases), !.
pays(1, l, 0) :- !. pays(2, l, 4) :- !. pays(1, r, 2) :- !. pays(2, r, 4) :- !.
pays(4, l, 4) :- !. pays(5, l, 9) :- !. pays(6, l, 7) :- !. pays(4, r, 4) :- !. pays(5, r, 0) :- !. pays(6, r, 0) :- !.
pays(_, _, 10).
"""


def test_example_2_prunes_the_last_two_information_sets():
    """Figure 8. Besides, the 4 + 9 + 7 of the second set is not needed in full: after the 4 it cannot matter any more."""
    solution = gk.solve(gk.loads(EXAMPLE_2), "imp-alpha-beta", high=10)
    assert solution.value == (8,)
    assert solution.found["leaves examined"] == 13 + 1 + 4 + 2


EXAMPLE_3 = """
game(example_3, [players : [player], variables : [case], flow : (
    choose(nature, Case, between(1, 4, Case)), case gets Case,
    choose(player, Move, member(Move, [l, r])),
    if(Move = l, outcome([8]), if(Case > 2, outcome([10]), second))),
  second : (choose(player, Move, member(Move, [l, r])), if(Move = l, (nth1($case, [7, 0], X), outcome([X])), third)),
  third : (choose(player, Move, member(Move, [l, r])),
    (if(Move = l, nth1($case, [9, 1], X), nth1($case, [2, 10], X)), outcome([X])))]).
"""


def test_example_3_prunes_because_of_a_move_three_levels_above():
    """Figure 9, with two leaves of 10 besides: 2 + 10 is more than 9 + 1 and 7 + 0, but with 20 not more than 4 times 8."""
    solution = gk.solve(gk.loads(EXAMPLE_3), "imp-alpha-beta", high=10)
    assert solution.value == (8,)
    assert solution.found == {"value computed": 8, "leaves examined": 4 + 2 + 2 + 2 + 1, "leaves": 12}


def test_a_bound_below_a_payoff_is_refused():
    with pytest.raises(gk.GalakitError, match="beyond the bounds") as error:
        gk.solve(alternatives([9, 7], [2, 10]), "imp-alpha-beta", high=9)
    assert error.value.diagnostics[0].id == "GK612"


@pytest.mark.parametrize(("game", "reason"), [("three_player_kuhn", "3 players"), ("stag_hunt", "constant sum")])
def test_games_the_search_is_not_for_are_refused_with_the_reason(game, reason):
    with pytest.raises(gk.GalakitError, match=reason):
        gk.solve(gk.load(game), "imp-minimax")
