"""Loops: `while`, `repeat`, `take_turns`, `play_round` and their conditions as operations (KP97, section 3.4).

Prolog variables that occur only inside a loop are new in each iteration; those that occur outside it too are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError, Span
from galakit.lang.gala import slips
from galakit.lang.gala.freeze import PLAYER
from galakit.lang.gala.operations import (
    NO_PLAYER,
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
from galakit.lang.gala.scope import Env, Expression, Scope, evaluated
from galakit.lang.prolog.goals import reads_store
from galakit.lang.prolog.walk import is_ground
from galakit.lang.syntax import Node, indicator, is_compound, variables
from galakit.lang.terms import Term, deref, iterate, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.gala.lower import Body

PLAYER_CELLS = frozenset(Cell(name) for name in RELATIVES)


def while_(body: Body, node: Node, following: Operation) -> Operation:
    met = len(body.scope.anonymous)
    top: Jump = body.add(Jump(node.span))
    inner = body.sequence(node.args[1], top)
    top.next = fresh(body, node, met, body.test(node.args[0], inner, following))
    return top


def fresh(body: Body, loop: Node, met: int, following: Operation) -> Operation:
    """New variables in each iteration: those that occur nowhere outside the loop, and every `_` but the `met` first."""
    inside = variables(loop)
    local = [name for name in inside if all(loop.start <= n.start < loop.end for n in body.occurrences.get(name, ()))]
    slots = tuple(body.frame.slots[body.scope.prolog[n]] for n in local if n in body.scope.prolog)
    slots += tuple(body.scope.anonymous[met:])
    return body.add(Fresh(loop.span, slots), following) if slots else following


def repeat(body: Body, node: Node, following: Operation) -> Operation:
    met = len(body.scope.anonymous)
    top: Jump = body.add(Jump(node.span))
    after = conditions(body, node.args[1:], "until", following, top)
    inner = body.sequence(node.args[0], after)
    top.next = fresh(body, node, met, conditions(body, node.args[1:], "unless", following, inner))
    return top


def take_turns(body: Body, node: Node, following: Operation) -> Operation:
    """`take_turns(A, Condition, ...)`, or `take_turns(A, Players, Condition, ...)` for some or another order."""
    tests = node.args[1:]
    chosen = tests[0] if tests and not _is_condition(tests[0]) else None
    order = list_term([sym(p) for p in body.players]) if chosen is None else body.term(chosen)
    tests = tests if chosen is None else tests[1:]
    kept = body.frame.slots[body.frame.new()]
    leave = restore(body, node.span, kept, following)
    top: Jump = body.add(Jump(node.span))
    met = len(body.scope.anonymous)
    # An order that is written out need not be remembered by every state.
    fixed = is_ground(order) and not reads_store(order)
    slot = None if fixed else body.frame.slots[body.frame.new()]
    around = Around(node.span, slot, listed(order, node.span) if fixed else [])
    uses = frozenset(() if slot is None else (slot,))
    advance = turn(body, node.span, Next(around), frozenset([Cell(PLAYER)]), uses, top)
    after = conditions(body, tests, "until", leave, advance)
    inner = body.sequence(node.args[0], after)
    top.next = fresh(body, node, met, conditions(body, tests, "unless", leave, inner))
    entry = turn(body, node.span, First(around), frozenset(), uses, top)
    if slot is not None:
        reads = body.owner.effects.of(list_term([order]))
        load = Load(node.span, slot, AsItIs(body.expression(order)), reads=reads, uses=body.slots(order))
        entry = body.add(load, entry)
    return body.add(Keep(node.span, kept, reads=frozenset([Cell(PLAYER)])), entry)


@dataclass(frozen=True)
class Around:
    """An order of players: those listed, or those that the list in a slot names."""

    span: Span
    slot: int | None
    listed: list[Term]

    def players(self, env: Env) -> list[Term]:
        return self.listed if self.slot is None else listed(env[self.slot], self.span)


@dataclass(frozen=True)
class First:
    """The first player of an order."""

    order: Around

    def __call__(self, env: Env, now: Term | None) -> Term:
        return self.order.players(env)[0]


@dataclass(frozen=True)
class Next:
    """The player after the current one."""

    order: Around

    def __call__(self, env: Env, now: Term | None) -> Term:
        players = self.order.players(env)
        return players[(players.index(now) + 1) % len(players)] if now in players else players[0]


@dataclass(frozen=True)
class Restored:
    """The player whose turn it was before a loop, from a slot."""

    slot: int

    def __call__(self, env: Env, now: Term | None) -> Term:
        return env[self.slot] or NO_PLAYER


@dataclass(frozen=True)
class AsItIs:
    """The value of an expression."""

    expression: Expression

    def __call__(self, env: Env) -> Term:
        return self.expression.code(env)


@dataclass(frozen=True)
class Evaluated:
    """The same, evaluated if it is arithmetic."""

    expression: Expression

    def __call__(self, env: Env) -> Term:
        return evaluated(self.expression.code(env))


@dataclass(frozen=True)
class OneLess:
    """The number in a slot, less one."""

    slot: int

    def __call__(self, env: Env) -> Term:
        return deref(env[self.slot]) - 1


def listed(players: Term, span: Span) -> list[Term]:
    """The players a list names."""
    try:
        found = [deref(p) for p in iterate(deref(players))]
    except ValueError:
        found = []
    if not found:
        hint = "write take_turns(Statements, [a, b], ...)"
        raise GalakitError("take_turns needs a list of players", span=span, hint=hint, id="GK421")
    return found


def play_round(body: Body, node: Node, following: Operation) -> Operation:
    if len(node.args) == 2:
        order = body.term(node.args[1])
    else:
        order = list_term([sym(p) for p in body.players])
    kept = body.frame.slots[body.frame.new()]
    waiting = body.frame.slots[body.frame.new()]
    leave = restore(body, node.span, kept, following)
    uses = frozenset([waiting])
    step: NextInRound = body.add(NextInRound(node.span, waiting, writes=PLAYER_CELLS, uses=uses))
    step.done = leave
    met = len(body.scope.anonymous)
    step.next = fresh(body, node, met, body.sequence(node.args[0], step))
    reads = body.owner.effects.of(list_term([order]))
    value = AsItIs(body.expression(order))
    load = body.add(Load(node.span, waiting, value, reads=reads, uses=body.slots(order)), step)
    return body.add(Keep(node.span, kept, reads=frozenset([Cell(PLAYER)])), load)


def play_rounds(body: Body, node: Node, following: Operation) -> Operation:
    """`play_rounds(A, N)`: N rounds, counted in a slot of the frame."""
    each, count = node.args
    slips.check_amount(body.program, count, body.known)
    left = body.frame.new()
    slot = body.frame.slots[left]
    top: Jump = body.add(Jump(node.span))
    goal = (sym(">", 2), left, 0)
    down = body.add(Load(node.span, slot, OneLess(slot), uses=frozenset([slot])))
    down.next = top
    again = play_round(body, Node("compound", "play_round", (each,), node.source, node.start, node.end), down)
    query = Query(body.db, goal, (left,), (slot,), False)
    test: Test = body.add(Test(node.span, query, uses=frozenset([slot])), again)
    test.otherwise = following
    top.next = test
    term = body.term(count)
    reads = body.owner.effects.of(list_term([term]))
    value = Evaluated(body.expression(term))
    return body.add(Load(node.span, slot, value, reads=reads, uses=body.slots(term)), top)


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
    return turn(body, span, Restored(slot), frozenset(), frozenset([slot]), following)


def _is_condition(node: Node) -> bool:
    return indicator(node) in (("unless", 1), ("until", 1))


def conditions(
    body: Body, conditions: tuple[Node, ...], kind: str, leave: Operation, following: Operation
) -> Operation:
    """Tests of the `unless` or `until` conditions, in order, each leaving the loop when it holds."""
    for c in reversed(conditions):
        if not _is_condition(c):
            if kind == "unless":  # every list is gone through twice
                hint = f"write until({c.brief}) to test it after each turn, unless({c.brief}) before"
                body.program.error(f"`{c.brief}` is neither unless(...) nor until(...)", c.span, hint, id="GK212")
        elif c.value == kind:
            following = condition(body, c.args[0], leave, following)
    return following


def condition(body: Body, node: Node, leave: Operation, following: Operation) -> Operation:
    """A goal, a gameflow `(Goal -> Statements)` whose statements run when the goal holds, or `A ; B` of such."""
    if is_compound(node, ";", 2) and not is_compound(node.args[0], "->", 2):
        alternatives = []
        while is_compound(node, ";", 2) and not is_compound(node.args[0], "->", 2):
            alternatives.append(node.args[0])
            node = node.args[1]
        for alternative in reversed([*alternatives, node]):
            following = condition(body, alternative, leave, following)
        return following
    if is_compound(node, "$", 1) and node.args[0].name in body.owner.handed.params:
        node = body.owner.handed.params[node.args[0].name].node
    name = indicator(node)
    key = name and body.program.gameflow(body.flow.path, *name)
    if key is None:
        return body.test(node, leave, following)
    flow = body.program.gameflows[key]
    body.owner.called.add(key)
    branches = _branches(flow.body)
    if branches is None:
        body.program.error(
            f"the gameflow `{flow.name}` is used as a condition",
            node.span,
            "write it as (Goal -> Statements)",
            id="GK213",
        )
        return following
    # The condition's variables are its own: lower it in a scope of its own on this frame.
    arguments = [body.term(argument) for argument in node.args]
    outer = body.scope, body.occurrences
    formals = {formal: body.frame.new() for formal in flow.formals}
    body.scope = Scope(body.frame, formals, body.owner.params)
    body.occurrences = variables(flow.body)
    entry = following
    for goal, statements in reversed(branches):
        entry = body.test(goal, body.sequence(statements, leave), entry)
    slots = (*(body.frame.slots[v] for v in body.scope.prolog.values()), *body.scope.anonymous)
    body.scope, body.occurrences = outer
    if slots:
        entry = body.add(Fresh(node.span, slots), entry)
    for formal, argument in zip(formals.values(), arguments):
        value = Evaluated(body.expression(argument))
        reads = body.owner.effects.of(list_term([argument]))
        load = Load(node.span, body.frame.slots[formal], value, reads=reads, uses=body.slots(argument))
        entry = body.add(load, entry)
    return entry


def _branches(node: Node) -> list[tuple[Node, Node]] | None:
    """`(Goal -> Statements ; Goal -> Statements)` as pairs; None if it is anything else."""
    if is_compound(node, "->", 2):
        return [(node.args[0], node.args[1])]
    if is_compound(node, "if", 2):
        return [(node.args[0], node.args[1])]
    if is_compound(node, ";", 2) and is_compound(node.args[0], "->", 2):
        others = _branches(node.args[1])
        return None if others is None else [(node.args[0].args[0], node.args[0].args[1]), *others]
    return None
