"""First and second runs of common commands: with nothing compiled, and with everything there.

    python -m benchmarks.first_runs before=/path/to/another/clone/src now=src            the table
    python -m benchmarks.first_runs before=/path/to/another/clone/src now=src --write    into the documentation

Seconds of the processor, user and system; a second run is the best of three. Every first run begins with an empty
folder for machine code.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = (
    "games",
    "check kuhn",
    "solve kuhn",
    "show poker -p ranks=8 --chart",
    "solve leduc",
    "solve tic_tac_toe",
    "solve goofspiel",
    "solve liars_dice",
    "solve leduc --method cfr+ --gap 0.01",
    "solve liars_dice -p faces=3 --method public --gap 0.01",
    "solve leduc --method factored --gap 0.01",
    "solve kuhn_gdl",
    "simulate tic_tac_toe_gdl -n 1 --agent mcts:100 --seed 1",
)
PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "benchmarks.md"
BEGIN, END = "<!-- first runs -->", "<!-- end of first runs -->"
MEASURED = (
    "import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, "
    "stderr=subprocess.DEVNULL).returncode; used = resource.getrusage(resource.RUSAGE_CHILDREN); "
    "print(used.ru_utime + used.ru_stime if code == 0 else 'failed')"
)


def seconds(command: str, source: str, cache: Path, *, old: bool) -> float:
    """Seconds of the processor that a command takes with the sources in a folder."""
    environment = os.environ | {"PYTHONPATH": source, "XDG_CACHE_HOME": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if old:  # machine code would be kept beside the sources
        environment["NUMBA_CACHE_DIR"] = str(cache)
    words = [sys.executable, "-m", "galakit", *shlex.split(command)]
    result = subprocess.run([sys.executable, "-c", MEASURED, *words], env=environment, capture_output=True, text=True)
    return float(result.stdout)


def finish_compiling(source: str, cache: Path) -> None:
    """Compile the abstract machine, which a short command leaves to another process and ends before it is there."""
    environment = os.environ | {"PYTHONPATH": source, "XDG_CACHE_HOME": str(cache)}
    subprocess.run([sys.executable, "-m", "galakit.warmup", "gala"], env=environment, capture_output=True, check=True)


def measured(sources: dict[str, str]) -> list[str]:
    """The rows of the table."""
    rows = []
    for command in COMMANDS:
        cells = []
        for source in sources.values():
            old = not Path(source, "galakit", "compiling.py").exists()
            with tempfile.TemporaryDirectory() as folder:
                runs = [seconds(command, source, Path(folder), old=old)]
                if not old:
                    finish_compiling(source, Path(folder))
                runs += [seconds(command, source, Path(folder), old=old) for _ in range(3)]
            cells += [f"{runs[0]:.2f}", f"{min(runs[1:]):.2f}"]
        rows.append(f"| `galakit {command}` | {' | '.join(cells)} |")
        print(rows[-1], flush=True)
    return rows


def main(words: list[str]) -> None:
    """Print the table, or write it into the documentation."""
    sources = dict(word.split("=", 1) for word in words if "=" in word) or {"now": "src"}
    sources = {name: str(Path(path).resolve()) for name, path in sources.items()}
    columns = [f"{name}, {run}" for name in sources for run in ("first run", "second run")]
    head = [f"| command | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    print("\n".join(head))
    table = "\n".join([*head, *measured(sources)])
    if "--write" in words:
        text = PAGE.read_text(encoding="utf-8")
        text = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{table}\n{END}", text, flags=re.DOTALL)
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
