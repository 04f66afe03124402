"""Reading the infix notation: `next(cell(X, Y, P)) :- does(P, mark(X, Y)) & ~true(full)`, comments behind `%`.

Conjunction is `&` or a comma, disjunction `|` or `;`, negation `~`, `not` or `\\+`; variables begin with a capital
letter, an underscore or a question mark; the dot behind a clause may be left out.

>>> from galakit.errors import Source
>>> [c.head for c in read(Source("<text>", "role(ann) role(bob). terminal :- ~true(open)")).clauses]
[('role', 'ann'), ('role', 'bob'), 'terminal']
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from galakit.errors import GalakitError, Source, Span
from galakit.gdl.text.spelling import Spelling
from galakit.gdl.text.syntax import TUPLE, Clause, Description, Either, Literal, Part, Term, Variable

DEEPEST = 200

_TOKEN = re.compile(
    r"""(?P<layout>\s+|%[^\n]*|/\*.*?\*/)
    |(?P<variable>[A-Z_]\w*|\?[^\s(),.&|;~:]+)
    |(?P<name>[a-z]\w*|[-+]?\d+(?!\w)|\d\w*)
    |(?P<quoted>'(?:[^'\\\n]|\\.)*')
    |(?P<mark>:-|<=|\\\+|\\=|!=|[(),.&|;~])
    |(?P<junk>.)""",
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def read(source: Source) -> Description:
    """The description of a text; GalakitError where it is none."""
    return _Reader(source).description()


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.spelling = Spelling()
        self.tokens = [
            _Token(found.lastgroup or "", found[0], found.start(), found.end())
            for found in _TOKEN.finditer(source.text)
            if found.lastgroup != "layout"
        ]
        self.tokens.append(_Token("end", "", len(source.text), len(source.text)))
        self.at = 0
        self.deep = 0
        self.nameless = 0

    def description(self) -> Description:
        clauses = []
        while self._now.kind != "end":
            clauses.append(self._clause())
        return Description(tuple(clauses), self.spelling.first, self.source, "infix", tuple(self.spelling.problems))

    @property
    def _now(self) -> _Token:
        return self.tokens[self.at]

    def _take(self, *texts: str) -> bool:
        if self._now.kind in ("mark", "name") and self._now.text in texts:
            self.at += 1
            return True
        return False

    def _clause(self) -> Clause:
        start = self._now.start
        head = self._atom()
        if isinstance(head, tuple) and head[0] in ("distinct", "not", "or", "and"):
            self._fail(f"`{head[0]}` cannot be what a rule defines", "the head is an atom")
        body: tuple[Part, ...] = ()
        if self._take(":-", "<="):
            alternatives = self._alternatives()
            body = alternatives[0] if len(alternatives) == 1 else (Either(alternatives),)
        end = self.tokens[self.at - 1].end
        self._take(".")
        return Clause(head, body, Span(self.source, start, end))

    def _alternatives(self) -> tuple[tuple[Part, ...], ...]:
        found = [self._body()]
        while self._take("|", ";"):
            found.append(self._body())
        return tuple(found)

    def _body(self) -> tuple[Part, ...]:
        found = [self._part()]
        while self._take("&", ","):
            found.append(self._part())
        return tuple(found)

    def _part(self) -> Part:
        start = self._now.start
        positive = True
        while self._negated():
            positive = not positive
        if self._take("("):
            self._deeper()
            alternatives = self._alternatives()
            self._close()
            if len(alternatives) == 1 and len(alternatives[0]) == 1 and isinstance(alternatives[0][0], Literal):
                inner = alternatives[0][0]
                return Literal(inner.atom, inner.positive == positive, inner.span)
            return Either(alternatives, positive)
        if self._now.kind == "variable":
            left = self._term()
            if self._take("\\=", "!="):
                return Literal(("distinct", left, self._term()), positive, self._span(start))
            self._fail("a variable stands where an atom must be", "name a predicate")
        word = self._now.text.lower()
        if word in ("or", "and") and self.tokens[self.at + 1].text == "(":
            self.at += 2
            self._deeper()
            parts = [self._part()]
            while self._take(","):
                parts.append(self._part())
            self._close()
            return Either(tuple((p,) for p in parts) if word == "or" else (tuple(parts),), positive)
        atom = self._atom()
        if self._take("\\=", "!="):
            atom = ("distinct", atom, self._term())
        return Literal(atom, positive, self._span(start))

    def _negated(self) -> bool:
        if self._take("~", "\\+"):
            return True
        if self._now.kind == "name" and self._now.text.lower() == "not":
            self.at += 1
            return True
        return False

    def _atom(self) -> Term:
        if self._now.kind not in ("name", "quoted"):
            self._fail("an atom is expected here", "write `name(...)`, and `:-` between head and body")
        return self._term()

    def _term(self) -> Term:
        token = self._now
        if token.kind == "variable":
            self.at += 1
            if token.text == "_":
                self.nameless += 1
                return Variable(f"_{self.nameless}")
            return Variable(token.text.lstrip("?").lower())
        if self._take("("):
            self._deeper()
            parts = self._terms()
            return parts[0] if len(parts) == 1 else (TUPLE, *parts)
        if token.kind not in ("name", "quoted"):
            self._fail("a term is expected here", "write a name, a variable, or `name(...)`")
        self.at += 1
        text = re.sub(r"\\(.)", r"\1", token.text[1:-1]) if token.kind == "quoted" else token.text
        name = self.spelling.name(text, Span(self.source, token.start, token.end))
        if self._now.text != "(" or self._now.start != token.end:
            return name
        self.at += 1
        self._deeper()
        return (name, *self._terms())

    def _terms(self) -> list[Term]:
        """Terms up to the bracket that closes them."""
        found = [self._term()]
        while self._take(","):
            found.append(self._term())
        self._close()
        return found

    def _deeper(self) -> None:
        self.deep += 1
        if self.deep > DEEPEST:
            self._fail(f"brackets are nested more than {DEEPEST} deep", "write it flatter")

    def _close(self) -> None:
        if not self._take(")"):
            self._fail("a bracket is not closed here", "write `)` or a comma")
        self.deep -= 1

    def _span(self, start: int) -> Span:
        return Span(self.source, start, self.tokens[self.at - 1].end)

    def _fail(self, message: str, hint: str) -> NoReturn:
        here = self._now
        end = max(here.end, here.start + (here.kind != "end"))
        raise GalakitError(message, span=Span(self.source, here.start, end), hint=hint, id="GK900")
