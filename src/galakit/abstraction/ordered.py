"""Games with ordered signals: the assumptions of Gilpin & Sandholm (2007), definition 1, checked one by one.

Players observe each other's moves; the mover and their moves do not depend on draws; each signal is shown to one player
or to all; and there is an order of signals, the same for all players, in which a player's payoffs rise with their own
signal, all else equal. The first three are read off the action tree, the last one is checked on every row of draws, up
to symmetries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.abstraction.signal_tree import Payoffs, looked_at, outcomes
from galakit.rules.lazy import Value
from galakit.separated.actions import Leaf
from galakit.separated.classes import Ints
from galakit.separated.separate import Separated
from galakit.separated.symmetry import Exchange, orbits

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Broken:
    """An assumption that a game does not meet."""

    assumption: str
    reason: str

    def __str__(self) -> str:
        return f"{self.assumption}: {self.reason}"


SEEN = "players must see each other's moves"
SAME = "who moves must not depend on what is drawn"
SHOWN = "a signal must be shown to one player or to all"
ORDERED = "payoffs must rise with one order of signals"


def broken(game: Separated, group: Sequence[Exchange] = ()) -> Broken | None:
    """The assumption that fails; None for a game with ordered signals.

    >>> import galakit as gk
    >>> broken(gk.load("leduc").separated)
    >>> print(broken(gk.load("liars_dice", faces=3).separated))
    payoffs must rise with one order of signals: what first is paid rises with no order of what first is shown
    """
    return _unseen(game) or _dependent(game) or _shared(game) or _unordered(game, group)


def _unseen(game: Separated) -> Broken | None:
    known: dict[Any, tuple[int, ...]] = {}
    for visit in game.actions.visits:
        if known.setdefault(visit.situation, visit.sequences) != visit.sequences:
            player = game.players[visit.situation.player]
            return Broken(SEEN, f"{player} decides once without knowing how the others moved before")
    return None


def _dependent(game: Separated) -> Broken | None:
    """Whether a decision is reached on some draws only."""
    guards: dict[Any, list[Any]] = {}
    for visit in game.actions.visits:
        guards.setdefault(visit.situation, []).append(visit.guards)
    for situation, conditions in guards.items():
        if () in conditions:
            continue
        rows = game.world.rows(game.world.support(*(value for guard in conditions for value, _ in guard)))
        reached = np.zeros(rows.count, bool)
        for guard in conditions:
            reached |= game.holding(guard, rows.columns, rows.count)
        if not reached.all():
            return Broken(SAME, f"{game.players[situation.player]} has a decision that some draws do not lead to")
    return None


def _shared(game: Separated) -> Broken | None:
    shown: dict[Value, set[int]] = {}
    for leaf in game.actions.leaves:
        for player, signal in enumerate(leaf.stage):
            for value in signal:
                shown.setdefault(value, set()).add(player)
    for players in shown.values():
        if 1 < len(players) < len(game.players):
            names = " and ".join(game.players[p] for p in sorted(players))
            return Broken(SHOWN, f"{names} are shown what others are not")
    return None


# -- the order ---------------------------------------------------------------------------------------------------------


def _unordered(game: Separated, group: Sequence[Exchange]) -> Broken | None:
    """Whether payoffs do not rise with any order, or those of the players with different ones.

    A signal stands above another as soon as it pays more against something. Such an order exists when nothing stands
    above itself: when the graph of these relations has no cycle.
    """
    leaves: dict[Any, list[Leaf]] = {}
    for leaf in game.actions.leaves:
        leaves.setdefault(leaf.stage, []).append(leaf)
    for stage, own in leaves.items():
        rises = _rises(game, group, stage, own)
        for player, name in enumerate(game.players):
            if _cyclic([rises[player]]):
                return Broken(ORDERED, f"what {name} is paid rises with no order of what {name} is shown")
        if _cyclic(rises):
            return Broken(ORDERED, "what one player is paid rises with another order than what another is paid")
    return None


@dataclass(frozen=True, eq=False)
class _Rise:
    """The payoff of a signal against others, for all pairs that can be drawn together."""

    signal: Ints
    against: Ints
    pays: Floats


def _rises(game: Separated, group: Sequence[Exchange], stage: Any, leaves: list[Leaf]) -> list[_Rise]:
    """For each player the payoffs of signals: against all signals of the others, and at each ending."""
    world = game.world
    public = tuple(v for v in stage[0] if all(v in other for other in stage))
    private = [tuple(v for v in signal if v not in public) for signal in stage]
    board = game.signal(public)
    # One board of each orbit is enough.
    orbit = orbits(game, board, list(group)) if group else np.arange(board.classes)
    _, one = np.unique(orbit, return_index=True)
    start = board.rows.kept(np.flatnonzero(np.isin(board.of(world, board.rows.columns, board.rows.count), one)))
    draws = world.support(*(v for own in private for v in own), *looked_at(leaves))
    rows, _ = world.extended(start, [d for d in draws if d not in start.columns])
    outcome, payoffs = outcomes(game, leaves, rows)
    at = board.of(world, rows.columns, rows.count)
    names: dict[Any, int] = {}
    shown = [_looks(game, own, rows.columns, rows.count, names) for own in private]
    found = []
    for player in range(len(game.players)):
        others = at
        for q, look in enumerate(shown):
            if q != player:
                others = _paired(others, look)
        signal = _paired(at, shown[player], len(names))
        found.append(_expected(signal, others, outcome, rows.weight, _scaled_payoffs(payoffs, player)))
    return found


def _looks(game: Separated, values: tuple[Value, ...], columns: Any, count: int, names: dict[Any, int]) -> Ints:
    """A number for the outcomes of the values of each row, the same for all players."""
    signal = game.signal(values)
    number = [names.setdefault(signal.looks(game.world, k), len(names)) for k in range(signal.classes)]
    return np.array(number)[signal.of(game.world, columns, count)]


def _paired(a: Ints, b: Ints, many: int | None = None) -> Ints:
    return a * (int(b.max()) + 1 if many is None else many) + b


def _scaled_payoffs(payoffs: Payoffs, player: int) -> Floats:
    """[outcomes, columns]: the payoffs, scaled to [0, 1], at endings that differ by more than their stakes."""
    paid = np.array([[float(ending[player]) for ending in endings] for endings in payoffs])
    low, high = paid.min(axis=0), paid.max(axis=0)
    deciding = high > low
    scaled = (paid[:, deciding] - low[deciding]) / (high - low)[deciding]
    return np.unique(np.round(scaled, 12), axis=1)


def _expected(signal: Ints, others: Ints, outcome: Ints, weight: Ints, paid: Floats) -> _Rise:
    """The average payoffs of pairs of signals, at each column."""
    code = _paired(np.unique(signal, return_inverse=True)[1], np.unique(others, return_inverse=True)[1])
    distinct, first, back = np.unique(code, return_index=True, return_inverse=True)
    share = weight / np.bincount(back, weights=weight)[back]
    pays = [np.bincount(back, weights=share * column[outcome], minlength=len(distinct)) for column in paid.T]
    many = int(others.max()) + 1
    against = [others[first] + k * many for k in range(len(pays))]
    if not pays:
        return _Rise(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    rounded = np.round(np.concatenate(pays), 9).astype(np.float64)
    return _Rise(np.tile(signal[first], len(pays)), np.concatenate(against), rounded)


def _cyclic(rises: list[_Rise]) -> bool:
    """Whether some signal would have to stand above itself.

    Among all that pays the same against something, each signal points to a node of its own kind, and that node to all
    that pays the next more: as many edges as pairs, not as pairs of pairs.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    signals, number = np.unique(np.concatenate([rise.signal for rise in rises]), return_inverse=True)
    if not len(signals):
        return False
    nodes, tails, heads, at = len(signals), [], [], 0
    for rise in rises:
        order = np.lexsort((rise.pays, rise.against))
        own = number[at : at + len(order)][order]
        at += len(order)
        another = np.diff(rise.against[order], prepend=-1) != 0
        higher = another | (np.diff(rise.pays[order], prepend=-1.0) != 0)
        step = nodes + np.cumsum(higher) - 1
        bottom = np.zeros(int(higher.sum()), bool)
        bottom[step[another] - nodes] = True
        above = ~bottom[step - nodes]
        tails += [own, step[above] - 1]
        heads += [step, own[above]]
        nodes += len(bottom)
    graph = coo_array(
        (np.ones(sum(map(len, tails)), np.int8), (np.concatenate(tails), np.concatenate(heads))), shape=(nodes, nodes)
    )
    _, component = connected_components(graph, directed=True, connection="strong")
    return len(np.unique(component[: len(signals)])) < len(signals)
