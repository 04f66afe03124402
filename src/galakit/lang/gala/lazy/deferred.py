"""Facts and payoffs that depend on draws: values, which are worked out when the draws are known."""

from __future__ import annotations

from typing import Any

from galakit.lang.gala.execution import Run
from galakit.lang.gala.freeze import Text, hashable
from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.operations import Outcome, Payoff, Reveal, payment
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import Term, Var
from galakit.rules.lazy import NotSeparable, Value


def fact(values: Values, operation: Reveal, term: Term) -> Any:
    """A fact that is revealed: a term, or a value where it depends on some."""
    if type(term) is Var:
        term = hashable(resolve(term))
    if type(term) is Text:
        raise NotSeparable("a fact that depends on chance is open or very deep", operation.span)
    if not unknowns((term,)):
        return term
    return values.of("fact", (term,), lambda known: hashable(resolve(known[0])), operation.span)


def paid(values: Values, operation: Payoff, who: Term, amount: Term, run: Run) -> Value:
    """What all players gain by a payoff."""

    def work(known: list[Term | None]) -> tuple[Any, ...]:
        number = payment(known[1], operation.span)
        whose = run.players(resolve(known[0]), operation.span)
        return tuple(whose.count(player) * number for player in range(len(run.gains)))

    return values.of((operation, "paid"), (who, amount), work, operation.span)


def outcome(values: Values, operation: Outcome, result: Term, players: int) -> Value:
    """What all players gain by an outcome."""

    def work(known: list[Term | None]) -> tuple[Any, ...]:
        return tuple(operation.amounts(resolve(known[0]), players))

    return values.of((operation, "outcome"), (result,), work, operation.span)
