"""How much is at stake in a game, roughly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from galakit.rules.contract import Number
from galakit.rules.lazy import Value
from galakit.separated.chance_table import ChanceTable


class Paying(Protocol):
    """An end of the game."""

    @property
    def gains(self) -> tuple[Number, ...]: ...

    @property
    def worked(self) -> tuple[Value, ...]: ...


def stakes(ends: Iterable[Paying], world: ChanceTable) -> float:
    """The range of player 0's payoffs, estimated from the payments at the ends one by one."""
    most = least = 0.0
    for end in ends:
        worked = (float(m[0]) for value in end.worked for m in world.meaning.get(value, ()) if type(m) is tuple)
        for paid in (float(end.gains[0]), *worked):
            most, least = max(most, paid), min(least, paid)
    return most - least
