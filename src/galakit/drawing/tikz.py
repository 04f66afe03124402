r"""Pictures as TikZ: escaped texts, and the frame around all pictures.

A picture needs `\usepackage{tikz}` and nothing else; it is set in the fonts of the paper it is read into with
`\input{tree.tex}`. The same picture is always the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from galakit.drawing.palette import CHANCE_COLOUR, INK, LIGHT, NEVER, NEVER_TEXT, PLAYERS, UNREACHED

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "`": r"\textasciigrave{}",
    "…": r"\ldots{}",
    "–": "--",
    "−": "$-$",
    "≈": r"$\approx$",
    "♠": r"$\spadesuit$",
    "♥": r"$\heartsuit$",
    "♦": r"$\diamondsuit$",
    "♣": r"$\clubsuit$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "✕": r"$\times$",
    "×": r"$\times$",
    **{face: rf"\fbox{{{number}}}" for number, face in enumerate("⚀⚁⚂⚃⚄⚅", 1)},
    **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp")),
}
_NUMBER = re.compile(r"-?[\d.]+(/\d+)?")
COLOURS = {
    "galakitink": INK,
    "galakitchance": CHANCE_COLOUR,
    "galakitnever": NEVER,
    "galakitpale": NEVER_TEXT,
    "galakitlight": LIGHT[0],
    "galakitunreached": UNREACHED,
}


def escaped(text: str) -> str:
    r"""A text as LaTeX writes it; line ends and control characters are blanks.

    >>> escaped("bet_{2} & 50%")
    'bet\\_\\{2\\} \\& 50\\%'
    """
    return "".join(_SPECIAL.get(c, c if c.isprintable() else " ") for c in text)


def number(text: str) -> str:
    """A number with a real minus sign; any other text as it is.

    >>> number("-1/18"), number("–")
    ('$-$1/18', '--')
    """
    return escaped(text.replace("-", "−")) if _NUMBER.fullmatch(text) else escaped(text)


def at(x: float, y: float) -> str:
    """A coordinate.

    >>> at(1.0, -2.345)
    '(1,-2.35)'
    """
    return f"({length(x)},{length(y)})"


def length(x: float) -> str:
    """A length in points.

    >>> length(0.5), length(-0.001)
    ('0.5', '0')
    """
    return f"{round(x, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def picture(what: str, lines: Iterable[str], colours: Iterable[tuple[str, str]] = ()) -> str:
    """The whole picture: lengths are in points."""
    named = dict(COLOURS) | dict(colours)
    body = list(lines)
    used = {name: colour for name, colour in named.items() if any(name in line for line in body)}
    return "\n".join(
        [
            rf"% {escaped(what)}, drawn by Galakit. Needs \usepackage{{tikz}}.",
            r"\begin{tikzpicture}[x=1pt, y=1pt, line cap=round, line join=round,"
            r" font=\sffamily\fontsize{7}{8.4}\selectfont, text depth=0pt]",
            *(rf"  \definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}" for name, colour in used.items()),
            *(f"  {line}" for line in body),
            r"\end{tikzpicture}",
            "",
        ]
    )


def player_name(player: int) -> str:
    """The name of a player's colour."""
    return "galakitplayer" + "abcdef"[player % len(PLAYERS)]


PLAYER_COLOURS = [(player_name(k), colour) for k, colour in enumerate(PLAYERS)]
