"""Rhode Island Hold'em as a linear programme: whole, shrunk, and without dominated moves (Gilpin & Sandholm 2007)."""

from __future__ import annotations

from typing import Any

import numpy as np

import galakit as gk
from docs.reproduced.part import kept, table
from galakit.abstraction.histograms import histograms
from galakit.abstraction.programme import programme
from galakit.abstraction.shrink import gameshrink
from galakit.abstraction.signal_tree import SignalTree, signal_tree
from galakit.separated.counting import count
from galakit.separated.symmetry import exchanges

HISTORIES = 49  # of bets in the first two rounds that lead to the third
FEWER = (5, 6)
"""Moves of the first and of the second player in the third round that a hand which cannot lose need not consider.

To fold when there is a bet (three times each), to call where a raise is possible (twice each), and for the second to
check after a check: raising or betting pays at least as much, whatever the other holds and does.
"""


def safe(tree: SignalTree) -> np.ndarray:
    """Which of the first player's signals in the last round cannot lose a showdown."""
    last = tree.meetings[-1]
    worth = np.array([[int(payoff[0]) for payoff in ending] for ending in zip(*last.payoffs)])
    showdown = next(ending for ending in worth if len(set(ending.tolist())) > 1)
    lost = np.flatnonzero(np.sign(showdown) == -np.sign(showdown[np.argmax(showdown)]))
    found = np.ones(tree.levels[last.levels[0]].count, bool)
    found[last.signals[0][np.isin(last.outcome, lost)]] = False
    return found


def measured() -> dict[str, Any]:
    """Rows, columns and non-zeros under each filter, and the hands that cannot lose."""
    separated = gk.load("rhode_island").separated
    tree = signal_tree(separated, exchanges(separated))
    never, level = safe(tree), tree.meetings[-1].levels[0]
    whole = count(separated).lp_rows
    hands = int(np.bincount(tree.levels[level].unit)[never].sum())
    found: dict[str, Any] = {"none": {"rows": whole, "columns": whole, "nonzeros": None, "safe": hands}}
    for name, filtered in (("gameshrink", gameshrink(tree)), ("histograms", histograms(tree))):
        size = programme(filtered)
        safe_classes = len(np.unique(filtered.parts[level][never]))
        found[name] = {"rows": size.rows, "columns": size.columns, "nonzeros": size.nonzeros, "safe": safe_classes}
    return found


def without(rows: int, columns: int, hands: int) -> tuple[int, int]:
    """Rows and columns without the dominated moves of hands that cannot lose.

    >>> without(1_237_238, 1_237_238, 191), without(91_224_226, 91_224_226, 7152)
    ((1190443, 1181084), (89471986, 89121538))
    """
    return rows - HISTORIES * FEWER[0] * hands, columns - HISTORIES * FEWER[1] * hands


def shrinking() -> dict[str, str]:
    """The table of the page."""
    rows = []
    for name, size in kept("shrinking", measured).items():
        fewer = "{:,} × {:,}".format(*without(size["rows"], size["columns"], size["safe"]))
        nonzeros = "" if size["nonzeros"] is None else f"{size['nonzeros']:,}"
        rows.append([name, f"{size['rows']:,} × {size['columns']:,}", nonzeros, f"{size['safe']:,}", fewer])
    head = ["shrink", "rows × columns", "non-zeros", "safe hands, each history", "without dominated moves"]
    return {"shrinking": table(head, rows, 4)}
