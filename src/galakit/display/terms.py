"""Facts, moves and patterns as terms: names, numbers, quoted text, lists, tuples, calls, and operators between them.

Rules of every kind write their facts in this notation, and a display's patterns are written in it, too; there, names
with a capital letter are variables. A text that is no term, or is too long or too deep, has none.

>>> read("myhand([2,'K'])").args[0].args[1].name
'K'
>>> read("no term )") is None
True
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from galakit.rules.knowledge import QUOTED

LONGEST = 2_000  # characters of a text that is read
DEEPEST = 30  # brackets inside each other
OPERATORS = 200  # in a text
KEPT = 20_000  # terms that are remembered
DIGITS = 50  # of a number that is calculated with

Kind: TypeAlias = Literal["number", "name", "text", "variable", "value", "call", "list", "tuple", "sign"]


class Term(NamedTuple):
    """A term. `text` is a quoted name; `value` is `$name`; `sign` is an operator with its operands as arguments."""

    kind: Kind
    name: str = ""
    """of a name, a call or an operator; the digits of a number; quoted names without their quotes"""
    args: tuple[Term, ...] = ()
    quoted: bool = False
    """whether the name of a call is quoted"""


ANYTHING = "_"
"""the variable that matches anything"""

_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|([^\W\d]\w*)|({QUOTED})|([$?][^\W\d]\w*)|(\S))")
_NUMBER, _NAME, _QUOTED, _VALUE, _SIGN = range(1, 6)
_ESCAPED = re.compile(r"\\x([0-9a-fA-F]{1,6})\\|\\(.)")
_OPERATORS = frozenset("+-*/=<>:^.@#~&")
_BINDING = {":": 0, "+": 2, "-": 2, "*": 3, "/": 3, "^": 4, "**": 4}
"""how tightly operators bind; all others, comparisons mostly, bind like `=`"""
_COMPARING = 1


@lru_cache(KEPT)
def read(text: str) -> Term | None:
    """The term of a fact or a move; None where the text is none."""
    return _read(text, False) if len(text) <= LONGEST else None


@lru_cache(1_000)
def read_pattern(text: str) -> Term | None:
    """The term of a side of a display, in which `X`, `_` and `?x` are variables; None where the text is none.

    >>> read_pattern("bet(Who,?n)").args
    (Term(kind='variable', name='Who', args=(), quoted=False), Term(kind='variable', name='n', args=(), quoted=False))
    """
    return _read(text, True)


def _read(text: str, variables: bool) -> Term | None:
    try:
        return _Reader(text, variables).whole()
    except _Strange:
        return None


def number(term: Term) -> int | Fraction | None:
    """The value of arithmetic over numbers; None where it has none.

    >>> number(read("3 - 1")), number(read("1/3")), number(read("a/b"))
    (2, Fraction(1, 3), None)
    """
    if term.kind == "number":
        found = Fraction(term.name) if len(term.name) <= DIGITS else None
    elif term.kind == "tuple" and len(term.args) == 1:
        return number(term.args[0])
    elif term.kind == "sign" and term.name in _ARITHMETIC:
        found = _calculated(term.name, [number(arg) for arg in term.args])
    else:
        return None
    return None if found is None else found.numerator if found.denominator == 1 else found


_ARITHMETIC = frozenset("+-*/")


def _calculated(sign: str, operands: list[int | Fraction | None]) -> Fraction | None:
    values = [Fraction(x) for x in operands if x is not None]
    if len(values) < len(operands) or (sign == "/" and values[-1] == 0):
        return None
    if len(values) == 1:
        return -values[0]
    a, b = values
    found = a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b
    return found if max(abs(found.numerator), found.denominator) < 10**DIGITS else None


def number_term(value: int | Fraction) -> Term:
    """A number as a term."""
    if isinstance(value, Fraction) and value.denominator > 1:
        return Term("sign", "/", (number_term(value.numerator), number_term(value.denominator)))
    return Term("number", str(value)) if value >= 0 else Term("sign", "-", (Term("number", str(-value)),))


def bare(term: Term) -> Term:
    """A term without brackets around it.

    >>> bare(read("((x))")).name
    'x'
    """
    while term.kind == "tuple" and len(term.args) == 1:
        term = term.args[0]
    return term


def alike(a: Term, b: Term) -> bool:
    """Whether two terms are the same: numbers by value, and names whether or not they are quoted.

    >>> alike(read("f('a',1/2)"), read("f(a,2/4)")), alike(read("(a)"), read("b"))
    (True, False)
    """
    a, b = bare(a), bare(b)
    if a == b:
        return True
    if a.kind in ("number", "sign") and b.kind in ("number", "sign"):
        value = number(a)
        if value is not None or number(b) is not None:
            return value == number(b)
    return (
        _sort(a) == _sort(b)
        and a.name == b.name
        and len(a.args) == len(b.args)
        and all(alike(x, y) for x, y in zip(a.args, b.args))
    )


def _sort(term: Term) -> str:
    return "name" if term.kind == "text" else term.kind


def key_of(term: Term) -> str:
    """A text that is the same for terms that are the same: for tables.

    >>> key_of(read("('a', 2/4)")), key_of(read("(a,1/2)"))
    ('(a,1/2)', '(a,1/2)')
    """
    term = bare(term)
    value = number(term)
    if value is not None:
        return str(value)
    inside = ",".join(map(key_of, term.args))
    if term.kind in ("call", "sign"):
        return f"{term.name}({inside})"
    if term.kind in ("list", "tuple"):
        return f"[{inside}]" if term.kind == "list" else f"({inside})"
    return term.name


class _Strange(Exception):
    """The text is no term."""


class _Reader:
    """Reads a term by recursive descent."""

    def __init__(self, text: str, variables: bool) -> None:
        self.tokens = [(match.lastindex or 0, match[match.lastindex or 0]) for match in _TOKEN.finditer(text)]
        self.next, self.depth, self.operators, self.variables = 0, 0, 0, variables

    def whole(self) -> Term:
        term = self._term()
        if self.next < len(self.tokens):
            raise _Strange
        return term

    def _peek(self) -> str:
        """The sign that comes next; nothing where it is none."""
        kind, text = self.tokens[self.next] if self.next < len(self.tokens) else (0, "")
        return text if kind == _SIGN else ""

    def _take(self, sign: str) -> bool:
        found = self._peek() == sign
        self.next += found
        return found

    def _term(self, loosest: int = 0) -> Term:
        """Operands with operators between them that bind at least so tightly."""
        term = self._operand()
        while sign := self._sign():
            binding = _BINDING.get(sign, _COMPARING)
            if binding < loosest:
                break
            self.next += len(sign)
            self.operators += 1
            if self.operators > OPERATORS:
                raise _Strange
            term = Term("sign", sign, (term, self._term(binding + 1)))
        return term

    def _sign(self) -> str:
        """The operator that comes next, which may have several characters; a minus begins an operand."""
        sign = self._peek()
        if sign not in _OPERATORS:
            return ""
        ahead = self.next + 1
        while ahead < len(self.tokens):
            kind, more = self.tokens[ahead]
            if kind != _SIGN or more not in _OPERATORS or more == "-":
                break
            sign, ahead = sign + more, ahead + 1
        return sign

    def _operand(self) -> Term:
        if self.next >= len(self.tokens):
            raise _Strange
        kind, text = self.tokens[self.next]
        self.next += 1
        if kind == _NUMBER:
            return Term("number", text)
        if kind in (_NAME, _QUOTED):
            return self._named(text, kind == _QUOTED)
        if kind == _VALUE and self.variables:
            return Term("value" if text[0] == "$" else "variable", text[1:])
        if text == "-" and self.next < len(self.tokens) and self.tokens[self.next][0] == _NUMBER:
            self.next += 1
            return Term("sign", "-", (Term("number", self.tokens[self.next - 1][1]),))
        if text == "(":
            return Term("tuple", "", self._until(")"))
        if text == "[":
            return Term("list", "", self._until("]"))
        if text == "…" or self._alone(text):
            return Term("name", text)
        raise _Strange

    def _alone(self, sign: str) -> bool:
        """Whether an operator stands for itself, as in `first(<)`."""
        closes = self.next >= len(self.tokens) or self._peek() in (",", ")", "]")
        return closes and (sign in _OPERATORS or sign == "?")

    def _named(self, text: str, quoted: bool) -> Term:
        name = unquoted(text) if quoted else text
        if self._take("("):
            return Term("call", name, self._until(")"), quoted)
        if quoted:
            return Term("text", name)
        if self.variables and (text[0] == "_" or text[0].isupper()):
            return Term("variable", text)
        return Term("name", text)

    def _until(self, end: str) -> tuple[Term, ...]:
        """What stands between commas, up to the bracket."""
        if self._take(end):
            return ()
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Strange
        parts = [self._term()]
        while self._take(","):
            parts.append(self._term())
        if not self._take(end):
            raise _Strange
        self.depth -= 1
        return tuple(parts)


def unquoted(text: str) -> str:
    r"""A quoted name without its quotes; a character that cannot be seen stays as it is written.

    >>> unquoted(r"'it\'s'"), unquoted(r"'\x24\5'"), unquoted(r"'turned\x202e\round'")
    ("it's", '$5', 'turned\\x202e\\round')
    """
    return _ESCAPED.sub(_unescaped, text[1:-1]) or text


def _unescaped(found: re.Match[str]) -> str:
    code, letter = found.groups()
    if code is None:
        return {"n": " ", "t": " "}.get(letter, letter)
    character = chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else ""
    return character if character.isprintable() and character else found[0]
