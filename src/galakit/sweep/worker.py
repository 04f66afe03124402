"""The process of one cell: it takes one order, reports progress, sends the result, and ends.

`python -m galakit.sweep.worker` serves the standard input and output; processes are usually forked from one that has
everything loaded (`galakit.processes.fork_server`).
"""

from __future__ import annotations

import sys
from typing import IO, NoReturn

from galakit.processes.child_side import follow, own_output
from galakit.sweep.messages import Ordered, Stop
from galakit.sweep.run_cell import run_cell

EXPENDABLE = "600"  # where memory runs out, the system ends a cell rather than the sweep


def main() -> None:
    """Serve the standard input and output."""
    serve(sys.stdin.buffer, own_output())


def rehearse() -> None:
    """Load what a cell needs, but nothing that starts a thread, since processes are forked."""
    import flint  # noqa: F401
    import highspy  # noqa: F401
    import numba  # noqa: F401
    import numpy  # noqa: F401
    import scipy.sparse  # noqa: F401

    from galakit.loading import load
    from galakit.solvers.solve import solve_by
    from galakit.sweep.quantities import Quantities, read_quantity

    game = load("kuhn")
    solve_by(game, "cfr+", {"iterations": "2"})
    bluff = read_quantity("bluff", "range first: card(1) = bet")
    Quantities(solve_by(game, "lp", {}), game).compute(bluff)


def serve(lines: IO[bytes], answers: IO[str]) -> NoReturn:
    """Follow orders until there are no more."""
    ordered, tell, stopping = follow(lines, answers, Ordered, Stop, EXPENDABLE)
    while True:
        order = ordered.get()
        if order is not None:
            tell(run_cell(order, tell, stopping))


if __name__ == "__main__":
    main()
