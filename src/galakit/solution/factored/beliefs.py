"""One information set of a separated game: how often it is met, and what the others may hold there.

Only the draws that the player cannot tell apart are listed: at the last decision of a poker hand, the cards that the
others may hold. This is done in the full game, whatever classes the strategies take for one.
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
"""what the others hold and did, of those that are alike one; for each of them how likely it is"""


class Beliefs:
    """Beliefs of a profile, given by its shares [moves, columns] at situations and the column of each class there."""

    def __init__(
        self, words: SituationIndex, shares: Callable[[Situation], Floats], column: Callable[[Situation], Ints]
    ) -> None:
        self.words = words
        self.game = words.game
        self.shares = shares
        self.column = column
        self._classes: dict[tuple[Value, ...], Ints] = {}

    def at(self, situation: Situation, number: int) -> tuple[float, tuple[Belief, ...] | None]:
        """How often play gets to a class of a situation, and what is believed there; None where it is undefined."""
        visits = self.words.visits[situation]
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
        """The probability of the player's own moves on the way, where chance and the others lead there."""
        signal = self.game.signal(situation.signal)
        one = {draw: c[signal.first[number : number + 1]] for draw, c in signal.rows.columns.items()}
        return float(self._plan(situation.player, situation.parent, Rows(one, np.ones(1, np.int64), 1))[0])

    def _rows(self, values: tuple[Value, ...], number: int) -> Rows:
        """The draws that look like a class."""
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
        for situation, move in self.words.path(player, sequence):
            classes = self.game.signal(situation.signal).of(self.game.world, rows.columns, rows.count)
            plan = plan * self.shares(situation)[move][self.column(situation)[classes]]
        return plan

    def _collect(self, visit: Visit, rows: Rows, weight: Floats, hidden: bool, found: _Found) -> None:
        """Add up what is the same to the others: their facts that the player lacks, alike ones as one."""
        game, words = self.game, self.words
        me = visit.situation.player
        moves = [
            (game.players[other], words.moves(situation)[k])
            for other, sequence in enumerate(visit.sequences)
            if hidden and other != me
            for situation, k in words.path(other, sequence)
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
            tuple([(game.players[o], words.said(v, int(i))) for (o, v), i in zip(private, ids[row])] + moves)
            for row in first.tolist()
        ]
        holding, which = np.unique(ids, axis=0, return_inverse=True)
        which, group = which.ravel(), group.ravel()
        sums = np.bincount(which, weights=weight[positive], minlength=len(holding))
        of_holding = np.zeros(len(holding), np.int64)
        of_holding[which] = group
        for g, likely, what in zip(of_holding.tolist(), sums.tolist(), holding.tolist()):
            held = found.setdefault(names[g], {})
            held[tuple(what)] = held.get(tuple(what), 0.0) + likely

    def _alike(self, player: int, seen: tuple[Value, ...]) -> Ints:
        """Which classes of a player are treated alike: the columns of a situation in which he knows just this."""
        for situation in self.game.actions.situations[player]:
            if situation.signal == seen:
                return self.column(situation)
        return np.arange(self.game.signal(seen).classes)
