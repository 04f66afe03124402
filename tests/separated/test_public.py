"""Positions instead of an action tree: the same game, counted without listing a history."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.rules.lazy import NotSeparable
from galakit.separated.counting import count
from galakit.separated.public_counting import count_public

PUBLIC = [
    ("kuhn", {}), ("kuhn", {"cards": 9}), ("poker", {}), ("poker", {"ranks": 3, "suits": 2}),
    ("poker", {"ranks": 6, "cards": 2}), ("liars_dice", {"faces": 3}), ("liars_dice", {}),
    ("liars_dice", {"dice": 2, "faces": 2}), ("liars_dice", {"faces": 4, "least": "(2, 2)"}),
    ("settlement", {}), ("settlement", {"values": 20, "steps": 4}),
    ("rhode_island", {"bets": [10]}), ("beer_quiche", {}), ("principal_agent", {}),
]  # fmt: skip
HIDDEN = [
    ("leduc", "something is drawn, or a condition on draws met, before a later decision"),
    ("goofspiel", "not every move is seen by all"),
    ("three_partition", "a condition on draws comes before the first decision"),
    ("nim", "nothing is drawn"),
]
TOLD_LATER = """
game(told_later, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [1, 2])), choose(a, X, member(X, [l, r])), reveal(b, X), reveal(b, C),
            choose(b, Y, member(Y, [l, r])), if(X = Y, outcome([1, -1]), outcome([-1, 1])))
]).
"""
SAME_WORD = """
game(same_word, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [1, 2])), reveal(a, C), choose(a, X, member(X, [1, 2, 3])),
            if(X = 3, reveal(b, two), reveal(b, one)), choose(b, Y, member(Y, [1, 2])),
            if(C = Y, outcome([1, -1]), outcome([-1, 1])))
]).
"""


@pytest.mark.parametrize(("name", "params"), PUBLIC)
def test_positions_count_what_the_action_tree_counts(name, params):
    game = gk.load(name, **params)
    assert count_public(game.public) == count(game.separated)


@pytest.mark.parametrize(("name", "params"), PUBLIC)
def test_every_history_has_rows_of_its_own_and_none_is_left_over(name, params):
    game = gk.load(name, **params).public
    taken = [np.zeros(rows, int) for rows in game.rows[0]]
    stack = [(0, (0, 0))]
    while stack:
        p, at = stack.pop()
        position = game.positions[p]
        moves, player = len(position.targets), position.node.player
        if moves > 1:
            taken[player][at[player] : at[player] + moves] += 1
        for target, jump in zip(position.targets, game.jumps[p]):
            if target >= 0:
                stack.append((target, tuple(a + j for a, j in zip(at, jump))))
    assert all((own == 1).all() for own in taken)


@pytest.mark.parametrize(("name", "reason"), HIDDEN)
def test_a_game_of_another_kind_says_why(name, reason):
    with pytest.raises(NotSeparable, match=reason):
        gk.load(name).public  # noqa: B018


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TOLD_LATER, "a player learns more of what was drawn after the first decision"),
        (SAME_WORD, "not every move is seen by all"),
    ],
)
def test_moves_that_look_alike_and_draws_told_later_are_not_public(text, reason):
    with pytest.raises(NotSeparable, match=reason):
        gk.loads(text).public  # noqa: B018


def test_two_dice_each_are_counted_from_48_positions(capsys):
    assert main(["size", "liars_dice", "-p", "dice=2", "--explain"]) == 0
    out = capsys.readouterr().out
    assert "14,797,504,093" in out and "528,482,285" in out and "48 positions" in " ".join(out.split())


def test_a_tree_of_histories_beyond_any_memory_is_counted_too():
    game = gk.load("liars_dice", faces=24)
    found = count_public(game.public)
    assert found.action_nodes == 2**48 and found.information_sets == [24 * 2**47] * 2
