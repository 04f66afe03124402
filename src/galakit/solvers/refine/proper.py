"""Proper equilibria of two players' normal forms (Myerson 1978), exactly, with ε as a symbol.

In a proper equilibrium worse mistakes are made infinitely more rarely than better ones. If each player may only choose
mixtures of the permutations of (1 - ε - ε² - ..., ε, ε², ...), an equilibrium of the restricted game gives a strategy
that is worse than another at most about ε times its weight, so for vanishing ε it becomes a proper one of the whole
game (Sørensen 2012). These mixtures are the x whose sum is 1 and in which every set S of strategies has at least the
weight η_S, the sum of the |S| smallest numbers. With slacks s and multipliers λ, an equilibrium is a solution of

    s_S = Σ_{i in S} x_i - η_S,   (A y)_i + Σ_{S containing i} λ_S = v for all i,   all of s, λ >= 0,   s'λ = 0,

for both players. A ranking of a player's strategies is a corner: the sets of its k worst strategies are tight. From any
ranking, leaving which costs a fine z that falls, Lemke's path leads to an equilibrium. It cannot end in a ray: the
mixtures are bounded, and as all inequalities are strict inside, so are the multipliers. As for quasi-perfect
equilibria, ε is only in the right sides. There are 2^n inequalities, so this is for small normal forms.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.progress import Progress
from galakit.solvers.exact.pivoting import Tableau, Whole
from galakit.solvers.lemke.tableau import follow_path


class _Mixtures:
    """One player's mixtures around a ranking: the strategies in their order, from the worst to the best."""

    def __init__(self, many: int, terms: int) -> None:
        self.sets = range(1, 2**many - 1)  # as bits
        self.chain = [2**k - 1 for k in range(1, many)]
        self.rest = [s for s in self.sets if s not in set(self.chain)]
        self.first = np.zeros((many, terms), np.int64)
        """[strategies, terms] the mixture at the corner: the k-th worst strategy has ε^(n - k)"""
        self.moved = np.zeros((many, many - 1), np.int64)
        """[strategies, chain] how it changes with the slacks of the chain"""
        for k in range(many - 1):
            self.first[k, many - 1 - k] = 1
            self.moved[k, k], self.moved[k + 1, k] = 1, -1
        self.first[-1, 0] = 1
        self.first[-1, 1:many] = -1

    def least(self, size: int) -> npt.NDArray[np.int64]:
        """[terms] the weight that so many strategies have at least."""
        return np.asarray(self.first[:size].sum(axis=0))

    def members(self, bits: int) -> list[int]:
        return [i for i in range(len(self.first)) if bits >> i & 1]


def proper_equilibrium(
    payoffs: tuple[Whole, Whole], *, deadline: float | None = None, progress: Progress | None = None
) -> tuple[list[list[list[Fraction]]], int]:
    """Each player's mixed strategy as polynomials in ε, the constant terms first; and how many pivots led there.

    Both tables of payoffs have a row for each strategy of the first player.

    >>> from galakit.solvers.exact.pivoting import whole
    >>> myerson = whole([[1, 0, -9], [0, 0, -7], [-9, -7, -7]])  # Myerson (1978), example 2
    >>> (x, y), pivots = proper_equilibrium((myerson, myerson))
    >>> [[str(term) for term in weight] for weight in x]
    [['1', '-1', '-1'], ['0', '1', '0'], ['0', '0', '1']]
    """
    shape = payoffs[0].shape
    terms = max(shape)
    tables = payoffs[0], payoffs[1].T
    players = [_Mixtures(many, terms) for many in shape]
    pairs = sum(len(p.sets) for p in players)
    parameter = 2 * pairs
    slack = [{s: k for k, s in enumerate(players[0].sets)}]
    slack.append({s: len(slack[0]) + k for k, s in enumerate(players[1].sets)})
    nonbasic = [slack[p][s] for p in (0, 1) for s in players[p].chain]
    nonbasic += [pairs + slack[p][s] for p in (0, 1) for s in players[p].rest]
    nonbasic.append(parameter)
    column = {v: k for k, v in enumerate(nonbasic)}
    rows: list[list[Any]] = []
    basic: list[int] = []
    for own, other in ((0, 1), (1, 0)):
        mine, theirs = players[own], players[other]
        for k, chained in enumerate(mine.chain):  # λ of the chain: what the next better strategy is worth more
            better = tables[own][k + 1] - tables[own][k]
            row = [0] * len(nonbasic)
            for bits, entry in zip(theirs.chain, (better @ theirs.moved).tolist()):
                row[column[slack[other][bits]]] = -int(entry)
            for bits in mine.rest:
                row[column[pairs + slack[own][bits]]] = (bits >> k & 1) - (bits >> (k + 1) & 1)
            row[-1] = -1
            rows.append(row + [int(x) for x in better @ theirs.first])
            basic.append(pairs + slack[own][chained])
        for bits in mine.rest:
            members = mine.members(bits)
            row = [0] * len(nonbasic)
            for chained, entry in zip(mine.chain, mine.moved[members].sum(axis=0).tolist()):
                row[column[slack[own][chained]]] = -entry
            right = mine.first[members].sum(axis=0) - mine.least(len(members))
            rows.append(row + right.tolist())
            basic.append(slack[own][bits])
    tableau = Tableau(rows, basic, nonbasic, terms=terms)
    pivots = follow_path(tableau, pairs, deadline=deadline, progress=progress)
    values = tableau.polynomials()
    mixed = []
    for own, mine in enumerate(players):
        slacks = [values.get(slack[own][bits], [Fraction(0)] * terms) for bits in mine.chain]
        mixed.append(
            [
                [
                    Fraction(int(mine.first[i, t])) + sum(int(u) * s[t] for u, s in zip(mine.moved[i], slacks))
                    for t in range(terms)
                ]
                for i in range(len(mine.first))
            ]
        )
    return mixed, pivots
