"""Monte Carlo tree search: tactics, proofs, memory, clocks, and kinds of games."""

from __future__ import annotations

import numpy as np
import pytest

from agents.matches import after, network, network_of, play, soon
from galakit.agents.network.mcts.agent import Mcts, best_move
from galakit.agents.network.mcts.search import Habits, Search

ALONE = Habits(threads=1)

# Heads pays ann 100, tails 40, whatever the others do; bob and the coin have their own goals.
THREE = """
(role ann) (role bob) (role random) (init new)
(<= (legal ann ?m) (side ?m)) (<= (legal bob ?m) (side ?m)) (<= (legal random ?m) (side ?m)) (side heads) (side tails)
(<= (next (saw ?a ?b ?c)) (does ann ?a) (does bob ?b) (does random ?c))
(<= terminal (true (saw ?a ?b ?c)))
(<= (goal ann 100) (true (saw heads ?b ?c))) (<= (goal ann 40) (true (saw tails ?b ?c)))
(<= (goal bob 100) (true (saw ?a ?s ?s))) (<= (goal bob 0) (true (saw ?a ?s ?t)) (distinct ?s ?t)) (goal random 0)
"""

# Six switches in a row: only turning them on in order brings anything.
SWITCHES = """
(role robot) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(<= (legal robot left) (true (at ?n))) (<= (legal robot right) (true (at ?n)))
(init (step 0)) (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= (next (at ?m)) (true (at ?n)) (does robot right) (succ ?n ?m))
(<= (next (at 0)) (does robot left))
(<= terminal (true (step 6)))
(<= (goal robot 100) (true (at 6))) (<= (goal robot 0) (not (true (at 6))))
"""


def mark(x, y):
    return ("put", str(x), str(y))


def test_it_wins_at_once_where_it_can_and_blocks_where_it_must():
    machine = network("tic_tac_toe_gdl")
    moves = [mark(1, 1), mark(2, 2), mark(1, 2), mark(3, 3)]
    joints = [(move, "noop") if k % 2 == 0 else ("noop", move) for k, move in enumerate(moves)]
    winner = Mcts(machine, 0, 1, ALONE, waves=4)
    after(machine, winner, joints)
    assert winner.choose(None) == mark(1, 3)
    blocker = Mcts(machine, 1, 1, ALONE, waves=12)
    after(machine, blocker, joints[:3])
    assert blocker.choose(None) == mark(1, 3)


def test_what_is_certain_is_proven():
    search = Search(network("nim_gdl"), 1, ALONE)
    search.run(soon(), waves=60)
    assert search.settled, "piles 1, 2, 3: the second player wins"
    assert search.tree.worth[search.root].tolist() == [0.0, 1.0]


def test_proofs_agree_with_the_value_of_the_game_in_every_state_that_is_proven():
    machine = network("nim_gdl")
    search = Search(machine, 3, ALONE)
    search.run(soon(), waves=60)
    tree = search.tree
    values: dict = {}

    def value(state):
        if state not in values:
            if machine.terminal(state):
                values[state] = machine.goals(state)[0] / 100
            else:
                mover = 0 if len(machine.legal(state, 0)) > 1 or machine.legal(state, 0) != ("noop",) else 1
                results = []
                for move in machine.legal(state, mover):
                    joint = [move, "noop"] if mover == 0 else ["noop", move]
                    results.append(value(machine.next(state, joint)))
                values[state] = max(results) if mover == 0 else min(results)
        return values[state]

    proven = np.flatnonzero(tree.known[: tree.counts[0]])
    assert len(proven) > 10
    for node in proven.tolist():
        assert tree.worth[node, 0] == value(tree.rows[node].tobytes())


def test_the_same_seed_gives_the_same_search():
    machine = network("connect_four")
    found = []
    for _ in range(2):
        agent = Mcts(machine, 0, 7, ALONE, waves=6)
        move = agent.choose(None)
        tree = agent.search.tree
        found.append((move, tree.counts.tolist(), tree.visits[agent.search.edges(0)].tolist()))
    assert found[0] == found[1]


def test_what_was_found_is_kept_for_the_next_turn():
    machine = network("connect_four")
    agent = Mcts(machine, 0, 7, ALONE, waves=10)
    agent.choose(None)
    edges = agent.search.edges(0)
    tree = agent.search.tree
    edge = edges.start + int(np.argmax(tree.visits[edges]))
    expected = float(tree.visits[edge])
    after(machine, agent, [(machine.compiled.moves[tree.move[edge]], "noop")])
    agent.search.follow(*agent.passed[0])
    visits = agent.search.tree.visits[agent.search.edges(1)].sum()
    assert 0.8 * expected < visits <= 1.2 * expected


def test_a_tree_that_is_full_goes_on_counting_and_makes_room_at_the_next_turn():
    machine = network("connect_four")
    small = Habits(threads=1, memory=1 << 18)
    search = Search(machine, 1, small)
    search.run(soon(), waves=30)
    full = int(search.tree.counts[0])
    assert full >= 0.9 * len(search.tree.rows) or search.tree.counts[1] + 18 > len(search.tree.move)
    before = float(search.tree.visits[search.edges(0)].sum())
    search.run(soon(), waves=3)
    assert int(search.tree.counts[0]) <= len(search.tree.rows)
    assert float(search.tree.visits[search.edges(0)].sum()) > before
    move = best_move(search, 0, None)
    state = machine.next(machine.opening(), [move, "noop"])
    search.follow(state, (move, "noop"))
    assert int(search.tree.counts[0]) < full
    assert search.tree.rows[search.root].tobytes() == state
    search.run(soon(), waves=30)
    for move in (("drop", "1"), ("drop", "7"), ("drop", "1"), ("drop", "7")):  # somewhere it has not been
        mover = 0 if len(machine.legal(state, 0)) > 1 else 1
        joint = (move, "noop") if mover == 0 else ("noop", move)
        state = machine.next(state, joint)
    search.start(state)
    assert search.tree.rows[search.root].tobytes() == state
    assert int(search.tree.counts[0]) < full


def test_nobody_is_on_the_way_when_the_search_rests():
    for name in ("connect_four", "prisoners_dilemma_gdl"):
        search = Search(network(name), 1, Habits())
        search.run(soon(), waves=5)
        tree = search.tree
        assert not tree.flying[: tree.counts[1]].any()


def test_two_threads_search_one_tree():
    search = Search(network("connect_four"), 1, Habits(threads=2))
    search.run(soon(), waves=5)
    assert 5 * 256 <= search.plays <= 10 * 256, "a wave may find that the other thread is everywhere"
    assert float(search.tree.visits[search.edges(0)].sum()) == pytest.approx(search.plays, rel=0.05)


def test_each_role_counts_its_own_moves_where_all_choose_at_once():
    machine = network_of(THREE)
    agent = Mcts(machine, 0, 1, ALONE, waves=8)
    assert agent.choose(None) == "heads"
    tree, coin = agent.search.tree, agent.search.edges(2)
    visits = tree.visits[coin]
    assert 0.4 < visits[0] / visits.sum() < 0.6, "nature draws, and does not choose"


def test_a_single_role_remembers_the_best_line_it_found():
    machine = network_of(SWITCHES)
    agent = Mcts(machine, 0, 1, ALONE, waves=8)
    goals, _ = play(machine, {0: agent}, clock=300.0)
    assert goals == (100,)
    assert play(network("blocks_world"), {0: Mcts(network("blocks_world"), 0, 1, ALONE, waves=8)}, clock=300.0)[0] == (
        100,
    )


def test_the_clock_is_kept():
    machine = network("connect_four")
    play(machine, {0: Mcts(machine, 0, 1)}, clock=0.02, start=2.0)  # whatever must be compiled is compiled now
    _, late = play(machine, {0: Mcts(machine, 0, 1), 1: Mcts(machine, 1, 2)}, clock=0.06)
    assert late < 2, "far less on a machine that has nothing else to do"
