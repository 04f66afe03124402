"""Remembers what pure predicates answered, where that pays.

The predicates of a program have no side effects, so a call that exits without leaving a choice point can be
answered from a table the next time: `strength(Hand, S)` is worked out once per hand, not once per deal. Whether it
pays is measured, not guessed: a predicate whose calls keep missing the table loses it. Only calls whose arguments
are small ground terms or distinct unbound variables are kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import Symbol, Term, Var, deref, sym

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database, Predicate
    from galakit.lang.prolog.machine import Code, Frame

TRIAL = 256  # misses before the table has to have paid
SMALL = 48  # the largest argument (in subterms) worth hashing
LIMIT = 500_000
OPEN = sym("$open")
FAILED = sym("$failed")
IMPURE = {"gala_val", "gala_set", "gala_known", "deal", "$"}
NOTHING: frozenset[str] = frozenset()


class Table:
    """Answers of one predicate with the tally that decides whether it is kept."""

    __slots__ = ("answers", "hits", "misses")

    def __init__(self) -> None:
        self.answers: dict[tuple[Term, ...], Any] = {}
        self.hits = 0
        self.misses = 0


def memoised(db: Database, predicate: Predicate, code: Code) -> Code:
    """The code behind a table, or the code itself when the predicate depends on the state of the game."""
    forbidden = impure_names(db)
    if predicate.symbol.name in forbidden:
        return code
    table = predicate.table = Table()
    machine = db.machine
    choices, trail, fail = machine.choices, machine.trail, machine.fail
    answers = table.answers

    def failed(args: tuple[Term, ...], frame: Any) -> Frame:
        answers[args] = FAILED
        return fail()

    def resume(args: tuple[Term, ...], frame: Any) -> Frame:
        return fail()

    def exited(args: tuple[Any, ...], frame: Any) -> Frame:
        key, outputs, height = args
        if len(choices) == height:
            choices.pop()
            results = []
            for x in outputs:
                x = deref(x)
                if type(x) is tuple:
                    x = small(x, NOTHING)
                if x is None or type(x) is Var:
                    break
                results.append(x)
            else:
                answers[key] = results
        else:
            # More answers may follow: this predicate is a generator, and tables hold single answers.
            mark = choices[height - 1][0]
            choices[height - 1] = (mark, resume, (), None)
            drop()
        return frame  # type: ignore[no-any-return]

    def drop() -> None:
        predicate.code = code
        predicate.table = None
        answers.clear()

    def missed() -> bool:
        """Count a call the table could not answer; True when the table has not paid and is given up."""
        table.misses += 1
        if table.misses > TRIAL and (table.hits < table.misses or len(answers) > LIMIT):
            drop()
            return True
        return False

    def refused(args: tuple[Term, ...], frame: Any) -> Frame:
        missed()
        return code(args, frame)

    def call(args: tuple[Term, ...], frame: Any) -> Frame:
        key_parts = []
        outputs: list[Var] = []
        for x in args:
            x = deref(x)
            if type(x) is tuple:
                x = small(x, forbidden)
                if x is None:
                    return refused(args, frame)
            elif type(x) is Var:
                if x in outputs:
                    return refused(args, frame)
                outputs.append(x)
                x = OPEN
            elif type(x) is Symbol and x.name in forbidden:
                return refused(args, frame)
            key_parts.append(x)
        key = tuple(key_parts)
        answer = answers.get(key)
        if answer is not None:
            table.hits += 1
            if answer is FAILED:
                return fail()
            for variable, value in zip(outputs, answer):
                variable.ref = value
                trail.append(variable)
            return frame  # type: ignore[no-any-return]
        if missed():
            return code(args, frame)
        choices.append((len(trail), failed, key, None))
        return code(args, (exited, (key, outputs, len(choices)), frame))

    return call


def small(term: Term, forbidden: frozenset[str]) -> Term | None:
    """The resolved term if it is ground, small and mentions no goal that depends on the state; else None."""
    count = 0
    stack = [term]
    plain = True
    while stack:
        for x in stack.pop():
            if type(x) is Var:
                plain = False
                x = deref(x)
                if type(x) is Var:
                    return None
            if type(x) is Symbol:
                if x.name in forbidden:
                    return None
            elif type(x) is tuple:
                stack.append(x)
                count += 1
                if count > SMALL:
                    return None
    return term if plain else resolve(term)


def impure_names(db: Database) -> frozenset[str]:
    """Names of all predicates that look at the state of the game, directly or through others.

    Names, not symbols: `maplist(seen, L)` mentions `seen/0` but calls `seen/1`.
    """
    if db.impure is None:
        # Auxiliary predicates are parts of clauses that are looked at whole.
        mentions: dict[str, set[str]] = defaultdict(set)
        for p in db.every():
            if not p.auxiliary:
                named = names_in(p.clauses) if p.mentions is None else p.mentions
                mentions[p.symbol.name].update(named)
        mentioned_by: dict[str, list[str]] = defaultdict(list)
        for name, others in mentions.items():
            for other in others:
                mentioned_by[other].append(name)
        impure = set(IMPURE)
        waiting = list(impure)
        while waiting:
            more = [name for name in mentioned_by[waiting.pop()] if name not in impure]
            impure.update(more)
            waiting += more
        db.impure = frozenset(impure)
    return db.impure


def names_in(clauses: Iterable[tuple[Term, Term]]) -> set[str]:
    """The names that bodies of clauses mention."""
    return {symbol.name for _, body in clauses for symbol in symbols_of(body)}


def symbols_of(body: Term) -> set[Symbol]:
    """Every symbol in a body, as goal or argument: a goal may be passed as a term and called later."""
    found: set[Symbol] = set()
    stack = [body]
    while stack:
        t = deref(stack.pop())
        if type(t) is tuple:
            found.add(t[0])
            stack.extend(t[1:])
        elif type(t) is Symbol:
            found.add(t)
    return found
