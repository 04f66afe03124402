"""Rules to states: the abstract machine beside Python's engine, SWI-Prolog, and a walk over OpenSpiel's states.

`python -m benchmarks.rules` prints CPU seconds of one process, by turns. A walk over OpenSpiel's states finds all
distinct states of its game by their text, as exploring does.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import galakit as gk
from galakit.game.explore import explored_one_by_one
from galakit.lang.bytecode.columns import state_table
from galakit.lang.bytecode.exploring import Exploration
from galakit.lang.bytecode.prolog import MachineProlog
from galakit.lang.prolog import Prolog
from galakit.lang.terms import sym

REVERSE = """
nrev([], []). nrev([H|T], R) :- nrev(T, RT), app(RT, [H], R).
app([], L, L). app([H|T], L, [H|R]) :- app(T, L, R).
bench(N) :- numlist(1, 30, L), between(1, N, _), nrev(L, _), fail.
bench(_).
"""
INFERENCES = 496  # to reverse 30 elements
MANY = 40_000  # times
GAMES: dict[str, tuple[dict[str, Any], str | None]] = {
    "tic_tac_toe": ({}, "tic_tac_toe"),
    "connect_k": ({"columns": 4, "rows": 4, "line": 4}, "connect_four(rows=4,columns=4,x_in_row=4)"),
    "dots_and_boxes": ({"columns": 2, "rows": 2}, "dots_and_boxes(num_rows=2,num_cols=2,utility_margin=true)"),
    "stratego": ({"columns": 3, "rows": 4, "army": ["flag", "spy", 10], "turns": 6}, None),
    "blind_tic_tac_toe": ({"size": 3, "line": 3}, None),
    "phantom_tic_tac_toe": ({"cross": "[]", "nought": "[]"}, "phantom_ttt"),
    "dark_hex": ({"columns": 3, "rows": 3}, "dark_hex(num_cols=3,num_rows=3,board_size=3)"),
    "battleship": ({"rows": 3, "columns": 3, "shots": 4}, None),
}
TURNS = 5
PYTHON = 5_000  # states after which Python's engine has shown how quick it is
WHOLE = {"battleship": {"rows": 3, "columns": 3, "shots": 2}}
"""Smaller games that both engines explore to the end, where the first states found are no fair sample: in battleship
one edge leads to each of them, and six to those found later."""


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def naive_reverse() -> None:
    program = Prolog(REVERSE)
    machine = MachineProlog(program.database, 10**12)
    machine.solutions(sym("x"), (sym("bench", 1), 1))
    for _ in range(3):
        quick, _ = seconds(lambda: machine.solutions(sym("x"), (sym("bench", 1), MANY)))
        line = f"naive reverse: machine {MANY * INFERENCES / quick / 1e6:.1f} million inferences a second"
        if swipl := shutil.which("swipl"):
            goal = f"statistics(cputime,A),bench({MANY}),statistics(cputime,B),C is B-A,write(C),halt"
            text = [swipl, "-q", "-O", "-g", f"consult(user),{goal}"]
            taken = subprocess.run(text, input=REVERSE, capture_output=True, text=True, check=True).stdout
            line += f", SWI-Prolog {MANY * INFERENCES / float(taken) / 1e6:.1f}"
        print(line, flush=True)


def machine_states(name: str, params: dict[str, Any]) -> int:
    found = Exploration(gk.load(name, **params).rules)
    found.run(None, None)
    return len(state_table(found.found()).mover)


def python_states(name: str, params: dict[str, Any]) -> int:
    try:
        return explored_one_by_one(gk.load(name, **params).rules, PYTHON, None).states
    except gk.GalakitError:
        return PYTHON


def open_spiel_states(name: str) -> int:
    import pyspiel  # type: ignore[import-not-found]

    start = pyspiel.load_game(name).new_initial_state()
    known = {str(start)}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            child = state.child(action)
            text = str(child)
            if text not in known:
                known.add(text)
                if not child.is_terminal():
                    waiting.append(child)
    return len(known)


def games() -> None:
    machine_states("kuhn", {})
    for name, (params, peer) in GAMES.items():
        ours, theirs = [], []
        for _ in range(TURNS):  # a shared machine is faster at some moments than at others
            ours.append(seconds(lambda: machine_states(name, params)))  # noqa: B023
            if peer and find_spec("pyspiel"):
                theirs.append(seconds(lambda: open_spiel_states(peer)))  # type: ignore[arg-type]  # noqa: B023
        quick, states = min(ours)
        slow, done = seconds(lambda: python_states(name, params))  # noqa: B023
        rate = states / quick
        if name in WHOLE:
            sample, done = seconds(lambda: machine_states(name, WHOLE[name]))  # noqa: B023
            slow, _ = seconds(lambda: explored_one_by_one(gk.load(name, **WHOLE[name]).rules, None, None))  # noqa: B023
            rate = done / sample
        line = f"{name} {params or ''}: {states:,} states, machine {quick:.3f} s ({states / quick:,.0f} a second), "
        line += f"Python {done / slow:,.0f} a second ({rate * slow / done:.0f} times)"
        if peer:
            other, count = min(theirs, default=(0.0, 0))
            told = (
                f"{count:,} states in {other:.3f} s ({count / other:,.0f} a second)" if theirs else "is not installed"
            )
            line += f", OpenSpiel {told}"
        print(line, flush=True)


if __name__ == "__main__":
    naive_reverse()
    games()
