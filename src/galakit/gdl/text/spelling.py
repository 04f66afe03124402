"""How names are spelt: kept for output, and doubtful where one name is spelt in two ways."""

from __future__ import annotations

from galakit.errors import Diagnostic, Label, Span
from galakit.gdl.text.syntax import Variable


class Spelling:
    """The names met so far. Variables are known by their names behind a question mark."""

    def __init__(self) -> None:
        self.first: dict[str, str] = {}
        """how each name was first spelt"""
        self.problems: list[Diagnostic] = []
        self._known: dict[str, str] = {}
        self._spans: dict[str, Span] = {}
        self._doubtful: set[str] = set()
        self._variables: dict[str, tuple[str, Span]] = {}

    def name(self, text: str, span: Span) -> str:
        """The name in lower case."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = text.lower()
            if known not in self.first:
                self.first[known] = text
                self._spans[known] = span
            elif known not in self._doubtful:
                self._doubtful.add(known)
                self._doubt(text, self.first[known], span, self._spans[known])
        return known

    def variable(self, text: str, span: Span) -> Variable:
        """The variable that is spelt so; clauses may spell the same name differently, but each in one way."""
        known = text.lower()
        self.first.setdefault(f"?{known}", f"?{text}")
        before, place = self._variables.setdefault(known, (text, span))
        if before != text:
            self._doubt(text, before, span, place)
            self._variables[known] = (text, span)
        return Variable(known)

    def new_clause(self) -> None:
        self._variables.clear()

    def _doubt(self, text: str, before: str, span: Span, place: Span) -> None:
        self.problems.append(
            Diagnostic(
                f"`{text}` and `{before}` are one name: case does not count",
                span,
                hint="spell it in one way",
                severity="warning",
                id="GK901",
                labels=(Label(place, "first spelt here"),),
            )
        )
