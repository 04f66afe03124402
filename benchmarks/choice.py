"""Which method is quickest on which game: every method that can be picked, on the shipped games, to the same gap.

    python -m benchmarks.choice            the table
    python -m benchmarks.choice --write    the table into docs/reference/methods.md

Times are those of the method alone (the game is unfolded before), until its certified gap is at most a millionth of
the stakes. Each game is solved in a separate process, and each method runs once before it is timed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from math import isfinite
from pathlib import Path
from typing import Any

GAMES: tuple[tuple[str, dict[str, int]], ...] = (
    ("kuhn", {}), ("kuhn", {"cards": 40}), ("leduc", {}), ("leduc", {"ranks": 6}), ("poker", {"ranks": 8}),
    ("stud_poker", {}), ("draw_poker", {}), ("rhode_island", {"suits": 2, "ranks": 3}), ("liars_dice", {}),
    ("liars_dice", {"faces": 3}), ("goofspiel", {}), ("inspection", {}), ("blotto", {}), ("oshi_zumo", {}),
    ("pursuit", {}), ("hide_and_seek", {}), ("search", {}), ("phantom_tic_tac_toe", {}), ("matching_pennies", {}),
    ("monty_hall", {}), ("nim", {}), ("tic_tac_toe", {}), ("connect_k", {}), ("centipede", {}), ("ultimatum", {}),
    ("bargaining", {}), ("entry_deterrence", {}), ("prisoners_dilemma", {}), ("stag_hunt", {}), ("beer_quiche", {}),
    ("cartel", {}), ("principal_agent", {}), ("first_price_auction", {}), ("second_price_auction", {}),
    ("all_pay_auction", {}), ("sequential_auction", {}), ("public_goods", {}), ("voting", {}),
    ("three_player_kuhn", {}), ("tiny_bridge", {}), ("parity", {}),
)  # fmt: skip
TIME_LIMIT = 30.0
SMALL = 1e-6
PAGE = Path(__file__).parent.parent / "docs" / "reference" / "methods.md"


def measure(name: str, params: dict[str, int]) -> dict[str, Any]:
    """Seconds of all methods on one game, or why they failed; and which one is picked."""
    import galakit as gk
    from galakit.solvers.choice import candidates, verdicts
    from galakit.solvers.method import Request
    from galakit.solvers.regret.methods import stakes

    game = gk.load(name, **params)
    wanted = SMALL * stakes(game)
    judged = verdicts(game, Request(exact=False, gap=wanted))
    found: dict[str, Any] = {"nodes": game.size().nodes, "picked": candidates(judged)[0].method.name, "seconds": {}}
    for verdict in judged:
        method = verdict.method
        # Methods without a guarantee on this game are measured only where no other has one.
        if verdict.seconds is not None and (isfinite(verdict.seconds) or not isfinite(judged[0].seconds or 0.0)):
            limits: dict[str, Any] = {"time_limit": TIME_LIMIT, "gap": wanted, "exact": False}
            try:
                gk.solve(game, method.name, **limits)  # compile before timing
                began = time.perf_counter()
                solution = gk.solve(game, method.name, **limits)
                seconds = time.perf_counter() - began - solution.seconds["certify"]
                reached = float(solution.gap) <= max(wanted, 1e-12)
                found["seconds"][method.name] = seconds if reached else f"gap {float(solution.gap):.2g}"
            except gk.GalakitError as error:
                found["seconds"][method.name] = error.diagnostics[0].message
    return found


def table() -> str:
    """The table as Markdown."""
    lines = ["| game | nodes | quickest | picked | picked / quickest | others |", "|---|--:|---|---|--:|---|"]
    for name, params in GAMES:
        command = [sys.executable, "-m", "benchmarks.choice", name, json.dumps(params)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=True)
        except subprocess.SubprocessError as error:
            print(name, params, error, getattr(error, "stderr", ""), file=sys.stderr)
            continue
        lines.append(row(name, params, json.loads(done.stdout.splitlines()[-1])))
        print(lines[-1], flush=True)
    return "\n".join(lines)


def row(name: str, params: dict[str, int], found: dict[str, Any]) -> str:
    """One game."""
    seconds: dict[str, Any] = found["seconds"]
    done = {m: s for m, s in seconds.items() if isinstance(s, float)}
    quickest = min(done, key=lambda m: done[m], default=None)
    picked = found["picked"]
    ratio = f"{done[picked] / done[quickest]:.1f}" if quickest and picked in done else ""
    best = f"{quickest} {_time(done[quickest])}" if quickest else "none"
    others = [f"{m} {_time(s)}" for m, s in sorted(done.items(), key=lambda x: x[1]) if m != quickest]
    others += [f"{m}: {s}" for m, s in seconds.items() if not isinstance(s, float)]
    told = " ".join([name, *(f"{k}={v}" for k, v in params.items())])
    return f"| {told} | {found['nodes']:,} | {best} | {picked} | {ratio} | {'; '.join(others)} |"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def main() -> None:
    words = sys.argv[1:]
    if len(words) == 2:
        print(json.dumps(measure(words[0], json.loads(words[1]))))
        return
    made = table()
    if words == ["--write"]:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(re.sub(r"\| game \| nodes.*?(?=\n\n|\Z)", lambda _: made, text, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main()
