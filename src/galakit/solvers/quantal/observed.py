"""Observed play as a table: for each move that was seen, the player, what they knew, and how often."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from galakit.errors import GalakitError

COLUMNS = ("player", "facts", "move", "count")


def observed_play(text: str, place: str) -> list[tuple[str, str, str, int]]:
    """The rows of a table (CSV) of observed play; errors name the place that it comes from.

    >>> observed_play("player,facts,move,count\\nfirst,card(1),bet,12", "seen.csv")
    [('first', 'card(1)', 'bet', 12)]
    """
    rows = csv.DictReader(text.splitlines())
    if rows.fieldnames is None or any(column not in rows.fieldnames for column in COLUMNS):
        raise GalakitError(
            f"{place}: the first line must name the columns {', '.join(COLUMNS)}",
            hint='for example: first,"card(1)",bet,12',
            id="GK614",
        )
    found = []
    for row in _readable(rows, place):
        count = (row["count"] or "").strip()
        if not count.isdecimal() or len(count) > 12:
            raise GalakitError(
                f"{place}, line {rows.line_num}: `{count}` is not how often a move was seen",
                hint="give 0, 1, 2, ...",
                id="GK614",
            )
        found.append((row["player"] or "", row["facts"] or "", row["move"] or "", int(count)))
    return found


def _readable(rows: csv.DictReader[str], place: str) -> Iterator[dict[str, str | None]]:
    """The rows; an error where a line is no part of a table."""
    try:
        yield from rows
    except csv.Error as error:
        raise GalakitError(
            f"{place}, line {rows.line_num}: {error}", hint=f"write a table of {', '.join(COLUMNS)}", id="GK614"
        ) from None
