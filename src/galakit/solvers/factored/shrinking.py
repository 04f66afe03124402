"""Filters that shrink a game before it is solved, and a warning when one of them lost information.

Strategies are certified in the game itself. Where both players could gain clearly more there than in the smaller game,
the filter was lossy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.abstraction.filters import Filter
    from galakit.abstraction.signal_tree import SignalTree
    from galakit.game.game import Game
    from galakit.separated.factored import Factored
    from galakit.separated.separate import Separated
    from galakit.solution.certificate import Certificate
    from galakit.solution.factored.locks import Locked

CLEARLY = 0.01  # of the gap in the smaller game


def shrunk(game: Game, shrink: str = "symmetries", locked: Locked | None = None) -> Factored:
    """The factored form of a game, shrunk; an error where it has none or the filter is not applicable.

    Only symmetries that keep the locks are used.
    """
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.factored import factor
    from galakit.solvers.factored.locking import symmetries

    if shrink not in ("none", *FILTERS):
        names = ", ".join(("none", *FILTERS))
        raise GalakitError(f"there is no way to shrink called {shrink}", hint=f"they are {names}", id="GK509")
    try:
        if shrink == "none":
            return factor(game.separated)
        group = symmetries(game.separated, locked or {})
        if shrink == "symmetries":
            return factor(game.separated, group)
        from galakit.abstraction.signal_tree import signal_tree

        tree = signal_tree(game.separated, group)
        return factor(game.separated, group, labels=FILTERS[shrink](tree).labels)
    except NotSeparable as not_separable:
        raise GalakitError(
            f"this game cannot be solved by factored: {not_separable.reason}", span=not_separable.span, id="GK606"
        ) from None


def _symmetries(tree: SignalTree) -> Filter:
    from galakit.abstraction.filters import everything

    return everything(tree)


def _gameshrink(tree: SignalTree) -> Filter:
    from galakit.abstraction.ordered import broken
    from galakit.abstraction.shrink import gameshrink

    why = broken(tree.game, tree.group)
    if why is not None:
        raise GalakitError(
            f"GameShrink does not suit this game: {why}",
            hint="use --with shrink=symmetries, which needs no order of signals",
            id="GK660",
        )
    return gameshrink(tree)


def _histograms(tree: SignalTree) -> Filter:
    from galakit.abstraction.histograms import histograms

    return histograms(tree)


FILTERS: dict[str, Callable[[SignalTree], Filter]] = {
    "symmetries": _symmetries,
    "gameshrink": _gameshrink,
    "histograms": _histograms,
}
"""filters of the signal tree of a game up to its symmetries"""


@dataclass(frozen=True)
class Shrunk:
    """The size of a shrunk game."""

    classes: list[list[int]]
    """for each player, on each level"""
    lp_rows: int
    nonzeros: int | None = None
    """numbers in the linear programme that are not 0, where they are counted"""


def sizes(game: Separated) -> dict[str, Shrunk | str]:
    """The size of a game under each filter, or why it is not applicable."""
    from galakit.abstraction.programme import programme
    from galakit.abstraction.signal_tree import signal_tree
    from galakit.separated.counting import count
    from galakit.separated.symmetry import exchanges

    tree = signal_tree(game, exchanges(game))
    whole = [[len(level.unit) for level in tree.levels if level.player == p] for p in (0, 1)]
    found: dict[str, Shrunk | str] = {"none": Shrunk(whole, count(game).lp_rows or 0)}
    for shrink, filtered in FILTERS.items():
        try:
            made = filtered(tree)
            size = programme(made)
            found[shrink] = Shrunk([made.classes(0), made.classes(1)], size.rows, size.nonzeros)
        except GalakitError as error:
            found[shrink] = error.diagnostics[0].message
    return found


def remarks(shrink: str, gap: float, rounding: float, certificate: Certificate) -> tuple[str, ...]:
    """A warning where strategies that are good in the smaller game are not as good in the game itself."""
    gains = float(sum(max(0, gain) for gain in certificate.gains))
    if gains <= gap * (1 + CLEARLY) + rounding:
        return ()
    found = f"in the smaller game both players together could gain {gap:.3g}, in the game itself {gains:.3g}"
    return (f"shrink={shrink} lost something: {found}",)
