"""Games as tables, and whether a strategy is dominated."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

import galakit as gk
from galakit.game.normal_form import NormalForm


def table(first, second):
    """The game of two payoff matrices: lists of rows."""
    rows, columns = len(first), len(first[0])
    strategies = [" ".join(f'"{name}{k}"' for k in range(n)) for name, n in (("r", rows), ("c", columns))]
    payoffs = " ".join(f"{first[i][j]} {second[i][j]}" for j in range(columns) for i in range(rows))
    return gk.loads(f'NFG 1 R "table" {{ "Ann" "Bob" }} {{ {{ {strategies[0]} }} {{ {strategies[1]} }} }}\n{payoffs}')


def random_table(seed, most=2):
    """Small payoffs, so that ties, weak dominance and continua of equilibria are common."""
    draw = random.Random(seed)
    rows, columns = draw.randint(1, 4), draw.randint(1, 4)
    return [[[draw.randint(0, most) for _ in range(columns)] for _ in range(rows)] for _ in range(2)]


def gain_over(form, player, plan):
    """By how much another strategy can be better, summed over the other's pure strategies, and never worse.

    The 1e-9 by which it may be worse is multiplied by the programme's dual values, so 1e-6 may still mean 0.
    """
    from scipy.optimize import linprog

    table = NormalForm(form)
    pure, payoffs = table.plans, table.matrix(player)
    against = payoffs if player == 0 else payoffs.T
    sparse = form.matrix(player).toarray()
    sequences = sparse if player == 0 else sparse.T
    own = plan.astype(float) @ sequences @ pure[1 - player].T
    result = linprog(
        -against.sum(axis=1),
        A_ub=-against.T,
        b_ub=-own + 1e-9,
        A_eq=np.ones((1, len(against))),
        b_eq=[1],
        bounds=(0, None),
    )
    assert result.success
    return -result.fun - own.sum()


def mixed(solution):
    """The probabilities of the strategies of a table, player by player."""
    return tuple(tuple(Fraction(x) for x in plan[1:]) for plan in solution.listing.plans)
