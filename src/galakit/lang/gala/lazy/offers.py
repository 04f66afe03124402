"""The options of a state as a comparable value, since they may depend on chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from galakit.errors import GalakitError
from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.options import Options
from galakit.lang.gala.states import ChoiceState
from galakit.lang.prolog.faults import LimitError
from galakit.lang.prolog.machine import Pending
from galakit.lang.prolog.walk import is_ground
from galakit.lang.terms import Term
from galakit.rules.contract import Number
from galakit.rules.lazy import NotSeparable, Value

Picked = tuple[tuple[Term, ...], tuple[tuple[Term, Term], ...]]
"""what a choice binds, and the Gala variables it sets"""


@dataclass(frozen=True)
class Offer:
    """Who can choose what, and what each choice does."""

    mover: int
    moves: tuple[Any, ...]
    picked: tuple[Picked, ...]
    probabilities: tuple[Number, ...] | None

    @property
    def chances(self) -> tuple[tuple[Picked, Number], ...]:
        """What chance can pick, each with its probability."""
        return tuple(zip(self.picked, self.probabilities or ()))


def offered(state: ChoiceState) -> Offer:
    """The offer of a state that depends on no draw."""
    try:
        options = state.options
    except GalakitError as error:
        if isinstance(error.__cause__, LimitError):
            span = state.site.choice.span
            raise NotSeparable(
                "what can be chosen takes too long to work out where draws are not known", span
            ) from error
        raise
    return _offer(options, state)


def unknown_offer(state: ChoiceState) -> bool:
    """Whether what can be chosen in a state depends on chance."""
    looks, values = state.site.looks, state.values
    return bool(unknowns(values[i] for i in looks if i < len(values)))


def offer(values: Values, state: ChoiceState) -> Value:
    """The offer of a state, as a value."""
    return values.of(*_asked(state, "offer"), lambda known: offered(_with(state, known)), state.site.choice.span)


def chances(values: Values, state: ChoiceState) -> Value:
    """What chance can pick in a state, as a value."""
    return values.of(
        *_asked(state, "chances"), lambda known: offered(_with(state, known)).chances, state.site.choice.span
    )


def _asked(state: ChoiceState, what: str) -> tuple[Any, tuple[Term | None, ...]]:
    site = state.site
    seen = tuple(i for i in site.looks if i < len(state.values))
    return (site, what, seen), tuple(state.values[i] for i in seen)


def _with(state: ChoiceState, known: list[Term | None]) -> ChoiceState:
    """A state at the same choice site with only the values that the choice reads."""
    seen = [i for i in state.site.looks if i < len(state.values)]
    values: list[Term | None] = [None] * (max(seen) + 1)
    for i, value in zip(seen, known):
        values[i] = value
    return ChoiceState(state.site, tuple(values), False)


def _offer(options: Options, state: ChoiceState) -> Offer:
    span = state.site.choice.span
    if not all(is_ground(term) for bound in options.bound for term in bound):
        raise NotSeparable("a choice leaves a variable open", span)
    picked = tuple(
        (tuple(bound), tuple((cell, forced(value)) for cell, value in options.changes.get(k, {}).items()))
        for k, bound in enumerate(options.bound)
    )
    return Offer(options.mover, options.moves, picked, options.probabilities)


def forced(value: Term) -> Term:
    """A value of the store, worked out if it was not."""
    return value.force() if type(value) is Pending else value
