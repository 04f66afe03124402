"""Constant-sum games on the normal form: von Neumann's linear programme.

A game in which each player picks a pure strategy once and for all, at one information set, has a sequence form, too; so
the programme, its solution in floating point and its exact proof are those of `galakit.solvers.lp`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from galakit.game.normal_form import NormalForm
from galakit.game.sequence_form import SequenceForm


def one_move_form(table: NormalForm, kept: Sequence[Sequence[int]]) -> SequenceForm:
    """The game in which two players pick one of the strategies kept; sequence 1 + k is the k-th of them.

    >>> import galakit as gk
    >>> table = gk.load("kuhn").normal_form()
    >>> one_move_form(table, [range(27), range(64)]).sequences
    (28, 65)
    """
    (first, denominator), (second, other) = table.tables
    at = np.ix_(*kept)
    rows, columns = (len(k) for k in kept)
    one = table.form
    payoffs = list(zip(first[at].ravel().tolist(), second[at].ravel().tolist()))
    number = {pair: k for k, pair in enumerate(dict.fromkeys(payoffs))}
    nothing = np.zeros(2, np.int32)
    return replace(
        one,
        player=np.arange(2, dtype=np.int32),
        first_sequence=np.ones(2, np.int32),
        moves_count=np.array([rows, columns], np.int32),
        parent_sequence=nothing,
        info=nothing,
        state=nothing,
        sequences=(1 + rows, 1 + columns),
        leaf_sequences=np.indices((rows, columns), np.int32).reshape(2, -1) + np.int32(1),
        leaf_class=np.array([number[pair] for pair in payoffs], np.int32),
        classes=[(Fraction(p, denominator), Fraction(q, other)) for p, q in number],
        class_reach=[1] * len(number),
    )
