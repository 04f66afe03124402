"""Board games: theorems, published counts, and values found by other means."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce
from operator import xor

import pytest

import galakit as gk
from games.induction import backwards


@pytest.mark.parametrize("piles", [[1], [2, 2], [1, 2, 3], [1, 2, 4], [3, 3, 1], [2, 4, 6]])
def test_nim_is_won_unless_the_piles_cancel(piles):
    """Bouton 1901; in the misère game the same, unless all piles are single things."""
    normal = reduce(xor, piles) != 0
    misere = normal if max(piles) > 1 else not normal
    assert backwards(gk.load("nim", piles=piles)) == ((1, -1) if normal else (-1, 1))
    assert backwards(gk.load("nim", piles=piles, misere="yes")) == ((1, -1) if misere else (-1, 1))


def test_tic_tac_toe_is_a_draw_with_the_known_numbers_of_positions_and_plays():
    """5,478 positions of which 958 end the game (one state for us); 255,168 plays; 549,946 nodes."""
    game = gk.load("tic_tac_toe")
    assert game.automaton.states == 5_478 - 958 + 1 and game.automaton.nodes == (549_946, 255_168)
    assert backwards(game) == (0, 0)


def connect(columns, rows, line):
    """The value of connect-k to the one to move, written down once more, in another way."""

    def wins(men, x, y):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                k = 1
                while (x + sign * k * dx, y + sign * k * dy) in men:
                    count, k = count + 1, k + 1
            if count >= line:
                return True
        return False

    @cache
    def value(mine, yours):
        results = []
        for x in range(columns):
            y = sum(1 for man in mine | yours if man[0] == x)
            if y < rows:
                men = mine | {(x, y)}
                results.append(1 if wins(men, x, y) else -value(yours, men))
        return max(results, default=0)

    return value(frozenset(), frozenset())


@pytest.mark.parametrize(("columns", "rows", "line"), [(3, 3, 3), (4, 2, 3), (4, 2, 2)])
def test_connect_k_has_the_value_of_another_program(columns, rows, line):
    value = connect(columns, rows, line)
    assert backwards(gk.load("connect_k", columns=columns, rows=rows, line=line)) == (value, -value)


def dots(columns, rows):
    """How many boxes more the one to move gets, written down once more, with a bit for each line."""
    across = [(x, y, "across") for x in range(columns) for y in range(rows + 1)]
    down = [(x, y, "down") for x in range(columns + 1) for y in range(rows)]
    bit = {line: 1 << i for i, line in enumerate(across + down)}
    boxes = [
        bit[x, y, "across"] | bit[x, y + 1, "across"] | bit[x, y, "down"] | bit[x + 1, y, "down"]
        for x in range(columns)
        for y in range(rows)
    ]

    @cache
    def value(drawn):
        results = []
        for line in bit.values():
            if not drawn & line:
                new = drawn | line
                closed = sum(box & new == box and box & line > 0 for box in boxes)
                results.append(closed + value(new) if closed else -value(new))
        return max(results, default=0)

    return value(0)


@pytest.mark.parametrize(
    ("columns", "rows", "value"),
    [(1, 1, -1), (2, 1, 0), (3, 1, -1), (2, 2, 2), pytest.param(3, 2, -2, marks=pytest.mark.slow)],
)
def test_dots_and_boxes_has_the_value_of_another_program(columns, rows, value):
    assert dots(columns, rows) == value
    assert gk.solve(gk.load("dots_and_boxes", columns=columns, rows=rows)).value == (value, -value)


def test_phantom_tic_tac_toe_on_four_squares_is_won_by_who_begins():
    assert gk.solve(gk.load("phantom_tic_tac_toe", size=2, line=2, cross="[]", nought="[]")).value == (1, -1)


def test_who_hears_failed_tries_tells_more_situations_apart():
    quiet, loud = (gk.load("dark_hex", heard=heard).size() for heard in ("no", "yes"))
    assert quiet.nodes == loud.nodes and quiet.information_sets == [17, 53] and loud.information_sets == [33, 101]


@pytest.mark.parametrize(("columns", "rows", "value"), [(2, 2, 1), (1, 2, -1), (2, 1, 1), (1, 1, 1)])
def test_small_dark_hex_is_won_by_force(columns, rows, value):
    assert gk.solve(gk.load("dark_hex", columns=columns, rows=rows)).value == (value, -value)


@pytest.mark.parametrize(("moves", "value"), [(1, 0), (2, Fraction(1, 2)), (3, Fraction(3, 4))])
def test_the_unseen_king_is_mated_more_often_with_more_moves(moves, value):
    assert gk.solve(gk.load("kriegspiel", moves=moves)).value[0] == pytest.approx(float(value), abs=1e-9)


def test_one_rook_move_mates_two_of_three_unseen_kings():
    """By hand: a rook on the first file, three squares up, mates the king on 1 or 2 and is taken from 3."""
    start = {"columns": 3, "rows": 4, "moves": 1, "king": "(3, 2)", "rook": "(3, 4)"}
    game = gk.load("kriegspiel", black="[(1, 1), (1, 2), (1, 3)]", **start)
    assert gk.solve(game).value[0] == Fraction(2, 3)
    assert gk.certify(game, {"white": {"": "rook(1,4)"}}).value[0] == Fraction(2, 3)
