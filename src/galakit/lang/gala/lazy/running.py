"""Running the flow from one choice to the next while some terms hold unknown values.

Most operations on an unknown value give another one. Where the flow cannot go on without knowing a value, it branches
into one case for each possible result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError, Span
from galakit.lang.gala.calls import Call
from galakit.lang.gala.execution import Run
from galakit.lang.gala.lazy.asking import Asking
from galakit.lang.gala.lazy.deferred import fact, outcome, paid
from galakit.lang.gala.lazy.merging import Joins, either, where
from galakit.lang.gala.lazy.names import indices
from galakit.lang.gala.lazy.offers import forced
from galakit.lang.gala.lazy.unknown import Values, settled, unknowns
from galakit.lang.gala.liveness import matters
from galakit.lang.gala.operations import (
    Assign,
    Forget,
    Goal,
    Load,
    NextInRound,
    Operation,
    Outcome,
    Payoff,
    Reveal,
    Test,
    Turn,
)
from galakit.lang.gala.scope import evaluated
from galakit.lang.prolog import arithmetic
from galakit.lang.prolog.faults import TROUBLE
from galakit.lang.prolog.walk import is_ground, resolve
from galakit.lang.terms import CONS, Term, Var
from galakit.rules.lazy import Conditions, Draw, Edge, Guard, Mistaken, Node, NotSeparable, Undefined, Value, ValueRange

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

FORKS = 10_000  # guards
CASES = 1_000  # of one value
DEEPEST = 40  # conditions on one path
LIMIT_STEPS = 50_000  # statements in all, about half a second: games that separate need few
LOOKING = 10  # such steps are what a statement costs that looks at a value


class Path(NamedTuple):
    """The path to here: what was drawn, and which results the values have on it."""

    drawn: tuple[Draw, ...] = ()
    conditions: Conditions = ()


class _Needed(Exception):
    """The flow cannot go on without knowing these values."""

    def __init__(self, reason: str, *terms: Term | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = unknowns(terms)


class Follower:
    """Follows the operations of one program; `arrive` makes a node of a run that stopped at a choice or the end."""

    def __init__(self, rules: GalaRules, values: Values, ranges: ValueRange, arrive: Callable[[Run], Node]) -> None:
        self.rules = rules
        self.values = values
        self.ranges = ranges
        self.arrive = arrive
        self.asking = Asking(rules, values)
        self.joins = Joins()
        self.meeting = False
        """whether both branches of a condition are run to where they meet"""
        self.path = Path()
        self.guards: list[Guard] = []
        self.concrete: dict[tuple[str, Span | None], NotSeparable] = {}
        """what had to be made concrete, and where"""
        self.needed: dict[tuple[Value, Conditions], None] = {}
        """values that statements work out, and the conditions under which they run"""
        self.forks = 0
        self.steps = 0

    def edge(self, run: Run, operation: Operation | None) -> Edge:
        """Run to the next choice or end; where a value decides how to continue, to a guard with all branches."""
        worked: list[Value] = []
        machine = self.rules.database.machine
        try:
            while operation is not None:
                run.at = operation
                looks = self._looks_at_unknown(operation, run)
                self.steps += LOOKING if looks else 1
                if self.steps > LIMIT_STEPS:
                    raise NotSeparable("too many statements run, whatever chance draws", operation.span)
                if not looks:
                    operation = operation.step(run)
                    continue
                try:
                    following = self._step(operation, run, worked)
                except _Needed as needed:
                    following = self._split(operation, run, needed)
                if isinstance(following, Guard):
                    return self._edge(run, worked, following)
                operation = following
        except OutOfTime:
            raise
        except (*TROUBLE, GalakitError) as error:
            raise run.explain(error, run.at) from error
        finally:
            machine.choices.clear()
            machine.trail.clear()
        return self._edge(run, worked, self.arrive(run))

    def _edge(self, run: Run, worked: list[Value], target: Node) -> Edge:
        return Edge(target, tuple(run.seen), tuple(run.gains), tuple(worked))

    def _looks_at_unknown(self, operation: Operation, run: Run) -> bool:
        env = run.env
        if any(unknowns((env[slot],)) for slot in operation.uses):
            return True
        reads = operation.reads
        if not reads:
            return False
        store = run.machine.store
        return any(matters(cell, reads) and unknowns((value,)) for cell, value in store.items())

    def need(self, value: Value) -> None:
        """A statement works this value out: where that cannot be done, the rules have a mistake."""
        self.needed[value, self.path.conditions] = None

    # -- what values can turn out to be ------------------------------------------------------------------------------

    def meanings(self, value: Value) -> tuple[Any, ...] | None:
        """All that a value can turn out to be here; None where there is too much to look at."""
        found: tuple[Any, ...] | None = self._looking(self.ranges.meanings, value)
        return found

    def _looking(self, look: Callable[[Value, Conditions], Any], value: Value) -> Any:
        self.steps += LOOKING
        machine = self.rules.database.machine
        store = machine.store
        try:
            return look(value, self.path.conditions)
        finally:  # working values out runs goals
            machine.store = store

    def decided(self, value: Value, span: Span | None, reason: str, make: Callable[[Any], Node]) -> Node:
        """A guard with an edge for each result of a value, or the node itself where there is one result only."""
        cases = self._cases(value, reason, span)
        return make(cases[0]) if self._certain(value) else self._guard(value, cases, span, lambda c: Edge(make(c)))

    def _cases(self, value: Value, reason: str, span: Span | None) -> tuple[Any, ...]:
        """What a value can turn out to be; an error where that is too much."""
        found = self.meanings(value)
        if found is None or len(found) > CASES:
            raise NotSeparable(f"{reason}, with too many possible results", span)
        if None in found:
            raise NotSeparable(f"{reason}, and a variable is left open", span)
        if len(found) > 1:
            self.concrete.setdefault((reason, span), NotSeparable(reason, span))
        for meaning in found:
            if type(meaning) is Undefined:
                raise Mistaken(meaning.error)
        return found

    def _certain(self, value: Value) -> bool:
        """Whether a value can turn out to be one thing only."""
        found = self.meanings(value)
        return found is not None and len(found) == 1 and type(found[0]) is not Undefined

    def _guard(self, value: Value, cases: tuple[Any, ...], span: Span | None, make: Callable[[Any], Edge]) -> Guard:
        self.forks += max(1, len(cases))
        if self.forks > FORKS or len(self.path.conditions) > DEEPEST:
            raise NotSeparable("what follows depends on chance in too many places", span)
        self.need(value)
        guard = Guard(value, cases)
        self.guards.append(guard)
        path, machine = self.path, self.rules.database.machine
        store = machine.store
        for case in cases:
            self.path = path._replace(conditions=(*path.conditions, (value, case)))
            machine.store = store.copy()
            guard.edges.append(make(case))
        self.path, machine.store = path, store
        return guard

    def _split(self, operation: Operation, run: Run, needed: _Needed) -> Operation | Guard:
        """The same operation with some values known, once for each thing they can turn out to be."""
        values, span = needed.values, operation.span
        if not values:
            raise NotSeparable(needed.reason, span)
        one = values[0] if len(values) == 1 else self.values.of("together", values, tuple, span)
        cases = self._cases(one, needed.reason, span)

        def know(there: Run, case: Any) -> None:
            known = dict(zip(values, case)) if len(values) > 1 else {one: case}
            store = there.machine.store  # working values out runs goals
            for env in (there.env, *(env for _, env in there.stack)):
                env[:] = [None if term is None else settled(term, known) for term in env]
            there.machine.store = {cell: settled(term, known) for cell, term in store.items()}

        def make(case: Any) -> Edge:
            other = copied(run)
            know(other, case)
            return self.edge(other, operation)

        if self._certain(one):
            know(run, cases[0])
            return operation
        return self._guard(one, cases, span, make)

    # -- operations that look at values -----------------------------------------------------------------------------

    def _step(self, operation: Operation, run: Run, worked: list[Value]) -> Operation | Guard | None:
        env = run.env
        if isinstance(operation, Test):
            return self._test(operation, run)
        if isinstance(operation, Goal):
            holds, outputs = self._asked(operation, run)
            self.need(holds)
            for slot, value in outputs:
                env[slot] = value
            return operation.next
        named = indices(operation, env)
        if unknowns(named):
            raise _Needed("which Gala variable is read depends on chance", *named)
        if isinstance(operation, (Assign, Forget)):
            cell = operation.cell.code(env)
            if unknowns((cell,)):
                raise _Needed("which Gala variable is set depends on chance", cell)
            if isinstance(operation, Forget):
                return operation.step(run)
            run.machine.store[cell] = self._evaluated(operation.value.code(env), operation.span)
            return operation.next
        if isinstance(operation, Reveal):
            who = resolve(operation.who.code(env))
            if unknowns((who,)):
                raise _Needed("who learns this depends on chance", who)
            learnt = fact(self.values, operation, operation.fact.code(env))
            run.seen.extend((player, learnt) for player in run.players(who, operation.span))
            return operation.next
        if isinstance(operation, Payoff):
            worked.append(paid(self.values, operation, operation.who.code(env), operation.amount.code(env), run))
            return operation.next
        if isinstance(operation, Outcome):
            worked.append(outcome(self.values, operation, operation.result.code(env), len(run.gains)))
            return None
        if isinstance(operation, Call):
            arguments = [self._evaluated(a.code(env), operation.span) for a in operation.arguments]
            entry = operation.step(run)  # evaluates the arguments once more; ours replace them
            run.env[: len(arguments)] = arguments
            return entry
        return self._stepped(operation, run)

    def _stepped(self, operation: Operation, run: Run) -> Operation | None:
        """An operation that does what it does with constants; values in it must be known if it cannot."""
        used = [run.env[slot] for slot in operation.uses]
        if isinstance(operation, NextInRound):
            rest = run.env[operation.slot]
            first = rest[1] if type(rest) is tuple and rest[0] is CONS else rest
            if unknowns((first,)):
                raise _Needed(TURN, first)
        try:
            following = operation.step(run)
        except OutOfTime:
            raise
        except (GalakitError, TypeError) as error:
            if not unknowns(used):
                used = [v for cell, v in run.machine.store.items() if matters(cell, operation.reads)]
            reason = TURN if isinstance(operation, (Turn, NextInRound)) else "how the flow goes on depends on chance"
            raise _Needed(reason, *used) from error
        if isinstance(operation, Load):
            run.env[operation.slot] = self._evaluated(run.env[operation.slot], operation.span)
        return following

    def _test(self, operation: Test, run: Run) -> Operation | Guard | None:
        value, outputs = self._asked(operation, run)
        bound = dict(outputs)

        def make(case: Any) -> Edge:
            other = copied(run)
            if case is True:
                other.env[:] = [bound.get(slot, term) for slot, term in enumerate(other.env)]
            return self.edge(other, operation.next if case is True else operation.otherwise)

        both = self._looking(self.ranges.examples, value)
        if not (True in both and False in both) and self._certain(value):
            holds = self.meanings(value) == (True,)
            if holds:
                for slot, found in outputs:
                    run.env[slot] = found
            return operation.next if holds else operation.otherwise
        if self._merge(operation, run, value, bound):
            return self.joins.of(operation)
        if self.meeting:
            raise _Needed("the branches do not meet")
        return self._guard(value, (True, False), operation.span, make)

    def _merge(self, test: Test, run: Run, value: Value, bound: dict[int, Value]) -> bool:
        """Let both branches of a condition meet again in the run; False where they cannot."""
        join = self.joins.of(test)
        if join is None:
            return False
        machine = self.rules.database.machine
        store = machine.store
        ends: list[tuple[Run, dict[Term, Term]]] = []
        before, self.needed = self.needed, {}
        needed: list[Value] = [value]
        try:
            for holds in (True, False):
                other, machine.store = copied(run), store.copy()
                if holds:
                    other.env[:] = [bound.get(slot, term) for slot, term in enumerate(other.env)]
                self._run_to(join, other, test.next if holds else test.otherwise)
                ends.append((other, machine.store))
                needed += [where(self.values, value, holds, own) for own, _ in self.needed]
                self.needed = {}
        except OutOfTime:
            raise
        except (_Needed, Mistaken, GalakitError, *TROUBLE):  # the branches are followed one by one
            return False
        finally:
            machine.store = store
            self.needed = before
        (yes, set_yes), (no, set_no) = ends
        live = self.rules.liveness.slots[join]
        pairs = [(yes.env[slot], no.env[slot]) for slot in live]
        if set_yes.keys() != set_no.keys() or any((a is None) != (b is None) or _open(a, b) for a, b in pairs):
            return False
        for slot, (a, b) in zip(live, pairs):
            run.env[slot] = None if a is None else either(self.values, value, a, b)
        for cell in set_yes:
            a, b = set_yes[cell], set_no[cell]
            store[cell] = a if a is b else either(self.values, value, forced(a), forced(b))
        for slot in range(len(run.env)):
            if slot not in live:
                run.env[slot] = None
        for own in needed:
            self.need(own)
        return True

    def _run_to(self, join: Operation, run: Run, operation: Operation | None) -> None:
        """Run operations without visible effect up to where the branches meet."""
        outer, self.meeting = self.meeting, True
        try:
            while operation is not None and operation is not join:
                self.steps += LOOKING
                looks = self._looks_at_unknown(operation, run)
                following = self._step(operation, run, []) if looks else operation.step(run)
                assert not isinstance(following, Guard)
                operation = following
        finally:
            self.meeting = outer

    def _asked(self, operation: Goal | Test, run: Run) -> tuple[Value, list[tuple[int, Value]]]:
        given = [run.env[slot] for slot in operation.query.slots]
        if any(type(v) is Var for v in given):
            raise _Needed("this goal has an unbound variable beside what depends on chance", *given)
        return self.asking.asked(operation, run)

    def _evaluated(self, term: Term, span: Span) -> Term:
        """As `evaluated`, where arithmetic on values is done later."""
        if not unknowns((term,)):
            return evaluated(term)
        if type(term) is tuple and term[0] in arithmetic.FUNCTIONS:
            value = self.values.of("evaluated", (term,), lambda known: evaluated(known[0]), span)
            self.need(value)
            return value
        return term


TURN = "whose turn it is depends on chance"


def _open(*terms: Term | None) -> bool:
    return any(type(term) is Var for term in terms)


def copied(run: Run) -> Run:
    """A run at the same operation without observations or payoffs; frames are not shared."""
    frames = [run.env, *(env for _, env in run.stack), list(run.machine.store.values())]
    if any(type(term) is Var and not is_ground(term) for env in frames for term in env):
        raise NotSeparable("a variable is still open where what follows depends on chance", run.at.span)
    return Run(run.rules, run.env.copy(), [(call, env.copy()) for call, env in run.stack])
