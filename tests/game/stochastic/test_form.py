"""Cycles of states: which games surely end, what players know, and the arrays."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from solvers.stochastic.rules import Table, random_table

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.stochastic.ending import unending
from galakit.lang.gala.rules import GalaRules

ON = [(0, Fraction(1, 2)), (None, Fraction(1, 2))]


def flow(text, more=""):
    return gk.loads(f"game(test, [players : [a, b], {more} flow : {text}]).")


def test_a_game_that_is_interrupted_by_chance_surely_ends():
    assert not unending(Game(random_table(0, 2, 5, at_once=True)).automaton).any()


def test_players_who_can_go_on_for_ever_are_shown_how():
    game = flow(
        "(choose(a, Way, member(Way, [left, right])), reveal(b, Way), if(Way = left, end), "
        "take_turns((choose($player, X, member(X, [pass, stop])), reveal($opponent, X), if(X = stop, end))))"
    )
    with pytest.raises(GalakitError) as caught:
        gk.solve(game)
    (problem,) = caught.value.diagnostics
    assert problem.id == "GK680" and "discount" in problem.hint
    assert problem.notes == ("for ever: a: pass, b: pass", "after a: right")


ROUND = "(choose($player, X, member(X, [pass, stop])), reveal($opponent, X), if(X = stop, end))"


@pytest.mark.parametrize("machine", [False, True])
@pytest.mark.parametrize(
    ("start", "more"),
    [
        ("loop", f"loop : (play_round({ROUND}), loop)"),
        (f"(play_round({ROUND}), flow)", ""),
        ("one", f"one : (play_round({ROUND}, [a]), two), two : (play_round({ROUND}, [b]), if(true, one))"),
        ("one", f"one : (play_round({ROUND}, [a]), two), two : (play_round({ROUND}, [b]), flow)"),
    ],
)
def test_gameflows_that_end_with_a_call_come_round_again(start, more, machine, monkeypatch):
    if machine:
        monkeypatch.setattr(GalaRules, "few", 0)
        monkeypatch.setattr(GalaRules, "patience", 0)
    game = gk.loads(f"game(test, [players : [a, b], flow : {start}{', ' + more if more else ''}]).")
    with pytest.raises(GalakitError) as caught:
        gk.solve(game)
    (problem,) = caught.value.diagnostics
    assert (problem.id, problem.notes) == ("GK680", ("for ever: a: pass, b: pass",))


def test_a_gameflow_that_ends_with_itself_may_be_discounted():
    game = gk.loads(
        "game(test, [players : [a, b], flow : loop(1), loop(n) : (choose(a, X, member(X, [take, wait])), reveal(b, X), "
        "if(X = take, payoff(a, $n), (discount(3/4), loop(3 - $n))))])."
    )
    assert gk.solve(game).value[0] == Fraction(3, 2)  # wait once: 3/4 of 2


def test_a_gameflow_with_something_to_do_behind_its_own_call_keeps_to_the_time_limit():
    game = gk.loads(
        "game(test, [players : [a, b], "
        "flow : loop, loop : (choose(a, X, member(X, [on, off])), reveal(b, X), loop, payoff(a, 1))])."
    )
    with pytest.raises(GalakitError) as caught:
        gk.solve(game, time_limit=0.3)
    assert caught.value.diagnostics[0].id == "GK632"


def test_a_move_of_probability_0_does_not_end_a_game():
    game = flow("repeat((choose(nature([on : 1, off : 0]), X, member(X, [on, off]))), until(X = off))")
    with pytest.raises(GalakitError) as caught:
        gk.solve(game)
    assert caught.value.diagnostics[0].id == "GK680"


@pytest.mark.parametrize("factor", ["-1/2", "3/2", "a"])
def test_a_discount_factor_is_a_number_from_0_to_1(factor):
    with pytest.raises(GalakitError) as caught:
        flow(f"(choose(a, X, member(X, [on, off])), discount({factor}))")
    assert caught.value.diagnostics[0].id == "GK430"


@pytest.mark.parametrize("told", [False, True])
def test_private_information_is_refused(told):
    reveal = "all" if told else "a"
    game = flow(
        f"(choose(nature, T, member(T, [x, y])), reveal({reveal}, T), "
        "repeat((choose(b, X, member(X, [x, y])), reveal(a, X), if(X = T, payoff(b, 1)), discount(1/2)), until(fail)))"
    )
    if told:
        assert gk.solve(game).value == (0, 2)
        return
    with pytest.raises(GalakitError, match="b may have to move") as caught:
        gk.solve(game)
    assert caught.value.diagnostics[0].id == "GK681"


def test_a_player_who_moves_twice_in_a_round_is_refused():
    game = flow(
        "repeat((choose(a, X, member(X, [x, y])), choose(b, Y, member(Y, [x, y])), choose(a, Z, member(Z, [x, y])), "
        "reveal(all, X), reveal(all, Y), reveal(all, Z), if(X = Y, payoff(a, 1)), if(Y = Z, payoff(b, 1)), discount(1/2)), until(fail))"
    )
    with pytest.raises(GalakitError, match="a decides more than once in a round"):
        gk.solve(game)


def test_moves_at_once_are_combined_to_rows():
    rows = {(0, (i, j, k)): ((i, j, k), ON) for i in range(2) for j in range(3) for k in range(2)}
    form = Game(Table("abc", {0: [(0, 2), (1, 3), (2, 2)]}, rows)).stochastic
    assert form.set_player.tolist() == [0, 1, 2] and form.move_first.tolist() == [0, 2, 5, 7]
    stage = form.played[form.played[:, 0] >= 0]
    assert len(stage) == 12 and stage[5].tolist() == [0, 4, 6]
    chance, paid = form.numbers(exact=True)
    assert set(chance.tolist()) == {1, Fraction(1, 2)} and paid.sum(axis=0).tolist() == [6, 12, 6]


def test_discounting_by_chance_is_discounting():
    # 1 now, and 9/10 of what follows, is 10; what is paid after n rounds counts (9/10)^n.
    game = flow("repeat((choose(a, X, member(X, [x])), reveal(b, X), payoff(a, 1), discount(9/10)), until(fail))")
    assert gk.solve(game).value == (10, 0)
    finite = flow("(discount(9/10), discount(1/3), payoff(a, 1), choose(a, X, member(X, [x, y])))")
    assert gk.solve(finite).value == (Fraction(3, 10), 0)


def test_the_form_of_a_game_that_ends_has_no_cycle():
    assert not gk.load("kuhn").automaton.endless and gk.load("pig", goal=2).automaton.endless
    assert np.diff(gk.load("pig", goal=3).stochastic.row_first).max() == 2
