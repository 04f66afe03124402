"""Random plays per second of CPU time, on one thread: the compiled network and the interpreter.

    python -m benchmarks.playouts [GAME or FILE ...] [--seconds 5]

docs/explanation/benchmarks.md has the rates of a peer, Sancho's propositional network, measured elsewhere with 1 to
39 s of preparation: 74,000 plays per second of tic-tac-toe, 43,000 of connect four, 9,500 of breakthrough,
790 of amazons, 2,400 of speed chess, 540 of hex.
"""

from __future__ import annotations

import argparse
import random
import time

from rich.console import Console
from rich.table import Table

from galakit.gdl.interpreter import Interpreter
from galakit.gdl.machine import Machine
from galakit.gdl.network.machine import Network
from galakit.gdl.network.plays import random_plays
from galakit.gdl.normal import normalise
from galakit.gdl.text.read import read_description
from galakit.loading import find

GAMES = ["tic_tac_toe_gdl", "connect_four", "breakthrough"]


def interpreted(machine: Machine, seconds: float) -> float:
    """Plays per second of the interpreter, one question at a time; a partial play counts in part."""
    draw, turns, plays, lengths = random.Random(1), 0, 0, 0
    began = time.process_time()
    while True:
        state, turn = machine.opening(), 0
        while not machine.terminal(state):
            state = machine.next(state, [draw.choice(machine.legal(state, r)) for r in range(len(machine.roles))])
            turn += 1
            turns += 1
            if time.process_time() - began > seconds and plays:
                return turns / (lengths / plays) / (time.process_time() - began)
        plays, lengths = plays + 1, lengths + turn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    random_plays(Network.of(normalise(read_description(find(GAMES[0])))).net, 1)  # compile, or load from the cache
    table = Table("game", "prepared in", "gates", "turns", "plays/s", "interpreter", "ratio")
    for name in given.games:
        program = normalise(read_description(find(name)))
        began = time.perf_counter()
        network = Network.of(program)
        prepared = time.perf_counter() - began
        count, taken = 256, 0.0
        while taken < given.seconds / 2:
            began = time.process_time()
            plays = random_plays(network.net, count, seed=count)
            taken = time.process_time() - began
            rate, count = count / taken, count * 2
        slow = interpreted(Interpreter(program), given.seconds)
        table.add_row(
            name.rsplit("/", 1)[-1],
            f"{prepared:.2f} s",
            f"{len(network.net.starts) - 1:,}",
            f"{abs(plays.turns).mean():.1f}",
            f"{rate:,.0f}",
            f"{slow:,.2f}",
            f"{rate / slow:,.0f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
