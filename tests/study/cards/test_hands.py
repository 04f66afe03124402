"""Ranges and boards: by class of cards as from the tree, and both as a player would count them by hand."""

from __future__ import annotations

import itertools
import json

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.study.backends import FactoredBackend, TreeBackend
from galakit.study.cards.boards import boards
from galakit.study.cards.hands import hands
from galakit.study.cards.naming import situation_named
from galakit.study.study import Study

GAMES = {
    "leduc": ("leduc", {}),
    "two cards": ("short_deck_holdem", {}),
    "three rounds": ("rhode_island", {"suits": 2, "ranks": 3, "raises": 1}),
}
RANKS = "JQK"


@pytest.fixture(scope="module", params=GAMES)
def both(request):
    name, params = GAMES[request.param]
    game = gk.load(name, **params)
    solution = gk.solve(game, "factored", iterations=20)
    return game.look, FactoredBackend(solution, game), TreeBackend(solution, game)


@pytest.fixture(scope="module")
def leduc():
    game = gk.load("leduc")
    return Study(gk.solve(game), game)


def situations(backend, player, merged):
    return {tuple(s.facts): s.id for s in backend.situations(player, merged, 0).items}


def near(one, other):
    assert (one is None) == (other is None)
    return one is None or one == pytest.approx(other, abs=1e-4)


@pytest.mark.parametrize("merged", [False, True])
def test_ranges_by_class_are_those_of_the_tree(both, merged):
    look, by_class, by_tree = both
    for player in (0, 1):
        ours, theirs = situations(by_class, player, merged), situations(by_tree, player, merged)
        for facts in list(ours)[:25]:
            pair = [
                hands(way.deals(player, names[facts], False), look, 3, suits=True, makes="", facts="", offset=0)
                for way, names in ((by_class, ours), (by_tree, theirs))
            ]
            for one, other in zip(pair[0].ranges, pair[1].ranges):
                assert [hand.words for hand in one.hands] == [hand.words for hand in other.hands]
                assert near(one.equity, other.equity)
                for hand, same in zip(one.hands, other.hands):
                    assert near(hand.share, same.share) and near(hand.equity, same.equity)
                    assert near(hand.played, same.played)
                    assert hand.probabilities == pytest.approx(same.probabilities, abs=1e-4)
                    assert one.player != player or near(hand.value, same.value)


def test_boards_by_class_are_those_of_the_tree(both):
    look, by_class, by_tree = both
    asked = {"suits": True, "facts": "", "by": "board", "falling": False, "offset": 0}
    ours, theirs = situations(by_class, 0, True), situations(by_tree, 0, True)
    for facts in list(ours)[:20]:
        one, other = (
            boards(way.deals(0, names[facts], True), look, **asked)
            for way, names in ((by_class, ours), (by_tree, theirs))
        )
        assert [line.words for line in one.lines] == [line.words for line in other.lines]
        for line, same in zip(one.lines, other.lines):
            assert near(line.share, same.share) and near(line.value, same.value) and near(line.equity, same.equity)
            assert line.probabilities == pytest.approx(same.probabilities, abs=1e-4)


def leduc_equity(card, board=None):
    """The share of all pots that a card of Leduc poker wins, against every other card on every board."""
    deck = [(suit, rank) for suit in range(2) for rank in range(3)]
    own = deck.pop(deck.index((0, card)))
    won = []
    for theirs, public in itertools.permutations(deck, 2):
        if board is None or public == (0, board):
            mine, other = ((1, 0) if c[1] == public[1] else (0, c[1]) for c in (own, theirs))
            won.append((mine > other) + (mine == other) / 2)
    return sum(won) / len(won)


def test_equities_before_any_bet_are_those_that_one_counts(leduc):
    start = leduc.hands(0)
    for one in start.ranges:
        assert {hand.words[0]: hand.equity for hand in one.hands} == pytest.approx(
            {rank: leduc_equity(k) for k, rank in enumerate(RANKS)}
        )
        assert one.equity == pytest.approx(0.5) and sum(h.share for h in one.hands) == pytest.approx(1, abs=1e-5)
        assert [hand.combos for hand in one.hands] == [2, 2, 2] and one.combos == 6


def test_two_cards_win_as_often_as_one_counts():
    game = gk.load("short_deck_holdem")
    study = Study(gk.solve(game), game)
    deck = [(suit, rank) for suit in range(2) for rank in range(3)]

    def strength(cards):
        ranks = sorted(rank for _, rank in cards)
        straight, flush = ranks == [0, 1, 2], len({suit for suit, _ in cards}) == 1
        pair = next((r for r in ranks if ranks.count(r) == 2), -1)
        return (straight and flush, straight, flush, pair, ranks[::-1])

    def equity(own):
        won = []
        for theirs in itertools.combinations([c for c in deck if c not in own], 2):
            for board in (c for c in deck if c not in (*own, *theirs)):
                mine, other = strength([*own, board]), strength([*theirs, board])
                won.append((mine > other) + (mine == other) / 2)
        return sum(won) / len(won)

    told = study.hands(0, suits=True)
    assert (told.rows, told.columns) == (["A", "K", "Q"], ["A", "K", "Q"])
    for hand in told.ranges[0].hands:
        cards = [("♠♥".index(text[-1]), "QKA".index(text[0])) for text in hand.words.split()]
        assert hand.equity == pytest.approx(equity(cards))
    folded = study.hands(0).ranges[0]
    assert {(hand.row, hand.columns[0]): hand.combos for hand in folded.hands} == {
        (row, column): 1 if row == column else 2 for row in "AKQ" for column in "AKQ"
    }


def test_a_range_weighs_each_hand_by_how_often_it_is_played_to_here(leduc):
    player, name = situation_named(leduc, None, "check, check, Ks")
    told = leduc.hands(player, name, suits=True)
    assert told.board == "board K♠" and told.reached and told.boards == 1
    first, second = told.ranges
    opening = {hand.words: hand.probabilities[0] for hand in leduc.hands(0, suits=True).ranges[0].hands}
    assert {hand.words: hand.played for hand in first.hands} == pytest.approx(
        {words: share for words, share in opening.items() if words != "K♠"}
    )
    assert first.value + second.value == pytest.approx(0) and first.equity + second.equity == pytest.approx(1)
    for one in told.ranges:
        assert sum(h.share * h.value for h in one.hands) == pytest.approx(one.value, abs=1e-5)
    assert first.text.startswith("Kh:0.24")


def test_hands_are_found_by_what_they_make_and_by_their_cards(leduc):
    player, name = situation_named(leduc, 0, "check, check, Ks")
    pairs = leduc.hands(player, name, makes="pair").ranges[0]
    assert [hand.words for hand in pairs.hands] == ["K♥"] and pairs.hands[0].makes == ["pair", "top pair"]
    assert pairs.probabilities == pairs.hands[0].probabilities and pairs.share < 1
    queens = leduc.hands(player, name, facts="Q", suits=True).ranges[0]
    assert {hand.words for hand in queens.hands} == {"Q♠", "Q♥"}
    kinds = {kind.name: kind.share for kind in queens.kinds}
    assert kinds["pair"] + kinds["high card"] == pytest.approx(1)


def test_boards_add_up_and_can_be_sorted_and_filtered(leduc):
    _, name = situation_named(leduc, 0, "check, check, …")
    told = leduc.boards(0, name, by="raise", falling=True)
    assert [line.words for line in told.lines] == ["board K♠", "board Q♠", "board J♠"]
    assert [line.combos for line in told.lines] == [2, 2, 2] and not told.suits
    for k in range(2):
        mean = sum(line.share * line.probabilities[k] for line in told.lines)
        assert mean == pytest.approx(told.whole.probabilities[k], abs=1e-5)
    assert leduc.boards(0, name, facts="Q").total == 1 and leduc.boards(0, name, suits=True).total == 6
    with pytest.raises(gk.GalakitError, match="cannot be sorted by nonsense"):
        leduc.boards(0, name, by="nonsense")


def test_suits_are_kept_apart_where_rules_do_not_treat_them_alike():
    study = Study(gk.solve(gk.load("tiny_bridge")), gk.load("tiny_bridge"))
    told = study.hands(0)
    assert told.suits and all(hand.combos == 1 for one in told.ranges for hand in one.hands)
    assert told.note == "equity is not defined: no moves of this game are checks and calls"


def test_a_situation_nobody_reaches_has_the_shares_of_the_deal():
    game = gk.load("kuhn")
    study = Study(gk.solve(game, lock={"first": {"card(…)": "pass"}, "second": {"card(…), pass": "pass"}}), game)
    player, name = situation_named(study, 0, "check, bet")
    told = study.hands(player, name)
    assert not told.reached and [hand.share for hand in told.ranges[0].hands] == pytest.approx([1 / 3] * 3, abs=1e-5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "check, nothing"], "there is no public situation `check, nothing`"),
        (["--at", "check, check, 9s"], "there is no board `9s` here"),
        (["--table", "hands.txt"], "a table cannot be written as hands.txt"),
        (["--player", "third"], "third"),
    ],
)
def test_the_command_says_what_is_wrong(words, said, capsys, saved_leduc):
    assert main(["hands", saved_leduc, *words]) == 2
    assert said in capsys.readouterr().err


@pytest.fixture(scope="module")
def saved_leduc(tmp_path_factory, leduc):
    file = tmp_path_factory.mktemp("solved") / "leduc.parquet"
    leduc.solution.save(file)
    return str(file)


def test_the_command_prints_tables_json_and_csv(capsys, saved_leduc, tmp_path):
    assert main(["hands", saved_leduc, "--at", "check, check, Ks", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["player"] for one in told["ranges"]] == [0, 1]
    table = tmp_path / "hands.csv"
    assert main(["hands", saved_leduc, "--boards", "--at", "check, check, …", "--table", str(table)]) == 0
    assert "all boards" in capsys.readouterr().out
    assert table.read_text().splitlines()[0] == "board,facts,combos,share,check,raise,value,equity"
    assert main(["hands", saved_leduc, "--text"]) == 0
    assert "first: Kh:1, Ks:1, Qh:1, Qs:1, Jh:1, Js:1" in capsys.readouterr().out


ANY = {
    "Kuhn's poker": ("kuhn", {}),
    "three players": ("three_player_kuhn", {}),
    "cards open before players": ("stud_poker", {}),
    "cards exchanged": ("draw_poker", {}),
    "bets of any size": ("poker", {"suits": 2, "cards": 2}),
    "in GDL": ("leduc_gdl", {}),
}


@pytest.mark.parametrize(("name", "params"), ANY.values(), ids=ANY)
def test_every_game_of_cards_has_ranges_that_add_up(name, params):
    game = gk.load(name, **params)
    study = Study(gk.solve(game), game)
    assert study.has_cards and study.overview().cards
    for player in range(len(game.players)):
        for situation in study.situations(player).items[:12]:
            told = study.hands(player, situation.id)
            assert told.ranges[0].player == player and len(told.ranges) == len(game.players)
            for one in told.ranges:
                assert sum(hand.share for hand in one.hands) == pytest.approx(1, abs=1e-4)
                assert all(hand.makes for hand in one.hands)
                assert one.equity is None or -1e-9 <= one.equity <= 1 + 1e-9
            equities = [one.equity for one in told.ranges]
            assert None in equities or sum(equities) == pytest.approx(1, abs=1e-4)


OWN = """
% A hold'em of my own: two cards each from two suits of four, three public cards, one round of betting.
:- use(library(cards)).
game(my_holdem, [
    players : [ann, bob],
    objects : [deck : 2 * 4],
    variables : [hole(ann), hole(bob), table],
    flow : (play_round(deal_hole),
            choose(nature, Cards, deal(deck, 3, Cards)), reveal(all, flop(Cards)), table gets Cards,
            choose(ann, Move, member(Move, [check, bet])), reveal(bob, Move),
            if(Move = check, showdown(1),
               (choose(bob, Answer, member(Answer, [fold, call])), reveal(ann, Answer),
                if(Answer = fold, outcome([1, -1]), showdown(3))))),
    deal_hole : (choose(nature, Cards, deal(deck, 2, Cards)), reveal($player, holds(Cards)), hole($player) gets Cards),
    showdown(stake) :
        (strength($hole(ann), $table, S1), strength($hole(bob), $table, S2), compare(Order, S1, S2),
         if(Order = (=), outcome(draw),
            if(Order = (>), outcome([$stake, -($stake)]), outcome([-($stake), $stake]))))
]).
"""


def test_a_holdem_of_ones_own_has_a_chart_of_two_cards(tmp_path):
    (tmp_path / "my_holdem.gala").write_text(OWN)
    game = gk.load(tmp_path / "my_holdem.gala")
    study = Study(gk.solve(game), game)
    told = study.hands(0)
    assert told.rows == told.columns and len(told.rows) == 4 and told.board.startswith("flop")
    assert {"pair", "two pair"} & {kind.name for kind in told.ranges[0].kinds}
    assert told.ranges[0].equity + told.ranges[1].equity == pytest.approx(1)
    merged = study.situations(0, aggregate=True).items[0]
    boards = study.boards(0, merged.id, by="equity")
    assert sum(line.combos for line in boards.lines) == 56 and not boards.suits
    assert [line.equity for line in boards.lines] == sorted(line.equity for line in boards.lines)
