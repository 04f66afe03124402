"""`galakit show` on solutions that nobody lists."""

from __future__ import annotations

import json

import pytest

import galakit as gk
from galakit.cli.main import main
from tests.separated.profiles import at_random


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "poker.parquet"
    at_random(gk.load("rhode_island", ranks=3, suits=2, raises=1)).save(path)
    return str(path)


@pytest.fixture
def show(saved, capsys):
    def run(*words):
        status = main(["show", saved, *words])
        out, err = capsys.readouterr()
        assert status == (2 if err else 0), err
        return err or out

    return run


def test_without_a_question_the_first_decisions_are_shown(show):
    out = show()
    assert "first, at the start:" in out and "second, check:" in out and "second, raise:" in out
    assert "\n  A♠       +1" in out and "continue with" in out and "--after raise" in out
    assert "second, check:" not in show("--player", "first")


def test_one_information_set_is_shown_in_full(show):
    out = show("--player", "first", "--at", "hole((1,2))", "--after", "call,raise")
    assert "regret" in out and "believes the others hold" in out and "or 1 alike" in out
    assert "1  K♠           hole((1,2))" in out and "3  raise" in out
    assert show("--player", "first", "--at", "K♠", "--after", "call,raise") == out


def test_a_grid_and_its_bars(show):
    out = show("--after", "call,call", "--at", "flop((1,2))")
    assert "first, chose check, check, flop K♠:" in out and "\n  K♥" in out and "+1" not in out
    assert show("--after", "call,call", "--at", "flop K♠") == out
    assert "█" in show("--after", "call,call", "--at", "flop((1,2))", "--chart")
    boards = show("--after", "call,call")
    assert "board" in boards and "averages" in boards
    assert "… and 1 more" in show("--after", "call,call", "--limit", "2")


def test_the_same_for_programs(show):
    told = json.loads(show("--after", "call,call", "--at", "flop((1,2))", "--json"))
    (grid,) = told["grids"]
    assert grid["player"] == "first" and grid["moves"] == ["call", "raise"] and len(grid["lines"]) == 5
    assert told["information_sets"] == []
    told = json.loads(show("--player", "first", "--at", "hole((1,2))", "--json"))
    (here,) = told["information_sets"]
    assert here["regrets"].keys() == {"call", "raise"} and here["belief"][0]["alike"] in (0, 1)


def test_rows_are_written_for_programs(show, tmp_path):
    out = show("--after", "call,call", "--table", str(tmp_path / "rows.csv"), "--limit", "7")
    assert "14 rows written" in out
    assert (tmp_path / "rows.csv").read_text().startswith('"player","facts","move","probability","value","reach"')


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "hole((9,9))"], "is never known there"),
        (["--after", "jump"], "there is no move jump at the start"),
        (["--player", "third"], "no player third"),
        (["--player", "second", "--after", "call,raise"], "second does not move after call, raise"),
        (["--at", "hole((1,2)), flop((1,2))", "--after", "call,call"], "cannot be drawn at once"),
        (["--at", "call"], "situations of"),
        (["--table", "rows.txt"], "cannot be written"),
        (["-p", "ranks=4"], "has fixed parameters"),
    ],
)
def test_mistakes_are_said(show, words, said):
    assert said in show(*words)


def test_a_small_game_is_listed_unless_moves_are_named(capsys, tmp_path):
    words = ["show", "leduc", "--method", "factored", "--with", "iterations=5"]
    assert main([*words, "--after", "call"]) == 0
    assert "second, check:" in capsys.readouterr().out
    assert main([*words, "--player", "second", "--at", "private((1,1))", "--limit", "1"]) == 0
    assert "knowing" in capsys.readouterr().out
    assert main(["show", "kuhn", "--table", str(tmp_path / "rows.csv")]) == 2
    assert "--table is for games" in capsys.readouterr().err
