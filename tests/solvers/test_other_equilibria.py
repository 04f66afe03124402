"""What is said of equilibria that were not looked for."""

from __future__ import annotations

import pytest

import galakit as gk


@pytest.mark.parametrize(
    ("name", "method", "said"),
    [
        ("kuhn", "lp", "worth the same"),
        ("kuhn", "factored", None),  # an approximation has a gap, and that says more
        ("tic_tac_toe", "alpha-beta", "worth the same"),
        ("leduc", "lp", "worth the same"),
        ("stag_hunt", "auto", "worth more or less"),
        ("prisoners_dilemma", "pure", "worth more or less"),
        ("stag_hunt", "extreme", None),  # all are found
        ("monty_hall", "lp", None),  # one player has no opponent
    ],
)
def test_other_equilibria_are_worth_the_same_or_not(name, method, said):
    found = gk.solve(gk.load(name), method).found
    if said is None:
        assert "other equilibria" not in found
    else:
        assert said in found["other equilibria"]


def test_a_file_keeps_it(tmp_path):
    gk.solve(gk.load("stag_hunt")).save(tmp_path / "hunt.json")
    assert "worth more or less" in gk.load_solution(tmp_path / "hunt.json").found["other equilibria"]
