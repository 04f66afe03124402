"""The method `logit`: the equilibrium at the end of a path of quantal responses, for any number of players."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.progress import throttled
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import natural, option, positive

if TYPE_CHECKING:
    from numpy.random import Generator

    from galakit.game.game import Game
    from galakit.game.sequence_form import Floats
    from galakit.solvers.quantal.agent_form import AgentForm
    from galakit.solvers.quantal.limit import Plans
    from galakit.solvers.quantal.path import Point

MOST = 3_000  # moves: the path needs tables of their squares
PRECISION = 1e-10  # of the largest difference between payoffs: the gap, where none is asked for
STARTS = 10  # of paths, where the first are lost
SAME = 1e-6  # of plans


def refusal(game: Game) -> str | None:
    form = game.form
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and paths of quantal responses need perfect recall"
    if not form.information_sets:
        return "no player has a decision"
    moves = int(form.moves_count.sum())
    if moves > MOST:
        return f"its players have {moves:,} moves, and the path is computed for {MOST:,} at most"
    return None


def estimate(game: Game, request: Request) -> float:
    """Picked for three players and more; for two, complementary pivoting gives an exact answer."""
    if len(game.players) < 3 or request.exact:
        return inf
    moves, leaves = int(game.form.moves_count.sum()), len(game.form.leaf_class)
    return 0.5 + 200 * (3e-10 * moves**3 + 1e-6 * leaves)


def run(game: Game, request: Request) -> Answer:
    import numpy as np

    from galakit.game.canonical import canonical
    from galakit.solvers.quantal.agent_form import AgentForm
    from galakit.solvers.quantal.limit import end_of, plans_of
    from galakit.solvers.quantal.path import Path, Point

    ordered = canonical(game.form)  # random starts must not depend on how the rules number moves
    agents = AgentForm(ordered.form)
    tell = throttled(request.progress)
    starts = option(request.options, "starts", None, positive, "a whole number from 1")
    path = 0
    last = Point(0.0, -np.log(agents.count)[agents.set])  # all moves equally often

    def seen(point: Point) -> None:
        nonlocal last
        last = point
        tell(f"following quantal responses: precision {point.precision / agents.scale:.3g}", path, starts)
        if request.limit is not None:
            request.limit.check("following quantal responses")

    precision = option(request.options, "precision", None, float, "a number from 0")
    if precision is not None:
        if not 0 <= precision < inf:
            raise GalakitError(f"`{precision}` is not a precision", hint="give a number from 0", id="GK614")
        *_, point = Path(agents).upto(precision * agents.scale, seen)
        how = f"quantal response at precision {precision:g}"
        warning = "players who mistake small differences are in no equilibrium: see the gap"
        return Answer(ordered.back(plans_of(agents, point.logs)), how, (warning,))
    draw = np.random.default_rng(option(request.options, "seed", 0, natural, "a whole number from 0"))
    gap = request.gap or PRECISION * agents.scale
    ends: list[tuple[Plans, Point]] = []
    lost = 0
    warnings: tuple[str, ...] = ()
    for path in range(starts or STARTS):
        try:
            end = end_of(Path(agents, None if path == 0 else _prior(agents, draw)), gap, seen)
        except OutOfTime:
            if starts is None and request.over:
                return _so_far(ordered.back(plans_of(agents, last.logs)), last.precision / agents.scale, request)
            if not ends:
                raise
            warnings = (f"{request.limit} was reached after {path} of {starts} paths",)
            break
        lost += end is None
        if end is not None and not any(_same(end[0], other) for other, _ in ends):
            ends.append(end)
        if starts is None and ends:
            break
    if not ends:
        other = _another_way(game, request, lost)
        if other is not None:
            return other
        raise GalakitError(
            f"{lost} paths of quantal responses were lost before an equilibrium was reached",
            hint="ask for a larger gap (--gap), more starts (--with starts=50), or try another method",
            id="GK614",
        )
    (plans, point), *others = [(ordered.back(plans), point) for plans, point in ends]
    how = f"quantal responses up to precision {point.precision / agents.scale:.3g}, then Newton's method"
    found = {} if starts is None else {"paths": starts, "paths lost": lost}
    rest = tuple(other for other, _ in others)
    return Answer(plans, how, warnings, rest, found=found, complete=not warnings)


def _another_way(game: Game, request: Request, lost: int) -> Answer | None:
    """The answer of the global Newton method, where all paths of quantal responses are lost."""
    from galakit.solvers.newton.method import refusal as unfollowed
    from galakit.solvers.newton.method import run as follow

    if unfollowed(game) is not None:
        return None
    try:
        found = follow(game, replace(request, options={}))
    except OutOfTime:
        raise
    except GalakitError:
        return None
    warning = f"{lost} paths of quantal responses were lost: the equilibrium is that of another method, global-newton"
    return replace(found, warnings=(warning, *found.warnings))


def _so_far(plans: Plans, precision: float, request: Request) -> Answer:
    """Where the time was over: a quantal response, in which players still make mistakes."""
    how = f"quantal response at precision {precision:.3g}"
    warning = f"{request.limit} was reached before mistakes became rare: see the gap"
    return Answer(plans, how, (warning,), complete=False)


def _prior(agents: AgentForm, draw: Generator) -> Floats:
    """The logarithms of random probabilities at each information set, of which one is often close to 1."""
    import numpy as np

    weights = draw.exponential(size=agents.size) ** 3
    return np.log(weights / np.add.reduceat(weights, agents.first)[agents.set])


def _same(plans: Plans, others: Plans) -> bool:
    return all(float(abs(plan - other).max()) < SAME for plan, other in zip(plans, others))


METHODS = (
    Method(
        name="logit",
        needs=f"any number of players, perfect recall; at most {MOST:,} moves at all information sets together",
        promises="the equilibrium that players approach who make fewer and fewer mistakes; others from other starts",
        cost="a few dozen systems of equations, as large as the number of moves at all information sets",
        refusal=refusal,
        never_exact="logit comes as close to an equilibrium as floating point can, and is never exact",
        run=run,
        estimate=estimate,
        options={
            "precision": "the quantal response equilibrium at this precision (lambda) instead of the limit",
            "starts": "how many paths to follow, the first from uniform play, others from random play (1)",
            "seed": "of the random starts (0)",
        },
    ),
)
