"""Optimal randomised play of games that can be solved in time, and something sensible otherwise."""

from __future__ import annotations

from agents.matches import Named, network, network_of, news, play, soon
from agents.network.test_mcts import THREE
from galakit.agents.endgame import Endgame


def first_moves(card, hands):
    """How often the first player bets on a card."""
    machine = network("kuhn_gdl")
    bets = 0
    for seed in range(hands):
        agent = Named("solution", machine, 0, seed)
        agent.prepare(soon())
        joint = ("noop", "noop", ("deal", card, "2" if card != "2" else "1"))
        agent.observe(news(machine, machine.opening(), joint)[0])
        bets += agent.choose(soon()) == "bet"
    return bets / hands


def test_kuhn_poker_is_played_as_kuhn_says():
    assert first_moves("2", 40) == 0, "no equilibrium bets on the middle card"
    low, high = first_moves("1", 200), first_moves("3", 200)
    assert low <= 1 / 3 + 0.12
    assert abs(high - 3 * low) < 0.35


def test_it_loses_nothing_at_kuhn_poker():
    machine = network("kuhn_gdl")
    for other, least in (("random", 2.0), ("legal", 1.9), ("solution", 1.9)):
        total = 0
        for hand in range(200):
            role = hand % 2
            agents = {role: Named("solution", machine, role, hand), 1 - role: Named(other, machine, 1 - role, hand)}
            total += play(machine, agents, clock=1.0, start=300.0, seed=hand)[0][role]
        assert total / 200 > least - 0.15


def test_games_of_perfect_information_are_solved_as_well():
    machine = network("nim_gdl")
    for seed in range(4):
        agents = {1: Named("solution", machine, 1, seed)}
        assert play(machine, agents, clock=1.0, start=300.0, seed=seed)[0] == (0, 100)


def test_what_cannot_be_solved_in_time_is_searched():
    machine = network("connect_four")
    agent = Named("solution", machine, 0, 1)
    agent.prepare(soon(0.3))
    assert agent.agent.policy is None and isinstance(agent.agent.other, Endgame)
    assert agent.choose(soon(0.3)) in machine.legal(machine.opening(), 0)
    agent.close()


def test_simultaneous_moves_with_nature_are_solved():
    machine = network_of(THREE)
    agent = Named("solution", machine, 0, 1)
    agent.prepare(soon())
    assert agent.agent.policy is not None
    assert agent.choose(soon()) == "heads"
