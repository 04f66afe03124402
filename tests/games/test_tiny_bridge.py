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
    """East leads a heart to North's contract, and all must follow but South, who has none."""
    known = "[north - [(h, 1), (s, 4)], east - [(h, 3), (h, 4)], south - [(s, 1), (s, 2)], west - [(h, 2), (s, 3)]]"
    game = gk.load("tiny_bridge", known=known)
    trumps = gk.certify(game, SILENT | {"north": says("bid(1,s)")})
    no_trumps = gk.certify(game, SILENT | {"north": says("bid(1,none)")})
    assert trumps.value == (1, -1, 1, -1) and no_trumps.value == (-1, 1, -1, 1)
