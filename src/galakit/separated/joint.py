"""Joint outcomes with the classes of both players, in chunks of rows, and payoffs as matrices of classes by classes.

One class of each orbit of player 0 is enough: it is weighted by the size of the orbit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.rules.lazy import Conditions, Draw, NotSeparable, Undefined, Value
from galakit.separated.chance_table import Rows
from galakit.separated.separate import Separated

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Key = tuple[Conditions, tuple[Value, ...]]
"""the guards under which a leaf is reached, and its payoffs that depend on draws"""
Mixture = tuple[tuple[tuple[Key, int], float], ...]
"""payoffs as a sum: the probability of a key (0), or its expected payoff (1), times a number"""

CHUNK = 1 << 20  # rows that are held at once
LIMIT_PAIRS = 500_000_000  # rows that are listed in all


class Chunk(NamedTuple):
    """Some rows: the classes of both players, and the probabilities."""

    first: Ints
    second: Ints
    rows: Rows
    likely: Floats


@dataclass(frozen=True, eq=False)
class Joint:
    """The rows of a stage. Labels give the classes; those of player 0 have orbits, too, which are finer."""

    game: Separated
    signals: tuple[tuple[Value, ...], ...]
    orbit: Ints
    labels: tuple[Ints, Ints]

    @cached_property
    def _start(self) -> tuple[Rows, Ints]:
        """Rows of player 0, one class for each orbit, weighted; and their classes."""
        signal = self.game.signal(self.signals[0])
        _, first, times = np.unique(self.orbit, return_index=True, return_counts=True)
        of_row = signal.of(self.game.world, signal.rows.columns, signal.rows.count)
        stands = np.zeros(signal.classes, np.int64)
        stands[first] = times
        kept = np.flatnonzero(stands[of_row])
        weight = signal.rows.weight[kept] * stands[of_row[kept]]
        return signal.rows.kept(kept, weight), self.labels[0][of_row[kept]]

    def missing(self, values: tuple[Value, ...]) -> frozenset[Draw]:
        """The draws that player 1 observes or that values depend on, without those that player 0 observes."""
        return frozenset(self.game.world.support(*self.signals[1], *values) - self._start[0].columns.keys())

    def chunks(self, draws: frozenset[Draw]) -> Iterator[Chunk]:
        """All rows with further draws."""
        world, (start, mine) = self.game.world, self._start
        ahead = world.count([*start.columns, *draws]) // world.count(start.columns)
        if start.count * ahead > LIMIT_PAIRS:
            raise GalakitError(
                f"the draws that matter together have {start.count * ahead:,} joint outcomes, more than the limit of "
                f"{LIMIT_PAIRS:,}",
                hint="choose smaller parameters",
                id="GK603",
            )
        step = max(1, CHUNK // ahead)
        signal = self.game.signal(self.signals[1])
        for low in range(0, start.count, step):
            rows, source = world.extended(start.kept(slice(low, low + step)), draws)
            theirs = self.labels[1][signal.of(world, rows.columns, rows.count)]
            yield Chunk(mine[low : low + step][source], theirs, rows, rows.weight / rows.total)
            world.tell("pairing the players' classes", low, start.count)

    @property
    def ranks(self) -> tuple[Ints, Ints]:
        """The classes have no known order."""
        return np.zeros(int(self.labels[0].max()) + 1, np.int64), np.zeros(int(self.labels[1].max()) + 1, np.int64)

    def blocks(self) -> Ints:
        """The block of each class, those of player 1 after those of player 0; what can occur together shares one."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        count = [int(label.max()) + 1 for label in self.labels]
        found: Ints = np.arange(sum(count))
        for chunk in self.chunks(self.missing(())):
            a, b = found[chunk.first], found[chunk.second + count[0]]
            graph = coo_array((np.ones(len(a), np.int8), (a, b)), shape=(len(found), len(found)))
            found = connected_components(graph, directed=False)[1].astype(np.int64)[found]
        return found

    def matrices(
        self, mixtures: list[Mixture], keys: list[Key], places: tuple[Ints, Ints]
    ) -> tuple[list[Any], dict[Key, Any]]:
        """Probabilities of pairs of classes times payoffs of player 0, and the sum of both payoffs at each key.

        The matrices are SciPy CSR arrays; `places` are their rows and columns. Keys that never occur are left out.
        """
        from scipy.sparse import csr_array

        shape = (len(places[0]), len(places[1]))
        parts: list[list[Any]] = [[] for _ in mixtures]
        wholes: dict[Key, Any] = {}
        passes: dict[frozenset[Draw], list[Key]] = {}
        for key in keys:
            passes.setdefault(self.missing((*(v for v, _ in key[0]), *key[1])), []).append(key)
        for draws, own_keys in passes.items():
            for chunk in self.chunks(draws):
                paid = self._paid(chunk, own_keys, wholes)
                a, b = places[0][chunk.first], places[1][chunk.second]
                for mixture, own in zip(mixtures, parts):
                    terms = [paid[what] * c for what, c in mixture if what in paid]
                    if terms:
                        summed: Any = csr_array((np.sum(terms, axis=0), (a, b)), shape=shape)
                        summed.eliminate_zeros()
                        own.append(summed.tocoo())
        return [_collected(own, shape) for own in parts], wholes

    def _paid(self, chunk: Chunk, keys: list[Key], wholes: dict[Key, Any]) -> dict[tuple[Key, int], Floats]:
        """For each key the probability of each row, and that times its payoff."""
        found: dict[tuple[Key, int], Floats] = {}
        world, columns = self.game.world, chunk.rows.columns
        known: dict[Value, Any] = {}
        for key in keys:
            guards, worked = key
            holds = self.game.holding(guards, columns, chunk.rows.count, known)
            found[key, 0] = found[key, 1] = chance = chunk.likely * holds
            if not holds.any():
                continue
            if not worked:
                wholes[key] = 0
                continue
            total = np.zeros(len(holds))
            each: list[tuple[Ints, list[Any]]] = []
            for value in worked:
                ids = world.ids(value, columns, known)
                meanings = world.meaning[value]
                for k in np.unique(ids[holds]).tolist():
                    if type(meanings[k]) is Undefined:
                        raise meanings[k].error
                each.append((ids[holds].astype(np.int64), meanings))
                total += np.array([0.0 if type(m) is Undefined else float(m[0]) for m in meanings])[ids]
            whole = _summed(each, worked)
            if wholes.setdefault(key, whole) != whole:
                raise NotSeparable("what one player gains is not what the other loses", worked[0].span)
            found[key, 1] = chance * total
        return found


def _collected(parts: list[Any], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    if not parts:
        return csr_array(shape)
    index = tuple(np.concatenate([getattr(p, name) for p in parts]) for name in ("row", "col"))
    return csr_array((np.concatenate([p.data for p in parts]), index), shape=shape)


def _summed(each: list[tuple[Ints, list[Any]]], worked: tuple[Value, ...]) -> Any:
    """The sum of several payoffs of all players: constant over the rows, though each payoff alone may not be."""
    code = np.zeros(1, np.int64)
    for ids, meanings in each:
        code = np.unique(code * len(meanings) + ids, return_inverse=True)[1]
    _, first = np.unique(code, return_index=True)
    sums = {sum(sum(meanings[ids[k]]) for ids, meanings in each) for k in first.tolist()}
    if len(sums) > 1:
        raise NotSeparable("what one player gains is not what the other loses", worked[0].span)
    return sums.pop()
