"""Descriptions as text, in either notation, as they were spelt."""

from __future__ import annotations

import re
from collections.abc import Callable

from galakit.gdl.text.syntax import TUPLE, Clause, Description, Literal, Part, Term, Variable, literals, variables

WIDEST = 120

_PLAIN = re.compile(r"[a-z]\w*|\d+|-\d+")
_NOT_IN_KIF = re.compile(r"[\s();]|^%|^\#\||^<=$|^$")


def written(description: Description, notation: str) -> str:
    """The whole description, a clause or more lines each."""
    write = writer(description, notation)
    return "".join(f"{write(clause)}\n" for clause in description.clauses)


def writer(description: Description, notation: str) -> Callable[[Clause], str]:
    """What writes a clause of the description in a notation."""
    if notation == "infix":
        return lambda clause: clause_infix(clause, description.spell)
    instead = _in_kif(description.spelling)
    return lambda clause: clause_kif(clause, lambda name: instead.get(name) or description.spell(name))


def _in_kif(spelling: dict[str, str]) -> dict[str, str]:
    """Other names for those that the prefix notation cannot write: it has no quotes."""
    instead: dict[str, str] = {}
    used = set(spelling)
    for name in spelling:
        if _NOT_IN_KIF.search(name):
            new = re.sub(r"[\s();%#<=]", "_", spelling[name]) or "_"
            while new.lower() in used:
                new += "_"
            used.add(new.lower())
            instead[name] = new
    return instead


def shown(term: Term, description: Description) -> str:
    """A term as a message about the description writes it.

    >>> from galakit.errors import Source
    >>> shown(("cell", Variable("x")), Description((), {"cell": "Cell"}, Source("<text>", ""), "kif"))
    '(Cell ?x)'
    """
    write = term_kif if description.notation == "kif" else term_infix
    return write(term, description.spell)


# -- prefix ------------------------------------------------------------------------------------------------------------


def term_kif(term: Term, spell: Callable[[str], str] = str) -> str:
    """A term in the prefix notation.

    >>> term_kif(("cell", "1", Variable("x")))
    '(cell 1 ?x)'
    """
    if isinstance(term, Variable):
        return spell(f"?{term.name}")
    if isinstance(term, tuple):
        return f"({spell(term[0])} {' '.join(term_kif(t, spell) for t in term[1:])})"
    return spell(term)


def clause_kif(clause: Clause, spell: Callable[[str], str] = str) -> str:
    head = term_kif(clause.head, spell)
    if not clause.body:
        return head if head.startswith("(") else f"({head})"
    parts = [_part_kif(part, spell) for part in clause.body]
    line = f"(<= {head} {' '.join(parts)})"
    return line if len(line) <= WIDEST else "\n    ".join([f"(<= {head}", *parts]) + ")"


def _part_kif(part: Part, spell: Callable[[str], str]) -> str:
    if isinstance(part, Literal):
        text = term_kif(part.atom, spell)
    else:
        bodies = [[_part_kif(p, spell) for p in body] for body in part.bodies]
        joined = [body[0] if len(body) == 1 else f"(and {' '.join(body)})" for body in bodies]
        text = joined[0] if len(joined) == 1 else f"(or {' '.join(joined)})"
    return text if part.positive else f"(not {text})"


# -- infix -------------------------------------------------------------------------------------------------------------


def term_infix(term: Term, spell: Callable[[str], str] = str, names: dict[Variable, str] | None = None) -> str:
    """A term in the infix notation.

    >>> term_infix(("cell", "x-1", Variable("x")))
    "cell('x-1', X)"
    """
    if isinstance(term, Variable):
        return (names or {}).get(term) or _variable(spell(f"?{term.name}")[1:])
    if isinstance(term, tuple):
        if term[0] == TUPLE and len(term) > 2:
            return f"({', '.join(term_infix(t, spell, names) for t in term[1:])})"
        return f"{_quoted(spell(term[0]))}({', '.join(term_infix(t, spell, names) for t in term[1:])})"
    return _quoted(spell(term))


def clause_infix(clause: Clause, spell: Callable[[str], str] = str) -> str:
    names = _names(clause, spell)
    head = term_infix(clause.head, spell, names)
    if not clause.body:
        return f"{head}."
    parts = [_part_infix(part, spell, names) for part in clause.body]
    line = f"{head} :- {' & '.join(parts)}."
    return line if len(line) <= WIDEST else f"{head} :-\n    " + " &\n    ".join(parts) + "."


def _part_infix(part: Part, spell: Callable[[str], str], names: dict[Variable, str]) -> str:
    if isinstance(part, Literal):
        text = term_infix(part.atom, spell, names)
    else:
        bodies = [" & ".join(_part_infix(p, spell, names) for p in body) for body in part.bodies]
        text = f"({' | '.join(bodies)})"
    return text if part.positive else f"~{text}"


def _quoted(name: str) -> str:
    if _PLAIN.fullmatch(name) and name != "not":
        return name
    low = name[:1].lower() + name[1:]
    if _PLAIN.fullmatch(low) and name[:1].isupper() and name.isupper():
        return name.lower()  # what was sent in capitals is meant in small letters
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _variable(name: str) -> str:
    text = re.sub(r"\W", "_", name)
    if "a" <= text[:1].lower() <= "z" or text[:1] == "_" != text:
        return text[:1].upper() + text[1:]
    return f"_{text or 0}"


def _names(clause: Clause, spell: Callable[[str], str]) -> dict[Variable, str]:
    """A name for each variable of a clause; different variables have different names."""
    found: dict[Variable, str] = {}
    used: set[str] = set()
    for variable in (
        *variables(clause.head),
        *(v for literal in literals(clause.body) for v in variables(literal.atom)),
    ):
        if variable not in found:
            name = _variable(spell(f"?{variable.name}")[1:])
            while name.lower() in used:
                name += "_"
            used.add(name.lower())
            found[variable] = name
    return found
