"""Locks on whole arrays: constant regrets of a group of sequences (see `locking`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from galakit.separated.classes import Ints
from galakit.solvers.factored.backends import Backend
from galakit.solvers.factored.locking import Fixed


class _Group(NamedTuple):
    """The locks of a group [classes, copies]."""

    free: Any
    """0 where locked, else 1"""
    shares: Any
    """the probability where locked, else 0"""


class ArrayLocks:
    """The locks of one player at a stage."""

    def __init__(self) -> None:
        self.groups: dict[int, _Group] = {}

    def fix(self, fixed: Fixed, groups: list[Ints], entries: int, order: Ints, dtype: str, backend: Backend) -> None:
        """Add locks; `groups` has the sequences of the stage, and `order` that of the classes."""
        for g, sequences in enumerate(groups):
            own = sequences[0] >= entries
            if own and fixed.held[sequences - entries].any():
                free = ~fixed.held[sequences - entries][:, order].T
                shares = fixed.shares[sequences - entries][:, order].T
                self.groups[g] = _Group(backend.there(free.astype(dtype)), backend.there(shares.astype(dtype)))

    def hold(self, *arrays: list[Any]) -> None:
        """Write the locked shares into arrays by group."""
        for g, (free, shares) in self.groups.items():
            for array in arrays:
                array[g][:] = array[g] * free + shares

    def best(self, most: Any, values: dict[int, Any]) -> Any:
        """The values of situations: of the best move, or of the strategy where it is locked; `values` are by group."""
        first = next(iter(values))
        if first not in self.groups:
            return most
        return most * self.groups[first].free + sum(value * self.groups[g].shares for g, value in values.items())
