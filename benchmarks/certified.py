"""The time of each part of solving a separated game too large to unfold and certifying it in the full game.

python -m benchmarks.certified rhode_island --with bets=[10,20,20,20] --with ranks=10 --single --gap 0.01
"""

from __future__ import annotations

import argparse
import json
import resource
import time

import galakit as gk


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--with", dest="params", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--single", action="store_true", help="float32 instead of float64")
    parser.add_argument("--gap", type=float, required=True)
    parser.add_argument("--device", default="auto")
    given = parser.parse_args()
    began = last = time.perf_counter()
    stages: dict[str, float] = {}

    def told(stage: str, done: int, total: int | None) -> None:
        nonlocal last
        now = time.perf_counter()
        name = stage.split(":")[0]
        stages[name] = stages.get(name, 0.0) + now - last
        last = now

    game = gk.load(given.game, **{n: json.loads(v) for n, v in (p.split("=", 1) for p in given.params)})
    solution = gk.solve(game, "factored", gap=given.gap, device=given.device, single=given.single, progress=told)
    print(
        json.dumps(
            {
                "game": given.game,
                "params": given.params,
                "algorithm": solution.algorithm,
                "value": float(solution.value[0]),
                "gains": [float(g) for g in solution.certificate.gains],
                "seconds": time.perf_counter() - began,
                "seconds until the end of each stage": stages,
                "peak GB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
            }
        )
    )


if __name__ == "__main__":
    main()
