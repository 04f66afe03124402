"""Ways to shrink a game before it is solved, and what to say when one of them lost something.

None of them is trusted: strategies are certified in the game itself. Where both players could gain clearly more there
than in the smaller game, it was not the same game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.abstraction.filters import Filter
    from galakit.abstraction.signal_tree import SignalTree
    from galakit.game.game import Game
    from galakit.separated.factored import Factored
    from galakit.solution.certificate import Certificate

CLEARLY = 0.01  # of the gap in the smaller game


def shrunk(game: Game, way: str) -> Factored:
    """The factored form of a game, shrunk; an error where it has none or this way does not suit it."""
    from galakit.rules.lazy import Entangled
    from galakit.separated.factored import factor
    from galakit.separated.symmetry import exchanges

    if way not in WAYS:
        raise GalakitError(f"there is no way to shrink called {way}", hint="they are " + ", ".join(WAYS), id="GK509")
    try:
        if way == "none":
            return factor(game.separated)
        group = exchanges(game.separated)
        found = WAYS[way]
        if found is None:
            return factor(game.separated, group)
        from galakit.abstraction.signal_tree import signal_tree

        tree = signal_tree(game.separated, group)
        return factor(game.separated, group, labels=found(tree).labels)
    except Entangled as entangled:
        raise GalakitError(
            f"this game cannot be solved by factored: {entangled.reason}", span=entangled.span, id="GK606"
        ) from None


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


WAYS: dict[str, Callable[[SignalTree], Filter] | None] = {
    "symmetries": None,
    "gameshrink": _gameshrink,
    "histograms": _histograms,
    "none": None,
}
"""by name; what merges further signals, where something does"""


def remark(way: str, gap: float, rounding: float, certificate: Certificate) -> str | None:
    """A warning where strategies that are good in the smaller game are not as good in the game itself."""
    gains = float(sum(max(0, gain) for gain in certificate.gains))
    if gains <= gap * (1 + CLEARLY) + rounding:
        return None
    return (
        f"shrink={way} lost something: in the smaller game both players together could gain {gap:.3g}, "
        f"in the game itself {gains:.3g}"
    )
