"""The requirements of all searches for pure strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from galakit.game.game import Game


def unsuited(game: Game) -> str | None:
    """Why pure strategies are not searched for in a game, None where they are."""
    form, tree, size = game.unfolded
    if tree is None:
        return f"it has {size.nodes:,} nodes, and the table of nodes that the search needs was not kept"
    if form.perfect_recall:
        return None
    twice = tree.absent_minded()
    if twice.size:
        name = form.players[form.player[twice[0]]]
        return f"{name} can be at one information set twice in one play, where randomising can beat all pure strategies"
    return None
