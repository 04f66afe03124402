"""The statements that make something happen: `choose`, `reveal`, `payoff`, `outcome`, `end`, `discount`, `gets`."""

from __future__ import annotations

import difflib
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from galakit.lang.gala import slips
from galakit.lang.gala.operations import Assign, Choose, End, Operation, Outcome, Payoff, Reveal, Test
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import evaluated
from galakit.lang.prolog.goals import reads_store
from galakit.lang.prolog.walk import is_ground
from galakit.lang.syntax import Node, indicator, is_compound, list_items
from galakit.lang.terms import Float, Term, list_term, sym

if TYPE_CHECKING:
    from galakit.lang.gala.lower import Body


def choose(body: Body, node: Node, following: Operation) -> Operation:
    who, template, constraint = node.args
    distribution = None
    mover = body.term(who)
    if is_compound(who, "nature", 1):
        distribution = _distribution(body, who.args[0])
        mover = sym("nature")
    _check_player(body, who if distribution is None else None, nature=True)
    instance = body.term(template)
    goal, variables, slots = body.goal(constraint)
    code = body.db.compile_goal(goal, variables)
    template_slots = tuple(body.frame.slots[v] for v in body.scope.slots_of(instance))
    effects = body.owner.effects
    reads = effects.of(goal) | effects.of_data(list_term([mover, instance]))
    if distribution:
        reads |= effects.of(list_term([distribution[1]]))
    return body.add(
        Choose(
            node.span,
            body.expression(mover),
            instance,
            template_slots,
            goal,
            code,
            slots,
            body.expression(instance),
            distribution,
            reads=reads,
            uses=frozenset(slots)
            | frozenset(template_slots)
            | body.slots(mover, *((distribution[1],) if distribution else ())),
        ),
        following,
    )


def _distribution(body: Body, node: Node) -> tuple[Any, ...]:
    """(whether to normalise, the measure, the measure as an expression) of `nature(Mu)`."""
    normalise = is_compound(node, "weights", 1)
    if normalise:
        node = node.args[0]
    term = body.term(node)
    return (normalise, term, body.expression(term))


def reveal(body: Body, node: Node, following: Operation) -> Operation:
    _check_player(body, node.args[0], all_players=True)
    return _for_players(body, node, following, Reveal)


def payoff(body: Body, node: Node, following: Operation) -> Operation:
    _check_player(body, node.args[0], all_players=True)
    slips.check_amount(body.program, node.args[1], body.known)
    return _for_players(body, node, following, Payoff)


def _for_players(body: Body, node: Node, following: Operation, made: type[Reveal | Payoff]) -> Operation:
    who, what = (body.term(a) for a in node.args)
    return body.add(made(node.span, body.expression(who), body.expression(what), **body.touched(who, what)), following)


def outcome(body: Body, node: Node, following: Operation) -> Operation:
    vector = list_items(node.args[0])
    if vector is not None and len(vector) != len(body.program.players):
        body.program.error(
            f"the outcome has {len(vector)} payoffs, but there are {len(body.program.players)} players",
            node.args[0].span,
            "give one payoff per player, in the order of `players`",
            id="GK205",
        )
    slips.check_outcome(body.program, node.args[0], body.known)
    if is_compound(node.args[0], "wins", 1):
        _check_player(body, node.args[0].args[0])
    result = body.term(node.args[0])
    symbolic = lambda term: body.owner.symbolic(term)  # noqa: E731 (late binding: outcomes are read afterwards)
    return body.add(Outcome(node.span, body.expression(result), symbolic, **body.touched(result)))


def end(body: Body, node: Node, following: Operation) -> Operation:
    return body.add(End(node.span))


GOES_ON, STOPS = sym("goes_on"), sym("stops")


def discount(body: Body, node: Node, following: Operation) -> Operation:
    """`discount(D)`: what follows counts D times as much, since the game goes on from here with probability D only."""
    factor = body.term(node.args[0])
    if is_ground(factor) and not reads_store(factor):
        factor = evaluated(factor)
        if not isinstance(factor, (int, Fraction, Float)) or not 0 <= factor <= 1:
            body.program.error(
                f"`{node.args[0].brief}` is no discount factor: it must be a number from 0 to 1",
                node.args[0].span,
                "write discount(9/10) if what comes a round later counts 9/10 as much",
                id="GK430",
            )
            return following
        if factor == 1:
            return following
    drawn = body.frame.new()
    slot = body.frame.slots[drawn]
    body.scope.anonymous.append(slot)  # new in each iteration of a loop
    over: Term = (sym("=", 2), drawn, STOPS)
    query = Query(body.db, over, (drawn,), (slot,), True)
    test: Test = body.add(Test(node.span, query, uses=frozenset([slot])), body.add(End(node.span)))
    test.otherwise = following
    either: Term = (sym("member", 2), drawn, list_term([GOES_ON, STOPS]))
    shares = [(sym(":", 2), GOES_ON, factor), (sym(":", 2), STOPS, (sym("-", 2), 1, factor))]
    measure = list_term(shares)
    return body.add(
        Choose(
            node.span,
            body.expression(sym("nature")),
            drawn,
            (slot,),
            either,
            body.db.compile_goal(either, (drawn,)),
            (slot,),
            body.expression(drawn),
            (False, measure, body.expression(measure)),
            reads=body.owner.effects.of(list_term([measure])),
            uses=frozenset([slot]) | body.slots(measure),
        ),
        test,
    )


def assign(body: Body, node: Node, following: Operation) -> Operation:
    target, value = node.args
    if indicator(target) is None:
        hint = "write `name gets Value`"
        if target.kind == "var":
            hint = f"write `{target.brief} = {value.brief}` to bind a Prolog variable"
            if body.owner.effects.known(target.value.lower()):
                hint = f"did you mean `{target.value.lower()} gets {value.brief}`?"
        body.program.error(f"`{target.brief}` is not the name of a Gala variable", target.span, hint, id="GK210")
        return following
    if target.value == "$" and len(target.args) == 1:
        name = target.args[0].brief
        problem, hint = "assign to the name, without `$`", f"write `{name} {node.name} {value.brief}`"
        body.program.error(problem, target.span, hint, id="GK208")
        return following
    if target.value in body.owner.params and not target.args:
        problem = f"`{target.name}` is a parameter and cannot be assigned"
        hint = f"declare a variable that starts with it: variables : [my_{target.name} = ${target.name}]"
        body.program.error(problem, target.span, hint, id="GK209")
    cell, expr = body.term(target), body.term(value)
    reads = body.owner.effects.of_data(
        list_term([list(cell)[1:] and list_term(cell[1:]), expr] if type(cell) is tuple else [expr])
    )
    writes = body.owner.effects.written(cell)
    operation = Assign(
        node.span,
        body.expression(cell),
        body.expression(expr),
        reads=reads,
        writes=writes,
        uses=body.slots(cell, expr),
    )
    return body.add(operation, following)


def _check_player(body: Body, node: Node | None, *, nature: bool = False, all_players: bool = False) -> None:
    """A player written out must exist."""
    if node is None:
        return
    if node.kind == "var" and len(body.occurrences.get(node.value, ())) == 1 and node.value != "_":
        players = body.program.players
        close = difflib.get_close_matches(node.value.lower(), players, 1)
        hint = f"did you mean `{close[0]}`?" if close else f"the players are {', '.join(players)}"
        body.program.error(f"`{node.name}` is an unbound variable, not a player", node.span, hint, id="GK204")
    if all_players:
        for item in list_items(node) or ():
            _check_player(body, item)
    if node.kind != "atom" or node.value == "[]":
        return
    allowed = [*body.program.players, *(["nature"] if nature else []), *(["all"] if all_players else [])]
    if node.value not in allowed:
        close = difflib.get_close_matches(node.value, allowed, 1)
        hint = f"did you mean `{close[0]}`?" if close else f"the players are {', '.join(body.program.players)}"
        if node.value in ("player", "opponent", "lho", "rho") or node.value in body.scope.formals:
            hint = f"did you mean `${node.name}`?"
        body.program.error(f"there is no player `{node.name}`", node.span, hint, id="GK204")
