"""Payoff matrices that depend on a comparison only, stored as a few numbers per row.

Sorted by strength, a row of such a matrix has one payoff against weaker classes, another against equal ones, a third
against stronger ones. Pairs that cannot occur, such as the same card twice, are *exceptions* that are added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.lazy import NotSeparable, Undefined
from galakit.separated import orders
from galakit.separated.joint import Joint, Key, Mixture
from galakit.separated.orders import Meeting

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Steps:
    """The matrix whose entry (i, j) is `sizes[0][i] * sizes[1][j]` times a payoff, plus the exceptions.

    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> ranks, ones = np.array([1, 2, 2]), np.ones(3)
    >>> Steps((ranks, ranks), (ones, ones), (-1.0, 0.0, 1.0), csr_array((3, 3))).toarray()
    array([[ 0., -1., -1.],
           [ 1.,  0.,  0.],
           [ 1.,  0.,  0.]])
    """

    ranks: tuple[Ints, Ints]
    """the ranks of rows and columns in the order, rising"""
    sizes: tuple[Floats, Floats]
    pays: tuple[float, float, float]
    """the payoff where the row ranks lower than the column, equal, higher"""
    exceptions: Any
    """a SciPy CSR array"""

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.ranks[0]), len(self.ranks[1])

    @property
    def T(self) -> Steps:
        less, same, more = self.pays
        return Steps(self.ranks[::-1], self.sizes[::-1], (more, same, less), self.exceptions.T.tocsr())

    def __neg__(self) -> Steps:
        less, same, more = self.pays
        return replace(self, pays=(-less, -same, -more), exceptions=-self.exceptions)

    def tocsr(self) -> Steps:
        """Itself: it is by rows already."""
        return self

    def toarray(self) -> Floats:
        """All entries: for small ones."""
        signs = np.sign(self.ranks[0][:, None] - self.ranks[1][None, :]) + 1
        paid = np.array(self.pays)[signs] * self.sizes[0][:, None] * self.sizes[1][None, :]
        found: Floats = paid + self.exceptions.toarray()
        return found

    def terms(self, sizes: Floats) -> tuple[Ints, Ints, Floats]:
        """Each row as a combination of prefix sums of a vector times sizes, proportional to those of the columns.

        Returns where the terms of each row start, their indices, and their coefficients. Indices beyond the prefix sums
        are entries of the vector itself.
        """
        rows, columns = self.shape
        low, high = (np.searchsorted(self.ranks[1], self.ranks[0], side=s) for s in ("left", "right"))
        less, same, more = self.pays
        at = np.stack([low, high, np.full(rows, columns)], axis=1)
        scale = self.sizes[0] * (self.sizes[1].sum() / sizes.sum())
        step = scale[:, None] * np.array([more - same, same - less, less])
        needed = step != 0
        wrong = self.exceptions
        row = np.concatenate([np.nonzero(needed)[0], np.repeat(np.arange(rows), np.diff(wrong.indptr))])
        order = np.argsort(row, kind="stable")
        start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=rows))])
        places = np.concatenate([at[needed], columns + 1 + wrong.indices.astype(np.int64)])
        return start, places[order], np.concatenate([step[needed], wrong.data])[order]


@dataclass(frozen=True, eq=False)
class OrderedJoint:
    """As `Joint`, for stages whose payoffs depend on one comparison only."""

    joint: Joint
    met: Meeting
    held: tuple[Ints, Ints]
    """[rows of a player] their class"""

    @property
    def labels(self) -> tuple[Ints, Ints]:
        return self.joint.labels

    def blocks(self) -> Ints:
        """All classes are in one block."""
        return np.zeros(sum(len(r) for r in self.ranks), np.int64)

    @cached_property
    def ranks(self) -> tuple[Ints, Ints]:
        """The ranks of both players' classes in the order."""
        found = []
        for held, ranks, labels in zip(self.held, self.met.ranks, self.labels):
            own = np.zeros(int(labels.max()) + 1, np.int64)
            own[held] = ranks
            found.append(own)
        return found[0], found[1]

    def matrices(
        self, mixtures: list[Mixture], keys: list[Key], places: tuple[Ints, Ints]
    ) -> tuple[list[Any], dict[Key, Any]]:
        from scipy.sparse import csr_array

        shape = (len(places[0]), len(places[1]))
        order = [np.argsort(p) for p in places]
        sizes: list[Floats] = [
            np.bincount(h, weights=w, minlength=n).astype(np.float64)[o]
            for h, w, n, o in zip(self.held, self.met.likely, shape, order)
        ]
        ranks = [r[o] for r, o in zip(self.ranks, order)]
        rows, columns = self.met.clashes
        index = (places[0][self.held[0][rows]], places[1][self.held[1][columns]])
        likely = self.met.likely[0][rows] * self.met.likely[1][columns]
        signs = self.met.clash_signs
        wholes: dict[Key, Any] = {}
        paid = {key: self._paid(key, wholes) for key in keys}
        found = []
        for mixture in mixtures:
            pays = np.zeros(3)
            for (key, which), c in mixture:
                pays += paid[key][which] * c
            wrong = csr_array((-likely * pays[signs], index), shape=shape)
            found.append(Steps((ranks[0], ranks[1]), (sizes[0], sizes[1]), (pays[0], pays[1], pays[2]), wrong))
        return found, wholes

    def _paid(self, key: Key, wholes: dict[Key, Any]) -> tuple[Floats, Floats]:
        """Whether the guards hold, and the payoff then: where player 0 ranks lower, equal, higher."""
        guards, worked = key
        results = self.met.reading.results
        holds = np.array([all(results[v][k] is expected for v, expected in guards) for k in range(3)])
        paid = np.zeros(3)
        for k in np.flatnonzero(holds & self.occurs).tolist():
            meanings = [results[v][k] for v in worked]
            for meaning in meanings:
                if type(meaning) is Undefined:
                    raise meaning.error
            whole = sum(sum(meaning) for meaning in meanings)
            if wholes.setdefault(key, whole) != whole:
                raise NotSeparable("what one player gains is not what the other loses", worked[0].span)
            paid[k] = sum(float(meaning[0]) for meaning in meanings)
        return holds.astype(float), paid

    @cached_property
    def occurs(self) -> npt.NDArray[np.bool_]:
        """Whether any two classes compare so."""
        found: npt.NDArray[np.bool_] = self.met.partners(0).sum(axis=0) > 0
        return found


def ordered_joint(joint: Joint, keys: list[Key]) -> OrderedJoint | None:
    """A stage without its pairs, if these are many and all payoffs depend on one comparison; None otherwise."""
    world = joint.game.world
    draws = [joint.game.signal(s).rows.columns.keys() for s in joint.signals]
    if world.count(frozenset(draws[0] | draws[1])) <= orders.MANY:
        return None
    read = orders.reading(dict.fromkeys(v for guards, worked in keys for v in (*(g for g, _ in guards), *worked)))
    met = None if read is None else orders.meeting(world, frozenset(draws[0]), frozenset(draws[1]), read)
    if met is None:
        return None
    held = []
    for p, labels in enumerate(joint.labels):
        rows = met.rows[p]
        held.append(labels[joint.game.signal(joint.signals[p]).of(world, rows.columns, rows.count)])
    found = OrderedJoint(joint, met, (held[0], held[1]))
    for p in (0, 1):  # merged classes must have the same rank
        if not np.array_equal(found.ranks[p][held[p]], met.ranks[p]):
            return None
    return found
