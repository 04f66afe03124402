"""The method `factored` divided among processes: what an iteration costs them, and what travels.

    python -m benchmarks.divided

Times are CPU times, of this process and of the busiest other one, since processes of one machine share its processors;
beside them the least time on the clock.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

GAMES: list[tuple[str, dict[str, Any]]] = [("leduc", {}), ("rhode_island", {"ranks": 5}), ("rhode_island", {})]
WORKERS = (1, 2, 4)
ITERATIONS = 20
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print a table."""
    import galakit as gk
    from galakit.solvers.factored.shrinking import shrunk
    from galakit.solvers.factored.split.divided import Dividing
    from galakit.solvers.factored.tables import Tables

    print("| game | processes | stages of the trunk | trunk, ms | busiest share, ms | on the clock, ms | bytes |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, params in GAMES:
        form = shrunk(gk.load(name, **params))
        label = " ".join([name, *(f"{key}={value}" for key, value in params.items())])
        alone, _, clock = measure(Tables(form, threads=1), [])
        print(f"| {label} | one alone | | {alone:.2f} | | {clock:.2f} | |", flush=True)
        for workers in WORKERS:
            dividing = Dividing(workers, "local", None)
            tables = dividing(form, "float64", False)
            trunk, busiest, clock = measure(tables, dividing.crew.processes())
            count = len(tables.cut.shares)
            print(
                f"| | {count} | {len(tables.cut.trunk.stages)} | {trunk:.2f} | {busiest:.2f} | {clock:.2f} "
                f"| {tables.travelling:,} |",
                flush=True,
            )
            dividing.close()


def measure(tables: Any, processes: list[int]) -> tuple[float, float, float]:
    """Milliseconds of an iteration: of this process, of the busiest of the others, and the least on the clock."""
    from galakit.solvers.regret.updates import UPDATES

    numbers = UPDATES["dcfr"].numbers(1, ITERATIONS + 1, {}, ITERATIONS + 1)
    tables.iterate(numbers[0])  # compiles, or loads what is compiled
    own, others, least = time.process_time(), [spent(p) for p in processes], float("inf")
    done, began = 0, time.monotonic()
    while done < ITERATIONS or (time.monotonic() - began < 3.0 and done < 1000):  # clocks of processes are coarse
        start = time.perf_counter()
        tables.iterate(numbers[1 + done % ITERATIONS])
        least = min(least, time.perf_counter() - start)
        done += 1
    each = 1000 / done
    busiest = max((spent(p) - before for p, before in zip(processes, others)), default=0.0)
    return (time.process_time() - own) * each, busiest * each, least * 1000


def spent(process: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
