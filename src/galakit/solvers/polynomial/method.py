"""The method `polynomial`: all equilibria of a small game of any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.normal_form import NormalForm
    from galakit.game.realization import Plan
    from galakit.solution.solution import Finding
    from galakit.solvers.polynomial.supports import Enumerated
    from galakit.solvers.polynomial.system import Floats

MOST_SUPPORTS = 50_000
MOST_PROFILES = 5_000  # of pure strategies
SHOWN = 1_000  # equilibria that are certified
SIMPLE = 1_000  # the largest denominator of probabilities that are tried as fractions


def refusal(game: Game) -> str | None:
    from galakit.game.normal_form import count_strategies, fewest_strategies, written
    from galakit.solvers.polynomial.supports import count_supports

    form = game.form
    if len(form.players) < 2:
        return "one player alone has no opponents"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the normal form needs perfect recall"
    players = range(len(form.players))
    if prod(fewest_strategies(form, p) for p in players) > MOST_PROFILES:
        return f"its players have more than {MOST_PROFILES:,} profiles of pure strategies"
    shape = [count_strategies(form, p) for p in players]
    if prod(shape) > MOST_PROFILES or max(shape) > 20 or count_supports(shape) > MOST_SUPPORTS:
        many = " x ".join(map(written, shape))
        return f"its reduced normal form has {many} strategies, and supports are enumerated up to {MOST_SUPPORTS:,}"
    return None


def enumerated(game: Game, request: Request) -> tuple[tuple[tuple[Plan, ...], ...], Enumerated]:
    """All equilibria as realization plans, exact where the probabilities are simple fractions."""
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.polynomial.supports import enumerate_equilibria

    table = game.normal_form()
    found = enumerate_equilibria(
        [table.matrix(p) for p in range(len(table.players))], Clock(request, "examining supports").over
    )
    exact = game.form.exact and request.exact is not False
    different: dict[tuple[tuple[float, ...], ...], tuple[Plan, ...]] = {}
    for one in found.mixed:
        plans = _plans(table, one, exact)
        different.setdefault(tuple(tuple(round(float(w), 6) for w in plan) for plan in plans), plans)
    return tuple(different.values()), found


def run(game: Game, request: Request) -> Answer:
    different, found = enumerated(game, request)
    warnings = []
    if not found.complete:
        warnings.append(f"{request.limit} was reached before all supports were examined: there may be more equilibria")
    if not different:
        raise GalakitError(
            f"no equilibrium was found among {found.supports:,} choices of supports",
            hint="allow more time, or choose another method: `galakit solve --method logit`",
            id="GK613",
        )
    if not found.isolated and found.complete:
        warnings.append("some equilibria are not isolated: there are more near them, of which a few are shown")
    if len(different) > SHOWN:
        warnings.append(f"there are {len(different):,} equilibria: the first {SHOWN:,} are shown")
    learnt: dict[str, Finding] = {
        "choices of supports examined": found.supports,
        "equilibria": f"{len(different):,}"
        + (", all there are (up to rounding)" if found.complete and found.isolated else ", there may be more"),
    }
    return Answer(
        different[0],
        "polynomial equations for each choice of supports",
        tuple(warnings),
        different[1:SHOWN],
        found=learnt,
        complete=found.complete,
        exhaustive=found.complete and found.isolated,
    )


def _plans(table: NormalForm, mixed: Sequence[Floats], exact: bool) -> tuple[Plan, ...]:
    """Realization plans of mixed strategies; of Fractions where simple ones are an equilibrium."""
    import numpy as np

    if exact:
        simple = [[Fraction(float(w)).limit_denominator(SIMPLE) for w in weights] for weights in mixed]
        if all(sum(weights) == 1 for weights in simple) and _is_equilibrium(table, simple):
            return tuple(np.array(weights, object) @ pure.astype(object) for weights, pure in zip(simple, table.plans))
    clean = [np.maximum(weights, 0.0) / np.maximum(weights, 0.0).sum() for weights in mixed]
    return tuple(weights @ pure for weights, pure in zip(clean, table.plans))


def _is_equilibrium(table: NormalForm, mixed: Sequence[Sequence[Fraction]]) -> bool:
    """Whether each strategy that is mixed is a best response, in fractions."""
    import numpy as np

    for player, (payoffs, _) in enumerate(table.tables):
        worth = np.array(payoffs, object)
        for other in reversed(range(len(mixed))):
            if other != player:
                worth = np.tensordot(worth, np.array(mixed[other], object), axes=([other], [0]))
        best = max(worth.tolist())
        if any(w and v != best for w, v in zip(mixed[player], worth.tolist())):
            return False
    return True


METHODS = (
    Method(
        name="polynomial",
        needs=f"two or more players, perfect recall; at most {MOST_SUPPORTS:,} choices of supports",
        promises="all equilibria, with a proof that there are no others where all are isolated",
        cost="boxes are cut until each has one solution or none, for each choice of supports",
        refusal=refusal,
        never_exact="equilibria of three and more players may be irrational: polynomial works in floating point",
        run=run,
    ),
)
