"""Agents by name, on every kind of game."""

from __future__ import annotations

import subprocess
import sys

import pytest

import galakit as gk
from agents.matches import Named, network, play
from galakit.agents.registry import OPEN, agent_of, make, maker, names
from galakit.errors import GalakitError

TREE = 'EFG 2 R "choice" { "ann" "bob" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1, 0 } p "" 2 1 "" { "u" "d" } 0 ' + (
    't "" 2 "" { 0, 1 } t "" 3 "" { 2, 2 }'
)


@gk.rules(players=("ann", "bob"))
def penny(play):
    coin = yield play.choose("nature", ["heads", "tails"])
    play.reveal("ann", "coin", coin)
    said = yield play.choose("ann", ["heads", "tails"])
    play.reveal("bob", "said", said)
    believes = yield play.choose("bob", ["yes", "no"])
    won = 1 if (said == coin) == (believes == "yes") else -1
    play.outcome([-won, won])


def games(folder):
    (folder / "choice.efg").write_text(TREE)
    return [gk.load("kuhn"), gk.load("kuhn_gdl"), gk.load("nim"), gk.load(str(folder / "choice.efg")), gk.load(penny)]


@pytest.mark.parametrize("name", [*OPEN, "mcts:64", "search:20", "hyperplay:300", "minimax:2"])
def test_every_agent_plays_every_kind_of_game(name, tmp_path):
    for game in games(tmp_path):
        first, *others = game.players
        match = gk.Match(game, {first: name, **dict.fromkeys(others, "random")})
        played = match.play(2, seed=5)
        assert played.hands == gk.Match(game, {first: name, **dict.fromkeys(others, "random")}).play(2, seed=5).hands


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("game", ["tic_tac_toe_gdl", "simplified_poker"])
def test_every_agent_plays_against_the_clock(name, game):
    machine = network(game)
    players = [role for role, who in enumerate(machine.roles) if who != "random"]
    goals, _ = play(machine, {role: Named(name, machine, role, 1) for role in players}, clock=0.05, start=0.3)
    assert all(goals[role] is not None for role in players)


def test_perfect_players_draw_at_tic_tac_toe():
    machine = network("tic_tac_toe_gdl")
    for seed, (first, second) in enumerate([("mcts", "minimax"), ("minimax", "mcts")]):
        agents = {0: Named(first, machine, 0, seed), 1: Named(second, machine, 1, seed)}
        assert play(machine, agents, clock=0.3, start=1.0)[0] == (50, 50)


@pytest.mark.parametrize("name", ["minimax:0", "minimax:many", "minimax:101", "random:", "legal:2", "solution:1"])
def test_numbers_that_mean_nothing_are_refused(name):
    with pytest.raises(GalakitError) as error:
        maker(name)
    assert error.value.diagnostics[0].id == "GK995"


def test_names_that_mean_nothing_are_refused():
    for name, id in (("rendom", "GK509"), ("no.such:thing", "GK968"), ("math:nothing", "GK968"), (":x", "GK968")):
        with pytest.raises(GalakitError) as error:
            maker(name)
        assert error.value.diagnostics[0].id == id


def test_names_are_known_without_a_compiler():
    code = "import galakit.agents.registry as r, sys; r.names(); print('numba' in sys.modules, 'numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "False False", result.stderr


def test_what_is_no_agent_is_refused():
    with pytest.raises(GalakitError) as error:
        agent_of(7, gk.load("kuhn"))
    assert error.value.diagnostics[0].id == "GK831"
    assert set(OPEN) < set(names()) and repr(make("search:7", gk.load("kuhn"))) == "search:7"
