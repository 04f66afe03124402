"""The reduced normal form: a pure strategy has a move at every information set that its own moves can lead to.

Strategies that differ only where they cannot get count once. As rows of zeros and ones over the sequences they are the
corners of the treeplex, so the table of payoffs is the sequence form's, multiplied by them player by player.
"""

from __future__ import annotations

from math import lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm

LIMIT_ENTRIES = 2_000_000  # numbers in the table, or in the matrix of one player's strategies


def count_strategies(form: SequenceForm, player: int) -> int:
    """How many reduced pure strategies a player with perfect recall has, without listing them."""
    many = [1] * form.sequences[player]  # ways to go on after each sequence
    for i in reversed(form.sets_of(player).tolist()):
        first = int(form.first_sequence[i])
        many[int(form.parent_sequence[i])] *= sum(many[first : first + int(form.moves_count[i])])
    return many[0]


def pure_strategies(form: SequenceForm, player: int) -> npt.NDArray[np.int64]:
    """[strategies, sequences] the reduced pure strategies as plans; the first moves of the first sets come first."""
    many = count_strategies(form, player)
    if many * form.sequences[player] > LIMIT_ENTRIES:
        raise GalakitError(f"{form.players[player]} has {many:,} pure strategies: too many to list", id="GK603")
    plans = np.zeros((1, form.sequences[player]), np.int64)
    plans[0, 0] = 1
    # Sets in order: the parent of each has been decided before, and a plan splits where it gets to the set.
    for i in form.sets_of(player).tolist():
        first, count = int(form.first_sequence[i]), int(form.moves_count[i])
        reached = plans[:, int(form.parent_sequence[i])] == 1
        times = np.where(reached, count, 1)
        row = np.repeat(np.arange(len(plans)), times)
        move = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times)
        plans = plans[row]
        split = np.flatnonzero(reached[row])
        plans[split, first + move[split]] = 1
    return plans


def strategy_names(form: SequenceForm, player: int, plans: npt.NDArray[np.int64]) -> tuple[str, ...]:
    """A name for each pure strategy: its move at each of the player's information sets, `*` where it does not get."""
    if not len(form.sets_of(player)):
        return ("nothing",)
    columns = []
    for i in form.sets_of(player).tolist():
        first, moves = int(form.first_sequence[i]), (*form.moves(i), "*")
        own = plans[:, first : first + len(moves) - 1]
        chosen = np.where(own.any(axis=1), own.argmax(axis=1), len(moves) - 1)
        columns.append([moves[k] for k in chosen.tolist()])
    return tuple(" ".join(names) for names in zip(*columns))


def payoff_tables(form: SequenceForm, plans: list[npt.NDArray[np.int64]]) -> list[tuple[npt.NDArray[Any], int]]:
    """Each player's payoffs [strategies of player 0, of player 1, ...], as Python integers over a denominator."""
    if prod(form.sequences) > LIMIT_ENTRIES or prod(len(p) for p in plans) > LIMIT_ENTRIES:
        many = " x ".join(f"{len(p):,}" for p in plans)
        raise GalakitError(f"the normal form has {many} profiles of strategies: too many to list", id="GK603")
    tables = []
    for player in range(len(form.players)):
        worth = [_fraction(c[player]) for c in form.classes]
        denominator = lcm(*(d for _, d in worth))
        scaled = [n * (denominator // d) for n, d in worth]
        table = np.zeros(form.sequences, object)
        for *at, known in zip(*form.leaf_sequences.tolist(), form.leaf_class.tolist()):
            table[tuple(at)] += scaled[known]
        for own in plans:  # each product moves the player's axis to the end, so all of them restore the order
            table = np.tensordot(table, own.astype(object).T, axes=(0, 0))
        tables.append((table, denominator))
    return tables


def _fraction(x: Any) -> tuple[int, int]:
    numerator, denominator = x.as_integer_ratio()
    return numerator, denominator
