"""Tic-tac-toe solved by looking at states: ours, and OpenSpiel's searches in Python over its states in C++."""

from __future__ import annotations

from typing import Any

from benchmarks.measure import best


def tic_tac_toe(method: str, options: dict[str, Any], times: int = 3) -> dict[str, Any]:
    """From the rules to the certified solution; `alone` is the search or the induction without the rules' own work."""
    import galakit as gk
    from galakit.solve.perfect.induction import induce

    found: dict[str, Any] = {}

    def work() -> None:
        solution = gk.solve(gk.load("tic_tac_toe"), method, **options)
        found["value"], found["found"] = [str(v) for v in solution.value], dict(solution.found)

    work()
    seconds = best(work, times)
    if method == "backward":
        automaton = gk.load("tic_tac_toe").automaton
        found["alone"] = best(lambda: induce(automaton), 5)
    return {"seconds": seconds, **found}


def search_tic_tac_toe(table: bool, times: int = 3) -> dict[str, Any]:
    """The value alone, as the peers find it."""
    import galakit as gk
    from galakit.solve.perfect.search import Search, Settings

    search: list[Search] = []

    def work() -> None:
        search[:] = [Search(gk.load("tic_tac_toe").rules, Settings(table=table))]
        assert search[0].value() == 0

    work()
    return {"seconds": best(work, times), "states": search[0].states, "leaves": search[0].leaves}


def open_spiel_alpha_beta(times: int = 3) -> dict[str, Any]:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")

    def work() -> None:
        assert minimax.alpha_beta_search(game)[0] == 0

    return {"seconds": best(work, times)}


def open_spiel_value_iteration(times: int = 1) -> dict[str, Any]:
    import pyspiel
    from open_spiel.python.algorithms import value_iteration

    game = pyspiel.load_game("tic_tac_toe")

    def work() -> None:
        assert value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01)[str(game.new_initial_state())] == 0

    return {"seconds": best(work, times)}
