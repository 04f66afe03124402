"""The command line as a user meets it: a process, its output, its exit status."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest


def galakit(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "galakit", *words], capture_output=True, text=True, timeout=120, **options
    )


def test_solve_prints_the_promised_json(told):
    status, out, err = told("solve", "kuhn", "--json")
    result = json.loads(out)
    assert (status, err) == (0, "")
    assert result["game"] == "kuhn" and result["params"] == {"cards": "3"}
    assert result["value"] == ["-1/18", "1/18"] and result["gap"] == 0 and result["exact"] is True
    assert result["method"] == "lp"
    assert set(result["size"]) == {"states", "nodes", "terminals", "information_sets", "sequences"}
    assert set(result["seconds"]) == {"read", "explore", "unfold", "solve", "certify"}
    status, out, err = told("solve", "kuhn", "--json", "--float")
    assert json.loads(out)["value"] == pytest.approx([-1 / 18, 1 / 18])


def test_size_prints_the_size_alone(told):
    status, out, _ = told("size", "poker", "-p", "ranks=8", "--json")
    assert status == 0
    assert json.loads(out) | {"states": 0} == {
        "states": 0,
        "nodes": 505,
        "terminals": 280,
        "information_sets": [16, 16],
        "sequences": [33, 33],
    }
    assert "505" in told("size", "poker", "-p", "ranks=8")[1]


def test_games_lists_every_shipped_game_with_its_parameters(told):
    _, out, _ = told("games", "--json")
    games = {g["name"]: g for g in json.loads(out)}
    assert games["poker"]["params"] == {"suits": "1", "ranks": "3", "cards": "1", "cash": "2", "ante": "1"}
    assert all(g["summary"] for g in games.values())
    assert "poker" in told("games")[1]


def test_games_describes_one_game(told):
    _, out, _ = told("games", "cartel")
    assert "Green & Porter" in out and "periods=2" in out and "price war" in out
    _, out, _ = told("games", "cartel", "--json")
    described = json.loads(out)
    assert described["kind"] == "bargaining and markets" and described["params"]["periods"] == "2"
    assert described["players"] == ["first", "second"]


def test_an_unknown_game_is_met_with_the_likely_one(told):
    status, _, err = told("games", "kartel")
    assert status == 2 and "`cartel`" in err


def test_show_tells_every_information_set(told):
    status, out, _ = told("show", "poker", "--player", "gambler")
    assert status == 0 and "certified exactly: no player can gain more than 0" in out
    status, out, _ = told("show", "kuhn", "--json")
    sets = json.loads(out)["information_sets"]
    assert len(sets) == 12
    assert {"player", "facts", "reach", "moves", "belief"} <= set(sets[0])


def test_show_names_sets_by_facts(told):
    status, out, _ = told("show", "poker", "--at", "myhand( [2] )", "--at", "bet(gambler,1)", "--player", "dealer")
    assert status == 0 and "believes to be at" in out
    status, out, err = told("show", "poker", "--at", "myhand([9])")
    assert (status, out) == (2, "") and "no information set" in err


def test_show_names_sets_by_the_words_it_tells_them_in(told):
    words = ["--player", "dealer", "--at", "My hand 2, gambler bet 1"]
    status, out, _ = told("show", "poker", *words)
    assert status == 0 and "1  my hand 2        myhand([2])" in out and "2  gambler bet 1    bet(gambler,1)" in out
    (here,) = json.loads(told("show", "poker", *words, "--json")[1])["information_sets"]
    assert here["facts"] == ["myhand([2])", "bet(gambler,1)", "choosing([1,0])"]
    status, out, _ = told("show", "poker", "--at", "my hand 2", "--at", "bet(gambler,1)")
    assert status == 0 and out.startswith("dealer  information set")
    # What nobody knows is answered with what there is, as the rules have it.
    status, _, err = told("show", "poker", "--at", "my hand 9")
    assert status == 2 and "myhand([2]), bet(gambler,0)" in err


def test_show_draws_the_chart(told):
    assert "█" in told("show", "poker", "-p", "ranks=4", "--chart")[1]


def test_simulate_repeats_itself_with_a_seed(told):
    status, out, _ = told("simulate", "kuhn", "-n", "2000", "--seed", "1", "--json")
    result = json.loads(out)
    assert status == 0 and result["plays"] == 2000 and len(result["traces"]) == 3
    again = json.loads(told("simulate", "kuhn", "-n", "2000", "--seed", "1", "--json")[1])
    assert result["mean"] == again["mean"]
    told_to_people = told("simulate", "kuhn", "-n", "100", "--seed", "1")[1]
    assert "± standard error" in told_to_people and re.search("chance +first [JQK], second [JQK]\n", told_to_people)
    assert {"card(1)", "card(2)", "card(3)"} >= set(result["traces"][0]["moves"][0]["seen"]["first"])


def test_a_game_that_a_method_refuses_can_be_played_at_random(told):
    status, _, err = told("simulate", "three_player_kuhn", "--method", "lp")
    assert status == 2 and "--agent random" in err
    assert told("simulate", "three_player_kuhn", "--agent", "random", "-n", "50")[0] == 0


def test_a_solution_is_saved_and_shown_again(told, tmp_path):
    for name in ("solution.parquet", "solution.json"):
        path = str(tmp_path / name)
        assert told("solve", "kuhn", "-o", path)[0] == 0
        status, out, _ = told("show", path)
        assert status == 0 and "-1/18" in out


def test_export_writes_a_file_or_prints_it(told, tmp_path):
    path = tmp_path / "kuhn.efg"
    assert told("export", "kuhn", "--to", "efg", "-o", str(path))[0] == 0
    assert told("export", "kuhn")[1] == path.read_text()
    _, out, _ = told("export", "kuhn", "-o", str(path), "--json")
    assert json.loads(out)["size"]["nodes"] == 55


@pytest.mark.parametrize(
    "words, message",
    [
        (["solve", "pokr"], "poker"),
        (["solve", "poker", "-p", "rank=3"], "ranks"),
        (["solve", "poker", "-p", "ranks"], "name=value"),
        (["solve", "poker", "-p", "ranks=3", "-p", "ranks=4"], "twice"),
        (["solve", "kuhn", "-o", "solution.xlsx"], ".parquet or .json"),
        (["solve", "kuhn", "-o", "no/such/folder/solution.json"], "cannot be written"),
        (["solve", "kuhn", "--method", "magic"], "the methods are"),
        (["solve", "kuhn", "--with", "algorithm=magic"], "auto, simplex and ipm"),
        (["solve", "kuhn", "--nonsense"], "--nonsense"),
        (["solve"], "GAME"),
        (["sove", "kuhn"], "solve"),
        (["simulate", "kuhn", "-n", "0"], "-n"),
        (["simulate", "kuhn", "--agent", "me"], "the agents are random"),
        (["export", "kuhn", "--to", "docx"], "efg"),
        (["show", "kuhn", "--player", "nobody"], "the players are"),
        (["show", "missing.parquet"], "no file"),
        (["check", "missing.gala"], "missing.gala"),
        (["solve", "three_player_kuhn", "--method", "lp"], "3 players"),
    ],
    ids=" ".join,
)
def test_what_the_user_can_put_right_is_said_on_stderr_with_status_2(told, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = told(*words)
    assert (status, out) == (2, "")
    assert message in err and "Traceback" not in err
    status, out, err = told(*words, "--json")
    assert (status, out) == (2, "")
    assert message in json.dumps(json.loads(err)["error"], ensure_ascii=False)
    assert not list(tmp_path.iterdir())


def test_check_reports_diagnostics(told, tmp_path):
    assert told("check", "poker")[0] == 0
    bad = tmp_path / "bad.gala"
    bad.write_text("game(coin, [players : [a]")
    status, _, err = told("check", str(bad))
    assert status == 2 and "bad.gala:1" in err
    status, out, _ = told("check", str(bad), "--json")
    assert status == 2 and json.loads(out)["diagnostics"][0]["severity"] == "error"


def test_a_reader_who_stops_early_is_no_error():
    writer = subprocess.Popen(
        [sys.executable, "-m", "galakit", "export", "poker", "-p", "ranks=16"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    writer.stdout.readline()
    writer.stdout.close()
    said = writer.stderr.read().decode().splitlines()
    assert [line for line in said if not re.match(r"\d+ s: ", line)] == []  # a busy machine shows progress
    assert writer.wait(60) == 0


def test_help_and_version_are_quick_and_import_nothing_heavy():
    assert galakit("--version").stdout.startswith("galakit ")
    code = (
        "import sys; from galakit.cli.main import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "simulate" in done.stdout
    assert not {"numpy", "scipy", "pandas", "rich.table"} & set(json.loads(done.stderr.replace("'", '"')))


def test_importing_galakit_imports_no_numpy():
    code = "import galakit, sys; assert 'numpy' not in sys.modules; "
    code += "from galakit.solvers.lp import programme as lp; print(galakit.solve.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "solve\n", done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs signals")
def test_an_interrupt_ends_with_130():
    import signal

    words = ["simulate", "three_player_kuhn", "--agent", "random", "-n", "100000000"]
    running = subprocess.Popen(
        [sys.executable, "-m", "galakit", *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert b"playing" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=120)
    assert running.returncode == 130 and b"Traceback" not in err
