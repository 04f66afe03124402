"""Trees of four players: all equilibria of Galakit and of Gambit, and how long they take, by turns in one process.

`python -m benchmarks.four_player_trees` prints CPU milliseconds, certificate included on our side, with machine code
loaded (`galakit warmup` makes it).
Each of our equilibria stands for all that end the game alike. That each of Gambit's is among them is a test:
`tests/solvers/polynomial/test_four_player_trees.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import Any

import galakit as gk
from benchmarks.four_players import cell
from galakit.formats.exporting import lines_of
from galakit.game.game import Game

PLAYERS = ("ann", "bob", "cyd", "dee")
ENDLESS = ("centipede", "long centipede", "two entrants")
"""where Gambit's `enumpoly` had not ended after 15 seconds"""


def centipede(rounds: int) -> Game:
    """Rosenthal's centipede (1981), each taking their turn: who takes gets a share four times that of the others."""

    @gk.rules(players=PLAYERS)
    def flow(play: Any) -> Iterator[Any]:
        share = 1
        for k in range(rounds):
            mover = PLAYERS[k % 4]
            if (yield play.choose(mover, ["take", "pass"])) == "take":
                for player in PLAYERS:
                    play.payoff(player, 4 * share if player == mover else share)
                return
            share *= 2
        for player in PLAYERS:
            play.payoff(player, share)

    return gk.load(flow)


def veiled() -> Game:
    """Chance draws who may take first; the others do not know who has passed."""

    @gk.rules(players=PLAYERS)
    def flow(play: Any) -> Iterator[Any]:
        first = yield play.choose("nature", ["ann", "bob"], weights=[1, 2])
        if (yield play.choose(first, ["take", "pass"])) == "take":
            for player in PLAYERS:
                play.payoff(player, 3 if player == first else 0)
            return
        then = yield play.choose("cyd", ["take", "pass"])
        last = yield play.choose("dee", ["trust", "doubt"])
        pays = {
            ("take", "trust"): (1, 2, 5, 0),
            ("take", "doubt"): (2, 1, 0, 4),
            ("pass", "trust"): (6, 7, 3, 5),
            ("pass", "doubt"): (1, 0, 4, 2),
        }[then, last]
        for player, pay in zip(PLAYERS, pays):
            play.payoff(player, pay)

    return gk.load(flow)


def entry(entrants: int) -> Game:
    """Selten's chain store (1978): each shop's rival enters or stays out, and sees what was done in towns before."""

    @gk.rules(players=("store", *PLAYERS[:3]))
    def flow(play: Any) -> Iterator[Any]:
        for rival in PLAYERS[:3][:entrants]:
            move = yield play.choose(rival, ["enter", "stay out"])
            play.reveal("all", rival, move)
            if move == "enter":
                move = yield play.choose("store", ["yield", "fight"])
                play.reveal("all", "store", move)
            store, own = {"stay out": (6, 1), "yield": (2, 2), "fight": (-1, -1)}[move]
            play.payoff("store", store)
            play.payoff(rival, own)

    return gk.load(flow)


def volunteers() -> Game:
    """Who helps? Each in turn sees only whether someone has helped already; help costs more the later it comes."""

    @gk.rules(players=PLAYERS)
    def flow(play: Any) -> Iterator[Any]:
        for k, player in enumerate(PLAYERS):
            if (yield play.choose(player, ["help", "wait"])) == "help":
                for other in PLAYERS:
                    play.payoff(other, 10 - (4 + k if other == player else k))
                return

    return gk.load(flow)


GAMES: Mapping[str, Callable[[], Game]] = {
    "centipede": partial(centipede, 4),
    "long centipede": partial(centipede, 8),
    "centipede behind a veil": veiled,
    "one entrant": partial(entry, 1),
    "two entrants": partial(entry, 2),
    "volunteers in turn": volunteers,
}


def games() -> dict[str, Game]:
    return {name: made() for name, made in GAMES.items()}


def main() -> None:
    try:
        import numba  # noqa: F401 (then machine code is run from the start)
        import pygambit
    except ImportError:
        print("pygambit is not installed: `make peers` installs it")
        return
    print("| tree | `polynomial` | `enumpoly` | choices of supports |\n|---|---:|---:|---:|")
    for name, game in games().items():
        peer = pygambit.read_efg(BytesIO("".join(lines_of(game, "efg")).encode()))
        ours = cell(partial(gk.solve, game, "polynomial"))
        theirs = "no end" if name in ENDLESS else cell(partial(pygambit.nash.enumpoly_solve, peer))
        examined = gk.solve(game, "polynomial").found["choices of supports examined"]
        print(f"| {name} | {ours} | {theirs} | {examined} |", flush=True)


if __name__ == "__main__":
    main()
