"""Gambit's files on the command line: every command takes them as it takes rules."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

DATA = Path(__file__).parent.parent / "formats" / "data"
HUNT, SIGNAL, DRIVER = (str(DATA / name) for name in ("stag_hunt.nfg", "signal.efg", "driver.efg"))

PENNIES = 'NFG 1 R "Pennies" { "even" "odd" } { { "heads" "tails" } { "heads" "tails" } } "" 1 -1 -1 1 -1 1 1 -1\n'


@pytest.fixture
def pennies(tmp_path):
    path = tmp_path / "pennies.nfg"
    path.write_text(PENNIES)
    return str(path)


def test_a_table_is_solved_shown_and_simulated(told, pennies):
    result = json.loads(told("solve", pennies, "--json")[1])
    assert (result["game"], result["value"], result["exact"]) == ("Pennies", ["0", "0"], True)
    status, out, _ = told("show", pennies)
    assert status == 0 and "nothing yet" in out and "heads" in out and "1/2" in out
    assert json.loads(told("simulate", pennies, "-n", "100", "--seed", "1", "--json")[1])["plays"] == 100


def test_sizes_are_told(told):
    size = json.loads(told("size", SIGNAL, "--json")[1])
    assert (size["nodes"], size["terminals"], size["information_sets"]) == (15, 8, [2, 2])


def test_check_finds_what_is_broken_without_running_anything(told, tmp_path):
    assert told("check", SIGNAL)[0] == 0
    path = tmp_path / "broken.efg"
    path.write_text('EFG 2 R "broken" { "A" }\np "" 1 1 "" { "a" } 0\n')
    status, out, err = told("check", str(path))
    assert status == 2
    assert "broken.efg:3:1: error[GK801]: the file ends before the tree is complete" in out + err


def test_an_ending_in_capitals_is_an_ending(told, tmp_path):
    path = tmp_path / "HUNT.NFG"
    path.write_bytes(Path(HUNT).read_bytes())
    assert told("size", str(path))[0] == 0


@pytest.mark.parametrize("kind", ["efg", "nfg"])
def test_games_are_exported_in_both_formats(told, tmp_path, pennies, kind):
    path = tmp_path / f"again.{kind}"
    assert told("export", pennies, "-o", str(path))[0] == 0
    assert json.loads(told("solve", str(path), "--json")[1])["value"] == ["0", "0"]


def test_what_cannot_be_solved_is_refused_with_the_reason(told):
    status, _, err = told("solve", DRIVER, "--method", "lp")
    assert status == 2 and "perfect recall" in err
    status, _, err = told("solve", HUNT, "-p", "n=3")
    assert status == 2 and "has no parameters" in err


@pytest.mark.skipif(find_spec("pygambit") is None, reason="pygambit is not installed")
def test_gambits_routines_are_methods(told):
    result = json.loads(told("solve", HUNT, "--method", "gambit:enumpure", "--with", "equilibrium=2", "--json")[1])
    assert (result["method"], result["gap"], result["exact"]) == ("gambit:enumpure", 0, True)
    assert "gambit:logit" in told("methods")[1]
