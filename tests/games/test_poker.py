"""The poker family beyond `test_published.py`: three players, exchange, open cards, three-card hands."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest

import galakit as gk
from galakit.lang.prolog.toplevel import Prolog
from galakit.loading import find

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def three_player_profile(c11, b11, b21, b32, b23=Fraction(0)):
    """Szafron, Gibson & Sturtevant 2013: the probability to bet or call by card (rows) and situation (columns)."""
    beta = max(b11, b21)
    b33 = HALF + (b11 + b21 + beta) / 2 - b23 * (1 - b21)
    tables = {
        "a": [(0, 0, 0, 0), (0, 0, 0, 0), (0, 0, HALF, 0), (0, 1, 1, 1)],
        "b": [(b11, 0, 0, 0), (b21, 0, b23, 0), (0, b32, b33, 0), (2 * (b11 + b21), 1, 1, 1)],
        "c": [(c11, 0, 0, 0), (HALF - c11, 0, 0, 0), (0, 0, HALF - b32, 0), (1, 1, 1, 1)],
    }
    # What has been done since the cards were dealt, by the number of the situation.
    situations = {
        "a": ["", "pass bet", "bet pass", "bet bet"],
        "b": ["pass", "bet", "pass bet pass", "pass bet bet"],
        "c": ["pass pass", "pass bet", "bet pass", "bet bet"],
    }

    def strategy(player):
        def play(facts, moves):
            card = int(facts[0].removeprefix("card(").removesuffix(")"))
            heard = " ".join(f.split(",")[1].removesuffix(")") for f in facts if f.startswith("did("))
            p = Fraction(tables[player][card - 1][situations[player].index(heard)])
            return {"bet": p, "pass": 1 - p}

        return play

    return {player: strategy(player) for player in tables}


@pytest.mark.parametrize(
    ("b11", "b21", "b32"), [(0, 0, 0), (0, QUARTER, 0), (Fraction(1, 8), QUARTER, HALF), (0, 0, QUARTER)]
)
def test_three_player_kuhn_has_the_published_family_of_equilibria(b11, b21, b32):
    """The sub-family c11 = 0, with the expected payoffs the paper gives: beta moves money from the first to the third."""
    certificate = gk.certify(gk.load("three_player_kuhn"), three_player_profile(Fraction(0), Fraction(b11), b21, b32))
    first, second = -(HALF + max(b11, b21)) / 24, -Fraction(1, 48)
    assert certificate.gap == 0 and certificate.value == (first, second, -first - second)


def test_three_player_kuhn_has_equilibria_in_which_the_last_player_bluffs_with_the_lowest_card():
    """The sub-family c11 = 1/2."""
    profile = three_player_profile(HALF, QUARTER, Fraction(0), Fraction(0), Fraction(1, 8))
    assert gk.certify(gk.load("three_player_kuhn"), profile).gap == 0


def betting_round(raises: int) -> tuple[int, int, int, int]:
    """Decisions, moves, folds, and ways to the next card of a round with at most so many raises."""

    def after(debt, left, calls):
        found = [1, 1 + debt + (left > 0), int(debt), int(calls == 1)]
        if calls == 0:
            found = [x + y for x, y in zip(found, after(False, left, 1))]
        if left > 0:
            found = [x + y for x, y in zip(found, after(True, left - 1, 1))]
        return found

    return tuple(after(False, raises, 0))


def rhode_island_counts(deck: int, raises: int) -> tuple[int, int, int]:
    """Nodes, and one player's information sets and sequences."""
    decisions, moves, folds, calls = betting_round(raises)
    turn = decisions + folds + calls
    flop = decisions + folds + calls * (1 + (deck - 3) * turn)
    hole = decisions + folds + calls * (1 + (deck - 2) * flop)
    views = deck * (1 + calls * (deck - 1) * (1 + calls * (deck - 2)))
    return 1 + deck + deck * (deck - 1) * hole, views * decisions // 2, 1 + views * moves // 2


@pytest.mark.parametrize(("suits", "ranks", "raises"), [(2, 3, 1), (2, 2, 3), (1, 5, 2)])
def test_rhode_island_hold_em_has_the_structure_of_the_published_game(suits, ranks, raises):
    """Gilpin & Sandholm 2007: 91,224,226 rows for 52 cards, the sequences of one player and the constraints of the other."""
    size = gk.load("rhode_island", suits=suits, ranks=ranks, raises=raises).size()
    nodes, sets, sequences = rhode_island_counts(suits * ranks, raises)
    assert (size.nodes, size.information_sets, size.sequences) == (nodes, [sets] * 2, [sequences] * 2)
    _, sets, sequences = rhode_island_counts(52, 3)
    assert sequences + sets + 1 == 91_224_226


def test_rhode_island_with_52_cards_is_loaded_and_played():
    played = gk.simulate(gk.load("rhode_island"), 3, seed=1)
    assert played is not None


def rhode_island_hands() -> Prolog:
    """How the game ranks hands, each a private card and the board in any order."""
    text = find("rhode_island").text
    ranking = "rank_hand([Hole|Board], S) :- public(Board, Public), hand(Hole, Public, Hand), strength(13, Hand, S).\n"
    return Prolog(ranking + text[text.index("% What counts of the board") :])


def test_three_card_hands_are_ranked_with_their_known_frequencies():
    """All 22,100 hands of 52 cards: straight flushes, threes, straights, flushes, pairs, high cards."""
    prolog = rhode_island_hands()
    deck = [(suit, rank) for suit in range(1, 5) for rank in range(1, 14)]
    # Hands differ in ranks and in whether they are suited; suits are tried on one representative each.
    counts: dict[str, int] = {}
    kinds: dict[tuple, int] = {}
    for hand in combinations(deck, 3):
        ranks = tuple(sorted(r for _, r in hand))
        kind = ranks, len({s for s, _ in hand}) == 1
        kinds[kind] = kinds.get(kind, 0) + 1
    for (ranks, suited), number in kinds.items():
        cards = ", ".join(f"({1 if suited else i}, {r})" for i, r in enumerate(ranks, 1))
        category = prolog.ask(f"rank_hand([{cards}], s(C, _, _, _))")[0]["C"]
        counts[category] = counts.get(category, 0) + number
    assert counts == {"5": 48, "4": 52, "3": 720, "2": 1096, "1": 3744, "0": 16440}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("[(1, 13), (2, 12), (3, 11)]", "[(1, 13), (2, 1), (3, 2)]"),  # the ace begins the lowest straight
        ("[(1, 2), (2, 3), (3, 1)]", "[(1, 13), (2, 1), (3, 2)]"),
        ("[(1, 13), (2, 1), (3, 2)]", "[(1, 13), (1, 11), (1, 9)]"),  # a straight beats a flush
        ("[(1, 4), (2, 4), (3, 13)]", "[(1, 4), (2, 4), (3, 12)]"),
        ("[(1, 4), (2, 13), (3, 13)]", "[(1, 12), (2, 12), (3, 11)]"),
        # With one public card a pair beats a high card; with none the rank counts.
        ("[(1, 4), (2, 4)]", "[(1, 13), (1, 12)]"),
        ("[(1, 13), (2, 2)]", "[(1, 12), (2, 11)]"),
        ("[(1, 5)]", "[(2, 4)]"),
        # With three the best three cards count.
        ("[(1, 13), (2, 5), (2, 4), (2, 3)]", "[(1, 3), (2, 5), (3, 4), (2, 3)]"),  # the board: a straight flush
        ("[(1, 5), (1, 4), (1, 3), (1, 2)]", "[(2, 5), (1, 4), (1, 3), (1, 2)]"),  # four in a row count from the top
        ("[(3, 9), (2, 9), (1, 9), (1, 13)]", "[(3, 7), (3, 6), (2, 8), (3, 2)]"),  # three of a kind, a straight
        ("[(3, 7), (3, 6), (2, 8), (3, 2)]", "[(3, 7), (3, 6), (2, 9), (3, 2)]"),  # a straight beats a flush
        ("[(3, 13), (3, 6), (2, 9), (3, 2)]", "[(3, 12), (3, 6), (2, 9), (3, 2)]"),
        (
            "[(1, 9), (2, 9), (3, 8), (4, 8)]",
            "[(1, 9), (2, 9), (3, 7), (4, 6)]",
        ),  # of two pairs the lower one is a kicker
        ("[(1, 13), (2, 1), (3, 2), (4, 9)]", "[(1, 13), (2, 12), (3, 9), (4, 9)]"),
    ],
)
def test_the_better_hand_of_rhode_island_hold_em_wins(better, worse):
    assert rhode_island_hands().ask(f"rank_hand({better}, S1), rank_hand({worse}, S2), S1 @> S2")


def test_of_four_cards_the_best_three_count():
    prolog = rhode_island_hands()
    random = Random(5)
    deck = [(suit, rank) for suit in range(1, 3) for rank in range(7, 14)]
    for _ in range(100):
        four = random.sample(deck, 4)
        threes = ", ".join(f"[{', '.join(map(str, hand))}]" for hand in combinations(four, 3))
        best = f"findall(S, (member(H, [{threes}]), rank_hand(H, S)), All), sort(0, @>=, All, [Best|_])"
        assert prolog.ask(f"{best}, rank_hand([{', '.join(map(str, four))}], Best)")


@pytest.mark.parametrize("name", ["stud_poker", "rhode_island", "short_deck_holdem"])
def test_poker_without_bets_is_fair(name):
    small = {"suits": 2, "ranks": 2} if name == "rhode_island" else {}
    assert gk.solve(gk.load(name, raises=0, **small)).value == (0, 0)


def test_stud_poker_deals_two_cards_each_and_bets_twice():
    decisions, _, folds, calls = betting_round(1)
    second = decisions + folds + calls
    first = decisions + folds + calls * (1 + 4 + 4 * 3 * second)
    assert gk.load("stud_poker").size().nodes == 1 + 6 + 6 * 5 * first


def test_who_may_exchange_his_card_draws_with_the_lowest_and_keeps_the_highest():
    solution = gk.solve(gk.load("draw_poker", raises=0))
    draws = {
        card: solution.at("second", f"hand([{card}]), call, chose(call), draws(1)").probabilities for card in (1, 3)
    }
    assert draws[1]["discard([1])"] == 1 and draws[3]["discard([])"] == 1


def mean(numbers) -> Fraction:
    numbers = list(numbers)
    return sum(numbers, Fraction(0)) / len(numbers)


def uniform_betting(stakes, size, raises, settled, player=0, calls=0):
    """The first player's expectation from a round in which everybody moves at random; `settled` says what follows."""
    mine, yours = stakes[player], stakes[1 - player]
    results = []
    if mine < yours:
        results.append(Fraction(mine if player == 1 else -mine))
    called = (yours, yours)
    results.append(settled(yours) if calls == 1 else uniform_betting(called, size, raises, settled, 1 - player, 1))
    if raises:
        raised = [yours, yours]
        raised[player] += size
        results.append(uniform_betting(tuple(raised), size, raises - 1, settled, 1 - player, 1))
    return mean(results)


def showdown(first, second, stake):
    return Fraction(stake * ((first > second) - (first < second)))


DECK = [(suit, rank) for suit in (1, 2) for rank in (1, 2, 3)]


def test_stud_poker_played_at_random_is_worth_what_another_program_says():
    def strength(hole, up):
        pair = hole[1] == up[1]
        return pair, max(hole[1], up[1]), min(hole[1], up[1])

    def second_round(holes, stake):
        rest = [card for card in DECK if card not in holes]
        return mean(
            uniform_betting(
                (stake, stake), 2, 1, lambda s, a=a, b=b: showdown(strength(holes[0], a), strength(holes[1], b), s)
            )
            for a, b in permutations(rest, 2)
        )

    deals = list(permutations(DECK, 2))
    expected = mean(uniform_betting((1, 1), 1, 1, lambda s, d=d: second_round(d, s)) for d in deals)
    assert gk.certify(gk.load("stud_poker"), {}).value == (expected, -expected)


def test_draw_poker_played_at_random_is_worth_what_another_program_says():
    def exchanged(hand, deck):
        """The hands and decks after keeping and after drawing, each as likely."""
        return [[(hand, deck)], [(new, [c for c in deck if c != new]) for new in deck]]

    def second_round(hands, stake):
        deck = [card for card in DECK if card not in hands]
        outcomes = []
        for choice in exchanged(hands[0], deck):
            for other in (0, 1):
                outcomes.append(
                    mean(
                        mean(
                            uniform_betting((stake, stake), 2, 2, lambda s, a=a, b=b: showdown(a[1], b[1], s))
                            for b, _ in exchanged(hands[1], rest)[other]
                        )
                        for a, rest in choice
                    )
                )
        return mean(outcomes)

    deals = list(permutations(DECK, 2))
    expected = mean(uniform_betting((1, 1), 1, 2, lambda s, d=d: second_round(d, s)) for d in deals)
    assert gk.certify(gk.load("draw_poker"), {}).value == (expected, -expected)
