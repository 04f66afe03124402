"""Hands of a person against a profile: who decides what, what is known, and that a log plays again."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from game.random_rules import RandomRules
from rules.forgetting import Forgetting

import galakit as gk
from galakit.agents.simple import random as at_random_in
from galakit.agents.solution import following
from galakit.errors import GalakitError
from galakit.play.hand import Hand, followed
from galakit.play.session import Session, opponents
from tests.separated.profiles import at_random

GAMES = [
    ("kuhn", {}),
    ("three_player_kuhn", {}),
    ("leduc", {}),
    ("matching_pennies", {}),
    ("nim", {}),
    ("goofspiel", {"cards": 3}),
    ("monty_hall", {}),
    ("inspection", {}),
]


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_the_log_of_a_sitting_plays_again_just_so(name, params):
    game = gk.load(name, **params)
    for person in range(len(game.players)):
        session, fingers = Session(game, person, opponents(game, person, "random"), 11), random.Random(person)
        for hand in session.hands(3):
            while (decision := hand.go_on()) is not None:
                assert decision.player == person and decision.moves
                assert decision.facts[-1].startswith("choosing(")
                hand.choose(fingers.randrange(len(decision.moves)))
            session.finish(hand)
        log = session.to_json()
        assert len(log["hands"]) == 3
        for told, trace in zip(log["hands"], session.played):
            again = followed(game.rules, [event["move"] for event in told["moves"]])
            assert again == trace and again.to_json() == told
        assert session.total == [sum(t.payoffs[p] for t in session.played) for p in range(len(game.players))]


def test_the_same_seed_and_choices_give_the_same_hands_whatever_was_played_before():
    game = gk.load("leduc")

    def hand(number, moves):
        hands = Session(game, 0, opponents(game, 0, "random"), 5).hands()
        for _ in range(number - 1):
            next(hands)
        played = next(hands)
        while (decision := played.go_on()) is not None:
            played.choose(decision.moves.index(moves) if moves in decision.moves else 0)
        return played.trace

    assert hand(4, "call") == hand(4, "call") != hand(3, "call")
    # Other choices leave the cards that were dealt before them as they were.
    assert hand(4, "raise").events[:2] == hand(4, "call").events[:2]


def test_what_a_person_knows_is_what_the_unfolded_game_says():
    game = gk.load("leduc")
    for k in range(30):
        hand = Hand(game.rules, {}, seed=str(k))
        while (decision := hand.go_on()) is not None:
            assert game.form.find(decision.player, decision.facts) is not None
            assert not any(fact.startswith("chose(") for fact in decision.learnt)
            hand.choose(k % len(decision.moves))


def test_the_others_play_the_profile():
    solution = at_random(gk.load("kuhn"), seed=3)
    here = solution.at("first", "card(2)").probabilities["bet"]
    agent = following(solution, solution.game)
    bets = total = 0
    for k in range(1500):
        hand = Hand(solution.game.rules, {0: agent}, seed=f"{k}")
        hand.go_on()
        if ("first", ("card(2)",)) in hand.trace.events[0].seen:
            total += 1
            bets += hand.trace.events[1].move == "bet"
    assert total > 300 and abs(bets / total - here) < 5 * (0.25 / total) ** 0.5


def test_one_who_forgets_is_told_no_more():
    text = (
        'EFG 2 R "team" { "a" } p "" 1 1 "" { "x" "y" } 0 '
        'p "" 1 2 "" { "l" "r" } 0 t "" 1 "" { 1 } t "" 2 "" { 0 } '
        'p "" 1 2 "" { "l" "r" } 0 t "" 3 "" { 0 } t "" 4 "" { 1 }'
    )
    game = gk.loads(text, name="team.efg")
    hand = Hand(game.rules, {1: at_random_in(game)}, seed="1")
    assert hand.go_on().moves == ("x", "y")
    hand.choose(1)
    second = hand.go_on()
    assert second.moves == ("l", "r") and not any("chose" in fact for fact in second.facts)
    assert game.form.find(0, second.facts) is not None


def test_what_was_forgotten_again_is_nothing_new():
    for k in range(30):
        hand = Hand(Forgetting(RandomRules(k), k), {}, seed=str(k))
        while (decision := hand.go_on()) is not None:
            assert not Counter(decision.learnt) - Counter(decision.facts)
            hand.choose(k % len(decision.moves))


def test_a_log_that_does_not_fit_the_rules_is_refused():
    rules = gk.load("kuhn").rules
    with pytest.raises(GalakitError, match="move 2 of this play cannot be `jump`"):
        followed(rules, ["(1,2)", "jump"])
    with pytest.raises(GalakitError, match="(?s)move 4.*over"):
        followed(rules, ["(1,2)", "pass", "pass", "pass"])
