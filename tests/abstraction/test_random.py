"""The theorem, on games that nobody thought of: GameShrink's classes lose nothing, whatever hands are worth."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given, settings

import galakit as gk
from galakit.abstraction.shrink import gameshrink
from galakit.abstraction.signal_tree import signal_tree
from galakit.separated.factored import factor
from tests.abstraction.exactly import exact_gains, exact_value

GAME = """
game(any, [
    players : [one, two],
    objects : [deck : [CARDS]],
    variables : [card(one), card(two), pot = 1],
    flow : (play_round(deal_card),
            betting,
            choose(nature, Board, deal(deck, 1, [Board])),
            reveal(all, board(Board)),
            betting,
            worth($card(one), Board, Mine), worth($card(two), Board, Yours),
            if(Mine = Yours, outcome([0, 0]), if(Mine > Yours, outcome([$pot, -($pot)]), outcome([-($pot), $pot])))),
    betting : (choose(one, M, member(M, [pass, bet])),
               reveal(two, M),
               if(M = bet, (choose(two, A, member(A, [fold, call])),
                            reveal(one, A),
                            if(A = fold, outcome([$pot, -($pot)]), true),
                            pot gets $pot + 2), true)),
    deal_card : (choose(nature, Card, deal(deck, 1, [Card])), reveal($player, card(Card)), card($player) gets Card)
]).
"""
CARDS = 5
worths = st.lists(st.integers(0, 2), min_size=CARDS * CARDS, max_size=CARDS * CARDS)


def alike(worths):
    """Cards 0 and 1, and cards 2 and 3, worth the same with any board, as often as not."""
    return [worths[CARDS * (c - (c in (1, 3))) + b - (b in (1, 3))] for c in range(CARDS) for b in range(CARDS)]


@settings(max_examples=6)
@given(worths, st.booleans())
def test_what_gameshrink_takes_for_one_makes_no_difference(worths, pairs):
    table = alike(worths) if pairs else worths
    facts = "".join(f"worth(c{k // CARDS}, c{k % CARDS}, {w}).\n" for k, w in enumerate(table))
    text = GAME.replace("CARDS", ", ".join(f"c{k}" for k in range(CARDS))) + facts
    separated = gk.loads(text).separated
    filtered = gameshrink(signal_tree(separated))
    small = factor(separated, labels=filtered.labels)
    assert exact_gains(small) == [0, 0]
    assert exact_value(small) == exact_value(factor(separated))
    if pairs:
        assert max(filtered.classes(0)) <= 20 - 8
