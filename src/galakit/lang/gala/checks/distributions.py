"""Distributions that are written out and do not sum to 1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from galakit.errors import Diagnostic
from galakit.lang.gala.checks.subject import Subject, walk, warning
from galakit.lang.gala.libraries import head_of
from galakit.lang.gala.operations import Choose
from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.faults import TROUBLE
from galakit.lang.syntax import Node, indicator, is_compound, list_items, to_term
from galakit.lang.terms import Term

TOLERANCE = 1e-9  # of a sum of floating-point numbers


def wrong_sums(subject: Subject) -> Iterator[Diagnostic]:
    """Every `nature([Option : Probability, ...])`, or `nature(name)` for a table of facts, that cannot sum to 1."""
    reported = set()
    for procedure in subject.procedures:
        for operation in procedure.operations:
            node = subject.node(operation) if isinstance(operation, Choose) else None
            if node is None or not is_compound(node, "choose", 3) or not is_compound(node.args[0], "nature", 1):
                continue
            measure = node.args[0].args[0]
            rows = _rows(subject, measure)
            if rows is None or measure.span in reported:
                continue
            offered = _offered(node)
            chances = [chance for option, chance in rows if offered is None or option in offered]
            total = sum(chances, Fraction(0))
            off = abs(total - 1) > TOLERANCE if isinstance(total, float) else total != 1
            # Some of them may not be offered: what is too much may be just enough.
            if off and (total < 1 or offered is not None):
                reported.add(measure.span)
                hint = "write probabilities that sum to exactly 1, or nature(weights(...)) to divide by their sum"
                yield warning("GK316", f"these probabilities sum to {total}, not 1", measure.span, hint)


def _rows(subject: Subject, measure: Node) -> list[tuple[Term, Fraction | float]] | None:
    """Options and probabilities, where all are written out and no option is there twice."""
    items = list_items(measure)
    if items is not None:
        pairs = [(item.args[0], item.args[1]) for item in items if is_compound(item, ":", 2)]
        whole = len(pairs) == len(items)
    else:
        key = indicator(measure)
        clauses = [c for c in subject.program.clauses if key and indicator(head_of(c)) == (key[0], 2)]
        whole = key is not None and key[1] == 0 and all(not is_compound(c.node, ":-", 2) for c in clauses)
        pairs = [(c.node.args[0], c.node.args[1]) for c in clauses] if whole else []
    rows = {}
    for option, chance in pairs:
        number = _number(chance)
        if number is None or any(n.kind == "var" or n.value == "$" for n in walk(option)):
            return None
        rows[to_term(option, {})] = number
    return list(rows.items()) if whole and rows and len(rows) == len(pairs) else None


def _number(node: Node) -> Fraction | float | None:
    if any(n.kind == "var" or n.value == "$" for n in walk(node)):
        return None
    try:
        value = arithmetic.evaluate(to_term(node, {}))
    except TROUBLE:
        return None
    return value if isinstance(value, float) else Fraction(value)


def _offered(choice: Node) -> set[Term] | None:
    """The options of `choose(_, X, member(X, [...]))`; None where they are not written out."""
    _, template, constraint = choice.args
    if template.kind != "var" or not is_compound(constraint, "member", 2) or constraint.args[0].kind != "var":
        return None
    items = list_items(constraint.args[1])
    if constraint.args[0].value != template.value or items is None:
        return None
    if any(n.kind == "var" or n.value == "$" for item in items for n in walk(item)):
        return None
    return {to_term(item, {}) for item in items}
