"""Shipped games once more, in Python: what players see and do has the same text as in their Gala versions."""

from __future__ import annotations

from itertools import permutations

import galakit as gk


@gk.rules(players=("even", "odd"))
def matching_pennies(play):
    a = yield play.choose("even", ["heads", "tails"])
    b = yield play.choose("odd", ["heads", "tails"])
    play.wins("even" if a == b else "odd")


@gk.rules(players=("first", "second"))
def kuhn(play, cards=3):
    mine, yours = yield play.choose("nature", permutations(range(1, cards + 1), 2))
    play.reveal("first", "card", mine)
    play.reveal("second", "card", yours)
    play.proceed(kuhn_betting, 1 if mine > yours else -1)


def kuhn_betting(play, higher):
    opening = yield play.choose("first", ["pass", "bet"])
    play.reveal("second", opening)
    answer = yield play.choose("second", ["pass", "bet"])
    if opening == answer:
        stake = 1 if opening == "pass" else 2
        play.outcome([stake * higher, -stake * higher])
    if opening == "bet":
        play.outcome([1, -1])
    play.reveal("first", "bet")
    word = yield play.choose("first", ["pass", "bet"])
    play.outcome([-1, 1] if word == "pass" else [2 * higher, -2 * higher])


@gk.rules(players=("first", "second"), name="kuhn")
def kuhn_by_history(play, cards=3):
    """The same without scenes: every history is a state of its own."""
    mine, yours = yield play.choose("nature", permutations(range(1, cards + 1), 2))
    play.reveal("first", "card", mine)
    play.reveal("second", "card", yours)
    yield from kuhn_betting(play, 1 if mine > yours else -1)


@gk.rules(players=("inspector", "violator"))
def inspection(play, stages=4, inspections=2):
    while 0 < inspections < stages:
        violate = yield play.choose("violator", ["yes", "no"])
        inspect = yield play.choose("inspector", ["yes", "no"])
        play.reveal("violator", "inspected", inspect)
        inspections -= inspect == "yes"
        stages -= 1
        if violate == "yes":
            play.wins("inspector" if inspect == "yes" else "violator")
    play.wins("inspector" if stages <= inspections else "violator")


@gk.rules(players=("first", "second"))
def leduc(play, ranks=3, suits=2, raises=2):
    deck = [(s, r) for s in range(1, suits + 1) for r in range(1, ranks + 1)]
    mine = yield from deal(play, deck, "first", "private")
    yours = yield from deal(play, deck, "second", "private")
    play.proceed(first_round, mine, yours, tuple(deck))


def deal(play, deck, who, name):
    card = yield play.choose("nature", deck)
    deck.remove(card)
    play.reveal(who, name, card)
    return card


def first_round(play, mine, yours, rest):
    stakes = yield from betting(play, (1, 1), 2)
    public = yield from deal(play, list(rest), "all", "public")
    strength = [(card[1] == public[1], card[1]) for card in (mine, yours)]
    play.proceed(second_round, stakes, (strength[0] > strength[1]) - (strength[0] < strength[1]))


def second_round(play, stakes, best):
    stakes = yield from betting(play, stakes, 4)
    play.outcome([best * stakes[0], -best * stakes[0]])


def betting(play, stakes, size):
    stakes, left, calls, turn = list(stakes), play.params["raises"], 0, 0
    while calls < 2:
        me, other = turn % 2, 1 - turn % 2
        options = ["fold"] * (stakes[me] < stakes[other]) + ["call"] + ["raise"] * (left > 0)
        move = yield play.choose(play.players[me], options)
        play.reveal(play.players[other], move)
        if move == "fold":
            play.outcome([-stakes[0], stakes[0]] if me == 0 else [stakes[1], -stakes[1]])
        stakes[me] = stakes[other]
        calls += 1
        if move == "raise":
            stakes[me] += size
            left, calls = left - 1, 1
        turn += 1
    return tuple(stakes)
