"""Certificates of separated games: what the tree says, found block by block without it."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import plan_of
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges
from galakit.solution.certificate import certify as certify_tree
from galakit.solution.factored import certificate as separated_certificate
from galakit.solution.factored.certificate import certify
from galakit.solution.factored.policy import SeparatedPolicy

# A coin that nobody sees decides half of what is paid, and of the public card only whether it is high is told.
HIDDEN = """
game(hidden, [
    players : [a, b],
    objects : [deck : 1 * 5],
    flow : (choose(nature, Coin, member(Coin, [0, 3])),
            choose(nature, Die, member(Die, [1, 2, 2, 3, 3, 3])),
            choose(nature, A, deal(deck, 1, [A])), reveal(a, A),
            choose(nature, B, deal(deck, 1, [B])), reveal(b, B),
            choose(nature, C, deal(deck, 1, [C])),
            A = (_, X), B = (_, Y), C = (_, Z),
            if(Z > 3, reveal(all, high), reveal(all, low)),
            choose(a, M, member(M, [1, 2])), reveal(b, M),
            choose(b, N, member(N, [fold, call])),
            if(N = fold, outcome([1, 0]), true),
            if(X + Z > Y + Coin, (P is M + Die), (P is 1 - M)),
            Q is 1 - P,
            outcome([P, Q]))
]).
"""
# Cards that are drawn one after the other depend on each other without a pack: what is left is what was not drawn.
IN_SEQUENCE = """
game(in_sequence, [
    players : [a, b],
    flow : (choose(nature, A, member(A, [1, 2, 3, 4])), reveal(a, A),
            choose(nature, B, (member(B, [1, 2, 3, 4]), B \\= A)), reveal(b, B),
            choose(a, M, member(M, [1, 2])), reveal(b, M),
            choose(nature, C, (member(C, [1, 2, 3, 4]), C \\= A, C \\= B)), reveal(all, C),
            choose(b, N, member(N, [fold, call])),
            if(N = fold, outcome([1, -1]), true),
            if(A * C > B + 2, outcome([M, -M]), outcome([-M, M])))
]).
"""
GAMES = {
    "kuhn": lambda: gk.load("kuhn", cards=5),
    "leduc": lambda: gk.load("leduc"),
    "stud_poker": lambda: gk.load("stud_poker"),
    "liars_dice": lambda: gk.load("liars_dice", faces=3),
    "two cards": lambda: gk.load("poker", ranks=5, cards=2),
    "hidden": lambda: gk.loads(HIDDEN),
    "in sequence": lambda: gk.loads(IN_SEQUENCE),
}


def random_strategies(game, seed=0):
    """Any probabilities will do."""
    random = np.random.default_rng(seed)
    found = []
    for stage in game.stages:
        sides = []
        for side in stage.sides:
            weights = random.random((side.sequences - len(side.entries), side.classes.count)) ** 3
            for first, moves in zip((side.first - len(side.entries)).tolist(), side.moves.tolist()):
                weights[first : first + moves] /= weights[first : first + moves].sum(axis=0)
            sides.append(weights)
        found.append(tuple(sides))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_certificate_found_block_by_block_is_that_of_the_tree(name):
    game = GAMES[name]()
    found = factor(game.separated, exchanges(game.separated))
    strategies = random_strategies(found)
    form = Game(game.rules).form
    lifted = SeparatedPolicy(game.rules, found, strategies).strategies(form)
    expected = certify_tree(form, [plan_of(form, p, strategy) for p, strategy in enumerate(lifted)])
    judged = certify(found, strategies)
    assert judged.value == pytest.approx(expected.value, abs=1e-12)
    assert judged.gains == pytest.approx(expected.gains, abs=1e-12)


@pytest.mark.parametrize("shrink", ["none", "symmetries", "gameshrink"])
def test_cards_that_are_drawn_one_after_the_other_are_solved(shrink):
    solution = gk.solve(gk.loads(IN_SEQUENCE), "factored", shrink=shrink, gap=1e-3)
    assert solution.gap <= 1e-3
    assert solution.value[0] == pytest.approx(float(gk.solve(gk.loads(IN_SEQUENCE), "lp").value[0]), abs=1e-3)


def test_how_much_is_held_at_once_changes_nothing(monkeypatch):
    game = gk.load("leduc")
    found = factor(game.separated, exchanges(game.separated))
    strategies = random_strategies(found)
    whole = certify(found, strategies)
    monkeypatch.setattr(separated_certificate, "NUMBERS", 1)
    monkeypatch.setattr(separated_certificate, "PAIRS", 7)
    told = []
    bit_by_bit = certify(found, strategies, lambda *now: told.append(now))
    assert bit_by_bit.value == pytest.approx(whole.value, abs=1e-12)
    assert bit_by_bit.gains == pytest.approx(whole.gains, abs=1e-12)
    assert all(stage == "certifying" and done <= total for stage, done, total in told)


def test_what_is_no_strategy_is_not_certified():
    found = factor(gk.load("kuhn").separated)
    wrong = random_strategies(found)
    wrong[0][1][0] += 0.1
    with pytest.raises(GalakitError, match="do not sum to one"):
        certify(found, wrong)
