"""Regrets and averages of a factored game on whole arrays: the same iteration as `tables`, on a GPU or with NumPy.

A player's numbers at a stage are one array [positions, classes] (see `bundles`), so a bundle of situations is a slice
of it, [moves, copies, classes]. Blocks of the same size are put next to each other: a payoff matrix then is a few
arrays [blocks, rows, columns], and all leaves of a kind are one batched matrix product.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.classes import Ints
from galakit.separated.factored import Factored, Side, Stage
from galakit.solve.factored.backends import Backend
from galakit.solve.factored.bundles import Bundles, bundled


class ArrayTables:
    """The state of a run, as `Tables` has it, on a device."""

    layout = "arrays"

    def __init__(self, game: Factored, dtype: Any, *, predicting: bool, backend: Backend) -> None:
        self.game = game
        self.backend = backend
        self.dtype = np.dtype(dtype)
        self.predicting = predicting
        self.weight = 0.0
        """of all iterations in the averages"""
        self._check_room()
        self.parts = [_Part(stage, self.dtype.name, predicting, backend) for stage in game.stages]
        self.links = [self._links(p) for p in (0, 1)]
        xp = backend.xp
        self._shared = backend.fused(lambda above, basis: _shared(xp, above, basis))
        self._learnt = backend.fused(lambda *a: _learnt(xp, *a))
        self._faded = backend.fused(_faded)

    def iterate(self, numbers: npt.NDArray[np.float64]) -> None:
        """One iteration, players alternating; `numbers` is a row of `Update.numbers`."""
        scalars = [self.backend.full((), float(n), self.dtype.name) for n in numbers]
        for player in (0, 1):
            plans = self._plans(1 - player, scalars[5])
            values = self._values(player, plans)
            for k in reversed(range(len(self.parts))):
                self._respond(player, k, values, scalars)
        self.weight = self.weight * float(numbers[5]) + 1.0

    def gains(self) -> tuple[float, float]:
        """What the best responses to both averages get: for players 0 and 1."""
        found = []
        for player in (0, 1):
            values = self._values(player, self._averages(1 - player))
            total = 0.0
            for k in reversed(range(len(self.parts))):
                total += self._best(player, k, values)
            found.append(total)
        return found[0], found[1]

    def strategies(self) -> list[tuple[Any, Any]]:
        """The average strategies: for each stage and player [own sequences, classes], uniform where nobody comes."""
        return [(self._shares(k, 0), self._shares(k, 1)) for k in range(len(self.parts))]

    def state(self) -> dict[str, Any]:
        """Everything an iteration depends on, as NumPy arrays."""
        back = self.backend.back
        return {name: back(array) for name, array in self._arrays().items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Put a state in place of this one."""
        for name, array in self._arrays().items():
            array[:] = self.backend.there(state[name])

    def _arrays(self) -> dict[str, Any]:
        found = {}
        for k, part in enumerate(self.parts):
            for p in (0, 1):
                found[f"regret{k}_{p}"] = part.regret[p]
                found[f"average{k}_{p}"] = part.average[p]
                if self.predicting:
                    found[f"basis{k}_{p}"] = part.basis[p]
        return found

    # -- downwards ---------------------------------------------------------------------------------------------------

    def _plans(self, player: int, decay: Any) -> list[Any]:
        """The player's plan at all stages, from regrets; averages updated."""
        plans: list[Any] = []
        for k, part in enumerate(self.parts):
            side, x = part.sides[player], self._entered(player, k, plans)
            basis, entries = part.basis[player], side.entries
            for s in range(len(side.parent)):
                low, m, c, above = _slices(side, s)
                weights = basis[low - entries : low - entries + m * c].reshape((m, c, -1))
                x[low : low + m * c] = self._shared(x[above : above + c], weights).reshape((m * c, -1))
            average = part.average[player]
            average[:] = self._faded(average, decay, x[entries:])
            plans.append(x)
        return plans

    def _averages(self, player: int) -> list[Any]:
        plans: list[Any] = []
        for k, part in enumerate(self.parts):
            x = self._entered(player, k, plans)
            x[part.sides[player].entries :] = part.average[player] * (1.0 / self.weight)
            plans.append(x)
        return plans

    def _entered(self, player: int, k: int, plans: list[Any]) -> Any:
        """A new plan of a stage whose entries are what earlier stages say."""
        part = self.parts[k]
        x = self.backend.full((part.sides[player].sequences, part.count[player]), 1.0, self.dtype.name)
        for link in self.links[player][k]:
            x[link.here] = plans[link.stage][link.there][:, link.source]
        return x

    # -- upwards -----------------------------------------------------------------------------------------------------

    def _values(self, player: int, plans: list[Any]) -> list[Any]:
        """What the player's sequences bring at the leaves of all stages, the other's plans being what they are."""
        found = []
        for part, x in zip(self.parts, plans):
            u = self.backend.full((part.sides[player].sequences, part.count[player]), 0.0, self.dtype.name)
            ends, factors = part.ends[player], part.factors[player]
            for t in range(len(ends.own)):
                c, own, other = int(ends.copies[t]), int(ends.own[t]), int(ends.other[t])
                scaled = x[other : other + c] * factors[int(ends.start[t]) : int(ends.start[t]) + c]
                for bundle, matrix in zip(part.groups, part.matrices[player][int(ends.matrix[t])]):
                    if matrix is not None:
                        rows, columns = bundle.slices[player], bundle.slices[1 - player]
                        plan = scaled[:, columns].reshape((c, bundle.blocks, -1)).swapaxes(0, 1)
                        u[own : own + c, rows] += (plan @ matrix).swapaxes(0, 1).reshape((c, -1))
            found.append(u)
        return found

    def _respond(self, player: int, k: int, values: list[Any], scalars: list[Any]) -> None:
        part, u = self.parts[k], values[k]
        side, entries = part.sides[player], part.sides[player].entries
        for s in reversed(range(len(side.parent))):
            low, m, c, above = _slices(side, s)
            rows = slice(low - entries, low - entries + m * c)
            regret, basis = (a[player][rows].reshape((m, c, -1)) for a in (part.regret, part.basis))
            value, new, ahead = self._learnt(u[low : low + m * c].reshape((m, c, -1)), regret, basis, *scalars[:5])
            u[above : above + c] += value
            regret[:] = new
            if self.predicting:
                basis[:] = ahead
        self._passed(player, k, values)

    def _best(self, player: int, k: int, values: list[Any]) -> float:
        """Values up, each situation as good as its best move; what the empty sequence gets."""
        side, u = self.parts[k].sides[player], values[k]
        for s in reversed(range(len(side.parent))):
            low, m, c, above = _slices(side, s)
            u[above : above + c] += self.backend.xp.amax(u[low : low + m * c].reshape((m, c, -1)), 0)
        self._passed(player, k, values)
        roots = self.parts[k].roots[player]
        return float(np.asarray(self.backend.back(u[roots]), np.float64).sum()) if len(roots) else 0.0

    def _passed(self, player: int, k: int, values: list[Any]) -> None:
        """What entries bring goes to the sequences that they continue."""
        for link in self.links[player][k]:
            gathered = values[k][link.here][:, link.children].reshape((len(link.here), -1, link.width))
            values[link.stage][link.there] += (gathered * link.real).sum(-1)

    # -- making and reading -------------------------------------------------------------------------------------------

    def _links(self, player: int) -> list[list[_Link]]:
        there = self.backend.there
        found: list[list[_Link]] = []
        for k, stage in enumerate(self.game.stages):
            here = self.parts[k]
            own: list[_Link] = []
            by_stage: dict[int, list[int]] = {}
            for e, entry in enumerate(stage.sides[player].entries):
                if entry.stage >= 0:
                    by_stage.setdefault(entry.stage, []).append(e)
            for earlier, entries in by_stage.items():
                before = self.parts[earlier]
                side = stage.sides[player]
                source = before.place[player][side.entries[entries[0]].source[here.order[player]]]
                sequences = np.array([side.entries[e].sequence for e in entries])
                children, real = _children(source, before.count[player])
                own.append(
                    _Link(
                        earlier,
                        there(_position(here.sides[player], np.array(entries))),
                        there(_position(before.sides[player], sequences)),
                        there(source),
                        there(children.reshape(-1)),
                        there(real.astype(self.dtype)),
                        children.shape[1],
                    )
                )
            found.append(own)
        return found

    def _shares(self, k: int, player: int) -> Any:
        part = self.parts[k]
        side, entries = part.sides[player], part.sides[player].entries
        shares = self.backend.full(part.average[player].shape, 0.0, self.dtype.name)
        for s in range(len(side.parent)):
            low, m, c, _ = _slices(side, s)
            rows = slice(low - entries, low - entries + m * c)
            kept = part.average[player][rows].reshape((m, c, -1))
            shares[rows] = self._shared(self.backend.full(kept.shape[1:], 1.0, self.dtype.name), kept).reshape(
                (m * c, -1)
            )
        own = _position(side, np.arange(entries, side.sequences)) - entries
        return self.backend.back(shares)[own][:, part.place[player]]

    def _check_room(self) -> None:
        """Refuse what does not fit before anything is copied."""
        free = self.backend.free()
        if free is None:
            return
        state = 0
        widest = 0
        for stage in self.game.stages:
            numbers = [side.sequences * side.classes.count for side in stage.sides]
            state += (3 if self.predicting else 2) * sum(numbers) + 2 * max(numbers)
            widest = max(widest, *numbers)
        needed = (state + widest) * self.dtype.itemsize
        if needed > free:
            raise GalakitError(
                f"{self.backend.device} has {free / 1e9:.1f} GB free, and this game needs about {needed / 1e9:.1f} GB",
                hint="use single=yes, or device=cpu",
                id="GK603",
            )


class _Link(NamedTuple):
    """The entries of a stage that continue sequences of one earlier stage."""

    stage: int
    here: Any
    """[entries] their positions"""
    there: Any
    """[entries] the positions of what they continue"""
    source: Any
    """[classes here] the class there"""
    children: Any
    """[classes there * width] the classes here that come from each, filled up with any"""
    real: Any
    """[classes there, width] one for a class, zero for what only fills up"""
    width: int


class _Group(NamedTuple):
    """Blocks of the same size."""

    blocks: int
    slices: tuple[slice, slice]
    """the classes of both players in them"""


class _Part:
    """What belongs to one stage."""

    def __init__(self, stage: Stage, dtype: str, predicting: bool, backend: Backend) -> None:
        self.sides, self.ends = bundled(stage, np.dtype(dtype))
        self.count = [side.classes.count for side in stage.sides]
        self.groups, self.order = _grouped(stage)
        self.place = [np.argsort(order) for order in self.order]
        """where each class of the stage stands here"""
        shapes = [(side.sequences - side.entries, n) for side, n in zip(self.sides, self.count)]
        self.regret = [backend.full(shape, 0.0, dtype) for shape in shapes]
        self.basis = [backend.full(shape, 0.0, dtype) for shape in shapes] if predicting else self.regret
        self.average = [backend.full(shape, 0.0, dtype) for shape in shapes]
        self.factors = [backend.there(ends.factors[:, None]) for ends in self.ends]
        self.matrices = self._dense(stage, dtype, backend)
        self.roots = [_roots(side, bundles) for side, bundles in zip(stage.sides, self.sides)]

    def _dense(self, stage: Stage, dtype: str, backend: Backend) -> tuple[list[Any], list[Any]]:
        """For each player and matrix, the blocks of each group [blocks, other's classes, own classes]."""
        first: list[Any] = []
        second: list[Any] = []
        for matrix in stage.matrices:
            arranged = matrix[self.order[0]][:, self.order[1]].tocsr()
            mine, theirs = [], []
            for group in self.groups:
                rows, columns = group.slices
                dense = _blocks(arranged, group, rows, columns).astype(dtype)
                if dense.any():
                    there = backend.there(dense)
                    mine.append(there.swapaxes(1, 2))
                    theirs.append(-there)
                else:
                    mine.append(None)
                    theirs.append(None)
            first.append(mine)
            second.append(theirs)
        return first, second


def _blocks(matrix: Any, group: _Group, rows: slice, columns: slice) -> npt.NDArray[np.float64]:
    """[blocks, rows, columns] of a matrix that is zero outside its blocks."""
    part = matrix[rows].tocoo()
    tall = (rows.stop - rows.start) // group.blocks
    wide = (columns.stop - columns.start) // group.blocks
    found = np.zeros((group.blocks, tall, wide))
    row, column = part.coords[0], part.coords[1] - columns.start
    found[row // tall, row % tall, column % wide] = part.data
    return found


def _grouped(stage: Stage) -> tuple[list[_Group], list[Ints]]:
    """Groups of blocks of the same size, and the order of the classes of both players that makes neighbours of them."""
    starts = [side.classes.blocks for side in stage.sides]
    tall = np.stack([np.diff(s) for s in starts])
    order = np.lexsort(tall[::-1])
    sorted_by = [np.concatenate([np.arange(s[b], s[b + 1]) for b in order]) for s in starts]
    groups = []
    at = [0, 0]
    sizes, counts = np.unique(tall[:, order], axis=1, return_counts=True)
    for size, count in zip(sizes.T.tolist(), counts.tolist()):
        ends = [a + n * count for a, n in zip(at, size)]
        groups.append(_Group(count, (slice(at[0], ends[0]), slice(at[1], ends[1]))))
        at = ends
    return groups, sorted_by


def _roots(side: Side, bundles: Bundles) -> Ints:
    return _position(bundles, np.array([e for e, entry in enumerate(side.entries) if entry.stage < 0], np.int64))


def _position(bundles: Bundles, sequences: Ints) -> Ints:
    found: Ints = bundles.row[sequences] + bundles.copy[sequences]
    return found


def _slices(side: Bundles, s: int) -> tuple[int, int, int, int]:
    """The position of the first move of a bundle, its moves and copies, and the position of what is before."""
    return int(side.first[s]), int(side.moves[s]), int(side.copies[s]), int(side.parent[s])


def _children(source: Ints, count: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """[count, width] where each number occurs in `source`, and which of the places are real."""
    times = np.bincount(source, minlength=count)
    width = max(1, int(times.max()))
    order = np.argsort(source, kind="stable")
    start = np.cumsum(times) - times
    step = np.arange(width)
    real = step < times[:, None]
    children = order[np.minimum(start[:, None] + step, len(source) - 1)]
    return np.where(real, children, 0), real


# -- arithmetic: what a device does in one pass ------------------------------------------------------------------------


def _shared(xp: Any, above: Any, basis: Any) -> Any:
    """Moves [m, ...] share out the weight of the sequence before them, as their positive regrets are."""
    weights = basis.clip(0)
    total = weights.sum(0)
    return xp.where(total > 0, weights * (above / xp.where(total > 0, total, 1)), above / len(basis))


def _faded(average: Any, decay: Any, plan: Any) -> Any:
    return average * decay + plan


def _learnt(
    xp: Any, worth: Any, regret: Any, basis: Any, positive: Any, negative: Any, floor: Any, ahead: Any, again: Any
) -> tuple[Any, Any, Any]:
    """The value of situations, the new regrets of their moves, and what predicts the next ones."""
    weights = basis.clip(0)
    total = weights.sum(0)
    mean = worth.sum(0) / len(worth)
    value = xp.where(total > 0, (weights * worth).sum(0) / xp.where(total > 0, total, 1), mean)
    now = worth - value
    new = xp.maximum(regret * xp.where(regret > 0, positive, negative) + now, floor)
    return value, new, ahead * new + again * now
