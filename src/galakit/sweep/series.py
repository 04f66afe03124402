"""What a study shows: its numbers against one of its parameters, as lines for each game, method and other parameter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal

from galakit.errors import GalakitError
from galakit.sweep.columns import EXACT, NUMBERS, SIZES, SOLVED, STAGES, Row
from galakit.sweep.dataset import Manifest
from galakit.sweep.quantities import PROBABILITIES

Kind = Literal["value", "probability", "cost"]
"""payoffs; probabilities, from 0 to 1; time, memory and sizes, which grow by factors"""
COSTS = ("seconds", *(f"seconds_{stage}" for stage in STAGES), "memory", *SIZES)
DRAWN = (SOLVED, "incomplete")
"""the results that are drawn"""
MOST_LINES = 40  # of a panel
WIDE = 20.0  # how many times its smallest value an axis reaches that is drawn by factors
QUANTITY = "quantity"
"""the axis that has quantities side by side: `bets: 1`, `bets: 2`, … are a panel `bets`"""
FITTED = 3  # points that a power is fitted to, at least
CLEAR = 0.8  # the share of the variation that a power explains, at least: less is noise


@dataclass(frozen=True)
class Point:
    """A number at a place of the axis, and how far it may differ: between seeds, or in optimal strategies."""

    at: float
    number: float
    least: float
    most: float


@dataclass(frozen=True)
class Line:
    """The numbers of one game and method, with the other parameters fixed."""

    label: str
    points: tuple[Point, ...]
    power: float | None = None
    """how the number grows: as this power of the parameter"""


@dataclass(frozen=True)
class Panel:
    """The lines of one column."""

    column: str
    kind: Kind
    ranges: bool
    """whether bands are ranges of optimal strategies, in which the numbers themselves mean little"""
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Picture:
    """What a study shows."""

    name: str
    against: str
    """the parameter, the option, `game`, `method`, or `quantity`"""
    names: tuple[str, ...]
    """the values that stand at 0, 1, 2, … of the axis; empty where they are numbers"""
    by_factors: bool
    """whether the axis is logarithmic"""
    panels: tuple[Panel, ...]


def picture(
    manifest: Manifest,
    rows: Iterable[Row],
    against: str | None = None,
    of: Sequence[str] = (),
    where: Mapping[str, str] | None = None,
) -> Picture:
    """The columns `of` (the quantities and the time) against an axis, in the rows that have the values `where`."""
    axes = [axis.column for axis in manifest.axes]
    text = {"game": "game", "method": "method", **{axis: axis + EXACT for axis in axes}}
    for name in where or {}:
        _known("where", name, text)
    chosen = [
        row
        for row in rows
        if row["status"] in DRAWN and all(str(row.get(text[k])) == value for k, value in (where or {}).items())
    ]
    if not chosen:
        raise _nothing("the study has no results yet" if not where else "no result has these values")
    if against == QUANTITY:
        return _side_by_side(manifest, chosen, text, of)
    against = _against(chosen, text, axes, against)
    chosen = [row for row in chosen if row.get(text[against]) is not None]
    names, places = _places(chosen, against, text[against])
    others = [name for name in text if name != against and len({row.get(text[name]) for row in chosen}) > 1]
    kinds = {one.column: one.kind for one in manifest.quantities}
    columns = tuple(of) or (*kinds, "seconds")
    panels = []
    for column in columns:
        _known("of", column, {**kinds, **dict.fromkeys(COSTS), **dict.fromkeys(NUMBERS)})
        kind: Kind = "cost" if column in COSTS else "probability" if kinds.get(column) in PROBABILITIES else "value"
        found: dict[tuple[object, ...], dict[float, list[Row]]] = defaultdict(lambda: defaultdict(list))
        for row, place in zip(chosen, places):
            if place is not None and _finite(row.get(column)) is not None:
                found[tuple(row.get(text[name]) for name in others)][place].append(row)
        if len(found) > MOST_LINES:
            raise _nothing(f"there are {len(found)} lines, and at most {MOST_LINES} can be told apart")
        lines = [_line(column, kind, others, key, at, bool(names)) for key, at in found.items()]
        if lines:
            panels.append(Panel(column, kind, kinds.get(column) == "range", tuple(lines)))
    if not panels:
        raise _nothing("the results have no numbers in these columns")
    known = [place for place in places if place is not None]
    wide = not names and min(known) > 0 and max(known) >= WIDE * min(known)
    return Picture(manifest.name, against, names, wide, tuple(panels))


def _side_by_side(manifest: Manifest, rows: Sequence[Row], text: Mapping[str, str], of: Sequence[str]) -> Picture:
    """Quantities beside each other: a panel for all whose names begin in the same way up to a colon."""
    kinds = {one.column: one.kind for one in manifest.quantities}
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for column in [_known("of", column, kinds) for column in of] or kinds:
        title, colon, name = column.partition(":")
        groups[title.strip() if colon else ""][name.strip() if colon else column] = column
    others = [name for name in text if len({row.get(text[name]) for row in rows}) > 1]
    lines: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in rows:
        lines[tuple(row.get(text[name]) for name in others)].append(row)
    if len(lines) > MOST_LINES:
        raise _nothing(f"there are {len(lines)} lines, and at most {MOST_LINES} can be told apart")
    names = tuple(dict.fromkeys(name for group in groups.values() for name in group))
    panels = []
    for title, group in groups.items():
        kind: Kind = "probability" if all(kinds[one] in PROBABILITIES for one in group.values()) else "value"
        drawn = []
        for key, those in lines.items():
            filled = {name: [r for r in those if _finite(r.get(column)) is not None] for name, column in group.items()}
            points = [_point(group[name], float(names.index(name)), some) for name, some in filled.items() if some]
            if points:
                drawn.append(Line(_label(others, key), tuple(points)))
        if drawn:
            panels.append(Panel(title, kind, any(kinds[one] == "range" for one in group.values()), tuple(drawn)))
    if not panels:
        raise _nothing("the results have no quantities")
    return Picture(manifest.name, QUANTITY, names, False, tuple(panels))


def _against(rows: Sequence[Row], text: Mapping[str, str], axes: Sequence[str], asked: str | None) -> str:
    """The axis that is asked for; else the one with the most numbers, else the one with the most values."""
    if asked is not None:
        return _known("against", asked, [*text, QUANTITY])
    numbers = {axis: len({row[axis] for row in rows if row[axis] is not None}) for axis in axes}
    most = max(numbers, key=lambda axis: numbers[axis], default=None)
    if most is not None and numbers[most] > 1:
        return most
    return max(text, key=lambda name: len({row.get(text[name]) for row in rows}))


def _places(rows: Sequence[Row], against: str, text: str) -> tuple[tuple[str, ...], list[float | None]]:
    """Where rows stand on the axis; the names of places where they are not all numbers."""
    written = [row.get(text) for row in rows]
    numbers = [_finite(row.get(against)) for row in rows]
    if text == against or any(n is None and w is not None for n, w in zip(numbers, written)):
        names = tuple(dict.fromkeys(str(one) for one in written if one is not None))
        return names, [None if one is None else float(names.index(str(one))) for one in written]
    return (), numbers


def _line(
    column: str, kind: Kind, names: Sequence[str], key: Sequence[object], at: Mapping[float, list[Row]], named: bool
) -> Line:
    points = tuple(_point(column, place, at[place]) for place in sorted(at))
    return Line(_label(names, key), points, _power(points) if kind == "cost" and not named else None)


def _label(names: Sequence[str], key: Sequence[object]) -> str:
    """What sets a line apart."""
    known = [(name, value) for name, value in zip(names, key) if value is not None]
    return ", ".join(str(value) if name in ("game", "method") else f"{name} = {value}" for name, value in known)


def _point(column: str, at: float, rows: Sequence[Row]) -> Point:
    """The mean over seeds, and how far they or the range of optimal strategies go."""
    numbers = [found for row in rows if (found := _finite(row.get(column))) is not None]
    all_of = [_finite(row.get(f"{column}{end}")) for row in rows for end in ("_least", "_most")]
    reached = [*numbers, *(one for one in all_of if one is not None)]
    return Point(at, sum(numbers) / len(numbers), min(reached), max(reached))


def _power(points: Sequence[Point]) -> float | None:
    """The power that fits the upper half of the axis best: small cases cost what they all cost.

    >>> round(_power([Point(x, 0.1 * x**1.5, 0, 0) for x in (1.0, 2.0, 4.0, 8.0)]), 6)
    1.5
    """
    known = [(log(point.at), log(point.number)) for point in points if point.at > 0 and point.number > 0]
    upper = known[min(len(known) // 2, max(0, len(known) - FITTED)) :]
    if len(upper) < FITTED:
        return None
    x, y = (sum(one) / len(upper) for one in zip(*upper))
    across = sum((a - x) ** 2 for a, _ in upper)
    up = sum((b - y) ** 2 for _, b in upper)
    both = sum((a - x) * (b - y) for a, b in upper)
    return both / across if both * both > CLEAR * across * up else None


def _finite(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and isfinite(value) else None


def _known(option: str, name: str, names: Iterable[str]) -> str:
    import difflib

    known = list(names)
    if name in known:
        return name
    close = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean `{close[0]}`?" if close else f"there are: {', '.join(known)}"
    raise GalakitError(f"the study has no `{name}` (--{option})", hint=hint, id="GK776")


def _nothing(why: str) -> GalakitError:
    return GalakitError(
        f"nothing can be drawn: {why}",
        hint="`galakit sweep status` says what there is; --against, --of and --where choose what is drawn",
        id="GK776",
    )
