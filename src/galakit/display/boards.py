"""What stands on the boards, as far as a player knows: the actions of their facts, one after another.

>>> from galakit.display.look import Look
>>> from galakit.rules.display import Entry
>>> look = Look([Entry("board", "grid(3,3)"), Entry("(X,Y)", "put($opponent,(X,Y))")], ["cross", "nought"])
>>> [(square.name, square.piece.name) for square in boards(look, ["(2,1)"], 0)[0].squares]
[('b1', 'nought')]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from galakit.display.fields import Field, Shape
from galakit.display.look import Look
from galakit.display.parts import Piece, Square
from galakit.display.patterns import variables
from galakit.display.seen import Action, Seen
from galakit.display.terms import Term, bare, number
from galakit.display.wording import spoken

THING = Piece(name="thing", shape="thing")
"""what heaps are made of"""
SIDES = ("across", "down")
"""lines between dots, from a corner to the right and upwards"""


class Standing(Struct, frozen=True, kw_only=True):
    """A square on which something stands, or that has a mark."""

    name: str
    column: int
    row: int
    piece: Piece | None = None
    marks: list[str] = []
    """`hit`, `water`, `tried`"""


class Line(Struct, frozen=True, kw_only=True):
    """A line between two dots, from the corner (column, row) to the right or upwards."""

    column: int
    row: int
    across: bool
    player: int | None = None
    """who drew it, where that is known"""


class Board(Struct, frozen=True, kw_only=True):
    """A board and what stands on it, as far as a player knows."""

    name: str
    """empty where there is only one"""
    shape: Shape
    columns: list[str]
    """their names; of a graph, those of its nodes"""
    rows: list[str]
    """their names, from the first on"""
    top: bool = False
    """whether the first row is at the top"""
    squares: list[Standing] = []
    """those that are not empty"""
    lines: list[Line] = []
    """the lines that are drawn between dots"""
    links: list[tuple[int, int]] = []
    """of a graph: which nodes are linked"""


class Place(Struct, frozen=True, kw_only=True):
    """A place on one of the boards: a square, a node, or a line between dots."""

    board: str
    column: int
    row: int
    line: str = ""
    """`across` or `down`, where it is a line"""


@dataclass
class _Position:
    """What stands where."""

    pieces: dict[tuple[str, int, int], Piece] = field(default_factory=dict)
    marks: dict[tuple[str, int, int], list[str]] = field(default_factory=dict)
    lines: dict[tuple[str, int, int, str], int | None] = field(default_factory=dict)

    def copy(self) -> _Position:
        marks = {at: list(some) for at, some in self.marks.items()}
        return _Position(dict(self.pieces), marks, dict(self.lines))


class Fold:
    """Boards while facts are learnt, one after another."""

    def __init__(self, look: Look, player: int | None) -> None:
        self.look, self.player = look, player
        self.fields = look.things.fields
        self.position = _Position()
        for name, board in self.fields.items():
            for column, high in enumerate(board.heaps):
                self.position.pieces |= {(name, column, row): THING for row in range(high)}
        for action in look.start(player):
            self._act(action)
        self._before = self.position

    def learn(self, seen: Seen) -> None:
        """What a fact does."""
        if not seen.actions:
            return
        if any(action.verb == "undo" for action in seen.actions):
            self.position = self._before.copy()
        before = self.position.copy()
        for action in seen.actions:
            self._act(action)
        self._before = before

    def boards(self) -> list[Board]:
        """The boards now."""
        return [self._board(name, board) for name, board in self.fields.items()]

    def places(self, seen: Seen) -> list[Place]:
        """The places that a move is about, in order."""
        squares = [Place(board=p.board, column=p.column, row=p.row) for p in seen.parts if isinstance(p, Square)]
        found = [place for action in seen.actions for place in self._places(action)]
        return list(dict.fromkeys(found)) or list(dict.fromkeys(squares))

    # -- actions -------------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        if any(name for arg in action.args for name in variables(arg)):
            return  # a player who is not known
        places = self._places(action)
        verb, args, pieces = action.verb, action.args, self.position.pieces
        if not places:
            return
        at = [(place.board, place.column, place.row) for place in places]
        if verb in ("put", "drop", "go"):
            piece = self.look.things.piece(args[0])
            if verb == "go":
                for square in [square for square, other in pieces.items() if other == piece]:
                    del pieces[square]
            pieces.update(dict.fromkeys(at, piece))
        elif verb in ("remove", "take"):
            for square in at:
                pieces.pop(square, None)
        elif verb == "move" and len(at) == 2:
            piece = pieces.pop(at[0], Piece(name=""))
            if piece.name:
                pieces[at[1]] = piece
        elif verb == "mark":
            for square in at:
                self.position.marks.setdefault(square, []).append(spoken(args[0]))
        elif verb == "line":
            self._draw(places[0], self.look.things.piece(args[0]).player if len(args) == 2 else None)

    def _draw(self, place: Place, player: int | None) -> None:
        """A line; the boxes that it completes are the player's who drew it."""
        lines, (board, c, r) = self.position.lines, (place.board, place.column, place.row)
        lines[board, c, r, place.line] = player
        for x, y in {(c, r), (c, r - 1) if place.line == "across" else (c - 1, r)}:
            around = [(x, y, "across"), (x, y + 1, "across"), (x, y, "down"), (x + 1, y, "down")]
            if player is not None and all((board, *side) in lines for side in around):
                name = self.look.players[player]
                self.position.pieces[board, x, y] = Piece(name=name, shape="disc", player=player)

    def _places(self, action: Action) -> list[Place]:
        """The places of an action; none where it names none of its board."""
        board = self.fields.get(action.board)
        if board is None or action.verb == "undo":
            return []
        if action.verb == "line":
            place = _line(action.args[-1], board)
            return [] if place is None else [Place(board=action.board, column=place[0], row=place[1], line=place[2])]
        if action.verb == "take":
            return self._taken(action, board)
        if action.verb == "drop":
            column = board.columns.number.get(spoken(bare(action.args[1])))
            free = [
                row
                for row in range(len(board.rows.names))
                if column is not None and (action.board, column, row) not in self.position.pieces
            ]
            return [Place(board=action.board, column=column, row=free[0])] if free and column is not None else []
        terms = action.args if action.verb == "move" else action.args[-1:]
        found = [board.place(square) for term in terms for square in _squares(term)]
        return [Place(board=action.board, column=at[0], row=at[1]) for at in found if at is not None]

    def _taken(self, action: Action, board: Field) -> list[Place]:
        """The things that `take(N, Size)` takes, from the top of the first heap of that size down."""
        many, size = map(number, action.args)
        if not isinstance(many, int) or not isinstance(size, int) or not 0 < many <= size:
            return []
        for column in range(len(board.heaps)):
            if sum((b, c) == (action.board, column) for b, c, _ in self.position.pieces) == size:
                return [Place(board=action.board, column=column, row=size - 1 - k) for k in range(many)]
        return []

    def _board(self, name: str, board: Field) -> Board:
        pieces, marks = self.position.pieces, self.position.marks
        at = sorted({(c, r) for b, c, r in (*pieces, *marks) if b == name}, key=lambda place: (place[1], place[0]))
        return Board(
            name=name,
            shape=board.shape,
            columns=list(board.columns.names),
            rows=list(board.rows.names),
            top=board.top,
            squares=[
                Standing(
                    name=board.name(c, r),
                    column=c,
                    row=r,
                    piece=pieces.get((name, c, r)),
                    marks=marks.get((name, c, r), []),
                )
                for c, r in at
            ],
            lines=[
                Line(column=c, row=r, across=side == "across", player=player)
                for (b, c, r, side), player in sorted(self.position.lines.items(), key=lambda line: line[0])
                if b == name
            ],
            links=list(board.links),
        )


def fold(look: Look, facts: Sequence[str], player: int | None) -> Fold:
    """The boards after a player has learnt these facts."""
    found = Fold(look, player)
    for seen in look.each(facts, player):
        found.learn(seen)
    return found


def boards(look: Look, facts: Sequence[str], player: int | None) -> list[Board]:
    """The boards as a player sees them who knows these facts; none where the game has no board."""
    return fold(look, facts, player).boards() if look.has_boards else []


def of_state(look: Look, holds: Iterable[str]) -> Fold:
    """The boards of a state, from what is true in it."""
    found = Fold(look, None)
    for text in holds:
        found.learn(look.holding(text))
    return found


def _squares(term: Term) -> Sequence[Term]:
    return term.args if term.kind == "list" else (term,)


def _line(term: Term, board: Field) -> tuple[int, int, str] | None:
    """The line that `across(X, Y)` or `down(X, Y)` names."""
    if board.shape != "dots" or term.kind != "call" or term.name not in SIDES or len(term.args) != 2:
        return None
    column, row = (axis.number.get(spoken(x)) for axis, x in zip((board.columns, board.rows), term.args))
    if column is None:  # the last line of all stands behind the last box
        column = _behind(term.args[0], len(board.columns.names)) if term.name == "down" else None
    if row is None:
        row = _behind(term.args[1], len(board.rows.names)) if term.name == "across" else None
    return None if column is None or row is None else (column, row, term.name)


def _behind(term: Term, size: int) -> int | None:
    return size if term.name == str(size + 1) else None
