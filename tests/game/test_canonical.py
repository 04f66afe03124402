"""The answer does not depend on how the rules number things, or on the front end that a game comes from."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.game.canonical import sequence_colours

GENERAL_SUM = ["all_pay_auction", "bargaining", "beer_quiche", "cartel", "centipede", "principal_agent"]
GENERAL_SUM += ["prisoners_dilemma", "second_price_auction", "stag_hunt", "ultimatum"]


def shares(game, solution):
    """Each player's payoff as a share of what is at stake: GDL knows payoffs from 0 to 100 only."""
    found = []
    for player, value in enumerate(solution.value):
        paid = [Fraction(c[player]) / reach for c, reach in zip(game.form.classes, game.form.class_reach)]
        found.append((value - min(paid)) / (max(paid) - min(paid)))
    return found


@pytest.mark.parametrize("name", GENERAL_SUM)
def test_the_same_game_from_another_front_end_has_the_same_answer(name, tmp_path):
    game = gk.load(name)
    expected = shares(game, gk.solve(game))
    for ending in ("efg", "gdl"):
        file = tmp_path / f"{name}.{ending}"
        assert main(["export", name, "-o", str(file)]) == 0
        other = gk.load(str(file))
        assert shares(other, gk.solve(other)) == expected


def bimatrix(path, first, second, rows, columns):
    names = " ".join(f"{{ {' '.join(chr(34) + each + chr(34) for each in own)} }}" for own in (rows, columns))
    paid = " ".join(f"{first[i][j]} {second[i][j]}" for j in range(len(columns)) for i in range(len(rows)))
    path.write_text(f'NFG 1 R "table" {{ "ann" "bob" }}\n{{ {names} }}\n""\n\n{paid}\n')
    return gk.load(str(path))


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_moves_does_not_matter_in_degenerate_games(seed, tmp_path):
    draw = random.Random(seed)
    first, second = ([[draw.randint(0, 2) for _ in range(3)] for _ in range(3)] for _ in range(2))
    values = set()
    for k in range(3):
        rows, columns = draw.sample(range(3), 3), draw.sample(range(3), 3)
        game = bimatrix(
            tmp_path / f"{k}.nfg",
            [[first[i][j] for j in columns] for i in rows],
            [[second[i][j] for j in columns] for i in rows],
            [f"r{i}" for i in rows],
            [f"c{j}" for j in columns],
        )
        values.add(gk.solve(game, "lcp").value)
    assert len(values) == 1


def test_colours_tell_sequences_apart_by_their_place_in_the_game():
    colours = sequence_colours(gk.load("kuhn").form)
    assert [len(set(own.tolist())) for own in colours] == [13, 13]
