"""Stratego, written down once more: as many plays and information sets, and the rules that are easily got wrong."""

from __future__ import annotations

from itertools import permutations

import pytest

import galakit as gk


def left_over(attacker, defender):
    """Who survives an attack: the attacker, the defender."""
    if defender == "bomb":
        return attacker == 3, attacker != 3
    if attacker == defender:
        return False, False
    if (attacker, defender) == ("spy", 10):
        return True, False
    strength = {"spy": 1, "flag": 0}
    wins = strength.get(attacker, attacker) > strength.get(defender, defender)
    return wins, not wins


class Board:
    """All plays, by a recursion over dictionaries of squares."""

    def __init__(self, columns, rows, army, turns):
        self.columns, self.rows, self.turns = columns, rows, turns
        self.plays = 0
        self.sets = (set(), set())
        first, second = (tuple((x, y) for x in range(columns)) for y in (0, rows - 1))
        set_ups = set(permutations(army))
        for one in set_ups:
            self.sets[0].add("start")
            for two in set_ups:
                self.sets[1].add("start")
                self.turn(0, (dict(zip(first, one)), dict(zip(second, two))), ((one,), (two,)), 0)

    def moves(self, own, others):
        for (x, y), rank in own.items():
            if rank in ("flag", "bomb"):
                continue
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                for far in range(1, 9 if rank == 2 else 2):
                    to = x + far * dx, y + far * dy
                    if to in own or not (0 <= to[0] < self.columns and 0 <= to[1] < self.rows):
                        break
                    yield (x, y), to
                    if to in others:
                        break

    def turn(self, player, men, seen, number):
        if number == 2 * self.turns:
            self.plays += 1
            return
        own, others = men[player], men[1 - player]
        moves = list(self.moves(own, others))
        if not moves:
            self.plays += 1
            return
        self.sets[player].add(seen[player])
        for start, to in moves:
            mine, theirs = dict(own), dict(others)
            rank = mine.pop(start)
            shown = (start, to)
            if to in theirs:
                other = theirs[to]
                shown += (rank, other)
                if other == "flag":
                    self.plays += 1
                    continue
                stays, defends = left_over(rank, other)
                if stays:
                    mine[to] = rank
                if not defends:
                    del theirs[to]
            else:
                mine[to] = rank
            after = (mine, theirs) if player == 0 else (theirs, mine)
            self.turn(1 - player, after, tuple((*facts, shown) for facts in seen), number + 1)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"columns": 2, "army": ["flag", 2], "turns": 3},
        {"columns": 3, "rows": 4, "army": ["bomb", 3, "flag"], "turns": 2},
        {"columns": 3, "army": ["spy", 10, "flag"], "turns": 3},
    ],
)
def test_it_has_the_plays_and_information_sets_of_another_program(params):
    game = gk.load("stratego", **params)
    board = Board(**{"columns": 3, "rows": 3, "army": ["flag", "spy", 10], "turns": 2} | params)
    size = game.size()
    assert size.terminals == board.plays
    assert size.information_sets == [len(sets) for sets in board.sets]


def test_the_default_board_is_worth_an_eighth_to_whoever_begins():
    solution = gk.solve(gk.load("stratego"))
    assert float(solution.value[0]) == pytest.approx(1 / 8, abs=1e-9) and solution.gap < 1e-9


def test_a_bomb_stops_all_but_a_miner():
    """One man each and no flags: whoever has a bomb cannot move, so they lose before they are attacked."""
    assert gk.solve(gk.load("stratego", columns=1, army=["bomb"])).value == (-1, 1)
