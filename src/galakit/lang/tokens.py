"""Text to tokens, by one master regular expression.

The tokenizer never fails: what it cannot read becomes an `error` token and a diagnostic, and it goes on behind it.
Comments are kept aside for the formatter.

>>> [t.text for t in tokenize(Source("<text>", "bet(X) :- X >= 0'a. % all in")).tokens]
['bet', '(', 'X', ')', ':-', 'X', '>=', "0'a", '.', '']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from galakit.errors import Diagnostic, Source, Span
from galakit.lang.terms import Float, number

TokenKind = Literal["atom", "quoted", "var", "number", "string", "punct", "end", "error", "eof"]

MAX_DIGITS = 10_000
MAX_ERRORS = 20


@dataclass(slots=True, eq=False)
class Token:
    """`value` is the name of an atom or variable, the number, or the characters of a string."""

    kind: TokenKind
    text: str
    value: Any
    start: int
    end: int
    layout_before: bool


class Comment(NamedTuple):
    text: str
    start: int
    end: int


class Tokens(NamedTuple):
    """`tokens` ends with one token of kind `eof`."""

    tokens: list[Token]
    comments: list[Comment]
    diagnostics: list[Diagnostic]


def tokenize(source: Source) -> Tokens:
    """All tokens of a text, its comments, and what was wrong with it."""
    text = source.text
    tokens: list[Token] = []
    comments: list[Comment] = []
    diagnostics: list[Diagnostic] = []
    add = tokens.append
    behind = 0
    for found in _MASTER.finditer(text):  # `junk` and `eof` leave no gap
        group = found.lastgroup or "eof"
        start, position = found.span(group)
        word = found[group]
        layout = start != behind
        if group == "name":
            first = word[0]
            add(Token("var" if first == "_" or first.isupper() else "atom", word, word, start, position, layout))
        elif group == "punct":
            add(Token("punct", word, word, start, position, layout))
        elif group == "symbol":
            add(Token("atom", word, word, start, position, layout))
        elif group == "end":
            add(Token("end", word, word, start, position, layout))
        elif group == "comment":
            comments.append(Comment(word, start, position))
            continue  # `behind` stays, so that a comment counts as layout
        elif group == "eof":
            break
        else:
            try:
                kind, value = _read(group, word, start)
            except _Flaw as flaw:
                kind, value = "error", None
                if len(diagnostics) < MAX_ERRORS:
                    span = Span(source, flaw.start, flaw.end)
                    diagnostics.append(Diagnostic(flaw.message, span, flaw.hint, id=flaw.id))
            add(Token(kind, word, value, start, position, layout))
        behind = position
    end = len(text)
    add(Token("eof", "", None, end, end, behind != end))
    return Tokens(tokens, comments, diagnostics)


_ESCAPE = r"\\(?:x[0-9a-fA-F]+\\?|[0-7]+\\?|[\s\S])"
_DIGITS = r"[0-9]++(?:_[0-9]++)*+"
_ATOM = rf"'(?:[^'\\\n]++|{_ESCAPE}|'')*+"
_STRING = rf'"(?:[^"\\\n]++|{_ESCAPE}|"")*+'

# The order of the alternatives matters: longer readings first.
_MASTER = re.compile(
    rf"""[\s\ufeff]*+(?:
    (?P<name>[a-zA-Z_]\w*+|[^\W\d]\w*+)
  | (?P<punct>[()\[\]{{}},|])
  | (?P<comment>%[^\n]*+|/\*[\s\S]*?\*/)
  | (?P<open_comment>/\*[\s\S]*+)
  | (?P<end>\.(?=\s|%|\Z))
  | (?P<symbol>[\#&*+\-./:<=>?@^~\\]++|[!;$])
  | (?P<char>0'(?:{_ESCAPE}|''|[^'\\\n]))
  | (?P<radix>0x[0-9a-fA-F]++|0o[0-7]++|0b[01]++)
  | (?P<rational>{_DIGITS}r{_DIGITS}(?!\w))
  | (?P<float>{_DIGITS}(?:\.[0-9]++(?:[eE][+-]?[0-9]++|Inf|NaN)?+|[eE][+-]?[0-9]++))
  | (?P<integer>{_DIGITS})
  | (?P<quoted>{_ATOM}')
  | (?P<string>{_STRING}")
  | (?P<open_quoted>{_ATOM}\\?)
  | (?P<open_string>{_STRING}\\?)
  | (?P<eof>\Z)
  | (?P<junk>[\s\S])
    )""",
    re.VERBOSE,
)

_IN_QUOTES = re.compile(
    r"""\\(?:x(?P<hex>[0-9a-fA-F]+)\\?|(?P<octal>[0-7]+)\\?|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})"""
    r"""|(?P<letter>[\s\S]))|''|\"\""""
)
_LETTERS = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b", "s": " ", "0": "\0",
    "\\": "\\", "'": "'", '"': '"', "`": "`", "\n": "",
}  # fmt: skip


class _Flaw(Exception):
    def __init__(self, message: str, start: int, end: int, hint: str | None = None, *, id: str) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.hint, self.id = message, start, end, hint, id


def _read(group: str, word: str, start: int) -> tuple[TokenKind, Any]:
    """Kind and value of the rarer tokens."""
    end = start + len(word)
    match group:
        case "integer":
            return "number", _integer(word, start)
        case "quoted" | "string":
            return "quoted" if group == "quoted" else "string", _unescape(word[1:-1], word[0], start + 1)
        case "float":
            return "number", _float(word, start)
        case "char":
            value = _unescape(word[2:], "'", start + 2)
            if len(value) != 1:
                raise _Flaw("a character must follow `0'`", start, end, "write `0'a` for the code of `a`", id="GK005")
            return "number", ord(value)
        case "radix":
            if len(word) > MAX_DIGITS:
                raise _too_long(start, end)
            return "number", int(word, 0)
        case "rational":
            above, below = (_integer(part, start) for part in word.split("r"))
            if below == 0:
                raise _Flaw("a rational number with denominator 0", start, end, "write another denominator", id="GK005")
            return "number", number(Fraction(above, below))
        case "open_comment":
            raise _Flaw("this comment is never closed", start, start + 2, "end it with `*/`", id="GK003")
        case "open_quoted" | "open_string":
            what = "quoted atom" if group == "open_quoted" else "string"
            hint = f"close it with `{word[0]}` on the same line; a line break inside is written `\\n`"
            raise _Flaw(f"this {what} is never closed", start, end, hint, id="GK002")
    if word == "`":
        raise _Flaw("a back quote has no meaning here", start, end, "write 'an atom' or \"a string\"", id="GK001")
    if word in "“”„‟‘’‚‛«»":
        raise _Flaw(f"`{word}` is not a quote here", start, end, "write straight quotes: 'text'", id="GK001")
    name = f"`{word}`" if word.isprintable() else f"U+{ord(word):04X}"
    raise _Flaw(f"unexpected character {name}", start, end, "remove it, or put it inside quotes", id="GK001")


def _too_long(start: int, end: int) -> _Flaw:
    return _Flaw(
        f"a number of more than {MAX_DIGITS:,} digits",
        start,
        end,
        "write it as a power, as in 10 ** 20_000",
        id="GK005",
    )


def _integer(word: str, start: int) -> int:
    digits = word.replace("_", "")
    if len(digits) <= 4000:
        return int(digits)
    if len(digits) > MAX_DIGITS:
        raise _too_long(start, start + len(word))
    value = 0
    for i in range(0, len(digits), 4000):  # Python itself refuses more than 4300 digits at a time
        piece = digits[i : i + 4000]
        value = value * 10 ** len(piece) + int(piece)
    return value


def _float(word: str, start: int) -> Float:
    if word.endswith("Inf"):
        return Float("inf")
    if word.endswith("NaN"):
        return Float("nan")
    value = Float(word.replace("_", ""))
    if value == Float("inf"):
        raise _Flaw("this float is too large", start, start + len(word), "write `1.0Inf` for infinity", id="GK005")
    return value


def _unescape(body: str, quote: str, offset: int) -> str:
    """The characters that the inside of a quoted token stands for."""
    if "\\" not in body and quote not in body:
        return body

    def replace(found: re.Match[str]) -> str:
        start, end = offset + found.start(), offset + found.end()
        group = found.lastgroup
        if group is None:  # a doubled quote; the other kind of quote may stand doubled as itself
            return quote if found[0][0] == quote else found[0]
        if group == "letter":
            letter = found[group]
            if letter not in _LETTERS:
                shown = letter if letter.isprintable() else f"U+{ord(letter):04X}"
                raise _Flaw(f"unknown escape `\\{shown}`", start, end, "write `\\\\` for a backslash", id="GK004")
            return _LETTERS[letter]
        digits = found[group].lstrip("0") or "0"
        code = int(digits, 8 if group == "octal" else 16) if len(digits) < 12 else 0x110000
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise _Flaw("this escape names no character", start, end, "write the character itself", id="GK004")
        return chr(code)

    return _IN_QUOTES.sub(replace, body)
