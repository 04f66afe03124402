"""All states of a description in columns: the same automaton as following the rules one by one."""

from __future__ import annotations

import numpy as np
import pytest
from formats.helpers import CORPUS

import galakit as gk
from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError, Source
from galakit.game.explore import explore
from galakit.gdl.machines import machine_for, machine_of
from galakit.gdl.network import exploring, positions
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.read import read_description
from galakit.rules.knowledge import written
from galakit.rules.table import TooManyStates
from gdl.random_programs import random_game

SHIPPED = ["blocks_world", "kuhn_gdl", "leduc_gdl", "mastermind", "monty_hall_gdl", "nim_gdl", "prisoners_dilemma_gdl"]
SHIPPED += ["simplified_poker", "tic_tac_toe_gdl"]
CORPUS_GAMES = ["gdl/break-through-2x5.kif", "gdl/buttons.kif", "gdl/hanoi.kif", "gdl/maze.kif", "gdl/nim2.kif"]
CORPUS_GAMES += ["gdl/roshambo2.kif", "gdl/std_blocks.kif", "gdl2/mastermind__SafetyInObscurity.kif"]
CORPUS_GAMES += ["gdl2/montyhall.kif", "gdl2/scissor_paper_rock.kif"]


class OneByOne:
    """Rules that do not list their states at once."""

    def __init__(self, rules):
        self.name, self.players = rules.name, rules.players
        self.start, self.write = rules.start, rules.write


def rules_of(text):
    return GdlRules(machine_of(read_description(Source("<text>", text))), "game")


def agrees(rules):
    """The number of states, which the table and exploring one by one agree on as on everything else."""
    table, automaton = rules.enumerated(1_000_000, None), explore(OneByOne(rules))
    for column in ("mover", "first", "target"):
        assert getattr(table, column).dtype == np.int32
        assert getattr(table, column).tolist() == getattr(automaton, column).tolist(), column
    moves = [rules.write(move) for move in table.moves]
    symbols = [tuple(written(fact, rules.write) for fact in facts) for facts in table.symbols]
    for things, column, others, other in (
        (moves, table.move, automaton.moves, automaton.move),
        (table.probabilities, table.probability, automaton.probabilities, automaton.probability),
        (table.gains, table.gain, automaton.gains, automaton.gain),
        (symbols, table.seen, automaton.observations, automaton.seen),
        (symbols, table.offered, automaton.observations, automaton.offered),
        (symbols, np.array(table.opening_seen), automaton.observations, np.array(automaton.opening_seen)),
        (table.gains, np.array(table.opening_gain), automaton.gains, np.array(automaton.opening_gain)),
    ):
        assert column.shape == other.shape and len(set(things)) == len(things)
        for one, two in {*zip(column.reshape(-1).tolist(), other.reshape(-1).tolist())}:
            assert things[one] == others[two]
    assert table.symbols[0] == () and table.probabilities[0] == 1 and not any(table.gains[0])
    return automaton.states


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_has_the_automaton_that_its_rules_give_one_by_one(name):
    agrees(gk.load(name).rules)


@pytest.mark.parametrize("name", CORPUS_GAMES)
def test_a_game_of_others_has_the_automaton_that_its_rules_give_one_by_one(name):
    path = CORPUS / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    agrees(gk.load(path).rules)


@pytest.mark.parametrize("seed", [2, 3, 12, 29, 37, 39, 40, 45, 50, 63, 75, 80, 85])  # with a network, and with choices
def test_a_random_game_has_the_automaton_that_its_rules_give_one_by_one(seed):
    agrees(GdlRules(machine_for(random_game(seed)), "random"))


def test_the_automaton_is_the_same_where_compiled_code_returns_after_every_pass(monkeypatch):
    """Compiled code has the constants of its first compilation, so it runs as plain Python here."""
    for module, names in ((exploring, ("_explore",)), (positions, ("settle", "fill"))):
        for name in names:
            monkeypatch.setattr(module, name, getattr(module, name).py_func)
    monkeypatch.setattr(exploring, "BATCHES", 1)
    monkeypatch.setattr(positions, "CHUNK", 1)
    seen = []
    table = gk.load("kuhn_gdl").rules.enumerated(100, lambda stage, done, total: seen.append((stage, done, total)))
    assert table.mover.tolist() == gk.load("kuhn_gdl").automaton.mover.tolist()
    assert len(seen) > 50 and seen[-1] == ("listing states", 26, 26)


COUNTER = """
role(ann). role(bob). init(at(0)). succ(0, 1). succ(1, 2). succ(2, 3). succ(3, 4). succ(4, 5).
legal(ann, stay) :- true(at(N)) & ~true(at(2)). legal(bob, noop) :- true(at(N)).
legal(ann, left) :- true(at(2)). legal(ann, right) :- true(at(2)).
next(at(M)) :- true(at(N)) & succ(N, M). next(side(X)) :- does(ann, X) & distinct(X, stay).
next(side(X)) :- true(side(X)). terminal :- true(at(5)).
goal(ann, 0) :- true(side(left)). goal(ann, 7) :- true(side(right)). goal(bob, 0).
"""


@pytest.mark.parametrize("sees", ["", "sees(bob, X) :- does(ann, X). sees(ann, at(N)) :- true(at(N))."])
def test_turns_without_a_choice_are_passed_at_the_opening_and_later(sees):
    """Two before the choice and two after it; their facts come with the edge that leads to them."""
    assert agrees(rules_of(COUNTER + sees)) == 2


def test_a_game_without_any_choice_is_over_at_the_opening():
    text = "role(ann). init(a). legal(ann, go). next(b) :- true(a). terminal :- true(b). goal(ann, 9)."
    assert agrees(rules_of(text)) == 1


def test_more_positions_than_the_limit_are_too_many():
    rules = gk.load("tic_tac_toe_gdl").rules
    assert len(rules.enumerated(4_299, None).mover) == 4_299
    with pytest.raises(TooManyStates) as caught:
        rules.enumerated(4_298, None)
    assert caught.value.found > 4_298


@pytest.mark.parametrize(("roles", "moves"), [(16, 16), (21, 8)], ids=["2 ** 64", "2 ** 63"])
def test_joint_moves_that_are_more_than_fit_into_a_number_are_too_many(roles, moves):
    text = " ".join([*(f"role(r{k})." for k in range(roles)), *(f"act(m{k})." for k in range(moves))])
    text += " init(s). legal(R, M) :- role(R) & act(M). terminal :- ~true(s). goal(R, 50) :- role(R)."
    with pytest.raises(TooManyStates):
        rules_of(text).enumerated(2**31 - 1, None)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("legal(ann, a) :- true(s). legal(ann, b) :- true(s). next(t). terminal :- true(u). goal(ann, 1).", "GK942"),
        ("legal(ann, a). legal(ann, b). next(t). terminal :- true(t). goal(ann, 1) :- true(s).", "GK943"),
        ("legal(ann, a). next(s) :- true(t). next(t) :- true(s). terminal :- true(u). goal(ann, 1).", "GK944"),
    ],
    ids=["no legal move", "no goal", "no end"],
)
def test_rules_at_fault_are_left_to_those_who_can_tell_the_play(text, id):
    rules = rules_of(f"role(ann). init(s). {text}")
    assert rules.enumerated(1_000, None) is None
    with pytest.raises(GalakitError, match=id):
        explore(rules)


def test_doubtful_rules_are_followed_one_by_one():
    text = "role(ann). init(s). legal(ann, a). legal(ann, b). next(t). terminal :- true(t). goal(ann, 1)."
    assert rules_of(text).enumerated(10, None) is not None
    assert rules_of(text).forgiving([]).enumerated(10, None) is None


def test_a_time_limit_ends_exploring_and_listing():
    over = Deadline(0, began=0).watching(None)
    with pytest.raises(OutOfTime, match="while exploring states"):
        gk.load("connect_four").rules.enumerated(10**9, over)

    def later(stage, done, total):
        if stage == "listing states":
            over(stage, done, total)

    with pytest.raises(OutOfTime, match="while listing states"):
        gk.load("tic_tac_toe_gdl").rules.enumerated(10**9, later)
