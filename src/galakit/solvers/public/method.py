"""The method `public`: regret minimisation where chance draws first and all moves are public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import ITERATIONS, aimed, run_limits

if TYPE_CHECKING:
    from galakit.game.game import Game

PRECISION = 1e-3  # of the stakes, when no gap is asked for
CERTIFICATE = 8  # iterations that take as long as the certificate, roughly
MANY = 1_000_000  # nodes up to which a game is better unfolded
PACE = 1e-6  # seconds for a number of the tables, to a gap that is small
BYTES = 4  # of a number: single precision
MOST = 1 << 42  # bytes: no machine has more
ROOM = 500_000_000  # bytes besides the tables


def refusal(game: Game) -> str | None:
    from galakit.rules.lazy import NotSeparable

    if len(game.players) != 2:
        return f"it has {len(game.players)} player(s), and public needs two"
    try:
        public = game.public
    except NotSeparable as not_separable:
        return f"not everything is drawn first and every move seen: {not_separable.reason}"
    if not any(public.rows[0]):
        return "no player ever has more than one move"
    return None


def estimate(game: Game, request: Request) -> float:
    from galakit.rules.lazy import NotSeparable
    from galakit.solvers.public.payoffs import numbers

    try:
        game.separated  # noqa: B018 (worked out once)
    except NotSeparable:
        return 30.0 + PACE * numbers(game.public)
    return float("inf")  # fewer histories are better listed: methods that list them can use symmetries


def run(game: Game, request: Request) -> Answer:
    from galakit.game.size import Size
    from galakit.progress import throttled
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.public_counting import count_public
    from galakit.separated.stakes import stakes
    from galakit.solution.certificate import claimed
    from galakit.solution.public.policy import PublicPolicy
    from galakit.solvers.factored import minimise
    from galakit.solvers.public.payoffs import numbers

    public = game.public
    needed = check_room(game, 2 * BYTES * numbers(public) + ROOM)
    report = throttled(request.progress)
    report(f"about {needed / 1e9:.1f} GB of memory for {sum(public.histories()):,} histories", 0, None)
    from galakit.solvers.public.tables import PublicTables

    try:
        with public.part.world.telling(game.watched):  # until iterations begin there is nothing to show
            tables = PublicTables(public)
    except NotSeparable as not_separable:
        raise GalakitError(f"this game cannot be solved by public: {not_separable.reason}", id="GK606") from None
    closes = [close for ending in public.endings for close in ending.closes]
    limits = run_limits(request, lambda: PRECISION * stakes(closes, public.part.world), unlimited=2**31, every=600.0)
    found = minimise.run(
        tables,
        lambda _: tables.iterate(),
        {"method": "public", "game": tables.fingerprint(), "iterations": 0},
        **limits,
        certificate=CERTIFICATE,
    )
    sizes = count_public(public)
    constant, (least, most) = float(tables.constant), tables.bounds()
    return Answer(
        None,
        f"cfr+, {found.iterations:,} iterations, averaged",
        found.all_warnings(limits["gap"]),
        found={
            "positions": len(public.positions),
            "histories": sizes.action_nodes,
            "numbers per table": numbers(public),
        },
        policy=PublicPolicy(game.rules, public, found.strategies, request.progress),
        size=Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences),
        claimed=found.claim(constant) or claimed((least + most) / 2, most - least, constant),
        interrupted=found.stopped == "interrupt",
        complete=found.stopped != "time" or limits["gap"] == 0,
        aimed=aimed(request, limits["gap"]),
    )


def check_room(game: Game, needed: int) -> int:
    """The bytes that a run needs; an error where they are not free."""
    from galakit.memory import available_memory

    there = (available_memory() or MOST) if game.limit_memory is None else game.limit_memory
    if needed > there:
        raise GalakitError(
            f"{sum(game.public.histories()):,} histories of moves need more memory than is free",
            notes=[f"two tables take about {needed / 1e9:,.1f} GB, and {there / 1e9:,.1f} GB are free"],
            hint="choose smaller parameters",
            id="GK603",
        )
    return needed


METHOD = Method(
    name="public",
    needs="two players and a constant sum; everything is drawn before the first move, and every move is seen by both",
    opposed=True,
    promises="a gap that shrinks with the iterations, certified in the full game; no history is listed",
    cost="per iteration, two passes over (histories of moves x classes of what a player holds)",
    refusal=refusal,
    never_exact="regret minimisation is never exact",
    run=run,
    estimate=estimate,
    options={
        "iterations": f"how many at most ({ITERATIONS:,}; with a time limit, as many as there is time for)",
        "checkpoint": "a file for the state of the run, from which it is resumed if it is there",
        "every": "seconds between two checkpoints (600)",
    },
    server_values={"checkpoint": ()},
    basis="rules",
    beyond=MANY,
)
