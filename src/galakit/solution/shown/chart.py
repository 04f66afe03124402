"""A strategy as bars in the terminal: who bluffs with what (Koller & Pfeffer 1997, figures 17 and 18).

Information sets of one public situation stand below each other, one row per private fact. Each row is a bar of full
length, divided among the moves; the passive move (pass, fold, a bet of 0) is left light, so that the bar shows how
often the player acts. Where optimal strategies differ, a whisker below the bar shows how often they act at least and
at most.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from galakit.rules.contract import Number
from galakit.solution.shown.numbers import number
from galakit.solution.shown.order import Group, groups

if TYPE_CHECKING:
    from galakit.solution.solution import Solution

Ranges: TypeAlias = Mapping[int, Sequence[tuple[Number, Number] | None]]
"""for each information set, the least and the greatest probability of each move; None for a single point"""

WIDTH = 40
SHADES = "█▓▒"
COLOURS = ("cyan", "magenta", "yellow", "green", "red", "blue")
LIGHT = "·"
EIGHTHS = " ▏▎▍▌▋▊▉█"
_PASSIVE = re.compile(
    r"(?:^|\W)0(?:\W|$)|pass|fold|check|wait|decline|quit|(?:^|\W)no(?:ne|thing)?(?:\W|$)", re.IGNORECASE
)


def bar(share: float, width: int) -> Text:
    """A bar of that share of the width, to an eighth of a character.

    >>> bar(0.5, 5).plain
    '██▌  '
    """
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    text = "█" * full + (EIGHTHS[rest] if rest else "")
    return Text(text.ljust(width), "cyan")


def divided(shares: Sequence[float], marks: Sequence[str], width: int) -> list[str]:
    """A bar of full width divided by shares: one text per share, lengths rounded so that they sum to the width.

    >>> divided([0.25, 0.75], "█·", 8)
    ['██', '······']
    """
    parts, done, before = [], 0, 0.0
    for share, mark in zip(shares, marks):
        before += share
        end = round(before * width)
        parts.append(mark * (end - done))
        done = end
    return parts


def passive(move: str) -> bool:
    """Whether a move reads as doing nothing.

    >>> [passive(m) for m in ("bet(0)", "0", "pass", "bet(10)", "north")]
    [True, True, True, False, False]
    """
    return _PASSIVE.search(move) is not None


def whisker(least: Number, most: Number, width: int) -> str:
    """A range of a probability on a scale from 0 to 1; a point where both are the same.

    >>> whisker(0, 0.5, 9), whisker(1, 1, 9)
    ('├───┤', '        ●')
    """
    first, last = (round(float(end) * (width - 1)) for end in (least, most))
    line = "●" if least == most else "├" + "─" * (last - first - 1) + "┤" if last > first else "│"
    return " " * first + line


def chart(solution: Solution, player: int, ranges: Ranges | None = None, *, width: int = WIDTH) -> RenderableType:
    """All public situations of a player in which the private fact matters, as bars; with ranges as whiskers."""
    parts: list[RenderableType] = []
    for group in groups(solution.sheet, player):
        if len(group.sets) > 1:
            parts += [_group(solution, group, ranges or {}, width), ""]
    if not parts:
        return Text(
            f"{solution.players[player]}: no two information sets differ in one fact, so there is no chart", "dim"
        )
    return Stack(*parts)


def _group(solution: Solution, group: Group, ranges: Ranges, width: int) -> RenderableType:
    sheet = solution.sheet
    # The moves may differ with the private fact; every move of the group has one mark.
    moves: list[str] = []
    for i in group.sets:
        moves += [m for m in sheet.move[sheet.rows(i)] if m not in moves]
    active = [m for m in moves if not passive(m)]
    order = active + [m for m in moves if passive(m)]
    mark = {m: SHADES[k % len(SHADES)] for k, m in enumerate(active)} | {m: LIGHT for m in moves if passive(m)}
    colour = {m: COLOURS[k % len(COLOURS)] for k, m in enumerate(active)} | {m: "dim" for m in moves if passive(m)}

    look = solution.look
    where = look.told(group.public, group.player) if group.public else "at the start"
    label = dict(zip(moves, look.labels(moves, sheet.facts[group.sets[0]], group.player)))
    heading = Text.assemble((solution.players[group.player], "bold"), f", {where}:")
    for m in order:
        heading.append(f"   {mark[m]} ", colour[m]).append(label[m])
    rows = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        rows.add_column(no_wrap=True)
    for private, i in zip(group.private, group.sets):
        here = dict(zip(sheet.move[sheet.rows(i)], sheet.probability[sheet.rows(i)].tolist()))
        shares = [float(here.get(m, 0)) for m in order]
        text = Text()
        for m, part in zip(order, divided(shares, [mark[m] for m in order], width)):
            text.append(part, colour[m])
        unreached = not sheet.reach[i] > 0
        held = Text("  " + (look.words(private, player=group.player) if private else "–"))
        style = "dim" if unreached else ""
        rows.add_row(held, text, Text(_numbers(here, active, label)), style=style)
        for m, ends in zip(here, ranges.get(i, ())):
            if ends is not None and m in active:
                between = ("" if len(active) == 1 else f"{label[m]}: ") + f"{number(ends[0])} to {number(ends[1])}"
                rows.add_row("", Text(whisker(*ends, width), colour[m]), Text(between), style=style)
    return Stack(heading, rows)


def _numbers(here: dict[str, Number], active: list[str], label: dict[str, str]) -> str:
    """The probabilities of the moves that do something; just the number where there is one such move."""
    if len(active) == 1:
        return number(here.get(active[0], 0))
    return "  ".join(f"{label[m]}: {number(p)}" for m, p in here.items() if p > 0 and m in active) or "0"
