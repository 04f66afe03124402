"""The exit status of `galakit solve` says whether the answer is what was asked for."""

from __future__ import annotations

import json

import pytest

import galakit as gk
from galakit.cli.main import main


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("kuhn",), 0),
        (("leduc", "--method", "cfr+", "--with", "iterations=30"), 0),  # no gap was asked for
        (("leduc", "--method", "cfr+", "--gap", "0.5"), 0),
        (("leduc", "--method", "cfr+", "--gap", "1e-9", "--with", "iterations=30"), 3),
        (("leduc", "--method", "mccfr-external", "--gap", "1e-9", "--with", "iterations=300"), 3),
    ],
)
def test_the_status_is_3_where_the_answer_is_worse_than_asked_for(words, status, capsys):
    assert main(["solve", *words]) == status
    out, err = capsys.readouterr()
    assert "certified" in out and ("not as good as what was asked for" in err) == (status == 3)


def test_json_says_it_too(capsys):
    assert main(["solve", "leduc", "--method", "cfr+", "--gap", "1e-9", "--with", "iterations=30", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["complete"] is False


def test_a_solution_knows_whether_it_is_complete():
    assert gk.solve(gk.load("kuhn")).complete
    assert not gk.solve(gk.load("leduc"), "cfr+", gap=1e-9, iterations=10).complete
    assert gk.solve(gk.load("leduc"), "cfr+", iterations=10).complete
