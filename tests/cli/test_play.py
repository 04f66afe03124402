"""`galakit play` from pipes and at a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.cli.play import picked
from galakit.errors import GalakitError
from galakit.play.hand import followed
from tests.separated.profiles import at_random

QUICK = ["--method", "pcfr+", "--with", "iterations=20"]


@pytest.fixture
def typed(monkeypatch, capsys):
    """Runs `galakit play` with lines on its standard input: status, output, errors."""

    def run(lines, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["play", *words])
        return status, *capsys.readouterr()

    return run


def test_moves_are_numbers_names_or_beginnings(typed):
    status, out, err = typed(["2", "?", "facts", "P", "bet"], "kuhn", "--seed", "3", "--hands", "2")
    assert status == 0 and not err
    assert "you are first" in out and "you learn Q" in out and "your moves: 1 check   2 bet" in out
    assert "Type the number before a move" in out and "you know: Q" in out
    assert out.count("payoffs: first") == 2 and "after 2 hands" in out
    # What was hidden is shown in the end.
    assert re.search(r"chance  first [JQK], second [JQK]\n", out)


NUMBERS = "game(numbers, [players : [a], flow : (choose(a, N, member(N, [1, 0])), payoff(a, N))])."


def test_moves_that_are_numbers_are_typed_as_they_are(typed, tmp_path):
    (tmp_path / "numbers.gala").write_text(NUMBERS)
    status, out, err = typed(["2", "1"], str(tmp_path / "numbers.gala"), "--seed", "3", "--hands", "1")
    assert status == 0 and "there is no move `2`" in err
    assert re.search(r"your moves: (0   1|1   0)\n", out) and "you choose 1" in out


def test_what_is_not_understood_is_asked_again(typed):
    status, out, err = typed(["jump", "3", "", "bet"], "kuhn", "--seed", "3", "--hands", "1")
    assert status == 0 and "you got" in out
    assert "there is no move `jump`" in err and "there is no move number 3" in err


@pytest.mark.parametrize("lines", [[], ["q"], ["1"]])
def test_leaving_is_no_error(typed, lines):
    status, out, err = typed(lines, "leduc", "--seed", "1", "--method", "lp", "--float")
    assert status == 0 and not err
    assert "no hand was played to its end" in out


def test_the_log_plays_again(typed):
    game = gk.load("leduc")
    status, out, err = typed(["c"] * 40, "leduc", "--as", "second", "--seed", "4", "--hands", "3", "--json")
    log = json.loads(out)
    assert status == 0 and "you are second" in err
    assert log["person"] == "second" and log["seed"] == 4 and len(log["hands"]) == 3
    for hand in log["hands"]:
        assert followed(game.rules, [event["move"] for event in hand["moves"]]).to_json() == hand
    assert log["total"] == [sum(hand["payoffs"][p] for hand in log["hands"]) for p in (0, 1)]
    assert typed(["c"] * 40, "leduc", "--as", "second", "--seed", "4", "--hands", "3", "--json")[1] == out


def test_an_unfinished_hand_is_in_the_log_apart(typed):
    _, out, _ = typed(["1"], "leduc", "--seed", "1", "--json")
    log = json.loads(out)
    assert log["hands"] == [] and log["unfinished"]["moves"]


def test_every_number_of_players_and_kind_of_game_is_played(typed):
    for name, *words in (["three_player_kuhn", *QUICK], ["nim"], ["matching_pennies"], ["monty_hall"]):
        status, out, _ = typed(["1"] * 30, name, "--seed", "2", "--hands", "2", *words)
        # Only cards make hands of plays.
        called, other = ("hand", "game") if name == "three_player_kuhn" else ("game", "hand")
        assert status == 0 and f"{called} 2\n" in out and f"after 2 {called}s" in out and f" a {called}\n" in out, name
        assert f"the {called} is over" in out and other not in out, name


@pytest.mark.parametrize("name", ["kuhn", "poker", "nim", "matching_pennies", "monty_hall", "beer_quiche", "leduc"])
def test_a_play_is_called_as_on_the_page(typed, name):
    game = gk.load(name)
    dealt = gk.Study(gk.solve(game), game).overview().dealt
    out = typed([], name)[1]
    assert f"no {'hand' if dealt else 'game'} was played to its end" in out


def test_moves_are_typed_in_words_or_as_the_rules_have_them(typed):
    status, out, err = typed(["take 1,2", "facts", "take(1, 1)", "take 2"], "nim", "--seed", "2", "--hands", "1")
    assert (
        status == 0
        and not err
        and "1 take 1 of ●   2 take 1 of ●●" in out
        and "take(" not in out.replace("> take(1, 1)", "")
    )
    assert "you know: you chose take 1 of ●●, second took 3 of ●●●" in out


def test_a_player_who_never_decides_watches_one_hand(typed, tmp_path):
    text = "game(dull, [players : [a, b], flow : (choose(a, X, member(X, [1, 2])), outcome([X, -X]))])."
    (tmp_path / "dull.gala").write_text(text)
    status, out, _ = typed([], str(tmp_path / "dull.gala"), "--as", "b")
    assert status == 0 and "b decides nothing in this game" in out and "in 1 game" in out


def test_saved_solutions_are_played_and_simulated(typed, tmp_path, capsys):
    at_random(gk.load("rhode_island", ranks=3, suits=2, raises=1)).save(tmp_path / "large.parquet")
    gk.solve(gk.load("kuhn")).save(tmp_path / "small.json")
    for name in ("large.parquet", "small.json"):
        status, out, err = typed(["1"] * 30, str(tmp_path / name), "--seed", "2", "--hands", "2")
        assert status == 0 and not err and "after 2 hands" in out
        assert main(["simulate", str(tmp_path / name), "-n", "50", "--seed", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["plays"] == 50
        assert main(["simulate", str(tmp_path / name), "-n", "5", "--agent", "random"]) == 0
        assert "5 plays at random" in capsys.readouterr().out


def test_wrong_words_are_said(typed, tmp_path):
    assert "there is no player third" in typed([], "kuhn", "--as", "third")[2]
    (tmp_path / "old.json").write_text("{}")
    assert "damaged" in typed([], str(tmp_path / "old.json"))[2]
    gk.solve(gk.load("kuhn")).save(tmp_path / "kuhn.json")
    stored = json.loads((tmp_path / "kuhn.json").read_text())
    del stored["rules"]
    (tmp_path / "kuhn.json").write_text(json.dumps(stored))
    status, _, err = typed([], str(tmp_path / "kuhn.json"))
    assert status == 2 and "does not contain the rules of kuhn" in err


def test_a_move_that_reads_like_a_number_is_that_move():
    assert picked("0", ("1", "0"), ("1", "0")) == 1
    assert picked("2", ("1", "0"), ("bet 1", "check")) == 1, "moves with names are numbered"
    assert picked("ks", ("(1,3)", "(2,3)"), ("K♠", "K♥")) == 0
    with pytest.raises(GalakitError, match="may be one of 2 moves"):
        picked("ra", ("raise(1)", "raise(2)"), ("raise 1", "raise 2"))


def test_moves_of_one_name_are_told_apart():
    with pytest.raises(GalakitError, match="may be one of 2 moves"):
        picked("go", ("left", "right"), ("go", "go"))


def test_moves_are_called_what_the_rules_say_and_boards_are_drawn(typed):
    status, out, err = typed(["check", "q"], "poker", "--as", "gambler", "--seed", "3", "--hands", "1")
    assert status == 0 and not err and "1 check   2 bet 1" in out and "you choose check" in out
    status, out, err = typed(["b2", "q"], "tic_tac_toe", "--against", "random", "--seed", "3", "--hands", "1")
    assert status == 0 and not err and "  you learn ○ c2\n" in out and "    2 │ · ✕ ○ │\n" in out


def test_at_a_terminal():
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "galakit", "play", "matching_pennies", "--seed", "5"]
    process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, close_fds=True, start_new_session=True)
    os.close(child)
    seen, answers, began = "", ["?", "h", "tails", "q"], time.monotonic()
    while time.monotonic() - began < 60:
        if select.select([parent], [], [], 0.1)[0]:
            try:
                seen += os.read(parent, 4096).decode()
            except OSError:  # Linux ends a terminal like this
                break
        if answers and seen.endswith("> "):
            seen += "\n"
            os.write(parent, f"{answers.pop(0)}\n".encode())
    assert process.wait(timeout=120) == 0
    os.close(parent)
    assert not answers and seen.count("the game is over") == 2 and "you got" in seen


def test_a_coach_grades_each_decision_and_sums_up(typed):
    status, out, err = typed(["bet", "pass"], "kuhn", "--seed", "3", "--hands", "2", "--coach")
    assert status == 0 and not err
    assert "mistake: another move is clearly better; you lose 1/6" in out
    assert "→ bet" in out and "-1/3" in out and "██" in out
    assert "2 decisions graded: in the long run they lose 1/6 in all" in out
    assert "the dearest: bet, knowing Q, lost 1/6; check was best" in out
    assert "mistakes      1" in out and not any(line != line.rstrip() for line in out.splitlines() if "> " not in line)


def test_grades_are_in_the_log_and_what_is_said_is_not(typed):
    status, out, err = typed(["bet"], "kuhn", "--seed", "3", "--hands", "1", "--coach", "--json")
    log = json.loads(out)
    assert status == 0 and "mistake: " in err
    (grade,) = log["hands"][0]["grades"]
    assert (grade["move"], grade["loss"], grade["level"]) == ("bet", "1/6", "mistake")
    assert log["lost"] == "1/6" and log["levels"]["mistake"] == 1
    # The moves still play again.
    assert followed(gk.load("kuhn").rules, [e["move"] for e in log["hands"][0]["moves"]]).payoffs == (-2, 2)


def test_a_coach_says_where_the_solution_never_gets(typed):
    status, out, _ = typed(["c", "c", "c"], "leduc", "--as", "second", "--seed", "3", "--hands", "1", "--coach")
    assert status == 0 and "it would play (it never gets here)" in out


def test_saved_and_unlisted_solutions_coach_too(typed, tmp_path):
    at_random(gk.load("rhode_island", ranks=3, suits=2, raises=1)).save(tmp_path / "large.parquet")
    gk.solve(gk.load("kuhn")).save(tmp_path / "small.json")
    for name in ("large.parquet", "small.json"):
        status, out, err = typed(["1"] * 30, str(tmp_path / name), "--seed", "2", "--hands", "2", "--coach")
        assert status == 0 and not err and "graded" in out
