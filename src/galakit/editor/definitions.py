"""The definitions of a text, found in its tokens, so that incomplete programs have them, too.

>>> text = "% Toss it.\\ngame(coin, [params : [n = 2], toss(who) : end]). % and\\nodd(X) :- 1 is X mod 2."
>>> for d in scan(Source("coin.gala", text)).definitions:
...     print(d.kind, d.name, d.arity, d.detail)
game coin 0 game(coin, [...])
parameter n 0 n = 2
gameflow toss 1 toss(who)
formal who 0 who
predicate odd 1 odd(X)
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Literal

from galakit.errors import Source, Span
from galakit.lang.tokens import Token, tokenize

Kind = Literal["game", "phase", "player", "parameter", "variable", "object", "gameflow", "formal", "predicate"]

SECTIONS: dict[str, Kind] = {"players": "player", "params": "parameter", "variables": "variable", "objects": "object"}
CLOSER = {"(": ")", "[": "]", "{": "}"}
LONGEST = 80  # characters of a detail


@dataclass(frozen=True)
class Definition:
    """A name with its definition."""

    kind: Kind
    name: str
    arity: int
    source: Source
    start: int
    end: int
    """the characters of the name"""
    extent: tuple[int, int]
    """the characters of the whole definition"""
    detail: str
    comment: str = ""
    """the comment above it or behind it"""
    parent: Definition | None = field(default=None, repr=False)

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)


@dataclass(frozen=True)
class Scan:
    """The definitions of a text in its order, and the libraries it uses."""

    definitions: list[Definition]
    libraries: list[str]
    tokens: list[Token]


def scan(source: Source) -> Scan:
    """Everything a text defines."""
    return _Scanner(source).scan()


class _Scanner:
    def __init__(self, source: Source) -> None:
        self.source = source
        lexed = tokenize(source)
        self.tokens = lexed.tokens
        self.comments = lexed.comments
        self.found: list[Definition] = []
        self.libraries: list[str] = []
        self.predicates: set[tuple[str, int]] = set()

    def scan(self) -> Scan:
        start = 0
        while self.tokens[start].kind != "eof":
            stop = start
            while self.tokens[stop].kind not in ("end", "eof"):
                stop += 1
            self.clause(start, stop)
            start = stop + 1 if self.tokens[stop].kind == "end" else stop
        return Scan(self.found, self.libraries, self.tokens)

    def clause(self, start: int, stop: int) -> None:
        """A clause is the tokens `start` to `stop` - 1."""
        token = self.tokens[start]
        if token.text == ":-":
            words = [t.text for t in self.tokens[start + 1 : stop]]
            if words[:4:2] == ["use", "library"] and len(words) > 4:
                self.libraries.append(self.tokens[start + 5].value or "")
        elif token.text == "game" and self.opens(start + 1, stop):
            self.game(start, stop)
        elif token.kind in ("atom", "quoted"):
            arity = len(self.items(start + 1, stop)) if self.opens(start + 1, stop) else 0
            if (token.value, arity) not in self.predicates:
                self.predicates.add((token.value, arity))
                self.add("predicate", start, arity, start, stop, self.head(start, stop))

    def game(self, start: int, stop: int, parent: Definition | None = None) -> None:
        """`game(Name, [Declaration, ...])`, or a phase."""
        items = self.items(start + 1, stop)
        if not items or items[0][0] >= items[0][1]:
            return
        word = self.tokens[start].text
        kind: Kind = "game" if word == "game" else "phase"
        name = self.tokens[items[0][0]].text
        detail = f"{word}({name}, [...])"
        itself = self.add(kind, items[0][0], 0, start, stop, detail, parent)
        if len(items) > 1 and self.tokens[items[1][0]].text == "[":
            for first, last in self.items(items[1][0], items[1][1]):
                if first < last:
                    self.declaration(first, last, itself)

    def declaration(self, start: int, stop: int, parent: Definition) -> None:
        token = self.tokens[start]
        formals = self.items(start + 1, stop) if self.opens(start + 1, stop) else []
        colon = self.behind(start + 1, stop) if formals else start + 1
        if token.text == "phase" and formals:
            self.game(start, stop, parent)
        elif colon >= stop or self.tokens[colon].text != ":" or token.kind not in ("atom", "quoted"):
            return
        elif token.text in SECTIONS:
            if colon + 1 < stop and self.tokens[colon + 1].text == "[":
                for first, last in self.items(colon + 1, stop):
                    self.item(SECTIONS[token.text], first, last, parent)
        elif token.text not in ("outcomes", "display"):
            detail = self.text(start, colon)
            flow = self.add("gameflow", start, len(formals), start, stop, detail, parent)
            for first, last in formals:
                if last == first + 1:
                    self.add("formal", first, 0, first, last, self.tokens[first].text, flow)

    def item(self, kind: Kind, start: int, stop: int, parent: Definition) -> None:
        """An element of `players`, `params`, `variables` or `objects`."""
        if start < stop and self.tokens[start].kind in ("atom", "quoted"):
            arity = len(self.items(start + 1, stop)) if self.opens(start + 1, stop) else 0
            self.add(kind, start, arity, start, stop, self.text(start, stop), parent)

    def add(
        self, kind: Kind, name: int, arity: int, start: int, stop: int, detail: str, parent: Definition | None = None
    ) -> Definition:
        token = self.tokens[name]
        extent = (self.tokens[start].start, self.tokens[max(start, stop - 1)].end)
        comment = self.comment_at(start) or (self.preface() if kind == "game" else "")
        value = token.value if isinstance(token.value, str) else token.text  # numbers may be very long
        made = Definition(kind, value, arity, self.source, token.start, token.end, extent, detail, comment, parent)
        self.found.append(made)
        return made

    def comment_at(self, start: int) -> str:
        """The comment lines right above a token that begins its line."""
        source, token = self.source, self.tokens[start]
        line, column = source.line_and_column(token.start)
        if source.line(line)[: column - 1].strip():
            return ""
        lines: list[str] = []
        before = bisect_left(self.comments, token.start, key=lambda comment: comment.start)
        for i in range(before - 1, -1, -1):
            comment = self.comments[i]
            first, column = source.line_and_column(comment.start)
            last = source.line_and_column(comment.end)[0]
            own = not source.line(first)[: column - 1].strip()
            if last != line - 1 or not own:
                break
            lines.insert(0, _plain(comment.text))
            line = first
        return "\n".join(lines)

    def preface(self) -> str:
        """The comment a file begins with."""
        lines: list[str] = []
        behind = 0
        for comment in self.comments:
            if self.source.text[behind : comment.start].strip() or "\n\n" in self.source.text[behind : comment.start]:
                break
            lines.append(_plain(comment.text))
            behind = comment.end
        return "\n".join(lines)

    # -- brackets, closed or not --------------------------------------------------------------------------------------

    def opens(self, i: int, stop: int) -> bool:
        return i < stop and self.tokens[i].text == "(" and not self.tokens[i].layout_before

    def items(self, opener: int, stop: int) -> list[tuple[int, int]]:
        """The ranges of tokens between the commas of a bracket."""
        items = []
        begin = opener + 1
        end = self.behind(opener, stop) - 1
        i = begin
        while i < end:
            text = self.tokens[i].text
            if text in CLOSER and self.tokens[i].kind == "punct":
                i = self.behind(i, stop)
                continue
            if text == ",":
                items.append((begin, i))
                begin = i + 1
            i += 1
        if begin < end or items:
            items.append((begin, end))
        return items

    def behind(self, opener: int, stop: int) -> int:
        """The index after the closing bracket; one after the end when it is missing."""
        depth = 0
        for i in range(opener, stop):
            if self.tokens[i].kind == "punct":
                if self.tokens[i].text in CLOSER:
                    depth += 1
                elif self.tokens[i].text in CLOSER.values():
                    depth -= 1
                    if depth == 0:
                        return i + 1
        return stop + 1

    def head(self, start: int, stop: int) -> str:
        """The head of a clause as text."""
        end = self.behind(start + 1, stop) if self.opens(start + 1, stop) else start + 1
        return self.text(start, min(end, stop))

    def text(self, start: int, stop: int) -> str:
        if start >= stop:
            return ""
        text = " ".join(self.source.text[self.tokens[start].start : self.tokens[stop - 1].end].split())
        return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _plain(comment: str) -> str:
    """A comment without its marks."""
    if comment.startswith("%"):
        return comment.lstrip("%!").strip()
    lines = comment.removeprefix("/*").removesuffix("*/").strip("*").splitlines()
    return "\n".join(line.strip().removeprefix("* ") for line in lines).strip()
