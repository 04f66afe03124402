"""Compile what the tests run, once: two workers that begin with nothing compiled would each do it (`make compiled`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from agents.matches import network, play

import galakit as gk
from galakit.agents.network.mcts.agent import Mcts
from galakit.gdl.network.plays import random_plays
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.factored.tables import Tables


def of_separated_games() -> None:
    """By far the most: a minute."""
    form = shrunk(gk.load("leduc"))
    for dtype in ("float64", "float32"):
        tables = Tables(form, dtype)
        tables.iterate(np.ones(6))
        tables.gains()
    for method in ("factored", "public"):
        _ = gk.solve(gk.load("liars_dice", faces=3), method, iterations=2).gap


def of_listed_games() -> None:
    leduc = gk.load("leduc")
    for method in ("cfr+", "pcfr+"):
        _ = gk.solve(leduc, method, iterations=2).gap
    gk.solve(leduc, "cfr", iterations=2, threads=2)


def of_descriptions() -> None:
    machine = network("tic_tac_toe_gdl")
    machine.enumerated(10_000, None)
    random_plays(machine.net, 100, seed=1)
    play(machine, {0: Mcts(machine, 0, 1)})


PARTS: tuple[Callable[[], None], ...] = (of_separated_games, of_listed_games, of_descriptions)


def timed(part: Callable[[], None]) -> float:
    began = time.process_time()
    part()
    return time.process_time() - began


if __name__ == "__main__":
    # Parts share no functions, so that none writes into the other's files; the first takes as long as the rest.
    with ProcessPoolExecutor(2) as pool:
        for part, seconds in zip(PARTS, pool.map(timed, PARTS)):
            print(f"{part.__name__.replace('_', ' ')}: {seconds:.0f} s")
