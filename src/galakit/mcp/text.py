"""Short texts of answers: tables, numbers, truncated lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from galakit.jobs.messages import Problem
from galakit.study.answers import Quantity

LONGEST = 20_000  # characters of a text


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows as lines, in columns.

    >>> table(["move", "value"], [["bet", "1"], ["pass", "-1/3"]])
    ['move  value', 'bet   1', 'pass  -1/3']
    """
    cells = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in cells]


def said(quantity: Quantity) -> str:
    """A number and, for a fraction, its approximate value.

    >>> said(Quantity(value=-1 / 18, text="-1/18")), said(Quantity(value=0.25, text="0.25"))
    ('-1/18 (-0.0556)', '0.25')
    """
    if "/" not in quantity.text or quantity.value is None:
        return quantity.text
    return f"{quantity.text} ({short(quantity.value)})"


def short(x: float | None) -> str:
    """A float to a few digits.

    >>> short(1 / 3), short(1.0), short(None), short(1e-7)
    ('0.3333', '1', '–', '1e-07')
    """
    if x is None:
        return "–"
    text = f"{x:.4f}".rstrip("0").rstrip(".")
    return f"{x:.0e}" if text in ("0", "-0") and x else text


def listed(words: Sequence[str], most: int = 8) -> str:
    """Words with commas, and how many more there are.

    >>> listed(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = f" and {len(words) - most:,} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def named(text: str, words: str | None) -> str:
    """A fact or a move as the rules write it, to name it by, and what it is called where that is something else.

    >>> named("pass", "check"), named("bet", "bet"), named("myhand([2])", None)
    ('pass (check)', 'bet', 'myhand([2])')
    """
    return f"{text} ({words})" if words and words != text else text


def shares(plays: dict[str, float]) -> str:
    """A distribution over moves: `bet: 0.25, pass: 0.75`; a certain one: `always pass`.

    >>> shares({"bet": 0.25, "pass": 0.75}), shares({"bet": 0.0, "pass": 1.0})
    ('bet: 0.25, pass: 0.75', 'always pass')
    """
    sure = [move for move, p in plays.items() if p == 1]
    return f"always {sure[0]}" if sure else ", ".join(f"{move}: {short(p)}" for move, p in plays.items() if p)


def grouped(likely: Iterable[tuple[str, Quantity]]) -> str:
    """Items by probability, equal probabilities written once.

    >>> third = Quantity(value=1 / 3, text="1/3")
    >>> grouped([("a", third), ("b", third), ("c", Quantity(value=0.2, text="0.2"))])
    '1/3 (0.3333) each: a, b; 0.2: c'
    """
    groups: dict[str, list[str]] = {}
    for words, p in likely:
        groups.setdefault(said(p), []).append(words)
    return "; ".join(f"{p}{' each' * (len(words) > 1)}: {', '.join(words)}" for p, words in groups.items())


def natural(words: str) -> list[tuple[int, str]]:
    """A key that sorts numbers in words as numbers.

    >>> sorted(["card(10)", "card(9)"], key=natural)
    ['card(9)', 'card(10)']
    """
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,18})", words)]


def problem_text(problems: Sequence[Problem]) -> str:
    """Problems as text: message, place, notes, remedy."""
    lines = []
    for problem in problems:
        where = "" if problem.line is None else f" at line {problem.line}, column {problem.column}"
        lines.append(f"{problem.severity} {problem.id}{where}: {problem.message}")
        lines += [f"  note: {note}" for note in problem.notes[:8]]
        if problem.hint:
            lines.append(f"  remedy: {problem.hint}")
    return cut("\n".join(lines))


def cut(text: str) -> str:
    """A text of limited length."""
    return text if len(text) <= LONGEST else text[:LONGEST] + f"\n... (cut: {len(text) - LONGEST:,} characters more)"
