"""The automatic choice: which method is picked, when exploring is worth it, and when a choice is left again."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

import galakit as gk
from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError
from galakit.solvers import choice, registry
from galakit.solvers.choice import Verdict, candidates, patience, reason, verdicts
from galakit.solvers.method import Answer, Request
from galakit.solvers.registry import named

DOTS = """
game(dots, [
    players : [a, b],
    params : [boxes = 3],
    variables : [mover = a, drawn = [], score = 0],
    flow : (findall(E, edge($boxes, E), All), length(All, N),
            repeat(turn, until(length($drawn, N))),
            outcome([$score, -($score)])),
    turn : (choose($mover, E, (edge($boxes, E), \\+ memberchk(E, $drawn))),
            reveal(all, drew(E)),
            sort([E|$drawn], New), drawn gets New,
            aggregate_all(count, (between(1, $boxes, B), box(B, Sides), memberchk(E, Sides), subset(Sides, New)), Won),
            if(Won > 0, if($mover = a, score gets $score + Won, score gets $score - Won),
               if($mover = a, mover gets b, mover gets a)))
]).
edge(N, h(R, C)) :- member(R, [0, 1]), between(1, N, C).
edge(N, v(C)) :- between(0, N, C).
box(B, [h(0, B), h(1, B), v(A), v(B)]) :- A is B - 1.
"""
"""Dots and boxes on a row of boxes: who is to move is the value of a variable, so it might be nature."""

TOSSED = DOTS.replace(
    "flow : (", "flow : (choose(nature, First, member(First, [a, b])), reveal(all, First), mover gets First,"
)

BROKEN = """
game(broken, [
    players : [one, two],
    flow : (choose(nature, A, member(A, [1, 2])), reveal(one, card(A)),
            choose(nature, B, (member(B, [1, 2]), B \\= A)), reveal(two, card(B)),
            choose(one, M, member(M, [pass, bet])), reveal(two, M),
            choose(nature, Y, (member(Y, [1, 2]), Y \\= A, Y \\= B)), reveal(all, board(Y)),
            choose(two, N, member(N, [pass, bet])),
            if(N = M, outcome([1, -1]), outcome([-1, 1])))
]).
"""


CONSTANT_SUM = "two players and a constant sum, or one player; perfect recall), and should be the quickest"
TWO_PLAYERS = "two players, or one; perfect recall), and should be the quickest"
KNOWN_STATES = "every mover knows the state; any number of players), and"
SEPARATE = "draws that no moves depend on"


@pytest.mark.parametrize(
    ("name", "params", "able", "why"),
    [
        ("kuhn", {}, "lp lcp pure pcfr+ logit", CONSTANT_SUM),
        ("leduc", {}, "lp lcp pcfr+ pure logit", CONSTANT_SUM),
        ("monty_hall", {}, "lp lcp pure-optimum pure pcfr+ logit", CONSTANT_SUM),
        ("absent_minded_driver", {}, "planning-optimum", "one player who can be at an information set twice"),
        ("beer_quiche", {}, "lcp pure pcfr+ logit", TWO_PLAYERS),
        ("prisoners_dilemma", {}, "lcp pure pcfr+ logit", TWO_PLAYERS),
        ("nim", {}, "backward lp lcp pcfr+ pure logit", f"{KNOWN_STATES} should be the quickest"),
        ("tic_tac_toe", {}, "backward", f"{KNOWN_STATES} no other automatic method is applicable"),
        ("entry_deterrence", {}, "backward pure logit pcfr+", f"{KNOWN_STATES} should be the quickest"),
        ("voting", {}, "pure logit pcfr+", "any number of players, who may forget"),
        ("three_player_kuhn", {}, "logit pcfr+ pure", "any number of players, perfect recall"),
        ("poker", {"ranks": 600}, "factored public", SEPARATE),
        ("rhode_island", {"ranks": 3, "suits": 3}, "factored", SEPARATE),
    ],
)
def test_a_shipped_game_gets_the_method_that_suits_it_and_the_reason(name, params, able, why):
    found = candidates(verdicts(gk.load(name, **params), Request()))
    # Gambit's methods are there only where it is installed.
    own = [verdict for verdict in found if not verdict.method.name.startswith("gambit:")]
    assert [verdict.method.name for verdict in own] == able.split()
    assert why in reason(own[0], own)


@pytest.mark.parametrize("text", [DOTS, TOSSED])
def test_a_game_in_which_nothing_is_hidden_is_solved_backward_however_large_its_tree(text):
    game = gk.loads(text)
    solution = gk.solve(game)
    assert (solution.method, solution.gap, solution.exact) == ("backward", 0, True)
    assert "unfolded" not in game.__dict__  # millions of nodes that no answer needs


def test_a_game_that_hides_draws_is_not_explored_where_its_rules_are_enough():
    game = gk.load("poker", ranks=600)
    judged = {v.method.name: v for v in verdicts(game, Request(), every=True)}
    assert "automaton" not in game.__dict__
    assert "its tree has 3,234,601 nodes" in judged["lp"].refusal


def test_whether_draws_separate_is_not_asked_of_a_game_with_few_states():
    game = gk.load("leduc")
    judged = {v.method.name: v for v in verdicts(game, Request())}
    assert "separate" not in game.seconds
    assert judged["factored"].words == f"refused: {choice.SMALL} 1,000,000 nodes"
    asked = {v.method.name: v for v in verdicts(game, Request(), every=True)}
    assert asked["factored"].refusal is None and "separate" in game.seconds


def test_a_mistake_in_the_rules_is_one_for_every_method():
    with pytest.raises(GalakitError, match="nothing to choose"):
        gk.solve(gk.loads(BROKEN))


def test_all_that_a_limit_leaves_open_is_asked_elsewhere():
    game = gk.loads(DOTS)
    game.limit_states = 100
    with pytest.raises(GalakitError, match="too many states"):
        gk.solve(game)
    game = gk.load("kuhn")
    game.limit_nodes = 10
    assert gk.solve(game, iterations=50).method == "factored"


def test_a_refusal_says_why_no_method_is_able():
    with pytest.raises(GalakitError, match="no method solves this game") as caught:
        candidates([Verdict(named("lp"), "it is cursed", None)])
    assert caught.value.diagnostics[0].notes == ("lp: it is cursed",)


def test_patience_ends_only_where_another_method_promises_something():
    lp, lcp = (Verdict(named(name), None, 1.0) for name in ("lp", "lcp"))
    hopeless = Verdict(named("pcfr+"), None, float("inf"))
    assert patience(lp, [lp, hopeless], 0) is None and patience(hopeless, [lp, hopeless], 0) is None
    assert patience(lp, [lp, lcp], 0) < patience(lp, [lp, lcp], 1)


@pytest.fixture
def methods_of(monkeypatch):
    """Replace the automatic methods by some that behave as a test wants."""

    def replaced(*runs):
        lp = named("lp")
        made = tuple(
            replace(lp, name=name, run=run, estimate=lambda game, request, s=seconds: s) for name, seconds, run in runs
        )
        monkeypatch.setattr(choice, "methods", lambda: made)
        monkeypatch.setattr(choice, "LEAST_PATIENCE", 0.05)

    registry.methods()
    return replaced


def answering(game, request):
    return named("lp").run(game, request)


def slow(game, request):
    """Comes to its uniform plans only, when the time it is given is over."""
    if request.time_limit is None:
        raise AssertionError("it would never end")
    time.sleep(request.time_limit)
    from galakit.game.realization import uniform

    return Answer((uniform(game.form, 0), uniform(game.form, 1)), "slowly", complete=False)


def endless(game, request):
    time.sleep(request.time_limit)
    raise OutOfTime("it found nothing", id="GK632")


@pytest.mark.parametrize("wrong", [slow, endless])
def test_a_method_that_takes_far_longer_than_expected_is_left(methods_of, wrong):
    methods_of(("quick", 0.001, wrong), ("steady", 1.0, answering))
    solution = gk.solve(gk.load("kuhn"))
    assert solution.method == "steady" and solution.gap == 0
    assert "quick was left" in solution.why or "it found nothing" in solution.why


def test_methods_that_were_left_are_asked_again_with_more_patience(methods_of):
    asked = []

    def hesitant(game, request):
        asked.append(request.time_limit)
        return slow(game, request) if len(asked) < 3 else answering(game, request)

    methods_of(("one", 0.001, slow), ("two", 0.001, hesitant))
    solution = gk.solve(gk.load("kuhn"))
    assert solution.method == "two" and solution.gap == 0
    assert asked[0] < asked[1] < asked[2]


def test_at_the_time_limit_the_best_of_what_was_found_counts(methods_of):
    def better(game, request):
        return replace(answering(game, request), complete=False)

    methods_of(("good", 0.001, better), ("bad", 0.002, slow))
    solution = gk.solve(gk.load("kuhn"), time_limit=0.3)
    assert solution.method == "good" and solution.gap == 0


def test_a_time_limit_holds_while_a_game_is_explored():
    game = gk.loads(
        "game(long, [players : [a], variables : [n = 0], flow : (while($n < 3000000, (choose(a, X, member(X, [1, 2])),"
        " n gets $n + X)), outcome([1]))])."
    )
    with pytest.raises(OutOfTime, match="while exploring states"):
        gk.solve(game, time_limit=0.3)
    assert game.deadline is None  # the next question has all the time it wants


def test_preparing_counts_against_the_time_limit():
    with pytest.raises(OutOfTime, match="the time limit of 0.2 s"):
        gk.solve(gk.load("rhode_island"), time_limit=0.2)


def test_a_request_knows_which_of_its_limits_comes_first():
    far, near = Deadline(100), Deadline(1)
    assert Request(deadline=far, patience=near).limit is near
    assert Request(deadline=far).limit is far and Request().time_limit is None
    assert Request(deadline=Deadline(0)).over and not Request(deadline=far).over


def test_beyond_the_reach_of_linear_programming_regret_is_minimised(monkeypatch):
    """Also without a gap: HiGHS would run out of memory on a tree of many millions of leaves."""
    monkeypatch.setattr("galakit.solvers.lp.method.REACH", 1_000)
    monkeypatch.setattr("galakit.solvers.regret.methods.REACH", 1_000)
    first, *_ = verdicts(gk.load("leduc"), Request())
    assert first.method.name == "pcfr+" and first.seconds < float("inf")
    solution = gk.solve(gk.load("leduc"))
    assert solution.method == "pcfr+" and solution.gap <= 26 * 1e-4


def test_draws_are_not_asked_for_where_the_states_are_known_and_enough():
    source = """
    game(walk, [
        players : [ann, bob],
        variables : [at, left = 20],
        flow : (choose(nature, C, member(C, [1, 2])), reveal(ann, C), reveal(bob, C), at gets C,
                while($left > 0, (left gets $left - 1, choose(ann, M, member(M, [0, 1])), reveal(bob, M),
                                  N is $at + M, at gets N)),
                V is $at - 10, W is -V, outcome([V, W]))]).
    """
    found = {v.method.name: v.words for v in verdicts(gk.loads(source), Request())}
    assert found["factored"] == f"refused: {choice.STATES}"
    assert found["backward"].startswith("applicable; about")


NO_PURE = """
game(no_pure, [players : [a, b, c], flow : (
    choose(a, A, member(A, [0, 1])), choose(b, B, member(B, [0, 1])), choose(c, C, member(C, [0, 1])),
    X = A - B, Y = B - C, Z = C - A, outcome([-(X * X), -(Y * Y), Z * Z]))]).
"""
"""Matching pennies for three (Jordan 1993): the one equilibrium is mixed."""


def test_methods_that_are_never_exact_are_passed_over_where_an_exact_answer_is_asked_for():
    solution = gk.solve(gk.load("public_goods"), exact=True)
    assert (solution.method, solution.exact, solution.gap) == ("pure", True, 0)
    found = verdicts(gk.load("three_player_kuhn"), Request(exact=True))
    assert {v.method.name for v in found if v.refusal is None} == {"pure"}
    assert not any(v.method.never_exact for v in candidates(found))


def test_where_no_exact_method_has_an_answer_the_reason_is_said():
    assert gk.solve(gk.loads(NO_PURE)).gap < 1e-9
    with pytest.raises(GalakitError, match="no equilibrium in pure strategies, and other methods") as error:
        gk.solve(gk.loads(NO_PURE), exact=True)
    assert error.value.diagnostics[0].id == "GK608" and "leave out --exact" in error.value.diagnostics[0].hint
