"""Reading the prefix notation: `(<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))`, comments behind `;`.

>>> from galakit.errors import Source
>>> read(Source("<text>", "(role x) (<= terminal (not (true open)))")).clauses[1].head
'terminal'
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn

from galakit.errors import GalakitError, Source, Span
from galakit.gdl.text.spelling import Spelling
from galakit.gdl.text.syntax import Clause, Description, Either, Literal, Part, Term, Variable

DEEPEST = 200

_TOKEN = re.compile(r"[()]|[^\s();]+|;[^\n]*")


class _Form(NamedTuple):
    """A word, or a list of forms."""

    word: str
    items: tuple[Any, ...] | None
    start: int
    end: int


def read(source: Source) -> Description:
    """The description of a text; GalakitError where it is none."""
    return _Reader(source).description()


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.spelling = Spelling()

    def description(self) -> Description:
        forms = self._forms()
        if len(forms) == 1 and forms[0].items and forms[0].items[0].items is not None:
            forms = list(forms[0].items)  # messages of the network send all clauses in one pair of brackets
        clauses = tuple(self._clause(form) for form in forms)
        return Description(clauses, self.spelling.first, self.source, "kif", tuple(self.spelling.problems))

    def _forms(self) -> list[_Form]:
        """The lists and words of the text, without recursion: no nesting is too deep to be told so."""
        open_at: list[int] = []
        inside: list[list[_Form]] = [[]]
        for found in _TOKEN.finditer(self.source.text):
            text = found[0]
            if text == "(":
                open_at.append(found.start())
                inside.append([])
                if len(open_at) > DEEPEST:
                    self._fail(
                        f"brackets are nested more than {DEEPEST} deep", found.start(), found.end(), "write it flatter"
                    )
            elif text == ")":
                if not open_at:
                    self._fail("a bracket is closed that was never opened", found.start(), found.end(), "remove it")
                items = tuple(inside.pop())
                before = inside[-1][-1] if inside[-1] else None
                if not items and before is not None and before.end == open_at[-1]:
                    open_at.pop()  # `open()` is meant to be `open`
                    continue
                inside[-1].append(_Form("", items, open_at.pop(), found.end()))
            elif not text.startswith(";"):
                inside[-1].append(_Form(text, None, found.start(), found.end()))
        if open_at:
            self._fail("a bracket is never closed", open_at[-1], open_at[-1] + 1, "close it with `)`")
        return inside[0]

    def _clause(self, form: _Form) -> Clause:
        span = self._span(form)
        if form.items and form.items[0].word == "<=":
            if len(form.items) == 1:
                self._fail("a rule needs a head", form.start, form.end, "write `(<= head body ...)`")
            return Clause(self._head(form.items[1]), tuple(self._part(f, True) for f in form.items[2:]), span)
        return Clause(self._head(form), (), span)

    def _head(self, form: _Form) -> Term:
        word = form.items[0].word if form.items else form.word
        if word.lower() in ("and", "or", "not", "<=", "distinct"):
            self._fail(f"`{word}` cannot be what a rule defines", form.start, form.end, "the head is an atom")
        return self._atom(form)

    def _part(self, form: _Form, positive: bool) -> Part:
        if not form.items:
            return Literal(self._atom(form), positive, self._span(form))
        word = form.items[0].word.lower()
        rest = form.items[1:]
        if word == "not":
            if len(rest) != 1:
                self._fail("`not` takes one condition", form.start, form.end, "write `(not (...))`")
            return self._part(rest[0], not positive)
        if word == "or":
            return Either(tuple((self._part(f, True),) for f in rest), positive)
        if word == "and":
            return Either((tuple(self._part(f, True) for f in rest),), positive)
        return Literal(self._atom(form), positive, self._span(form))

    def _atom(self, form: _Form) -> Term:
        term = self._term(form)
        if isinstance(term, Variable):
            self._fail("a variable stands where an atom must be", form.start, form.end, "name a predicate")
        return term

    def _term(self, form: _Form) -> Term:
        if form.items is None:
            if form.word.startswith("?"):
                return Variable(form.word[1:].lower())
            return self.spelling.name(form.word, self._span(form))
        if not form.items:
            self._fail("there is nothing between the brackets", form.start, form.end, "name something")
        if form.items[0].items is not None or form.items[0].word.startswith("?"):
            self._fail("a term begins with a name", form.items[0].start, form.items[0].end, "write `(name ...)`")
        name = self.spelling.name(form.items[0].word, self._span(form.items[0]))
        if len(form.items) == 1:
            return name  # `(noop)` is `noop`
        return (name, *(self._term(f) for f in form.items[1:]))

    def _span(self, form: _Form) -> Span:
        return Span(self.source, form.start, form.end)

    def _fail(self, message: str, start: int, end: int, hint: str) -> NoReturn:
        raise GalakitError(message, span=Span(self.source, start, end), hint=hint, id="GK900")
