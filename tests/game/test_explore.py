"""Exploring: every state once, and rules that break the contract are told so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from rules.forgetting import Forgetting

from galakit.errors import GalakitError
from galakit.game.explore import explore
from galakit.rules.contract import CHANCE, END, FORGET, Step
from game.poker_rules import Poker


@dataclass(frozen=True)
class Coin:
    """A state that does as it is told, to break one rule at a time."""

    mover: int = CHANCE
    moves: tuple = ("heads", "tails")
    probabilities: tuple | None = (Fraction(1, 2), Fraction(1, 2))
    payoffs: tuple = (0, 0)
    again: bool = False
    count: int = 0

    def after(self, index):
        if self.again:
            return Step(replace(self, count=(self.count + 1) % 3), (), (0, 0))
        return Step(Coin(END, (), None), ((0, "x"), (1, "y"), (0, "z")), self.payoffs)


@dataclass(frozen=True)
class Rules:
    first: Coin
    name: str = "coin"
    players: tuple = ("left", "right")

    def start(self):
        return Step(self.first, (), (0, 0))

    def write(self, thing):
        return thing


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (Coin(probabilities=(Fraction(1, 2), Fraction(1, 3))), "sum to 5/6"),
        (Coin(probabilities=(0.5, 0.6)), "sum to 1.1"),
        (Coin(probabilities=(Fraction(3, 2), Fraction(-1, 2))), "not negative"),
        (Coin(probabilities=None), "2 moves but 0 probabilities"),
        (Coin(probabilities=(1,)), "2 moves but 1 probabilities"),
        (Coin(mover=0, moves=()), "left is to choose, but has no move"),
        (Coin(mover=2), "player number 2"),
        (Coin(moves=("heads", "heads")), "offered twice: heads"),
        (Coin(payoffs=(1,)), "1 payoffs are given"),
        (Coin(payoffs=(float("inf"), 0)), "finite"),
    ],
)
def test_rules_that_break_the_contract_are_refused(state, message):
    with pytest.raises(GalakitError, match=message):
        explore(Rules(state))


@dataclass(frozen=True)
class Amnesia:
    """One who saw a secret and chose forgets both; what follows is wrong."""

    mover: int = 0
    moves: tuple = ("say", "hide")
    probabilities = None
    name = "amnesia"
    players = ("left", "right")

    def start(self):
        return Step(self, ((0, "secret"), (1, "secret")), (0, 0))

    def after(self, index):
        return Step(Amnesia(1, ()), ((1, "noise"), (0, FORGET), (0, "late")), (0, 0))

    def write(self, thing):
        return thing.value if thing is FORGET else thing


def test_an_error_tells_what_players_know_not_what_they_have_forgotten():
    with pytest.raises(GalakitError, match="right is to choose, but has no move") as error:
        explore(Amnesia())
    assert error.value.diagnostics[0].notes == (
        "the play so far: left: say",
        "left has seen late",
        "right has seen secret, noise",
    )


def test_rules_say_that_players_forget():
    silent = Forgetting(Poker(2), 1)
    silent = SimpleNamespace(name="silent", players=silent.players, start=silent.start, write=silent.write)
    with pytest.raises(GalakitError, match="the rules do not say that players forget"):
        explore(silent)


def test_a_game_without_end_is_refused():
    with pytest.raises(GalakitError, match="can go on for ever"):
        _ = explore(Rules(Coin(again=True))).nodes


def test_too_many_states_are_refused_with_their_number():
    with pytest.raises(GalakitError, match="limit is 5"):
        explore(Poker(4), limit_states=5)


def test_where_memory_is_scarce_exploring_ends_with_what_it_found(monkeypatch):
    monkeypatch.setattr("galakit.game.explore.LOOKS", 1)
    monkeypatch.setattr("galakit.memory.SPARE", 1 << 62)
    with pytest.raises(GalakitError, match="not enough memory for the states of this game: 3 found so far"):
        explore(Poker(4))


def test_facts_seen_together_are_one_symbol_and_the_movers_starts_with_his_choice():
    automaton = explore(Rules(Coin(mover=1)))
    assert [automaton.observations[s] for s in automaton.seen[0]] == [("x", "z"), ("chose(heads)", "y")]
    assert automaton.observations[automaton.offered[0]] == ("choosing([heads,tails])",)


def test_floats_within_rounding_are_accepted_and_make_the_game_inexact():
    assert explore(Rules(Coin())).exact
    assert not explore(Rules(Coin(probabilities=(0.1 + 0.2, 0.7)))).exact


@pytest.mark.parametrize("cards", [3, 8, 127])
def test_poker_has_ten_states_whatever_the_deck(cards):
    automaton = explore(Poker(cards))
    assert automaton.states == 10
    assert automaton.nodes == (9 * cards * (cards - 1) + 1, 5 * cards * (cards - 1))
    assert automaton.longest_play == 4


def test_progress_is_reported():
    calls = []
    explore(Poker(150), progress=lambda stage, done, total: calls.append(stage))
    assert set(calls) <= {"exploring states"}
