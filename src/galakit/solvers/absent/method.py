"""The method `planning-optimum`: the best behaviour strategy of one player who can be absent-minded.

Such a player does not know whether they have been at an information set before, so they must play the same there each
time. What they decide on before the start is the *planning optimum* (Piccione & Rubinstein 1997).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Finding
    from galakit.solvers.absent.payoff import Payoff

MOST_COEFFICIENTS = 20_000
MOST_VARIABLES = 8
MOST_NODES = 20_000
MOST_WORK = 2_000_000  # nodes, times the choices of moves at sets that are met once: more is not certified
GAP = 1e-9  # of the range of payoffs
WHAT = "what the player would decide on before the start"


def refusal(game: Game) -> str | None:
    if len(game.players) > 1:
        return f"it has {len(game.players)} players, and this method looks for the best strategy of one alone"
    form, tree, size = game.unfolded
    if form.perfect_recall:
        return "the player remembers everything, and a pure strategy is best"
    if tree is None:
        return f"it has {size.nodes:,} nodes, and the table of nodes that the method needs was not kept"
    if not tree.absent_minded().size:
        return "no information set can be met twice in one play: pure-optimum finds a strategy that is best"
    if tree.nodes > MOST_NODES:
        return f"it has {tree.nodes:,} nodes, more than {MOST_NODES:,}"
    from galakit.solvers.absent.payoff import shape_of

    shape = shape_of(form, tree)
    if len(shape.degrees) > MOST_VARIABLES:
        return f"its payoff depends on {len(shape.degrees)} probabilities, and the method takes up to {MOST_VARIABLES}"
    if shape.size > MOST_COEFFICIENTS:
        return f"its payoff has {shape.size:,} coefficients, more than {MOST_COEFFICIENTS:,}"
    if shape.choices * tree.nodes > MOST_WORK:
        return f"its payoff is one of {shape.choices:,} polynomials, too many on {tree.nodes:,} nodes"
    return None


def run(game: Game, request: Request) -> Answer:
    from galakit.solvers.absent.payoff import payoff_of, shape_of

    form, tree, _ = game.unfolded
    assert tree is not None
    payoff = payoff_of(form, tree, shape_of(form, tree))
    return _exactly(payoff, request) if len(payoff.shape.degrees) < 2 else _by_boxes(payoff, request)


def _exactly(payoff: Payoff, request: Request) -> Answer:
    """The optimum where at most one probability is to be found, in fractions where it is rational."""
    from galakit.solvers.absent.univariate import largest

    bounds = payoff.bernstein()
    rows = payoff.scaled.reshape(len(bounds), -1)
    best = largest(rows, bounds.reshape(len(bounds), -1).max(axis=1), payoff.scale)
    if request.exact and not best.exact:
        raise _inexact("the probability that is best is irrational", best.value)
    exact = best.exact and payoff.form.exact and request.exact is not False
    point = [best.point if exact else float(best.point)] if payoff.shape.degrees else []
    irrational: dict[str, Finding] = {} if best.exact else {"its probability is": "irrational, given to 16 digits"}
    return Answer(
        (payoff.strategy(best.row, point, exact=exact),),
        f"critical points of {_polynomials(len(bounds))} of degree {rows.shape[1] - 1}",
        found={"planning optimum": WHAT, **irrational},
    )


def _by_boxes(payoff: Payoff, request: Request) -> Answer:
    """The optimum in several variables, in floating point up to a gap."""
    from galakit.solvers.absent.boxes import branch_and_bound

    coefficients = payoff.bernstein()
    if request.exact:
        raise _inexact("several probabilities are searched for in floating point", None)
    spread = float(coefficients.max() - coefficients.min())
    gap = max(request.gap or 0.0, GAP * spread)
    found = branch_and_bound(coefficients, gap, request)
    warnings: tuple[str, ...] = ()
    if not found.complete:
        over = request.limit if request.limit is not None and request.limit.left <= 0 else "the limit of boxes"
        warnings = (f"{over} was reached before the best was known: see the gap",)
    return Answer(
        (payoff.strategy(found.row, found.point, exact=False),),
        f"branch and bound on {_polynomials(len(coefficients))}, {found.boxes:,} boxes",
        warnings,
        found={"planning optimum": WHAT},
        complete=found.complete,
    )


def _polynomials(many: int) -> str:
    return "one polynomial" if many == 1 else f"{many:,} polynomials"


def _inexact(why: str, value: object) -> GalakitError:
    return GalakitError(
        f"there is no exact solution: {why}",
        notes=[] if value is None else [f"the most that the player can expect is about {value}"],
        hint="leave out --exact: the certificate bounds what is missing",
        id="GK695",
    )


def estimate(game: Game, request: Request) -> float:
    from galakit.solvers.absent.payoff import shape_of

    form, tree, _ = game.unfolded
    assert tree is not None
    shape = shape_of(form, tree)
    return 0.01 + 1e-5 * tree.nodes + 1e-4 * shape.size * len(shape.degrees)


METHOD = Method(
    name="planning-optimum",
    needs="one player who can be at an information set twice in one play; a few probabilities to find",
    promises="the best behaviour strategy to decide on before the start; exact where it is one rational probability",
    cost="critical points of polynomials in one variable; in several, boxes are cut until the gap is closed",
    refusal=refusal,
    run=run,
    estimate=estimate,
    equilibrium=False,
)
