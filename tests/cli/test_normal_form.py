"""`galakit normal-form` and `galakit dominance`."""

from __future__ import annotations

import json

import pytest

from galakit.cli.main import main


def test_the_normal_form_as_json(told):
    _, out, _ = told("normal-form", "beer_quiche", "--json")
    data = json.loads(out)
    assert [len(p["strategies"]) for p in data["players"]] == [4, 4] and not data["full"]
    assert data["payoffs"][0]["table"][0][0] / data["payoffs"][0]["denominator"] == pytest.approx(0.9)
    assert json.loads(told("normal-form", "kuhn", "--full", "--json")[1])["full"]


def test_games_of_any_number_of_players_are_shown(told):
    assert "reduced normal form: 12 strategies" in told("normal-form", "monty_hall")[1]
    status, out, _ = told("normal-form", "public_goods")
    assert status == 0 and "3 x 3 x 3 strategies" in out and "payoffs of" not in out


def test_dominated_strategies_as_json(told):
    data = json.loads(told("dominance", "beer_quiche", "--json")[1])
    assert data["strategies"] == [4, 4] and len(data["rounds"]) == 1
    assert {"player": "receiver", "strategy": "fight fight", "by": {"leave leave": "1"}} in data["rounds"][0]
    assert len(json.loads(told("dominance", "beer_quiche", "--pure", "--json")[1])["rounds"][0]) == 1
    assert json.loads(told("dominance", "beer_quiche", "--weak", "--json")[1])["kept"][0]["strategies"] == ["beer beer"]


def test_dominated_moves_as_json(told):
    data = json.loads(told("dominance", "kuhn", "--moves", "--json")[1])
    assert data["sequences"] == [13, 13] and data["kept"] == [10, 9]
    assert data["rounds"][0][0]["by"] in ({"pass": "1"}, {"bet": "1"}) and data["rounds"][0][0]["kind"] == "strictly"
    assert data["programme"] == {"whole": [20, 20], "reduced": [16, 17]}


def test_where_strategies_are_too_many_moves_are_compared(told):
    status, out, _ = told("dominance", "leduc", "--limit", "1")
    lines = " ".join(out.split())
    assert status == 0 and "are too many to list: moves are compared on the sequence form" in lines
    assert "round 1: 210 dominated" in lines and "1,003 x 973 of 1,093 x 1,093 sequences are left" in lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dominance", "leduc", "--pure"), "GK620"),
        (("normal-form", "leduc"), "too many to list"),
        (("dominance", "public_goods", "--moves"), "GK622"),
        (("dominance", "kuhn", "--moves", "--weak"), "GK508"),
        (("normal-form", "no_such_game"), "no_such_game"),
    ],
)
def test_what_cannot_be_done_is_said(told, words, said):
    status, out, err = told(*words)
    assert status == 2 and out == "" and said in err


def test_what_is_left_out_of_the_normal_form_of_three_players_is_told(capsys):
    assert main(["normal-form", "voting"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "a table for 3 players has no rows and columns; --json prints it whole" in told
    assert "galakit export voting --to nfg" in told
