"""The `display` of a program as texts, with the values of its parameters, and what its objects say of its look.

The entries are written as they stand in the program: variables keep their names, and `$player` stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from galakit.lang.gala.program import Program
from galakit.lang.operators import INFIX
from galakit.lang.syntax import Node, is_compound, list_items
from galakit.lang.terms import Term
from galakit.lang.writer import quoted, write, write_argument
from galakit.rules.display import Display, Entry

DEEPEST = 100  # brackets inside each other


def display_of(program: Program, params: Mapping[str, Term]) -> Display:
    """The entries of a program, and those that follow from its objects."""
    own = [Entry(_written(left, params), _written(right, params)) for left, right in program.display]
    return (*own, *_inferred(program, params, {entry.left.partition("(")[0] for entry in own}))


def _inferred(program: Program, params: Mapping[str, Term], declared: set[str]) -> list[Entry]:
    """Tables for decks, dice and boards, unless the program has its own."""
    found = []
    for name, spec, _ in program.all_objects():
        inner = spec.args[0] if spec.kind == "compound" and len(spec.args) == 1 else spec
        kind = spec.value if inner is not spec else name
        if kind == "deck" and is_compound(inner, "*", 2):
            found.append(Entry("deck", _written(inner, params)))
        elif kind == "dice" and "dice" not in declared:
            found.append(Entry("dice", _written(inner, params)))
        elif kind == "grid_board" and is_compound(inner, "array", 2) and "board" not in declared:
            left = "board" if name == kind else f"board({quoted(name)})"
            found.append(Entry(left, f"grid({','.join(_written(size, params) for size in inner.args)})"))
    return found


def _written(node: Node, params: Mapping[str, Term], depth: int = 0) -> str:
    """The text of a term, with the values of parameters in place of their names."""
    if depth > DEEPEST:
        return "…"
    if node.kind == "atom":
        return quoted(node.value)
    if node.kind == "string":
        return write(node.value)
    if node.kind != "compound":
        return node.text
    items = list_items(node)
    if items is not None:
        return f"[{','.join([_written(item, params, depth + 1) for item in items])}]"
    if is_compound(node, "$", 1):
        name = node.args[0].value
        return write_argument(params[name]) if name in params else f"${node.args[0].brief}"
    inside = [_written(arg, params, depth + 1) for arg in node.args]
    if is_compound(node, ",", 2):
        return f"({','.join(_flat(node, params, depth))})"
    if len(inside) == 2 and node.value in INFIX:
        sign = f" {node.value} " if node.value[0].isalpha() else node.value
        return sign.join(f"({text})" if _infix(arg) else text for arg, text in zip(node.args, inside))
    if is_compound(node, "-", 1):
        return f"-{inside[0]}"
    return f"{quoted(node.value)}({','.join(inside)})"


def _flat(node: Node, params: Mapping[str, Term], depth: int) -> list[str]:
    """The members of `(A, B, C)`."""
    found = []
    while is_compound(node, ",", 2):
        found.append(_written(node.args[0], params, depth + 1))
        node = node.args[1]
    return [*found, _written(node, params, depth + 1)]


def _infix(node: Node) -> bool:
    return node.kind == "compound" and len(node.args) == 2 and node.value in INFIX and node.value not in (",", ":")
