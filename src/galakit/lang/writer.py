"""Run-time terms to text that reads back as the same term.

The style is that of SWI-Prolog's `writeq`: names quoted where needed, operators with as few brackets and blanks as will
do. Unbound variables become `_1`, `_2`, ... in order of appearance, so terms equal up to renaming have equal text. An
exact rational is written `1/3`, which reads back as a division.

>>> from galakit.lang.terms import list_term, sym
>>> write((sym(":", 2), sym("deck"), list_term([1, (sym("-", 1), 2), sym("Two words")])))
"deck:[1,-(2),'Two words']"
"""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from typing import Any

from galakit.lang.operators import ARGUMENT_PRIORITY, CLAUSE_PRIORITY, INFIX, PREFIX, is_operator
from galakit.lang.terms import CONS, CURLY, NIL, Float, Symbol, Term, Var, deref


def write_argument(term: Term, longest: int = sys.maxsize) -> str:
    """The text of a term as it stands among others: in brackets if a comma or anything looser holds it together."""
    return write(term, ARGUMENT_PRIORITY, longest)


def brief(term: Term, longest: int = 60) -> str:
    """The text of a term for messages: cut where it is long. A term that contains itself is no harm here.

    >>> from galakit.lang.terms import list_term
    >>> brief(list_term(range(100)), 10)
    '[0,1,2,...'
    """
    text, whole = _written(term, CLAUSE_PRIORITY, longest)
    return text if whole and len(text) <= longest else text[: longest - 3] + "..."


def write(term: Term, priority: int = CLAUSE_PRIORITY, longest: int = sys.maxsize) -> str:
    """The canonical text of a term. One that is longer than `longest` may be cut anywhere behind that."""
    return _written(term, priority, longest)[0]


def _written(term: Term, priority: int, longest: int) -> tuple[str, bool]:
    """The text, and whether it is complete. Loops instead of recursing: terms may be of any depth."""
    length = steps = 0
    pieces: list[str] = []
    names: dict[Var, str] = {}
    last = ""  # the last piece
    after_prefix = False  # whether it is a prefix operator
    # What is still to be written, the next on top: literal text, or (term, the loosest priority allowed), or the rest
    # of a list with the priority TAIL.
    todo: list[Any] = [(term, priority)]
    while todo and length <= longest and steps <= 4 * longest:  # `X = X+1` has no first character
        steps += 1
        entry = todo.pop()
        is_prefix = False
        if type(entry) is tuple:
            term, limit = entry
            term = deref(term)
            kind = type(term)
            if limit == TAIL:
                if kind is tuple and term[0] is CONS:
                    todo += ((term[2], TAIL), (term[1], ARGUMENT_PRIORITY))
                    entry = ","
                elif term is NIL:
                    entry = "]"
                else:
                    todo += ("]", (term, ARGUMENT_PRIORITY))
                    entry = "|"
            elif kind is tuple:
                is_prefix = _expand(term, limit, todo)
                entry = todo.pop()
                if type(entry) is tuple:
                    todo.append(entry)
                    continue
            elif kind is Var:
                entry = names.setdefault(term, f"_{len(names) + 1}")
            elif kind is Symbol:
                entry = quoted(term.name)
                if limit not in _WHOLE and is_operator(term.name):
                    entry = f"({entry})"
            else:
                entry = _constant(term)
                if kind is Fraction and limit < INFIX["/"].priority:
                    entry = f"({entry})"
        if last and (_glues(last[-1], entry[0]) or (after_prefix and _misleads(last, entry[0]))):
            pieces.append(" ")
        pieces.append(entry)
        length += len(entry)
        last = entry
        after_prefix = is_prefix
    return "".join(pieces), not todo


def quoted(name: str) -> str:
    """The text of an atom, in quotes where it needs them."""
    if _PLAIN.fullmatch(name) and not name[0].isupper() and name.isprintable():
        return name
    if (_SYMBOL.fullmatch(name) and name != "." and not name.startswith("/*")) or name in ("[]", "{}", "!", ";", "$"):
        return name
    text = _in_quotes(name, "'")
    # Without the escape, '$player' would read as $player.
    return f"'\\x24\\{text[2:]}" if name.startswith("$") else text


TAIL = -1
_WHOLE = (ARGUMENT_PRIORITY, CLAUSE_PRIORITY)  # an operator's operand has another limit, or a comma behind it
_PLAIN = re.compile(r"[^\W\d_]\w*")
_SYMBOL = re.compile(r"[#&*+\-./:<=>?@^~\\]+")
_SYMBOL_CHARS = frozenset("#&*+-./:<=>?@^~\\")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def _expand(term: tuple[Any, ...], limit: int, todo: list[Any]) -> bool:
    """Puts the parts of a compound on the stack, the first on top; True when that is a prefix operator."""
    functor = term[0]
    name = functor.name
    if functor is CONS:
        todo += ((term[2], TAIL), (term[1], ARGUMENT_PRIORITY), "[")
        return False
    if functor is CURLY:
        todo += ("}", (term[1], CLAUSE_PRIORITY), "{")
        return False
    if functor.arity == 2 and name in INFIX:
        left, priority, right = INFIX[name]
        symbol = f" {name} " if name[0].isalpha() else name
        loose = priority > limit
        if loose:
            todo.append(")")
        todo += ((term[2], right), symbol, (term[1], left))
        if loose:
            todo.append("(")
        return False
    if functor.arity == 1 and name in PREFIX:
        priority, right = PREFIX[name]
        if priority <= limit and _fits(deref(term[1]), right, name):
            todo += ((term[1], right), name)
            return True
    for argument in term[:0:-1]:
        todo += ((argument, ARGUMENT_PRIORITY), ",")
    todo[-1] = f"'{name}'(" if name in ("[]", "{}") else f"{quoted(name)}("
    todo.insert(len(todo) - 2 * functor.arity, ")")
    return False


def _fits(operand: Term, limit: int, name: str) -> bool:
    """Whether the operand can follow a prefix operator as it is; otherwise `-(X)` is written."""
    kind = type(operand)
    if kind is tuple:
        functor = operand[0]
        if functor is CONS or functor is CURLY:
            return True
        if functor.arity == 2 and functor.name in INFIX:
            return INFIX[functor.name].priority <= limit
        if functor.arity == 1 and functor.name in PREFIX:
            return PREFIX[functor.name].priority <= limit
        return True
    if kind is Symbol:
        return not is_operator(operand.name)
    if kind is Fraction:
        return INFIX["/"].priority <= limit
    # A minus before a number would become its sign.
    return not (name == "-" and kind in (int, Float))


def _misleads(prefix: str, after: str) -> bool:
    """Whether this character right behind a prefix operator would make it a functor or a sign."""
    return after == "(" or (prefix == "-" and after.isdigit())


def _glues(before: str, after: str) -> bool:
    """Whether two pieces would read as one token when these characters meet."""
    if before in _SYMBOL_CHARS:
        return after in _SYMBOL_CHARS
    return (before.isalnum() or before == "_") and (after.isalnum() or after in "_'\"")


def _constant(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return _in_quotes(value, '"')
    if kind is int:
        return _integer(value)
    if kind is Fraction:
        return f"{_integer(value.numerator)}/{_integer(value.denominator)}"
    if kind is Float:
        text = float.__repr__(value)
        if text.endswith("inf"):
            return text.replace("inf", "1.0Inf")
        if text == "nan":
            return "1.5NaN"
        mantissa, e, exponent = text.partition("e")
        return text if "." in mantissa else f"{mantissa}.0{e}{exponent}"
    return repr(value)  # not a term of ours; shown rather than refused, since this is how errors describe things


def _integer(value: int) -> str:
    if value.bit_length() < 13_000:
        return str(value)
    sign, value = ("-", -value) if value < 0 else ("", value)
    pieces = []
    while value:  # Python itself refuses more than 4300 digits at a time
        value, piece = divmod(value, 10**4000)
        pieces.append(f"{piece:04000d}")
    return sign + "".join(reversed(pieces)).lstrip("0")


def _in_quotes(text: str, quote: str) -> str:
    if text.isprintable() and "\\" not in text and quote not in text:
        return f"{quote}{text}{quote}"
    escapes = _ESCAPES | {quote: f"\\{quote}"}
    body = "".join(escapes.get(c) or (c if c.isprintable() else f"\\x{ord(c):x}\\") for c in text)
    return f"{quote}{body}{quote}"
