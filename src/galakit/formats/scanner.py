"""Reading the tokens of Gambit's files: labels in quotation marks, numbers, words, braces, commas; with their places.

Blanks and line ends of every kind mean nothing outside labels. Inside a label only `\\"` is special: it stands for a
quotation mark, and every other backslash for itself. Numbers are read exactly, decimals too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NoReturn

from galakit.errors import GalakitError, Source, Span

# A word, a label without backslash, a brace or comma, the beginning of another label; or the end.
_TOKEN = re.compile(r'\s*(?:([^\s{},"]+)|"([^"\\]*)"|([{},])|(")|\Z)')
_NUMBER = re.compile(r"[+-]?(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?)", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
LONGEST = 1_000  # characters of a number
LARGEST = 10**300  # of a number: floats must be able to hold it, and sums of it
LIMIT_BITS = 66_000  # of the common denominator of all fractions, about 20,000 digits: exact work needs it

TEXT, WORD, END = "text", "word", "end"
"""kinds of tokens; a brace or a comma is its own kind"""


class Scanner:
    """The current token of a text: its kind, its value and its place.

    >>> scanner = Scanner(Source("game.efg", 'EFG 2 R "say \\\\"no\\\\"" { .25 }'))
    >>> scanner.word("EFG", "."), scanner.whole("the version"), scanner.word("R", "."), scanner.label("the title")
    ('EFG', 2, 'R', 'say "no"')
    >>> scanner.take("{", "."), scanner.number("a payoff"), scanner.kind
    (None, Fraction(1, 4), '}')
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.kind = ""
        self.value = ""
        self.start = self.end = 0
        self.closed = 0
        """the end of the last brace that was taken"""
        self._numbers: dict[str, Fraction] = {}
        self._denominator = 1
        self.advance()

    def advance(self) -> None:
        """Go on to the next token."""
        found = _TOKEN.match(self.text, self.end)
        assert found is not None  # the expression matches at every place, at the end too
        which = found.lastindex
        self.end = found.end()
        if which is None:
            self.kind, self.value, self.start = END, "", self.end
            return
        self.kind = (WORD, TEXT, found[0][-1], "")[which - 1]
        self.value = found[which]
        self.start = found.start(which) - (which == 2)
        if which == 4:
            self._label_with_backslash()

    def _label_with_backslash(self) -> None:
        text, start = self.text, self.start
        close = text.find('"', start + 1)
        while close > 0 and text[close - 1] == "\\":
            close = text.find('"', close + 1)
        if close < 0:
            self.fail("this label is never closed", hint='end it with a quotation mark: "', end=start + 1)
        self.kind, self.end = TEXT, close + 1
        self.value = text[start + 1 : close].replace('\\"', '"')

    def skip(self, text: str) -> bool:
        """Go past a text of several tokens, if it stands here."""
        if not text or not self.text.startswith(text, self.start):
            return False
        self.end = self.start + len(text)
        self.advance()
        return True

    def fail(
        self,
        message: str,
        *,
        hint: str | None = None,
        notes: Sequence[str] = (),
        start: int | None = None,
        end: int | None = None,
    ) -> NoReturn:
        """Refuse the file: at the current token, or from `start` to `end`."""
        begin = self.start if start is None else start
        stop = (self.end if start is None else begin + 1) if end is None else end
        raise GalakitError(message, span=Span(self.source, begin, max(stop, begin)), hint=hint, notes=notes, id="GK801")

    def missing(self, what: str, hint: str | None = None) -> NoReturn:
        """Refuse the current token where something else must stand."""
        found = {END: "the file ends", TEXT: "a label stands"}.get(self.kind, f"`{self.value[:40]}` stands")
        self.fail(f"{found} where {what} is needed", hint=hint)

    def line(self, offset: int) -> int:
        """The line of an offset, for notes."""
        return self.source.line_and_column(offset)[0]

    def take(self, brace: str, what: str) -> None:
        """Go past a brace, which opens or closes what is named."""
        if self.kind != brace:
            self.missing(f"`{brace}`", f"`{brace}` {'before' if brace == '{' else 'after'} {what}")
        self.closed = self.end
        self.advance()

    def word(self, expected: str, hint: str) -> str:
        """Go past a word, one of the expected ones (separated by blanks)."""
        if self.kind != WORD or self.value not in expected.split():
            self.missing(" or ".join(f"`{e}`" for e in expected.split()), hint)
        return self._taken()

    def label(self, what: str) -> str:
        """Go past a label."""
        if self.kind != TEXT:
            self.missing(what, "labels stand in quotation marks, also empty ones")
        return self._taken()

    def whole(self, what: str) -> int:
        """Go past a whole number."""
        if self.kind != WORD or not _WHOLE.fullmatch(self.value):
            self.missing(what)
        return int(self._taken())

    def number(self, what: str) -> Fraction:
        """Go past a number: `3`, `-1/2`, `.75` or `1.5e-3`."""
        known = self._numbers.get(self.value) if self.kind == WORD else None
        if known is None:
            known = self._numbers[self.value] = self._read_number(what)
        self.advance()
        return known

    def _read_number(self, what: str) -> Fraction:
        if self.kind != WORD or len(self.value) > LONGEST or not _NUMBER.fullmatch(self.value):
            self.missing(what, "numbers are written 3, -1/2, 0.75 or 1.5e-3")
        try:
            number = Fraction(self.value)
        except ZeroDivisionError:
            self.fail("this fraction divides by zero")
        if abs(number) > LARGEST:
            self.fail("this number is too large", hint="numbers must lie between -10**300 and 10**300")
        self._denominator = lcm(self._denominator, number.denominator)
        if self._denominator.bit_length() > LIMIT_BITS:
            self.fail("the fractions up to here have no common denominator of fewer than 20,000 digits")
        return number

    def _taken(self) -> str:
        value = self.value
        self.advance()
        return value
