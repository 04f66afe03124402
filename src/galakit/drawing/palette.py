"""The colours of the page, by the same rules: distinct for any colour vision, on screen and in print.

Moves that do nothing are light; amounts of one thing (bets of 1, 2, 3, ...) go from light to dark; replies to
others' moves have cool colours, initiatives warm ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from galakit.solution.shown.order import amount, answering

PLAYERS = ("#1f6fb2", "#c4461a", "#12805f", "#8f4f9f", "#9a6b00", "#42586e")
MARKERS = ("o", "s", "D", "^", "v", "p")
MOVES = ("#cb4b16", "#1f6fb2", "#12906b", "#e0a100", "#8f4f9f", "#58b4e0", "#7a4a21", "#34404c")
LIGHT = ("#dfe3e8", "#c5ccd4", "#ece5d8")
LOW, HIGH = "#f6c667", "#6b1f5e"
INK = "#1d2127"
CHANCE_COLOUR = "#7b8087"
NEVER = "#b9bdc2"
NEVER_TEXT = "#7b8087"
UNREACHED = "#555c66"
LINES = "#e3dfd8"
SCALE = 3  # amounts of one thing; beside a move that does nothing, two are enough


def player_colour(player: int) -> str:
    """The colour of a player; colours repeat after the sixth.

    >>> player_colour(0) == player_colour(6)
    True
    """
    return PLAYERS[player % len(PLAYERS)]


def move_colours(moves: Sequence[str], passive: Collection[str]) -> dict[str, str]:
    """A colour for each move.

    >>> move_colours(["bet", "pass"], ["pass"])
    {'bet': '#cb4b16', 'pass': '#dfe3e8'}
    """
    light = [move for move in moves if move in passive]
    active = [move for move in moves if move not in passive]
    colours = {move: LIGHT[k % len(LIGHT)] for k, move in enumerate(light)}
    for family in _families(active, 2 if light else SCALE):
        for k, move in enumerate(family):
            colours[move] = between(LOW, HIGH, k / (len(family) - 1))
    free: list[str] = []
    for move in active:
        if move not in colours:
            free = free or list(MOVES)
            cool = answering(move) and MOVES[1] in free
            colours[move] = free.pop(free.index(MOVES[1]) if cool else 0)
    return {move: colours[move] for move in moves}


def _families(moves: Sequence[str], fewest: int) -> list[list[str]]:
    """Moves that are amounts of one thing, from small to large, where there are enough of them."""
    found: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for move in moves:
        if (sized := amount(move)) is not None:
            found[sized[0]].append((sized[1], move))
    return [[move for _, move in sorted(family)] for family in found.values() if len(family) >= fewest]


def between(low: str, high: str, share: float) -> str:
    """A colour on the way from one to another."""
    parts = [(int(low[k : k + 2], 16), int(high[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in parts)
