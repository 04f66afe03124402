"""From a Gala program and values for its parameters to rules that can be explored."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Set
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from galakit.errors import GalakitError, Source, Span
from galakit.lang.gala.checks import doubts, odd_looks, slips
from galakit.lang.gala.declarations import parse
from galakit.lang.gala.effects import Effects
from galakit.lang.gala.linking import bridge_orders, link, needed
from galakit.lang.gala.liveness import Liveness
from galakit.lang.gala.lower import Lowering
from galakit.lang.gala.natives import install
from galakit.lang.gala.objects import Objects
from galakit.lang.gala.program import Program
from galakit.lang.gala.rules import GalaRules
from galakit.lang.gala.scope import Expression, Frame, Scope, evaluated
from galakit.lang.prolog import Database
from galakit.lang.prolog.database import parts
from galakit.lang.prolog.faults import TROUBLE, as_prolog_error
from galakit.lang.prolog.keys import stored
from galakit.lang.prolog.toplevel import load_prolog
from galakit.lang.prolog.walk import is_ground, rename, resolve
from galakit.lang.reader import read_term
from galakit.lang.syntax import Node, to_term
from galakit.lang.terms import Term, Var, iterate, list_term, number, sym
from galakit.lang.writer import write

WINS, DRAW = sym("wins", 1), sym("draw")


def check(source: Source, given: Mapping[str, Any] = MappingProxyType({})) -> Program:
    """Read a program and look for mistakes without running it; they are in `.problems`.

    Parameters that have neither a value nor a default are given a stand-in, so that the rest can be checked.
    """
    program = parse(source)
    if not any(p.severity == "error" for p in program.problems):
        missing = {name: 1 for name, default in program.params.items() if default is None and name not in given}
        nothing = dict.fromkeys(missing, read_term("true", "<nothing>"))
        try:
            values = {**given, **missing}
            code = parameter_code(program, values) | nothing
            settled = parameters(program, values)
            rules = assemble(program, settled, code, guessed=missing.keys())
            program.problems.extend(doubts(program, rules))
            program.problems.extend(odd_looks(program, settled))
        except GalakitError as error:
            known = {d.render() for d in program.problems}
            program.problems.extend(d for d in error.diagnostics if d.render() not in known)
        # Independent of what else is wrong, unless a part of the text could not even be read.
        program.problems.extend(slips(program))
    return program


def compile_program(program: Program, given: Mapping[str, Any]) -> tuple[GalaRules, dict[str, Term]]:
    """The rules of a program with the parameters given, and all parameter values."""
    program.raise_errors()
    values = parameters(program, given)
    rules = assemble(program, values, parameter_code(program, given))
    rules.given = {name: values[name] for name in given}
    rules.displayed = program, values
    return rules, values


def parameters(program: Program, given: Mapping[str, Any]) -> dict[str, Term]:
    """Every parameter's value: as given, else its default (which may mention earlier parameters)."""
    for name in given:
        if name not in program.params:
            close = difflib.get_close_matches(name, program.params, 1)
            names = ", ".join(program.params) or "none"
            hint = f"did you mean `{close[0]}`?" if close else f"the parameters are: {names}"
            raise GalakitError(f"the game `{program.name}` has no parameter `{name}`", hint=hint, id="GK503")
    values: dict[str, Term] = {}
    for name, default in program.params.items():
        if name in given:
            values[name] = _worked_out(name, as_term(given[name], name), None)
        elif default is not None:
            scope = Scope(Frame(), {}, values)
            values[name] = _worked_out(name, scope.substitute(to_term(default, {})), default.span)
        else:
            raise GalakitError(
                f"the parameter `{name}` of `{program.name}` has no value",
                hint=f"give one: -p {name}=VALUE on the command line, {name}=VALUE in Python",
                id="GK504",
            )
    return values


def _worked_out(name: str, given: Term, span: Span | None) -> Term:
    try:
        return evaluated(given)
    except TROUBLE as trouble:
        why = as_prolog_error(trouble).message
        raise GalakitError(
            f"the parameter `{name}` has no value: {why}", span=span, hint="give a number, a text or a list", id="GK505"
        ) from None


def as_term(value: Any, name: str) -> Term:
    """A parameter value from Python (number, text of a term, or a list of those) as a term."""
    if isinstance(value, bool):
        return sym("true" if value else "false")
    if isinstance(value, (int, Fraction, float)):
        return number(value)
    if isinstance(value, str):
        return to_term(read_term(value, f"<parameter {name}>"), {})
    if isinstance(value, (list, tuple, range)):
        return list_term([as_term(v, name) for v in value])
    raise GalakitError(
        f"the parameter `{name}` cannot be a {type(value).__name__}", hint="give a number, a text or a list", id="GK505"
    )


def parameter_code(program: Program, given: Mapping[str, Any]) -> dict[str, Node]:
    """Parameters as they are written: what they hold may be run as statements."""
    written = {name: node for name, node in program.params.items() if node is not None and name not in given}
    texts = {name: value for name, value in given.items() if isinstance(value, str)}
    return written | {name: read_term(value, f"<parameter {name}>") for name, value in texts.items()}


def assemble(
    program: Program, params: dict[str, Term], code: dict[str, Node], *, guessed: Set[str] = frozenset()
) -> GalaRules:
    """Load the clauses, lower the flow, analyse it, and set the initial state. `guessed` parameters are stand-ins."""
    db = Database()
    install(db)
    load_prolog(db)
    libraries = needed(program, db, code.values())
    program.raise_errors()
    link(db, libraries, program)
    for fact in seating(program.players):
        db.add_clause(fact, library=True)
    for clause in program.clauses:
        term = to_term(clause.node, {})
        symbol, _ = parts(term)
        if db.protected(symbol):
            program.error(
                f"`{symbol.name}/{symbol.arity}` is built in and cannot be defined",
                clause.span,
                "give it another name",
                id="GK118",
            )
        else:
            db.add_clause(term, clause.span)
    bridge_orders(program, db)
    db.machine.store = {}
    made = Objects(program, db, libraries, guessed)
    made.make(_reader(db, params))
    cells = [cell for part in (made.cells, *made.phases.values()) for cell in part]
    effects = Effects(program, db, cells, libraries)
    effects.check_clauses()
    lowering = Lowering(program, db, params, code, effects, made.phases)
    flow = lowering.lower()
    program.raise_errors()
    try:
        lowering.symbolic = outcome_table(program, params)
        initial = initial_store(program, db, params, made.cells)
    except TROUBLE as trouble:
        fault = as_prolog_error(trouble)
        raise GalakitError(fault.message, hint=fault.hint, id=fault.id) from trouble
    return GalaRules(program.name, program.players, db, flow, Liveness(lowering.procedures.values()), initial)


def seating(players: tuple[str, ...]) -> list[Term]:
    """What every program knows: `players(List)`, and `turn_order(First, List)`, all players from one on."""
    names = [sym(p) for p in players]
    orders = [(sym("turn_order", 2), name, list_term(names[i:] + names[:i])) for i, name in enumerate(names)]
    return [(sym("players", 1), list_term(names)), *orders]


def initial_store(program: Program, db: Database, params: dict[str, Term], cells: dict[Term, Term]) -> dict[Term, Term]:
    """Objects and declared variables; a value may mention parameters and variables declared before it."""
    store = db.machine.store = dict(cells)
    term_of = _reader(db, params)
    for name, value in program.variables:
        cell = term_of(name) if name.args else sym(name.value)
        if not is_ground(cell):
            raise GalakitError(
                "the index of a variable must be known here",
                span=name.span,
                hint="write it out: name(a) = Value",
                id="GK120",
            )
        if value is not None:
            store[cell] = stored(evaluated(term_of(value)))
    return store


def _reader(db: Database, params: dict[str, Term]) -> Callable[[Node], Term]:
    """What a term of the declarations stands for, given parameters and the store."""
    scope = Scope(Frame(), {}, params)

    def term_of(node: Node) -> Term:
        term = scope.term(node)
        env: list[Any] = [None] * len(scope.frame.slots)
        return resolve(Expression(term, scope.frame.slots, db.get).code(env))

    return term_of


def outcome_table(program: Program, params: dict[str, Term]) -> Any:
    """What symbolic outcomes pay: those declared, then `draw` and `wins(Player)`."""
    players = [sym(p) for p in program.players]
    n = len(players)
    scope = Scope(Frame(), {}, params)
    rows = []
    remedy = f"give one payoff per player: [{', '.join('0' for _ in players)}]"
    for pattern, payoffs in program.outcomes:
        term = scope.substitute(to_term(payoffs, scope.prolog))
        rows.append((scope.substitute(to_term(pattern, scope.prolog)), term, payoffs))
        try:
            count = len(list(iterate(term)))
        except ValueError:
            raise GalakitError(
                "an outcome's payoffs must be a list", span=payoffs.span, hint=remedy, id="GK121"
            ) from None
        if count != n:
            raise GalakitError(
                f"this outcome has {count} payoffs, but there are {n} players",
                span=payoffs.span,
                hint=remedy,
                id="GK121",
            )

    def meaning(outcome: Term) -> list[Term] | None:
        for pattern, payoffs, _ in rows:
            bound = _match(pattern, outcome)
            if bound is not None:
                return list(iterate(_instantiate(payoffs, bound)))
        if outcome is DRAW:
            return [0] * n
        if type(outcome) is tuple and outcome[0] is WINS and outcome[1] in players:
            if n == 1:
                return [1]
            return [1 if p is outcome[1] else number(Fraction(-1, n - 1)) for p in players]
        return None

    return meaning


def _match(pattern: Term, term: Term) -> dict[Var, Term] | None:
    from galakit.lang.prolog import Machine

    machine = Machine()
    fresh: dict[Var, Var] = {}
    copy = rename(pattern, fresh)
    return {v: resolve(c) for v, c in fresh.items()} if machine.unify(copy, term) else None


def _instantiate(term: Term, bound: dict[Var, Term]) -> Term:
    if type(term) is Var:
        return bound.get(term, term)
    if type(term) is tuple:
        return (term[0], *[_instantiate(x, bound) for x in term[1:]])
    return term


def describe(program: Program) -> dict[str, str | None]:
    """Parameters with their defaults as text."""
    return {name: None if node is None else write(to_term(node, {})) for name, node in program.params.items()}
