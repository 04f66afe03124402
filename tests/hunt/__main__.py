"""`make hunt`: cases without end, by several processes, with counts; what fails is made small and kept.

    python -m tests.hunt --minutes 60 --jobs 2
    python -m tests.hunt --kinds programs --seed 7 --cases 100
    NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=build/checked python -m tests.hunt --kinds programs

The last one has compiled code look at every index, where it would otherwise write into memory that is not its own.
Every case has a seed, which is all that is needed to repeat it. Failing cases go to build/hunt, with what happened
beside them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.hunt.kinds import KINDS
from tests.hunt.running import Case, Result, run_all
from tests.hunt.shrinking import shrunk

KEPT = Path("build") / "hunt"
MOMENT = 0.001  # seconds that a case takes at least: those in work have not been counted yet


def main() -> int:
    asked = _arguments()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    failures: dict[str, Result] = {}
    told = began
    spent = dict.fromkeys(asked.kinds.split(","), 0.0)
    for result in run_all(_cases(asked, began, spent), asked.jobs):
        spent[result.case[0]] += result.seconds
        counts[f"{result.case[0]} cases"] += 1
        counts += result.counts
        if result.failure is not None:
            counts[f"{result.case[0]} failures"] += 1
            if result.failure not in failures:
                failures[result.failure] = result
                print(f"seed {result.case[1]}: {result.failure}", flush=True)
        if time.monotonic() - told > 30:
            told = time.monotonic()
            print(f"{told - began:,.0f} s: " + _summary(counts), flush=True)
    for result in failures.values():
        print(f"kept: {_keep(result)}", flush=True)
    print("\n".join(f"{number:>10,}  {what}" for what, number in counts.most_common()))
    print(f"{len(failures)} kinds of failure in {time.monotonic() - began:,.0f} s")
    return 1 if failures else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.hunt", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--cases", type=int, default=0, help="how many at most (no limit)")
    parser.add_argument("--seed", type=int, default=None, help="of the first case; the clock's, unless given")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"of cases, separated by commas ({', '.join(KINDS)})")
    return parser.parse_args()


def _cases(asked: argparse.Namespace, began: float, spent: dict[str, float]) -> Iterator[Case]:
    """A seed for each case; kinds whose cases are quick have more of them, so that all have the same time."""
    first = int(time.time()) * 1_000 if asked.seed is None else asked.seed
    print(f"first seed: {first}", flush=True)
    number = 0
    while time.monotonic() - began < 60 * asked.minutes and (not asked.cases or number < asked.cases):
        name = min(spent, key=spent.__getitem__)
        spent[name] += MOMENT
        yield name, first + number, random.Random(first + number).randbytes(KINDS[name].size)
        number += 1


def _summary(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in counts.items() if what.endswith((" cases", " failures")))


def _keep(result: Result) -> Path:
    name, seed, data = result.case

    def fails(candidate: bytes) -> bool:
        return next(run_all([(name, seed, candidate)])).failure == result.failure

    small = shrunk(data, fails)
    suffix, contents = KINDS[name].show(small)
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{name}-{seed}{suffix}"
    path.write_bytes(contents)
    path.with_suffix(".txt").write_text(f"seed {seed}\n{result.failure}\n{result.trace}", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
