"""Bad input, as a user would give it: a clear message, status 2, no traceback, nothing half-written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from galakit.cli.main import main

GAME = "game(g, [players : [a, b], {}])."

FILES = {
    "truncated": ("game(g, [players : [a, b], flow : (choose(a, X, memb", "never closed"),
    "empty": ("", "no `game(Name"),
    "unbalanced brackets": (GAME.format("flow : (choose(a, X, member(X, [1, 2]), outcome([1, -1]))"), "never closed|is expected"),
    "a rule that never terminates": (GAME.format("flow : (choose(a, X, p(X)), end)") + " p(X) :- p(X).", "never ends"),
    "a choice with no options": (GAME.format("flow : (choose(a, X, fail), end)"), "nothing to choose"),
    "probabilities that sum to 0.9": (
        GAME.format("flow : (choose(nature([x : 0.5, y : 0.4]), X, member(X, [x, y])), end)"),
        "sum to 0.9",
    ),
    "a payoff vector of the wrong length": (GAME.format("flow : (P = [1], outcome(P))"), "1 payoffs, but there are 2"),
    "a missing parameter": (GAME.format("params : [n], flow : payoff(a, $n)"), "-p n=VALUE"),
    "endless play": (GAME.format("flow : while(true, choose(a, X, member(X, [1, 2])))"), "for ever"),
}  # fmt: skip


def galakit(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "galakit", *words], capture_output=True, text=True, timeout=200, **options
    )


@pytest.mark.parametrize("case", FILES)
def test_a_bad_file_gets_a_message_and_status_2(case, tmp_path, capsys):
    text, message = FILES[case]
    path = tmp_path / "game.gala"
    path.write_text(text)
    status = main(["solve", str(path), "-o", str(tmp_path / "out.parquet")])
    told, complained = capsys.readouterr()
    assert status == 2 and told == ""
    assert any(m in complained for m in message.split("|")), complained
    assert "Traceback" not in complained and "hint" in complained
    assert [p.name for p in tmp_path.iterdir()] == ["game.gala"]


def test_binary_junk_is_no_game(tmp_path):
    path = tmp_path / "game.gala"
    path.write_bytes(bytes(range(256)) * 40)
    result = galakit("check", str(path))
    assert result.returncode == 2 and "UTF-8" in result.stderr


def test_errors_can_be_read_by_programs(tmp_path):
    path = tmp_path / "game.gala"
    path.write_text("game(g, [players : [a], flow : payoff(b, 1)]).")
    result = galakit("solve", str(path), "--json")
    assert result.returncode == 2 and result.stdout == ""
    [error] = json.loads(result.stderr)["error"]
    assert error["line"] == 1 and error["column"] == 39 and "no player `b`" in error["message"]


@pytest.mark.skipif(os.name != "posix", reason="needs resource limits")
def test_ten_million_nodes_on_a_small_machine_are_refused_with_the_estimate():
    import resource

    def small():
        resource.setrlimit(resource.RLIMIT_AS, (700_000_000, 700_000_000))

    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    result = galakit("solve", "poker", "-p", "cash=19", "--method", "lp", preexec_fn=small, env=environment)
    refused = r"unfolding the 9,437,167 nodes of the game tree needs 79\d MB of memory, and \d+ MB are free"
    assert result.returncode == 2 and re.search(refused, result.stderr), result.stderr


@pytest.mark.parametrize("command", ["solve", "show", "size"])
def test_what_an_author_probably_did_not_mean_is_told_when_the_game_is_used(command, tmp_path, capsys):
    path = tmp_path / "typo.gala"
    path.write_text(
        "game(g, [players : [a], flow : (choose(a, X, member(X, [1, 2])), Total = X, outcome([X]))]).", encoding="utf-8"
    )
    main([command, str(path)])
    assert "typo.gala:1:66: GK307 the variable `Total` occurs only once in `flow`" in capsys.readouterr().err


def test_many_doubts_are_counted(tmp_path, capsys):
    path = tmp_path / "typos.gala"
    unused = ", ".join(f"V{k} = 1" for k in range(8))
    path.write_text(
        f"game(g, [players : [a], flow : ({unused}, choose(a, X, member(X, [1, 2])), outcome([X]))]).", encoding="utf-8"
    )
    main(["size", str(path)])
    told = capsys.readouterr().err
    assert told.count("GK307") == 5
    assert f"3 more: galakit check {path}" in told
