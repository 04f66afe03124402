"""Ranges at a public situation: hands with their shares, moves, values and equities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.display.look import Look
from galakit.display.made import KINDS, made
from galakit.display.parts import SUITS, Card, joined, text_of
from galakit.display.typed import folded
from galakit.solution.shown.order import natural
from galakit.study.cards.answers import Hand, HandKind, HandRange, Hands
from galakit.study.cards.cards_of import hand_of, keyboard, open_cards
from galakit.study.cards.deals import Deals, Facts, Floats, Ints, averaged
from galakit.study.cards.folding import folded_hands
from galakit.study.looks import words_of
from galakit.study.quantities import defined, rounded

PAGE = 400


@dataclass(frozen=True)
class Held:
    """A kind of hand: hands that are counted together."""

    facts: Facts
    """of one of them"""
    cards: list[Card]
    many: int
    suits: list[str]
    """of all of them, where they are one card"""
    makes: tuple[str, ...]


def hands(deals: Deals, look: Look, most: int, *, suits: bool, makes: str, facts: str, offset: int) -> Hands:
    """The ranges of all players; `most` is the number of cards that a player sees in the end."""
    players = [deals.player, *(p for p in range(len(deals.hands)) if p != deals.player)]
    ranges = []
    for player in players:
        if deals.hands[player]:
            every = np.arange(len(deals.hands[player]))
            groups = every if suits else folded_hands(deals, look, player)
            ranges.append(_range(deals, look, most, player, groups, folded(makes), folded(facts), offset))
    board = deals.boards[0] if len(deals.boards) == 1 else ()
    seen = look.known(board, deals.player)
    rows, columns = _axes([hand for one in ranges for hand in one[1]])
    return Hands(
        situation=deals.situation,
        ranges=[one for one, _ in ranges],
        board=seen.words,
        board_look=seen.look,
        boards=len(deals.boards),
        rows=rows,
        columns=columns,
        suits=all(hand.combos == 1 for one, _ in ranges for hand in one.hands),
        reached=bool(deals.reach.sum() > 0),
        note=deals.note,
        offset=offset,
    )


def _range(
    deals: Deals, look: Look, most: int, player: int, groups: Ints, makes: str, facts: str, offset: int
) -> tuple[HandRange, list[Held]]:
    own = deals.hands[player]
    board = deals.boards[0] if len(deals.boards) == 1 else ()
    count = np.bincount(groups)
    first = np.unique(groups, return_index=True)[1]
    mine, shared = open_cards(look, board, player)
    held = []
    for k in first.tolist():
        cards = hand_of(look, own[k], player)
        kinds = made([*cards, *mine], shared, most) if cards and len(deals.boards) <= 1 else ()
        same = (
            [hand_of(look, own[one], player) for one in np.flatnonzero(groups == groups[k])] if len(cards) == 1 else []
        )
        held.append(Held(own[k], cards, int(count[groups[k]]), [one[0].suit for one in same], kinds))
    numbers = _Numbers(deals, player, groups[deals.held[player]], len(held))
    words = [_words(look, one, player) for one in held]
    passing = [
        k
        for k, one in enumerate(held)
        if (not makes or makes in one.makes) and (not facts or _says(facts, one, words[k]["words"]))
    ]
    order = sorted(passing, key=lambda k: (_height(held[k]), natural(words[k]["words"])))
    cells = _cells(held)
    kept = np.zeros(len(held), bool)
    kept[passing] = True
    shown = [
        Hand(
            **words[k],
            facts=", ".join(held[k].facts),
            row=cells[k][0],
            columns=cells[k][1],
            combos=held[k].many,
            share=rounded(numbers.share[k]),
            played=defined(numbers.played[k]),
            probabilities=[rounded(p) for p in np.nan_to_num(numbers.shares[:, k]).tolist()],
            value=defined(numbers.value[k]),
            equity=defined(numbers.equity[k]),
            makes=list(held[k].makes),
        )
        for k in order[offset : offset + PAGE]
    ]
    return (
        HandRange(
            player=player,
            hands=shown,
            total=len(order),
            combos=len(own),
            share=rounded(numbers.share[kept].sum()),
            **numbers.whole(kept),
            kinds=_kinds(held, numbers),
            text=_text(deals, look, player),
        ),
        held,
    )


class _Numbers:
    """The numbers of a player's hands, by kind of hand."""

    def __init__(self, deals: Deals, player: int, of: Ints, many: int) -> None:
        self.deals, self.player, self.of, self.many = deals, player, of, many
        weights = deals.weights(player)
        self.weights = weights
        share = np.bincount(of, deals.met, many)
        self.share: Floats = share / share.sum()
        self.played = averaged(deals.plans[player], of, many, [deals.chance])
        moves = len(deals.shares) if player == deals.player else 0
        self.shares: Floats = np.stack(
            [averaged(deals.shares[move], of, many, weights) for move in range(moves)] or [np.zeros(many)]
        )[:moves]
        self.value = averaged(deals.values[player], of, many, weights)
        self.equity = averaged(deals.shown[player], of, many, weights)

    def whole(self, kept: Any) -> dict[str, Any]:
        """The averages over some kinds of hands."""
        chosen = kept[self.of]
        one = np.zeros(int(chosen.sum()), np.int64)
        weights = [w[chosen] for w in self.weights]

        def mean(numbers: Floats) -> float | None:
            return defined(float(averaged(numbers[chosen], one, 1, weights)[0]))

        deals, player = self.deals, self.player
        moves = deals.shares if player == deals.player else deals.shares[:0]
        return {
            "probabilities": [mean(move) or 0.0 for move in moves],
            "value": mean(deals.values[player]),
            "equity": mean(deals.shown[player]),
        }


def _words(look: Look, held: Held, player: int) -> dict[str, Any]:
    """The fields `words` and `look`: the cards alone, where there are any."""
    if not held.cards:
        found = words_of(look.known(held.facts, player), "nothing private")
        return {"words": found["words"], "look": found["words_look"]}
    ordered = sorted(held.cards, key=lambda card: -(card.height or 0))
    parts = joined([part for k, card in enumerate(ordered) for part in ((" ", card) if k else (card,))])
    return {"words": text_of(parts), "look": list(parts)}


def _says(facts: str, held: Held, words: str) -> bool:
    """Whether a hand has what was typed: its cards, what it makes, or a fact."""
    texts = [folded(words), folded(keyboard(held.cards)), *map(folded, held.facts), *held.makes]
    suited = len(held.cards) == 2 and held.cards[0].suit != "" and held.cards[0].suit == held.cards[1].suit
    return (suited and facts == "suited") or any(facts in text for text in texts)


def _height(held: Held) -> tuple[int, ...]:
    """Sorts the highest cards first."""
    return tuple(sorted(-(card.height or 0) for card in held.cards))


def _cells(held: Sequence[Held]) -> list[tuple[str | None, list[str]]]:
    """The row and columns of each hand in a chart: ranks by ranks for two cards, ranks by suits for one."""
    many = {len(one.cards) for one in held}
    if many == {1} and all(one.cards[0].suit for one in held):
        return [(one.cards[0].rank, one.suits) for one in held]
    if many != {2} or not all(card.suit for one in held for card in one.cards):
        return [(None, [])] * len(held)
    found: list[tuple[str | None, list[str]]] = []
    for one in held:
        high, low = sorted(one.cards, key=lambda card: -(card.height or 0))
        suited = high.suit == low.suit
        found.append((high.rank, [low.rank]) if suited else (low.rank, [high.rank]))
    return found


def _axes(held: Sequence[Held]) -> tuple[list[str], list[str]]:
    """The rows and columns of the chart."""
    many = {len(one.cards) for one in held}
    cards = {card for one in held for card in one.cards}
    ranks = {card.rank: card.height or 0 for card in cards}
    rows = sorted(ranks, key=lambda rank: (-ranks[rank], natural(rank)))
    suits = {card.suit for card in cards}
    if many == {1} and "" not in suits:
        return rows, sorted(suits, key=lambda suit: (list(SUITS).index(suit) if suit in SUITS else 9, natural(suit)))
    return (rows, rows) if many == {2} and "" not in suits else ([], [])


def _kinds(held: Sequence[Held], numbers: _Numbers) -> list[HandKind]:
    """What the range makes, and how it is played."""
    names = dict.fromkeys(name for kind in (*KINDS, "") for one in held for name in one.makes if one.makes[0] == kind)
    found = []
    for name in names:
        kept = np.array([name in one.makes for one in held])
        found.append(
            HandKind(
                name=name,
                combos=sum(one.many for one in held if name in one.makes),
                share=rounded(numbers.share[kept].sum()),
                probabilities=numbers.whole(kept)["probabilities"],
            )
        )
    return found


def _text(deals: Deals, look: Look, player: int) -> str:
    """The range as text, each hand with how often the player plays to here with it."""
    own = deals.hands[player]
    played = np.nan_to_num(averaged(deals.plans[player], deals.held[player], len(own), [deals.chance]))
    if len(own) > 4 * PAGE:
        return ""
    found = []
    for k in np.flatnonzero(played > 0).tolist():
        cards = hand_of(look, own[k], player)
        name = keyboard(cards) if cards else look.told(own[k], player)
        found.append((tuple(-(card.height or 0) for card in cards), f"{name}:{played[k]:.4g}"))
    return ", ".join(text for _, text in sorted(found))
