"""Regrets and averages of a factored game on whole arrays: the same iteration as `tables`, on a GPU or with NumPy.

A sequence and its copies in other pieces of a stage (see `pieces`) are a *group*, and what belongs to it one array
[classes, copies]. Blocks of the same size are put next to each other: a payoff matrix then is a few arrays [blocks,
rows, columns], and all leaves with this matrix are one batched product for each of them, which with the copies last
reads and writes whole arrays as they lie in memory. A device starts a few hundred small operations in the time that it
needs for the arithmetic, so there are few: what sequences bring is scaled and added up where regrets are updated.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.separated.factored import Factored
from galakit.solvers.factored.array_stages import Brought, Leaves, Part, links
from galakit.solvers.factored.backends import Backend
from galakit.solvers.factored.locking import Fixtures, with_locks

VANISHING = 1e-30  # smaller regrets count as 0: single precision could not divide by them


class ArrayTables:
    """The state of a run, as `Tables` has it, on a device."""

    layout = "arrays by class"

    def __init__(
        self, game: Factored, dtype: Any, *, predicting: bool, backend: Backend, fixtures: Fixtures | None = None
    ) -> None:
        self.game = game
        self.fixtures: Fixtures = fixtures or [(None, None) for _ in game.stages]
        self.backend = backend
        self.dtype = np.dtype(dtype)
        self.predicting = predicting
        self.weight = 0.0
        """of all iterations in the averages"""
        self._check_room()
        self.parts = [Part(stage, self.dtype.name, predicting, backend) for stage in game.stages]
        self.links = [links(game, self.parts, p, self.dtype.name, backend) for p in (0, 1)]
        for k, (part, pair) in enumerate(zip(self.parts, self.fixtures)):
            for p, fixed in enumerate(pair):
                if fixed is not None:
                    entries = len(game.stages[k].sides[p].entries)
                    part.locks[p].fix(fixed, part.groups[p], entries, part.order[p], self.dtype.name, backend)
                    part.locks[p].hold(part.regret[p], *([part.basis[p]] if predicting else []))
        xp = backend.xp
        self._share = backend.fused(lambda *a: _share(xp, *a))
        self._learn = backend.fused(lambda *a: _learn(xp, *a))
        self._handed_back = backend.fused(_handed_back)
        self._numbers = backend.full((6,), 0.0, self.dtype.name)
        self._step = backend.repeated(self._iterate)

    def iterate(self, numbers: npt.NDArray[np.float64]) -> None:
        """One iteration, players alternating; `numbers` is a row of `Update.numbers`."""
        self._numbers[:] = self.backend.there(numbers.astype(self.dtype))
        self._step()
        self.weight = self.weight * float(numbers[5]) + 1.0

    def _iterate(self) -> None:
        for player in (0, 1):
            self._plan(1 - player)
            self._bring(player)
            for k in reversed(range(len(self.parts))):
                self._respond(player, k)

    def gains(self) -> tuple[float, float]:
        """The best-response values against both averages: for players 0 and 1."""
        found = []
        for player in (0, 1):
            self._recall(1 - player)
            self._bring(player)
            found.append(sum(self._best(player, k) for k in reversed(range(len(self.parts)))))
        return found[0], found[1]

    def strategies(self) -> list[tuple[Any, Any]]:
        """The average strategies: for each stage and player [own sequences, classes], uniform where unreached."""
        return with_locks([(self._shares(k, 0), self._shares(k, 1)) for k in range(len(self.parts))], self.fixtures)

    def state(self) -> dict[str, Any]:
        """Everything an iteration depends on, as NumPy arrays."""
        return {name: self.backend.back(array) for name, array in self._arrays().items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Put a state, or a part of one, in place of this one."""
        own = self._arrays()
        for name, array in state.items():
            own[name][:] = self.backend.there(array)

    def _arrays(self) -> dict[str, Any]:
        found = {}
        for k, part in enumerate(self.parts):
            for p in (0, 1):
                for g in range(part.entries[p], len(part.groups[p])):
                    found[f"regret{k}_{p}_{g}"] = part.regret[p][g]
                    found[f"average{k}_{p}_{g}"] = part.average[p][g]
                    if self.predicting:
                        found[f"basis{k}_{p}_{g}"] = part.basis[p][g]
        return found

    # -- downwards ---------------------------------------------------------------------------------------------------

    def _plan(self, player: int) -> None:
        """The player's plan at all stages, from regrets; averages updated."""
        for k, part in enumerate(self.parts):
            self._enter(player, k)
            x, basis, average = part.plan[player], part.basis[player], part.average[player]
            for above, moves in part.bundles[player]:
                self._share(
                    x[above], [basis[g] for g in moves], [x[g] for g in moves], [average[g] for g in moves],
                    self._numbers[5],
                )  # fmt: skip

    def _recall(self, player: int) -> None:
        """The player's plan at all stages, from averages."""
        for k, part in enumerate(self.parts):
            self._enter(player, k)
            for g in range(part.entries[player], len(part.groups[player])):
                part.plan[player][g][:] = part.average[player][g] * (1.0 / self.weight)

    def _enter(self, player: int, k: int) -> None:
        """The plan of the entries of a stage, from earlier stages."""
        for link in self.links[player][k]:
            before, here = self.parts[link.stage].plan[player], self.parts[k].plan[player]
            plans = self.backend.xp.concatenate([before[g] for g in link.groups], 1)
            for g, copies, rows in link.entries:
                here[g][:, copies] = plans[link.source, rows]

    # -- upwards -----------------------------------------------------------------------------------------------------

    def _bring(self, player: int) -> None:
        """The payoffs of the player's sequences at the leaves of all stages, against the other's plans."""
        for part in self.parts:
            part.worth[player] = [[] for _ in part.groups[player]]
            for leaves in part.leaves[player]:
                for own, rows in zip(leaves.own, leaves.rows):
                    part.worth[player][own].append((leaves.brought[:, rows], leaves.factors[rows]))
        # Small products do not keep a device busy, so all of them may run at the same time.
        self.backend.together(
            [partial(self._multiply, part, leaves, player) for part in self.parts for leaves in part.leaves[player]]
        )

    def _multiply(self, part: Part, leaves: Leaves, player: int) -> None:
        """What leaves with the same matrix bring, but for their factors."""
        plans = self.backend.xp.concatenate([part.plan[1 - player][g] for g in leaves.other], 1)
        for (blocks, slices), matrix in zip(part.same, part.matrices[player][leaves.matrix]):
            if matrix is not None:  # else there are zeros already
                shape = (blocks, -1, plans.shape[1])
                given, found = plans[slices[1 - player]].reshape(shape), leaves.brought[slices[player]].reshape(shape)
                self.backend.xp.matmul(matrix, given, out=found)

    def _respond(self, player: int, k: int) -> None:
        """Values up, regrets updated."""
        part = self.parts[k]
        worth, regret, basis = part.worth[player], part.regret[player], part.basis[player]
        for above, moves in reversed(part.bundles[player]):
            value = self._learn(
                [self._some(part, player, g) for g in moves], [regret[g] for g in moves],
                [basis[g] for g in moves] if self.predicting else None, self._numbers,
            )  # fmt: skip
            worth[above].append((value, None))
        part.locks[player].hold(regret, *([basis] if self.predicting else []))
        self._leave(player, k)

    def _best(self, player: int, k: int) -> float:
        """Best-response values up; returns that of the empty sequence."""
        part, maximum = self.parts[k], self.backend.xp.maximum
        for above, moves in reversed(part.bundles[player]):
            values = {g: _total(self._some(part, player, g)) for g in moves}
            best = part.locks[player].best(reduce(maximum, values.values()), values)
            part.worth[player][above].append((best, None))
        self._leave(player, k)
        return sum(
            float(np.sum(self.backend.back(_total(self._some(part, player, g))[:, copies]), dtype=np.float64))
            for g, copies in part.roots[player]
        )

    def _some(self, part: Part, player: int, g: int) -> list[Brought]:
        """What the sequences of a group bring: at least one array."""
        found = part.worth[player][g]
        if not found:
            shape = (len(part.order[player]), len(part.groups[player][g]))
            found.append((self.backend.full(shape, 0.0, self.dtype.name), None))
        return found

    def _leave(self, player: int, k: int) -> None:
        """Add the values of entries to the sequences that they continue."""
        part = self.parts[k]
        for link in self.links[player][k]:
            before = self.parts[link.stage]
            brought = self.backend.full((len(before.order[player]), link.rows), 0.0, self.dtype.name)
            for g, copies, rows in link.entries:
                handed = self._handed_back(self._some(part, player, g), link.children, link.real)
                brought[:, rows] = handed[:, copies]
            at = 0
            for g in link.groups:
                many = len(before.groups[player][g])
                before.worth[player][g].append((brought[:, at : at + many], None))
                at += many

    # -- reading -----------------------------------------------------------------------------------------------------

    def _shares(self, k: int, player: int) -> Any:
        part, side = self.parts[k], self.game.stages[k].sides[player]
        first = len(side.entries)
        found = np.empty((side.sequences - first, side.classes.count), self.dtype)
        for _, moves in part.bundles[player]:
            average = [np.asarray(self.backend.back(part.average[player][g]), np.float64) for g in moves]
            total = sum(average[1:], average[0])
            for g, share in zip(moves, average):
                even = np.full_like(total, 1.0 / len(moves))
                shares = np.divide(share, total, out=even, where=total > 0)
                found[part.groups[player][g] - first] = shares.T[:, part.place[player]]
        return found

    def _check_room(self) -> None:
        """Raise an error if the arrays do not fit, before anything is copied."""
        free = self.backend.free()
        if free is None:
            return
        numbers = sum(side.sequences * side.classes.count for stage in self.game.stages for side in stage.sides)
        brought = sum(len(stage.leaves) * side.classes.count for stage in self.game.stages for side in stage.sides)
        needed = (numbers * (5 if self.predicting else 4) + brought) * self.dtype.itemsize
        if needed > free:
            raise GalakitError(
                f"{self.backend.device} has {free / 1e9:.1f} GB free, and this game needs about {needed / 1e9:.1f} GB",
                hint="use single=yes, or device=cpu",
                id="GK603",
            )


# -- arithmetic: one pass on the device ------------------------------------------------------------------------------


def _share(xp: Any, above: Any, basis: list[Any], below: list[Any], average: list[Any], decay: Any) -> None:
    """Distribute the weight of the parent sequence among moves by regret matching; update averages."""
    weights = [b.clip(0) for b in basis]
    total = sum(weights[1:], weights[0])
    some = total > VANISHING
    per, even = above / xp.where(some, total, 1), above / len(basis)
    for weight, here, kept in zip(weights, below, average):
        now = xp.where(some, weight * per, even)
        here[:] = now
        kept[:] = kept * decay + now


def _learn(xp: Any, worth: list[list[Brought]], regret: list[Any], basis: list[Any] | None, numbers: Any) -> Any:
    """The value of situations; regrets and predictions updated."""
    positive, negative, floor, ahead, again = (numbers[i] for i in range(5))
    values = [_total(arrays) for arrays in worth]
    weights = [b.clip(0) for b in (regret if basis is None else basis)]
    total = sum(weights[1:], weights[0])
    some = total > VANISHING
    mixed = sum(w * u for w, u in zip(weights, values))
    value = xp.where(some, mixed / xp.where(some, total, 1), sum(values[1:], values[0]) / len(values))
    for a, old in enumerate(regret):
        now = values[a] - value
        new = xp.maximum(old * xp.where(old > 0, positive, negative) + now, floor)
        old[:] = new
        if basis is not None:
            basis[a][:] = ahead * new + again * now
    return value


def _total(worth: list[Brought]) -> Any:
    arrays = [array if factors is None else array * factors for array, factors in worth]
    return sum(arrays[1:], arrays[0])


def _handed_back(worth: list[Brought], children: Any, real: Any) -> Any:
    """[classes of an earlier stage, copies] the sum over the classes that come from each."""
    total = _total(worth)
    return (total[children].reshape((*real.shape[:2], -1)) * real).sum(1)
