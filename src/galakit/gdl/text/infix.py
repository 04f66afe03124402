"""Reading the infix notation: `next(cell(X, Y, P)) :- does(P, mark(X, Y)) & ~true(full)`, comments behind `%`.

Conjunction is `&` or a comma, disjunction `|` or `;`, negation `~`, `not` or `\\+`; variables begin with a capital
letter, an underscore or a question mark; the dot behind a clause may be left out. Lines whose first character is `;`,
and what stands between `/*` and `*/`, are comments as well.

>>> from galakit.errors import Source
>>> [c.head for c in read(Source("<text>", "role(ann) role(bob). terminal :- ~true(open)")).clauses]
[('role', 'ann'), ('role', 'bob'), 'terminal']
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple, NoReturn

from galakit.errors import GalakitError, Source, Span
from galakit.gdl.text.limits import DEEPEST, MOST_WORDS, too_deep, too_long
from galakit.gdl.text.spelling import Spelling
from galakit.gdl.text.syntax import CONNECTIVES, TUPLE, Clause, Description, Literal, Part, Term, Variable, either

COMMENT = r"%[^\r\n]*|^;[^\r\n]*|/\*.*?\*/"
TOKEN = re.compile(
    rf"""(?P<comment>{COMMENT})
    |(?P<blank>\s+)
    |(?P<variable>\?[^\s(),.&|;~:%]+)
    |(?P<word>[^\W\d]\w*)
    |(?P<name>[-+]?\d+(?!\w)|\d\w*)
    |(?P<quoted>'(?:[^'\\\n]|\\[^\n])*')
    |(?P<mark>:-|<=|\\\+|\\=|!=|[(),.&|;~])
    |(?P<junk>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
UNEQUAL = ("\\=", "!=")


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def read(source: Source) -> Description:
    """The description of a text; GalakitError where it is none."""
    return _Reader(source).description()


def tokens(source: Source) -> list[_Token]:
    """The tokens of a text, without blanks and comments; one more marks the end."""
    found = []
    for number, match in enumerate(TOKEN.finditer(source.text)):
        if number >= 2 * MOST_WORDS:  # half of them are blanks
            raise too_long(source, match.start())
        kind, text = match.lastgroup or "", match[0]
        if text == "/" and source.text.startswith("/*", match.start()):
            span = Span(source, match.start(), match.start() + 2)
            raise GalakitError("a comment is not closed", span=span, hint="write `*/` behind it", id="GK900")
        if kind == "word":
            called = source.text.startswith("(", match.end())  # no variable has arguments
            kind = "variable" if (text[0].isupper() or text[0] == "_") and not called else "name"
        if kind not in ("blank", "comment"):
            found.append(_Token(kind, text, match.start(), match.end()))
    found.append(_Token("end", "", len(source.text), len(source.text)))
    return found


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.spelling = Spelling()
        self.tokens = tokens(source)
        self.at = 0
        self.deep = 0
        self.nameless = 0
        self.used = {token.text.lstrip("?").lower() for token in self.tokens if token.kind == "variable"}

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
        self.spelling.new_clause()
        start = self._now.start
        if self._now.kind == "name" and self._now.text.lower() in ("distinct", *CONNECTIVES):
            self._fail(f"`{self._now.text}` cannot be what a rule defines", "the head is an atom")
        head = self._atom()
        body: tuple[Part, ...] = ()
        if self._take(":-", "<="):
            body = either(self._alternatives())
        end = self.tokens[self.at - 1].end
        self._take(".")
        return Clause(head, body, Span(self.source, start, end))

    def _alternatives(self) -> tuple[tuple[Part, ...], ...]:
        found = [self._body()]
        while self._take("|", ";"):
            found.append(self._body())
        return tuple(found)

    def _body(self) -> tuple[Part, ...]:
        found = [*self._part()]
        while self._take("&", ","):
            found += self._part()
        return tuple(found)

    def _part(self) -> tuple[Part, ...]:
        start = self._now.start
        positive = True
        while self._negated():
            positive = not positive
        if self._take("("):
            self._deeper()
            alternatives = self._alternatives()
            self._close()
            return either(alternatives, positive)
        if self._now.kind == "variable":
            left = self._term()
            if self._take(*UNEQUAL):
                return (Literal(("distinct", left, self._term()), positive, self._span(start)),)
            self._fail("a variable stands where an atom must be", "name a predicate")
        word = self._now.text.lower()
        if word in ("or", "and") and self.tokens[self.at + 1].text == "(":
            self.at += 2
            self._deeper()
            parts = [self._part()]
            while self._take(","):
                parts.append(self._part())
            self._close()
            return either(tuple(parts) if word == "or" else (tuple(chain.from_iterable(parts)),), positive)
        atom = self._atom()
        if self._take(*UNEQUAL):
            atom = ("distinct", atom, self._term())
        return (Literal(atom, positive, self._span(start)),)

    def _negated(self) -> bool:
        if self._take("~", "\\+"):
            return True
        behind = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if self._now.kind in ("name", "variable") and self._now.text.lower() == "not" and behind.text not in UNEQUAL:
            self.at += 1
            return True
        return False

    def _atom(self) -> Term:
        if self._now.kind not in ("name", "quoted"):
            self._fail("an atom is expected here", "write `name(...)`, and `:-` between head and body")
        if self._now.text.strip("'").lower() in CONNECTIVES:
            self._fail(f"`{self._now.text}` cannot be a predicate", "give it another name")
        return self._term()

    def _term(self) -> Term:
        token = self._now
        if token.kind == "variable":
            self.at += 1
            if token.text == "_":
                return self._nameless()
            text = token.text[1:] if token.text[0] == "?" else token.text[0].lower() + token.text[1:]
            return self.spelling.variable(text, Span(self.source, token.start, token.end))
        if self._take("("):
            self._deeper()
            parts = self._terms()
            return parts[0] if len(parts) == 1 else (TUPLE, *parts)
        if token.kind not in ("name", "quoted"):
            self._fail("a term is expected here", "write a name, a variable, or `name(...)`")
        text = re.sub(r"\\(.)", r"\1", token.text[1:-1]) if token.kind == "quoted" else token.text
        if text.startswith("?"):
            self._fail("only variables begin with a question mark", "give it another name")
        self.at += 1
        name = self.spelling.name(text, Span(self.source, token.start, token.end))
        if self._now.text != "(" or self._now.start != token.end:
            return name
        self.at += 1
        if self._take(")"):
            return name  # `noop()` is `noop`
        self._deeper()
        return (name, *self._terms())

    def _nameless(self) -> Variable:
        while True:
            self.nameless += 1
            if f"_{self.nameless}" not in self.used:
                return Variable(f"_{self.nameless}")

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
            raise too_deep(self.source, self._now.start)

    def _close(self) -> None:
        if not self._take(")"):
            self._fail("a bracket is not closed here", "write `)` or a comma")
        self.deep -= 1

    def _span(self, start: int) -> Span:
        return Span(self.source, start, self.tokens[self.at - 1].end)

    def _fail(self, message: str, hint: str) -> NoReturn:
        here = self._now
        if here.kind == "junk" and here.text == "'":
            message, hint = "a quoted name is not closed", "write `'` behind it, on the same line"
        end = max(here.end, here.start + (here.kind != "end"))
        raise GalakitError(message, span=Span(self.source, here.start, end), hint=hint, id="GK900")
