"""Normal clauses as an answer set program, in names that clingo can read, and its ground rules back as numbers."""

from __future__ import annotations

import re

from galakit.gdl.ground.splitting import split
from galakit.gdl.normal import Program
from galakit.gdl.text.syntax import Literal, Term, Variable, arguments, name_of, variables

_PIECES = re.compile(r"[cfp]\d+\(?|\)")


class Names:
    """Which number stands for which name: descriptions may call things what clingo does not allow."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self.names: list[str] = []

    def number(self, name: str) -> int:
        found = self._number.get(name)
        if found is None:
            found = self._number[name] = len(self.names)
            self.names.append(name)
        return found

    def term(self, term: Term, variable: dict[Variable, str]) -> str:
        """`c3` for a constant, `f4(c3,X1)` for a function."""
        if isinstance(term, Variable):
            return variable[term]
        if isinstance(term, tuple):
            return f"f{self.number(term[0])}({','.join(self.term(t, variable) for t in term[1:])})"
        return f"c{self.number(term)}"

    def atom(self, atom: Term, variable: dict[Variable, str]) -> str:
        """`p5(c3)`: predicates have a letter of their own."""
        inside = ",".join(self.term(t, variable) for t in arguments(atom))
        return f"p{self.number(name_of(atom))}" + (f"({inside})" if inside else "")

    def read(self, text: str) -> Term:
        """The atom or term that is written so.

        >>> names = Names()
        >>> names.read(names.atom(("legal", "ann", ("put", "1")), {}))
        ('legal', 'ann', ('put', '1'))
        """
        names = self.names
        stack: list[list[Term]] = []
        here: list[Term] = []
        for token in _PIECES.findall(text):
            if token == ")":
                inside = tuple(here)
                here = stack.pop()
                here.append(inside)
            elif token[-1] == "(":
                stack.append(here)
                here = [names[int(token[1:-1])]]
            else:
                here.append(names[int(token[1:])])
        return here[0]


def as_asp(program: Program, names: Names, *, declared: bool) -> str:
    """The text of the program: what may be true and done is left open, everything else follows.

    What may be true and done is what `base` and `input` declare, if they do and are to be relied upon; else whatever
    the rules may bring about.
    """
    lines = [rule_text(c.head, c.body, names) for c in split(program.clauses)]
    defined = {name_of(c.head) for c in program.clauses}
    true, does, init, following, base, possible, legal = (
        f"p{names.number(n)}" for n in ("true", "does", "init", "next", "base", "input", "legal")
    )
    lines.append(f"{{{true}(X)}} :- {init}(X).")
    if "base" in defined:
        lines.append(f"{{{true}(X)}} :- {base}(X).")
    if "base" not in defined or not declared:
        lines.append(f"{{{true}(X)}} :- {following}(X).")
    if "input" in defined:
        lines.append(f"{{{does}(R,M)}} :- {possible}(R,M).")
    if "input" not in defined or not declared:
        lines.append(f"{{{does}(R,M)}} :- {legal}(R,M).")
    return "\n".join(lines) + "\n"


def rule_text(head: Term, body: tuple[Literal, ...], names: Names) -> str:
    """A normal clause as clingo reads it."""
    every = dict.fromkeys([*variables(head), *(v for literal in body for v in variables(literal.atom))])
    variable = {v: f"X{k}" for k, v in enumerate(every)}
    parts = []
    for literal in body:
        if name_of(literal.atom) == "distinct":
            left, right = (names.term(t, variable) for t in arguments(literal.atom))
            parts.append(f"{left}{'!=' if literal.positive else '='}{right}")
        else:
            parts.append(("" if literal.positive else "not ") + names.atom(literal.atom, variable))
    text = names.atom(head, variable)
    return f"{text} :- {', '.join(parts)}." if parts else f"{text}."
