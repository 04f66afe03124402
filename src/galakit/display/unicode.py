"""Boards as lines of text.

>>> from galakit.display.boards import boards
>>> from galakit.display.look import Look
>>> from galakit.rules.display import Entry
>>> look = Look([Entry("board", "grid(3,2)"), Entry("(X,Y)", "put(cross,(X,Y))")])
>>> print("\\n".join(drawn(boards(look, ["(2,1)"], 0)[0])))
  ╭───────╮
2 │ · · · │
1 │ · ✕ · │
  ╰───────╯
    a b c
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from galakit.display.boards import Board

EMPTY = "·"


def drawn(board: Board) -> list[str]:
    """A board as lines."""
    lines = _DRAWN[board.shape](board)
    return [f"{board.name}:", *lines] if board.name else lines


def beside(boards: Sequence[Board]) -> list[str]:
    """Several boards side by side."""
    columns = [drawn(board) for board in boards]
    wide = [max(map(len, lines), default=0) for lines in columns]
    rows = zip_longest(*columns, fillvalue="")
    return ["   ".join(line.ljust(width) for line, width in zip(row, wide)).rstrip() for row in rows]


def _standing(board: Board) -> dict[tuple[int, int], str]:
    """What stands on each square, as a sign or a name."""
    found = {}
    for square in board.squares:
        sign = square.piece.text if square.piece is not None else ""
        found[square.column, square.row] = sign or (square.marks[-1][:1] if square.marks else EMPTY)
    return found


def _order(board: Board) -> list[int]:
    """The numbers of the rows from the top down."""
    rows = list(range(len(board.rows)))
    return rows if board.top else rows[::-1]


def _grid(board: Board) -> list[str]:
    signs = _standing(board)
    wide = max([len(sign) for sign in signs.values()] + [len(name) for name in board.columns], default=1)
    margin = max(map(len, board.rows), default=0)
    inside = (wide + 1) * len(board.columns) + 1
    lines = [f"{'':{margin}} ╭{'─' * inside}╮"]
    for row in _order(board):
        cells = " ".join(f"{signs.get((column, row), EMPTY):<{wide}}" for column in range(len(board.columns)))
        lines.append(f"{board.rows[row]:>{margin}} │ {cells} │")
    names = " ".join(f"{name:<{wide}}" for name in board.columns)
    return [*lines, f"{'':{margin}} ╰{'─' * inside}╯", f"{'':{margin}}   {names}".rstrip()]


def _hexes(board: Board) -> list[str]:
    """A rhombus: each row stands half a cell to the right of the one above it."""
    signs = _standing(board)
    wide = max([len(sign) for sign in signs.values()] + [len(name) for name in board.columns], default=1)
    margin = max(map(len, board.rows), default=0)
    lines = []
    for k, row in enumerate(_order(board)):
        cells = " ".join(f"{signs.get((column, row), EMPTY):<{wide}}" for column in range(len(board.columns)))
        lines.append(f"{' ' * k}{board.rows[row]:>{margin}} ╲ {cells} ╲")
    names = " ".join(f"{name:<{wide}}" for name in board.columns)
    return [*lines, f"{' ' * len(lines)}{'':{margin}}   {names}".rstrip()]


def _dots(board: Board) -> list[str]:
    signs = _standing(board)
    across = {(line.column, line.row) for line in board.lines if line.across}
    down = {(line.column, line.row) for line in board.lines if not line.across}
    wide, high = len(board.columns), len(board.rows)
    lines = []
    for row in range(high, -1, -1) if not board.top else range(high + 1):
        dots = "•".join(["", *("───" if (column, row) in across else "   " for column in range(wide)), ""])
        lines.append(dots)
        box = row - 1 if not board.top else row
        if 0 <= box < high:
            cells = [
                f"{'│' if (column, box) in down else ' '} {signs.get((column, box), ' ')[:1]} "
                for column in range(wide)
            ]
            lines.append("".join(cells) + ("│" if (wide, box) in down else ""))
    return [line.rstrip() for line in lines]


def _graph(board: Board) -> list[str]:
    signs = _standing(board)
    linked = ", ".join(f"{board.columns[a]}–{board.columns[b]}" for a, b in board.links)
    standing = ", ".join(f"{sign} {board.columns[column]}" for (column, _), sign in sorted(signs.items()))
    return [*([linked] if linked else []), *([standing] if standing else [])]


def _heaps(board: Board) -> list[str]:
    """A heap in a line, empty ones as well: so each stays where it is."""
    high = [sum(square.column == column for square in board.squares) for column in range(len(board.columns))]
    return [" ".join("●" * many) or EMPTY for many in high]


_DRAWN = {"grid": _grid, "hexes": _hexes, "dots": _dots, "graph": _graph, "heaps": _heaps}
