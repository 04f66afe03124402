"""Terms that contain unknown values.

A `Value` stands in a term as a constant would, so building, storing and revealing such terms needs nothing special.
Whatever looks inside, a goal or arithmetic, becomes a value itself, worked out later from the draws. One dependence
is one object: the same operation on the same terms gives the same value, so that states stay equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from galakit.deadline import OutOfTime
from galakit.errors import Span
from galakit.lang.gala.explain import placed
from galakit.lang.prolog.faults import TROUBLE
from galakit.lang.terms import Term, sym
from galakit.rules.lazy import Draw, Order, Value

BLANK = sym("blank", 1)  # stands for what an input turns out to be
OPEN = sym("open", 1)  # stands for a variable that a goal may bind


def unknowns(terms: Iterable[Term | None]) -> tuple[Value, ...]:
    """The values in terms, each once, in order."""
    found: dict[Value, None] = {}
    for term in terms:
        if type(term) is Value:
            found[term] = None
        elif type(term) is tuple:
            stack = [term]
            while stack:
                for x in stack.pop():
                    if type(x) is Value:
                        found[x] = None
                    elif type(x) is tuple:
                        stack.append(x)
    return tuple(found)


def known(term: Term, values: dict[Value, Any]) -> Term:
    """The term with what the values turned out to be."""
    if type(term) is Value:
        return values[term]
    if type(term) is tuple:
        parts = [known(x, values) if type(x) is tuple or type(x) is Value else x for x in term]
        return tuple(parts)
    return term


def settled(term: Term, values: dict[Value, Any]) -> Term:
    """The term with what values turned out to be; values that follow from those are worked out, too."""
    found = {value: meaning for value in unknowns((term,)) if (meaning := _settled(value, values)) is not value}
    return known(term, {value: found.get(value, value) for value in unknowns((term,))}) if found else term


def _settled(value: Value, values: dict[Value, Any]) -> Any:
    if value in values:
        return values[value]
    inputs = [_settled(v, values) for v in value.inputs]
    if not inputs or any(type(x) is Value for x in inputs):
        return value
    try:
        values[value] = found = value.work(*inputs)
    except OutOfTime:
        raise
    except Exception:  # it matters only where the value is needed
        return value
    return found


def _maker(term: Term | None, inputs: tuple[Value, ...]) -> Callable[[tuple[Any, ...]], Term | None]:
    """What puts the outcomes of the inputs into a term: most terms are one of them, or have none in them."""
    if type(term) is Value:
        return itemgetter(inputs.index(term))
    if not unknowns((term,)):
        return lambda outcomes: term
    return lambda outcomes: known(term, dict(zip(inputs, outcomes)))


class Values:
    """The values made so far."""

    def __init__(self) -> None:
        self._made: dict[Any, Value] = {}

    def of(
        self,
        key: Any,
        terms: tuple[Term | None, ...],
        work: Callable[[list[Term | None]], Any],
        span: Span | None = None,
        lenient: bool = False,
        asked: Callable[[list[Term | None]], Term] | None = None,
        compared: Callable[[Term, tuple[Term, ...]], Order | None] | None = None,
    ) -> Value:
        """The value of some work on terms; `key` identifies the work.

        `asked` reduces the terms to what the work depends on; `compared` says, given that and the stand-ins for the
        inputs, whether the inputs are only compared.
        """
        found = self._made.get((key, terms))
        if found is None:
            inputs = unknowns(terms)
            makers = [_maker(t, inputs) for t in terms]

            def worked(*outcomes: Any) -> Any:
                try:
                    return work([make(outcomes) for make in makers])
                except TROUBLE as error:
                    raise placed(error, span) from error

            blanks = tuple((BLANK, k) for k in range(len(inputs)))
            pattern = [make(blanks) for make in makers]
            function = (key, tuple(pattern)) if asked is None else asked(pattern)
            order = None if compared is None else compared(function, blanks)
            found = self._made[key, terms] = Value(
                worked, inputs=inputs, span=span, lenient=lenient, function=function, order=order
            )
        return found

    def drawn(self, draw: Draw, part: Any, work: Callable[[Any], Term], span: Span | None = None) -> Value:
        """A part of what a draw turns out to be."""
        found = self._made.get((draw, part))
        if found is None:
            found = self._made[draw, part] = Value(work, draw=draw, span=span)
        return found
