"""Goals that other goals call: an undefined predicate among them is found before the game runs."""

from __future__ import annotations

import pytest

from galakit.errors import Source
from galakit.lang.gala.compile import check

CLAUSES = """
run(none, _).
run(G, X) :- call(G, X).
each(_, []).
each(P, [X|Xs]) :- call(P, X, 1), each(P, Xs).
unless_none(G, X) :- ( G == none -> true ; call(G, X) ).
before(X, Y) :- X =< Y.
one(1).
handed(G, X) :- run(G, X).
"""


def found(goal: str) -> list[str]:
    """The undefined predicates of a goal: what is said, and the text it is said about."""
    used = "run(one, 1), each(before, [1]), unless_none(one, 1), handed(one, 1)"
    text = f"game(g, [players : [a], flow : (p, {used})]).\n{CLAUSES}p :- {goal}.\n"
    problems = check(Source("g.gala", text)).sorted_problems()
    return [f"{p.message} | {p.span.source.text[p.span.start : p.span.end]}" for p in problems if p.id == "GK203"]


UNDEFINED = {
    "maplist(nope, [1], [_])": "nope/2",
    "maplist(nope(x), [1])": "nope/2",
    "foldl(nope, [1], 0, _)": "nope/3",
    "include(nope, [1], _)": "nope/1",
    "exclude(nope, [1], _)": "nope/1",
    "partition(nope, [1], _, _)": "nope/1",
    "predsort(nope, [1], _)": "nope/3",
    "findall(X, nope(X), _)": "nope/1",
    "forall(one(X), nope(X))": "nope/1",
    "aggregate_all(count, nope, _)": "nope/0",
    "setof(X, Y^nope(X, Y), _)": "nope/2",
    "call(nope, 1, 2)": "nope/2",
    "call((one(1), nope))": "nope/0",
    "\\+ nope": "nope/0",
    "once(ignore(not(nope)))": "nope/0",
    "catch(nope, _, true)": "nope/0",
    "maplist([X]>>nope(X), [1])": "nope/1",
    "maplist([_]>>nope, [1], [2])": "nope/1",
    "best(nope, [1], _)": "nope/2",
    "run(nope, 1)": "nope/1",
    "each(nope(1), [1])": "nope/3",
    "handed(nope, 1)": "nope/1",
    "maplist(run(nope), [1])": "nope/1",
}


@pytest.mark.parametrize("goal", UNDEFINED)
def test_an_undefined_predicate_is_found_where_it_is_called(goal):
    [said] = found(goal)
    message, _, text = said.partition(" | ")
    assert message.startswith(f"there is no predicate `{UNDEFINED[goal]}`") and text.startswith("nope")


def test_the_message_says_who_adds_the_arguments():
    [said] = found("maplist(nope(x), [1], [2])")
    assert said == "there is no predicate `nope/3`: `maplist` calls `nope(x)` with 2 more arguments | nope(x)"


@pytest.mark.parametrize(
    "goal",
    [
        "maplist(one, [1])",
        "maplist(succ, [1], [2])",
        "maplist(=(1), [1])",
        "maplist([X, Y]>>(Y is X + 1), [1], [2])",
        "predsort(before, [1, 2], _)",
        "run(none, 1)",
        "handed(none, 1)",
        "unless_none(never, 1)",
        "maplist(member(1), [[1]])",
        "member(nope, [nope])",
        "G = nope(1), catch(call(G), _, true)",
        "foldl([X, A, B]>>(B is A + X), [1, 2], 0, 3)",
        "setof(X, Y^member(X-Y, [1-2]), _)",
    ],
)
def test_what_is_defined_or_may_be_no_goal_is_not_reported(goal):
    assert found(goal) == []


def test_nested_calls_take_no_time():
    goal = "one"
    for _ in range(200):
        goal = f"twice({goal})"
    text = f"game(g, [players : [a], flow : {goal}]). twice(G) :- call(G), call(G, 1). twice(G, X) :- call(G, X). one. one(1)."
    assert [p.id for p in check(Source("g.gala", text)).problems] == []
