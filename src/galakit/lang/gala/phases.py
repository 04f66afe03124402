"""Phases: parts of a game with declarations of their own (Koller & Pfeffer 1995, section 3).

`play_phase(Name)` sets the variables and objects of the phase anew, runs its flow, and goes on behind it. Gameflows of
a phase are known inside it only; its Gala variables are ordinary ones, so predicates can read them.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from galakit.lang.gala import statements
from galakit.lang.gala.calls import Call
from galakit.lang.gala.operations import Cell, Forget, Operation, SetUp
from galakit.lang.gala.program import qualified
from galakit.lang.syntax import Node
from galakit.lang.terms import Symbol

if TYPE_CHECKING:
    from galakit.lang.gala.lower import Body


def play_phase(body: Body, node: Node, following: Operation) -> Operation:
    name = body.term(node.args[0])
    phase = body.program.phase(body.flow.path, name.name) if type(name) is Symbol else None
    if phase is None:
        names = [path[-1] for path in body.program.phases]
        close = difflib.get_close_matches(node.args[0].text, names, 1)
        hint = f"did you mean `{close[0]}`?" if close else "declare it: phase(Name, [flow : ...])"
        body.program.error(f"there is no phase `{node.args[0].text}`", node.args[0].span, hint, id="GK231")
        return following
    key = qualified(phase.path, "flow"), 0
    if key not in body.program.gameflows:
        return following  # reported where the phase is declared
    body.owner.called.add(key)
    procedure = body.owner.procedure(key, body.program.gameflows[key], {})
    return body.add(Call(node.span, procedure, ()), following)


def opening(body: Body, entry: Operation) -> Operation:
    """What happens whenever the phase begins, before its flow."""
    for name, value in reversed(body.program.phases[body.flow.path].variables):
        if value is None:
            cell = body.term(name)
            writes = body.owner.effects.written(cell)
            forget = Forget(name.span, body.expression(cell), writes=writes, uses=body.slots(cell))
            entry = body.add(forget, entry)
        else:
            node = Node("compound", "gets", (name, value), name.source, name.start, value.end)
            entry = statements.assign(body, node, entry)
    cells = body.owner.objects.get(body.flow.path)
    if cells:
        writes = frozenset(Cell(cell) for cell in cells)
        entry = body.add(SetUp(body.program.phases[body.flow.path].span, cells, writes=writes), entry)
    return entry
