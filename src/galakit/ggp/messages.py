"""The messages that a game manager sends to players, read from text and written as text.

Keywords are case-insensitive, as some managers send everything in capitals. Two forms of PLAY and STOP are in use for
GDL-II, and are distinguished by their length: `(PLAY id percepts)` and `(PLAY id turn lastmove percepts)`.

>>> read("(PLAY m1 ((MARK 1 1) NOOP))")
Play(match='m1', news=(('mark', '1', '1'), 'noop'), turn=None, mine=None)
>>> read("(play m1 1 (look) ((sees-red 3)))")
Play(match='m1', news=(('sees-red', '3'),), turn=1, mine='look')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeAlias

from galakit.errors import GalakitError, Source, Span
from galakit.gdl.text.syntax import Term
from galakit.gdl.text.write import term_kif

LARGEST = 2_000_000
"""characters of a message; the longest descriptions in use have fifty thousand"""
DEEPEST = 200
LONGEST_CLOCK = 1_000_000  # seconds

_TOKEN = re.compile(r"[()]|[^\s();]+|;[^\n]*")
_CLOCK = re.compile(r"\d{1,9}(?:\.\d{1,9})?")


@dataclass(frozen=True)
class Info:
    """A request for the player's status: INFO is answered with its name, PING with a word."""

    ping: bool = False


@dataclass(frozen=True)
class Start:
    """A match begins: the role to play, the rules, and the seconds to prepare and to move."""

    match: str
    role: str
    rules: str
    start_clock: float
    play_clock: float


@dataclass(frozen=True)
class Preview:
    """Rules that will be played later."""

    rules: str
    clock: float


@dataclass(frozen=True)
class Play:
    """The news of the last turn (none before the first), and the request for a move."""

    match: str
    news: tuple[Term, ...] | None
    """the joint move (GDL) or the percepts (GDL-II)"""
    turn: int | None = None
    mine: Term | None = None
    """the move that counted as the player's own, where the message has it"""


@dataclass(frozen=True)
class Stop:
    """The news of the last turn; the match is over."""

    match: str
    news: tuple[Term, ...] | None
    turn: int | None = None
    mine: Term | None = None


@dataclass(frozen=True)
class Abort:
    """The match is aborted."""

    match: str


Message: TypeAlias = Info | Start | Preview | Play | Stop | Abort


class _Piece(NamedTuple):
    """A word, or a text in brackets."""

    text: str
    start: int
    end: int

    @property
    def bracketed(self) -> bool:
        return self.text.startswith("(")


def read(text: str) -> Message:
    """The message in a text; GalakitError where it is invalid."""
    source = Source("<message>", text)
    if len(text) > LARGEST:
        raise GalakitError(f"the message has more than {LARGEST:,} characters", id="GK960")
    outer = _pieces(source, 0, len(text))
    if len(outer) != 1 or not outer[0].bracketed:
        _fail(source, outer[1] if len(outer) > 1 else None, "a message is one list in brackets")
    pieces = _pieces(source, outer[0].start + 1, outer[0].end - 1)
    if not pieces or pieces[0].bracketed:
        _fail(source, outer[0], "a message begins with a word such as START or PLAY")
    head, rest = pieces[0], pieces[1:]
    match head.text.lower():
        case "info" | "ping":
            return Info(ping=head.text.lower() == "ping")
        case "start":
            if len(rest) < 5:
                _fail(source, outer[0], "START needs a match, a role, rules, and two clocks")
            return Start(
                _word(source, rest[0], "match"),
                _word(source, rest[1], "role").lower(),
                _rules(source, rest[2]),
                _clock(source, rest[3]),
                _clock(source, rest[4]),
            )
        case "preview":
            if len(rest) < 2:
                _fail(source, outer[0], "PREVIEW needs rules and a clock")
            return Preview(_rules(source, rest[0]), _clock(source, rest[1]))
        case "play":
            return Play(*_news(source, outer[0], rest))
        case "stop":
            return Stop(*_news(source, outer[0], rest))
        case "abort":
            if not rest:
                _fail(source, outer[0], "ABORT needs a match")
            return Abort(_word(source, rest[0], "match"))
    raise _flaw(source, head, f"`{head.text[:40]}` is not a message of a game manager")


def read_term(text: str) -> Term:
    """A move or percept; GalakitError where the text is invalid.

    >>> read_term(" (MARK 1 (pair A b))\\n")
    ('mark', '1', ('pair', 'a', 'b'))
    """
    source = Source("<move>", text)
    pieces = _pieces(source, 0, len(text))
    if len(pieces) != 1:
        _fail(source, pieces[1] if pieces else None, "one term is expected")
    return _term(source, pieces[0])


def write(message: Message, spell: Callable[[str], str] = str) -> str:
    """A message as text, in the usual spelling.

    >>> write(Play("m1", (("mark", "1", "1"), "noop")))
    '(PLAY m1 ((mark 1 1) noop))'
    >>> write(Play("m1", None, turn=0))
    '(PLAY m1 0 NIL NIL)'
    """
    match message:
        case Info():
            return "(PING)" if message.ping else "(INFO)"
        case Start():
            clocks = f"{clock(message.start_clock)} {clock(message.play_clock)}"
            return f"(START {message.match} {spell(message.role)} {message.rules} {clocks})"
        case Preview():
            return f"(PREVIEW {message.rules} {clock(message.clock)})"
        case Abort():
            return f"(ABORT {message.match})"
        case Play() | Stop():
            word = "PLAY" if isinstance(message, Play) else "STOP"
            news = "NIL" if message.news is None else write_terms(message.news, spell)
            if message.turn is None:
                return f"({word} {message.match} {news})"
            mine = "NIL" if message.mine is None else term_kif(message.mine, spell)
            return f"({word} {message.match} {message.turn} {mine} {news})"


def match_id(text: str) -> str:
    """A name for a match as one word of a message.

    >>> match_id("the first (of two)")
    'the_first__of_two_'
    """
    return re.sub(r"[\s();?]", "_", text)[:200] or "match"


def write_terms(terms: Sequence[Term], spell: Callable[[str], str] = str) -> str:
    return f"({' '.join(term_kif(t, spell) for t in terms)})"


def clock(seconds: float) -> str:
    """Whole seconds without a decimal point, as is usual."""
    return str(int(seconds)) if float(seconds).is_integer() else str(seconds)


def _pieces(source: Source, start: int, end: int) -> list[_Piece]:
    """The words and bracketed parts of a range of text; without recursion, for any depth."""
    found: list[_Piece] = []
    depth, opened = 0, 0
    for token in _TOKEN.finditer(source.text, start, end):
        text = token[0]
        if text == "(":
            if not depth:
                opened = token.start()
            depth += 1
        elif text == ")":
            depth -= 1
            if depth < 0:
                _fail(source, _Piece(text, token.start(), token.end()), "a closing bracket has no opening one")
            if not depth:
                found.append(_Piece(source.text[opened : token.end()], opened, token.end()))
        elif not depth and not text.startswith(";"):
            found.append(_Piece(text, token.start(), token.end()))
    if depth:
        _fail(source, _Piece("(", opened, opened + 1), "a bracket is never closed")
    return found


def _news(
    source: Source, whole: _Piece, rest: list[_Piece]
) -> tuple[str, tuple[Term, ...] | None, int | None, Term | None]:
    """The match, the news, and in the longer form the turn and the player's own move."""
    if len(rest) not in (2, 4):
        _fail(source, whole, "a match and moves are expected, or a match, a turn, a move and percepts")
    match = _word(source, rest[0], "match")
    if len(rest) == 2:
        return match, _terms(source, rest[1]), None, None
    if not rest[1].text.isdecimal() or len(rest[1].text) > 9:
        _fail(source, rest[1], "the number of a turn is expected")
    mine = None if rest[2].text.lower() == "nil" else _term(source, rest[2])
    return match, _terms(source, rest[3]), int(rest[1].text), mine


def _word(source: Source, piece: _Piece, what: str) -> str:
    if piece.bracketed:
        _fail(source, piece, f"the name of a {what} is one word")
    return piece.text


def _rules(source: Source, piece: _Piece) -> str:
    if not piece.bracketed:
        _fail(source, piece, "the rules are a list of clauses in brackets")
    return piece.text


def _clock(source: Source, piece: _Piece) -> float:
    if not _CLOCK.fullmatch(piece.text) or float(piece.text) > LONGEST_CLOCK:
        _fail(source, piece, "a clock is a number of seconds")
    return float(piece.text)


def _terms(source: Source, piece: _Piece) -> tuple[Term, ...] | None:
    if not piece.bracketed:
        if piece.text.lower() != "nil":
            _fail(source, piece, "moves and percepts are a list in brackets, or NIL")
        return None
    return tuple(_term(source, p) for p in _pieces(source, piece.start + 1, piece.end - 1))


def _term(source: Source, piece: _Piece) -> Term:
    """The ground term of a piece, read with a stack, for any depth."""
    if not piece.bracketed:
        return _name(source, piece)
    inside: list[list[Term]] = [[]]
    for token in _TOKEN.finditer(source.text, piece.start, piece.end):
        text = token[0]
        here = _Piece(text, token.start(), token.end())
        if text == "(":
            if len(inside) > DEEPEST:
                _fail(source, here, f"brackets are nested more than {DEEPEST} deep")
            inside.append([])
        elif text == ")":
            items = inside.pop()
            if not items or not isinstance(items[0], str):
                _fail(source, here, "a term begins with a name")
            inside[-1].append(tuple(items) if len(items) > 1 else items[0])
        elif not text.startswith(";"):
            inside[-1].append(_name(source, here))
    return inside[0][0]


def _name(source: Source, piece: _Piece) -> str:
    if piece.text.startswith("?"):
        _fail(source, piece, "moves and percepts have no variables")
    return piece.text.lower()


def _fail(source: Source, piece: _Piece | None, message: str) -> NoReturn:
    raise _flaw(source, piece, message)


def _flaw(source: Source, piece: _Piece | None, message: str) -> GalakitError:
    span = None if piece is None else Span(source, piece.start, min(piece.end, piece.start + 100))
    return GalakitError(message, span=span, hint="a message is like (PLAY match1 ((mark 1 1) noop))", id="GK960")
