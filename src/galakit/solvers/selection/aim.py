"""What an equilibrium is chosen by: `welfare` or the name of a player; with `:min`, the worst instead of the best; or
`symmetric` or `informative`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from galakit.errors import GalakitError

WELFARE = "welfare"
SYMMETRIC = "symmetric"
INFORMATIVE = "informative"
SIGNS = {"max": 1, "min": -1}


@dataclass(frozen=True)
class Aim:
    """What is to be as large, or as small, as an equilibrium allows: a sum of payoffs, or what moves reveal."""

    what: str
    """`welfare`, `symmetric`, `informative`, or the name of a player"""
    weights: tuple[int, ...]
    """of each player's payoff"""
    sign: int
    """1 for the best, -1 for the worst"""
    kind: Literal["payoffs", "symmetric", "informative"] = "payoffs"

    def __str__(self) -> str:
        if self.kind == "symmetric":
            return f"the {'best' if self.sign > 0 else 'worst'} for welfare of those in which the players play alike"
        if self.kind == "informative":
            return "the most informative" if self.sign > 0 else "the least informative"
        return f"{'the best' if self.sign > 0 else 'the worst'} for {self.what}"

    @property
    def rival(self) -> str:
        """An equilibrium that would serve it better."""
        if self.kind == "symmetric":
            return f"one in which the players play alike that is {'better' if self.sign > 0 else 'worse'} for welfare"
        if self.kind == "informative":
            return f"one that is {'more' if self.sign > 0 else 'less'} informative"
        return f"one that is {'better' if self.sign > 0 else 'worse'} for {self.what}"

    @property
    def better(self) -> str:
        """How an equilibrium that serves it better compares."""
        if self.kind == "informative":
            return "more informative" if self.sign > 0 else "less informative"
        return ("better" if self.sign > 0 else "worse") + (" of this kind" if self.kind == "symmetric" else "")


def aim(text: str, players: tuple[str, ...]) -> Aim:
    """The aim that a text names.

    >>> str(aim("welfare", ("row", "column"))), aim("column:min", ("row", "column")).weights
    ('the best for welfare', (0, 1))
    >>> str(aim("informative:min", ("sender", "receiver")))
    'the least informative'
    """
    what, colon, way = (part.strip() for part in text.partition(":"))
    if way not in SIGNS and colon:
        raise GalakitError(
            f"the preference `{text}` is not understood", hint=f"write {what or WELFARE}:max or :min", id="GK658"
        )
    sign = SIGNS[way or "max"]
    if what in players:  # also one who is called welfare
        return Aim(what, tuple(int(player == what) for player in players), sign)
    if what == WELFARE:
        return Aim(what, (1,) * len(players), sign)
    if what == SYMMETRIC:
        return Aim(what, (1,) * len(players), sign, "symmetric")
    if what == INFORMATIVE:
        return Aim(what, (0,) * len(players), sign, "informative")
    raise GalakitError(
        f"the preference `{text}` is not understood",
        hint=f"name {WELFARE}, {SYMMETRIC}, {INFORMATIVE}, or a player: {', '.join(players)}",
        id="GK658",
    )
