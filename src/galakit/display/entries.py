"""The entries of a display, read: what they are about, when they apply, and what they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from galakit.display.patterns import Bound, filled, matches, variables
from galakit.display.terms import ANYTHING, Term, read, read_pattern
from galakit.display.vocabulary import MEMORY
from galakit.rules.display import LONGEST, MOST, TABLES, Display
from galakit.rules.knowledge import Chose, kind_of

Kind: TypeAlias = Literal["fact", "own", "chance", "holds"]
"""an observation, a player's own move, a move of chance, or what is true in a state"""

_OF_PATTERN: dict[str, Kind] = {"chose": "own", "chance": "chance", "holds": "holds"}


class Sort(NamedTuple):
    """A fact or a move as patterns see it."""

    kind: Kind
    term: Term


@dataclass(frozen=True)
class Rule:
    """An entry about facts or moves."""

    pattern: Term
    kind: Kind | None
    """None: observations and moves of players"""
    before: tuple[tuple[Kind | None, Term], ...]
    """what the player learnt right before, the latest last"""
    shown: tuple[Term, ...]
    """the right side"""

    @property
    def varies(self) -> bool:
        """Whether it depends on what was before, or on who looks."""
        terms = (self.pattern, *self.shown)
        return bool(self.before) or any(name[0] == "$" for term in terms for name in variables(term))

    def suits(self, one: Sort) -> bool:
        """Whether it may apply to such a thing; `bound` decides."""
        if self.kind != one.kind and not (self.kind is None and one.kind in ("fact", "own")):
            return False
        pattern, term = self.pattern, one.term
        if pattern.kind in ("call", "list", "tuple") and term.kind in ("call", "list", "tuple"):
            return (pattern.kind, pattern.name, len(pattern.args)) == (term.kind, term.name, len(term.args)) or 1 in (
                len(pattern.args),
                len(term.args),
            )
        return True

    def bound(self, one: Sort, known: Sequence[str], values: Bound) -> Bound | None:
        """What the variables stand for, where it applies; `known` is what the player learnt before, as texts."""
        found = dict(values)
        if self.before:
            if len(known) < len(self.before):
                return None
            for (kind, pattern), fact in zip(self.before, known[len(known) - len(self.before) :]):
                before = sorted_fact(fact)
                if before is None or (kind is not None and kind != before.kind):
                    return None
                if not matches(pattern, before.term, found):
                    return None
        return found if matches(self.pattern, one.term, found) else None

    def loosely(self, one: Sort) -> Bound | None:
        """What the variables stand for where it applies in some situation."""
        found: Bound = {}
        return found if matches(loose(self.pattern), one.term, found) else None

    def forestalls(self, later: Rule, one: Sort, bound: Bound) -> bool:
        """Whether it applies to a fact wherever a later entry, whose variables stand for this, would."""
        found: Bound = {}
        if len(self.before) > len(later.before) or not matches(self.pattern, one.term, found):
            return False
        behind = later.before[len(later.before) - len(self.before) :]
        return all(
            kind in (None, other) and matches(context, frozen(filled(pattern, bound)), found)
            for (kind, context), (other, pattern) in zip(self.before, behind)
        )


def frozen(pattern: Term) -> Term:
    """A pattern as a fact, in which variables are names that stand nowhere else."""
    if pattern.kind in ("variable", "value"):
        return Term("text", f"{pattern.name} of a pattern")
    return pattern._replace(args=tuple(map(frozen, pattern.args))) if pattern.args else pattern


def loose(pattern: Term) -> Term:
    """A pattern in which players may be any, and arithmetic any number."""
    if pattern.kind in ("value", "sign"):
        return Term("variable", ANYTHING) if pattern.kind == "value" or any(variables(pattern)) else pattern
    return pattern._replace(args=tuple(map(loose, pattern.args))) if pattern.args else pattern


def sorted_fact(fact: str) -> Sort | None:
    """A fact of a player as patterns see it; None where it is no term."""
    if kind_of(fact) is Chose:
        term = read(fact[len("chose(") : -1])
        return None if term is None else Sort("own", term)
    term = read(fact)
    return None if term is None else Sort("fact", term)


def rules_of(display: Display) -> tuple[list[Rule], list[tuple[Term, Term]]]:
    """The entries about facts and moves, and the tables; without those that cannot be read, which `checks` reports."""
    rules, tables = [], []
    for left, right in readable(display):
        if left.name in TABLES and left.kind in ("name", "call"):
            tables.append((left, right))
        elif (found := rule(left, right)) is not None:
            rules.append(found)
    return rules, tables


def readable(display: Display) -> Iterable[tuple[Term, Term]]:
    """The entries that can be read, as terms."""
    for left, right in display[:MOST]:
        if max(len(left), len(right)) <= LONGEST:
            pair = read_pattern(left), read_pattern(right)
            if pair[0] is not None and pair[1] is not None:
                yield pair[0], pair[1]


def rule(left: Term, right: Term) -> Rule | None:
    """The rule of an entry; None where its left side is none."""
    before = []
    while left.kind == "call" and left.name == "after" and len(left.args) == 2:
        kind, pattern = _of(left.args[0])
        before.append((kind, pattern))
        left = left.args[1]
    kind, pattern = _of(left)
    if len(before) > MEMORY:
        return None
    return Rule(pattern, kind, tuple(before), right.args if right.kind == "list" else (right,))


def _of(left: Term) -> tuple[Kind | None, Term]:
    if left.kind == "call" and len(left.args) == 1 and left.name in _OF_PATTERN and not left.quoted:
        return _OF_PATTERN[left.name], left.args[0]
    return None, left
