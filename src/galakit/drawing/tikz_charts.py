r"""Charts of strategies as TikZ: the bars and the grid that matplotlib draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galakit.drawing.charts import Chart, Panel
from galakit.drawing.texts import folded, shortened, text_width
from galakit.drawing.tikz import at, escaped, length, picture
from galakit.study.grid_answers import Cell

HIGH = 70.0  # points: a bar of probability 1
BAR, STEP = 10.0, 13.5
BETWEEN = 34.0
ACROSS = 500.0
LINE = 8.4
ROW = 14.0


def tikz_bars(charts: Sequence[Chart], what: str) -> str:
    """The bluffing chart: a row of panels for each player."""
    lines: list[str] = []
    y = 0.0
    for chart in charts:
        name = rf"\textbf{{{escaped(chart.player)}}}"
        lines.append(rf"\node[galakitink, anchor=base west, inner sep=0pt] at {at(-26, y)} {{{name}}};")
        if any(len(panel.held) > 1 for panel in chart.panels):
            lines += _keys(chart, text_width(chart.player) * 1.2, y)
        for row in _rows(chart):
            above = LINE * max(_title(panel).count("\n") + 1 for panel in row)
            below = 12 + max(_turned(chart, panel) for panel in row) + (LINE if chart.label else 0)
            y -= 8 + above + HIGH
            x = 0.0
            for k, panel in enumerate(row):
                lines += _bars(chart, panel, x, y, first=k == 0)
                x += _wide(panel) + BETWEEN
            y -= below
        y -= 8
    return picture(what, lines, _named(charts))


def tikz_grid(chart: Chart, what: str) -> str:
    """Private information by public situation."""
    titles = [folded(panel.words, 24) for panel in chart.panels]
    wide = [max(40.0, max(text_width(line) for line in title.split("\n")) + 8) for title in titles]
    lines = [rf"\node[galakitink, anchor=base east, inner sep=0pt] at {at(-5, 4)} {{{escaped(chart.label)}}};"]
    for k, row in enumerate(chart.rows):
        point = at(-5, -ROW * (k + 0.5))
        lines.append(rf"\node[galakitink, anchor=mid east, inner sep=0pt] at {point} {{{escaped(row.short)}}};")
    x = 0.0
    for panel, title, width in zip(chart.panels, titles, wide):
        lines.append(_text(title, x + width / 2, 4))
        for k, cell in enumerate(panel.cells):
            lines += _cell(chart, panel, cell, x + 1, -ROW * (k + 1) + 1, width - 2, ROW - 2)
        x += width
    lines += _keys(chart, 26.0, -ROW * len(chart.rows) - 14)
    return picture(what, lines, _named([chart]))


def _name(colour: str) -> str:
    """TikZ knows colours by names, and names are letters."""
    return "galakit" + "".join("abcdefghijklmnop"[int(digit, 16)] for digit in colour[1:])


def _named(charts: Sequence[Chart]) -> list[tuple[str, str]]:
    return [(_name(colour), colour) for chart in charts for colour in chart.colours.values()]


def _rows(chart: Chart) -> Iterator[list[Panel]]:
    row: list[Panel] = []
    x = 0.0
    for panel in chart.panels:
        if row and x + _wide(panel) > ACROSS:
            yield row
            row, x = [], 0.0
        row.append(panel)
        x += _wide(panel) + BETWEEN
    yield row


def _count(panel: Panel) -> int:
    return len(panel.held) if len(panel.held) > 1 else 2 * len(panel.moves)


def _wide(panel: Panel) -> float:
    return max(_count(panel), 4) * STEP


def _title(panel: Panel) -> str:
    return folded(panel.words, max(16, int(_wide(panel) / 4.6)))


def _texts(chart: Chart, panel: Panel) -> list[str]:
    held = panel.held
    texts = [chart.rows[k].short for k in held] if len(held) > 1 else panel.labels
    return [shortened(text, 16) for text in texts]


def _turned(chart: Chart, panel: Panel) -> float:
    """The height of the texts below the bars; LINE where they are not rotated."""
    texts = _texts(chart, panel)
    widest = max(map(text_width, texts))
    return widest if widest > _wide(panel) / len(texts) - 1 else LINE


def _bars(chart: Chart, panel: Panel, x: float, y: float, first: bool) -> list[str]:
    wide = _wide(panel)
    lines = [_text(_title(panel), x + wide / 2, y + HIGH + 4)]
    texts = _texts(chart, panel)
    step = wide / len(texts)
    bar = min(step - 3, 3 * BAR)
    for k, name in enumerate(texts):
        middle = x + step * (k + 0.5)
        if len(panel.held) > 1:
            cell = panel.cells[panel.held[k]]
            assert cell is not None
            beside = bool(panel.ranges) and len(panel.moves) > 2  # so that each begins at 0
            base, left, own = y, middle - bar / 2, bar / len(panel.moves) if beside else bar
            for move, share in zip(panel.moves, cell.probabilities):
                lines += _box(left, base, own, HIGH * share, _name(chart.colours[move]))
                base += 0 if beside else HIGH * share
                left += own if beside else 0
        else:
            cell = panel.cells[panel.held[0]]
            assert cell is not None
            lines += _box(middle - bar / 2, y, bar, HIGH, "galakitlight")
            lines += _box(middle - bar / 2, y, bar, HIGH * cell.probabilities[k], _name(chart.colours[chart.active[0]]))
        if cell.reach == 0:
            lines += _hatched(middle - bar / 2, y, bar, HIGH)
        lines += _whiskers(panel, k, middle, y, bar)
        if _turned(chart, panel) > LINE:
            point, style = at(middle, y - 4), "anchor=east, rotate=90"
        else:
            point, style = at(middle, y - 9), "anchor=base"
        lines.append(rf"\node[galakitink, {style}, inner sep=0pt] at {point} {{{escaped(name)}}};")
    lines.append(rf"\draw[galakitink, line width=0.5pt] {at(x, y + HIGH)} -- {at(x, y)} -- {at(x + wide, y)};")
    for share, mark in ((0.0, "$0$"), (0.5, r"$\frac12$"), (1.0, "$1$")):
        height = y + HIGH * share
        lines.append(rf"\draw[galakitink, line width=0.5pt] {at(x - 2, height)} -- {at(x, height)};")
        if first:
            lines.append(rf"\node[galakitink, anchor=mid east, inner sep=0pt] at {at(x - 4, height)} {{{mark}}};")
    if chart.label and len(panel.held) > 1:
        low = y - 9 - _turned(chart, panel)
        lines.append(
            rf"\node[galakitink, anchor=base, inner sep=0pt] at {at(x + wide / 2, low)} {{{escaped(chart.label)}}};"
        )
    return lines


def _whiskers(panel: Panel, k: int, middle: float, y: float, bar: float) -> list[str]:
    """How often optimal strategies make a move: on its bar, or on that of two moves from below, or side by side."""
    if not panel.ranges:
        return []
    alone = len(panel.held) == 1
    found = [r for r in panel.ranges[panel.held[0 if alone else k]] if not alone or r.move == k]
    if not alone and len(panel.moves) == 2:
        found = found[:1]  # the other move has the rest
    lines: list[str] = []
    for one in found:
        beside = 0.0 if alone or len(panel.moves) == 2 else bar * ((one.move + 0.5) / len(panel.moves) - 0.5)
        x, low, high = middle + beside, y + HIGH * one.least, y + HIGH * one.most
        cap = bar / 4 if alone or len(panel.moves) == 2 else bar / len(panel.moves) / 3
        strokes = f"{at(x, low)} -- {at(x, high)} {at(x - cap, low)} -- {at(x + cap, low)}"
        lines.append(rf"\draw[galakitink, line width=0.8pt] {strokes} {at(x - cap, high)} -- {at(x + cap, high)};")
    return lines


def _cell(chart: Chart, panel: Panel, cell: Cell | None, x: float, y: float, wide: float, high: float) -> list[str]:
    if cell is None:
        return [rf"\node[galakitunreached, anchor=mid] at {at(x + wide / 2, y + high / 2)} {{--}};"]
    lines: list[str] = []
    left = x
    for move, share in zip(panel.moves, cell.probabilities):
        lines += _box(left, y, wide * share, high, _name(chart.colours[move]))
        left += wide * share
    return lines + (_hatched(x, y, wide, high) if cell.reach == 0 else [])


def _box(x: float, y: float, wide: float, high: float, colour: str) -> list[str]:
    if wide <= 0 or high <= 0:
        return []
    return [rf"\fill[{colour}] {at(x, y)} rectangle {at(x + wide, y + high)};"]


def _hatched(x: float, y: float, wide: float, high: float) -> list[str]:
    """White hatching: never reached."""
    strokes = " ".join(
        f"{at(x + d, y - 1)} -- {at(x + d + high + 2, y + high + 1)}" for d in range(-int(high) - 2, int(wide) + 2, 4)
    )
    return [
        rf"\begin{{scope}} \clip {at(x, y)} rectangle {at(x + wide, y + high)};"
        rf" \draw[white, line width={length(1.4)}pt] {strokes}; \end{{scope}}"
    ]


def _text(title: str, x: float, y: float) -> str:
    lines = r"\\".join(escaped(line) for line in title.split("\n"))
    return rf"\node[galakitink, anchor=south, align=center, inner sep=0pt] at {at(x, y)} {{{lines}}};"


def _keys(chart: Chart, x: float, y: float) -> list[str]:
    lines: list[str] = []
    for move, colour in chart.colours.items():
        lines += _box(x, y, 8, 5, _name(colour))
        words = chart.labels[move]
        lines.append(rf"\node[galakitink, anchor=base west, inner sep=0pt] at {at(x + 11, y)} {{{escaped(words)}}};")
        x += text_width(words) + 24
    if any(cell is not None and cell.reach == 0 for panel in chart.panels for cell in panel.cells):
        lines += [*_box(x, y, 8, 5, "galakitunreached"), *_hatched(x, y, 8, 5)]
        lines.append(rf"\node[galakitink, anchor=base west, inner sep=0pt] at {at(x + 11, y)} {{never reached}};")
    return lines
