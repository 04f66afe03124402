r"""The fall of the gap as TikZ."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from galakit.drawing.gap import beginning
from galakit.drawing.tikz import PLAYER_COLOURS, at, length, picture, player_name
from galakit.study.answers import Moment

WIDE, HIGH = 200.0, 110.0
DECADES = 7  # powers of ten that are named; of more, some are not
MOMENTS = 400  # points of the curve


def tikz_gap(trail: Sequence[Moment], what: str) -> str:
    """A curve with a logarithmic scale for the gap."""
    steps = [moment for moment in trail if moment.gap > 0]
    steps = steps[:: len(steps) // MOMENTS + 1] + steps[-1:]
    low = floor(min(log10(m.gap) for m in steps))
    high = max(ceil(max(log10(m.gap) for m in steps)), low + 1)
    start = beginning(steps)
    last = max(m.seconds for m in steps) or 1.0

    def point(moment: Moment) -> str:
        return at(WIDE * (moment.seconds - start) / (last - start), HIGH * (log10(moment.gap) - low) / (high - low))

    lines = []
    for decade in range(low, high + 1, (high - low) // DECADES + 1):
        y = HIGH * (decade - low) / (high - low)
        lines.append(rf"\draw[galakitlight, line width=0.4pt] {at(0, y)} -- {at(WIDE, y)};")
        lines.append(rf"\node[galakitink, anchor=mid east, inner sep=0pt] at {at(-4, y)} {{$10^{{{decade}}}$}};")
    lines.append(rf"\draw[galakitink, line width=0.5pt] {at(0, HIGH)} -- (0,0) -- {at(WIDE, 0)};")
    for share in (0.0, 0.5, 1.0):
        lines.append(rf"\draw[galakitink, line width=0.5pt] {at(WIDE * share, 0)} -- {at(WIDE * share, -2)};")
        text = f"{start + (last - start) * share:.3g}"
        lines.append(rf"\node[galakitink, anchor=base, inner sep=0pt] at {at(WIDE * share, -10)} {{{text}}};")
    lines.append(rf"\node[galakitink, anchor=base, inner sep=0pt] at {at(WIDE / 2, -20)} {{seconds}};")
    lines.append(rf"\node[galakitink, anchor=south west, inner sep=0pt] at {at(-12, HIGH + 6)} {{gap}};")
    curve = " -- ".join(point(moment) for moment in steps)
    lines.append(rf"\draw[{player_name(0)}, line width={length(1.0)}pt] {curve};")
    return picture(what, lines, PLAYER_COLOURS)
