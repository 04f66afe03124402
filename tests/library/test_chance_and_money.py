"""Dice, money and bidding."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from library.helpers import with_libraries


@pytest.fixture(scope="module")
def dice():
    return with_libraries(objects="dice : 3 * 6, odd : dice(2 * [1, 1, 5])")


def test_rolls_in_order_are_all_sequences(dice):
    assert len(dice.ask("roll(R)")) == 6**3 and len(dice.ask("roll(2 * 4, R)")) == 16


@pytest.mark.parametrize(("name", "n", "faces"), [("dice", 3, 6), ("(2 * 4)", 2, 4)])
def test_unordered_rolls_have_the_chances_of_their_orders(dice, name, n, faces):
    answers = dice.answers(f"roll_unordered({name}, [{', '.join(f'D{i}' for i in range(n))}]), "
                           f"roll_chance({name}, [{', '.join(f'D{i}' for i in range(n))}], P)")  # fmt: skip
    found = {tuple(a[f"D{i}"] for i in range(n)): Fraction(a["P"]) for a in answers}
    expected = Counter(tuple(sorted(r)) for r in product(range(1, faces + 1), repeat=n))
    assert found == {roll: Fraction(ways, faces**n) for roll, ways in expected.items()}


def test_totals_and_single_faces(dice):
    totals = {a["T"]: Fraction(a["P"]) for a in dice.answers("roll_total(2 * 6, T), total_chance(2 * 6, T, P)")}
    assert totals == {t: Fraction(6 - abs(7 - t), 36) for t in range(2, 13)}
    assert dice.ask("showing(6, [1, 6, 6], N)") == [{"N": "2"}]


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("pay(3, ann, pot), balance(ann, 7), balance(pot, 3)", 1),
        ("pay(ann, pot, 3), balance(ann, 7), balance(pot, 3)", 1),
        ("pay(1 + 2, ann, pot), balance(pot, 3)", 1),
        ("pay(chips/ann, chips/bob, 2), balance(chips/bob, 2), balance(bob, 4)", 1),
        ("pay(2, chips/ann, chips/bob), balance(chips/bob, 2)", 1),
        ("can_pay(ann, 10)", 1),
        ("can_pay(bob, 5)", 0),
        ("pay_all(bob, pot), balance(bob, 0), balance(pot, 4)", 1),
        ("pay_up_to(6, bob, pot, 4), balance(pot, 4)", 1),
        ("collect(1, [ann, bob], pot), balance(pot, 2)", 1),
        ("bet(bob, 2, 9, B)", 3),
        ("bet(bob, 5, 9, B), B == 4", 1),
        ("bet(ann, 8, B)", 3),
        ("pay(5, ann, pot), split(pot, [ann, bob]), balance(ann, A), A =:= 15 / 2", 1),
        ("pay(5, ann, pot), split_whole(pot, [ann, bob]), balance(ann, 8), balance(bob, 6), balance(pot, 0)", 1),
        ("side_pots([ann-5, bob-2, cid-5], [6-[ann, bob, cid], 6-[ann, cid]])", 1),
    ],
)
def test_money(question, answers):
    bank = with_libraries(objects="money : [ann = 10, bob = 4, pot], chips : money([ann, bob])")
    assert len(bank.ask(question)) == answers


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("highest_bid([a-3, b-5, c-5], 5)", 1),
        ("winners([a-3, b-5, c-5], [b, c])", 1),
        ("winner([a-3, b-5, c-5], W)", 2),
        ("second_price([a-3, b-5, c-5], 5)", 1),
        ("second_price([a-3, b-5], 3)", 1),
        ("nth_price(3, [a-3, b-5, c-5], 3)", 1),
        ("raise(10, 5, 25, B)", 3),
        ("raise(10, 5, 12, B)", 0),
        ("bid_of(b, [a-3, b-5], 5)", 1),
        ("new_bid(a, 7, [a-3, b-5], [a-7, b-5])", 1),
        ("shares([b, c], b, S), S =:= 1 / 2, shares([b, c], a, 0)", 1),
    ],
)
def test_bidding(question, answers):
    assert len(with_libraries("bidding").ask(question)) == answers
