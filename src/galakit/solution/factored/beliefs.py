"""One information set of a separated game: its reach, and the belief over the others' private information.

Only the draws that the player cannot distinguish are listed: at the last decision of a poker hand, the cards that the
others may hold. This is done in the full game, whatever classes the strategies merge.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import Draw, Value
from galakit.separated.actions import Situation, Visit
from galakit.separated.chance_table import Rows
from galakit.separated.classes import Ints
from galakit.separated.functions import Ids
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.situation import Belief

Floats = npt.NDArray[np.float64]

_Found = dict[tuple[tuple[str, str], ...], dict[tuple[int, ...], float]]
"""what the others hold and did, one of those that are alike; the probability of each of them"""


class Beliefs:
    """Beliefs under a profile: shares [moves, columns] at situations, and the column of each class there."""

    def __init__(
        self, index: SituationIndex, shares: Callable[[Situation], Floats], column: Callable[[Situation], Ints]
    ) -> None:
        self.index = index
        self.game = index.game
        self.shares = shares
        self.column = column
        self._classes: dict[tuple[Value, ...], Ints] = {}

    def at(self, situation: Situation, number: int) -> tuple[float, tuple[Belief, ...] | None]:
        """The reach of a class of a situation, and the belief there; None where it is undefined."""
        visits = self.index.visits[situation]
        found: _Found = {}
        total = 0.0
        own = self._own(situation, number)
        hidden = len({visit.sequences for visit in visits}) > 1
        for visit in visits:
            rows = self._extended(situation, number, visit)
            weight = rows.weight / rows.total
            weight = np.where(self.game.holding(visit.guards, rows.columns, rows.count), weight, 0.0)
            for other in range(len(self.game.players)):
                if other != situation.player:
                    weight = weight * self._plan(other, visit.sequences[other], rows)
            total += float(weight.sum())
            self._collect(visit, rows, weight, hidden, found)
        if not total > 0:
            return 0.0, None
        beliefs = [Belief(sum(held.values()) / total, history, None, len(held) - 1) for history, held in found.items()]
        return total * own, tuple(sorted(beliefs, key=lambda b: -b.probability))

    def _own(self, situation: Situation, number: int) -> float:
        """The probability of the player's own moves up to there."""
        signal = self.game.signal(situation.signal)
        one = {draw: c[signal.first[number : number + 1]] for draw, c in signal.rows.columns.items()}
        return float(self._plan(situation.player, situation.parent, Rows(one, np.ones(1, np.int64), 1))[0])

    def _rows(self, values: tuple[Value, ...], number: int) -> Rows:
        """The draws of a class."""
        signal = self.game.signal(values)
        classes = self._classes.get(values)
        if classes is None:
            classes = self._classes[values] = signal.of(self.game.world, signal.rows.columns, signal.rows.count)
        return signal.rows.kept(np.flatnonzero(classes == number))

    def _extended(self, situation: Situation, number: int, visit: Visit) -> Rows:
        """Those with every outcome of what the others have seen."""
        world = self.game.world
        rows = self._rows(situation.signal, number)
        needed = world.support(*(v for seen in visit.stage for v in seen), *(v for v, _ in visit.guards))
        return world.extended(rows, [draw for draw in needed if draw not in rows.columns])[0]

    def _plan(self, player: int, sequence: int, rows: Rows) -> Floats:
        """The probability of a player's moves up to a sequence, on each row."""
        plan = np.ones(rows.count)
        for situation, move in self.index.path(player, sequence):
            classes = self.game.signal(situation.signal).of(self.game.world, rows.columns, rows.count)
            plan = plan * self.shares(situation)[move][self.column(situation)[classes]]
        return plan

    def _collect(self, visit: Visit, rows: Rows, weight: Floats, hidden: bool, found: _Found) -> None:
        """Sum the weights by the others' facts that the player does not know, those treated alike as one."""
        game, index = self.game, self.index
        me = visit.situation.player
        moves = [
            (game.players[other], index.moves(situation)[k])
            for other, sequence in enumerate(visit.sequences)
            if hidden and other != me
            for situation, k in index.path(other, sequence)
        ]
        positive = np.flatnonzero(weight > 0)
        columns: dict[Draw, Ids] = {draw: c[positive] for draw, c in rows.columns.items()}
        private = [(o, v) for o, seen in enumerate(visit.stage) if o != me for v in seen if v not in visit.stage[me]]
        if not private:
            held = found.setdefault(tuple(moves), {})
            held[()] = held.get((), 0.0) + float(weight.sum())
            return
        keys = []
        for other in dict.fromkeys(o for o, _ in private):
            classes = game.signal(visit.stage[other]).of(game.world, columns, len(positive))
            keys.append(self._alike(other, visit.stage[other])[classes])
        ids = np.stack([game.world.ids(value, columns) for _, value in private], axis=1)
        _, first, group = np.unique(np.stack(keys, axis=1), axis=0, return_index=True, return_inverse=True)
        names = [
            tuple([(game.players[o], index.said(v, int(i))) for (o, v), i in zip(private, ids[row])] + moves)
            for row in first.tolist()
        ]
        holdings, which = np.unique(ids, axis=0, return_inverse=True)
        which, group = which.ravel(), group.ravel()
        sums = np.bincount(which, weights=weight[positive], minlength=len(holdings))
        of_holding = np.zeros(len(holdings), np.int64)
        of_holding[which] = group
        for g, likely, what in zip(of_holding.tolist(), sums.tolist(), holdings.tolist()):
            held = found.setdefault(names[g], {})
            held[tuple(what)] = held.get(tuple(what), 0.0) + likely

    def _alike(self, player: int, seen: tuple[Value, ...]) -> Ints:
        """Which classes of a player are treated alike: the columns of a situation with this signal."""
        for situation in self.game.actions.situations[player]:
            if situation.signal == seen:
                return self.column(situation)
        return np.arange(self.game.signal(seen).classes)
