"""What can be chosen in a state: the solutions of the choice's constraint, with nature's probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from galakit.deadline import OutOfTime, check_deadline
from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run
from galakit.lang.gala.freeze import hashable, shown
from galakit.lang.gala.operations import Choose
from galakit.lang.gala.query import arguments
from galakit.lang.gala.scope import evaluated
from galakit.lang.prolog import PrologError
from galakit.lang.prolog.faults import TROUBLE, LimitError
from galakit.lang.prolog.walk import resolve, settle
from galakit.lang.terms import COLON, CONS, NIL, Float, Symbol, Term, Var, deref, iterate, sym
from galakit.lang.terms import number as as_term
from galakit.lang.writer import brief
from galakit.rules.contract import CHANCE, Number

if TYPE_CHECKING:
    from galakit.lang.gala.choice_sites import ChoiceSite
    from galakit.lang.gala.states import ChoiceState
    from galakit.lang.prolog.machine import Frame

NATURE = sym("nature")
OPTION_LIMIT = 2_000_000
MANY = 1_000  # options: so many are not there by mistake, and those that follow are looked for, too
RANGE_LIMIT = 100_000_000  # values of between/3, more than can be tried
SHAPE = "write nature([Instance : Probability, ...]), as in nature([heads : 1/3, tails : 2/3])"
MISSING = "add `Instance : Probability` to the distribution, or leave the option out of the constraint"


class Options:
    """The mover of a state, the options, and what each option binds and changes."""

    def __init__(self, state: ChoiceState, kept: Mapping[Term, bool] | None = None) -> None:
        """`kept` says which changes of Gala variables matter; by default those that can still be read."""
        choice = state.site.choice
        run = state.resume()
        try:
            self._find(state.site, run, state.site.kept if kept is None else kept)
        except OutOfTime:
            raise
        except (*TROUBLE, GalakitError) as error:
            raise run.explain(error, choice) from error

    def _find(self, site: ChoiceSite, run: Run, kept: Mapping[Term, bool]) -> None:
        choice = site.choice
        machine = run.machine
        env = run.env
        who = resolve(choice.who.code(env))
        self.mover = CHANCE if who is NATURE else run.player(who, choice.span)
        args = arguments(env, choice.slots)
        template_values = arguments(env, choice.template_slots)
        trail, store, fail = machine.trail, machine.store, machine.fail
        found: dict[Any, tuple[Term, ...]] = {}
        changes: dict[int, dict[Term, Term]] = {}
        build, slots = choice.build.code, choice.template_slots

        def take(_: Any, frame: Any) -> Frame:
            """Keep a solution if it is a new option, and ask for the next one."""
            bound = tuple([settle(v) for v in template_values])
            for slot, value in zip(slots, bound):
                env[slot] = value
            try:
                move = build(env)
            except PrologError as error:  # not an error of the constraint, which might catch it
                raise GalakitError(error.message, span=choice.span, hint=error.hint, id=error.id) from error
            if type(move) is Var:
                move = hashable(resolve(move))
            before = len(found)
            found.setdefault(move, bound)
            if len(found) > before:
                machine.found += 1
                if before % MANY == 0:
                    check_deadline("finding the options of a choice")
                if before == OPTION_LIMIT:
                    raise LimitError(f"there are more than {OPTION_LIMIT:,} options to choose from")
                if before == MANY and machine.ahead() > RANGE_LIMIT:
                    raise LimitError(f"there are more than {OPTION_LIMIT:,} options to try: between/3 has a wide range")
                for entry in trail:
                    if type(entry) is tuple and kept[entry[0]]:
                        changes.setdefault(before, {})[entry[0]] = store[entry[0]]
            return fail()

        machine.each_solution(choice.code, args, take)
        if not found:
            raise GalakitError(
                "there is nothing to choose: no option satisfies the constraint",
                span=choice.span,
                hint="every state that reaches this statement must offer at least one option",
                id="GK402",
            )
        self.moves = tuple(found)
        self.bound = list(found.values())
        """what each option binds the variables of the template to"""
        self.changes = changes
        """Gala variables that an option sets and that may still be read; there are hardly ever any"""
        run.rules.note_cells({cell for changed in changes.values() for cell in changed})
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
                raise GalakitError(
                    "the weights of the options sum to 0",
                    span=choice.span,
                    hint="give some option a weight above 0",
                    id="GK406",
                )
            return tuple(w / total if isinstance(w, float) else Fraction(w) / total for w in weights)
        off = abs(total - 1) > 1e-9 if isinstance(total, float) else total != 1
        if off:
            raise GalakitError(
                f"the probabilities sum to {brief(as_term(total))}, not 1",
                span=choice.span,
                hint="write nature(weights(...)) to have them normalised",
                id="GK406",
            )
        return tuple(weights)

    def _weight(self, move: Any, measure: Term, choice: Choose, run: Run) -> Number:
        """The probability of one option: from a list of `Instance : Probability`, or from a predicate."""
        if measure is NIL or (type(measure) is tuple and measure[0] is CONS):
            for pair in iterate(measure):
                pair = deref(pair)
                if not (type(pair) is tuple and pair[0] is COLON):
                    raise GalakitError(
                        "a distribution is a list of `Instance : Probability`", span=choice.span, hint=SHAPE, id="GK409"
                    )
                if hashable(resolve(pair[1])) == move:
                    return number_of(pair[2], choice)
            raise GalakitError(
                f"the distribution gives no probability for `{shown(move)}`", span=choice.span, hint=MISSING, id="GK408"
            )
        rules = run.rules
        answer = rules.database.machine
        result = Var()
        call = rules.database.lookup(sym("call", 3)).code
        if type(measure) is not Symbol and type(measure) is not tuple:
            raise GalakitError(f"`{brief(measure)}` is not a distribution", span=choice.span, hint=SHAPE, id="GK409")
        if not answer.once(call, (measure, move, result)):
            raise GalakitError(
                f"the distribution gives no probability for `{shown(move)}`", span=choice.span, hint=MISSING, id="GK408"
            )
        return number_of(result, choice)


def number_of(term: Term, choice: Choose) -> Number:
    value = evaluated(resolve(term))
    if type(value) is int or type(value) is Fraction:
        number: Number = value
    elif type(value) is Float:
        number = float(value)
    else:
        raise GalakitError(
            f"a probability must be a number, not `{brief(value)}`", span=choice.span, hint=SHAPE, id="GK407"
        )
    if number < 0:
        raise GalakitError(
            f"a probability cannot be negative: {brief(value)}", span=choice.span, hint=SHAPE, id="GK407"
        )
    return number
