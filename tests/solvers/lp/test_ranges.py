"""Ranges of optimal strategies: known families, another way to find them, and strategies picked from them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.deadline import OutOfTime
from galakit.game.game import Game
from galakit.solvers.lp import ranges as module


def ends(found, player, facts):
    return {m.move: (m.least, m.most) for m in found.of(player, facts).moves}


def test_kuhns_family_of_optimal_strategies():
    """Kuhn 1950: bluff with probability a up to 1/3, bet the best card with 3a, call in the middle with a + 1/3."""
    found = gk.ranges(gk.load("kuhn"))
    third = Fraction(1, 3)
    assert found.exact and found.complete and found.value == (Fraction(-1, 18), Fraction(1, 18))
    assert ends(found, "first", "card(1)")["bet"] == (0, third)
    assert ends(found, "first", "card(3)")["bet"] == (0, 1)
    assert ends(found, "first", "card(2)")["bet"] == (0, 0)
    assert ends(found, "first", "card(2), chose(pass), bet")["bet"] == (third, 2 * third)
    assert ends(found, "second", "card(1), pass")["bet"] == (third, third)
    assert found.unique("first") is False and found.unique("second") is True


@pytest.mark.parametrize("name", ["matching_pennies", "rock_paper_scissors"])
def test_games_with_one_optimal_strategy_each(name):
    found = gk.ranges(gk.load(name))
    assert found.exact and all(found.unique(player) for player in found.players)


def matrix_game(rows):
    cells = "\n".join(f"worth({i}, {j}, {v})." for i, row in enumerate(rows) for j, v in enumerate(row))
    own, other = (list(range(n)) for n in (len(rows), len(rows[0])))
    return gk.loads(f"""
        game(m, [players : [a, b],
                 flow : (choose(a, I, member(I, {own})), choose(b, J, member(J, {other})),
                         worth(I, J, V), W is -V, outcome([V, W]))]).
        {cells}
        """)


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(-2, 2), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_a_matrix_game_has_the_ranges_of_its_extreme_equilibria(rows):
    game = matrix_game(rows)
    found = gk.ranges(game)
    first = gk.solve(game, "extreme")
    for one in found.sets:
        played = [solution.at(one.player).probabilities for solution in (first, *first.others)]
        for move in one.moves:
            assert move.least == min(p[move.move] for p in played)
            assert move.most == max(p[move.move] for p in played)


@given(st.integers(0, 10_000), st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_strategy_can_be_picked_at_each_end_of_a_range(seed, depth, draw):
    game = Game(RandomRules(seed=seed, depth=depth))
    found, rough = gk.ranges(game, exact=True), gk.ranges(game, exact=False)
    value = gk.solve(game, "lp", exact=True).value
    for one, other in zip(found.sets, rough.sets):
        for move, near in zip(one.moves, other.moves):
            assert near.least == pytest.approx(float(move.least), abs=1e-5)
            assert near.most == pytest.approx(float(move.most), abs=1e-5)
    reached = [one for one in found.sets if one.moves]
    if not reached:
        return
    one = draw.choice(reached)
    move = draw.choice(one.moves)
    for way, end in (("min", move.least), ("max", move.most)):
        for exact in (True, False):
            text = f"{one.player}: {', '.join(one.facts)} = {move.move}:{way}"
            solution = gk.solve(game, "lp", exact=exact, prefer=text)
            assert solution.gap == 0 if exact else solution.gap < 1e-6
            assert solution.value == value if exact else solution.value == pytest.approx([float(v) for v in value])
            share = solution.at(one.player, one.facts).probabilities[move.move]
            assert share == end if exact else share == pytest.approx(float(end), abs=1e-4)


def test_earlier_preferences_count_more():
    kuhn = gk.load("kuhn")
    shy = gk.solve(kuhn, "lp", prefer="first: card(3) = bet:min; first: card(1) = bet:max")
    bold = gk.solve(kuhn, "lp", prefer="first: card(1) = bet:max; first: card(3) = bet:min")
    bets = [[s.at("first", f"card({c})").probabilities["bet"] for c in (1, 3)] for s in (shy, bold)]
    assert bets == [[0, 0], [Fraction(1, 3), 1]]


def test_the_strategy_of_figure_17_bluffs_with_the_lowest_card_as_often_as_any():
    """KP97 figures 17 and 18: the gambler bets very often on a 1, never on the middle cards, and on the high ones."""
    game = gk.load("poker", ranks=8)
    found = gk.ranges(game, players=["gambler"])
    hands = [f"myhand([{card}])" for card in range(1, 9)]
    low, high = (Fraction(1, 4), 1), (0, Fraction(3, 4))
    assert [ends(found, "gambler", hand)["1"] for hand in hands] == [high, high, *[(0, 0)] * 3, low, low, low]
    wanted = ["myhand([1])", "myhand([8])", "myhand([7])"]
    solution = gk.solve(game, "lp", prefer="; ".join(f"gambler: {hand} = 1:max" for hand in wanted))
    bets = [solution.at("gambler", hand).probabilities["1"] for hand in hands]
    assert solution.gap == 0 and bets == [Fraction(3, 4), 0, 0, 0, 0, Fraction(1, 4), 1, 1]


def test_values_of_a_constant_sum_add_up_to_it():
    found = gk.ranges(gk.load("simplified_poker"))
    assert sum(found.value) == 100 and found.value[0] == Fraction(925, 18)


def test_what_is_found_in_time_is_kept(monkeypatch):
    at, asked = module.OptimalStrategies.at, []

    def late(self, information_set):
        asked.append(information_set)
        if len(asked) > 1:
            raise OutOfTime("the time limit was reached", id="GK632")
        return at(self, information_set)

    monkeypatch.setattr(module.OptimalStrategies, "at", late)
    found = gk.ranges(gk.load("kuhn"))
    assert not found.complete and len(found.sets) == 1 and found.unique("second") is None


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("prisoners_dilemma", "not what the other loses"),
        ("three_player_kuhn", "3 players"),
        ("monty_hall", "no opponent"),
    ],
)
def test_other_games_are_refused(name, wanted):
    with pytest.raises(gk.GalakitError, match=wanted) as caught:
        gk.ranges(gk.load(name))
    assert caught.value.diagnostics[0].id == "GK659"


@pytest.mark.parametrize(
    ("prefer", "wanted", "more"),
    [
        ("first: card(1) = bet", "is not understood", {}),
        ("first: card(1)", "is not understood", {}),
        ("third: card(1) = bet:max", "no player third", {}),
        ("first: card(1) = raise:max", "no move raise", {}),
        ("first: card(9) = bet:max", "card", {}),
        ("first: card(1) = bet:max", "left out", {"eliminate": "yes"}),
    ],
)
def test_preferences_that_are_wrong_are_refused(prefer, wanted, more):
    with pytest.raises(gk.GalakitError, match=wanted):
        gk.solve(gk.load("kuhn"), "lp", prefer=prefer, **more)


def test_a_preference_without_effect_is_told():
    solution = gk.solve(gk.load("kuhn"), "lp", prefer="second: card(3) = pass:max; first: card(2) = bet:max")
    (said,) = solution.warnings  # none for card(2): no optimal strategy opens with a bet, but one calls with it
    assert said == "no optimal strategy of second knowing card(3), pass plays pass: the preference has no effect"
