"""Evolutionary stability: which symmetric equilibria no small group of mutants can invade, in exact arithmetic.

A strategy x of a symmetric game of two players with payoffs A is evolutionarily stable if it is a best response to
itself, and earns more than y against y for every other best response y to it (Maynard Smith & Price 1973): then
g(y) = x'Ay - y'Ay is positive wherever y mixes best responses and differs from x. If g is never negative, x is
neutrally stable. g is a quadratic form on a simplex, so this is a question of copositivity (Haigh 1975; Abakuks 1980;
Bomze 1992). Its least value is found at a y at which g is stationary on the face of y's support, and which is the only
such point there: one linear system for each face. The sign decides, and y is the mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.game.normal_form import written
from galakit.progress import Progress, throttled
from galakit.solution.certificate import Certificate
from galakit.solvers.dynamics.populations import populations_of
from galakit.solvers.dynamics.rest_points import equalising

if TYPE_CHECKING:
    from galakit.game.game import Game

STRATEGIES = 12  # there are as many faces as subsets of them

Verdict: TypeAlias = Literal["evolutionarily stable", "neutrally stable", "unstable"]
Shares: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True)
class Mutant:
    """A best response to the residents that spreads among them, or drifts in."""

    shares: Shares
    own: Fraction
    """what it earns against itself"""
    residents: Fraction
    """what the residents earn against it"""


@dataclass(frozen=True)
class SymmetricEquilibrium:
    """A strategy that is a best response to itself, and whether it resists mutants."""

    shares: Shares
    payoff: Fraction
    verdict: Verdict
    mutant: Mutant | None
    """the one that gains most on the residents; None for an evolutionarily stable strategy"""
    isolated: bool
    """False where it stands for infinitely many equilibria with the same strategies"""
    certificate: Certificate = field(repr=False)


@dataclass(frozen=True)
class Stability:
    """The symmetric equilibria of a symmetric game of two players.

    >>> import galakit as gk
    >>> [(one.verdict, [str(share) for share in one.shares]) for one in gk.stability(gk.load("stag_hunt")).equilibria]
    [('evolutionarily stable', ['1', '0']), ('evolutionarily stable', ['0', '1']), ('unstable', ['3/4', '1/4'])]
    """

    game: str
    params: dict[str, str]
    strategies: tuple[str, ...]
    equilibria: tuple[SymmetricEquilibrium, ...]

    def to_json(self) -> dict[str, Any]:
        """All of it as a value for JSON; fractions are texts."""
        return {
            "game": self.game,
            "params": self.params,
            "strategies": list(self.strategies),
            "equilibria": [
                {
                    "shares": [str(share) for share in one.shares],
                    "payoff": str(one.payoff),
                    "gap": str(one.certificate.gap),
                    "verdict": one.verdict,
                    "isolated": one.isolated,
                    "mutant": None
                    if one.mutant is None
                    else {
                        "shares": [str(share) for share in one.mutant.shares],
                        "own": str(one.mutant.own),
                        "residents": str(one.mutant.residents),
                    },
                }
                for one in self.equilibria
            ],
        }


def stability(game: Game, *, time_limit: float | None = None, progress: Progress | None = None) -> Stability:
    """All symmetric equilibria of a symmetric game of two players, and whether they are evolutionarily stable.

    >>> import galakit as gk
    >>> only = gk.stability(gk.load("rock_paper_scissors")).equilibria[0]
    >>> only.verdict, [str(share) for share in only.mutant.shares], str(only.mutant.own)
    ('neutrally stable', ['1', '0', '0'], '0')
    """
    deadline = Deadline.of(time_limit)
    tell = throttled(progress)
    steps = 0

    def tick() -> None:
        nonlocal steps
        steps += 1
        tell("examining supports", steps, None)
        if deadline is not None:
            deadline.check("examining supports", steps)

    if len(game.players) != 2:
        raise GalakitError(
            f"the game has {len(game.players)} player(s), and evolutionary stability is decided for two",
            hint="`galakit dynamics` follows populations in games of any number of players",
            id="GK715",
        )
    with game.reporting(progress, deadline):
        table = game.normal_form()
        if max(table.shape) > STRATEGIES:
            raise GalakitError(
                f"a player has {written(max(table.shape))} strategies, and {STRATEGIES} at most are examined",
                hint="give the game smaller parameters, or follow its dynamics from some starts (`galakit dynamics`)",
                id="GK713",
            )
        populations = populations_of(table, one=True)
    payoffs, scale = populations.whole[0].astype(object), table.tables[0][1]
    found = []
    for shares, isolated in symmetric_equilibria(payoffs, tick):
        mutant = _mutant(payoffs, shares, scale, tick)
        verdict: Verdict = (
            "evolutionarily stable"
            if mutant is None
            else "unstable"
            if mutant.own > mutant.residents
            else "neutrally stable"
        )
        earned = Fraction(_product(payoffs, shares, shares)) / scale
        certificate = populations.certified(shares)
        found.append(SymmetricEquilibrium(shares, earned, verdict, mutant, isolated, certificate))
    return Stability(game.name, dict(game.params), populations.strategies[0], tuple(found))


def symmetric_equilibria(
    payoffs: npt.NDArray[Any], tick: Callable[[], None] = lambda: None
) -> Iterator[tuple[Shares, bool]]:
    """One equilibrium for each support that has any, small supports first, and whether it is the only one there."""
    many = len(payoffs)
    for size in range(1, many + 1):
        for support in combinations(range(many), size):
            tick()
            solved = equalising(payoffs, support, support, best=True)
            if solved is not None:
                yield _spread(solved[0], support, many), solved[1]


def _mutant(payoffs: npt.NDArray[Any], residents: Shares, scale: int, tick: Callable[[], None]) -> Mutant | None:
    """The best response to the residents that gains most on them; None where every other one loses."""
    many = len(payoffs)
    against = payoffs @ np.array(residents, object)
    best = [k for k in range(many) if against[k] == max(against)]
    form = _resistance(payoffs, residents)
    least: tuple[Fraction, Shares] | None = None
    for size in range(1, len(best) + 1):
        for support in combinations(best, size):
            tick()
            solved = equalising(form, support, support)
            if solved is None or not solved[1]:
                continue
            mutant = _spread(solved[0], support, many)
            resisted = _product(form, mutant, mutant)
            if mutant != residents and resisted <= 0 and (least is None or resisted < least[0]):
                least = resisted, mutant
    if least is None:
        return None
    mutant = least[1]
    own, met = (Fraction(_product(payoffs, one, mutant)) / scale for one in (mutant, residents))
    return Mutant(mutant, own, met)


def _resistance(payoffs: npt.NDArray[Any], residents: Shares) -> npt.NDArray[Any]:
    """The symmetric matrix of 2g in whole numbers, up to a positive factor: g(y) = x'Ay - y'Ay on the simplex."""
    earned = np.array(residents, object) @ payoffs
    unit = lcm(*(Fraction(e).denominator for e in earned))
    whole = np.array([int(e * unit) for e in earned], object)
    form: npt.NDArray[Any] = whole[:, None] + whole[None, :] - unit * (payoffs + payoffs.T)
    return form


def _product(matrix: npt.NDArray[Any], left: Shares, right: Shares) -> Fraction:
    return Fraction(np.array(left, object) @ matrix @ np.array(right, object))


def _spread(weights: list[Fraction], support: tuple[int, ...], many: int) -> Shares:
    shares = [Fraction(0)] * many
    for k, weight in zip(support, weights):
        shares[k] = weight
    return tuple(shares)
