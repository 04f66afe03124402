"""What an equilibrium is chosen by: `welfare`, or the name of a player; with `:min`, the worst instead of the best."""

from __future__ import annotations

from dataclasses import dataclass

from galakit.errors import GalakitError

WELFARE = "welfare"
SIGNS = {"max": 1, "min": -1}


@dataclass(frozen=True)
class Aim:
    """A sum of payoffs that is to be as large, or as small, as an equilibrium allows."""

    what: str
    """`welfare`, or the name of a player"""
    weights: tuple[int, ...]
    """of each player's payoff"""
    sign: int
    """1 for the best, -1 for the worst"""

    def __str__(self) -> str:
        return f"{'the best' if self.sign > 0 else 'the worst'} for {self.what}"


def aim(text: str, players: tuple[str, ...]) -> Aim:
    """The aim that a text names.

    >>> str(aim("welfare", ("row", "column"))), aim("column:min", ("row", "column")).weights
    ('the best for welfare', (0, 1))
    """
    what, colon, way = (part.strip() for part in text.partition(":"))
    if way not in SIGNS and colon:
        raise GalakitError(
            f"the preference `{text}` is not understood", hint=f"write {what or WELFARE}:max or :min", id="GK658"
        )
    if what in players:  # also one who is called welfare
        weights = tuple(int(player == what) for player in players)
    elif what == WELFARE:
        weights = (1,) * len(players)
    else:
        raise GalakitError(
            f"the preference `{text}` is not understood",
            hint=f"name {WELFARE}, or a player: {', '.join(players)}",
            id="GK658",
        )
    return Aim(what, weights, SIGNS[way or "max"])
