"""Agents by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from agents.matches import network, play
from galakit.agents.registry import maker, names
from galakit.errors import GalakitError


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("game", ["tic_tac_toe_gdl", "simplified_poker"])
def test_every_agent_plays_with_and_without_complete_information(name, game):
    machine = network(game)
    players = [role for role, who in enumerate(machine.roles) if who != "random"]
    goals, _ = play(machine, {role: maker(name)(machine, role, 1) for role in players}, clock=0.05, start=0.3)
    assert all(goals[role] is not None for role in players)


@pytest.mark.parametrize("name", ["minimax:0", "minimax:many", "minimax:101", "mcts:2", "random:"])
def test_numbers_that_mean_nothing_are_refused(name):
    with pytest.raises(GalakitError) as error:
        maker(name)
    assert error.value.diagnostics[0].id == "GK995"


def test_names_are_known_without_a_compiler():
    code = "import galakit.agents.registry as r, sys; r.names(); print('numba' in sys.modules, 'numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "False False", result.stderr


def test_perfect_players_draw_at_tic_tac_toe():
    machine = network("tic_tac_toe_gdl")
    for seed, (first, second) in enumerate([("mcts", "minimax"), ("minimax", "mcts")]):
        agents = {0: maker(first)(machine, 0, seed), 1: maker(second)(machine, 1, seed)}
        assert play(machine, agents, clock=0.3, start=1.0)[0] == (50, 50)
