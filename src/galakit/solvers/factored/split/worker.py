"""The process of a share: it keeps the regrets and averages of its public states, and follows orders.

`python -m galakit.solvers.factored.split.worker` serves the standard input and output.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import IO, Any, NoReturn

import msgspec

from galakit.processes.child_side import orders, own_output, say
from galakit.solvers.factored.split.messages import (
    Answered,
    Arrays,
    Begin,
    Keep,
    Ordered,
    Restore,
    Shares,
    Sweep,
    packed,
    part_of_game,
    unpacked,
    unpacked_stage,
)


class Work:
    """The tables of a share, made when they are first needed: shares are told one by one, and make them at once."""

    def __init__(self) -> None:
        self._begin: Begin | None = None

    @cached_property
    def tables(self) -> Any:
        """The tables."""
        from galakit.solvers.factored.tables import Tables

        begin, self._begin = self._begin, None
        assert begin is not None, "a process begins with its share"
        game = part_of_game([unpacked_stage(stage) for stage in begin.stages])
        return Tables(game, begin.dtype, predicting=begin.predicting, threads=1)

    def follow(self, order: Ordered) -> Arrays:
        """Do what is ordered; the arrays of the answer."""
        if isinstance(order, Begin):
            self.__dict__.pop("tables", None)
            self._begin = order
            return {}
        tables = self.tables
        if isinstance(order, Sweep):
            self._enter(1 - order.player, unpacked(order.reach))
            tables.sweep(order.player, order.mode, unpacked(order.numbers), order.decay, order.scale)
            return {"values": self._values(order.player)}
        if isinstance(order, Shares):
            self._enter(order.player, unpacked(order.reach))
            tables.weight = order.weight
            return {str(k): shares for k, shares in enumerate(tables.shares(order.player))}
        if isinstance(order, Restore):
            tables.restore({name: unpacked(array) for name, array in order.state.items()})
            return {}
        assert isinstance(order, Keep)
        return {order.name: tables.state()[order.name]}

    def _enter(self, player: int, reach: Any) -> None:
        transfers = self.tables.transfers[player]
        transfers.plan[transfers.outside] = reach

    def _values(self, player: int) -> Any:
        """What entries are worth, in the order of what comes from outside."""
        transfers = self.tables.transfers[player]
        return transfers.values[transfers.returned]


def main() -> None:
    """Serve the standard input and output."""
    serve(sys.stdin.buffer, own_output())


def rehearse() -> None:
    """Load what a share needs, but nothing that starts a thread, since processes are forked."""
    import numba  # noqa: F401
    import scipy.sparse.csgraph  # noqa: F401


def serve(lines: IO[bytes], answers: IO[str]) -> NoReturn:
    """Follow orders until there are no more."""
    encoder = msgspec.json.Encoder()
    decoder = msgspec.json.Decoder(Ordered)
    work = Work()
    ordered = orders(lines, answers, decoder.decode)
    while True:
        order = ordered.get()
        try:
            answer = Answered({name: packed(array) for name, array in work.follow(order).items()})
        except MemoryError:
            answer = Answered({}, "its memory does not suffice")
        say(answers, encoder.encode(answer).decode())


if __name__ == "__main__":
    main()
