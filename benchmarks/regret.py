"""Regret minimisation and best responses: Galakit and peers alternate in one process, so that both see the same load.

OpenSpiel's games `leduc_poker` and `liars_dice` are our `leduc` and `liars_dice`.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measure import best

THEIR_NAMES = {"leduc": "leduc_poker", "liars_dice": "liars_dice"}


def iterations_by_turns(game: str, peer: str, turns: int = 3, seconds: float = 2.0) -> dict[str, Any]:
    """CPU seconds of an iteration of CFR+ in Galakit and in the peer, and the median of the ratios."""
    theirs = {"OpenSpiel": open_spiel, "LiteEFG": lite_efg}[peer](game)
    ours = our_iterations(game)
    rates = [(_rate(ours, seconds / 4), _rate(theirs, seconds)) for _ in range(turns)]
    return {
        "seconds": min(1 / mine for mine, _ in rates),
        "peer": min(1 / other for _, other in rates),
        "ratio": statistics.median(mine / other for mine, other in rates),
    }


def our_iterations(game: str, method: str = "cfr+") -> Callable[[int], None]:
    import galakit as gk
    from galakit.solvers.regret.dynamics import dynamics
    from galakit.solvers.regret.layout import laid_out
    from galakit.solvers.regret.updates import UPDATES

    form = gk.load(game).form
    state = dynamics(form, laid_out(form), UPDATES[method], {}, 1)
    state.advance(1)  # compile before timing
    return state.advance


def open_spiel(game: str) -> Callable[[int], None]:
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(THEIR_NAMES[game]))
    return _repeated(solver.evaluate_and_update_policy)


def lite_efg(game: str) -> Callable[[int], None]:
    return _lite_efg(game)[0]


def _lite_efg(game: str) -> tuple[Callable[[int], None], Callable[[], float]]:
    """LiteEFG's iterations, and the exploitability of its linear average, from the text of the game."""
    import pyspiel

    # LiteEFG caches converted games in the home directory; use a temporary one instead.
    with tempfile.TemporaryDirectory() as folder:
        home, os.environ["HOME"] = os.environ.get("HOME", ""), folder
        import LiteEFG
        from LiteEFG.baselines.CFRplus import graph

        learner = graph()
        environment = LiteEFG.OpenSpielEnv(pyspiel.load_game(THEIR_NAMES[game]), traverse_type="Enumerate")
        os.environ["HOME"] = home
    environment.set_graph(learner)

    def iterate() -> None:
        learner.update_graph(environment)
        environment.update_strategy(learner.current_strategy())

    def exploitability() -> float:
        return statistics.mean(environment.exploitability(learner.current_strategy(), "linear-avg-iterate"))

    return _repeated(iterate), exploitability


def _repeated(work: Callable[[], Any]) -> Callable[[int], None]:
    def repeat(times: int) -> None:
        for _ in range(times):
            work()

    return repeat


def _rate(iterate: Callable[[int], None], seconds: float) -> float:
    """Iterations per CPU second, over at least that many seconds."""
    count, done, spent = 1, 0, 0.0
    while spent < seconds:
        began = time.process_time()
        iterate(count)
        took = time.process_time() - began
        done, spent = done + count, spent + took
        count = max(1, int(count * min(10.0, (seconds - spent) / max(took, 1e-6))))
    return done / spent


def time_to_gap(game: str, method: str, gap: float, most: float = 60.0) -> dict[str, Any]:
    """CPU seconds from the sequence form to strategies with that gap, after compiling."""
    import galakit as gk
    from galakit.solvers.regret.minimise import minimise
    from galakit.solvers.regret.updates import UPDATES

    form = gk.load(game).form
    minimise(form, UPDATES[method], iterations=1)
    began = time.process_time()
    found = minimise(form, UPDATES[method], gap=gap, time_limit=most, iterations=10**9)
    spent = time.process_time() - began
    key = "seconds" if found.gap <= gap else "capped"
    return {key: spent, "iterations": found.iterations, "gap": found.gap}


def open_spiel_to_gap(game: str, gap: float, look: int) -> dict[str, Any]:
    """CPU seconds OpenSpiel's CFR+ iterates until exploitability is at most the gap; checking it does not count."""
    import pyspiel

    loaded = pyspiel.load_game(THEIR_NAMES[game])
    solver = pyspiel.CFRPlusSolver(loaded)
    spent, done, found = 0.0, 0, float("inf")
    while found > gap:
        began = time.process_time()
        for _ in range(look):
            solver.evaluate_and_update_policy()
        spent, done = spent + time.process_time() - began, done + look
        found = pyspiel.exploitability(loaded, solver.average_policy())
    return {"seconds": spent, "iterations": done, "gap": found}


def lite_efg_to_gap(game: str, gap: float, look: int) -> dict[str, Any]:
    """The same for LiteEFG, judged by itself."""
    iterate, exploitability = _lite_efg(game)
    spent, done, found = 0.0, 0, float("inf")
    while found > gap:
        began = time.process_time()
        iterate(look)
        spent, done = spent + time.process_time() - began, done + look
        found = exploitability()
    return {"seconds": spent, "iterations": done, "gap": found}


def rules_to_gap_by_turns(game: str, peer: str, gap: float = 1e-3, turns: int = 3) -> dict[str, Any]:
    """CPU seconds of CFR+ from rules to strategies with a certified gap, everything included, with all code loaded.

    The peer is told how many iterations it needs and judges its strategies once; we judge ours until the gap is small.
    """
    import galakit as gk

    theirs, to_gap = {
        "OpenSpiel": (_open_spiel_whole, open_spiel_to_gap),
        "LiteEFG": (_lite_efg_whole, lite_efg_to_gap),
    }[peer]
    iterations = to_gap(game, gap, look=50)["iterations"]

    def ours() -> None:
        assert float(gk.solve(gk.load(game), "cfr+", gap=gap).gap) <= gap

    ours()
    pairs = [(best(ours, 1), best(lambda: theirs(game, iterations), 1)) for _ in range(turns)]
    return {
        "seconds": min(mine for mine, _ in pairs),
        "peer": min(other for _, other in pairs),
        "ratio": statistics.median(other / mine for mine, other in pairs),
    }


def _open_spiel_whole(game: str, iterations: int) -> None:
    import pyspiel

    loaded = pyspiel.load_game(THEIR_NAMES[game])
    solver = pyspiel.CFRPlusSolver(loaded)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    pyspiel.exploitability(loaded, solver.average_policy())


def _lite_efg_whole(game: str, iterations: int) -> None:
    iterate, exploitability = _lite_efg(game)
    iterate(iterations)
    exploitability()


def exploitability_by_turns(game: str = "liars_dice", turns: int = 3) -> dict[str, Any]:
    """Both best responses to uniform play: our certificate against OpenSpiel's exploitability."""
    import pyspiel

    import galakit as gk
    from galakit.game.realization import uniform
    from galakit.solution.certificate import certify

    form = gk.load(game).form
    plans = [uniform(form, p) for p in range(2)]
    loaded = pyspiel.load_game(THEIR_NAMES[game])
    policy = pyspiel.UniformRandomPolicy(loaded)
    gains = certify(form, plans).gains
    pairs = [
        (best(lambda: certify(form, plans), 5), best(lambda: pyspiel.exploitability(loaded, policy), 1))
        for _ in range(turns)
    ]
    assert abs(sum(gains) / 2 - pyspiel.exploitability(loaded, policy)) < 1e-9
    return {
        "seconds": min(mine for mine, _ in pairs),
        "peer": min(other for _, other in pairs),
        "ratio": statistics.median(other / mine for mine, other in pairs),
    }
