"""Roles move legally whatever agent decides for them, whether they see everything or little."""

from __future__ import annotations

import random

import pytest

from galakit.agents.registry import maker
from galakit.errors import Source
from galakit.game.game import Game
from galakit.gdl.machines import machine_of
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.kif import read
from galakit.ggp import standing as standing_module
from galakit.ggp.role import Role
from galakit.ggp.standing import News, Standing
from ggp.descriptions import COIN, NUMBERS, TIC_TAC_TOE

# Blind: nobody sees where the other put a mark, only whether his own was put where he wanted.
BLIND = (
    TIC_TAC_TOE.replace("(<= (legal ?r (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?r)))", "")
    .replace("(<= (next (cell ?x ?y ?s)) (does ?r (mark ?x ?y)) (sign ?r ?s))", "")
    .replace("(does ?r (mark ?u ?v))", "(does ?r (try ?u ?v))")
    + """
(index 1) (index 2) (index 3)
(<= (legal ?r (try ?x ?y)) (index ?x) (index ?y) (true (control ?r)) (not (true (tried ?r ?x ?y))))
(<= (next (tried ?r ?x ?y)) (does ?r (try ?x ?y)))
(<= (next (tried ?r ?x ?y)) (true (tried ?r ?x ?y)))
(<= (next (cell ?x ?y ?s)) (does ?r (try ?x ?y)) (true (cell ?x ?y b)) (sign ?r ?s))
(<= (sees ?r yes) (does ?r (try ?x ?y)) (true (cell ?x ?y b)))
"""
)


def machine(text):
    return machine_of(read(Source("<text>", text)))


def news(machine, state, moves):
    if not machine.incomplete:
        return [News(move, tuple(moves)) for move in moves]
    return [News(move, None, seen) for move, seen in zip(moves, machine.sees(state, moves))]


@pytest.mark.parametrize("text", [TIC_TAC_TOE, COIN, NUMBERS, BLIND], ids=["board", "coin", "numbers", "blind"])
@pytest.mark.parametrize("name", ["random", "legal"])
def test_every_move_is_legal(text, name):
    game = machine(text)
    roles = range(len(game.roles))
    for seed in range(1 if text is BLIND else 3):
        agents = [Role(Game(GdlRules(game, "game")), role, seed) for role in roles]
        state = game.opening()
        for agent in agents:
            agent.prepare(maker(name), 0)
        while not game.terminal(state):
            moves = [agent.choose(0) for agent in agents]
            assert all(move in game.legal(state, role) for role, move in zip(roles, moves))
            told = news(game, state, moves)
            state = game.next(state, moves)
            for agent, what in zip(agents, told):
                agent.observe(what)
        for agent in agents:
            agent.close()


def test_a_sample_that_runs_dry_is_found_again(monkeypatch):
    """With one state kept and one joint move tried, the truth is lost in most turns."""
    monkeypatch.setattr(standing_module, "KEPT", 1)
    monkeypatch.setattr(standing_module, "TRIED", 1)
    game, rng = machine(BLIND), random.Random(3)
    state, standing = game.opening(), Standing(game, 0, 1)
    for _ in range(6):
        if game.terminal(state):
            break
        assert standing.legal() == game.legal(state, 0)
        moves = [rng.choice(game.legal(state, role)) for role in (0, 1)]
        told = news(game, state, moves)[0]
        state = game.next(state, moves)
        standing.observe(told)
        assert standing.states


def test_news_that_cannot_be_leaves_nobody_anywhere():
    game = machine(COIN)
    standing = Standing(game, 2)
    standing.observe(News("noop", None, frozenset({"thunder"})))
    assert standing.states == [] and standing.legal() == ()
    agent = Role(Game(GdlRules(game, "game")), 2, 0)
    agent.prepare(maker("legal"), 0)
    agent.observe(News("noop", None, frozenset({"thunder"})))
    assert agent.choose(0) == "noop"
