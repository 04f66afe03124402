"""Boards are made of what a player knows; shipped games look like what they are."""

from __future__ import annotations

import random

import pytest

import galakit as gk
from galakit.display.boards import boards, fold
from galakit.display.checks import mistakes
from galakit.display.look import Look
from galakit.display.parts import Card, Die, drawn
from galakit.display.unicode import beside
from galakit.display.unicode import drawn as lines_of
from galakit.loading import shipped_names
from galakit.rules.contract import END
from galakit.rules.display import Entry
from galakit.rules.knowledge import news


def played(game, seed):
    """What each player knows at each decision of a random play: (player, facts, moves)."""
    rules, draw = game.rules, random.Random(seed)
    step = rules.start()
    known = [[] for _ in rules.players]
    found = []

    def learn(taught):
        for player, text in taught:
            known[player].append(text)

    learn(news(rules.write, step))
    while (state := step.state).mover != END and len(found) < 40:
        moves = [rules.write(move) for move in state.moves]
        if state.mover >= 0:
            found.append((state.mover, tuple(known[state.mover]), moves))
        index = draw.randrange(len(moves))
        step = state.after(index)
        learn(news(rules.write, step, state, index))
    return found


@pytest.mark.parametrize("name", shipped_names())
def test_moves_of_a_shipped_game_have_names_that_people_use(name):
    game = gk.load(name)
    assert mistakes(game.look.display, game.players) == []
    for player, facts, moves in played(game, 1):
        labels = game.look.labels(moves, facts, player)
        assert len(set(labels)) == len(moves) and all(labels), "moves are told apart"
        assert not any("(" in label and "(" in move for label, move in zip(labels, moves)), labels
        beside(boards(game.look, facts, player))


def marks(look, facts, player):
    return {square.name: square.piece.name for board in boards(look, facts, player) for square in board.squares}


def test_a_board_has_what_its_player_did_and_saw():
    look = gk.load("tic_tac_toe").look
    assert marks(look, ["chose((1,1))", "(2,2)"], 0) == {"a1": "cross", "b2": "nought"}
    assert marks(look, ["(2,2)"], 1) == {"b2": "cross"}
    assert look.words("(2,2)", (), 1) == "✕ b2"
    (place,) = fold(look, ["(2,2)"], 1).places(look.move("(3,1)", ["(2,2)"], 1))
    assert (place.column, place.row) == (2, 0)


def test_what_is_hidden_is_on_no_board():
    look = gk.load("phantom_tic_tac_toe").look
    before = marks(look, [], 0)
    assert before == {"b1": "cross", "b2": "cross", "a1": "nought", "b3": "nought"}
    assert marks(look, ["chose((3,1))", "taken"], 0) == before | {"c1": "nought"}
    assert marks(look, ["chose((3,1))"], 0) == before | {"c1": "cross"}


def test_discs_fall_and_lines_close_boxes():
    columns = gk.load("connect_k").look
    assert marks(columns, ["chose(2)", "2", "chose(2)"], 0) == {"2,1": "first", "2,2": "second", "2,3": "first"}
    dots = gk.load("dots_and_boxes").look
    lines = ["across(1,1)", "across(1,2)", "down(1,1)"]
    assert marks(dots, [*lines, "chose(down(2,1))"], 0) == {"a1": "first"}
    assert len(boards(dots, lines, 0)[0].lines) == 3


def test_heaps_grow_smaller_from_the_top():
    look = gk.load("nim", piles=[2, 2, 3]).look
    (start,) = boards(look, [], 0)
    assert [len([thing for thing in start.squares if thing.column == k]) for k in range(3)] == [2, 2, 3]
    facts = ["chose(take(2,3))", "take(1,2)"]
    (now,) = boards(look, facts, 0)
    assert lines_of(now) == ["●", "● ●", "●"]
    assert now == boards(look, ["take(2,3)", "chose(take(1,2))"], 1)[0]
    places = fold(look, facts, 0).places(look.move("take(2,2)", facts, 0))
    assert [(place.column, place.row) for place in places] == [(1, 1), (1, 0)], (
        "a press on the lowest takes those above it"
    )
    assert fold(look, facts, 0).places(look.move("take(3,3)", facts, 0)) == [], "there is no heap of three any more"
    assert [found.id for found in mistakes([Entry("board", "heaps([1,many])")], ["a"])] == ["GK323"]


def test_two_boards_of_a_fleet():
    look = gk.load("battleship").look
    mine, theirs = boards(look, ["chose([(1,1),(2,1)])", "chose((2,2))", "hit", "shot((1,1))"], 0)
    assert [(square.name, square.piece is not None, square.marks) for square in mine.squares] == [
        ("a1", True, ["shot"]),
        ("b1", True, []),
    ]
    assert [(square.name, square.marks[-1]) for square in theirs.squares] == [("b2", "hit")]


def test_the_state_of_a_description_is_its_board():
    game = gk.load("connect_four")
    state = game.rules.start().state
    for move in (3, 3, 0):
        state = state.after(move).state
    held = game.rules.holds(state)
    assert held is not None and "disc(4,1,red)" in held
    assert gk.load("kuhn_gdl").rules.holds(gk.load("kuhn_gdl").rules.start().state) is None, "somebody has percepts"


def test_cards_and_dice_are_drawn():
    leduc = gk.load("leduc").look
    assert leduc.fact("private((1,3))").look == [Card(rank="K", suit="spades", height=2)]
    assert [part for part in gk.load("liars_dice").look.move("(2,5)").parts if isinstance(part, Die)] == [Die(face="5")]
    assert drawn(leduc.fact("raise").parts) is None


def test_the_same_move_has_other_names_after_other_facts():
    look = gk.load("kuhn").look
    assert look.labels(["pass", "bet"], ["card(1)"], 0) == ["check", "bet"]
    assert look.labels(["pass", "bet"], ["card(1)", "bet"], 1) == ["fold", "call"]
    three = gk.load("three_player_kuhn").look
    assert three.labels(["pass", "bet"], ["card(1)", "did(a,bet)", "did(b,pass)"], 2) == ["fold", "call"]
    assert three.told(["card(4)", "did(a,bet)", "did(b,pass)"], 2) == "A, a bets, b folds"


def test_entries_that_are_too_much_are_left_out():
    display = [Entry("x", "y")] * 501 + [Entry("board", "grid(99,99)")]
    assert {found.id for found in mistakes(display, ["a"])} >= {"GK320"}
    assert Look(display, ["a"]).words("x") == "y" and boards(Look(display, ["a"]), ["x"], 0) == []
    assert [found.id for found in mistakes([Entry("board", "grid(99,99)")], ["a"])] == ["GK323"]
