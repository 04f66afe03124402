"""Code handed over as a value: `$name` as a statement runs what a parameter or a formal holds.

What a parameter holds is known before the game starts, and what a formal holds is written at the call. So a gameflow
that runs a formal is compiled once for each code passed to it, like a template. The text alone then determines which
statements can follow, and the liveness analysis knows what a state must remember.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from galakit.lang.gala.calls import Call
from galakit.lang.gala.operations import Operation
from galakit.lang.gala.program import Gameflow, Key, Path, Program
from galakit.lang.syntax import Node, conjuncts, indicator, is_compound, variables

if TYPE_CHECKING:
    from galakit.lang.gala.lower import Body

# Which arguments of a statement are statements themselves.
INSIDE = {
    ("->", 2): (1,), (";", 2): (0, 1), ("if", 2): (1,), ("if", 3): (1, 2), ("while", 2): (1,),
    ("play_round", 1): (0,), ("play_round", 2): (0,), ("play_rounds", 2): (0,),
}  # fmt: skip
LOOPS = ("repeat", "take_turns")  # with any number of conditions


@dataclass(frozen=True)
class Code:
    """Statements as a value. Names in them mean what they mean in the phases they were written in."""

    node: Node
    path: Path


class Handed:
    """The code parameters hold, and which formals of which gameflows are run."""

    def __init__(self, program: Program, code: dict[str, Node]) -> None:
        self.params = {name: Code(node, ()) for name, node in code.items()}
        self._formals: dict[Key, set[int]] = {key: set() for key in program.gameflows}
        changed = True
        while changed:  # a formal may be handed on to a gameflow that runs it
            changed = False
            for key, flow in program.gameflows.items():
                for statement in statements(flow.body):
                    for name in self._run_by(program, flow, statement):
                        if name in flow.formals and flow.formals.index(name) not in self._formals[key]:
                            self._formals[key].add(flow.formals.index(name))
                            changed = True

    def _run_by(self, program: Program, flow: Gameflow, statement: Node) -> list[str]:
        """The names whose code a statement runs."""
        if is_compound(statement, "$", 1):
            return [statement.args[0].name]
        named = indicator(statement)
        key = named and program.gameflow(flow.path, *named)
        arguments = [statement.args[i] for i in self._formals[key]] if key else []
        return [a.args[0].name for a in arguments if is_compound(a, "$", 1)]

    def formals(self, key: Key) -> list[int]:
        """The positions of the formals a gameflow runs."""
        return sorted(self._formals[key])


def statements(node: Node) -> Iterator[Node]:
    """The single statements of a gameflow, inside conditions and loops too."""
    stack = [node]
    while stack:
        for s in conjuncts(stack.pop()):
            named = indicator(s)
            if named in INSIDE:
                stack.extend(s.args[i] for i in INSIDE[named])
            elif named and named[0] in LOOPS and s.args:
                stack.append(s.args[0])
            else:
                yield s


def of(body: Body, node: Node) -> Code | None:
    """The code an actual parameter is."""
    if is_compound(node, "$", 1):
        return held(body, node.args[0])
    if indicator(node) is None:
        body.program.error(
            "statements are needed here",
            node.span,
            "give the name of a gameflow, or (Statement, Statement, ...)",
            id="GK232",
        )
        return None
    own = {n.args[0].value for n in _reads(node)} & set(body.scope.formals)
    if variables(node) or own:
        name = next(iter(variables(node)), None) or f"${next(iter(own))}"
        body.program.error(
            f"code that is handed on cannot use `{name}`, which belongs to this gameflow",
            node.span,
            "hand on the name of a gameflow, or keep the value in a Gala variable",
            id="GK232",
        )
        return None
    return Code(node, body.flow.path)


def held(body: Body, name: Node) -> Code | None:
    """The code a name holds here."""
    found = body.handed.get(name.name)
    if found is None:
        found = body.owner.handed.params.get(name.name)
        body.owner.runs_parameters |= found is not None
    if found is None:
        body.program.error(
            f"`${name.text}` does not hold statements",
            name.span,
            "only a parameter of the game or a formal can be run; read a value with `$name` inside a statement",
            id="GK232",
        )
    return found


def statement(body: Body, name: Node, following: Operation) -> Operation:
    """`$name` runs the code; `$name(X, ...)` runs a gameflow or goal with these arguments after its own."""
    code = held(body, name)
    if code is None:
        return following
    node = code.node
    if name.args:
        if indicator(node) is None:
            hint = "give the name of a gameflow"
            body.program.error(f"`{node.text}` cannot take arguments", name.span, hint, id="GK232")
            return following
        node = Node("compound", node.value, node.args + name.args, name.source, name.start, name.end)
    if name.args or not node.args:
        key = body.program.gameflow(code.path, node.name, len(node.args)) if indicator(node) else None
        return body.call(node, key, following) if key else body.statement(node, following)
    flow = Gameflow(f"${name.name}", (), node, name.span, code.path)
    procedure = body.owner.procedure((f"${name.name} {node.text}", 0), flow, {})
    return body.add(Call(name.span, procedure, ()), following)


def _reads(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        node = stack.pop()
        stack.extend(node.args)
        if is_compound(node, "$", 1):
            yield node
