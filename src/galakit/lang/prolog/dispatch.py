"""How a call finds the clauses that can match.

A call goes through a dictionary on one argument, the first that distinguishes clauses, to the chain of clauses that can
match, so that a list recursion leaves no choice point. A chain of several clauses pushes one choice point per step.
"""

from __future__ import annotations

from typing import Any

from galakit.lang.prolog.machine import Code, Frame, Machine
from galakit.lang.prolog.work import spend
from galakit.lang.terms import Term, Var, deref


def dispatch(machine: Machine, entries: list[tuple[Term, Code]], cuts: bool) -> Code:
    """What a call to a predicate runs, given the heads and code of its clauses; `cuts` if one of them has a cut."""
    choices = machine.choices
    every = _chain(machine, [code for _, code in entries])
    position, keys = indexed([head for head, _ in entries])
    if position is None:
        if not cuts:
            return every
        return lambda a, k: every((*a, len(choices)), k)
    matching: dict[Any, list[Code]] = {}
    variable: list[Code] = []
    for (_, code), key in zip(entries, keys):
        if key is None:
            variable.append(code)
            spend(len(matching))
            for codes in matching.values():
                codes.append(code)
        else:
            if key not in matching:
                spend(len(variable))
                matching[key] = variable.copy()
            matching[key].append(code)
    table = {key: _chain(machine, codes) for key, codes in matching.items()}
    general = _chain(machine, variable)
    find = table.get

    if cuts:

        def find_clauses_to_cut(a: tuple[Term, ...], k: Any) -> Frame:
            x = a[position]
            while type(x) is Var:
                r = x.ref
                if r is None:
                    return every((*a, len(choices)), k)
                x = r
            return find(x[0] if type(x) is tuple else x, general)((*a, len(choices)), k)

        return find_clauses_to_cut

    def find_clauses(a: tuple[Term, ...], k: Any) -> Frame:
        x = a[position]
        while type(x) is Var:
            r = x.ref
            if r is None:
                return every(a, k)
            x = r
        return find(x[0] if type(x) is tuple else x, general)(a, k)

    return find_clauses


def _chain(machine: Machine, codes: list[Code]) -> Code:
    """Try the clauses one after another."""
    if not codes:
        fail = machine.fail
        return lambda a, k: fail()
    chain = codes[-1]
    choices, trail = machine.choices, machine.trail
    for code in reversed(codes[:-1]):
        chain = _alternative(choices, trail, code, chain)
    return chain


def _alternative(choices: list[Any], trail: list[Any], code: Code, others: Code) -> Code:
    def alternative(a: tuple[Term, ...], k: Any) -> Frame:
        choices.append((len(trail), others, a, k))
        return code(a, k)

    return alternative


def indexed(heads: list[Term]) -> tuple[int | None, list[Any]]:
    """The first argument that distinguishes clauses, and its key in each head (None for a variable).

    It is nearly always the first one, but `maplist(P, [X|Xs])` recurs on the second.
    """
    if all(type(head) is tuple for head in heads):
        for position in range(len(heads[0]) - 1):
            keys = [_key(deref(head[position + 1])) for head in heads]
            if any(key is not None for key in keys):
                return position, keys
    return None, []


def _key(argument: Term) -> Any:
    if type(argument) is Var:
        return None
    return argument[0] if type(argument) is tuple else argument
