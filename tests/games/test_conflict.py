"""Zero-sum games of search, conflict and bidding: closed forms, symmetry, and recursions over matrix games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from scipy.optimize import linprog

import galakit as gk
from galakit.loading import find


def value(name, **params):
    """The first player's value, exactly."""
    solution = gk.solve(gk.load(name, **params), exact=True)
    assert solution.exact and solution.gap == 0
    return solution.value[0]


def matrix_value(matrix) -> float:
    """The value of a matrix game to the row player, by an LP of its own."""
    a = np.asarray(matrix, float)
    rows, columns = a.shape
    found = linprog(
        np.r_[np.zeros(rows), -1],
        A_ub=np.c_[-a.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -found.fun


@pytest.mark.parametrize("costs", [[1, 1, 1], [1, 2, 3], [2, 3, 5, 7]])
def test_search_games_have_their_closed_form(costs):
    """Lidbetter 2013: half the sum of the costs, plus half the sum of squares over the sum."""
    total = sum(costs)
    assert value("search", costs=costs) == (total + Fraction(sum(c * c for c in costs), total)) / 2


def test_things_are_hidden_in_proportion_to_the_cost_of_looking():
    hiding = {"hider": {"": {str(box): Fraction(box, 6) for box in (1, 2, 3)}}}
    certificate = gk.certify(gk.load("search"), hiding)
    assert certificate.gains[1] == 0 and certificate.value[0] == Fraction(
        25, 6
    )  # every order of looking costs the same


@pytest.mark.parametrize("matrix", [[[1, 2, 3], [2, 4, 1], [5, 1, 2]], [[3, 1], [2, 5]], [[7]], [[1, 1], [1, 1]]])
def test_hide_and_seek_is_an_assignment_problem(matrix):
    """Von Neumann 1953."""
    n = len(matrix)
    best = max(sum(Fraction(1, matrix[i][j]) for i, j in enumerate(order)) for order in permutations(range(n)))
    assert value("hide_and_seek", matrix=matrix) == -1 / best


@pytest.mark.parametrize(("places", "turns"), [(2, 3), (3, 2), (3, 3), (4, 2)])
def test_on_a_complete_graph_the_evader_escapes_each_turn_with_the_same_probability(places, turns):
    names = "abcd"[:places]
    edges = "[" + ", ".join(f"{x}-{y}" for x, y in product(names, names) if x < y) + "]"
    escape = (1 - Fraction(1, places)) ** turns
    assert value("pursuit", edges=edges, turns=turns) == 1 - 2 * escape


def test_a_cycle_hampers_the_pursuer_more_than_the_evader():
    on_a_cycle, on_all_edges = value("pursuit"), 1 - 2 * Fraction(3, 4) ** 3
    assert on_a_cycle == Fraction(1, 10) < on_all_edges


@pytest.mark.parametrize(("stages", "inspections"), [(1, 0), (2, 1), (4, 2), (5, 3), (6, 6), (7, 2), (8, 5)])
def test_a_violation_is_detected_with_probability_inspections_over_stages(stages, inspections):
    """The closed form of the recursion in `test_published.py`, by induction on the stages."""
    detected = Fraction(inspections, stages)
    assert value("inspection", stages=stages, inspections=inspections) == 2 * detected - 1


@pytest.mark.parametrize("doors", [3, 4, 5])
def test_switching_doors_pays(doors):
    """Selvin 1975: (doors - 1) / doors that the car is elsewhere, over the doors left."""
    assert value("monty_hall", doors=doors) == Fraction(doors - 1, doors * (doors - 2))
    staying = gk.certify(gk.load("monty_hall", doors=doors), {"guest": stay})
    assert staying.value[0] == Fraction(1, doors)


def stay(facts, moves):
    """The door chosen first, again."""
    return facts[0].removeprefix("chose(").removesuffix(")") if facts else None


@pytest.mark.parametrize("soldiers", [3, 4, 5])
def test_equal_armies_draw_at_blotto(soldiers):
    assert value("blotto", soldiers=soldiers) == 0


@pytest.mark.parametrize(("fields", "soldiers", "enemies"), [(2, 2, 1), (3, 4, 3), (3, 5, 3)])
def test_unequal_armies_have_the_value_of_their_matrix(fields, soldiers, enemies):
    def distributions(n):
        return [d for d in product(range(n + 1), repeat=fields) if sum(d) == n]

    def result(a, b):
        return np.sign(sum(np.sign(x - y) for x, y in zip(a, b)))

    matrix = [[result(a, b) for b in distributions(enemies)] for a in distributions(soldiers)]
    found = value("blotto", fields=fields, soldiers=soldiers, enemies=enemies)
    assert float(found) == pytest.approx(matrix_value(matrix), abs=1e-9)


@cache
def oshi_zumo(mine: int, yours: int, wrestler: int, size: int) -> float:
    """The value of a position, backwards over matrix games as Buro solved it."""
    if abs(wrestler) > size or mine == yours == 0:
        return float(np.sign(wrestler))
    return matrix_value(
        [
            [oshi_zumo(mine - a, yours - b, wrestler + int(np.sign(a - b)), size) for b in bids(yours)]
            for a in bids(mine)
        ]
    )


def bids(purse: int) -> range:
    return range(1, purse + 1) if purse else range(1)


@pytest.mark.parametrize(("coins", "size", "ahead"), [(4, 1, 0), (4, 1, 1), (3, 2, -1), (5, 2, 1)])
def test_oshi_zumo_has_the_value_of_its_recursion(coins, size, ahead):
    """Buro 2004; the start is 0 by symmetry, other positions are not."""
    source = find("oshi_zumo").text.replace("wrestler = 0", f"wrestler = {ahead}")
    found = gk.solve(gk.loads(source, coins=coins, size=size)).value[0]
    assert float(found) == pytest.approx(oshi_zumo(coins, coins, ahead, size), abs=1e-9)


@pytest.mark.parametrize(
    "params", [{"cards": 3}, {"cards": 3, "information": "partial"}, {"cards": 4, "order": "descending"}]
)
def test_goofspiel_is_symmetric(params):
    solution = gk.solve(gk.load("goofspiel", **params))
    assert solution.value[0] == pytest.approx(0, abs=1e-9) and solution.gap < 1e-9


def test_goofspiel_has_the_value_of_its_recursion_against_a_better_hand():
    """Positions with unequal hands are worth something; backwards over matrix games."""

    @cache
    def worth(mine, yours, prizes):
        if not prizes:
            return 0.0
        prize, *rest = prizes
        return matrix_value(
            [[prize * np.sign(a - b) + worth(mine - {a}, yours - {b}, tuple(rest)) for b in yours] for a in mine]
        )

    source = find("goofspiel").text.replace("hand(second) gets Cards", "hand(second) gets [1, 2, 5]")
    game = gk.loads(source, cards=3, order="ascending")
    expected = worth(frozenset({1, 2, 3}), frozenset({1, 2, 5}), (1, 2, 3))
    assert expected < -1 and float(gk.solve(game).value[0]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("params", "first"), [({"ships": [1], "shots": 2}, Fraction(1, 8)), ({"ships": [1, 2], "shots": 2}, 0)]
)
def test_firing_first_is_an_advantage_when_it_can_end_the_battle(params, first):
    assert gk.solve(gk.load("battleship", **params)).value[0] == pytest.approx(float(first), abs=1e-9)


@pytest.mark.parametrize(
    ("faces", "first"),
    [(3, Fraction(1, 9)), (4, Fraction(1, 16)), pytest.param(6, Fraction(-7, 258), marks=pytest.mark.slow)],
)
def test_liars_dice_with_one_die_each_has_its_value(faces, first):
    solution = gk.solve(gk.load("liars_dice", faces=faces), exact=False)
    assert solution.value[0] == pytest.approx(float(first), abs=1e-9) and solution.gap < 1e-9
