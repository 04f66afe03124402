"""Random descriptions, and descriptions that are the same but for the names of variables."""

from __future__ import annotations

from hypothesis import strategies as st

from galakit.errors import Source
from galakit.gdl.text.syntax import Clause, Description, Either, Literal, Variable, either

NAMES = ["cell", "x-1", "+", "12", "-3", "noop", "a_b", "é", "p'q", "ß", "x.y", "a&b", "1st", ",", "\\", "|", "~"]
ATOMS = ["p", "line", "open-to", "true", "does", "distinct", "legal"]
VARIABLES = ["x", "y1", "n++", "_", "", "1", "x_", "é", "my-card"]

terms = st.deferred(
    lambda: (
        st.sampled_from([*NAMES, "and", "not", "role"])
        | st.sampled_from(VARIABLES).map(Variable)
        | st.tuples(st.sampled_from([*NAMES, "or", "not"]), terms, terms)
        | st.tuples(st.sampled_from(NAMES), terms)
    )
)
atoms = st.sampled_from(ATOMS[:3]) | st.tuples(st.sampled_from(ATOMS), terms, terms)
heads = st.sampled_from(ATOMS[:3]) | st.tuples(st.sampled_from(["p", "next", "open-to"]), terms)
literals = st.builds(Literal, atoms, st.booleans())
bodies = st.deferred(lambda: st.lists(parts, min_size=1, max_size=3).map(lambda found: sum(found, ())))
parts = literals.map(lambda literal: (literal,)) | st.builds(
    either, st.lists(bodies, min_size=1, max_size=3).map(tuple), st.booleans()
)
clauses = st.builds(Clause, heads, st.just(()) | bodies)
descriptions = st.lists(clauses, min_size=1, max_size=5).map(
    lambda made: Description(tuple(made), {}, Source("<text>", ""), "kif")
)


def same_but_for_variables(one: Description, other: Description) -> bool:
    """Whether the clauses differ at most in what their variables are called."""
    return [_numbered(c) for c in one.clauses] == [_numbered(c) for c in other.clauses]


def _numbered(clause: Clause) -> Clause:
    numbers: dict[Variable, Variable] = {}

    def term(old):
        if isinstance(old, Variable):
            return numbers.setdefault(old, Variable(str(len(numbers))))
        return (old[0], *map(term, old[1:])) if isinstance(old, tuple) else old

    def part(old):
        if isinstance(old, Literal):
            return Literal(term(old.atom), old.positive)
        return Either(tuple(tuple(map(part, body)) for body in old.bodies), old.positive)

    return Clause(term(clause.head), tuple(map(part, clause.body)))
