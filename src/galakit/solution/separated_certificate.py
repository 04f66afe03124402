"""The certificate of a separated game: best responses in the full game, no two draws taken for one.

The strategies may have been found on orbits of symmetric draws; here they are lifted to all classes, the payoffs of
all pairs of classes are worked out from the rules once more, without any symmetry, and multiplied block by block as
plain matrices. Nothing is shared with the solver but the game itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from galakit.game.progress import Progress, throttled
from galakit.separated.factored import Factored, Stage, factor
from galakit.solution.certificate import Certificate

Floats = npt.NDArray[np.float64]
Strategies = list[tuple[Floats, Floats]]
"""for each stage and player, [own sequences, classes]: the probability of each move in each class"""

CHUNK = 1 << 22  # numbers of one player's sequences that are held at once


def certify(found: Factored, strategies: Strategies, progress: Progress | None = None) -> Certificate:
    """What both players expect and could gain in the full game when they play strategies found on a smaller one."""
    merged = any(side.classes.count < len(side.classes.orbit) for stage in found.stages for side in stage.sides)
    full = factor(found.game, sort=False) if merged else found
    tell = throttled(progress)
    (value, best), (_, other) = (_Response(full, found, strategies, p, tell).values() for p in (0, 1))
    constant = float(full.constant)
    values = (value, constant - value)
    return Certificate(values, (best - value, other + constant - values[1]), False)


class _Response:
    """One player against the other's strategy. Player 1's payoff is minus player 0's here."""

    def __init__(
        self, full: Factored, found: Factored, strategies: Strategies, player: int, tell: Callable[..., None]
    ) -> None:
        self.full = full
        self.player = player
        self.tell = tell
        self.strategies = strategies
        # Without symmetries an orbit is a class, so `order` names classes; each has its place on the smaller game.
        self.place = [
            [small.classes.place[small.classes.orbit[side.classes.order]] for side, small in zip(a.sides, b.sides)]
            for a, b in zip(full.stages, found.stages)
        ]
        followed = {e.stage for stage in full.stages for side in stage.sides for e in side.entries}
        self.plans: dict[int, Floats] = {}
        """the other's plan at stages that others follow"""
        for k in sorted(followed - {-1}):
            self.plans[k] = self._plan(k, slice(0, full.stages[k].sides[1 - player].classes.count))
        self.later = {
            k: [np.zeros((s.sequences, s.classes.count)) for _ in range(2)]
            for k in self.plans
            for s in [full.stages[k].sides[player]]
        }
        """what later stages bring to the sequences of such a stage: by the own strategy, and by the best one"""

    def values(self) -> tuple[float, float]:
        """What the player expects of his own strategy and of the best one."""
        totals = [0.0, 0.0]
        for k in range(len(self.full.stages) - 1, -1, -1):
            stage = self.full.stages[k]
            wide = max(side.sequences for side in stage.sides)
            blocks = stage.sides[self.player].classes.blocks
            start = 0
            while start < stage.blocks:
                end = start + 1
                while end < stage.blocks and (blocks[end + 1] - blocks[start]) * wide <= CHUNK:
                    end += 1
                self._chunk(k, start, end, totals)
                self.tell("certifying", end, stage.blocks)
                start = end
        return totals[0], totals[1]

    def _plan(self, k: int, classes: slice) -> Floats:
        """The other's plan at some of his classes."""
        other = 1 - self.player
        side = self.full.stages[k].sides[other]
        strategy = self.strategies[k][other][:, self.place[k][other][classes]]
        entries = len(side.entries)
        plan = np.empty((side.sequences, strategy.shape[1]))
        for e, entry in enumerate(side.entries):
            plan[e] = 1.0 if entry.stage < 0 else self.plans[entry.stage][entry.sequence][entry.source[classes]]
        for parent, first, moves in zip(side.parent.tolist(), side.first.tolist(), side.moves.tolist()):
            plan[first : first + moves] = plan[parent] * strategy[first - entries : first - entries + moves]
        return plan

    def _chunk(self, k: int, start: int, end: int, totals: list[float]) -> None:
        """Some blocks of a stage: values at the leaves, up to the entries."""
        stage, player = self.full.stages[k], self.player
        side, their = stage.sides[player], stage.sides[1 - player]
        own = slice(int(side.classes.blocks[start]), int(side.classes.blocks[end]))
        other = slice(int(their.classes.blocks[start]), int(their.classes.blocks[end]))
        plan = self.plans[k][:, other] if k in self.plans else self._plan(k, other)
        ends = self._ends(stage, plan, start, end)
        strategy = self.strategies[k][player][:, self.place[k][player][own]]
        for which, u in enumerate((ends, ends.copy())):
            if k in self.later:
                u += self.later[k][which][:, own]
            for s in range(len(side.situations) - 1, -1, -1):
                first, moves = int(side.first[s]), int(side.moves[s])
                below = u[first : first + moves]
                if which == 0:
                    below = below * strategy[first - len(side.entries) :][:moves]
                u[int(side.parent[s])] += below.max(axis=0) if which else below.sum(axis=0)
            for e, entry in enumerate(side.entries):
                if entry.stage < 0:
                    totals[which] += float(u[e].sum())
                else:
                    into = self.later[entry.stage][which][entry.sequence]
                    into += np.bincount(entry.source[own], weights=u[e], minlength=len(into))

    def _ends(self, stage: Stage, plan: Floats, start: int, end: int) -> Floats:
        """What the own sequences bring at the leaves in some blocks, against the other's plan there."""
        player = self.player
        side, their = stage.sides[player], stage.sides[1 - player]
        rows, columns = side.classes.blocks, their.classes.blocks
        worth = np.zeros((side.sequences, int(rows[end] - rows[start])))
        signed = 1.0 if player == 0 else -1.0
        for k, matrix in enumerate(stage.matrices):
            here = stage.leaves[:, 2] == k
            own, other = stage.leaves[here, player], stage.leaves[here, 1 - player]
            weighted = plan[other] * (stage.factors[here] * signed)[:, None]
            once = len(np.unique(own)) == len(own)  # adding up is much slower than adding
            for b in range(start, end):
                r, c = slice(int(rows[b]), int(rows[b + 1])), slice(int(columns[b]), int(columns[b + 1]))
                dense = (matrix[r, c] if player == 0 else matrix[c, r].T).toarray()
                brought = weighted[:, int(c.start - columns[start]) : int(c.stop - columns[start])] @ dense.T
                into = worth[:, int(r.start - rows[start]) : int(r.stop - rows[start])]
                if once:
                    into[own] += brought
                else:
                    np.add.at(into, own, brought)
        return worth
