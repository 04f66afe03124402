"""Atoms, strings, characters and numbers as text, for the predicates with at most one answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from galakit.errors import GalakitError, Source
from galakit.lang.prolog.builtins.kinds import NUMBERS, Entry, count_argument, integer_argument, is_list, is_partial
from galakit.lang.prolog.faults import domain_error, instantiation, syntax_error, type_error
from galakit.lang.prolog.walk import proper_list, resolve
from galakit.lang.prolog.work import STRIDE, elements, spend
from galakit.lang.reader import read_term
from galakit.lang.syntax import to_term
from galakit.lang.terms import NIL, Float, Symbol, Term, Var, deref, list_term, sym
from galakit.lang.tokens import MAX_DIGITS, tokenize
from galakit.lang.writer import write

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

EQUALS = sym("=", 2)
DIGITS = 16_000  # of a number whose square takes as long to work out as looking at that many parts of terms
READING = 10  # parts of terms that are looked at while one character is read


def text_of(x: Term, where: str, expected: str = "atomic") -> str:
    """The characters of an atom, a string or a number; anything else is an error."""
    x = deref(x)
    kind = type(x)
    if kind is Symbol:
        return x.name  # type: ignore[no-any-return]
    if kind is str:
        return x  # type: ignore[no-any-return]
    if kind is Var:
        raise instantiation(where)
    if kind is tuple:
        raise type_error(expected, resolve(x), where)
    text = f"{write(x.numerator)}r{write(x.denominator)}" if kind is Fraction else write(x)
    if len(text) > STRIDE:
        spend(len(text) * len(text) // DIGITS)
    return text


def listed(items: Term, where: str) -> str:
    """The text of a list of characters or codes, or of any other text."""
    if type(deref(items)) is not tuple and deref(items) is not NIL:
        x = deref(items)
        if type(x) is Symbol:
            raise type_error("list", x, where)
        return text_of(x, where)
    found = [deref(x) for x in proper_list(items, where)]
    codes = bool(found) and type(found[0]) is not Var and not _is_character(found[0])
    return "".join([_character(x, codes, where) for x in found])


def _is_character(x: Term) -> bool:
    return type(x) is Symbol and len(x.name) == 1


def _character(x: Term, codes: bool, where: str) -> str:
    """An element of a list of characters, or of codes: the first one says which it is."""
    if type(x) is Var:
        raise instantiation(where)
    if not codes and _is_character(x):
        return x.name  # type: ignore[no-any-return]
    if codes and type(x) is int and 0 <= x <= 0x10FFFF:
        return chr(x)
    raise type_error("character_code" if codes else "character", resolve(x), where)


def parsed_number(text: str) -> Term | None:
    """The number a text reads as: one token and perhaps a sign. None when it is no number."""
    if len(text) > 3 * MAX_DIGITS:
        return None
    sign, digits = (text[0], text[1:]) if text[:1] in ("-", "+") else ("", text)
    tokens = tokenize(Source("<number>", digits)).tokens
    if len(tokens) != 2 or tokens[0].kind != "number" or tokens[0].text != digits:
        return None
    value = tokens[0].value
    if sign != "-":
        return value
    return Float(-value) if type(value) is Float else -value


def parsed_term(text: str, where: str) -> tuple[Term, dict[str, Var]]:
    """The term a text reads as, and its variables by name."""
    names: dict[str, Var] = {}
    spend(READING * len(text))
    try:
        return to_term(read_term(text), names), names
    except GalakitError:
        raise syntax_error("cannot_read_term", where) from None


def split(text: str, separators: str, padding: str) -> list[str]:
    """`split_string/4`: cut at each separator, then take padding away at both ends of each part.

    Padding behind a separator goes before the next separator is looked for, so that runs of them can be skipped.

    >>> split("a, b", ",", " "), split("//a//b/", "/", "/"), split("a//b", "/", "")
    (['a', 'b'], ['a', 'b'], ['a', '', 'b'])
    """
    cut, pad = frozenset(separators), frozenset(padding)

    def trimmed(start: int, end: int) -> tuple[int, int]:
        while start < end and text[start] in pad:
            start += 1
        while start < end and text[end - 1] in pad:
            end -= 1
        return start, end

    start, behind = trimmed(0, len(text))
    parts: list[str] = []
    for end in [*(i for i in range(start, behind) if text[i] in cut), behind]:
        if end < start:
            continue  # padding that is a separator, too
        first, last = trimmed(start, end)
        parts.append(text[first:last])
        start = end + 1
        while start < behind and text[start] in pad:
            start += 1
    return parts


def table(db: Database) -> list[Entry]:
    unify = db.machine.unify
    string, atom = db.measured, db.atom

    def length(where: str) -> Callable[[Term, Term], bool]:
        def measure(x: Term, n: Term) -> bool:
            size = len(text_of(x, where, "text"))
            if type(deref(n)) is not Var:
                integer_argument(n, where)
            return unify(n, size)

        return measure

    def as_characters(text: str) -> Term:
        elements(len(text), "text")
        return list_term([sym(c) for c in text])

    def as_codes(text: str) -> Term:
        elements(len(text), "text")
        return list_term([ord(c) for c in text])

    def exploded(
        where: str, make: Callable[[str], Term], parts: Callable[[str], Term], expected: str
    ) -> Callable[[Term, Term], bool]:
        """A relation between a text and the list of its parts; `make` builds the text, `parts` the list.

        Where a `text` is expected, a list of characters or codes is one, too.
        """

        def relate(x: Term, items: Term) -> bool:
            if expected == "text" and type(deref(x)) is not Var and (is_list(x) or is_partial(x)):
                return unify(items, parts(listed(x, where)))
            if type(deref(x)) is not Var:
                return unify(items, parts(text_of(x, where, expected)))
            return unify(x, make(listed(items, where)))

        return relate

    def number_parts(where: str, parts: Callable[[str], Term]) -> Callable[[Term, Term], bool]:
        def relate(x: Term, items: Term) -> bool:
            x = deref(x)
            if type(x) is not Var:
                if type(x) not in NUMBERS:
                    raise type_error("number", resolve(x), where)
                return unify(items, parts(text_of(x, where)))
            value = parsed_number(listed(items, where).lstrip())
            if value is None:
                raise syntax_error("illegal_number", where)
            return unify(x, value)

        return relate

    def char_code(char: Term, code: Term) -> bool:
        char, code = deref(char), deref(code)
        if type(char) is not Var:
            if type(char) is not Symbol or len(char.name) != 1:
                raise type_error("character", resolve(char), "char_code/2")
            return unify(code, ord(char.name))
        if type(code) is Var:
            raise instantiation("char_code/2")
        if type(code) is not int:
            raise type_error("integer", resolve(code), "char_code/2")
        if not 0 <= code <= 0x10FFFF:
            raise type_error("character_code", code, "char_code/2")
        return unify(char, sym(chr(code)))

    def atom_number(a: Term, n: Term) -> bool:
        a, n = deref(a), deref(n)
        if type(a) is Var:
            if type(n) is Var:
                raise instantiation("atom_number/2")
            if type(n) not in NUMBERS:
                raise type_error("number", resolve(n), "atom_number/2")
            return unify(a, atom(text_of(n, "atom_number/2")))
        if type(a) is not Symbol and type(a) is not str:
            raise type_error("atom", resolve(a), "atom_number/2")
        value = parsed_number(text_of(a, "atom_number/2"))
        return value is not None and unify(n, value)

    def number_string(n: Term, s: Term) -> bool:
        if type(deref(s)) is not Var:
            value = parsed_number(text_of(s, "number_string/2").strip())
            return value is not None and unify(n, value)
        return unify(s, text_of(n, "number_string/2"))

    def between_texts(
        where: str, left: Callable[[str], Term], right: Callable[[str], Term]
    ) -> Callable[[Term, Term], bool]:
        """Two texts with the same characters, the one of the left kind, the other of the right."""

        def relate(a: Term, b: Term) -> bool:
            if type(deref(a)) is not Var:
                text = text_of(a, where, "atom")
                return unify(b, right(text)) or (type(deref(b)) is not Var and text == text_of(b, where))
            return unify(a, left(text_of(b, where)))

        return relate

    def converted(where: str, change: Callable[[str], Term]) -> Callable[[Term, Term], bool]:
        return lambda x, result: unify(result, change(text_of(x, where)))

    def together(between: str, texts: list[str]) -> str:
        """The texts joined; measured first, since one long text may be there many times."""
        db.room_for(sum(map(len, texts)) + len(between) * len(texts))
        return between.join(texts)

    def concatenated(items: Term, result: Term) -> bool:
        where = "atomic_list_concat/2"
        return unify(result, atom(together("", [text_of(x, where, "text") for x in proper_list(items, where)])))

    def joined(items: Term, separator: Term, result: Term) -> bool:
        where = "atomic_list_concat/3"
        between = text_of(separator, where, "text")
        if is_list(items):
            parts = [deref(x) for x in proper_list(items, where)]
            if all(type(x) is not Var for x in parts):
                return unify(result, atom(together(between, [text_of(x, where, "text") for x in parts])))
        if type(deref(result)) is Var:
            raise instantiation(where)
        if not between:
            raise domain_error("non_empty_atom", deref(separator), where)
        whole = text_of(result, where)
        elements(whole.count(between) + 1, where)
        return unify(items, list_term([atom(part) for part in whole.split(between)]))

    def split_string(text: Term, separators: Term, padding: Term, result: Term) -> bool:
        where = "split_string/4"
        for x in (text, separators, padding):
            # Elsewhere a number is taken for its text.
            if type(deref(x)) in NUMBERS or (type(deref(x)) is tuple and not is_list(deref(x))):
                raise type_error("text", resolve(x), where)
        whole, cut, pad = (text_of(x, where) for x in (text, separators, padding))
        spend(len(whole) + len(cut) + len(pad))
        parts = split(whole, cut, pad)
        elements(len(parts), where)
        return unify(result, list_term([string(part) for part in parts]))

    def string_code(index: Term, text: Term, code: Term) -> bool:
        i = count_argument(index, "string_code/3")
        if i is None:
            raise instantiation("string_code/3")
        characters = text_of(text, "string_code/3")
        return 0 < i <= len(characters) and unify(code, ord(characters[i - 1]))

    def text_to_string(x: Term, s: Term) -> bool:
        x = deref(x)
        many = type(x) is tuple or x is NIL
        return unify(s, listed(x, "text_to_string/2") if many else text_of(x, "text_to_string/2"))

    def written(t: Term) -> str:
        text = write(resolve(t), longest=db.text_left)
        spend(len(text))
        return text

    def term_to_text(where: str, make: Callable[[str], Term]) -> Callable[[Term, Term], bool]:
        def relate(t: Term, text: Term) -> bool:
            if type(deref(t)) is Var and type(deref(text)) is not Var:
                return unify(t, parsed_term(text_of(text, where), where)[0])
            return unify(text, make(written(t)))

        return relate

    def atom_to_term(text: Term, t: Term, bindings: Term) -> bool:
        term, names = parsed_term(text_of(text, "atom_to_term/3"), "atom_to_term/3")
        pairs = [(EQUALS, sym(name), var) for name, var in names.items()]
        return unify(t, term) and unify(bindings, list_term(pairs))

    return [
        ("atom_length", 2, length("atom_length/2")),
        ("string_length", 2, length("string_length/2")),
        ("atom_chars", 2, exploded("atom_chars/2", atom, as_characters, "atom")),
        ("atom_codes", 2, exploded("atom_codes/2", atom, as_codes, "atom")),
        ("string_chars", 2, exploded("string_chars/2", string, as_characters, "text")),
        ("string_codes", 2, exploded("string_codes/2", string, as_codes, "text")),
        ("number_codes", 2, number_parts("number_codes/2", as_codes)),
        ("number_chars", 2, number_parts("number_chars/2", as_characters)),
        ("char_code", 2, char_code),
        ("atom_number", 2, atom_number),
        ("number_string", 2, number_string),
        ("atom_string", 2, between_texts("atom_string/2", atom, string)),
        ("string_to_atom", 2, between_texts("string_to_atom/2", string, atom)),
        ("text_to_string", 2, text_to_string),
        ("upcase_atom", 2, converted("upcase_atom/2", lambda s: atom(s.upper()))),
        ("downcase_atom", 2, converted("downcase_atom/2", lambda s: atom(s.lower()))),
        ("string_upper", 2, converted("string_upper/2", lambda s: string(s.upper()))),
        ("string_lower", 2, converted("string_lower/2", lambda s: string(s.lower()))),
        ("atomic_list_concat", 2, concatenated),
        ("atomic_list_concat", 3, joined),
        ("split_string", 4, split_string),
        ("string_code", 3, string_code),
        ("term_to_atom", 2, term_to_text("term_to_atom/2", atom)),
        ("term_string", 2, term_to_text("term_string/2", string)),
        ("atom_to_term", 3, atom_to_term),
    ]
