"""Mistakes in a program: found before running where they can be, else at the statement with the state shown."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.errors import Source
from galakit.lang.gala.compile import check

GOOD = "game(g, [players : [a, b], flow : (choose(a, X, member(X, [1, 2])), outcome([X, -X]))])."

STATIC = {
    "no flow": ("game(g, [players : [a], flw : end]).", "no `flow`"),
    "no players": ("game(g, [flow : end]).", "no `players`"),
    "no game": ("p(1).", "no `game(Name"),
    "undeclared variable": (
        "game(g, [players : [a], variables : [debt = 0], flow : payoff(a, $dept)]).",
        "did you mean `$debt`",
    ),
    "unknown statement": ("game(g, [players : [a], flow : (chose(a, X, true))]).", "did you mean `choose`"),
    "wrong arity": ("game(g, [players : [a], flow : choose(a, X)]).", "takes 3 arguments, not 2"),
    "wrong arity of a gameflow": (
        "game(g, [players : [a], flow : f(1), f(x, y) : end]).",
        "takes 2 arguments, not 1",
    ),
    "unknown predicate": (
        "game(g, [players : [a], flow : (choose(a, X, membr(X, [1])), end)]).",
        "did you mean `member`",
    ),
    "unknown predicate in a clause": (
        "game(g, [players : [a], flow : p]). p :- apend([], [], _).",
        "no predicate `apend/3`",
    ),
    "unknown player": ("game(g, [players : [ann, bob], flow : reveal(an, hi)]).", "did you mean `ann`"),
    "forgotten dollar": (
        "game(g, [players : [a, b], flow : play_round(reveal(player, hi))]).",
        "did you mean `$player`",
    ),
    "outcome of the wrong length": (
        "game(g, [players : [a, b], flow : outcome([1, 2, 3])]).",
        "3 payoffs, but there are 2",
    ),
    "dollar outside the game": ("game(g, [players : [a], flow : p]). p :- X = $v, X > 0.", "inside the game only"),
    "assignment with dollar": ("game(g, [players : [a], variables : [v], flow : $v gets 1]).", "without `$`"),
    "assigned parameter": ("game(g, [players : [a], params : [n = 1], flow : n gets 2]).", "is a parameter"),
    "bare disjunction": ("game(g, [players : [a], flow : (payoff(a, 1) ; payoff(a, 2))]).", "would branch"),
    "unknown object": ("game(g, [players : [a], objects : [dek : [1]], flow : end]).", "no object `dek`"),
    "unknown library": (":- use(library(crads)). game(g, [players : [a], flow : end]).", "no library"),
    "upper-case formal": ("game(g, [players : [a], flow : f(1), f(N) : end]).", "lower-case"),
    "built-in redefined": ("game(g, [players : [a], flow : end]). findall(a, b, c).", "built in"),
    "two errors at once": (
        "game(g, [players : [a], flow : (payoff(b, 1), nosuch)]).",
        "no statement, gameflow or predicate",
    ),
}


@pytest.mark.parametrize("case", STATIC)
def test_a_mistake_in_the_text_is_found_without_running(case):
    text, message = STATIC[case]
    problems = check(Source("game.gala", text)).problems
    assert any(message in p.render() and p.severity == "error" for p in problems), [p.render() for p in problems]
    assert all(p.span is not None for p in problems)
    with pytest.raises(gk.GalakitError):
        gk.loads(text)


def test_several_mistakes_are_reported_together():
    problems = check(Source("g", STATIC["two errors at once"][0])).problems
    assert len([p for p in problems if p.severity == "error"]) == 2


WARNINGS = {
    "undeclared assignment": (
        "game(g, [players : [a], flow : (v gets 1, payoff(a, $v))]).",
        "assigned but not declared",
    ),
    "unused gameflow": ("game(g, [players : [a], flow : end, other : end]).", "never used"),
    "unreachable": ("game(g, [players : [a], flow : (end, payoff(a, 1))]).", "never reached"),
}


@pytest.mark.parametrize("case", WARNINGS)
def test_doubtful_text_is_a_warning_and_still_runs(case):
    text, message = WARNINGS[case]
    problems = check(Source("g", text)).problems
    assert [p.severity for p in problems] == ["warning"] and message in problems[0].render()
    assert gk.loads(text).size().nodes == 1


def test_a_good_program_has_no_problems():
    assert check(Source("g", GOOD)).problems == []


RUNNING = {
    "a rule that never ends": ("flow : p", "p :- p.", "never ends"),
    "a flow that never ends": ("flow : while(true, v gets 1)", "", "never ends"),
    "a game that never ends": ("flow : while(true, choose(a, X, member(X, [1, 2])))", "", "go on for ever"),
    "a choice with no options": ("flow : (choose(a, X, member(X, [])), end)", "", "nothing to choose"),
    "probabilities that sum to 0.9": ("flow : (choose(nature([x : 0.4, y : 0.5]), X, member(X, [x, y])), end)", "", "sum to 0.9"),
    "probabilities that sum to 3/4": ("flow : (choose(nature([x : 1/4, y : 1/2]), X, member(X, [x, y])), end)", "", "sum to 3/4"),
    "a negative probability": ("flow : (choose(nature([x : -1, y : 2]), X, member(X, [x, y])), end)", "", "negative"),
    "an option without probability": ("flow : (choose(nature([x : 1]), X, member(X, [x, y])), end)", "", "no probability for `y`"),
    "a payoff vector of the wrong length": ("flow : (V = [1, 2, 3], outcome(V))", "", "3 payoffs, but there are 2"),
    "an outcome nobody knows": ("flow : outcome(mate)", "", "is not an outcome"),
    "a payoff that is no number": ("flow : payoff(a, lots)", "", "must be a number"),
    "a player who does not exist": ("flow : (P = c, reveal(P, x))", "", "is not a player"),
    "a goal that fails": ("flow : (v gets 3, 1 = 2)", "", "this goal failed"),
    "a variable without value": ("variables : [w], flow : payoff(a, $w)", "", "has no value yet"),
    "arithmetic on an atom": ("flow : (X is foo + 1, payoff(a, X))", "", "is not a function"),
    "an unbound variable in arithmetic": ("flow : (X is Y + 1, payoff(a, X))", "", "not bound"),
    "a gameflow that calls itself for ever": ("flow : f, f : (v gets 1, f, v gets 2)", "", "too deeply"),
    "a gameflow that ends with itself": ("flow : f, f : (v gets 1, f)", "", "never ends"),
    "a payoff no float can hold": ("flow : payoff(a, 10 ** 400)", "", "between -10"),
    "a sum that overflows floats": ("flow : (X is 1.0 + 10 ** 400, payoff(a, X))", "", "float overflow"),
    "a number that keeps doubling": ("flow : p(1)", "p(X) :- Y is X + X, p(Y).", "bits"),
    "a fraction that keeps squaring": ("flow : p(1/3)", "p(X) :- Y is X * X, p(Y).", "bits|never ends"),
    "arithmetic in a sum that contains itself": ("flow : (T = 1 + T, X is T)", "", "too large"),
    "the numerator of a float": ("flow : X is numerator(1.5)", "", "expected a rational"),
    "arithmetic on nothing": ("flow : p(1)", "p(X) :- Y is X + _, Y > 0.", "not bound"),
    "an exception nobody catches": ("flow : throw(oops)", "", "uncaught exception"),
    "endless recursion in data": ("flow : (choose(a, X, p(X)), end)", "p(X) :- p([X]).", "never ends|too large"),
}  # fmt: skip


@pytest.mark.parametrize("case", RUNNING)
def test_a_mistake_that_shows_only_when_running_names_place_and_state(case, monkeypatch):
    from galakit.lang.prolog.machine import Machine

    monkeypatch.setattr(Machine.__init__, "__defaults__", (300_000,))
    declarations, clauses, message = RUNNING[case]
    variables = "" if "variables" in declarations else "variables : [v = 0], "
    with pytest.raises(gk.GalakitError, match=message) as caught:
        gk.loads(f"game(g, [players : [a, b], {variables}{declarations}]).\n{clauses}", name="g.gala").size()
    if message not in ("go on for ever", "between -10"):
        text = str(caught.value)
        assert text.startswith("g.gala:1:") and "^" in text, text


def test_a_run_time_error_shows_the_state_and_the_calls():
    with pytest.raises(gk.GalakitError) as caught:
        gk.loads("game(g, [players : [a], variables : [v = 7], flow : f(1), f(n) : (v gets $v + $n, 1 = 2)]).").size()
    assert "in the state v = 8" in str(caught.value) and "in `f(1)`, called at <text>:1:53" in str(caught.value)


def test_a_missing_parameter_says_how_to_give_it():
    with pytest.raises(gk.GalakitError, match="-p n=VALUE"):
        gk.loads("game(g, [players : [a], params : [n], flow : payoff(a, $n)]).")


def test_too_many_states_are_refused_with_the_count():
    text = "game(g, [players : [a], variables : [v = 0], flow : while(true, (choose(a, X, member(X, [1, 2])), v gets $v + X))])."
    game = gk.loads(text)
    game.limit_states = 1_000
    with pytest.raises(gk.GalakitError, match="too many states"):
        game.size()


PLAYED = """game(g, [
    players : [a, b],
    variables : [pot = 0],
    flow : (reveal(b, hello), play_rounds(deal, 9)),
    deal : (choose(nature, Card, member(Card, [1, 2, 3])),
            reveal(a, card(Card)),
            choose(a, Bet, between(0, 2, Bet)),
            reveal(b, bet(Bet)),
            settle(Bet, Card)),
    settle(bet, card) : (Gain is $bet - $card, pot gets $pot + Gain, reveal(all, gain(Gain)), fine($pot, Gain))
]).
fine(Pot, Gain) :- Pot > -5, Gain < 5.
"""


def test_a_run_time_error_shows_bindings_state_calls_the_play_and_what_everybody_has_seen():
    with pytest.raises(gk.GalakitError) as caught:
        gk.loads(PLAYED, name="g.gala").size()
    assert caught.value.diagnostics[0].notes == (
        "with Gain = -3",
        "in the state pot = -5",
        "in `settle(0, 3)`, called at g.gala:9:13",
        "in `deal`, called at g.gala:4:43",
        "the play so far: nature: 2, a: 0, nature: 3, a: 0",
        "a has seen card(2), choosing([0,1,2]), chose(0), gain(-2), card(3), choosing([0,1,2]), chose(0), gain(-3)",
        "b has seen hello, bet(0), gain(-2), bet(0), gain(-3)",
    )


@pytest.mark.parametrize("rounds", [2, 6])
def test_a_run_time_error_is_told_the_same_way_by_compiled_stretches(rounds, monkeypatch):
    """Stretches are compiled after a few steps; the longer game meets its error in a compiled one."""
    text = PLAYED.replace("Pot > -5", f"Pot > -{2 * rounds}").replace("pot = 0]", "pot = 0, n = 0]")
    with pytest.raises(gk.GalakitError) as compiled:
        gk.loads(text).size()
    monkeypatch.setattr("galakit.lang.gala.rules.HOT", 10**9)
    with pytest.raises(gk.GalakitError) as interpreted:
        gk.loads(text).size()
    assert str(compiled.value) == str(interpreted.value)


def test_a_choice_without_options_shows_the_play_that_led_there():
    with pytest.raises(gk.GalakitError) as caught:
        gk.loads(
            "game(g, [players : [a, b], flow : (choose(a, N, between(0, 1, N)), choose(b, X, between(1, N, X)), payoff(a, X))])."
        ).size()
    assert caught.value.diagnostics[0].notes == (
        "with N = 0",
        "the play so far: a: 0",
        "a has seen choosing([0,1]), chose(0)",
        "b has seen nothing",
    )


def test_long_plays_and_facts_are_cut_to_their_ends():
    text = (
        "game(g, [players : [a], variables : [v = 0], flow : repeat((choose(a, X, member(X, [step])), v gets $v + 1, "
        "if($v > 80, 1 = 2)), until(fail))])."
    )
    with pytest.raises(gk.GalakitError) as caught:
        gk.loads(text).size()
    notes = caught.value.diagnostics[0].notes
    assert notes[-1].startswith("a has seen ..., ") and notes[-1].endswith("chose(step)") and len(notes[-1]) < 500
