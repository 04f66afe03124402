"""Clauses that derive only the atoms that are needed: the magic-sets transformation.

Clingo derives everything that follows from the facts. In a game of chess "a piece on u is threatened if v is left
empty" follows for every u and v, while the legal moves need it for a few of them only. So each predicate gets a
companion, `want`, that holds for those of its atoms that are needed, and a condition on it in each of its clauses.
Which arguments are known when an atom is needed is part of the predicate's name.

A clause for `want` leaves out conditions that depend on the negation of the wanted predicate: so stratified rules stay
stratified. Then more is derived, which costs time and changes no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from galakit.gdl.normal import Normal
from galakit.gdl.text.syntax import Literal, Term, Variable, arguments, name_of, variables


def demanded(wanted: Mapping[str, int], clauses: Iterable[Normal]) -> list[Normal]:
    """The clauses of predicates (with their arities) and of what they depend on, restricted to what they need.

    >>> X, Y = Variable("x"), Variable("y")
    >>> made = demanded({"a": 1}, [
    ...     Normal(("a", X), (Literal(("true", X)), Literal(("b", X, "1")))),
    ...     Normal(("b", X, Y), (Literal(("c", X)), Literal(("c", Y)))),
    ... ])
    >>> made[1].head, [literal.atom for literal in made[1].body]
    (('want bb b', Variable(name='x'), '1'), ['want f a', ('true', Variable(name='x'))])
    """
    return _Demand(list(clauses)).of(wanted)


class _Demand:
    def __init__(self, clauses: list[Normal]) -> None:
        self.rules: dict[str, list[Normal]] = {}
        for clause in clauses:
            self.rules.setdefault(name_of(clause.head), []).append(clause)
        self.derived = {name for name, rules in self.rules.items() if any(rule.body for rule in rules)}
        self.needs = _needs(clauses)
        self.plain: dict[str, str] = {}
        """which predicate a name with marks stands for, as far as dependence is concerned"""
        self.made: list[Normal] = []
        self.waiting: list[tuple[str, str]] = []
        self.known: set[tuple[str, str]] = set()

    def of(self, wanted: Mapping[str, int]) -> list[Normal]:
        asked = {name: arity for name, arity in wanted.items() if name in self.derived}
        for name, arity in asked.items():
            self._ask(name, "f" * arity)
            self.made.append(Normal(self._want(name, "f" * arity, ())))
        while self.waiting:
            name, known = self.waiting.pop()
            for rule in self.rules[name]:
                if len(arguments(rule.head)) == len(known):
                    self._restrict(rule, known)
        for name, arity in asked.items():
            names = _names(arity)
            head = (name, *names) if names else name
            self.made.append(Normal(head, (Literal(self._adorned(name, "f" * arity, names)),)))
        facts = [rule for name, rules in self.rules.items() if name not in self.derived for rule in rules]
        return [*facts, *self.made]

    def _ask(self, name: str, known: str) -> None:
        if (name, known) not in self.known:
            self.known.add((name, known))
            self.waiting.append((name, known))

    def _restrict(self, rule: Normal, known: str) -> None:
        """A clause for the case that some arguments of its head are known."""
        name, given = name_of(rule.head), arguments(rule.head)
        first = Literal(self._want(name, known, _chosen(given, known)))
        bound = set(variables(first.atom))
        body = [first]
        left = list(rule.body)
        while left:
            literal = _next(left, bound)
            left.remove(literal)
            atom = literal.atom
            if name_of(atom) in self.derived:
                inner = "".join("b" if bound.issuperset(variables(t)) else "f" for t in arguments(atom))
                self._ask(name_of(atom), inner)
                self._want_first(atom, inner, body)
                atom = self._adorned(name_of(atom), inner, arguments(atom))
            body.append(Literal(atom, literal.positive))
            if _binds(literal):
                bound.update(variables(literal.atom))
        self.made.append(Normal(self._adorned(name, known, given), tuple(body), rule.span))

    def _want_first(self, atom: Term, known: str, before: list[Literal]) -> None:
        """A clause for the atoms that are wanted here."""
        name = name_of(atom)
        head = self._want(name, known, _chosen(arguments(atom), known))
        useful = [
            literal
            for literal in before
            if _binds(literal)
            and not self._negatively(self.plain.get(name_of(literal.atom), name_of(literal.atom)), name)
        ]
        if {v for literal in useful for v in variables(literal.atom)}.issuperset(variables(head)):
            if useful != [Literal(head)]:
                self.made.append(Normal(head, tuple(useful)))
                needs = {(self.plain.get(name_of(x.atom), name_of(x.atom)), False) for x in useful}
                self.needs.setdefault(f"want {name}", set()).update(needs)
            return
        # What would bind the known arguments must be left out: then all atoms are wanted.
        free, names = "f" * len(known), _names(len(known))
        self._ask(name, free)
        self.made.append(Normal(self._want(name, free, ())))
        self.made.append(Normal(self._adorned(name, known, names), (Literal(self._adorned(name, free, names)),)))

    def _negatively(self, start: str, end: str) -> bool:
        """Whether one predicate depends on another through a negation."""
        seen = {(start, False)}
        waiting = [(start, False)]
        while waiting:
            name, negated = waiting.pop()
            if name == end and negated:
                return True
            for other, negative in self.needs.get(name, ()):
                step = (other, negated or negative)
                if step not in seen:
                    seen.add(step)
                    waiting.append(step)
        return False

    def _want(self, name: str, known: str, given: tuple[Term, ...]) -> Term:
        return self._marked(f"want {known} {name}", f"want {name}", given)

    def _adorned(self, name: str, known: str, given: tuple[Term, ...]) -> Term:
        return self._marked(f"{known} {name}", name, given)

    def _marked(self, marked: str, plain: str, given: tuple[Term, ...]) -> Term:
        self.plain[marked] = plain
        return (marked, *given) if given else marked


def _next(left: list[Literal], bound: set[Variable]) -> Literal:
    """The next condition: one without unknown variables, else one of few facts, else the one with most known."""
    for literal in left:
        if not _binds(literal) and bound.issuperset(variables(literal.atom)):
            return literal
    return min([x for x in left if _binds(x)] or left, key=lambda x: _cost(x, bound))


def _cost(literal: Literal, bound: set[Variable]) -> tuple[int, int]:
    open_ones = len(set(variables(literal.atom)) - bound)
    return (0 if not open_ones else {"does": 1, "true": 2}.get(name_of(literal.atom), 3)), open_ones


def _needs(clauses: Iterable[Normal]) -> dict[str, set[tuple[str, bool]]]:
    """What each predicate depends on, and whether on its negation."""
    needs: dict[str, set[tuple[str, bool]]] = {}
    for clause in clauses:
        name = name_of(clause.head)
        needs.setdefault(name, {(f"want {name}", False)}).update((name_of(x.atom), not x.positive) for x in clause.body)
    return needs


def _binds(literal: Literal) -> bool:
    return literal.positive and name_of(literal.atom) != "distinct"


def _names(many: int) -> tuple[Variable, ...]:
    return tuple(Variable(f"x{k}") for k in range(many))


def _chosen(given: tuple[Term, ...], known: str) -> tuple[Term, ...]:
    return tuple(t for t, mark in zip(given, known) if mark == "b")
