"""Games with known dynamics, as Gambit's files."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import galakit as gk


def normal_form(name: str, strategies: Sequence[Sequence[str]], *payoffs: Sequence[Sequence[object]]):
    """A game of two players by its matrices; with one matrix it is symmetric."""
    first = payoffs[0]
    second = payoffs[1] if len(payoffs) > 1 else list(zip(*first))
    rows, columns = range(len(first)), range(len(first[0]))
    names = " ".join("{ " + " ".join(f'"{s}"' for s in own) + " }" for own in strategies)
    cells = " ".join(f'{{ "" {first[i][j]}, {second[i][j]} }}' for j, i in product(columns, rows))
    order = " ".join(str(k + 1) for k in range(len(rows) * len(columns)))
    return gk.loads(f'NFG 1 R "{name}" {{ "row" "column" }} {{ {names} }}\n""\n{{ {cells} }}\n{order}\n')


def symmetric(matrix: Sequence[Sequence[object]], names: str = "abcdefgh"):
    own = names.split() if " " in names else list(names[: len(matrix)])
    return normal_form("symmetric", [own, own], matrix)


def hawk_dove(value: int = 2, cost: int = 6):
    """Maynard Smith & Price (1973): hawks fight and may be hurt, doves give way."""
    return symmetric([[f"{value - cost}/2", value], [0, f"{value}/2"]], "hawk dove")


def rock_paper_scissors(win: object = 1, loss: object = 1):
    """A win is worth `win`, and a loss costs `loss`."""
    return symmetric([[0, f"-{loss}", win], [win, 0, f"-{loss}"], [f"-{loss}", win, 0]], "rock paper scissors")


def shapley():
    """Shapley (1964), Some topics in two-person games: fictitious play never settles."""
    return normal_form(
        "shapley",
        [list("abc"), list("xyz")],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
    )
