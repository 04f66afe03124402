"""Write `src/galakit/games/measured.toml`: how large the shipped games are, and about how long they take to solve.

`python docs/measured.py` solves every game with its default parameters on this machine, which takes a quarter of an
hour; sizes and kinds of sum come from `tests/games/goldens.txt`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

HOME = Path(__file__).parent.parent
GOLDENS = HOME / "tests" / "games" / "goldens.txt"
TABLE = HOME / "src" / "galakit" / "games" / "measured.toml"
HEAD = "# Written by docs/measured.py: sizes with default parameters, seconds to solve on two cores, rounded up.\n\n"
LIMIT = 60.0  # seconds
BEGINNING = 2.0  # seconds that a command takes to begin
STEPS = {3: 1, 15: 10, 60: 60}
"""seconds up to -> what is told"""
ENDLESS = {"pig": "zero", "tag": "zero"}
"""the sums of games without a last round, where they are constant"""


def golden() -> dict[str, dict[str, str]]:
    lines = [line.split() for line in GOLDENS.read_text().splitlines() if line and not line.startswith("#")]
    return {line[0]: dict(zip(lines[0], line)) for line in lines[1:]}


def seconds(name: str) -> float | None:
    """How long solving takes; None where it takes longer than the limit."""
    command = [sys.executable, "-m", "galakit", "solve", name, "--time-limit", str(LIMIT), "--json"]
    best = None
    for _ in range(2):  # the first time something may be compiled
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        spent = time.monotonic() - began
        if done.returncode not in (0, 3):
            return None
        best = min(spent, best or spent)
        if best > LIMIT / 2:
            break
    assert best is not None
    return best if json.loads(done.stdout)["gap"] is not None else None


def line(name: str, row: dict[str, str] | None, players: int, spent: float | None) -> str:
    """The line of a game."""
    sums = {"0": "zero", "general": "general", "-": ENDLESS.get(name, "general")}
    total = sums.get(row["sum"], "constant") if row else "zero"
    sets = sum(map(int, row["information_sets"].split("+"))) if row else None
    step = None if spent is None else next((told for s, told in STEPS.items() if spent - BEGINNING <= s), 600)
    fields = [f"players = {players}", f'sum = "{total}"']
    fields += [] if sets is None else [f"sets = {sets}"]
    fields += [] if step is None else [f"seconds = {step}"]
    return f"{name} = {{{', '.join(fields)}}}"


def main() -> None:
    from galakit.loading import shipped

    known = golden()
    lines = []
    for game in shipped():
        row = known.get(game.name) if game.name != "rhode_island" else None  # there with smaller parameters
        lines.append(line(game.name, row, len(game.players), seconds(game.name)))
        print(lines[-1])
    TABLE.write_text(HEAD + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
