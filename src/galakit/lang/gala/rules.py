"""The rules a Gala program defines: states that hold what can still matter, and the steps between them."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run, short
from galakit.lang.gala.freeze import Text, hashable, open_copy, shown
from galakit.lang.gala.liveness import Liveness, matters
from galakit.lang.gala.operations import Call, Choose, Procedure, arguments
from galakit.lang.gala.scope import Env, evaluated
from galakit.lang.prolog import Database, PrologError
from galakit.lang.prolog.faults import LimitError
from galakit.lang.prolog.walk import is_ground, resolve
from galakit.lang.terms import COLON, CONS, NIL, Float, Symbol, Term, deref, iterate, list_term, sym
from galakit.lang.writer import write
from galakit.rules.contract import CHANCE, END, Number, Step

NATURE = sym("nature")
OPTION_LIMIT = 2_000_000


class GalaRules:
    """A Gala program with values for its parameters."""

    def __init__(
        self,
        name: str,
        players: tuple[str, ...],
        database: Database,
        flow: Procedure,
        liveness: Liveness,
        initial: dict[Term, Term],
    ) -> None:
        self.name = name
        self.players = players
        self.database = database
        self.flow = flow
        self.liveness = liveness
        self.initial = initial
        self.player_symbols = [sym(p) for p in players]
        self.player_index = {s: i for i, s in enumerate(self.player_symbols)}
        self.no_gains = (0,) * len(players)
        self._cells: dict[Term, None] = dict.fromkeys(initial)
        self._kept: dict[tuple[Any, int], tuple[Term, ...]] = {}
        self._end = EndState()

    def start(self) -> Step:
        """The opening: everything before the first choice."""
        store = self.database.machine.store
        store.clear()
        store.update(self.initial)
        run = Run(self, [None] * self.flow.size, [])
        run.go(self.flow.entry)
        return self.finish(run)

    def write(self, thing: Any) -> str:
        """A fact or move as text."""
        return shown(thing)

    def finish(self, run: Run) -> Step:
        """The step a run amounts to."""
        state = self._end if run.choice is None else self.freeze(run, run.choice)
        return Step(state, tuple(run.seen), tuple(run.gains))

    def freeze(self, run: Run, choice: Choose) -> ChoiceState:
        """The state at a choice: live slots of every frame and live Gala variables, nothing else."""
        live = self.liveness
        calls = tuple(call for call, _ in run.stack)
        point: list[Any] = [choice]
        values: list[Term | None] = []
        for call, env in run.stack:
            point.append(call)
            values.extend(env[i] for i in live.slots_after(call))
        values.extend(run.env[i] for i in sorted(live.slots[choice]))
        store = self.database.machine.store
        for cell in store:
            if cell not in self._cells:
                self._cells[cell] = None
        kept = self.kept(choice, calls)
        get = self.database.get
        values.extend([get(cell) if cell in store else None for cell in kept])
        while values and values[-1] is None:
            values.pop()
        frozen = [None if v is None else resolve(v) for v in values]
        return ChoiceState(self, tuple(point), frozen)

    def kept(self, choice: Choose, calls: tuple[Call, ...]) -> tuple[Term, ...]:
        """The Gala variables that are part of a state at this point, in the order they were first set."""
        key = ((choice, calls), len(self._cells))
        cells = self._kept.get(key)
        if cells is None:
            needed = self.liveness.needed(choice, calls)
            cells = self._kept[key] = tuple(c for c in self._cells if matters(c, needed))
        return cells


class EndState:
    """The end of the game: nothing can follow, so there is one such state."""

    mover = END
    moves: tuple[Term, ...] = ()
    probabilities = None

    def after(self, index: int) -> Step:
        raise IndexError("the game is over")


class ChoiceState:
    """A state in which a player or nature is to choose."""

    __slots__ = ("__dict__", "_hash", "key", "point", "rules", "values")

    def __init__(self, rules: GalaRules, point: tuple[Any, ...], values: list[Term | None]) -> None:
        self.rules = rules
        self.point = point
        self.values = values
        keys = [hashable(v) for v in values]
        if any(type(k) is Text for k in keys):
            # Open terms may share variables: one text for all of them keeps the sharing apart.
            keys = [Text(write(list_term([NIL if v is None else (CONS, v, NIL) for v in values])))]
        self.key: tuple[Any, ...] = (point, *keys)
        self._hash = hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return type(other) is ChoiceState and self._hash == other._hash and self.key == other.key

    def resume(self) -> Run:
        """A run that stands at this choice again."""
        rules = self.rules
        choice, calls = self.point[0], self.point[1:]
        live = rules.liveness
        values = self.values
        if any(v is not None and not is_ground(v) for v in values):
            values = open_copy(values)
        position = 0
        stack: list[tuple[Call, Env]] = []
        size = rules.flow.size
        for call in calls:
            env: Env = [None] * size
            for slot in live.slots_after(call):
                if position < len(values):
                    env[slot] = values[position]
                position += 1
            stack.append((call, env))
            size = call.procedure.size
        env = [None] * size
        for slot in sorted(live.slots[choice]):
            if position < len(values):
                env[slot] = values[position]
            position += 1
        store = rules.database.machine.store
        store.clear()
        for cell, value in zip(rules.kept(choice, calls), values[position:]):
            if value is not None:
                store[cell] = value
        return Run(rules, env, stack)

    @cached_property
    def options(self) -> Options:
        return Options(self)

    @property
    def mover(self) -> int:
        return self.options.mover

    @property
    def moves(self) -> tuple[Any, ...]:
        return self.options.moves

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        return self.options.probabilities

    def after(self, index: int) -> Step:
        run = self.resume()
        choice: Choose = self.point[0]
        bound, changes = self.options.effects[index]
        env = run.env
        for slot, value in zip(choice.template_slots, bound):
            env[slot] = value
        if changes:
            run.machine.store.update(changes)
        run.go(choice.next)
        return self.rules.finish(run)


class Options:
    """What can be chosen in a state, by whom, and what each choice binds and changes."""

    def __init__(self, state: ChoiceState) -> None:
        choice: Choose = state.point[0]
        run = state.resume()
        try:
            self._find(choice, run)
        except PrologError as error:
            raise run.explain(GalakitError(error.message, span=choice.span, hint=error.hint)) from error
        except GalakitError as error:
            raise run.explain(error) from error

    def _find(self, choice: Choose, run: Run) -> None:
        machine = run.machine
        env = run.env
        who = deref(choice.who(env))
        self.mover = CHANCE if who is NATURE else run.player(who, choice.span)
        args = arguments(env, choice.slots)
        template_values = arguments(env, choice.template_slots)
        store, trail = machine.store, machine.trail
        bottom = len(trail)
        found: dict[Any, tuple[tuple[Term, ...], dict[Term, Term]]] = {}
        build = choice.build
        for _ in machine.solutions(choice.code, args):
            move = hashable(resolve(build(env)))
            if move not in found:
                bound = tuple([resolve(v) for v in template_values])
                changed = {e[0]: store[e[0]] for e in trail[bottom:] if type(e) is tuple}
                found[move] = (bound, changed)
                if len(found) > OPTION_LIMIT:
                    raise LimitError(f"there are more than {OPTION_LIMIT:,} options to choose from")
        if not found:
            raise GalakitError(
                "there is nothing to choose: no option satisfies the constraint",
                span=choice.span,
                hint="every state that reaches this statement must offer at least one option",
            )
        self.moves = tuple(found)
        self.effects = list(found.values())
        self.probabilities = self._chances(choice, run) if self.mover == CHANCE else None

    def _chances(self, choice: Choose, run: Run) -> tuple[Number, ...]:
        n = len(self.moves)
        if choice.distribution is None:
            return (Fraction(1, n),) * n
        _, normalise, _, measure = choice.distribution
        weights = [self._weight(move, deref(measure(run.env)), choice, run) for move in self.moves]
        total = sum(weights)
        if normalise:
            if total <= 0:
                raise GalakitError("the weights of the options sum to 0", span=choice.span)
            return tuple(w / total if isinstance(w, float) else Fraction(w) / total for w in weights)
        off = abs(total - 1) > 1e-9 if isinstance(total, float) else total != 1
        if off:
            raise GalakitError(
                f"the probabilities sum to {total}, not 1",
                span=choice.span,
                hint="write nature(weights(...)) to have them normalised",
            )
        return tuple(weights)

    def _weight(self, move: Any, measure: Term, choice: Choose, run: Run) -> Number:
        """The probability of one option: from a list of `Instance : Probability`, or from a predicate."""
        if measure is NIL or (type(measure) is tuple and measure[0] is CONS):
            for pair in iterate(measure):
                pair = deref(pair)
                if not (type(pair) is tuple and pair[0] is COLON):
                    raise GalakitError("a distribution is a list of `Instance : Probability`", span=choice.span)
                if hashable(resolve(pair[1])) == move:
                    return number_of(pair[2], choice)
            raise GalakitError(f"the distribution gives no probability for `{shown(move)}`", span=choice.span)
        rules = run.rules
        answer = rules.database.machine
        from galakit.lang.terms import Var

        result = Var()
        call = rules.database.lookup(sym("call", 3)).code
        if type(measure) is not Symbol and type(measure) is not tuple:
            raise GalakitError(f"`{write(measure)}` is not a distribution", span=choice.span)
        if not answer.once(call, (measure, move, result)):
            raise GalakitError(f"the distribution gives no probability for `{shown(move)}`", span=choice.span)
        return number_of(result, choice)


def number_of(term: Term, choice: Choose) -> Number:
    value = evaluated(resolve(term))
    if type(value) is int or type(value) is Fraction:
        number: Number = value
    elif type(value) is Float:
        number = float(value)
    else:
        raise GalakitError(f"a probability must be a number, not `{short(write(value))}`", span=choice.span)
    if number < 0:
        raise GalakitError(f"a probability cannot be negative: {number}", span=choice.span)
    return number
