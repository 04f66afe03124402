"""Alpha-beta: perfect play where the end is in sight, bounds by depth and clock, and kinds of games."""

from __future__ import annotations

from agents.matches import after, lateness, network, network_of, play, soon
from agents.network.test_mcts import SWITCHES, THREE, mark
from galakit.agents.network.minimax import Minimax

JOINTS = [
    (move, "noop") if k % 2 == 0 else ("noop", move)
    for k, move in enumerate([mark(1, 1), mark(2, 2), mark(1, 2), mark(3, 3)])
]


def test_it_wins_at_once_where_it_can_and_blocks_where_it_must():
    machine = network("tic_tac_toe_gdl")
    winner = Minimax(machine, 0, 1, depth=1)
    after(machine, winner, JOINTS)
    assert winner.choose(None) == mark(1, 3)
    blocker = Minimax(machine, 1, 1, depth=2)
    after(machine, blocker, JOINTS[:3])
    assert blocker.choose(None) == mark(1, 3)


def test_the_second_player_wins_nim_against_anybody():
    machine = network("nim_gdl")
    for seed in range(5):
        assert play(machine, {1: Minimax(machine, 1, seed)}, clock=0.5, seed=seed)[0] == (0, 100)


def test_a_single_role_is_a_plain_search():
    machine = network_of(SWITCHES)
    assert play(machine, {0: Minimax(machine, 0, 1)}, clock=0.5)[0] == (100,)


def test_others_who_choose_at_the_same_time_are_feared_and_nature_is_averaged():
    machine = network_of(THREE)
    assert Minimax(machine, 0, 1).choose(None) == "heads"


def test_a_bound_on_the_depth_is_kept():
    machine = network("connect_four")
    agent = Minimax(machine, 0, 1, depth=2)
    agent.choose(None)
    assert agent.reached == 2


def test_without_a_clock_the_same_seed_gives_the_same_moves():
    machine = network("connect_four")
    assert len({Minimax(machine, 0, 5, depth=2).choose(None) for _ in range(2)}) == 1


def test_the_clock_is_kept():
    machine = network("connect_four")
    agent = Minimax(machine, 0, 1)
    agent.prepare(soon(3.0))
    assert lateness(agent, 0.1) < 2
