"""Games in Python files on the command line."""

from __future__ import annotations

import json

import pytest

from galakit.cli.main import main

TWO_GAMES = """
from fractions import Fraction
import galakit as gk
from neighbour import SIDES

@gk.rules(players=("even", "odd"))
def pennies(play, prize=1, sides=SIDES):
    a = yield play.choose("even", sides)
    b = yield play.choose("odd", sides)
    play.outcome([prize, -prize] if a == b else [-prize, prize])

@gk.rules(players=("only",))
def lottery(play, chance=Fraction(1, 2)):
    won = yield play.choose("nature", ["yes", "no"], probabilities=[chance, 1 - chance])
    play.outcome([won == "yes"])
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "neighbour.py").write_text("SIDES = ('heads', 'tails')\n")
    path = tmp_path / "two_games.py"
    path.write_text(TWO_GAMES)
    return path


def told(capsys, *words):
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


def test_a_game_of_a_python_file_is_solved_with_parameters(file, capsys):
    status, out, _ = told(capsys, "solve", f"{file}:lottery", "-p", "chance=1/3", "--json")
    assert status == 0 and json.loads(out)["value"] == ["1/3"]
    status, out, _ = told(capsys, "size", f"{file}:pennies", "-p", "sides=[1, 2, 'edge']", "--json")
    assert status == 0 and json.loads(out)["nodes"] == 13


@pytest.mark.parametrize("command", [["show"], ["simulate", "-n", "20"], ["export", "--to", "efg"]])
def test_every_command_takes_a_python_file(command, file, capsys):
    status, out, err = told(capsys, command[0], f"{file}:pennies", *command[1:])
    assert (status, err) == (0, "") and out


def test_a_file_with_several_games_asks_which(file, capsys):
    status, _, err = told(capsys, "solve", str(file))
    assert status == 2 and "has several games: pennies, lottery" in err and f"{file}:pennies" in err
    status, _, err = told(capsys, "solve", f"{file}:penies")
    assert status == 2 and "its games are pennies, lottery" in err


def test_check_does_not_run_a_python_file(file, capsys):
    ran = file.with_name("ran")
    file.write_text(f"open({str(ran)!r}, 'w')\n")
    status, _, err = told(capsys, "check", str(file))
    assert status == 2 and "cannot be checked without running it" in err and not ran.exists()


def test_a_file_that_is_not_there_is_said(capsys, tmp_path):
    status, _, err = told(capsys, "solve", str(tmp_path / "nothing.py"))
    assert status == 2 and "there is no file" in err


def test_python_under_another_name_is_never_run(tmp_path, capsys):
    for name in ("game.gala", "game.txt", "game"):
        path = tmp_path / name
        path.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
        status, _, _ = told(capsys, "solve", str(path))
        assert status == 2 and not (tmp_path / "ran").exists()
