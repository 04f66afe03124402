"""Iterations of a separated game on a GPU against compiled code on the processor, in one run.

    python -m benchmarks.gpu rhode_island
    python -m benchmarks.gpu rhode_island --with bets=[10,20,20,20] --with ranks=10 --single --gap 0.1

Prints times per iteration of each library that finds a device, the ratio to two threads of compiled code, and the sum
of both players' gains at equal numbers of iterations.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from typing import Any

import numpy as np

import galakit as gk
from galakit.errors import GalakitError
from galakit.solvers.factored.arrays import ArrayTables
from galakit.solvers.factored.backends import backend
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.regret.updates import UPDATES


def measured(tables: Any, update: Any, iterations: int, settle: Any) -> dict[str, Any]:
    """The median time of an iteration, of runs of five after the first five, and their result."""
    times = []
    for t in range(1, iterations + 1, 5):
        settle()
        began = time.perf_counter()
        for i in range(t, t + 5):
            tables.iterate(update.numbers(i, 1, {}, 10_000)[0])
        settle()
        times.append((time.perf_counter() - began) / 5)
    return {"ms": statistics.median(times[1:]) * 1e3, "iterations": 5 * len(times), "gains": sum(tables.gains())}


def solved(tables: Any, update: Any, gap: float, limit: float) -> dict[str, Any]:
    """The time until the sum of both gains is below a gap."""
    began = time.perf_counter()
    history, done, look = [], 0, 16
    while time.perf_counter() - began < limit:
        tables.iterate(update.numbers(done + 1, 1, {}, 10_000)[0])
        done += 1
        if done >= look:
            look = done + max(16, done // 8)
            gains = sum(tables.gains())
            history.append((done, round(time.perf_counter() - began, 3), gains))
            if gains <= gap:
                break
    return {"history": history}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--with", dest="params", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--single", action="store_true", help="float32 instead of float64")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--library", action="append", choices=["numpy", "torch", "cupy"])
    parser.add_argument("--no-compiled", action="store_true", help="leave the compiled code out")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--gap", type=float, help="also iterate on the GPU until the sum of gains is below this")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for that")
    given = parser.parse_args()
    dtype = "float32" if given.single else "float64"
    update = UPDATES["dcfr"]
    began = time.perf_counter()
    game = gk.load(given.game, **{n: json.loads(v) for n, v in (p.split("=", 1) for p in given.params)})
    form = shrunk(game)
    report: dict[str, Any] = {
        "game": given.game,
        "params": given.params,
        "dtype": dtype,
        "seconds to the factored form": time.perf_counter() - began,
        "classes": [[s.classes.count for s in stage.sides] for stage in form.stages],
        "numbers": sum((s.sequences - len(s.entries)) * s.classes.count for st in form.stages for s in st.sides),
    }
    print(json.dumps(report), flush=True)
    if not given.no_compiled:
        from numba import set_num_threads

        from galakit.solvers.factored.tables import Tables

        set_num_threads(given.threads)
        report["compiled"] = measured(Tables(form, np.dtype(dtype)), update, given.iterations, lambda: None)
        print("compiled", report["compiled"], flush=True)
    for name in given.library or ["torch", "cupy"]:
        try:
            library = backend(name)
        except GalakitError as error:
            print(f"{name}: {error}", flush=True)
            continue
        began = time.perf_counter()
        tables = ArrayTables(form, dtype, predicting=False, backend=library)
        settle = {"torch": _settle_torch, "cupy": _settle_cupy}.get(name, lambda: None)
        found = measured(tables, update, given.iterations, settle)
        found |= {"device": library.device, "seconds with compiling": time.perf_counter() - began}
        if "compiled" in report:
            found["times as fast"] = report["compiled"]["ms"] / found["ms"]
        if given.gap is not None:
            found |= solved(ArrayTables(form, dtype, predicting=False, backend=library), update, given.gap, given.limit)
        report[name] = found
        print(name, json.dumps(found), flush=True)
    report["peak GB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(json.dumps(report))


def _settle_torch() -> None:
    import torch

    if torch.cuda.is_available():
        torch.cuda.synchronize()


def _settle_cupy() -> None:
    import cupy

    cupy.cuda.Device().synchronize()


if __name__ == "__main__":
    main()
