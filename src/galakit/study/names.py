"""Names of nodes: the numbers of the moves from the root, with dots between them."""

from __future__ import annotations

from galakit.errors import GalakitError

ROOT = "0"
LONGEST = 20_000  # characters of a name


def moves_to(name: str) -> list[int]:
    """The numbers of the moves in a node's name.

    >>> moves_to("0.2.11")
    [2, 11]
    """
    first, *steps = name.split(".") if len(name) <= LONGEST else [""]
    moves = [move for step in steps if (move := number(step)) is not None]
    if first != ROOT or len(moves) < len(steps):
        raise no_node(name)
    return moves


def number(text: str) -> int | None:
    """A number in a name; None where the text is not one.

    >>> number("12"), number("-1"), number("1" * 99)
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None


def unlisted() -> GalakitError:
    """The error of a question that needs listed information sets."""
    return GalakitError(
        "the information sets of this game are not listed: it is too large",
        hint="follow the tree from its root, node 0",
        id="GK806",
    )


def no_node(name: str) -> GalakitError:
    shown = name if len(name) <= 60 else name[:57] + "..."
    return GalakitError(
        f"there is no node {shown}",
        hint="a node is named by the numbers of the moves to it: 0 is the root, 0.2 is where its third move leads",
        id="GK804",
    )
