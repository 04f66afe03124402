"""What must hold of a game, whatever it is: equal sizes and values by every basis, method and front end.

`examined` raises `Discrepancy` where something does not hold; a `GalakitError` from a method is an answer, and counted
by its id. Anything else that is raised is a crash.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from fractions import Fraction

import numpy as np

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.exporting import lines_of
from galakit.game.game import Game
from galakit.game.unfold import unfold
from galakit.rules.lazy import NotSeparable
from galakit.separated.counting import count
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.registry import methods
from tests.hunt.in_python import in_python
from tests.hunt.oracle import Oracle
from tests.separated.programme import value as programme_value

NODES = 1_200  # of the largest game that is looked at
# Methods on the factored form, whose vectors exist in machine code only.
COMPILED_ONLY = {"factored", "abstraction"} if os.environ.get("NUMBA_DISABLE_JIT") else set()
CLOSE = 1e-6  # how far floating point may be off, for payoffs of a few units
OPTIONS = {
    "cfr": {"iterations": 20}, "cfr+": {"iterations": 20}, "lcfr": {"iterations": 20}, "dcfr": {"iterations": 20},
    "pcfr+": {"iterations": 60}, "pdcfr+": {"iterations": 20}, "hs-dcfr": {"iterations": 20},
    "hs-pcfr+": {"iterations": 20}, "mccfr-external": {"iterations": 60}, "mccfr-outcome": {"iterations": 60},
    "factored": {"iterations": 40}, "public": {"iterations": 40}, "abstraction": {"finer": 4, "gap": 1e-3},
    "pure": {"limit": 5},
}  # fmt: skip
SECONDS = 1  # for a method: `best` and `polynomial` may take any time
OTHERS = 3  # further equilibria that are looked at, where a method finds many
LIMITS = ("GK601", "GK602", "GK603", "GK632")  # of states, nodes, memory and time
SHRINKING = ("gameshrink", "histograms", "none")


class Discrepancy(AssertionError):
    """Two ways to look at one game that do not agree."""


def examined(text: str, *, gambit: bool = False) -> Counter[str]:
    """Examine the game of a text; counts of what was looked at."""
    counts: Counter[str] = Counter()
    game = gk.loads(text)
    game.limit_states = game.limit_nodes = NODES
    try:
        game.size()
    except GalakitError as error:
        return _mistaken(text, error)
    counts["programs"] += 1
    oracle = Oracle(game.rules)
    _sizes(game, oracle, counts)
    _compiled(game)
    value = _value(game)
    if value is not None:
        counts["values known"] += 1
        _shrunk(game, value, counts)
    for method in methods():
        if method.name.startswith("gambit:") and not gambit:
            continue
        for options in _variants(method.name):
            _solved(game, method, options, oracle, value, counts)
    _front_ends(game, oracle, value, counts)
    return counts


def _mistaken(text: str, error: GalakitError) -> Counter[str]:
    """Rules that go wrong on some play are solved by no method."""
    found = Counter({f"not unfolded {error.diagnostics[0].id}": 1})
    if error.diagnostics[0].id in LIMITS:
        return found
    for method in sorted({"auto", "factored", "public", "abstraction", "lp"} - COMPILED_ONLY):
        game = gk.loads(text)
        game.limit_states = game.limit_nodes = NODES
        try:
            solution = gk.solve(game, method, time_limit=20)
        except GalakitError:
            found["mistakes told"] += 1
            continue
        raise Discrepancy(f"{method} finds {solution.value} though there is {error}")
    return found


def _sizes(game: Game, oracle: Oracle, counts: Counter[str]) -> None:
    size = game.size()
    _same("sizes", (size.nodes, size.terminals, list(size.information_sets), list(size.sequences)), oracle.size)
    try:
        separated = game.separated
    except NotSeparable:
        return
    counted = count(separated)
    _same("sizes without knowing the draws", (counted.nodes, counted.terminals), oracle.size[:2])
    _same("information sets without knowing the draws", list(counted.information_sets), oracle.size[2])
    _same("sequences without knowing the draws", list(counted.sequences), oracle.size[3])
    counts["separated"] += 1


def _compiled(game: Game) -> None:
    """Compiled code, which is meant for large games, unfolds a small one as plain code does."""
    (plain, tree, _), (quick, same, _) = (unfold(game.automaton, compiled=compiled) for compiled in (False, True))
    for one, other in ((plain, quick), (tree, same)):
        for name, column in vars(one).items():
            if isinstance(column, np.ndarray):
                _same(f"{name} by compiled code", getattr(other, name).tolist(), column.tolist())


def _value(game: Game) -> tuple[Fraction, ...] | None:
    """The value, where theory says that there is one."""
    if len(game.players) == 1 or (len(game.players) == 2 and game.form.constant_sum is not None):
        return gk.solve(game, "lp", exact=True).value
    return None


def _shrunk(game: Game, value: tuple[Fraction, ...], counts: Counter[str]) -> None:
    """What is taken for one loses nothing: the smaller game has the same value."""
    if len(game.players) != 2:
        return
    for by in ("symmetries", "gameshrink"):
        try:
            form = shrunk(game, by)
        except GalakitError as error:
            counts[f"{by} answers {error.diagnostics[0].id}"] += 1
            continue
        if abs(programme_value(form) - value[0]) > CLOSE:
            raise Discrepancy(f"shrunk by {by} the value is {programme_value(form)}, not {value[0]}")
        counts[f"shrunk by {by}"] += 1


def _variants(name: str) -> list[dict[str, object]]:
    plain: dict[str, object] = dict(OPTIONS.get(name, {}))
    return [plain, *({**plain, "shrink": by} for by in SHRINKING)] if name == "factored" else [plain]


def _solved(game, method, options, oracle, value, counts) -> None:
    where = f"{method.name} {options}"
    if method.name in COMPILED_ONLY:
        return
    try:
        if method.refusal(game) is not None:
            return
        solution = gk.solve(game, method.name, time_limit=SECONDS, **options)
    except GalakitError as error:
        counts[f"{method.name} answers {error.diagnostics[0].id}"] += 1
        return
    counts["solutions"] += 1
    for each in (solution, *solution.others[:OTHERS]):
        _certified(where, each, oracle)
        if value is not None:
            _bounded(where, each, value)
    if method.equilibrium and solution.exact and solution.certificate.tight:
        _same(f"the gap of an exact solution by {where}", solution.gap, 0)
        if value is not None:
            _same(f"the value by {where}", tuple(solution.value), tuple(value))


def _certified(where: str, solution, oracle: Oracle) -> None:
    """The certificate says of the strategies that users see what is true; a claim says it as closely as its gap."""
    strategies = [solution.strategy(p) for p in oracle.players]
    for own in strategies:
        for facts, moves in own.items():
            total = sum(moves.values())
            if min(moves.values()) < 0 or (total != 1 if solution.exact else abs(total - 1) > CLOSE):
                raise Discrepancy(f"{where}: no strategy at {facts}: {moves}")
    values, gains = oracle.values(strategies), oracle.gains(strategies)
    close = 0 if solution.exact else CLOSE
    near = close if solution.certificate.checked else close + max(solution.certificate.gains)
    for p in oracle.players:
        if abs(values[p] - solution.value[p]) > near:
            raise Discrepancy(f"{where}: the value is {values[p]}, the certificate says {solution.value[p]}")
        told, tight = solution.certificate.gains[p], solution.certificate.tight
        if gains[p] > told + close or (tight and gains[p] < told - close):
            raise Discrepancy(f"{where}: player {p} can gain {gains[p]}, the certificate says {told}")


def _bounded(where: str, solution, value) -> None:
    """In a game of constant sum a profile is no further from the value than players can gain."""
    gains = solution.certificate.gains
    low = value[0] - gains[0]
    high = value[0] + (gains[1] if len(gains) > 1 else 0)
    if not low - CLOSE <= solution.value[0] <= high + CLOSE:
        raise Discrepancy(f"{where}: {solution.value[0]} is not within {gains} of {value[0]}")


def _front_ends(game: Game, oracle: Oracle, value, counts) -> None:
    python = in_python(game)
    _sizes_of(python, oracle, "in Python")
    _worth(python, value, "in Python")
    efg = gk.loads("".join(lines_of(game, "efg")), name="hunted.efg")
    _sizes_of(efg, oracle, "as .efg")
    _worth(efg, value, "as .efg")
    counts["Python and .efg"] += 2
    try:
        text = "".join(lines_of(game, "gdl2"))
    except GalakitError as error:
        counts[f"gdl2 answers {error.diagnostics[0].id}"] += 1
        return
    found = re.search(r"^; payoff = (?:(\S+) \* )?goal(?: ([+-]) (\S+))?$", text, re.MULTILINE)
    assert found is not None, text[:300]
    unit, sign, least = found.groups()
    gdl = gk.loads(text, name="hunted.kif")
    if value is not None:
        worth = [Fraction(unit or 1) * v + Fraction(f"{sign or ''}{least or 0}") for v in _value(gdl) or ()]
        _same("the value in GDL-II", worth, list(value))
    else:
        gdl.size()
    counts["GDL-II"] += 1


def _sizes_of(other: Game, oracle: Oracle, where: str) -> None:
    size = other.size()
    found = (size.nodes, size.terminals, list(size.information_sets), list(size.sequences))
    _same(f"sizes {where}", found, oracle.size)


def _worth(other: Game, value, where: str) -> None:
    if value is not None:
        _same(f"the value {where}", _value(other), value)


def _same(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Discrepancy(f"{what}: {found} is not {expected}")
