"""Suits folded: hands and boards that the rules treat alike are counted together.

What the rules treat alike is not declared, so it is tested on the deals: hands belong together if they are dealt as
often, and win as often against each kind of the others' hands, where all bets are checks and calls. Without showdowns
nothing is folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.display.look import Look
from galakit.study.cards.cards_of import cards_in, hand_of, suits_apart
from galakit.study.cards.deals import Deals, Facts, Ints

ALIKE = 1e-9  # numbers that differ less are equal


def folded_hands(deals: Deals, look: Look, player: int) -> Ints:
    """[hands] a number for each group of hands that the rules treat alike: by ranks where suits never matter here."""
    hands = deals.hands[player]
    board = deals.boards[0] if len(deals.boards) == 1 else ()
    for key in (
        [_by_rank(look, hand, player) for hand in hands],
        [suits_apart(look, hand, board, player) for hand in hands],
    ):
        groups = grouped(key)
        if _equal(deals, deals.held[player], len(hands), groups, _kinds_of_others(deals, look, player)):
            return groups
    return np.arange(len(hands))


def folded_boards(deals: Deals, look: Look) -> Ints:
    """[boards] a number for each group of boards that an exchange of suits makes equal, if rules treat suits alike."""
    groups = grouped([suits_apart(look, board, (), deals.player) for board in deals.boards])
    own = grouped([_by_rank(look, hand, deals.player) for hand in deals.hands[deals.player]])
    same = _equal(deals, deals.board, len(deals.boards), groups, own[deals.held[deals.player]])
    return groups if same else np.arange(len(deals.boards))


def grouped(keys: Sequence[Any]) -> Ints:
    """A number for each key, equal for equal ones."""
    numbers = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    return np.array([numbers[key] for key in keys], np.int64)


def _by_rank(look: Look, facts: Facts, player: int) -> tuple[Any, ...]:
    """The ranks of a hand, and whether its cards are of one suit; all its facts where it has no cards."""
    cards = hand_of(look, facts, player)
    if not any(card.suit for card in cards_in(look, facts, player)):
        return facts
    suits = {card.suit for card in cards}
    return (tuple(sorted(card.rank for card in cards)), len(suits) == 1)


def _kinds_of_others(deals: Deals, look: Look, player: int) -> Ints:
    """[deals] the kind of hand that another player holds, by rank."""
    for other, hands in enumerate(deals.hands):
        if other != player and hands:
            return grouped([_by_rank(look, hand, other) for hand in hands])[deals.held[other]]
    return np.zeros(len(deals.chance), np.int64)


def _equal(deals: Deals, of: Ints, many: int, groups: Ints, kinds: Ints) -> bool:
    """Whether all of a group have the same chances and equities against each kind; False where nothing is known."""
    if len(np.unique(groups)) == many:
        return True
    shown = deals.shown[deals.player]
    if np.isnan(shown).all():
        return False
    wide = int(kinds.max()) + 1
    place = of * wide + kinds
    won = deals.chance * np.nan_to_num(shown)
    tables = [np.bincount(place, numbers, many * wide).astype(np.float64) for numbers in (deals.chance, won)]
    return all(_same(table.reshape(many, wide), groups) for table in tables)


def _same(numbers: npt.NDArray[np.float64], groups: Ints) -> bool:
    """Whether the rows of each group are equal."""
    first = np.unique(groups, return_index=True)[1]
    return bool(np.abs(numbers - numbers[first[np.unique(groups, return_inverse=True)[1].ravel()]]).max() < ALIKE)
