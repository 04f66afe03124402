"""Compiled steps do what the interpreter does: the same states, the same steps, the same errors."""

from __future__ import annotations

import numpy as np
import pytest
from games.small import small

import galakit as gk
from galakit.lang.gala import rules as rules_module
from galakit.loading import shipped_names

AT_ONCE, NEVER = -1, 10**9

LATE_CELL = """
game(late, [players : [a, b], variables : [mark],
    flow : (choose(a, X, member(X, [1, 2, 3])), note(X), choose(b, Y, member(Y, [1, 2])), settle_up(Y))
    , note(x) : remember($x)
    , settle_up(y) : (recall(R), Z is R * $y, outcome([Z, -Z]))
]).
remember(X) :- gala_set(noted(X), X).
recall(X) :- between(1, 3, N), catch(gala_val(noted(N), X), _, fail), !.
"""

LOOP = """
game(loop, [players : [a], variables : [sum = 0],
    flow : (choose(a, X, member(X, [0, 3, 7])), left gets X,
            while($left > 0, (sum gets $sum + $left, left gets $left - 1)), outcome([$sum]))]).
"""

OPEN = """
game(open, [players : [a], variables : [shape = none],
    flow : (choose(a, X, member(X, [1, 2])), shape gets f(_, X), choose(a, Y, member(Y, [1, 2])), done(Y))
    , done(y) : (first($shape, N), Z is N * $y, outcome([Z]))]).
first(f(_, N), N).
"""

DIVIDES = """
game(divides, [players : [a, b], variables : [by = 3],
    flow : (choose(a, X, member(X, [1, 2, 3])), by gets $by - X, share(X)),
    share(x) : (Y is $x / $by, outcome([Y, -Y]))]).
"""


def automaton(monkeypatch: pytest.MonkeyPatch, hot: int, source: str) -> gk.Game:
    monkeypatch.setattr(rules_module, "HOT", hot)
    game = gk.loads(source) if "(" in source else small(source)
    assert game.automaton.states
    return game


@pytest.mark.parametrize(
    "source",
    [*sorted(shipped_names(".gala")), LATE_CELL, LOOP, OPEN],
    ids=lambda s: s.split(",")[0].strip(),
)
def test_compiled_and_interpreted_steps_give_the_same_automaton(monkeypatch, source):
    compiled = automaton(monkeypatch, AT_ONCE, source).automaton
    interpreted = automaton(monkeypatch, NEVER, source).automaton
    for column in ("mover", "first", "target", "move", "probability", "gain", "seen", "offered"):
        assert np.array_equal(getattr(compiled, column), getattr(interpreted, column)), column
    assert compiled.observations == interpreted.observations
    assert compiled.gains == interpreted.gains


def test_an_error_in_a_compiled_step_shows_position_state_and_calls(monkeypatch):
    texts = []
    for hot in (AT_ONCE, NEVER):
        with pytest.raises(gk.GalakitError) as caught:
            automaton(monkeypatch, hot, DIVIDES)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]
    assert "zero" in texts[0] and "by = 0" in texts[0] and "in `share(3)`, called at" in texts[0] and ":4:" in texts[0]


def test_states_that_agree_in_what_a_choice_looks_at_share_its_options():
    game = gk.load("liars_dice")
    assert game.automaton.states == 512
    options = {id(s.options) for site in game.rules._sites.values() for s in site.states.values()}
    assert len(options) < 30


def test_options_follow_the_gala_variables_they_depend_on():
    game = gk.loads(
        "game(g, [players : [a], variables : [most = 0, other = 0], flow : ("
        "choose(nature, X, member(X, [1, 2, 3])), most gets X,"
        "choose(nature, Z, member(Z, [5, 6])), other gets Z,"
        "choose(a, Y, between(1, $most, Y)), V is Y * $other, outcome([V]))])."
    )
    automaton = game.automaton
    offers = np.diff(automaton.first)[automaton.mover == 0]
    assert sorted(offers) == [1, 1, 2, 2, 3, 3]


def test_a_constraint_that_repeats_itself_for_ever_is_stopped():
    game = gk.loads("game(g, [players : [a], flow : (choose(a, X, (repeat, X = 1)), outcome([X]))]).")
    game.rules.database.machine.step_limit = 100_000
    with pytest.raises(gk.GalakitError, match="never ends"):
        _ = game.automaton


def test_many_options_do_not_count_as_a_goal_that_never_ends():
    game = gk.loads("game(g, [players : [a], flow : (choose(a, X, between(1, 20000, X)), outcome([X]))]).")
    game.rules.database.machine.step_limit = 15_000
    assert len(game.automaton.target) == 20_000
