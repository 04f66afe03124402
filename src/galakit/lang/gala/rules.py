"""The rules a Gala program defines: states that hold what can still matter, and the steps between them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from galakit.errors import GalakitError
from galakit.lang.gala.blocks import compile_block
from galakit.lang.gala.execution import Run, short
from galakit.lang.gala.freeze import Text, hashable, open_copy, shown
from galakit.lang.gala.liveness import Liveness, matters
from galakit.lang.gala.operations import Assign, Call, Choose, Fresh, Goal, Jump, Operation, Procedure, Reveal, Test
from galakit.lang.gala.query import arguments
from galakit.lang.gala.scope import Env, evaluated
from galakit.lang.prolog import Database, PrologError
from galakit.lang.prolog.faults import LimitError
from galakit.lang.prolog.machine import Pending
from galakit.lang.prolog.walk import resolve, settle
from galakit.lang.terms import COLON, CONS, NIL, Float, Symbol, Term, Var, deref, iterate, list_term, sym
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
        self._layouts: dict[tuple[Any, ...], Layout] = {}
        self._states: dict[tuple[Any, ...], ChoiceState] = {}
        self.blocks: dict[Operation, Callable[[Run], Operation | None]] = {}
        self._end = EndState()

    def start(self) -> Step:
        """The opening: everything before the first choice."""
        self.database.machine.store = self.initial.copy()
        run = Run(self, [None] * self.flow.size, [])
        run.go(self.flow.entry)
        return self.finish(run)

    def write(self, thing: Any) -> str:
        """A fact or move as text."""
        return shown(thing)

    def block(self, operation: Operation) -> Callable[[Run], Operation | None]:
        """The code that runs from an operation on; compiled when it is first needed."""
        if isinstance(operation, (Assign, Fresh, Goal, Jump, Reveal, Test)):
            block = compile_block(self, operation)
        else:
            block = operation.run
        self.blocks[operation] = block
        return block

    def finish(self, run: Run) -> Step:
        """The step a run amounts to."""
        state = self._end if run.choice is None else self.freeze(run, run.choice)
        return Step(state, tuple(run.seen), tuple(run.gains))

    def freeze(self, run: Run, choice: Choose) -> ChoiceState:
        """The state at a choice: live slots of every frame and live Gala variables, nothing else.

        States are interned: equal ones are one object, and comparing them costs nothing.
        """
        layout = self.layout(choice, tuple([call for call, _ in run.stack]))
        values: list[Term | None] = []
        for (_, env), slots in zip(run.stack, layout.waiting):
            for i in slots:
                values.append(env[i])
        env = run.env
        for i in layout.slots:
            values.append(env[i])
        find, get = self.database.machine.store.get, self.database.get
        for cell in layout.cells:
            value = find(cell)
            values.append(get(cell) if type(value) is Pending else value)
        while values and values[-1] is None:
            values.pop()
        key: tuple[Any, ...] = (layout.choice, layout.calls, *values)
        is_open = False
        for value in values:
            if type(value) is Var:
                # Open or large values: one text for all of them, since they may share variables.
                is_open = True
                whole = list_term([NIL if v is None else (CONS, resolve(v), NIL) for v in values])
                key = (layout.choice, layout.calls, Text(write(whole)))
                break
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = ChoiceState(self, layout, values, is_open)
        return state

    def layout(self, choice: Choose, calls: tuple[Call, ...]) -> Layout:
        """How states at this point are laid out; made anew when a Gala variable was set for the first time."""
        cells = self._cells
        store = self.database.machine.store
        if not store.keys() <= cells.keys():
            cells.update(dict.fromkeys(store))
            self._layouts.clear()
        key = (choice, calls)
        layout = self._layouts.get(key)
        if layout is None:
            needed = self.liveness.needed(choice, calls)
            layout = self._layouts[key] = Layout(
                choice,
                calls,
                tuple(self.liveness.slots_after(call) for call in calls),
                tuple(sorted(self.liveness.slots[choice])),
                tuple(c for c in cells if matters(c, needed)),
                (self.flow.size, *(call.procedure.size for call in calls)),
            )
        return layout


class Layout(NamedTuple):
    """Where the values of a state belong: slots of the waiting frames and of the last one, then Gala variables."""

    choice: Choose
    calls: tuple[Call, ...]
    waiting: tuple[tuple[int, ...], ...]
    slots: tuple[int, ...]
    cells: tuple[Term, ...]
    sizes: tuple[int, ...]


class EndState:
    """The end of the game: nothing can follow, so there is one such state."""

    mover = END
    moves: tuple[Term, ...] = ()
    probabilities = None

    def after(self, index: int) -> Step:
        raise IndexError("the game is over")


class ChoiceState:
    """A state in which a player or nature is to choose."""

    def __init__(self, rules: GalaRules, layout: Layout, values: list[Term | None], is_open: bool) -> None:
        self.rules = rules
        self.layout = layout
        self.values = values
        self.open = is_open

    @cached_property
    def frames(self) -> tuple[list[tuple[Call, Env]], Env, dict[Term, Term]]:
        """The waiting frames, the last frame and the store, as they stand at the choice."""
        layout = self.layout
        values = iter(open_copy(self.values) if self.open else self.values)
        stack: list[tuple[Call, Env]] = []
        for call, slots, size in zip(layout.calls, layout.waiting, layout.sizes):
            env: Env = [None] * size
            for slot in slots:
                env[slot] = next(values, None)
            stack.append((call, env))
        env = [None] * layout.sizes[-1]
        for slot in layout.slots:
            env[slot] = next(values, None)
        store = {cell: value for cell, value in zip(layout.cells, values) if value is not None}
        return stack, env, store

    def resume(self) -> Run:
        """A run that stands at this choice again."""
        stack, env, store = self.frames
        self.rules.database.machine.store = store.copy()
        run = Run(self.rules, env.copy(), [(call, waiting.copy()) for call, waiting in stack])
        if self.open:
            del self.frames  # its variables may be bound by the run: the next one needs new ones
        return run

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
        choice = self.layout.choice
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
        choice = state.layout.choice
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
        who = resolve(choice.who.code(env))
        self.mover = CHANCE if who is NATURE else run.player(who, choice.span)
        args = arguments(env, choice.slots)
        template_values = arguments(env, choice.template_slots)
        trail, store = machine.trail, machine.store
        bottom = len(trail)
        found: dict[Any, tuple[list[Term], dict[Term, Term]]] = {}
        build, slots = choice.build.code, choice.template_slots
        for _ in machine.solutions(choice.code, args):
            bound = [settle(v) for v in template_values]
            for slot, value in zip(slots, bound):
                env[slot] = value
            move = build(env)
            if type(move) is Var:
                move = hashable(resolve(move))
            if move not in found:
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
        normalise, _, measure = choice.distribution
        weights = [self._weight(move, resolve(measure.code(run.env)), choice, run) for move in self.moves]
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
