"""Time limits of every method, on a game that is too large for it: how late it ends, and what it leaves.

    python -m benchmarks.limits                  the table, two seconds for each method
    python -m benchmarks.limits --only gambit    some methods
    python -m benchmarks.limits --seconds 10     with another limit
    python -m benchmarks.limits --write          into docs/explanation/benchmarks.md

A command is late by what it takes beyond its limit, from when Python and its libraries are loaded: too late beyond a
tenth of the limit or a second, whichever is more. Machine code is there: run `galakit warmup` first.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.several import text
from benchmarks.tables import put
from galakit.solvers.registry import methods

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "benchmarks.md"
BEGIN, END = "<!-- time limits -->", "<!-- end of time limits -->"
HEAD = "| method | game | late by | CPU | status | what stands |\n|---|---|---:|---:|---:|---|"
PATIENCE = 60.0  # seconds beyond its limit, after which a command is ended
SHARE, LEEWAY = 0.1, 1.0  # of the limit, or seconds
TIMED = (
    "import sys, time, numba, scipy.sparse.linalg, highspy; from galakit.cli.main import main; "
    "began, spent = time.perf_counter(), time.process_time(); status = main(sys.argv[1:]); "
    "sys.stdout.flush(); took = time.perf_counter() - began, time.process_time() - spent; "
    "print('took', *took, file=sys.stderr); sys.exit(status)"
)

GAMES = {
    "lp": "leduc -p ranks=6",
    "double-oracle": "goofspiel",
    "lcp": "goofspiel",
    "backward": "connect_k -p columns=5 -p rows=4 -p line=4",
    "alpha-beta": "connect_k -p columns=5 -p rows=4 -p line=4",
    "stationary": "markov.py",
    "factored": "rhode_island -p suits=4 -p ranks=5",
    "public": "liars_dice -p dice=2",
    "abstraction": "rhode_island -p suits=4 -p ranks=5",
    "normal-lp": "600x600_opposed.nfg",
    "lemke-howson": "150x150.nfg",
    "support-enumeration": "11x11.nfg",
    "extreme": "13x13_digits.nfg",
    "quasi-perfect": "liars_dice",
    "extensive-perfect": "liars_dice",
    "proper": "8x8_digits.nfg",
    "undominated": "goofspiel",
    "credible": "liars_dice",
    "imp-minimax": "liars_dice",
    "imp-alpha-beta": "liars_dice",
    "chance-minimax": "liars_dice",
    "pure-optimum": "forgetful.efg",
    "pure": "three_player_kuhn",
    "pure-maxmin": "leduc",
    "planning-optimum": "absent.efg",
    "logit": "three_player_kuhn -p cards=7",
    "global-newton": "three_player_kuhn -p cards=7",
    "polynomial": "4x4x4x3.nfg",
    "best": "40x40.nfg",
    "gambit:lp": "leduc",
    "gambit:lcp": "leduc",
    "gambit:enummixed": "16x16.nfg",
    "gambit:enumpure": "9x9x9x9x9.nfg",
    "gambit:enumpoly": "4x4x4x3.nfg",
    "gambit:logit": "three_player_kuhn",
    "gambit:gnm": "9x9x9x9.nfg",
    "gambit:ipa": "9x9x9x9.nfg",
    "gambit:simpdiv": "9x9x9x9.nfg",
    "gambit:liap": "9x9x9x9.nfg",
}
"""for each method a game that it takes, and that takes it long"""
MARKOV = """
import random

import galakit as gk

draw = random.Random(1)
MOVES, PLACES = 3, 15
PAID = [[[draw.randrange(100) for _ in range(2)] for _ in range(MOVES**2)] for _ in range(PLACES)]
NEXT = [[draw.sample(range(PLACES), 4) for _ in range(MOVES**2)] for _ in range(PLACES)]


@gk.rules(players=("ann", "bob"))
def markov(play):
    yield from season(play, 0)


def season(play, at):
    moves = []
    for player in play.players:
        moves.append((yield play.choose(player, list(range(MOVES)))))
    both = MOVES * moves[0] + moves[1]
    play.reveal("all", "both", both)
    for player, paid in zip(play.players, PAID[at][both]):
        play.payoff(player, paid)
    yield from play.discount(0.95)
    at = yield play.choose("nature", NEXT[at][both])
    play.reveal("all", "at", at)
    play.proceed(season, at)
"""
"""two players who move at once in each of fifteen places, and chance leads them on"""
OTHERS = "liars_dice"
"""for regret minimisation and sampling, which stop where they are told to"""


@dataclass(frozen=True)
class Row:
    """How a command ended."""

    method: str
    game: str
    late: float
    """seconds; `PATIENCE` where it was ended"""
    cpu: float
    """seconds that the process worked: on a busy machine, less than those by the clock"""
    status: int
    stands: str

    @property
    def line(self) -> str:
        late = f"{self.late:.1f} s" if self.late < PATIENCE else f"> {PATIENCE:.0f} s"
        stands = self.stands.replace("|", "/")
        return f"| `{self.method}` | `{self.game}` | {late} | {self.cpu:.1f} s | {self.status} | {stands} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.limits", description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="methods with this text in their names")
    parser.add_argument("--seconds", type=float, default=2.0, help="the time limit")
    parser.add_argument("--write", action="store_true", help="put the table into the documentation")
    options = parser.parse_args()
    rows = []
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        for method in methods():
            if options.only in method.name:
                rows.append(measured(method.name, options.seconds, Path(folder)))
                print(rows[-1].line, flush=True)
    allowed = max(LEEWAY, SHARE * options.seconds)
    print(f"too late: {', '.join(row.method for row in rows if row.late > allowed) or 'none'}")
    if options.write:
        put(PAGE, "\n".join([HEAD, *(row.line for row in rows)]), BEGIN, END)


def measured(method: str, seconds: float, folder: Path) -> Row:
    """A method on its game, by the command line."""
    game = GAMES.get(method, OTHERS)
    name, *params = shlex.split(game)
    if "." in name:
        _write(folder / name)
    limits = ["--method", method, "--time-limit", f"{seconds:g}", "--json"]
    took, cpu, status, out, said = _run(
        ["solve", str(folder / name) if "." in name else name, *params, *limits], seconds
    )
    return Row(method, game, took - seconds, cpu, status, _stands(status, out, said))


def _run(words: list[str], seconds: float) -> tuple[float, float, int, str, str]:
    """Seconds by the clock and of work, the exit status, and what a command prints."""
    command = [sys.executable, "-c", TIMED, *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + PATIENCE)
    except subprocess.TimeoutExpired:
        return float("inf"), 0.0, -1, "", ""
    said, _, took = done.stderr.rstrip().rpartition("took ")
    clock, cpu = map(float, took.split())
    return clock, cpu, done.returncode, done.stdout, said


def _stands(status: int, out: str, said: str) -> str:
    """What a command leaves, in a few words."""
    if status in (0, 3) and out:
        found: dict[str, Any] = json.loads(out)
        many = 1 + len(found.get("others", []))
        kind = "an equilibrium" if many == 1 else f"{many:,} equilibria"
        least = "certified exactly" if found["exact"] and not found["gap"] else f"gap {found['gap']:.2g}"
        return "; ".join([f"{kind}, {least}" if found["gap"] < 1e-6 else least, *found.get("warnings", ())])
    if status == 1:
        return "none exists: " + str(json.loads(out)["none"][0]["message"])
    if '"error"' in said:
        return str(json.loads(said[said.index("{") :])["error"][0]["message"])
    return (said.strip().splitlines() or ["nothing"])[-1]


def _write(path: Path) -> None:
    """The file of a game at random."""
    made: dict[str, Callable[[], str]] = {
        "markov.py": lambda: MARKOV,
        "absent.efg": lambda: _tree(12, lambda level, draw: level % 6),
        "forgetful.efg": lambda: _tree(14, lambda level, draw: 60 * level + draw.randrange(60)),
    }
    if path.name in made:
        path.write_text(made[path.name]())
        return
    sizes, _, kind = path.stem.partition("_")
    shape = tuple(map(int, sizes.split("x")))
    draw = np.random.default_rng(1)
    tables = [draw.integers(0, 1_000, shape) for _ in shape]
    if kind == "digits":  # fractions with hundreds of them
        tables = [np.array([x**100 for x in table.ravel().tolist()], object).reshape(shape) for table in tables]
    path.write_text(text([tables[0], -tables[0]] if kind == "opposed" else tables))


def _tree(depth: int, set_of: Callable[[int, Random], int]) -> str:
    """A player who moves left or right so many times, and who knows at each move only which set it is in."""
    draw, number = Random(1), count(1)

    def below(level: int) -> str:
        if level == depth:
            return f't "" {next(number)} "" {{ {draw.randrange(1_000)} }}\n'
        head = f'p "" 1 {1 + set_of(level, draw)} "" {{ "left" "right" }} 0\n'
        return head + below(level + 1) + below(level + 1)

    return f'EFG 2 R "forgetful" {{ "player" }}\n{below(0)}'


if __name__ == "__main__":
    main()
