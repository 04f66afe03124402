"""Rhode Island Hold'em against a solver written by hand for this game: `python -m benchmarks.rhode_island`.

The peer, `rhode_island.cpp`, is compiled here. Both run discounted CFR in double precision on two threads, one after
the other on the same machine: first equally many iterations, in alternation; then until the gaps are reached. Seconds
count only iterations: neither reading rules and listing draws nor checking the gap.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measure import peak_memory, run

GAPS = (0.055, 0.007, 0.001, 0.0003)
FLAGS = ("-std=c++17", "-O3", "-march=native", "-ffast-math", "-fopenmp")


def compiled(folder: Path) -> Path | None:
    """The compiled peer, or None without a compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = folder / "rhode_island"
    source = Path(__file__).with_suffix(".cpp")
    subprocess.run([compiler, *FLAGS, str(source), "-o", str(program)], check=True)
    return program


def theirs(program: Path, iterations: int, gaps: tuple[float, ...] = ()) -> dict[str, Any]:
    """The peer's output."""
    words = [str(program), str(iterations), *map(str, gaps)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rhode_island(iterations: int, gaps: list[float], update: str = "dcfr", single: bool = False) -> dict[str, Any]:
    """The same for Galakit; `benchmarks.measure` runs it in a separate process."""
    import galakit as gk
    from galakit.solution.factored.policy import SeparatedPolicy
    from galakit.solvers.factored.shrinking import shrunk
    from galakit.solvers.factored.tables import Tables
    from galakit.solvers.regret.updates import UPDATES

    began = time.perf_counter()
    game = gk.load("rhode_island")
    form = shrunk(game)
    rule = UPDATES[update]
    tables = Tables(form, "float32" if single else "float64", predicting=rule.predicting)
    prepared = time.perf_counter() - began
    tables.iterate(rule.numbers(1, 1, {}, iterations)[0])  # compile before timing
    tables.gains()
    tables = Tables(form, tables.dtype, predicting=rule.predicting)
    seconds, least, busy, done, look = 0.0, float("inf"), float("inf"), 0, 32
    reached: list[dict[str, float]] = []
    while done < iterations and (not gaps or len(reached) < len(gaps)):
        began, worked = time.perf_counter(), time.process_time()
        tables.iterate(rule.numbers(done + 1, 1, {}, iterations)[0])
        took = time.perf_counter() - began
        done, seconds, least = done + 1, seconds + took, min(least, took)
        busy = min(busy, time.process_time() - worked)
        if gaps and done in (look, iterations):
            look = done + max(16, done // 10)
            gap = sum(tables.gains())
            while len(reached) < len(gaps) and gap <= gaps[len(reached)]:
                reached.append({"gap": gaps[len(reached)], "iterations": done, "seconds": seconds})
    found = SeparatedPolicy(game.rules, form, tables.strategies())
    result = {
        "prepared": prepared,
        "reached": reached,
        "iterations": done,
        "seconds": seconds,
        "least": least,
        "busy": busy,
        "gap": sum(tables.gains()),
        "opening": [opening(found, rank) for rank in range(1, 14)],
        "memory": peak_memory(),
    }
    if gaps:
        began = time.perf_counter()
        certificate = found.certify()
        result["value"] = float(certificate.value[0])
        result["certified"] = {"gap": float(sum(certificate.gains)), "seconds": time.perf_counter() - began}
    return result


def opening(policy: Any, rank: int) -> float:
    """The probability with which the first player opens with a raise."""
    return float(policy.at(0, [f"hole((1,{rank}))"]).probabilities["raise"])


def measured(iterations: int, gaps: tuple[float, ...], most: int, turns: int) -> dict[str, Any]:
    """Both programs, in alternation."""
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        if program is None:
            return {"skipped": "there is no g++ to compile the peer with"}
        rates = [
            (run("rhode_island", iterations=iterations, gaps=[]), theirs(program, iterations)) for _ in range(turns)
        ]
        for ours, _ in rates:
            if "skipped" in ours:
                return ours
        alone = run("rhode_island", iterations=iterations, gaps=[], single=True)
        ours = run("rhode_island", iterations=most, gaps=list(gaps)) if gaps else rates[0][0]
        peer = theirs(program, most, gaps) if gaps else rates[0][1]
    return {
        "iteration": {
            "ours": min(mine["least"] for mine, _ in rates),
            "peer": min(other["least"] for _, other in rates),
            "mean ours": min(mine["seconds"] / mine["iterations"] for mine, _ in rates),
            "mean peer": min(other["seconds"] / other["iterations"] for _, other in rates),
            "busy ours": min(mine["busy"] for mine, _ in rates),
            "busy peer": min(other["busy"] for _, other in rates),
            "single": alone["least"],
        },
        "same iterations": {
            "count": iterations,
            "opening": _apart(rates[0]),
            "gaps": [rates[0][0]["gap"], rates[0][1]["gap"]],
        },
        "ours": ours,
        "peer": peer,
        "opening": _apart((ours, peer)),
    }


def _apart(pair: tuple[dict[str, Any], dict[str, Any]]) -> float:
    return max(abs(a - b) for a, b in zip(pair[0]["opening"], pair[1]["opening"]))


def table(found: dict[str, Any]) -> Table:
    """The results; ratios are Galakit's time over the peer's."""
    result = Table(title="Rhode Island Hold'em", title_justify="left")
    result.add_column("what")
    for name in ("ours", "peer", "ratio"):
        result.add_column(name, justify="right", no_wrap=True)

    def row(what: str, mine: float, other: float, unit: str = "s", scale: float = 1.0) -> None:
        result.add_row(what, f"{mine * scale:,.4g} {unit}", f"{other * scale:,.4g} {unit}", f"{mine / other:.2f}×")

    each, ours, peer = found["iteration"], found["ours"], found["peer"]
    row("an iteration, the quickest", each["ours"], each["peer"], "ms", 1e3)
    row("an iteration, on average", each["mean ours"], each["mean peer"], "ms", 1e3)
    row("an iteration, time of both processors", each["busy ours"], each["busy peer"], "ms", 1e3)
    row("an iteration in single precision (peer: double)", each["single"], each["peer"], "ms", 1e3)
    for mine, other in zip(ours["reached"], peer["reached"]):
        row(f"to a sum of gains of {mine['gap']}", mine["seconds"], other["seconds"])
    row("memory, at most", ours["memory"], peer["memory"], "MB", 1e-6)
    if "value" in ours:
        result.add_row("value of the first player", f"{ours['value']:.6f}", f"{peer['value']:.6f}", "")
    same = found["same iterations"]
    result.add_row(f"sum of gains after {same['count']} iterations", *(f"{gap:.6g}" for gap in same["gaps"]), "")
    result.add_row("opening strategies differ by, then", f"{same['opening']:.2g}", "", "")
    result.add_row("and in the end", f"{found['opening']:.2g}", "", "")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rhode_island", description=__doc__)
    parser.add_argument("--iterations", type=int, default=100, help="how many both run to be compared (100)")
    parser.add_argument("--turns", type=int, default=2, help="how often (2)")
    parser.add_argument("--gaps", type=float, nargs="*", default=GAPS, help="sums of gains to reach; none: skip that")
    parser.add_argument("--most", type=int, default=20_000, help="iterations after which gaps are given up")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the numbers to a file as well")
    options = parser.parse_args()
    found = measured(options.iterations, tuple(options.gaps), options.most, options.turns)
    if "skipped" in found:
        raise SystemExit(f"nothing measured: {found['skipped']}")
    Console(width=None if os.isatty(1) else 100).print(table(found))
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
