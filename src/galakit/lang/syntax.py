"""The syntax tree: what the reader found, and where.

A list is a chain of compounds named `.` with two arguments that ends in the atom `[]`, as at run time; `{a}` is a
compound named `{}`. Trees can be very deep (a list of 100,000 elements), so everything here loops instead of recursing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from galakit.errors import Source, Span
from galakit.lang.terms import CONS, Term, Var, new_var, sym

MAX_DEPTH = 1000  # of brackets; those who walk a tree may recurse on them
NodeKind = Literal["atom", "number", "string", "var", "compound"]


@dataclass(slots=True, eq=False, repr=False)  # not frozen: that would treble the time to make one
class Node:
    """One term of the text. `value` is a name (atom, variable, functor), a number, or the characters of a string.

    Nodes compare by identity, since two occurrences of a term are two nodes, and are never changed.
    """

    kind: NodeKind
    value: Any
    args: tuple[Node, ...]
    source: Source
    start: int
    end: int
    quoted: bool = False

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    @property
    def name(self) -> str:
        """The name of an atom, a variable or a compound; of anything else its text, since numbers may be very long."""
        return self.value if isinstance(self.value, str) else self.brief

    @property
    def text(self) -> str:
        """The characters the node was read from."""
        return self.source.text[self.start : self.end]

    @property
    def brief(self) -> str:
        """The same for messages: on one line, and cut where it is long."""
        text = " ".join(self.source.text[self.start : min(self.end, self.start + 200)].split())
        return text if len(text) <= 40 else text[:37] + "..."

    def __repr__(self) -> str:
        arity = f"/{len(self.args)}" if self.args else ""
        return f"Node({self.kind} {self.value!r}{arity} at {self.span})"


@dataclass(frozen=True)
class Clause:
    """A clause or directive. `variables` has the occurrences of each named variable, in reading order, without `_`."""

    node: Node
    span: Span
    variables: dict[str, list[Node]]


def indicator(node: Node) -> tuple[str, int] | None:
    """Name and arity of an atom or a compound; None for anything else."""
    if node.kind == "compound" or node.kind == "atom":
        return node.value, len(node.args)
    return None


def is_compound(node: Node, name: str, arity: int) -> bool:
    return node.kind == "compound" and node.value == name and len(node.args) == arity


def list_items(node: Node) -> list[Node] | None:
    """The elements of a proper list; None when the node is not one."""
    items = []
    while is_compound(node, CONS.name, 2):
        items.append(node.args[0])
        node = node.args[1]
    return items if node.kind == "atom" and node.value == "[]" else None


def conjuncts(node: Node) -> list[Node]:
    """`a, b, c` as [a, b, c], however it is bracketed; any other term as a list of one."""
    result = []
    stack = [node]
    while stack:
        node = stack.pop()
        if is_compound(node, ",", 2):
            stack += (node.args[1], node.args[0])
        else:
            result.append(node)
    return result


def variables(node: Node) -> dict[str, list[Node]]:
    """The occurrences of each named variable, in reading order."""
    found: dict[str, list[Node]] = {}
    stack = [node]
    while stack:
        node = stack.pop()
        if node.args:
            stack.extend(reversed(node.args))
        elif node.kind == "var" and node.value != "_":
            found.setdefault(node.value, []).append(node)
    return found


def to_term(node: Node, variables: dict[str, Var]) -> Term:
    """The run-time term of a node. `variables` names the variables met so far and grows; each `_` is a new one."""
    order = []
    stack = [node]
    while stack:
        node = stack.pop()
        order.append(node)
        if node.args:
            stack.extend(node.args)
    # Parents came before children and right before left, so backwards every compound finds its arguments ready.
    done: list[Term] = []
    for node in reversed(order):
        kind = node.kind
        if kind == "compound":
            arity = len(node.args)
            done[-arity:] = [(sym(node.value, arity), *done[-arity:])]
        elif kind == "atom":
            done.append(sym(node.value))
        elif kind == "var":
            name = node.value
            if name == "_":
                done.append(new_var())
            else:
                if name not in variables:
                    variables[name] = new_var()
                done.append(variables[name])
        else:
            done.append(node.value)
    return done[0]
