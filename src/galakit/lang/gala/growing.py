"""Variables that grow for ever: why a game that looks small has too many states.

The latest quarter of the states found is compared with those before. A variable grows when it takes many values and the
latest are larger than all before; where nothing else in the latest states is new, it is the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from galakit.lang.gala.choice_sites import ChoiceSite
from galakit.lang.gala.states import ChoiceState
from galakit.lang.terms import Term, deref
from galakit.lang.writer import brief
from galakit.rules.contract import State

MANY = 50  # values before a variable is suspected
SAMPLE = 20_000  # states whose values are measured
NAMELESS = ""  # a formal, or what a loop keeps
LARGEST = 1_000  # parts of a term that are counted


def growing(found: Sequence[State]) -> list[tuple[str, int]]:
    """The variables that grow, each with the number of values it has taken; none where something else does as well."""
    states = [state for state in found if isinstance(state, ChoiceState)]
    names: dict[ChoiceSite, list[str]] = {}
    for state in states:
        if state.site not in names:
            names[state.site] = _names(state.site)
    recent = len(states) * 3 // 4
    values: dict[str, set[Any]] = {}
    for state in states:
        for name, value in zip(names[state.site], state.values):
            values.setdefault(name, set()).add(value)
    suspects = {name for name, taken in values.items() if len(taken) > MANY and name != NAMELESS}
    every = max(1, len(states) // SAMPLE)
    before = _largest(states[:recent:every], names, suspects)
    latest = _largest(states[recent::every], names, suspects)
    grows = {name for name in suspects if latest.get(name, 0) > before.get(name, 0)}
    if not grows:
        return []
    kept = {site: [i for i, name in enumerate(own) if name not in grows] for site, own in names.items()}
    known = {_rest(state, kept) for state in states[:recent]}
    if not all(_rest(state, kept) in known for state in states[recent:]):
        return []
    return sorted(((name, len(values[name])) for name in grows), key=lambda pair: (-pair[1], pair[0]))


def _rest(state: ChoiceState, kept: dict[ChoiceSite, list[int]]) -> tuple[Any, ...]:
    """A state without what grows."""
    values = state.values
    return (state.site, *[values[i] if i < len(values) else None for i in kept[state.site]])


def _largest(states: Sequence[ChoiceState], names: dict[ChoiceSite, list[str]], suspects: set[str]) -> dict[str, Any]:
    largest: dict[str, Any] = {}
    for state in states:
        for name, value in zip(names[state.site], state.values):
            if name in suspects and value is not None:
                largest[name] = max(largest.get(name, 0), _measure(value))
    return largest


def _measure(term: Term) -> Any:
    """How large a value is: a number as it is, any other term by the number of its parts."""
    term = deref(term)
    if isinstance(term, (int, float, Fraction)):
        return abs(term)
    parts = 0
    stack = [term]
    while stack and parts < LARGEST:
        t = deref(stack.pop())
        parts += 1
        if type(t) is tuple:
            stack.extend(t[1:])
    return parts


def _names(site: ChoiceSite) -> list[str]:
    """The names in the text of the values of a state."""
    procedures = [site.rules.flow, *(call.procedure for call in site.calls)]
    slots = zip(procedures, (*site.waiting, site.slots))
    named = [f"`{p.names[slot]}`" if slot in p.names else NAMELESS for p, own in slots for slot in own]
    return named + [f"`{brief(cell)}`" for cell in site.cells]
