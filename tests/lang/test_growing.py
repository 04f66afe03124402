"""Too many states: the variable that grows for ever is named, and no hint names parameters where there are none."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.errors import GalakitError

TURNS = """game(g, [players : [a, b], variables : [turn = 0, side = left],
    flow : take_turns(move, until($side = done)),
    move : (choose($player, X, member(X, [left, right, done])), reveal($opponent, X), turn gets $turn + 1, side gets X,
            if(($turn > 3, $side = done), outcome(wins($player))))])."""
HISTORY = """game(g, [players : [a], variables : [past = []],
    flow : repeat((choose(a, X, member(X, [go, stop])), past gets [X|$past]), until((X = stop, length($past, N), N > 2)))])."""
TWO = """game(g, [players : [a], variables : [up = 0, down = 0],
    flow : repeat((choose(a, X, member(X, [1, 2, 0])), up gets $up + X, down gets $down - X), until((X = 0, $up > $down)))])."""
LARGE = """game(g, [players : [a], params : [n = 5], flow : (choose(nature, H, permutation([1, 2, 3, 4, 5, 6], H)),
    choose(a, X, between(1, $n, X)), choose(nature, Y, between(1, 6, Y)), choose(a, Z, between(1, 6, Z)),
    if((nth1(Y, H, X), Z = X), outcome([1]), outcome([0])))])."""


def refused(text: str, limit: int = 400) -> GalakitError:
    game = gk.loads(text)
    game.limit_states = limit
    with pytest.raises(GalakitError) as caught:
        game.size()
    assert caught.value.diagnostics[0].id == "GK601"
    return caught.value


@pytest.mark.parametrize(
    ("text", "name"),
    [(TURNS, "`turn`"), (HISTORY, "`past`"), (TWO, "`down`"), (TWO, "`up`")],
)
def test_the_variable_that_grows_is_named(text, name):
    [problem] = refused(text).diagnostics
    assert any(note.startswith(f"{name} reached ") and "grows on" in note for note in problem.notes)
    assert name in problem.hint and "parameters" not in problem.hint and "--limit-states" in problem.hint


def test_it_is_said_how_many_values_it_has_taken():
    text = """game(g, [players : [a], variables : [turn = 0],
        flow : repeat((choose(a, X, member(X, [go, stop])), turn gets $turn + 1), until((X = stop, $turn > 2)))])."""
    [problem] = refused(text, 1_000).diagnostics
    assert problem.notes == ("`turn` reached 1,000 values and grows on; nothing else is new",)


def test_what_is_large_but_does_not_grow_is_not_named():
    [problem] = refused(LARGE).diagnostics
    assert problem.notes == () and problem.hint.startswith("choose smaller parameters; or raise the limit")


def test_a_game_without_parameters_is_not_told_to_choose_some():
    text = LARGE.replace("params : [n = 5],", "").replace("$n", "5")
    error = refused(text)
    assert error.diagnostics[0].hint.startswith("make the rules smaller; or raise the limit")
    assert "make the rules smaller" in str(error) and "parameters" not in str(error)
    game = gk.loads(text)
    game.limit_nodes = 10
    with pytest.raises(GalakitError, match="make the rules smaller") as caught:
        gk.solve(game, "lp")
    assert caught.value.diagnostics[0].id == "GK603" and "parameters" not in str(caught.value)
    with pytest.raises(GalakitError, match="make the rules smaller, or work out less at once"):
        gk.loads(
            "game(g, [players : [a], objects : [deck : 4 * 13], flow : choose(nature, H, deal(deck, 13, H))])."
        ).size()


def test_the_limit_is_set_on_the_game():
    game = gk.load("kuhn")
    game.limit_states = 3
    with pytest.raises(GalakitError, match="game.limit_states in Python"):
        game.size()
    with pytest.raises(GalakitError, match="set it on the game: game.limit_states = N"):
        gk.load("kuhn", limit_states=3)
    text = "game(g, [players : [a], params : [limit_nodes], flow : outcome([$limit_nodes])])."
    assert gk.solve(gk.loads(text, limit_nodes=3)).value == (3,)
