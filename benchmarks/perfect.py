"""Tic-tac-toe solved over states: by Galakit, and by OpenSpiel's searches in Python over its states in C++."""

from __future__ import annotations

from typing import Any

from benchmarks.measure import best


def tic_tac_toe(method: str, options: dict[str, Any], times: int = 3) -> dict[str, Any]:
    """From the rules to the certified solution; `alone` is the time of the search or induction only."""
    import galakit as gk
    from galakit.solvers.perfect.induction import induce

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
    from galakit.solvers.perfect.search import Search, Settings

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


def open_spiel_states(times: int = 3) -> dict[str, Any]:
    """The value of every position, each visited once: a walk over OpenSpiel's states, identified by their texts."""
    import pyspiel

    def work() -> None:
        known: dict[str, float] = {}

        def value(state: Any) -> float:
            name = str(state)
            if name not in known:
                if state.is_terminal():
                    known[name] = state.returns()[0]
                else:
                    after = [value(state.child(move)) for move in state.legal_actions()]
                    known[name] = max(after) if state.current_player() == 0 else min(after)
            return known[name]

        assert value(pyspiel.load_game("tic_tac_toe").new_initial_state()) == 0
        assert len(known) == 5478

    return {"seconds": best(work, times)}
