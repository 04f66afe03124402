"""A broken file is refused with its place, the cause and a remedy; nothing makes the reader crash or wait."""

from __future__ import annotations

import random
import re
import time

import pytest

import galakit as gk
from formats.helpers import FILES, read
from galakit.errors import GalakitError
from galakit.formats import read_efg as efg
from galakit.formats.gambit import decoded

HEAD = 'EFG 2 R "t" { "A" "B" }\n'
PLAYER = HEAD + 'p "" 1 1 "s" { "a" "b" } 0\n'
ENDS = 't "" 1 "x" { 1, 2 }\nt "" 2 "y" { 3 4 }\n'
TABLE = 'NFG 1 R "t" { "A" "B" } { 2 2 }\n'
OUTCOMES = TABLE + '{ { "a" 1 1 } { "b" 2, 2 } }\n'

BROKEN_TREES = {
    "": (1, 1, "`EFG` is needed"),
    "NFG 1 R": (1, 1, "`NFG` stands where `EFG`"),
    'EFG 1 R "t" { "A" }': (1, 5, "the version 2"),
    'EFG 2 X "t" { "A" }': (1, 7, "`R` or `D`"),
    'EFG 2 R { "A" }': (1, 9, "the title"),
    'EFG 2 R "t" { }': (1, 15, "the name of a player"),
    'EFG 2 R "t" { "A" t "" 0': (1, 19, "the name of a player"),
    'EFG 2 R "t" { "A ': (1, 15, "never closed"),
    HEAD: (2, 1, "the first node"),
    HEAD + "x": (2, 1, "`c` or `p` or `t`"),
    HEAD + 'P "" 1': (2, 1, "`c` or `p` or `t`"),
    HEAD + "p 1 1": (2, 3, "the label of the node"),
    HEAD + 'p "" 3 1 "s" { "a" } 0': (2, 6, "there is no player 3"),
    HEAD + 'p "" 1.5 1 "s" { "a" } 0': (2, 6, "the number of a player"),
    HEAD + 'p "" 1 1 0': (2, 8, "information set 1 of player 1 is not defined yet"),
    HEAD + 'p "" 1 1 "s" { } 0': (2, 16, "the label of a move"),
    HEAD + 'p "" 1 1 "s" { "a", "b" } 0': (2, 19, "the label of a move"),
    HEAD + 'p "" 1 1 "s" { "a" }': (2, 21, "the number of an outcome"),
    HEAD + 'c "" 1 "s" { "a" 1/2 "b" 1/3 } 0': (2, 12, "sum to 5/6, not 1"),
    HEAD + 'c "" 1 "s" { "a" 3/2 "b" -1/2 } 0': (2, 26, "must not be negative"),
    HEAD + 'c "" 1 "s" { "a" "b" } 0': (2, 18, "the probability of the move"),
    PLAYER + 'p "" 1 1 "s" { "c" "d" } 0': (3, 8, "has other moves here than in line 2"),
    PLAYER + 'p "" 1 1 "q" { "a" "b" } 0': (3, 8, "has another label here than in line 2"),
    HEAD + 'c "" 1 "" { "a" 1 } 0\nc "" 1 "" { "a" 1.0 } 0 c "" 1 "" { "a" .5 "b" .5 } 0': (3, 30, "other moves"),
    HEAD + 'c "" 1 "" { "a" .5 "b" .5 } 0\nc "" 1 "" { "a" 0 "b" 1 } 0': (3, 6, "other probabilities"),
    PLAYER + 't "" 1 "x" { 1, 2 }\nt "" 1 "x" { 3 4 }': (4, 6, "outcome 1 has other payoffs here than in line 3"),
    PLAYER + 't "" 1 "x" { 1, 2 }\nt "" 1 "z" { 1 2 }': (4, 6, "outcome 1 has another label here than in line 3"),
    PLAYER + 't "" 3': (3, 6, "outcome 3 is not defined yet"),
    PLAYER + 't "" 0 "x" { 1, 2 }': (3, 6, "outcome 0 stands for no outcome"),
    PLAYER + 't "" 1 "x" { 1 }': (3, 16, "the payoff of player 2"),
    PLAYER + 't "" 1 "x" { 1 2 3 }': (3, 18, "`3` stands where `}` is needed"),
    PLAYER + 't "" 1 "x" { 1/0 2 }': (3, 14, "divides by zero"),
    PLAYER + 't "" 1 "x" { 1/-2 2 }': (3, 14, "the payoff of player 1"),
    PLAYER + 't "" 1 "x" { 1e301 2 }': (3, 14, "too large"),
    PLAYER + 't "" 1 "x" { 1e999999999 2 }': (3, 14, "the payoff of player 1"),
    PLAYER + f't "" 1 "x" {{ {"9" * 5000} 2 }}': (3, 14, "the payoff of player 1"),
    PLAYER + 't "" 1 "x" { nan 2 }': (3, 14, "the payoff of player 1"),
    PLAYER + 't "" 1 "x" { ٣ 2 }': (3, 14, "the payoff of player 1"),
    PLAYER + 't "" 1 "x" { 1, 2 }\n': (4, 1, "the file ends before the tree is complete"),
    PLAYER + ENDS + 't "" 1\n': (5, 1, "the tree is complete, but the file goes on"),
}

BROKEN_TABLES = {
    "": (1, 1, "`NFG` is needed"),
    'NFG 2 R "t" { "A" } { 1 } 1': (1, 5, "the version 1"),
    'NFG 1 R "t" { "A" "B" } { 2 }': (1, 29, "the strategies of player 2"),
    'NFG 1 R "t" { "A" } { 2 2 }': (1, 25, "`}` is needed"),
    'NFG 1 R "t" { "A" } { 0 }': (1, 23, "cannot have 0 strategies"),
    'NFG 1 R "t" { "A" } { { } }': (1, 25, "a strategy of player 1"),
    'NFG 1 R "t" { "A" "B" } { 2000 2000 }': (1, 25, "4,000,000 profiles"),
    'NFG 1 R "t" { "A" "B" } { 999999999 1 }': (1, 27, "cannot have 999999999 strategies"),
    TABLE: (2, 1, "the payoff of player 1 in profile 1 of 4"),
    TABLE + "1 1 2 2 3 3 4": (2, 14, "the payoff of player 2 in profile 4 of 4"),
    TABLE + "1 1 2 x 3 3 4 4": (2, 7, "`x` stands where the payoff of player 2 in profile 2"),
    TABLE + "1 1 2 2 3 3 4 4 5": (2, 17, "all 4 profiles have their payoffs"),
    OUTCOMES + "1 2 2": (3, 6, "the outcome of profile 4 of 4"),
    OUTCOMES + "1 2 2 3": (3, 7, "there is no outcome 3"),
    OUTCOMES + "1 2 2 -1": (3, 7, "there is no outcome -1"),
    OUTCOMES + "1 2 2 1 1": (3, 9, "the file goes on"),
    TABLE + '{ { "a" 1 } }': (2, 11, "the payoff of player 2"),
    TABLE + '{ { "a" 1 1 1 } }': (2, 13, "`}` is needed"),
}


@pytest.mark.parametrize(("text", "expected"), BROKEN_TREES.items())
def test_a_broken_tree_is_refused_at_its_place(text, expected):
    refused(text, "game.efg", expected)


@pytest.mark.parametrize(("text", "expected"), BROKEN_TABLES.items())
def test_a_broken_table_is_refused_at_its_place(text, expected):
    refused(text, "game.nfg", expected)


def refused(text, name, expected):
    line, column, message = expected
    with pytest.raises(GalakitError, match=re.escape(message)) as caught:
        read(text, name)
    assert str(caught.value).startswith(f"{name}:{line}:{column}: error[GK801]: ")


def test_an_incomplete_tree_says_which_move_leads_nowhere():
    with pytest.raises(GalakitError, match="the move `b` of the node in line 2 leads nowhere"):
        read(PLAYER + 't "" 0', "game.efg")


def test_trees_that_are_too_deep_or_too_large_are_refused(monkeypatch):
    deep = HEAD + 'p "" 1 1 "" { "a" } 0\n' + 'p "" 1 1 0\n' * efg.LIMIT_MOVES + 't "" 0\n'
    with pytest.raises(GalakitError, match="a play has more than 2,000 moves"):
        read(deep, "game.efg")
    monkeypatch.setattr(efg, "LIMIT_NODES", 2)
    with pytest.raises(GalakitError, match="more than 2 nodes"):
        read(PLAYER + ENDS, "game.efg")


def test_fractions_that_would_blow_up_exact_work_are_refused_quickly():
    began = time.process_time()
    moves = " ".join(f'"m" 1/{10**200 + k}' for k in range(2000))
    with pytest.raises(GalakitError, match="no common denominator"):
        read(HEAD + f'c "" 1 "" {{ {moves} }} 0', "game.efg")
    assert time.process_time() - began < 10


def test_a_sum_of_very_long_fractions_is_told_in_short():
    moves = " ".join(f'"m" {10**300}/{10**300 + k}' for k in range(1, 50))
    with pytest.raises(GalakitError, match="the probabilities sum to about 49, not 1"):
        read(HEAD + f'c "" 1 "" {{ {moves} }} 0', "game.efg")


def test_the_longest_play_that_is_read_can_be_unfolded():
    text = (
        HEAD
        + 'p "" 1 1 "" { "a" } 0\n'
        + "".join(f'p "" 1 {k} "" {{ "a" }} 0\n' for k in range(2, efg.LIMIT_MOVES + 1))
    )
    game = gk.loads(text + 't "" 1 "" { 1 0 }\n', name="deep.efg")
    assert game.size().nodes == efg.LIMIT_MOVES + 1
    assert game.form.perfect_recall


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_no_change_of_a_file_makes_the_reader_crash_or_wait(path):
    text = decoded(path.read_bytes())
    r = random.Random(path.name)
    began = time.process_time()
    for _ in range(300):
        at = r.randrange(len(text))
        until = at + r.choice([0, 1, 1, 5, 40])
        changed = (
            text[:at]
            + r.choice(["", '"', "{", "}", ",", "0", "-1", " ", "\\", "1/3", "9" * 50, "p", "\x00", "é"])
            + text[until:]
        )
        try:
            gk.loads(changed, name=path.name).size()
        except GalakitError as error:
            assert all(d.message for d in error.diagnostics)
    assert time.process_time() - began < 60
