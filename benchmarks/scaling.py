"""How the cost of the method `factored` grows: over decks, rounds, ranks and bits.

    python -m benchmarks.scaling            the table
    python -m benchmarks.scaling --write    the table into docs/explanation/scaling.md, and its picture (by Matplotlib)

Every size is measured in a separate process, on one thread. The time of an iteration is the minimum CPU time of
several, after a first one that compiles.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
FAMILIES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "decks of 8 to 52 cards": [("rhode_island", {"ranks": n}) for n in (2, 3, 4, 5, 6, 8, 10, 13)],
    "1 to 4 rounds": [("rhode_island", {"ranks": 5, "bets": [10, 20, 20, 20][:n]}) for n in (1, 2, 3, 4)],
    "Leduc of 3 to 30 ranks": [("leduc", {"ranks": n}) for n in (3, 5, 8, 12, 20, 30)],
    "1 to 8 private bits": [("signals", {"private": [n, 0, 0], "public": [0, 2, 3]}) for n in range(1, 9)],
    "1 to 10 public bits": [("signals", {"private": [4, 0, 0], "public": [0, 0, n]}) for n in range(1, 11)],
}
ITERATIONS = 200
SECONDS = 5.0


def measure(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """One size."""
    import galakit as gk
    from benchmarks.measure import peak_memory
    from galakit.separated.counting import count
    from galakit.solvers.factored.shrinking import shrunk
    from galakit.solvers.factored.tables import Tables
    from galakit.solvers.regret.updates import UPDATES

    game = gk.load(name, **parameters)
    began = time.process_time()
    form = shrunk(game)
    read = time.process_time() - began
    sides = [side for stage in form.stages for side in stage.sides]
    tables = Tables(form)
    update = UPDATES["dcfr"]
    least, began = float("inf"), time.process_time()
    for k in range(1, ITERATIONS):
        start = time.process_time()
        tables.iterate(update.numbers(k, 1, {}, ITERATIONS)[0])
        if k > 1:
            least = min(least, time.process_time() - start)
            if time.process_time() - began > SECONDS:
                break
        else:
            began = time.process_time()
    return {
        "nodes": count(game.separated).nodes,
        "situations": sum(len(side.situations) for side in sides),
        "classes": max(side.classes.count for side in sides),
        "numbers": sum(int(side.moves.sum()) * side.classes.count for side in sides),
        "read": read,
        "iteration": least,
        "memory": peak_memory(),
    }


def measured(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The same in a separate process."""
    command = [sys.executable, "-m", "benchmarks.scaling", name, json.dumps(parameters)]
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def table(found: dict[str, list[dict[str, Any]]]) -> str:
    """A row for each size."""
    head = (
        "family",
        "game",
        "nodes of the tree",
        "situations",
        "classes",
        "moves × classes",
        "iteration, ms",
        "memory, MB",
    )
    lines = ["| " + " | ".join(head) + " |", "|---|---" + "|---:" * 6 + "|"]
    for family, games in FAMILIES.items():
        for (name, parameters), row in zip(games, found[family]):
            text = " ".join([name, *(f"{k}={v}".replace(" ", "") for k, v in parameters.items())])
            cells = [f"{row[c]:,}" for c in ("nodes", "situations", "classes", "numbers")]
            cells += [f"{1e3 * row['iteration']:.3g}", f"{row['memory'] / 1e6:.0f}"]
            lines.append(f"| {family} | {text} | " + " | ".join(cells) + " |")
            family = ""
    return "\n".join(lines)


def draw(found: dict[str, list[dict[str, Any]]]) -> None:
    """The nodes of the tree, the time of an iteration and the memory against moves in situations x classes."""
    import matplotlib
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "galakit"  # a reproducible picture
    matplotlib.rcParams["svg.fonttype"] = "none"
    figure, panels = plt.subplots(1, 3, figsize=(12, 3.8))
    shown = [
        ("nodes", 1, "nodes of the game tree"),
        ("iteration", 1e3, "an iteration, ms"),
        ("memory", 1e-6, "memory, MB"),
    ]
    for panel, (y, unit, up) in zip(panels, shown):
        for family, rows in found.items():
            panel.loglog([r["numbers"] for r in rows], [r[y] * unit for r in rows], "o-", markersize=3, label=family)
        panel.set_xlabel("moves in situations × classes")
        panel.set_ylabel(up)
        panel.grid(alpha=0.3)
    sizes = [r["numbers"] for rows in found.values() for r in rows]
    ends = [min(sizes), max(sizes)]
    panels[0].loglog(ends, [x * 20 for x in ends], "k:", linewidth=1, label="in proportion")
    panels[1].loglog(ends, [x * 6e-6 for x in ends], "k:", linewidth=1)
    panels[1].set_ylim(bottom=0.05)
    panels[0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(DOCS / "images" / "scaling.svg", metadata={"Date": None})


def main() -> None:
    if len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], json.loads(sys.argv[2]))))
        return
    found = {family: [measured(*game) for game in games] for family, games in FAMILIES.items()}
    text = table(found)
    print(text)
    if "--write" in sys.argv:
        page = DOCS / "explanation" / "scaling.md"
        old = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"\| family \|.*\n(\|.*\n)+", lambda _: text + "\n", old), encoding="utf-8")
        draw(found)


if __name__ == "__main__":
    main()
