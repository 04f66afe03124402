"""What libraries read and write is seen: states remember what can still matter, and nothing else."""

from __future__ import annotations

import pytest

import galakit as gk


def states(flow, objects="", variables="", clauses=""):
    text = f"game(g, [players : [a, b], objects : [{objects}], variables : [{variables}], flow : ({flow})]). {clauses}"
    return gk.loads(text).size().states


CHOOSE = "choose(b, M, member(M, [l, r])), outcome([1, -1])"


def test_a_deck_that_is_not_dealt_from_again_is_forgotten():
    assert states(f"choose(nature, C, draw(C)), {CHOOSE}", "deck : 1 * 9") == 3
    assert (
        states(f"choose(nature, C, draw(C)), {CHOOSE.replace('outcome', 'cards_left(deck, _), outcome')}", "deck : 9")
        > 3
    )


def test_one_of_two_decks_is_forgotten_while_the_other_is_kept():
    flow = "choose(nature, C, draw(red, C)), choose(b, D, draw(blue, D)), outcome([1, -1])"
    assert states(flow, "red : deck(9), blue : deck(3)") == 3


def test_a_board_nobody_looks_at_again_is_forgotten():
    flow = f"choose(a, S, empty(S)), place(S, x), {CHOOSE}"
    assert states(flow, "grid_board : array(3, 3)") == 3
    looking = flow.replace("outcome", "if(contains(x, (1, 1)), end, true), outcome")
    assert states(looking, "grid_board : array(3, 3)") == 1 + 9 + 1


def test_names_of_predicates_may_be_data():
    flow = f"choose(nature, C, draw(C)), choose(a, X, member(X, [draw, best, move, place])), if(X = draw, outcome(draw)), {CHOOSE}"
    assert states(flow, "deck : 9, grid_board : array(2, 2)") == 4


@pytest.mark.parametrize("clauses", [
    "test(K) :- goal_for(K, G), call(G). goal_for(k, gala_val(x, 1)).",
    "test(_) :- G = gala_val(x, 1), call(G).",
    "test(_) :- holds([gala_val(x, 1)]). holds([G]) :- call(G).",
    "test(_) :- once((true ; fail)), findall(V, gala_val(x, V), [1]).",
    "test(_) :- maplist(gala_val(x), [1]).",
])  # fmt: skip
def test_a_goal_made_up_on_the_way_is_seen(clauses):
    flow = "choose(a, N, between(1, 2, N)), x gets N, choose(b, M, between(1, 2, M)), if(test(k), outcome([1, -1]), outcome([-1, 1]))"
    assert states(flow, variables="x = 0", clauses=clauses) == 1 + 2 + 1


def test_open_variables_of_conditions_do_not_multiply_states():
    game = gk.loads(
        "game(g, [players : [a, b], objects : [grid_board : array(2, 2)], "
        "flow : take_turns(mark, unless(done)), done : (\\+ empty(_) -> outcome(draw)), "
        "mark : (choose($player, S, empty(S)), place(S, x))])."
    )
    # The squares taken say whose turn it is: 2^4 positions.
    assert game.size().states == 16


def test_a_thing_cannot_be_put_off_the_board():
    text = "game(g, [players : [a], objects : [grid_board : array(2, 2)], flow : (place((3, 3), x), outcome([0]))])."
    with pytest.raises(gk.GalakitError, match="on a place of this game only") as caught:
        gk.solve(gk.loads(text))
    assert "place((3, 3), x)" in str(caught.value)
