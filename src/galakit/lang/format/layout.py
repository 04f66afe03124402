"""From pieces and line breaks to lines: blanks, indentation, and new breaks where a line is too long.

What stands in a bracket is aligned behind it, or, when nothing follows the bracket on its line, indented by four. Lines
that are too long are broken at the outermost place that allows it, until all fit or nothing more can be done.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from galakit.lang.format.breaks import Breaks
from galakit.lang.format.pieces import Chunk, Piece

WIDTH = 120
INDENT = 4
SYMBOLS = frozenset("#&*+-./:<=>?@^~\\")
TIGHT_PREFIXES = ("-", "+", "\\", "$")
FLOW = ("if", "while", "repeat", "take_turns", "play_round", "play_rounds")  # their arguments get a line each


@dataclass(slots=True)
class Line:
    """A line of output; `comment` trails it."""

    text: str
    comment: Piece | None = None
    blank_before: bool = False
    first: int = 0
    last: int = 0
    """the pieces `first` to `last` - 1 are on it, its comment aside"""
    end: int = 0
    """the column behind its text; a token may bring line breaks of its own"""


def lines_of(clause: Chunk) -> list[Line]:
    """The lines of a clause."""
    breaks = Breaks(clause)
    while True:
        breaks.settle()
        layout = _Layout(breaks)
        lines = layout.lines()
        added = [i for line in lines if line.end > WIDTH for i in layout.new_breaks(line)]
        if not added:
            return lines
        for i in added:
            breaks.before[i] = max(1, breaks.before[i])


class _Layout:
    """Lays out one clause with given breaks."""

    def __init__(self, breaks: Breaks) -> None:
        self.breaks = breaks
        self.pieces = breaks.pieces
        self.groups = breaks.clause.groups
        count = len(self.groups)
        self.column = [0] * len(self.pieces)  # where each piece begins
        self.inner = [0] * count  # where the lines in a group begin
        self.outer = [0] * count  # where its closing bracket, its `;` and `->` go
        self.begun = [False] * count  # whether the item of the group that is being written has begun
        self.opened = {group.opener: number for number, group in enumerate(self.groups)}
        self.depth = [0] * count
        for number, group in enumerate(self.groups[1:], 1):
            self.depth[number] = self.depth[group.parent] + 1
        self.games = {group.parent for group in self.groups if group.declares}  # `game(` and `phase(`
        self.branching = {i for own in breaks.branches for i in own}
        self.branch = {i for i in self.branching if breaks.broken[self.pieces[i].group]}

    def lines(self) -> list[Line]:
        lines: list[Line] = []
        words: list[str] = []
        column = margin = 0  # margin: where the line begins, for what hangs below it
        for i, piece in enumerate(self.pieces):
            breaks = self.breaks.before[i]
            if i == 0 or breaks:
                if words:
                    lines[-1].text = "".join(words)
                column = margin = self.indentation(i)
                if i in self.branch:
                    margin = self.inner[piece.group]
                lines.append(Line("", None, breaks > 1, i, i, column))
                words = [" " * column]
            elif self.trails(i):
                lines[-1].comment = piece
                continue
            else:
                blanks = self.gap(i)
                words.append(" " * blanks)
                column += blanks
            self.column[i] = column
            words.append(piece.text)
            tail = piece.text.rpartition("\n")
            column = len(tail[2]) if tail[1] else column + len(piece.text)
            lines[-1].last, lines[-1].end = i + 1, column
            margin = self.note(i, piece, margin)
        lines[-1].text = "".join(words)
        return lines

    def trails(self, i: int) -> bool:
        """Whether a comment is the last thing on its line."""
        if not self.pieces[i].is_comment or "\n" in self.pieces[i].text:
            return False
        return i + 1 == len(self.pieces) or self.breaks.before[i + 1] > 0

    def indentation(self, i: int) -> int:
        piece = self.pieces[i]
        group = piece.group
        if piece.role == "close" or i in self.branch:
            return self.outer[group]
        if piece.is_comment and self.closes(i):
            return self.inner[group]
        return self.inner[group] + (INDENT if self.begun[group] else 0)

    def closes(self, i: int) -> bool:
        """Whether nothing but comments stands between here and a closing bracket."""
        while self.pieces[i].is_comment:
            i += 1
        return self.pieces[i].role == "close"

    def note(self, i: int, piece: Piece, margin: int) -> int:
        """What a piece means for the lines that follow; the new margin."""
        group = piece.group
        if piece.role == "comment":
            return margin
        if i == self.breaks.neck:
            self.inner[group] = INDENT
        self.begun[group] = piece.role != "comma" and i not in self.branch and i != self.breaks.neck
        if piece.role != "open":
            return margin
        number = self.opened[i]
        column = self.column[i]
        if self.breaks.branches[number]:
            self.inner[number], self.outer[number] = column + INDENT, column
            return column + INDENT if self.breaks.broken[number] else margin
        if self.breaks.hangs(i):
            self.inner[number], self.outer[number] = margin + INDENT, margin
        else:
            self.inner[number], self.outer[number] = column + 1, column
        return margin

    def gap(self, i: int) -> int:
        """Blanks between a piece and the one before it on its line."""
        p, q = self.pieces[i - 1], self.pieces[i]
        if q.role == "comma" or p.role in ("functor", "sign"):
            return 0
        if p.role == "open" and q.role == "close":
            return 0
        if p.role == "open" and not q.ends_line:
            number = self.opened[i - 1]
            if self.breaks.branches[number] and self.breaks.broken[number]:
                return INDENT - 1
            return int(self.breaks.alternatives(number))
        if p.is_comment or q.is_comment:
            return 1
        if q.role == "close":
            return int(self.breaks.alternatives(q.group))
        if "bar" in (p.role, q.role):
            return 0
        if q.role == "end":
            return int(p.text[-1] in SYMBOLS)
        if p.role == "prefix":
            return 0 if self.adjoins(p, q) else 1
        if i - 1 in self.branch and self.breaks.before[i - 1]:
            return max(1, INDENT - len(p.text))
        if "infix" in (p.role, q.role):
            return 0 if (p.tight and p.role == "infix") or (q.tight and q.role == "infix") else 1
        return 1

    @staticmethod
    def adjoins(prefix: Piece, operand: Piece) -> bool:
        """Whether an operand can stand right behind a prefix operator and mean the same."""
        first = operand.text[0]
        return prefix.text in TIGHT_PREFIXES and first != "(" and first not in SYMBOLS and not first.isdigit()

    # -- long lines ---------------------------------------------------------------------------------------------------

    def new_breaks(self, line: Line) -> list[int]:
        """Where to break a line that is too long: at the outermost bracket that can be broken.

        What would be too long wherever it began is broken further at once, so that few rounds are needed.
        """
        found: list[int] = []
        todo = [(line.first, line.last, line.end, 0)]
        while todo:
            first, last, end, shift = todo.pop()
            places = [i for i in range(first + 1, last) if self.breakable(i)]
            if not places:
                continue
            number = min((self.pieces[i].group for i in places), key=self.depth.__getitem__)
            margin = self.inner[number] - shift
            chosen = self.chosen([i for i in places if self.pieces[i].group == number], number, end - shift, shift)
            found += chosen
            for begin, stop in pairwise([first, *chosen, last]):
                behind = end if stop == last else self.end(stop - 1)
                if behind - self.column[begin] > WIDTH:
                    todo.append((begin, stop, behind, shift if begin == first else self.column[begin] - margin))
        return found

    def chosen(self, places: list[int], number: int, end: int, shift: int) -> list[int]:
        """Which of the places in one group to take."""
        if self.pieces[places[0] - 1].role == "infix":
            return places[:1]  # behind the neck, or behind the colon of a declaration
        branches = [i for i in places if i in self.branching and self.pieces[i].text in (";", "|")]
        if branches:
            return branches
        group = self.groups[number]
        if group.kind in ("clause", "round") or group.functor in FLOW:
            return places
        # As many items to a line as fit.
        margin = self.inner[number] - shift
        filled = []
        for i, behind in zip(places, [*(self.end(i - 1) for i in places[1:]), end + shift]):
            if behind - shift > WIDTH:
                filled.append(i)
                shift = self.column[i] - margin
        return filled or places[-1:]

    def breakable(self, i: int) -> bool:
        p, q = self.pieces[i - 1], self.pieces[i]
        if p.is_comment or q.is_comment:
            return False
        if p.role == "comma":
            return p.group not in self.games
        if i - 1 in self.breaks.colons:
            return q.text != "["
        return i - 1 == self.breaks.neck or i in self.branching

    def end(self, i: int) -> int:
        return self.column[i] + len(self.pieces[i].text)
