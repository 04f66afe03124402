"""Loops: `while`, `repeat`, `take_turns`, `play_round` and their conditions as operations (KP97, section 3.4).

Prolog variables that occur only inside a loop are new in each iteration; those that occur outside it too are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from galakit.errors import Span
from galakit.lang.gala.freeze import PLAYER
from galakit.lang.gala.operations import (
    NOBODY,
    RELATIVES,
    Cell,
    Fresh,
    Jump,
    Keep,
    Load,
    NextInRound,
    Operation,
    Test,
    Turn,
)
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Env, Scope, evaluated
from galakit.lang.syntax import Node, indicator, is_compound, variables
from galakit.lang.terms import Term, deref, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.gala.lower import Body

PLAYER_CELLS = frozenset(Cell(name) for name in RELATIVES)


def while_(body: Body, node: Node, following: Operation) -> Operation:
    top: Jump = body.add(Jump(node.span))
    inner = body.sequence(node.args[1], top)
    top.next = fresh(body, node, body.test(node.args[0], inner, following))
    return top


def fresh(body: Body, loop: Node, following: Operation) -> Operation:
    """New variables in each iteration: those that occur nowhere outside the loop."""
    inside = variables(loop)
    local = [name for name in inside if all(loop.start <= n.start < loop.end for n in body.occurrences.get(name, ()))]
    slots = tuple(body.frame.slots[body.scope.prolog[n]] for n in local if n in body.scope.prolog)
    return body.add(Fresh(loop.span, slots), following) if slots else following


def repeat(body: Body, node: Node, following: Operation) -> Operation:
    top: Jump = body.add(Jump(node.span))
    after = conditions(body, node, node.args[1:], "until", following, top)
    inner = body.sequence(node.args[0], after)
    top.next = fresh(body, node, conditions(body, node, node.args[1:], "unless", following, inner))
    return top


def take_turns(body: Body, node: Node, following: Operation) -> Operation:
    players = body.program.players
    names = [sym(p) for p in players]
    successor = {name: names[(i + 1) % len(names)] for i, name in enumerate(names)}
    kept = body.frame.slots[body.frame.new()]
    leave = restore(body, node.span, kept, following)
    top: Jump = body.add(Jump(node.span))
    advance = turn(body, node.span, lambda env, now: successor[now], frozenset([Cell(PLAYER)]), frozenset(), top)
    after = conditions(body, node, node.args[1:], "until", leave, advance)
    inner = body.sequence(node.args[0], after)
    top.next = fresh(body, node, conditions(body, node, node.args[1:], "unless", leave, inner))
    first = turn(body, node.span, lambda env, now: names[0], frozenset(), frozenset(), top)
    return body.add(Keep(node.span, kept, reads=frozenset([Cell(PLAYER)])), first)


def play_round(body: Body, node: Node, following: Operation) -> Operation:
    if len(node.args) == 2:
        order = body.term(node.args[1])
    else:
        order = list_term([sym(p) for p in body.program.players])
    kept = body.frame.slots[body.frame.new()]
    waiting = body.frame.slots[body.frame.new()]
    leave = restore(body, node.span, kept, following)
    uses = frozenset([waiting])
    step: NextInRound = body.add(NextInRound(node.span, waiting, writes=PLAYER_CELLS, uses=uses))
    step.done = leave
    step.next = fresh(body, node, body.sequence(node.args[0], step))
    reads = body.owner.effects.of(list_term([order]))
    load = body.add(Load(node.span, waiting, body.expression(order).code, reads=reads, uses=body.slots(order)), step)
    return body.add(Keep(node.span, kept, reads=frozenset([Cell(PLAYER)])), load)


def play_rounds(body: Body, node: Node, following: Operation) -> Operation:
    """`play_rounds(A, N)`: N rounds, counted in a slot of the frame."""
    each, count = node.args
    left = body.frame.new()
    slot = body.frame.slots[left]
    top: Jump = body.add(Jump(node.span))
    goal = (sym(">", 2), left, 0)
    down = body.add(
        Load(node.span, slot, lambda env: deref(env[slot]) - 1, uses=frozenset([slot])),
    )
    down.next = top
    again = play_round(body, Node("compound", "play_round", (each,), node.source, node.start, node.end), down)
    test: Test = body.add(
        Test(node.span, Query(body.db, body.db.compile_goal(goal, (left,)), (slot,), False), uses=frozenset([slot])),
        again,
    )
    test.otherwise = following
    top.next = test
    term = body.term(count)
    reads = body.owner.effects.of(list_term([term]))
    value = body.expression(term).code
    return body.add(Load(node.span, slot, lambda env: evaluated(value(env)), reads=reads, uses=body.slots(term)), top)


def turn(
    body: Body,
    span: Span,
    who: Callable[[Env, Any], Term],
    reads: frozenset[Any],
    uses: frozenset[int],
    following: Operation,
) -> Operation:
    return body.add(Turn(span, who, reads=reads, writes=PLAYER_CELLS, uses=uses), following)


def restore(body: Body, span: Span, slot: int, following: Operation) -> Operation:
    return turn(body, span, lambda env, now: env[slot] or NOBODY, frozenset(), frozenset([slot]), following)


def conditions(
    body: Body, loop: Node, conditions: tuple[Node, ...], kind: str, leave: Operation, following: Operation
) -> Operation:
    """Tests of the `unless` or `until` conditions, in order, each leaving the loop when it holds."""
    for c in reversed(conditions):
        if indicator(c) not in (("unless", 1), ("until", 1)):
            if kind == "unless":  # every list is gone through twice
                hint = f"write until({c.brief}) to test it after each turn, unless({c.brief}) before"
                body.program.error(f"`{c.brief}` is neither unless(...) nor until(...)", c.span, hint, id="GK212")
        elif c.value == kind:
            following = condition(body, c.args[0], leave, following)
    return following


def condition(body: Body, node: Node, leave: Operation, following: Operation) -> Operation:
    key = indicator(node)
    if key is None or key not in body.program.gameflows:
        return body.test(node, leave, following)
    flow = body.program.gameflows[key]
    body.owner.called.add(key)
    if not is_compound(flow.body, "->", 2) or key[1]:
        body.program.error(
            f"the gameflow `{flow.name}` is used as a condition",
            node.span,
            "write it as (Goal -> Statements)",
            id="GK213",
        )
        return following
    # The condition's variables are its own: lower it in a scope of its own on this frame.
    outer, outer_occurrences = body.scope, body.occurrences
    body.scope = Scope(body.frame, {}, body.owner.params)
    body.occurrences = variables(flow.body)
    yes = body.sequence(flow.body.args[1], leave)
    entry = body.test(flow.body.args[0], yes, following)
    slots = tuple(body.frame.slots[v] for v in body.scope.prolog.values())
    body.scope, body.occurrences = outer, outer_occurrences
    return body.add(Fresh(node.span, slots), entry) if slots else entry
