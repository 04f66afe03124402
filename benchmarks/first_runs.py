"""First and second runs of common commands: with nothing compiled, and with everything there.

    python -m benchmarks.first_runs                                                      the table
    python -m benchmarks.first_runs before=/path/to/another/clone/src now=src            two versions side by side
    python -m benchmarks.first_runs --write                                              into the documentation
    python -m benchmarks.first_runs --only serve --write                                 some rows of it again

Every command of the README is among them. Seconds by the clock, and in brackets those of the processor, of the command
and its children; a second run is the best of three. Every first run begins with an empty folder for machine code.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
COMMANDS = (
    "galakit games",
    "galakit check kuhn",
    "galakit show poker -p ranks=8 --chart",
    "galakit show bluff.gala",
    "galakit serve poker -p ranks=8",
    "python bluff.py",
    "galakit solve kuhn",
    "galakit solve leduc",
    "galakit solve tic_tac_toe",
    "galakit solve goofspiel",
    "galakit solve liars_dice",
    "galakit solve leduc --method cfr+ --gap 0.01",
    "galakit solve liars_dice -p faces=3 --method public --gap 0.01",
    "galakit solve leduc --method factored --gap 0.01",
    "galakit solve kuhn_gdl",
    "galakit simulate tic_tac_toe_gdl -n 1 --agent mcts:100 --seed 1",
)
"""those of the README first; `bluff.gala` and `bluff.py` are the files printed there"""
REMARKS = {
    "galakit show poker -p ranks=8 --chart": "what `make demo` runs",
    "galakit serve poker -p ranks=8": "until the page has the solution",
    "python bluff.py": "the README's example in Python",
}
PAGE = ROOT / "docs" / "explanation" / "benchmarks.md"
BEGIN, END = "<!-- first runs -->", "<!-- end of first runs -->"
MEASURED = """
import resource, subprocess, sys, time
began = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
taken, used = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
print(taken if code == 0 else "failed", used.ru_utime + used.ru_stime)
"""
SERVED = """
import json, subprocess, sys, urllib.request
words = [*sys.argv[1:], "--no-browser", "--port", "0", "--json"]
server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
here = json.loads(server.stdout.readline())
job = here["page"].rpartition("/")[2]
with urllib.request.urlopen(f"{here['address']}/api/jobs/{job}?wait=60") as answer:
    solved = json.load(answer)["state"] == "solved"
with urllib.request.urlopen(f"{here['address']}/api/jobs/{job}/study/overview") as answer:
    json.load(answer)
server.terminate()
server.wait()
sys.exit(not solved)
"""


class Taken(NamedTuple):
    """Seconds of a run."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.2f} ({self.processor:.2f})"


def examples(folder: Path) -> None:
    """Write the game and the program that the README prints."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, language in (("bluff.gala", "gala"), ("bluff.py", "python")):
        block = re.search(rf"```{language}\n(.*?)```", readme, re.DOTALL)
        assert block is not None, f"the README prints no {language}"
        (folder / name).write_text(block[1], encoding="utf-8")


def words_of(command: str) -> list[str]:
    """What is run for a command."""
    program, *words = command.split()
    if program == "python":
        return [sys.executable, *words]
    if words[0] == "serve":
        return [sys.executable, "-c", SERVED, sys.executable, "-m", "galakit", *words]
    return [sys.executable, "-m", "galakit", *words]


def run(command: str, source: str, cache: Path, *, old: bool) -> Taken:
    """The time that a command takes with the sources in a folder."""
    environment = os.environ | {"PYTHONPATH": source, "XDG_CACHE_HOME": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if old:  # machine code would be kept beside the sources
        environment["NUMBA_CACHE_DIR"] = str(cache)
    with tempfile.TemporaryDirectory() as folder:
        examples(Path(folder))
        words = [sys.executable, "-c", MEASURED, *words_of(command)]
        result = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True)
    return Taken(*map(float, result.stdout.split()))


def finish_compiling(command: str, source: str, cache: Path) -> None:
    """Compile what a short command leaves to another process, and ends before it is there."""
    environment = os.environ | {"PYTHONPATH": source, "XDG_CACHE_HOME": str(cache)}
    for part in ("gala", "agents") if "--agent" in command else ("gala",):
        subprocess.run([sys.executable, "-m", "galakit.warmup", part], env=environment, capture_output=True, check=True)


def measured(sources: dict[str, str], only: str) -> list[str]:
    """The rows of the table, of commands with a text in them."""
    rows = []
    for command in COMMANDS:
        if only not in command:
            continue
        cells = []
        for source in sources.values():
            old = not Path(source, "galakit", "compiling.py").exists()
            with tempfile.TemporaryDirectory() as folder:
                runs = [run(command, source, Path(folder), old=old)]
                if not old:
                    finish_compiling(command, source, Path(folder))
                runs += [run(command, source, Path(folder), old=old) for _ in range(3)]
            cells += [str(runs[0]), str(min(runs[1:]))]
        name = f"`{command}`" + (f", {REMARKS[command]}" if command in REMARKS else "")
        rows.append(f"| {name} | {' | '.join(cells)} |")
        print(rows[-1], flush=True)
    return rows


def _command(line: str) -> str:
    """The command of a row of the table; empty for other lines."""
    return line.split("`")[1] if line.startswith(("| `galakit ", "| `python ")) else ""


def main(words: list[str]) -> None:
    """Print the table, or write it into the documentation."""
    sources = dict(word.split("=", 1) for word in words if "=" in word) or {"": "src"}
    only = words[words.index("--only") + 1] if "--only" in words else ""
    sources = {name: str(Path(path).resolve()) for name, path in sources.items()}
    columns = [f"{name}, {which}".removeprefix(", ") for name in sources for which in ("first run", "second run")]
    head = [f"| command | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    print("\n".join(head))
    before = os.getloadavg()
    rows = measured(sources, only)
    after = os.getloadavg()
    load = f"load {before[0]:.1f} before and {after[0]:.1f} at the end"
    when = f"{date.today()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, {load}."
    print(when)
    if "--write" in words:
        text = PAGE.read_text(encoding="utf-8")
        if only:
            kept = {row.split("`")[1]: row for row in rows}
            lines = text.splitlines(keepends=True)
            text = "".join(f"{kept[name]}\n" if (name := _command(line)) in kept else line for line in lines)
        else:
            table = "\n".join([*head, *rows])
            text = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{when}\n\n{table}\n{END}", text, flags=re.DOTALL)
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
