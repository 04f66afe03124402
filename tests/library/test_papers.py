"""Programs written from the text of Koller & Pfeffer's papers run as they are: no directive, no declaration of libraries."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk

POKER = """
game(poker, [
    players : [dealer, gambler],
    params : [suits, ranks, cards, cash, ante = 1],
    objects : [deck : $suits * $ranks,
               money : [dealer, gambler, pot]],
    variables : [betterhand, debt],
    flow : (play_round(ante), deal, bet),
    ante : (money($player) gets $cash, pay($ante, $player, pot)),
    deal : (choose(nature, (Hand1, Hand2), (deal(deck, $cards, Hand1), deal(deck, $cards, Hand2))),
            reveal(gambler, myhand(Hand1)),
            reveal(dealer, myhand(Hand2)),
            if(beats(Hand1, Hand2), betterhand gets gambler, betterhand gets dealer)),
    bet : (choose(gambler, First, between(0, $money(gambler), First)),
           reveal(dealer, bet(gambler, First)),
           debt := First,
           pay(First, gambler, pot),
           take_turns(next_bet)),
    next_bet : (choose($player, Bet, (between($debt, $money($player), Bet) ; ($debt > 0, Bet = 0))),
                if(($debt > 0, Bet = 0),
                   wins($opponent),
                   (pay(Bet, $player, pot),
                    if($debt = Bet,
                       wins($betterhand),
                       (reveal($opponent, bet($player, Bet)),
                        debt gets Bet - $debt))))),
    wins(winner) : (Winnings is $money($winner) + $money(pot) - $cash,
                    Losings is -Winnings,
                    if($winner = dealer, outcome([Winnings, Losings]), outcome([Losings, Winnings])))
]).

beats(Hand1, Hand2) :-
    predsort(compare_ranks, Hand1, Sorted1),
    predsort(compare_ranks, Hand2, Sorted2),
    evaluate(Sorted1, Type1, Details1),
    evaluate(Sorted2, Type2, Details2),
    (   Type1 = Type2
    ->  Details1 @> Details2
    ;   precedes(Type1, Type2, [straight_flush, four_of_a_kind, full_house, flush, straight, three_of_a_kind, two_pairs,
                                one_pair, nothing])
    ).
evaluate(Hand, Type, Details) :-
    (   is_flush(Hand)
    ->  ( is_straight(Hand) -> Type = straight_flush, Hand = [(_, Rank)|_], Details = [Rank]
        ; Type = flush, maplist(rank, Hand, Details) )
    ;   is_straight(Hand)
    ->  Type = straight, Hand = [(_, Rank)|_], Details = [Rank]
    ;   partition_profile(match_rank, Hand, Profile),
        associate(Profile, Type, [([4|_], four_of_a_kind), ([3, X|_] : X>1, full_house), ([3|_], three_of_a_kind),
                                  ([2, 2|_], two_pairs), ([2|_], one_pair), (_, nothing)]),
        maplist(rank, Hand, Details)
    ).
is_flush(Hand) :- checklist(match_suit(_), Hand).
is_straight([_]).
is_straight([(_, R1), (_, R2)|Tail]) :- R2 is R1 - 1, is_straight([(_, R2)|Tail]).
compare_ranks((_, R1), (_, R2)) :- R2 =< R1.
match_rank((_, Rank), Rank).
match_suit(Suit, (Suit, _)).
"""


def test_the_poker_program_of_1997_with_its_own_judgement_of_hands():
    game = gk.loads(POKER, suits="[s]", ranks=3, cards=1, cash=2)
    assert gk.solve(game).value == (Fraction(1, 18), Fraction(-1, 18))


def test_the_poker_program_with_hands_of_several_cards():
    assert gk.solve(gk.loads(POKER, suits=2, ranks=3, cards=2, cash=2)).gap == 0


def test_poker_in_which_cards_are_exchanged():
    text = POKER.replace("play_round(ante), deal, bet", "play_round(ante), deal, play_round(exchange), judge, bet")
    text = text.replace(
        "    bet : (choose(gambler",
        """
    exchange : (choose($player, Out, discard($hand($player), 1, Out)),
                choose(nature, New, exchange(deck, $hand($player), Out, New)),
                reveal($player, myhand(New)), length(Out, N), reveal($opponent, exchanges(N)),
                hand($player) gets New),
    judge : if(beats($hand(gambler), $hand(dealer)), betterhand gets gambler, betterhand gets dealer),
    bet : (choose(gambler""",
    )
    text = text.replace("variables : [", "variables : [hand(dealer), hand(gambler), ")
    text = text.replace(
        "            if(beats(Hand1, Hand2), betterhand gets gambler, betterhand gets dealer)),",
        "            hand(gambler) gets Hand1, hand(dealer) gets Hand2),",
    )
    game = gk.loads(text, suits=1, ranks=5, cards=1, cash=2)
    solution = gk.solve(game)
    assert solution.gap < 1e-9 and abs(solution.value[0]) > 0.01


BLIND = """
game(blind_tic_tac_toe,
    [players : [a, b],
     objects : [grid_board : array('$size', '$size')],
     params : [size, line = 3],
     flow : (take_turns(mark, unless(full), until(win))),
     mark : (choose('$player', (X, Y, Mark), (empty(X, Y), member(Mark, [x, o]))),
             reveal('$opponent', (X, Y)),
             place((X, Y), Mark)),
     full : (\\+(empty(_, _)) -> outcome(draw)),
     win : (straight_line(_, _, length = '$line', contains(Mark)) -> outcome(wins('$player')))]).
"""


def test_blind_tic_tac_toe_of_1995():
    game = gk.loads(BLIND, size=2, line=2)
    assert gk.solve(game).value == gk.solve(gk.load("blind_tic_tac_toe", size=2, line=2)).value
    assert game.size().nodes == gk.load("blind_tic_tac_toe", size=2, line=2).size().nodes
    assert len(gk.loads(BLIND, size=3).rules.start().state.moves) == 18


TIC_TAC_TOE = """
game(tic_tac_toe,
    [players : [x, o],
     objects : [grid_board : array(3, 3)],
     flow : (take_turns(mark, unless(full), until(win))),
     mark : (choose($player, (X, Y), empty(X, Y)), reveal($opponent, (X, Y)), place((X, Y), $player)),
     full : (\\+ empty(_, _) -> outcome(draw)),
     win : (straight_line(_, _, length = 3, contains($player)) -> outcome(wins($player)))]).
"""


@pytest.mark.slow
def test_tic_tac_toe_has_as_many_plays_as_everybody_says():
    size = gk.loads(TIC_TAC_TOE).size()
    assert (size.nodes, size.terminals) == (549_946, 255_168)
    # 5,478 positions, 958 of which are final.
    assert size.states == 5_478 - 958 + 1


@pytest.mark.parametrize("spelling", ["pay(gambler, pot, 2)", "pay(2, gambler, pot)"])
def test_both_orders_of_pay(spelling):
    text = f"""game(g, [players : [gambler], objects : [money : [gambler, pot]],
                        flow : ({spelling}, outcome([$money(pot)]))])."""
    assert gk.solve(gk.loads(text)).value == (2,)


def test_the_moves_of_a_queen():
    text = """game(g, [players : [a], objects : [grid_board : array([a, b, c, d, e, f, g, h], 8)],
        flow : (place((d, 1), queen(white)), move(queen(white), (d, 1), (d, 8)),
                choose(a, S, reaches(slide(all), white, (d, 8), S)),
                if(contains(queen(white), (d, 8)), outcome([1]), outcome([0])))])."""
    game = gk.loads(text)
    assert game.size().terminals == 21 and gk.solve(game).value == (1,)


HANDS = """
game(hands, [players : [a], flow : (kind([(h, 9), (c, 6), (c, 9), (h, 6), (d, 6)], Type, Ranks), reveal(a, Type),
    if((Type = full_house, Ranks = [6, 9]), outcome([1]), outcome([0])))]).
kind(Hand, Type, Ranks) :-
    detailed_partition(match_rank, Hand, _, Ranks, Sizes),
    associate(Sizes, Type, [([4, 1], four_of_a_kind), ([3, 2], full_house), ([3, 1, 1], three_of_a_kind),
        ([2, 2, 1], two_pairs), ([2, 1, 1, 1], one_pair), ([1, 1, 1, 1, 1], nothing)]).
"""


def test_the_poker_hands_of_1995():
    assert gk.solve(gk.loads(HANDS)).value == (1,)


# The predicates of the 1997 program that judge hands, as they are printed: `rank` is the card library's.
CLASSIFIER = """
evaluate(Hand, Type, Details) :-
        (is_flush(Hand) ->
            (is_straight(Hand) ->
                (Type = straight_flush,
                 Hand = [(_, Rank) | _],
                 Details = [Rank])
             ; (Type = flush,
                 maplist(rank, Hand, Details)))
         ; (is_straight(Hand) ->
                (Type = straight,
                 Hand = [(_, Rank) | _],
                 Details = [Rank])
             ; (partition_profile(match_rank, Hand, Profile),
                 associate(Profile, Type, [([4 | _], four_of_a_kind),
                                           ([3, X | _] : X>1, full_house),
                                           ([3 | _], three_of_a_kind),
                                           ([2, 2 | _], two_pairs),
                                           ([2 | _], one_pair),
                                           (_, nothing)])))).
is_flush(Hand) :-
        checklist(match_suit(_), Hand).
is_straight([_]).
is_straight([(_, Rank1), (_, Rank2) | Tail]) :-
        Rank2 is Rank1 - 1,
        is_straight([(_, Rank2) | Tail]).
compare_ranks((_, Rank1), (_, Rank2)) :-
        Rank2 =< Rank1.
match_suit(Suit, (Suit, _)).
judge(Hand, Type) :- predsort(compare_ranks, Hand, Sorted), evaluate(Sorted, Type, _).
"""


@pytest.mark.parametrize("own", ["", "match_rank((_, Rank), Rank)."])
@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("(h, 5), (h, 7), (h, 6), (h, 9), (h, 8)", "straight_flush"),
        ("(h, 5), (h, 2), (h, 6), (h, 9), (h, 8)", "flush"),
        ("(c, 5), (h, 7), (h, 6), (h, 9), (h, 8)", "straight"),
        ("(h, 9), (c, 6), (c, 9), (h, 6), (d, 6)", "full_house"),
        ("(h, 9), (c, 6), (c, 9), (d, 9), (s, 9)", "four_of_a_kind"),
        ("(h, 9), (c, 6), (c, 2), (d, 9), (s, 6)", "two_pairs"),
        ("(h, 9), (c, 6), (c, 2), (d, 4), (s, 7)", "nothing"),
    ],
)
def test_the_hands_of_1997_are_judged_as_printed(hand, kind, own):
    text = f"""game(g, [players : [a], flow : (judge([{hand}], Type), if(Type = {kind}, outcome([1]), outcome([0])))]).
    {CLASSIFIER} {own}"""
    assert gk.solve(gk.loads(text)).value == (1,)
