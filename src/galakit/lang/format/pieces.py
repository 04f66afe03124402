"""The text of a program as the formatter sees it: pieces with the part they play, in the brackets they stand in.

Pieces are the tokens and comments of the text. The part a token plays (a prefix operator or an atom, a functor or a
name) follows from what stands before and behind it, by the rules of `galakit.lang.reader`; only text that reads without
error is taken apart here.

>>> clause = split(Source("<text>", "p(X) :- X > -1.  % yes"))[0]
>>> [(piece.text, piece.role) for piece in clause.pieces[4:8]]
[(':-', 'infix'), ('X', 'word'), ('>', 'infix'), ('-', 'sign')]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from galakit.errors import Source
from galakit.lang.operators import INFIX, PREFIX
from galakit.lang.tokens import Comment, Token, tokenize

Role = Literal["word", "functor", "prefix", "sign", "infix", "comma", "bar", "open", "close", "end", "comment"]

OPENERS = {"(": ")", "[": "]", "{": "}"}
NECKS = (":-", "-->")
BRANCHES = (";", "|", "->", "*->")
AUTHORS_CHOICE = ("-", "/", "^", ">>")  # K-V is a pair and A - B a difference: only the author knows


@dataclass(slots=True)
class Piece:
    """A token or comment. `breaks` is how many lines end in front of it: 0, 1, or 2 for a blank line."""

    text: str
    role: Role
    group: int
    """the bracket it stands in; an opening bracket stands outside of what it opens, a closing one inside"""
    breaks: int
    column: int
    """where it begins on its line of the original text"""
    tight: bool = False
    """an operator that the author wrote without blanks around it, where both are allowed"""

    @property
    def is_comment(self) -> bool:
        return self.role == "comment"

    @property
    def ends_line(self) -> bool:
        return self.role == "comment" and self.text.startswith("%")


@dataclass(slots=True)
class Group:
    """A bracket, or the clause itself (group 0). Numbers are indices into the clause's list of pieces."""

    parent: int
    kind: Literal["clause", "call", "list", "round"]
    opener: int
    functor: str = ""
    closer: int = -1
    members: list[int] = field(default_factory=list)
    """the pieces that stand directly in it"""
    children: list[int] = field(default_factory=list)
    operators: list[int] = field(default_factory=list)
    """infix operators directly in it"""
    declares: bool = False
    """the list of declarations of a game or a phase"""


@dataclass(slots=True)
class Chunk:
    """A clause, or (without groups) a comment between clauses."""

    pieces: list[Piece]
    groups: list[Group]

    @property
    def is_comment(self) -> bool:
        return not self.groups


def split(source: Source) -> list[Chunk]:
    """The clauses of a text, with the comments between them."""
    lexed = tokenize(source)
    chunks: list[Chunk] = []
    builder: _Builder | None = None
    tokens = lexed.tokens
    comments = iter(lexed.comments)
    comment = next(comments, None)
    behind = 0
    for i, token in enumerate(tokens):
        while comment is not None and comment.start < token.start:
            piece = _comment(source, comment, behind)
            if builder is None:
                chunks.append(Chunk([piece], []))
            else:
                builder.add(piece)
            behind = comment.end
            comment = next(comments, None)
        if token.kind == "eof":
            break
        if builder is None:
            builder = _Builder()
        builder.take(token, tokens[i + 1], tokens[min(i + 2, len(tokens) - 1)], _place(source, behind, token.start))
        behind = token.end
        if token.kind == "end":
            chunks.append(builder.finish())
            builder = None
    return chunks


def _place(source: Source, behind: int, start: int) -> tuple[int, int]:
    """How many lines end before a piece, and its column."""
    return min(2, source.text.count("\n", behind, start)), source.line_and_column(start)[1] - 1


def _comment(source: Source, comment: Comment, behind: int) -> Piece:
    text = comment.text.rstrip() if comment.text.startswith("%") else comment.text
    breaks, column = _place(source, behind, comment.start)
    return Piece(text, "comment", 0, breaks, column)


class _Builder:
    """A clause in the making."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.groups = [Group(-1, "clause", -1)]
        self.open = [0]
        self.operand = True  # whether an operand is expected

    def add(self, piece: Piece) -> None:
        piece.group = self.open[-1]
        self.groups[piece.group].members.append(len(self.pieces))
        self.pieces.append(piece)

    def take(self, token: Token, following: Token, after: Token, place: tuple[int, int]) -> None:
        role = self.role(token, following, after)
        tight = (
            role == "infix" and token.text in AUTHORS_CHOICE and not token.layout_before and not following.layout_before
        )
        group = self.groups[self.open[-1]]
        if role == "infix":
            group.operators.append(len(self.pieces))
        self.add(Piece(token.text, role, 0, *place, tight))
        if role == "open":
            self.enter(token.text)
        elif role == "close":
            group.closer = len(self.pieces) - 1
            self.open.pop()
        self.operand = role not in ("word", "close")

    def role(self, token: Token, following: Token, after: Token) -> Role:
        text = token.text
        if token.kind == "end":
            return "end"
        if token.kind == "punct":
            if text == ",":
                return "comma"
            if text == "|":
                return "bar" if self.groups[self.open[-1]].kind == "list" else "infix"
            return "open" if text in OPENERS else "close"
        if not self.operand:
            return "infix"
        if token.kind in ("atom", "quoted") and following.text == "(" and not following.layout_before:
            return "functor"
        if token.kind != "atom" or text not in PREFIX:
            return "word"
        if text == "-" and following.kind == "number" and not following.layout_before:
            return "sign"
        if following.kind == "end" or (following.kind == "punct" and following.text not in OPENERS):
            return "word"
        if following.kind == "atom" and following.text in INFIX and following.text not in PREFIX:
            applied = after.text == "(" and not after.layout_before
            return "prefix" if applied else "word"
        return "prefix"

    def enter(self, bracket: str) -> None:
        here = len(self.pieces) - 1
        number = self.open[-1]
        before = self.pieces[here - 1] if here else None
        group = Group(number, "list" if bracket == "[" else "round", here)
        if before is not None and before.role == "functor":
            group.kind, group.functor = "call", before.text
        elif bracket == "[":
            group.declares = self.declares(number)
        self.groups[number].children.append(len(self.groups))
        self.open.append(len(self.groups))
        self.groups.append(group)

    def declares(self, number: int) -> bool:
        """Whether a list opened here, in group `number`, holds declarations: the second argument of game or phase."""
        call = self.groups[number]
        if call.kind != "call" or sum(self.pieces[m].role == "comma" for m in call.members) != 1:
            return False
        outer = self.groups[call.parent]
        return (call.functor == "game" and outer.kind == "clause" and call.opener == 1) or (
            call.functor == "phase" and outer.declares
        )

    def finish(self) -> Chunk:
        self.groups[0].closer = len(self.pieces)
        return Chunk(self.pieces, self.groups)
