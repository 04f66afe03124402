"""The method `factored`: regret minimisation for games whose draws separate from their actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solve.method import Answer, Method, Request
from galakit.solve.regret.options import natural, option, yes

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.separated.factored import Factored

PICKED = "dcfr"  # the update, when none is named: the quickest on poker
ITERATIONS = 100_000
PRECISION = 1e-4  # of the stakes, when no gap is asked for
MANY = 1_000_000  # nodes up to which a game is better unfolded


def refusal(game: Game) -> str | None:
    from galakit.rules.lazy import Entangled

    if len(game.players) != 2:
        return f"it has {len(game.players)} player(s), and separated games are solved for two"
    try:
        game.separated  # noqa: B018 (worked out once)
    except Entangled as entangled:
        return f"its draws do not separate from its actions: {entangled.reason}"
    return None


def estimate(game: Game, request: Request) -> float:
    from galakit.separated.counting import nodes_of

    nodes, _ = nodes_of(game.separated)
    return float("inf") if nodes <= MANY else 30.0


def run(game: Game, request: Request) -> Answer:
    if request.exact:
        raise GalakitError("regret minimisation is never exact", hint="leave out --exact", id="GK608")
    from galakit.game.size import Size
    from galakit.separated.counting import count
    from galakit.solution.separated_policy import SeparatedPolicy
    from galakit.solve.factored.minimise import minimise
    from galakit.solve.regret.updates import UPDATES

    options = request.options
    symmetric = option(options, "symmetries", True, yes, "yes or no")
    form = factored(game, symmetric)
    name = str(options.get("update", PICKED))
    if name not in UPDATES:
        raise GalakitError(f"there is no update called {name}", hint="they are " + ", ".join(UPDATES), id="GK509")
    open_end = request.gap is None and request.time_limit is None and "iterations" not in options
    gap = PRECISION * stakes(form) if open_end else request.gap or 0.0
    limit = ITERATIONS if request.time_limit is None else 2**31
    found = minimise(
        form,
        UPDATES[name],
        dtype="float32" if option(options, "single", False, yes, "yes or no") else "float64",
        gap=gap,
        iterations=option(options, "iterations", limit, natural, "a whole number that is not negative"),
        time_limit=request.time_limit,
        checkpoint=request.checkpoint,
        rescue=request.rescue,
        every=option(options, "every", 60.0, float, "a number of seconds"),
        progress=request.progress,
    )
    sizes = count(game.separated)
    last = form.stages[-1].sides
    warnings = list(found.warnings)
    if found.stopped in ("interrupt", "time", "iterations") and gap > 0:
        warnings.append(f"stopped by {found.stopped} before a gap of {gap:.3g} was reached")
    return Answer(
        None,
        f"{name}, {found.iterations:,} iterations, averaged",
        tuple(warnings),
        found={
            "nodes of the action tree": sizes.action_nodes,
            "classes at the last stage": " + ".join(f"{side.classes.count:,}" for side in last),
            "symmetries": len(form.group),
        },
        policy=SeparatedPolicy(game.rules, form, found.strategies, request.progress),
        size=Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences),
    )


def factored(game: Game, symmetric: bool = True) -> Factored:
    """The factored form of a game; an error where it has none."""
    from galakit.rules.lazy import Entangled
    from galakit.separated.factored import factor
    from galakit.separated.symmetry import exchanges

    try:
        return factor(game.separated, exchanges(game.separated) if symmetric else ())
    except Entangled as entangled:
        raise GalakitError(
            f"this game cannot be solved by factored: {entangled.reason}", span=entangled.span, id="GK606"
        ) from None


def stakes(form: Factored) -> float:
    """The difference between the most and the least player 0 can be paid, roughly: from constants at the leaves."""
    gains = [float(leaf.gains[0]) for leaf in form.game.actions.leaves]
    worked = [
        float(m[0])
        for leaf in form.game.actions.leaves
        for value in leaf.worked
        for m in form.game.world.meaning.get(value, ())
        if type(m) is tuple
    ]
    every = [*gains, *worked, 0.0]
    return max(every) - min(every)


METHOD = Method(
    name="factored",
    needs="two players and a constant sum; draws that nobody's moves depend on (`galakit size --explain` tells)",
    promises="a gap that shrinks with the iterations, certified in the full game; no tree is built",
    cost="per iteration, a few passes over (situations x classes of draws that look alike)",
    refusal=refusal,
    run=run,
    estimate=estimate,
    options={
        "update": f"which update of regrets, one of those of the regret methods ({PICKED})",
        "iterations": f"how many at most ({ITERATIONS:,}; with a time limit, as many as there is time for)",
        "single": "yes: numbers in single precision, half the memory",
        "symmetries": "no: names that are only compared are not exchanged",
        "checkpoint": "a file for the state of the run, from which it is resumed if it is there",
        "every": "seconds between two checkpoints (60)",
    },
    basis="rules",
)
