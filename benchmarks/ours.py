"""Measurements of Galakit. Every function runs alone in a process and returns plain numbers."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

from benchmarks.measure import best

REVERSE = """
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
rev([], []).
rev([X|Xs], Ys) :- rev(Xs, Zs), app(Zs, [X], Ys).
again(0, _) :- !.
again(N, Xs) :- rev(Xs, _), M is N - 1, again(M, Xs).
"""


def sequence_form(game: str, params: dict[str, Any]) -> Any:
    """From the text of the rules to the sequence form, without a table of nodes."""
    import galakit as gk

    loaded = gk.load(game, **params)
    loaded.keep_nodes = False
    return loaded.form


def generate(game: str, params: dict[str, Any], times: int = 5) -> dict[str, Any]:
    """From the text of the rules to the sequence form, after importing and compiling everything."""

    def work() -> Any:
        return sequence_form(game, params)

    work()
    return {"seconds": best(work, times)}


def generate_and_solve(game: str, params: dict[str, Any], times: int = 7) -> dict[str, Any]:
    """Generation and linear programme in alternation, so that both see the same load; the median of the ratios."""
    import statistics

    from galakit.solvers.lp.programme import solve_lp

    solve_lp(sequence_form(game, params))
    pairs = []
    for _ in range(times):
        began = time.process_time()
        form = sequence_form(game, params)
        generated = time.process_time()
        solve_lp(form)
        pairs.append((generated - began, time.process_time() - generated))
    return {
        "seconds": min(g for g, _ in pairs),
        "solve": min(s for _, s in pairs),
        "ratio": statistics.median(g / s for g, s in pairs),
    }


def liars_dice_by_turns(times: int = 5) -> dict[str, Any]:
    """Liar's dice to the sequence form, and OpenSpiel walking over it; the median of the ratios."""
    import statistics

    from benchmarks.peers import walk_liars_dice

    def work() -> Any:
        return sequence_form("liars_dice", {})

    work()
    pairs = [(best(work, 2), walk_liars_dice(1)["seconds"]) for _ in range(times)]
    return {
        "seconds": min(ours for ours, _ in pairs),
        "peer": min(walk for _, walk in pairs),
        "ratio": statistics.median(walk / ours for ours, walk in pairs),
    }


def solve(cards: int, times: int = 9) -> dict[str, Any]:
    """The linear programme of poker, including both plans and their bounds."""
    import galakit as gk
    from galakit.solvers.lp.programme import solve_lp

    form = gk.load("poker", ranks=cards).form
    result = solve_lp(form)
    return {"seconds": best(lambda: solve_lp(form), times), "gap": result.upper - result.lower}


def write_efg(cards: int, path: str) -> dict[str, Any]:
    """Poker's tree as a file, for the peers to read."""
    import galakit as gk
    from galakit.formats.exporting import write_game

    game = gk.load("poker", ranks=cards)
    write_game(game, path, "efg")
    return {"nodes": game.size().nodes}


def naive_reverse(length: int = 30, times: int = 400) -> dict[str, Any]:
    """Logical inferences per second: reversing n elements takes (n + 1)(n + 2) / 2 of them."""
    from galakit.lang.prolog import memo
    from galakit.lang.prolog.toplevel import Prolog

    setattr(memo, "memoised", lambda database, predicate, code: code)  # noqa: B010  (count inferences, not cache look-ups)
    prolog = Prolog(REVERSE)
    question = f"numlist(1, {length}, Xs), again({times}, Xs)"
    prolog.ask(question)
    inferences = times * ((length + 1) * (length + 2) // 2 + 2)
    return {"inferences_per_second": inferences / best(lambda: prolog.ask(question))}


def unfold_large(game: str, params: dict[str, Any]) -> dict[str, Any]:
    """A tree of millions of nodes, including its node table; once."""
    import galakit as gk

    began = time.process_time()
    loaded = gk.load(game, **params)
    loaded.keep_nodes = True
    nodes = loaded.unfolded.size.nodes  # `size` alone would count them without a tree
    return {"seconds": time.process_time() - began, "nodes": nodes}


def start(arguments: list[str], times: int = 7) -> dict[str, Any]:
    """CPU seconds of a new Python process with these arguments, minus those of an idle one."""
    import resource

    def spent(command: list[str]) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)

    nothing = min(spent(["-c", "pass"]) for _ in range(times))
    return {"seconds": min(spent(arguments) for _ in range(times)) - nothing, "python": nothing}
