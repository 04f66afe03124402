"""Running the flow from one choice to the next while some terms hold values that nobody has looked at."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run
from galakit.lang.gala.freeze import Text, hashable
from galakit.lang.gala.lazy.asking import instantiation, tells_all
from galakit.lang.gala.lazy.comparing import comparison
from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.liveness import matters
from galakit.lang.gala.operations import (
    Assign,
    Call,
    Goal,
    Load,
    NextInRound,
    Operation,
    Outcome,
    Payoff,
    Reveal,
    Test,
    Turn,
    payment,
)
from galakit.lang.gala.scope import Env, evaluated
from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.faults import TROUBLE
from galakit.lang.prolog.walk import is_ground, resolve
from galakit.lang.terms import Term, Var
from galakit.rules.lazy import Entangled, Guard, Order, Spot, Value, Way

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

FORKS = 10_000
LIMIT_STEPS = 500_000  # statements in all: games that separate need few


class Follower:
    """Follows the operations of one program; `arrive` makes a spot of a run that stopped at a choice or the end."""

    def __init__(self, rules: GalaRules, values: Values, arrive: Callable[[Run], Spot]) -> None:
        self.rules = rules
        self.values = values
        self.arrive = arrive
        self.guards: list[Guard] = []
        self.steps = 0

    def way(self, run: Run, operation: Operation | None) -> Way:
        """Go on to the next choices or ends; where the way depends on a value, a guard with both ways."""
        worked: list[Value] = []
        machine = self.rules.database.machine
        try:
            while operation is not None:
                run.at = operation
                self.steps += 1
                if self.steps > LIMIT_STEPS:
                    raise Entangled(f"more than {LIMIT_STEPS:,} statements run, whatever chance draws", operation.span)
                if not self._looks_at_unknown(operation, run):
                    operation = operation.step(run)
                elif isinstance(operation, Test):
                    return self._way(run, worked, self._fork(operation, run))
                else:
                    operation = self._step(operation, run, worked)
        except (*TROUBLE, GalakitError) as error:
            raise run.explain(error, run.at) from error
        finally:
            machine.choices.clear()
            machine.trail.clear()
        return self._way(run, worked, self.arrive(run))

    def _way(self, run: Run, worked: list[Value], target: Spot) -> Way:
        return Way(target, tuple(run.seen), tuple(run.gains), tuple(worked))

    def _looks_at_unknown(self, operation: Operation, run: Run) -> bool:
        env = run.env
        if any(unknowns((env[slot],)) for slot in operation.uses):
            return True
        reads = operation.reads
        if not reads:
            return False
        store = run.machine.store
        return any(matters(cell, reads) and unknowns((value,)) for cell, value in store.items())

    # -- operations that look at values -----------------------------------------------------------------------------

    def _step(self, operation: Operation, run: Run, worked: list[Value]) -> Operation | None:
        if isinstance(operation, Goal):
            _, outputs = self._asked(operation, run)
            for slot, value in outputs:
                run.env[slot] = value
            return operation.next
        if isinstance(operation, Assign):
            cell = operation.cell.code(run.env)
            if unknowns((cell,)):
                raise Entangled("which Gala variable is set depends on chance", operation.span)
            run.machine.store[cell] = self._evaluated(operation.value.code(run.env))
            return operation.next
        if isinstance(operation, Reveal):
            who = resolve(operation.who.code(run.env))
            if unknowns((who,)):
                raise Entangled("who learns this depends on chance", operation.span)
            fact = self._fact(operation, operation.fact.code(run.env))
            run.seen.extend((player, fact) for player in run.players(who, operation.span))
            return operation.next
        if isinstance(operation, Payoff):
            who = resolve(operation.who.code(run.env))
            if unknowns((who,)):
                raise Entangled("who is paid depends on chance", operation.span)
            paid = set(run.players(who, operation.span))
            worked.append(self._paid(operation, operation.amount.code(run.env), paid, len(run.gains)))
            return operation.next
        if isinstance(operation, Outcome):
            worked.append(self._outcome(operation, operation.result.code(run.env), len(run.gains)))
            return None
        if isinstance(operation, Call):
            arguments = [self._evaluated(a.code(run.env)) for a in operation.arguments]
            entry = operation.step(run)  # evaluates the arguments once more; ours replace them
            run.env[: len(arguments)] = arguments
            return entry
        if isinstance(operation, Load):
            try:
                following = operation.step(run)
            except TypeError:
                raise Entangled("how the flow goes on depends on chance", operation.span) from None
            run.env[operation.slot] = self._evaluated(run.env[operation.slot])
            return following
        if isinstance(operation, (Turn, NextInRound)):
            try:
                return operation.step(run)
            except GalakitError:
                raise Entangled("whose turn it is depends on chance", operation.span) from None
        return operation.step(run)

    def _evaluated(self, term: Term) -> Term:
        """As `evaluated`, where arithmetic on values is done later."""
        if not unknowns((term,)):
            return evaluated(term)
        if type(term) is tuple and term[0] in arithmetic.FUNCTIONS:
            return self.values.of("evaluated", (term,), lambda known: evaluated(known[0]))
        return term

    def _fact(self, operation: Reveal, term: Term) -> Any:
        if type(term) is Var:
            term = hashable(resolve(term))
        if type(term) is Text:
            raise Entangled("a fact that depends on chance is open or very deep", operation.span)
        return self.values.of("fact", (term,), lambda known: known[0], operation.span) if unknowns((term,)) else term

    def _paid(self, operation: Payoff, amount: Term, paid: set[int], players: int) -> Value:
        def work(known: list[Term | None]) -> tuple[Any, ...]:
            number = payment(known[0], operation.span)
            return tuple(number if player in paid else 0 for player in range(players))

        return self.values.of((operation, "paid", frozenset(paid)), (amount,), work, operation.span)

    def _outcome(self, operation: Outcome, result: Term, players: int) -> Value:
        def work(known: list[Term | None]) -> tuple[Any, ...]:
            return tuple(operation.amounts(resolve(known[0]), players))

        return self.values.of((operation, "outcome"), (result,), work, operation.span)

    # -- goals ---------------------------------------------------------------------------------------------------------

    def _asked(self, operation: Goal | Test, run: Run) -> tuple[Value, list[tuple[int, Value]]]:
        """Whether a goal holds, and what it would bind, as values."""
        query, env = operation.query, run.env
        slots = query.slots
        given = [env[slot] for slot in slots]
        if any(type(v) is Var for v in given):
            raise Entangled("this goal has an unbound variable beside what depends on chance", operation.span)
        opened = [slot for slot, value in zip(slots, given) if value is None]
        store = run.machine.store
        cells = [cell for cell in store if matters(cell, operation.reads)]
        machine, get = run.machine, self.rules.database.get
        size = len(env)
        # Other statements may ask the same, as when one hand is ranked like another.
        make = instantiation(query, cells) if tells_all(operation) else None
        asked = compared = None
        if make is not None:

            def asked(known: list[Term | None]) -> Term:
                return (type(operation), make(known))

            def compared(function: Term, blanks: tuple[Term, ...]) -> Order | None:
                return comparison(function[1], isinstance(operation, Test), blanks)

        def ask(known: list[Term | None]) -> tuple[Term, ...]:
            frame: Env = [None] * size
            for slot, value in zip(slots, known):
                frame[slot] = value
            machine.store = dict(zip(cells, known[len(slots) :]))
            try:
                holds = query.holds(frame)
            finally:
                machine.choices.clear()
                machine.trail.clear()
            if len(machine.store) > len(cells) or any(map(is_not, machine.store.values(), known[len(slots) :])):
                raise Entangled("this goal sets Gala variables, and depends on chance", operation.span)
            if not holds:
                if isinstance(operation, Goal):
                    operation.failed()
                return (False, *([None] * len(opened)))
            found = [frame[slot] for slot in opened]
            if not all(value is None or is_ground(value) for value in found):
                raise Entangled("this goal leaves a variable open, and depends on chance", operation.span)
            return (True, *(None if value is None else resolve(value) for value in found))

        terms = (*given, *(get(cell) for cell in cells))
        whole = self.values.of((operation, tuple(cells)), terms, ask, operation.span, asked, compared)
        parts = [self.values.of(k, (whole,), _part(k), operation.span) for k in range(len(opened) + 1)]
        return parts[0], list(zip(opened, parts[1:]))

    def _fork(self, operation: Test, run: Run) -> Guard:
        value, outputs = self._asked(operation, run)
        guard = Guard(value)
        self.guards.append(guard)
        if len(self.guards) > FORKS:
            raise Entangled(f"the way on depends on chance in more than {FORKS:,} places", operation.span)
        other, store = copied(run), run.machine.store.copy()
        yes = copied(run)
        for slot, found in outputs:
            yes.env[slot] = found
        guard.ways.append(self.way(yes, operation.next))
        run.machine.store = store
        guard.ways.append(self.way(other, operation.otherwise))
        return guard


def _part(k: int) -> Callable[[list[Any]], Any]:
    return lambda known: known[0][k]


def copied(run: Run) -> Run:
    """A run at the same place that has seen and gained nothing yet; frames are not shared."""
    return Run(run.rules, run.env.copy(), [(call, env.copy()) for call, env in run.stack])
