"""The number of all states, foreseen while they are explored: shown late rather than wrong."""

from __future__ import annotations

import re

import pytest

import galakit as gk
from galakit.game.explore import explored_one_by_one
from galakit.lang.bytecode import exploring
from galakit.lang.bytecode.exploring import enumerated
from galakit.rules import frontier
from galakit.rules.frontier import Frontier


@pytest.mark.parametrize("name", ["tic_tac_toe", "tic_tac_toe_gdl", "leduc_gdl"])
def test_an_estimate_is_shown_once_it_is_near_the_truth(name):
    automaton = gk.load(name).automaton
    seen, found = Frontier(None), []
    while seen.begin < seen.end:
        if re.search("about", seen.stage(automaton.first, automaton.target, seen.end)):
            found.append(seen.foreseen / automaton.states)
    assert sum(seen.sizes) == automaton.states
    assert found and all(0.5 < share < 2 for share in found)


def test_nothing_is_foreseen_where_layers_go_on_growing():
    seen = Frontier(None)
    for power in range(20):
        seen.sizes.append(3**power)
        seen.foresee()
    assert seen.foreseen is None


def one_by_one(rules, progress):
    explored_one_by_one(rules, None, progress)


def at_once(rules, progress):
    enumerated(rules, None, progress)


@pytest.mark.parametrize("how", [one_by_one, at_once])
def test_exploring_reports_it_with_the_time_left(monkeypatch, how):
    monkeypatch.setattr(frontier, "INTERVAL", 0.0)
    monkeypatch.setattr(exploring, "AT_ONCE", 0.001)
    told = []
    how(gk.load("tic_tac_toe").rules, lambda stage, done, total: told.append(stage))
    assert told[0] == "exploring states"
    foreseen = [stage for stage in told if stage.startswith("exploring states: about ")]
    assert foreseen and all(stage.left > 0 for stage in foreseen)


def test_memory_that_will_not_suffice_is_told_beforehand(monkeypatch):
    """The memory of this machine is what the test says, and the states take 400 bytes each."""
    monkeypatch.setattr(frontier, "held_memory", lambda: 10_000_000)
    told = frontier.Frontier(None)
    told.foreseen, told.end = 1_000_000.0, 1_000_000
    monkeypatch.setattr(frontier, "held_memory", lambda: 10_000_000 + 400 * 250_000)
    monkeypatch.setattr(frontier, "available_memory", lambda: 100_000_000)
    assert told.stage([], [], 250_000).endswith(
        "about 1,000,000 in all, which need about 400 MB of memory; 200 MB are free"
    )
    monkeypatch.setattr(frontier, "available_memory", lambda: 1_000_000_000)
    assert told.stage([], [], 250_000).endswith("about 1,000,000 in all")
