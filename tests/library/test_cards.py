"""Decks, dealing and poker hands: the counts every textbook has, and plain Python where there is none."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest

from library.helpers import with_libraries

SUITS = "cdhs"
DECK = [(s, r) for s in SUITS for r in range(2, 15)]


def written(hand):
    return "[" + ",".join(f"({s},{r})" for s, r in hand) + "]"


def category_and_ranks(hand):
    """Of one to five cards; an ace (14) may be low. The order of the categories depends on the number of cards."""
    ranks = sorted((r for _, r in hand), reverse=True)
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    sizes = tuple(n for n, _ in groups)
    long = len(hand) >= 3
    flush = long and len({s for s, _ in hand}) == 1
    straight = long and all(a - b == 1 for a, b in pairwise(ranks))
    if long and ranks == [14, *range(len(hand), 1, -1)]:
        straight, groups = True, [(1, len(hand))]
    name = {(4,): "four_of_a_kind", (4, 1): "four_of_a_kind", (3, 2): "full_house", (2, 2): "two_pairs",
            (2, 2, 1): "two_pairs"}.get(sizes)  # fmt: skip
    if straight:
        name = "straight_flush" if flush else "straight"
    elif name is None:
        name = {3: "three_of_a_kind", 2: "one_pair"}.get(sizes[0], "flush" if flush else "nothing")
    return name, [r for _, r in groups]


ORDER = ["nothing", "one_pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
         "straight_flush"]  # fmt: skip
ORDER_OF_THREE = ["nothing", "one_pair", "flush", "straight", "three_of_a_kind", "straight_flush"]


def key(hand):
    name, ranks = category_and_ranks(hand)
    order = ORDER_OF_THREE if len(hand) == 3 else ORDER
    return order.index(name), ranks[:1] if "straight" in name else ranks


@pytest.fixture(scope="module")
def cards():
    return with_libraries("cards")


def categories(cards, hands):
    text = ",".join(map(written, hands))
    [answer] = cards.ask(f"maplist(hand_category, [{text}], Categories)")
    return answer["Categories"].strip("[]").replace(" ", "").split(",")


def test_the_categories_of_all_three_card_hands_are_as_frequent_as_known(cards):
    # One hand of each shape: the ranks, and whether they are of one suit, of two, or all different decides.
    counts = Counter()
    shapes, weights = [], []
    for ranks in combinations_with_replacement(range(2, 15), 3):
        kinds = Counter(ranks)
        ways = prod(comb(4, n) for n in kinds.values())
        suits = [sum(r == q for q in ranks[:i]) for i, r in enumerate(ranks)]
        if len(kinds) == 3:
            shapes.append([("s", r) for r in ranks])
            weights.append(4)
            ways -= 4
            suits[0] = 1
        shapes.append([(SUITS[s], r) for s, r in zip(suits, ranks)])
        weights.append(ways)
    for name, weight in zip(categories(cards, shapes), weights):
        counts[name] += weight
    assert sum(weights) == comb(52, 3) == 22_100
    assert counts == {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "one_pair": 3744,
                      "nothing": 16440}  # fmt: skip


def test_the_categories_of_all_five_card_hands_are_as_frequent_as_known(cards):
    counts = Counter()
    shapes, weights = [], []
    for ranks in combinations_with_replacement(range(2, 15), 5):
        kinds = Counter(ranks)
        if max(kinds.values()) > 4:
            continue
        ways = prod(comb(4, n) for n in kinds.values())
        suits = [sum(r == q for q in ranks[:i]) for i, r in enumerate(ranks)]
        if len(kinds) == 5:
            shapes.append([("s", r) for r in ranks])
            weights.append(4)
            ways -= 4
            suits[0] = 1
        shapes.append([(SUITS[s], r) for s, r in zip(suits, ranks)])
        weights.append(ways)
    assert sum(weights) == comb(52, 5) == 2_598_960
    for name, weight in zip(categories(cards, shapes), weights):
        counts[name] += weight
    assert counts == {"straight_flush": 40, "four_of_a_kind": 624, "full_house": 3744, "flush": 5108, "straight": 10200,
                      "three_of_a_kind": 54912, "two_pairs": 123552, "one_pair": 1098240, "nothing": 1302540}  # fmt: skip


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_strength_of_poker_hands_orders_them_as_the_rules_do(cards, n):
    rng = random.Random(n)
    # Few ranks, so that pairs and straights are common.
    few = [c for c in DECK if c[1] in (2, 3, 4, 5, 6, 13, 14)]
    hands = [rng.sample(few, n) for _ in range(60)]
    [answer] = cards.answers(
        f"maplist(strength, [{','.join(map(written, hands))}], [{', '.join(f'S{i}' for i in range(60))}])"
    )
    strengths = [answer[f"S{i}"] for i in range(60)]
    for (h1, s1), (h2, s2) in combinations(zip(hands, strengths), 2):
        assert (s1 > s2, s1 == s2) == (key(h1) > key(h2), key(h1) == key(h2)), (h1, h2)


@pytest.mark.parametrize("n", [6, 7])
def test_of_six_and_seven_cards_the_best_five_count(cards, n):
    rng = random.Random(n)
    for i in range(60):
        deck = DECK if i % 3 == 0 else [c for c in DECK if c[1] in (2, 3, 4, 5, 14)] if i % 3 == 1 else DECK[:15]
        hand = rng.sample(deck, n)
        [answer] = cards.answers(
            f"strength({written(hand)}, S), hand_category({written(hand)}, C), "
            f"findall(T, (subset_of(5, {written(hand)}, F), strength(F, T)), Ts), max_list(Ts, Best)"
        )
        assert answer["S"] == answer["Best"], hand
        assert answer["C"].name == category_and_ranks(max(combinations(hand, 5), key=key))[0]


@pytest.mark.parametrize("goal", [
    "hand_category([(h, 14), (h, 2), (d, 3)], straight)",
    "hand_category([(h, queen), (h, king), (d, ace)], straight)",
    "beats([(h, queen), (h, king), (d, ace)], [(h, ace), (d, 2), (h, 3)])",
    "beats([(h, 2), (d, 3), (s, 4)], [(h, ace), (d, 2), (h, 3)])",
    "beats([(h, 4), (d, 5), (s, 6)], [(h, 2), (h, 4), (h, 14)])",
    "beats([(h, 2), (d, 2), (s, 2)], [(h, 12), (d, 13), (h, 14)])",
    "hand_category([(h, a), (h, 2), (d, 3), (s, 4), (c, 5)], straight)",
    "\\+ hand_category([(h, k), (h, a), (d, 2), (s, 3), (c, 4)], straight)",
    "best_hands([ann-[(h, 3)], bob-[(s, k)], cid-[(d, k)]], [bob, cid])",
    "strength([(h, 2), (d, 2)], [(s, 2)], S), strength([(h, 2), (d, 2), (s, 2)], S)",
    "follow([(h, 2), (s, 3)], (h, 9), C), C == (h, 2)",
    "findall(C, follow([(h, 2), (s, 3)], (d, 9), C), [_, _])",
    "trick_winner([n-(h, 2), e-(h, k), s-(s, 2), w-(h, a)], none, w)",
    "trick_winner([n-(h, 2), e-(h, k), s-(s, 2), w-(h, a)], s, s)",
])  # fmt: skip
def test_small_questions_about_cards(cards, goal):
    assert cards.ask(goal)


@pytest.mark.parametrize(
    ("ranks", "hand", "category"),
    [
        ("[x, y, z]", "[(a, z), (a, x), (b, y)]", "straight"),
        ("20", "[(a, 14), (b, 2), (a, 3)]", "nothing"),
        ("[6, 7, 8, 9, 10, j, q, k, a]", "[(a, a), (b, 6), (a, 7)]", "straight"),
        ("[6, 7, 8, 9, 10, j, q, k, a]", "[(a, a), (b, 2), (a, 3)]", "nothing"),
        ("[9, 5, 1]", "[(a, 9), (b, 1), (a, 5)]", "straight"),
    ],
)
def test_the_order_of_ranks_is_the_decks(ranks, hand, category):
    cards = with_libraries("cards", objects=f"deck : [a, b] * {ranks}")
    assert cards.ask(f"hand_category({hand}, C)") == [{"C": category}]
    if ranks == "[9, 5, 1]":
        assert cards.ask("beats([(a, 1)], [(a, 9)])")


def test_decks_are_dealt_drawn_from_exchanged_with_and_filled_again():
    cards = with_libraries(objects="deck : standard, stock : deck([a, b, c])")
    assert len(cards.ask("draw(C)")) == 52 and len(cards.ask("deal(2, H)", limit=2000)) == 1326
    assert len(cards.ask("deal(stock, 2, H)")) == 3
    assert cards.ask("draw(stock, C), cards_left(stock, N)")[0] == {"C": "a", "N": "2"}
    assert cards.ask("draw(stock, b), put_back(stock, [b]), gala_val(stock, L)") == [{"L": "[a,b,c]"}]
    hands = [a["N"] for a in cards.ask("exchange(stock, [x, y], [x], N)")]
    assert hands == ["[a,y]", "[b,y]", "[c,y]"]
    assert len(cards.ask("discard([x, y, z], 2, D)")) == 1 + 3 + 3
