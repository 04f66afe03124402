"""Rules that go wrong for some draws are solved by no method, also where the draws are not looked at one by one."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.errors import GalakitError

GAME = """\
game(wrong, [players : [ann, bob], variables : [v = 0, w = 0], flow : (
    choose(nature, X, member(X, [1, 2, 3])), reveal(ann, X),
    choose(nature, Y, (member(Y, [1, 2, 3]), Y \\= X)), reveal(bob, Y),
    choose(ann, M, member(M, [bet, check])), reveal(bob, M),
    BODY,
    choose(bob, N, member(N, [call, fold])),
    if(M = N, outcome([1, -1]), outcome([$w, -($w)]))
)]).
wins(X, Y) :- X > 1, Z is foo + Y, Z > X.
wins(1, _).
better(X, Y) :- atom_concat(vig, our, P), maplist(P, [X, Y], [A, B]), A > B.
"""
MISTAKES = [
    ("Z is 6 / (3 - X), v gets Z + 1", "GK414", "division by zero", "X = 3"),
    ("X > 1", "GK401", "fail", "X = 1"),
    ("choose(nature, Z, (member(Z, [1, 2]), Z \\= X, Z \\= Y)), reveal(all, Z)", "GK402", "nothing to choose", "X = 1"),
    ("choose(ann, Z, (member(Z, [2, 3]), Z > X, Z > Y)), w gets Z", "GK402", "nothing to choose", "X ="),
    ("if(wins(X, Y), w gets 1)", "GK412", "foo/0", "X = 2"),
    ("if(better(X, Y), w gets 1)", "GK203", "vigour/2", "X = 1"),
    ("if(X > 2, (Z is 1 / (Y - 1), w gets Z))", "GK414", "division by zero", "Y = 1"),
    ("if(X > 2, w gets 1 / (Y - 2), w gets 2)", "GK414", "division by zero", None),
]


def text(body: str) -> str:
    return GAME.replace("BODY", body)


@pytest.mark.parametrize("method", ["factored", "public", "abstraction", "auto", "lp"])
@pytest.mark.parametrize(("body", "id", "cause", "values"), MISTAKES, ids=[m[0] for m in MISTAKES])
def test_a_mistake_is_told_with_place_cause_and_values(method, body, id, cause, values):
    with pytest.raises(GalakitError) as raised:
        gk.solve(gk.loads(text(body)), method)
    told = str(raised.value)
    if method in ("factored", "auto", "lp"):  # the others may have another reason to refuse
        assert raised.value.diagnostics[0].id == id, told
        assert cause in told and raised.value.diagnostics[0].span is not None
        if values is not None:
            assert f"with {values}" in told or f", {values}" in told
    assert "internal error of Galakit" not in told


@pytest.mark.parametrize(
    "body",
    [
        "if(X > 2, Z is 1 / (X - 2), Z is X), w gets Z",  # where it would be wrong, it is not run
        "if(X =\\= 2, w gets 1 / (X - 2), w gets 2)",
        "if(X > 1, (Z is 1 / (X - 1), reveal(bob, Z)))",
        "if((X > 1, Y > 1), choose(nature, Z, (member(Z, [2, 3, 4]), Z \\= X, Z \\= Y)), Z = 4), w gets Z",
    ],
)
def test_what_is_not_run_cannot_go_wrong(body):
    game = gk.loads(text(body))
    factored = gk.solve(game, "factored", iterations=500)
    assert abs(float(factored.value[0]) - float(gk.solve(game, "lp").value[0])) < 0.05


@pytest.mark.parametrize(("body", "cause"), [
    ("choose(nature, Z, deal(decc, 1, [Z])), w gets Z", "the Gala variable `decc` is read but has no value yet"),
    ("v gets 5, choose(nature, Z, deal(v, 1, [Z])), w gets Z", "deal/3: expected a list, found `5`"),
    ("choose(1 + foo, Z, member(Z, [1, 2])), w gets Z", "`1+foo` is not a player"),
])  # fmt: skip
@pytest.mark.parametrize("method", ["factored", "auto", "lp"])
def test_a_mistake_before_any_condition_on_draws_has_its_place(method, body, cause):
    with pytest.raises(GalakitError) as raised:
        gk.solve(gk.loads(text(body)), method)
    assert cause in str(raised.value)
    assert raised.value.diagnostics[0].span is not None
