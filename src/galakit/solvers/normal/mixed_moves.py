"""Moves that are dominated by a mixture of others: a small linear programme on the other player's treeplex.

Weights w of the continuations g of other moves are looked for, with Σ w g - f >= 0 on the treeplex for each
continuation f of the move. By duality the least value of a function c on the treeplex F y = f0, y >= 0 is the largest
first entry of q with F'q <= c, so w and one vector q for each f are columns of one programme, which is solved exactly.
Most moves are best against some pure plan of the other, and are let off before anything is solved.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction

from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row
from galakit.solvers.normal.functionals import Functional, Treeplex, difference

LIMIT_ROWS = 3_000  # of the programme


def dominating_mixture(
    own: Sequence[Functional], others: Sequence[Functional], treeplex: Treeplex, *, time_limit: float | None = None
) -> list[Fraction] | None:
    """Weights of the other continuations whose mixture is never worse than any of the own ones; None without any."""
    from galakit.errors import GalakitError
    from galakit.solvers.programming import exact_solution

    if len(others) < 2 or any(_is_best_somewhere(f, others, treeplex) for f in own):
        return None
    programme = _programme(own, others, treeplex)
    if len(programme.rows) > LIMIT_ROWS:
        return None
    try:
        ends = None if time_limit is None else time.perf_counter() + time_limit
        vertex, _ = exact_solution(programme, deadline=ends)
    except GalakitError:
        return None
    return vertex.z[: programme.x] if vertex.z[-1] >= 0 else None


def _is_best_somewhere(f: Functional, others: Sequence[Functional], treeplex: Treeplex) -> bool:
    """Whether a continuation is better than all others against the pure plan that is worst for one of them."""
    gaps = [difference(g, f) for g in others]
    for gap in gaps:
        plan = treeplex.worst(gap)
        # A set that does not matter for this gap may matter for others; where it does, the first move is played.
        for other in gaps:
            for t in other:
                while t:
                    k = treeplex.set_of[t]
                    plan.setdefault(k, treeplex.moves(k)[0])
                    t = treeplex.parent[k]
        if all(treeplex.at(other, plan) < 0 for other in gaps):
            return True
    return False


def _programme(own: Sequence[Functional], others: Sequence[Functional], treeplex: Treeplex) -> IntegerProgramme:
    """Columns: the weights w; for each continuation f the values q of the sets that matter; last, their least."""
    matter: set[int] = set()
    for function in (*own, *others):
        for t in function:
            while t and (k := treeplex.set_of[t]) not in matter:
                matter.add(k)
                t = treeplex.parent[k]
    sets = sorted(matter)
    wide = len(others) + len(own) * len(sets)
    lines: list[Row] = [[(j, 1) for j in range(len(others))]]
    right = [1]
    for n, f in enumerate(own):
        column = {k: len(others) + n * len(sets) + i for i, k in enumerate(sets)}
        for t in (0, *(t for k in sets for t in treeplex.moves(k))):
            line: Row = [(j, g[t]) for j, g in enumerate(others) if g.get(t, 0)]
            line += [(column[k], 1) for k in treeplex.below[t] if k in column]
            line.append((column[treeplex.set_of[t]] if t else wide, -1))
            lines.append(line)
            right.append(f.get(t, 0))
    return IntegerProgramme.of_rows(lines, right, [0] * wide + [-1], 1, len(others))
