"""How names are spelt: kept for output, and doubtful where one name is spelt in two ways."""

from __future__ import annotations

from galakit.errors import Diagnostic, Label, Span


class Spelling:
    """The names met so far."""

    def __init__(self) -> None:
        self.first: dict[str, str] = {}
        self._spans: dict[str, Span] = {}
        self.problems: list[Diagnostic] = []

    def name(self, text: str, span: Span) -> str:
        """The name in lower case."""
        known = text.lower()
        before = self.first.get(known)
        if before is None:
            self.first[known] = text
            self._spans[known] = span
        elif before != text and known not in _warned(self.problems):
            self.problems.append(
                Diagnostic(
                    f"`{text}` and `{before}` are one name: case does not count",
                    span,
                    hint="spell it in one way",
                    severity="warning",
                    id="GK901",
                    labels=(Label(self._spans[known], "first spelt here"),),
                )
            )
        return known


def _warned(problems: list[Diagnostic]) -> set[str]:
    return {str(p.span.source.text[p.span.start : p.span.end]).lower() for p in problems if p.span is not None}
