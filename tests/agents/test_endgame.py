"""Exact play where few states are left, whatever the size of the tree."""

from __future__ import annotations

import pytest

import galakit as gk
from agents.matches import Named, network_of, play
from galakit.agents.endgame import Endgame
from galakit.agents.simple import legal


def hanoi(disks):
    """The towers of Hanoi in just as many steps as they take; each disk out of place costs ten points."""
    last = 2**disks - 1
    steps = " ".join(f"(then {k} {k + 1})" for k in range(last))
    smaller = " ".join(f"(smaller {a} {b})" for a in range(1, disks + 1) for b in range(a + 1, disks + 1))
    goals = "".join(
        f"(<= (goal player {100 - 10 * k if k else 100}) {'(true (at 1 c))' if k == 0 else ''}"
        f"{' '.join(f'(true (at {d} c))' for d in range(k + 1, disks + 1))}"
        f"{f' (not (true (at {k} c)))' if k else ''})"
        for k in range(disks + 1)
    )
    return f"""
(role player) (init (step 0)) {steps} {smaller} (peg a) (peg b) (peg c)
{" ".join(f"(disk {k}) (init (at {k} a))" for k in range(1, disks + 1))}
(<= (covered ?d) (true (at ?d ?p)) (true (at ?e ?p)) (smaller ?e ?d))
(<= (blocked ?d ?p) (disk ?d) (true (at ?e ?p)) (smaller ?e ?d))
(<= (legal player (move ?d ?p)) (disk ?d) (peg ?p) (not (covered ?d)) (not (blocked ?d ?p)) (not (true (at ?d ?p))))
(<= (next (at ?d ?p)) (does player (move ?d ?p)))
(<= (next (at ?d ?p)) (true (at ?d ?p)) (not (moved ?d)))
(<= (moved ?d) (does player (move ?d ?p)))
(<= (next (step ?m)) (true (step ?n)) (then ?n ?m))
(<= terminal (true (step {last})))
{goals}
"""


def test_six_disks_are_moved_without_a_mistake(tmp_path):
    """The tree has more nodes than could ever be searched; there are some thousands of states."""
    machine = network_of(hanoi(6))
    assert play(machine, {0: Named("mcts", machine, 0, 1)}, clock=0.5, start=60.0)[0] == (100,)
    (tmp_path / "hanoi.kif").write_text(hanoi(6))
    game = gk.load(str(tmp_path / "hanoi.kif"))
    assert gk.Match(game, {"player": "minimax"}).play(1, seed=1).mean == (100.0,)


@pytest.mark.parametrize("name", ["tic_tac_toe", "tic_tac_toe_gdl"])
def test_perfect_information_with_few_states_is_played_perfectly_by_whatever_thinks(name):
    game = gk.load(name)
    first, second = game.players
    value = gk.solve(game).value
    result = gk.Match(game, {first: "mcts", second: "minimax"}).play(2, seed=3)
    assert all(hand.payoffs == value for hand in result.hands)


def test_what_is_left_of_a_game_is_solved_from_the_state_of_a_decision():
    """As of a game that has too many states to be solved whole: the second player of nim wins from there on."""
    game = gk.load("nim_gdl")
    agent = Endgame(game, legal(game))
    agent.tried = True  # so that the whole game is not explored
    for seed in range(3):
        played = gk.Match(game, {game.players[0]: "random", game.players[1]: agent}).play(1, seed=seed).hands[0]
        assert agent.policy is not None and agent.before > 0, "the moves came from what was left"
        assert played.payoffs == (0, 100)


def test_hidden_information_is_left_to_the_other_agent():
    game = gk.load("kuhn")
    agent = Endgame(game, legal(game))
    assert gk.Match(game, {"first": agent, "second": "legal"}).play(20, seed=1).agents[0] == "legal"
    assert agent.whole is None and agent.tried
