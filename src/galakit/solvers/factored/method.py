"""The method `factored`: regret minimisation for games whose draws separate from their actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import ITERATIONS, aimed, option, positive, run_limits, yes

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.separated.factored import Factored
    from galakit.solvers.factored.backends import Backend
    from galakit.solvers.factored.split.divided import Dividing

SHRINKINGS = "symmetries (names that are only compared), gameshrink (also isomorphic signals), histograms (lossy), none"
SHRINK = "symmetries"
PICKED = "dcfr"  # the update, when none is named: the quickest on poker
PRECISION = 1e-4  # of the stakes, when no gap is asked for
WORTH_A_GPU = 2_000_000  # numbers per pass from which a GPU is used
CERTIFICATE = 160  # iterations that take as long as what follows, roughly: above all the certificate in the full game
MANY = 1_000_000  # nodes up to which a game is better unfolded


def refusal(game: Game) -> str | None:
    from galakit.rules.lazy import NotSeparable

    if len(game.players) != 2:
        return f"it has {len(game.players)} player(s), and separated games are solved for two"
    try:
        game.separated  # noqa: B018 (worked out once)
    except NotSeparable as not_separable:
        return f"its draws do not separate from its actions: {not_separable.reason}"
    return None


def estimate(game: Game, request: Request) -> float:
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.counting import nodes_of

    try:
        nodes, _ = nodes_of(game.separated)
    except (NotSeparable, GalakitError):  # too many draws to count
        return float("inf")
    return float("inf") if nodes <= MANY else 30.0


def run(game: Game, request: Request) -> Answer:
    from galakit.compiling import is_kept
    from galakit.game.size import Size
    from galakit.processes.warming import ready
    from galakit.progress import throttled
    from galakit.separated.counting import count
    from galakit.separated.stakes import stakes
    from galakit.solution.factored import sweeps
    from galakit.solution.factored.policy import SeparatedPolicy
    from galakit.solution.factored.situation_index import SituationIndex
    from galakit.solvers.factored.locking import fixtures
    from galakit.solvers.factored.minimise import minimise
    from galakit.solvers.factored.shrinking import remarks, shrunk
    from galakit.solvers.locks.lock import locked_classes
    from galakit.solvers.regret.updates import UPDATES

    # If need be they are compiled beside, while this process iterates.
    ready("certificates", is_kept(sweeps.multiply, sweeps.rise))
    options = request.options
    name = str(options.get("update", PICKED))
    if name not in UPDATES:
        raise GalakitError(f"there is no update called {name}", hint="they are " + ", ".join(UPDATES), id="GK509")
    device = str(options.get("device", "auto"))
    backend = _backend(device)  # a device that is not there is refused before anything is worked out
    shrink = str(options.get("shrink", SHRINK))
    world = game.separated.world
    with world.telling(game.watched):  # there is no other progress until iterations begin
        locked = (
            {} if request.lock is None else locked_classes(SituationIndex(game.rules, game.separated), request.lock)
        )
        form = shrunk(game, shrink, locked)
        staked = stakes(game.separated.actions.leaves, world)
    world.tell = throttled(request.progress)
    limits = run_limits(request, lambda: PRECISION * staked, unlimited=2**31)
    single = option(options, "single", False, yes, "yes or no")
    workers = option(options, "workers", 1, positive, "a whole number from 1")
    with _divided(workers, options, bool(locked), device) as divided:
        found = minimise(
            form,
            UPDATES[name],
            backend=_gpu_if_worth_it(form) if device == "auto" and divided is None else backend,
            dtype="float32" if single else "float64",
            **limits,
            fixtures=fixtures(form, locked) if locked else None,
            certificate=CERTIFICATE,
            divided=divided,
        )
    sizes = count(game.separated)
    last = form.stages[-1].sides
    return Answer(
        None,
        f"{name}, {found.iterations:,} iterations, averaged",
        found.all_warnings(limits["gap"]),
        found={
            "nodes of the action tree": sizes.action_nodes,
            "shrunk by": shrink,
            "classes at the last stage": " + ".join(f"{side.classes.count:,}" for side in last),
            "symmetries": len(form.group),
            **({} if divided is None else {"processes": divided.words}),
            **({} if request.lock is None else {"locked information sets": sum(h.count for h in locked.values())}),
        },
        policy=SeparatedPolicy(game.rules, form, found.strategies, request.progress, locked),
        remarks=partial(remarks, shrink, found.gap, staked * (1e-4 if single else 1e-7)),
        size=Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences),
        claimed=found.claim(float(form.constant)) if shrink in (SHRINK, "none") else None,
        interrupted=found.stopped == "interrupt",
        complete=found.stopped != "time" or limits["gap"] == 0,
        aimed=aimed(request, limits["gap"]) if shrink == SHRINK else None,
    )


@contextmanager
def _divided(workers: int, options: Mapping[str, Any], locked: bool, device: str) -> Iterator[Dividing | None]:
    """What divides the tables among processes; None where one process has them all."""
    if workers == 1 and "engine" not in options:
        yield None
        return
    if locked or device not in ("auto", "cpu"):
        raise GalakitError(
            f"the tables of {'a game with locks' if locked else 'a GPU'} are not divided among processes",
            hint="leave out workers and engine",
            id="GK612",
        )
    from galakit.solvers.factored.split.divided import Dividing

    dividing = Dividing(workers, str(options.get("engine", "local")), options.get("address"))
    try:
        yield dividing
    finally:
        dividing.close()


def _backend(device: str) -> Backend | None:
    """The backend that an order names; None for compiled code on the processor."""
    from galakit.solvers.factored.backends import NAMES, backend, with_gpu

    if device in ("auto", "cpu"):
        return None
    if device in NAMES:
        return backend(device)
    if device != "gpu":
        raise GalakitError(
            f"there is no device called {device}", hint=f"they are auto, cpu, gpu, {', '.join(NAMES)}", id="GK509"
        )
    found = with_gpu()
    if found is None:
        raise GalakitError(
            "no GPU can be used: neither PyTorch nor CuPy finds one",
            hint="pip install 'galakit[gpu]' on a machine that has one, or use device=cpu",
            id="GK612",
        )
    return found


def _gpu_if_worth_it(form: Factored) -> Backend | None:
    from galakit.solvers.factored.backends import with_gpu

    numbers = sum(side.sequences * side.classes.count for stage in form.stages for side in stage.sides)
    return with_gpu() if numbers >= WORTH_A_GPU else None


METHOD = Method(
    name="factored",
    needs="two players and a constant sum; draws that no moves depend on (see `galakit size --explain`)",
    opposed=True,
    promises="a gap that shrinks with the iterations, certified in the full game; no tree is built",
    cost="per iteration, a few passes over (situations x classes of draws that look alike)",
    refusal=refusal,
    never_exact="regret minimisation is never exact",
    run=run,
    estimate=estimate,
    options={
        "update": f"which update of regrets, one of those of the regret methods ({PICKED})",
        "iterations": f"how many at most ({ITERATIONS:,}; with a time limit, as many as there is time for)",
        "single": "yes: numbers in single precision, half the memory",
        "shrink": f"which draws are merged: {SHRINKINGS} ({SHRINK})",
        "device": "where to iterate: cpu (compiled code), gpu (PyTorch or CuPy); auto takes a GPU for large games",
        "checkpoint": "a file for the state of the run, from which it is resumed if it exists",
        "every": "seconds between two checkpoints (60)",
        "workers": "among how many processes the public states are divided (1)",
        "engine": "where these processes are: local (this machine), ray (the machines of a Ray cluster)",
        "address": "of the Ray cluster that runs these processes (RAY_ADDRESS, or 127.0.0.1:6379)",
    },
    server_values={"checkpoint": (), "workers": ("1",), "engine": (), "address": ()},
    basis="rules",
    beyond=MANY,
    locks=True,
)
