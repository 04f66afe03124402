"""Where dynamics begin: shares that users write down, and starts that show most of a small portrait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.rules.contract import Number
from galakit.solution.shown.numbers import read_number
from galakit.solvers.dynamics.populations import Populations

Start: TypeAlias = str | Sequence[Number] | Sequence[Sequence[Number]]
"""`"0.2, 0.8; 1/2, 1/2"`, or numbers: one list for one population, else a list for each"""

SLACK = 1e-6  # by which the sum of shares may differ from 1
TRIANGLE = ((0.8, 0.1, 0.1), (0.15, 0.75, 0.1), (0.1, 0.2, 0.7), (0.45, 0.4, 0.15), (0.3, 0.25, 0.45))
SQUARE = ((0.1, 0.15), (0.15, 0.9), (0.9, 0.85), (0.85, 0.1), (0.4, 0.5), (0.6, 0.45))
LINE = (0.1, 0.9)
ROUGH = 3  # the share of a strategy over that of the next, where there is no portrait


def start_of(populations: Populations, given: Start) -> Floats:
    """A start as a state; an error where it is none.

    >>> import galakit as gk
    >>> from galakit.solvers.dynamics.populations import populations_of
    >>> start_of(populations_of(gk.load("matching_pennies").normal_form()), "1/4, 3/4; 1, 0").tolist()
    [0.25, 0.75, 1.0, 0.0]
    """
    lists = _parsed(given) if isinstance(given, str) else _nested(given)
    if tuple(map(len, lists)) != populations.sizes:
        one = "; ".join(", ".join(names) for names in populations.strategies)
        raise _wrong(given, f"it needs a share for each strategy: {one}")
    try:
        state = np.array([float(share) for shares in lists for share in shares])
    except OverflowError:
        state = np.array([np.inf])
    if not np.isfinite(state).all() or (state < 0).any():
        raise _wrong(given, "shares are numbers from 0 to 1")
    for block in populations.blocks:
        if abs(state[block].sum() - 1) > SLACK:
            raise _wrong(given, f"the shares sum to {state[block].sum():g}, not 1")
    return populations.normalised(state)


def usual_starts(populations: Populations, *, pure: bool = False) -> list[Floats]:
    """Starts all over a portrait; where there is none, or the first round is to be pure, only one."""
    if pure:
        return [populations.corner([block.start for block in populations.blocks])]
    if populations.sizes == (3,):
        return [np.array(shares) for shares in TRIANGLE]
    if populations.sizes == (2, 2):
        return [np.array([x, 1 - x, y, 1 - y]) for x, y in SQUARE]
    if populations.sizes == (2,):
        return [np.array([x, 1 - x]) for x in LINE]
    slopes = [(ROUGH, 1) if k % 2 == 0 else (1, ROUGH) for k in range(len(populations.sizes))]
    weights = [np.linspace(*slope, size) for slope, size in zip(slopes, populations.sizes)]
    return [populations.normalised(np.concatenate(weights))]


def _parsed(text: str) -> list[list[Number]]:
    try:
        return [[read_number(share) for share in shares.split(",")] for shares in text.split(";")]
    except ValueError:
        raise _wrong(text, "write shares with commas between them, and populations with semicolons") from None


def _nested(given: Sequence[Number] | Sequence[Sequence[Number]]) -> list[list[Number]]:
    rows = list(given)
    if rows and not any(isinstance(row, Sequence) for row in rows):
        rows = [rows]  # type: ignore[list-item]
    return [list(row) for row in rows]  # type: ignore[arg-type]


def _wrong(given: Start, why: str) -> GalakitError:
    return GalakitError(
        f"`{given}` is not a start: {why}"[:1_000],
        hint="for example 0.2, 0.8 in one population, and 0.2, 0.8; 1/2, 1/2 in two",
        id="GK711",
    )
