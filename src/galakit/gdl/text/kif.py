"""Reading the prefix notation: `(<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))`, comments behind `;`.

A 0-ary term may stand in brackets or not: `(noop)` is `noop`. What follows `%`, and what stands between `#|` and
`|#`, are comments as well.

>>> from galakit.errors import Source
>>> read(Source("<text>", "(role x) (<= terminal (not (true open)))")).clauses[1].head
'terminal'
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn

from galakit.errors import Diagnostic, GalakitError, Source, Span
from galakit.gdl.text.limits import DEEPEST, MOST_WORDS, too_deep, too_long
from galakit.gdl.text.spelling import Spelling
from galakit.gdl.text.syntax import CONNECTIVES, Clause, Description, Literal, Part, Term, Variable, either

COMMENT = r";[^\r\n]*|(?<![^\s()])%[^\r\n]*|\#\|.*?\|\#"
TOKEN = re.compile(rf"(?P<comment>{COMMENT})|[()]|[^\s();]+", re.DOTALL | re.MULTILINE)


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
        self.problems: list[Diagnostic] = []

    def description(self) -> Description:
        forms = self._forms()
        if len(forms) == 1 and forms[0].items and forms[0].items[0].items is not None:
            forms = list(forms[0].items)  # messages of the network send all clauses in one pair of brackets
        clauses = tuple(self._clause(form) for form in forms)
        return Description(clauses, self.spelling.first, self.source, "kif", (*self.problems, *self.spelling.problems))

    def _forms(self) -> list[_Form]:
        """The lists and words of the text, without recursion: no nesting is too deep to be told so."""
        open_at: list[int] = []
        inside: list[list[_Form]] = [[]]
        for number, found in enumerate(TOKEN.finditer(self.source.text)):
            text = found[0]
            if number >= MOST_WORDS:
                raise too_long(self.source, found.start())
            if text.startswith("#|") and found.lastgroup != "comment":
                self._fail("a comment is not closed", found.start(), found.end(), "write `|#` behind it")
            if found.lastgroup == "comment":
                continue
            if text == "(":
                open_at.append(found.start())
                inside.append([])
                if len(open_at) > DEEPEST:
                    raise too_deep(self.source, found.start())
            elif text == ")":
                if not open_at:
                    self._fail("a bracket is closed that was never opened", found.start(), found.end(), "remove it")
                items = tuple(inside.pop())
                before = inside[-1][-1] if inside[-1] else None
                if not items and before is not None and before.items is None and before.end == open_at[-1]:
                    open_at.pop()  # `open()` is meant to be `open`
                    continue
                inside[-1].append(_Form("", items, open_at.pop(), found.end()))
            else:
                inside[-1].append(_Form(text, None, found.start(), found.end()))
        if open_at:
            self._fail("a bracket is never closed", open_at[-1], open_at[-1] + 1, "close it with `)`")
        return inside[0]

    def _clause(self, form: _Form) -> Clause:
        self.spelling.new_clause()
        span = self._span(form)
        if form.items and form.items[0].word == "<=":
            if len(form.items) == 1:
                self._fail("a rule needs a head", form.start, form.end, "write `(<= head body ...)`")
            return Clause(self._head(form.items[1]), self._parts(form.items[2:]), span)
        return Clause(self._head(form), (), span)

    def _head(self, form: _Form) -> Term:
        word = form.items[0].word if form.items else form.word
        if word.lower() in ("<=", "distinct", *CONNECTIVES):
            self._fail(f"`{word}` cannot be what a rule defines", form.start, form.end, "the head is an atom")
        return self._atom(form)

    def _parts(self, forms: tuple[_Form, ...]) -> tuple[Part, ...]:
        parts: list[Part] = []
        negated: _Form | None = None
        for form in forms:
            if form.word.lower() == "not" and negated is None and form is not forms[-1]:
                self._missing_brackets(form)
                negated = form
            else:
                parts += self._part(form, negated is None)
                negated = None
        return tuple(parts)

    def _part(self, form: _Form, positive: bool) -> tuple[Part, ...]:
        word = (form.items[0].word if form.items else form.word).lower()
        if word == "<=":
            self._fail("a rule stands inside of another", form.start, form.end, "close the brackets of the rule before")
        if word not in CONNECTIVES:
            return (Literal(self._atom(form), positive, self._span(form)),)
        rest = form.items[1:] if form.items else ()
        if not rest or (word == "not" and len(rest) > 1):
            many = "one condition" if word == "not" else "conditions"
            self._fail(f"`{word}` takes {many}", form.start, form.end, f"write `({word} (...))`")
        if word == "not":
            return self._part(rest[0], not positive)
        if word == "or":
            return either(tuple(self._part(f, True) for f in rest), positive)
        return either((self._parts(rest),), positive)

    def _missing_brackets(self, form: _Form) -> None:
        self.problems.append(
            Diagnostic(
                "`not` has no brackets: read as the negation of what follows",
                self._span(form),
                hint="write `(not (...))`",
                severity="warning",
                id="GK905",
            )
        )

    def _atom(self, form: _Form) -> Term:
        term = self._term(form)
        if isinstance(term, Variable):
            self._fail("a variable stands where an atom must be", form.start, form.end, "name a predicate")
        return term

    def _term(self, form: _Form) -> Term:
        if form.items is None:
            if form.word.startswith("?"):
                return self.spelling.variable(form.word[1:], self._span(form))
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
