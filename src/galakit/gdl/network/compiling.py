"""From normal clauses to a network: ground rules, then gates, then the arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.deadline import deadline_in_force
from galakit.errors import GalakitError
from galakit.gdl.goals import goal_value
from galakit.gdl.ground.asp import Names, as_asp
from galakit.gdl.ground.child import Grounding, TooLarge
from galakit.gdl.normal import Program
from galakit.gdl.text.syntax import Term, arguments, name_of
from galakit.gdl.text.write import term_kif
from galakit.processes.limits import Limits

if TYPE_CHECKING:
    from galakit.gdl.ground.rules import GroundRules
    from galakit.gdl.network.net import Net

WANTED = {"init": 1, "true": 1, "next": 1, "legal": 2, "does": 2, "goal": 2, "sees": 2, "terminal": 0, "role": 1}


class NotNetwork(Exception):
    """Why a description has no network: others must answer for it."""


GROUNDING = 20.0  # seconds


@dataclass(frozen=True)
class Compiled:
    """A network, and the terms that its bits, moves and percepts stand for."""

    net: Net
    roles: tuple[str, ...]
    terms: tuple[Term, ...]
    """of the bits of a state"""
    moves: tuple[Term, ...]
    percepts: tuple[Term, ...]
    strays: tuple[Term, ...]
    """what `base` or `input` leave out though the rules may bring it about or make it legal"""


def compile_network(program: Program, limits: Limits | None = None) -> Compiled:
    """The network of a program; NotNetwork where it would be too large, or the rules do not fit one."""
    limits = limits or _limits()
    compiled = _ground_and_compile(program, limits, declared=True)
    if not compiled.strays:
        return compiled
    # `base` or `input` leave something out. Often it cannot come about, but only rules without them tell.
    return _ground_and_compile(program, limits, declared=False)


def _limits() -> Limits:
    deadline = deadline_in_force()
    return Limits(seconds=GROUNDING if deadline is None else min(GROUNDING, deadline.left))


def _ground_and_compile(program: Program, limits: Limits, *, declared: bool) -> Compiled:
    names = Names()
    text = as_asp(program, names, declared=declared)
    grounding = Grounding(text, [f"p{names.number(name)}/{arity}" for name, arity in WANTED.items()], limits)
    import galakit.gdl.network.net  # noqa: F401  the compiler is loaded while the other process works

    try:
        rules = grounding.rules()
    except TooLarge as reason:
        raise NotNetwork(f"the rules are too large to be made ground: {reason}") from None
    atoms = _by_predicate(rules, names)
    roles = _roles(program, atoms["role"])
    if not roles:
        raise GalakitError("the description has no role", hint="add (role NAME)", id="GK940")
    return _compile(rules, atoms, roles)


_Atoms = dict[str, list[tuple[tuple[Term, ...], int]]]


def _by_predicate(rules: GroundRules, names: Names) -> _Atoms:
    """Arguments and numbers of the ground atoms of each wanted predicate, in the order of their text."""
    found: _Atoms = {name: [] for name in WANTED}
    for text, number in rules.shown:
        atom = names.read(text)
        found[name_of(atom)].append((atom[1:] if isinstance(atom, tuple) else (), number))
    for atoms in found.values():
        atoms.sort(key=lambda each: [term_kif(t) for t in each[0]])
    return found


def _roles(program: Program, atoms: list[tuple[tuple[Term, ...], int]]) -> tuple[str, ...]:
    """In the order of the description, which is the order of moves in messages."""
    known = {term_kif(given[0]): None for given, _ in atoms}
    written = [term_kif(t) for c in program.clauses if name_of(c.head) == "role" for t in arguments(c.head)]
    ordered = [role for role in written if role in known]
    return tuple(dict.fromkeys([*ordered, *known]))


def _compile(rules: GroundRules, atoms: _Atoms, roles: tuple[str, ...]) -> Compiled:
    from galakit.gdl.network.circuit import FALSE, NOT_YET, TRUE, build
    from galakit.gdl.network.net import Roots, assemble

    true = {a[0]: number for a, number in atoms["true"]}
    does = dict(atoms["does"])
    init = {a[0] for a, _ in atoms["init"]}
    following = {a[0]: number for a, number in atoms["next"]}
    terms = sorted({*true, *init, *following}, key=term_kif)
    legal = [(a, number) for role in roles for a, number in atoms["legal"] if term_kif(a[0]) == role]
    bit = {term: b for b, term in enumerate(terms)}

    given = np.full(rules.atoms + 1, NOT_YET, dtype=np.int32)
    for term, number in true.items():
        given[number] = 2 * (1 + bit[term])
    for number in does.values():
        given[number] = FALSE  # what is never legal is never done
    for m, (a, _) in enumerate(legal):
        if a in does:
            given[does[a]] = 2 * (1 + len(terms) + m)
    given[0] = 2 * (len(terms) + len(legal))  # the last of the nodes that are given
    circuit = build(rules, given)
    if circuit.circle:
        raise NotNetwork("something depends on its own negation")

    def literal(number: int) -> int:
        return TRUE if number == 0 else int(circuit.atoms[number])

    goals = _of_roles(atoms["goal"], roles, lambda t: goal_value(t) is not None)
    sees = _of_roles(atoms["sees"], roles, lambda t: True)
    roots = Roots(
        bits=len(terms),
        moves=_starts([roles.index(term_kif(a[0])) for a, _ in legal], len(roles)),
        next=[literal(following[t]) if t in following else FALSE for t in terms],
        legal=[literal(number) for _, number in legal],
        terminal=literal(atoms["terminal"][0][1]) if atoms["terminal"] else FALSE,
        goals=[literal(number) for _, _, number in goals],
        goal_values=[goal_value(t) for _, t, _ in goals],
        goal_roles=_starts([r for r, _, _ in goals], len(roles)),
        sees=[literal(number) for _, _, number in sees],
        sees_roles=_starts([r for r, _, _ in sees], len(roles)),
        opening=packed([t in init for t in terms]),
    )
    net, bad = assemble(circuit, roots)
    if bad:
        role, move = legal[bad - 1][0]
        raise NotNetwork(f"what a state says depends on a move: ({term_kif(role)}, {term_kif(move)})")
    return Compiled(
        net=net,
        roles=roles,
        terms=tuple(terms),
        moves=tuple(a[1] for a, _ in legal),
        percepts=tuple(t for _, t, _ in sees),
        strays=(*(t for t in following if t not in true), *(a[1] for a, _ in legal if a not in does)),
    )


def _of_roles(
    atoms: list[tuple[tuple[Term, ...], int]], roles: tuple[str, ...], fits: Callable[[Term], bool]
) -> list[tuple[int, Term, int]]:
    found = [
        (roles.index(term_kif(a[0])), a[1], number) for a, number in atoms if term_kif(a[0]) in roles and fits(a[1])
    ]
    return sorted(found, key=lambda each: each[0])


def _starts(groups: list[int], many: int) -> Any:
    return np.searchsorted(np.asarray(groups, dtype=np.int64), np.arange(many + 1))


def packed(bits: list[bool]) -> Any:
    """Bits in words of 64, the first bit the lowest.

    >>> packed([True, False, True]).tolist()
    [5]
    """
    words = np.zeros(max(1, (len(bits) + 63) // 64), dtype=np.uint64)
    for b, holds in enumerate(bits):
        if holds:
            words[b >> 6] |= np.uint64(1 << (b & 63))
    return words
