r"""A game tree as TikZ: the same sketch that matplotlib draws."""

from __future__ import annotations

from galakit.drawing.sketch import Curve, Limb, Outcome, Sketch
from galakit.drawing.texts import text_width
from galakit.drawing.tikz import PLAYER_COLOURS, at, escaped, length, number, picture, player_name
from galakit.rules.contract import CHANCE

SHAPES = (
    r"\fill[{c}] {at} circle[radius=2.3];",
    r"\fill[{c}] {at} ++(-2.1,-2.1) rectangle ++(4.2,4.2);",
    r"\fill[{c}] {at} ++(0,3) -- ++(3,-3) -- ++(-3,-3) -- ++(-3,3) -- cycle;",
    r"\fill[{c}] {at} ++(0,2.9) -- ++(2.7,-5) -- ++(-5.4,0) -- cycle;",
    r"\fill[{c}] {at} ++(0,-2.9) -- ++(2.7,5) -- ++(-5.4,0) -- cycle;",
    r"\draw[{c}, line width=1.2pt] {at} circle[radius=1.9];",
)
HOLLOW = r"\draw[galakitchance, fill=white, line width=0.8pt] {at} circle[radius=2.3];"


def tikz_tree(sketch: Sketch, what: str) -> str:
    """The text of a picture."""
    lines = [
        rf"\draw[{player_name(joined.player)}, dash pattern=on 2.4pt off 1.6pt, line width=0.7pt] {_path(curve)};"
        for joined in sketch.joined
        for curve in joined.curves
    ]
    for limb in sketch.limbs:
        lines += _limb(limb, sketch)
    for mark in sketch.marks:
        lines.append(_mark(mark.mover, mark.at))
        if mark.cut:
            x, y = mark.at
            down = sketch.direction == "down"
            anchor, point, dots = ("north", at(x, y - 3), r"\vdots") if down else ("mid west", at(x + 3, y), r"\cdots")
            lines.append(rf"\node[galakitink, anchor={anchor}] at {point} {{${dots}$}};")
    lines += [_outcome(outcome, sketch) for outcome in sketch.outcomes]
    lines += _names(sketch)
    return picture(what, lines, PLAYER_COLOURS)


def _path(curve: Curve) -> str:
    text = at(*curve.start)
    for piece in curve.pieces:
        if len(piece) == 1:
            text += f" -- {at(*piece[0])}"
        else:
            text += f" .. controls {at(*piece[0])} and {at(*piece[1])} .. {at(*piece[2])}"
    return text


def _limb(limb: Limb, sketch: Sketch) -> list[str]:
    made = limb.share > 0
    colour = "galakitpale" if not made else "galakitchance" if limb.mover == CHANCE else player_name(limb.mover)
    drawn = f"{'galakitink' if made else 'galakitnever'}, line width={length(0.45 + 0.85 * limb.share)}pt"
    line = rf"\draw[{drawn}] {_path(limb.curve)};"
    move, share_text = escaped(limb.move), number(limb.share_text)
    if sketch.direction == "down":
        text = rf"{move}\\{share_text}" if limb.share_text else move
        style = f"{colour}, fill=white, inner sep=1pt, align=center"
    else:
        text = rf"{move}\enspace {share_text}" if limb.share_text else move
        style = f"{colour}, anchor=base, inner sep=0pt"
    return [line, rf"\node[{style}] at {at(*limb.text)} {{{text}}};"]


def _mark(mover: int, point: tuple[float, float]) -> str:
    if mover == CHANCE:
        return HOLLOW.format(at=at(*point))
    return SHAPES[mover % len(SHAPES)].format(c=player_name(mover), at=at(*point))


def _outcome(outcome: Outcome, sketch: Sketch) -> str:
    x, y = outcome.at
    texts = [number(payoff) for payoff in outcome.payoffs]
    if sketch.direction == "down":
        below = r"\\".join(texts)
        return rf"\node[galakitink, anchor=north, inner sep=1.5pt, align=center] at {at(x, y)} {{{below}}};"
    return rf"\node[galakitink, anchor=mid west, inner sep=0pt] at {at(x + 4, y)} {{{', '.join(texts)}}};"


def _names(sketch: Sketch) -> list[str]:
    """The legend of the players, above the tree."""
    movers = sorted({mark.mover for mark in sketch.marks}, key=lambda mover: (mover == CHANCE, mover))
    names = ["chance" if mover == CHANCE else sketch.players[mover] for mover in movers]
    widths = [text_width(name) + 22 for name in names]
    x = (sketch.left + sketch.right - sum(widths)) / 2
    lines = []
    for mover, name, width in zip(movers, names, widths):
        y = sketch.top + 14
        lines.append(_mark(mover, (x, y)))
        lines.append(rf"\node[galakitink, anchor=mid west, inner sep=0pt] at {at(x + 6, y)} {{{escaped(name)}}};")
        x += width
    return lines
