"""Tiny bridge: four players, two sides, bidding and play."""

from __future__ import annotations

import galakit as gk

STRONG = "[north - [(h, 4), (s, 4)], south - [(h, 3), (s, 3)]]"


def says(call):
    """Make this call if it is still high enough, else pass; play any card."""
    return lambda facts, moves: next((move for move in (call, "pass") if move in moves), None)


SILENT = dict.fromkeys(("north", "east", "south", "west"), says("pass"))


def test_partners_win_and_lose_the_same():
    form = gk.load("tiny_bridge").form
    assert form.zero_sum
    assert all(north == south and east == west for north, east, south, west in form.classes)


def test_who_holds_all_the_high_cards_bids_everything_at_once():
    """Nobody can bid higher, every trick is North's or South's, and three points are the most there is."""
    certificate = gk.certify(gk.load("tiny_bridge", known=STRONG), SILENT | {"north": says("bid(2,none)")})
    assert certificate.value == (3, -3, 3, -3) and certificate.gap == 0


def test_passing_such_a_hand_out_is_a_mistake_of_either_partner():
    certificate = gk.certify(gk.load("tiny_bridge", known=STRONG), SILENT)
    assert certificate.value == (0, 0, 0, 0) and certificate.gains[0] == certificate.gains[2] == 3


def test_suit_must_be_followed_and_trumps_take_the_trick():
    """West holds the high spades, East the high hearts."""
    known = "[north - [(h, 1), (h, 2)], south - [(s, 1), (s, 2)], east - [(h, 3), (h, 4)]]"
    game = gk.load("tiny_bridge", known=known)
    # Spades are trumps and West leads one: South must follow, and is beaten twice.
    assert gk.certify(game, SILENT | {"south": says("bid(1,s)")}).value == (-1, 1, -1, 1)
    # Hearts are trumps: North's take no trick against East's.
    assert gk.certify(game, SILENT | {"south": says("bid(1,h)")}).value == (-1, 1, -1, 1)
    # North bids; East leads a heart, which is not trumps; South, who has none, takes the trick with any spade, and
    # loses the other to West's when he leads it.
    assert gk.certify(game, SILENT | {"north": says("bid(1,s)")}).value == (1, -1, 1, -1)
