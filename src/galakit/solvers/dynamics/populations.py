"""What changes over time: the shares of pure strategies, in one population or in one for each player.

A state is a vector of all shares, population after population. In a symmetric game (all players have the same
strategies, and exchanging players exchanges their payoffs) one population can play all roles; otherwise each player's
role has a population of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from galakit.errors import GalakitError
from galakit.game.normal_form import NormalForm, Whole
from galakit.game.realization import Plan
from galakit.game.sequence_form import Floats
from galakit.solution.certificate import Certificate, certify

EVERYONE = "everyone"


@dataclass(frozen=True, eq=False)
class Populations:
    """The populations that play a normal form.

    >>> import galakit as gk
    >>> populations_of(gk.load("stag_hunt").normal_form()).names
    ('everyone',)
    >>> populations_of(gk.load("matching_pennies").normal_form()).names
    ('even', 'odd')
    """

    table: NormalForm = field(repr=False)
    one: bool
    """whether one population plays all roles"""
    orders: tuple[tuple[int, ...], ...] = field(repr=False)
    """[n] each player's strategies in the order of the shares"""

    @property
    def names(self) -> tuple[str, ...]:
        return (EVERYONE,) if self.one else self.table.players

    @cached_property
    def strategies(self) -> tuple[tuple[str, ...], ...]:
        """The names of each population's strategies."""
        return tuple(tuple(self.table.names[p][k] for k in self.orders[p]) for p in range(len(self.names)))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.strategies))

    @cached_property
    def blocks(self) -> tuple[slice, ...]:
        """Where each population's shares are in a state."""
        ends = np.cumsum((0, *self.sizes)).tolist()
        return tuple(slice(a, b) for a, b in pairwise(ends))

    @cached_property
    def whole(self) -> tuple[Whole, ...]:
        """Each population's payoffs as whole numbers [own strategy, strategy of the other players in order]."""
        tables = []
        for p in range(len(self.names)):
            payoffs = self.table.tables[p][0][np.ix_(*self.orders)]
            tables.append(np.moveaxis(payoffs, p, 0))
        return tuple(tables)

    @cached_property
    def tensors(self) -> tuple[Floats, ...]:
        """The same in floating point, and in units of payoff."""
        return tuple(np.asarray(whole / self.table.tables[p][1], np.float64) for p, whole in enumerate(self.whole))

    @cached_property
    def opponents(self) -> tuple[tuple[int, ...], ...]:
        """The populations that the other players of each table come from."""
        others = range(len(self.table.players))
        if self.one:
            return ((0,) * (len(others) - 1),)
        return tuple(tuple(q for q in others if q != p) for p in others)

    @cached_property
    def scale(self) -> float:
        """The largest difference between payoffs of a population."""
        return max((float(np.ptp(t)) for t in self.tensors), default=0.0) or 1.0

    def payoffs(self, state: Floats) -> Floats:
        """What each strategy earns against the others' shares."""
        found = np.empty(len(state))
        for block, tensor, others in zip(self.blocks, self.tensors, self.opponents):
            for other in reversed(others):
                tensor = tensor @ state[self.blocks[other]]
            found[block] = tensor
        return found

    def gradient(self, state: Floats) -> Floats:
        """The derivatives of payoffs [strategy, share]."""
        found = np.zeros((len(state), len(state)))
        for block, tensor, others in zip(self.blocks, self.tensors, self.opponents):
            for seat, other in enumerate(others):
                part = np.moveaxis(tensor, seat + 1, 1)
                for rest in reversed([o for k, o in enumerate(others) if k != seat]):
                    part = part @ state[self.blocks[rest]]
                found[block, self.blocks[other]] += part
        return found

    def mean(self, state: Floats, values: Floats) -> Floats:
        """The mean of values in each population, for each strategy."""
        return np.concatenate([np.full(b.stop - b.start, state[b] @ values[b]) for b in self.blocks])

    def normalised(self, weights: Floats) -> Floats:
        """Shares in proportion to weights, population by population."""
        weights = np.maximum(weights, 0.0)
        return np.concatenate([weights[b] / weights[b].sum() for b in self.blocks])

    def best(self, payoffs: Floats) -> list[int]:
        """The first best strategy of each population, as a place in the state."""
        return [b.start + int(np.argmax(payoffs[b])) for b in self.blocks]

    def corner(self, strategies: Sequence[int]) -> Floats:
        """The state in which each population plays one strategy, given by its place."""
        state = np.zeros(sum(self.sizes))
        state[list(strategies)] = 1.0
        return state

    def certified(self, state: Sequence[Any] | Floats) -> Certificate:
        """The certificate of the players' mixed strategies: each plays the shares of their population."""
        return certify(self.table.form, self.plans(state))

    def plans(self, state: Sequence[Any] | Floats) -> tuple[Plan, ...]:
        """The realization plan of each player."""
        shares = np.asarray(state)
        plans = []
        for p, order in enumerate(self.orders):
            own = shares[self.blocks[0 if self.one else p]]
            plans.append(own @ self.table.plans[p][list(order)].astype(own.dtype))
        return tuple(plans)


def populations_of(table: NormalForm, *, one: bool | None = None) -> Populations:
    """The populations of a game: one where it is symmetric, unless something else is asked for."""
    orders = same_strategies(table)
    symmetric = orders is not None and is_symmetric(table, orders)
    if one and not symmetric:
        raise GalakitError(
            "the game is not symmetric, so one population cannot play all roles",
            notes=["all players need the same strategies, and exchanging players must exchange their payoffs"],
            hint="`galakit dynamics` gives each player's role a population of its own",
            id="GK710",
        )
    if orders is None or not symmetric or one is False:
        return Populations(table, False, tuple(tuple(range(size)) for size in table.shape))
    return Populations(table, True, orders)


def same_strategies(table: NormalForm) -> tuple[tuple[int, ...], ...] | None:
    """Each player's strategies in the order of the first player's, by their names; None where the names differ."""
    if len(table.players) < 2 or len(set(table.shape)) > 1:
        return None
    first, *others = table.names
    if all(names == first for names in others):
        return (tuple(range(len(first))),) * len(table.players)
    if any(sorted(names) != sorted(first) for names in others) or len(set(first)) < len(first):
        return None
    places = ({name: k for k, name in enumerate(names)} for names in table.names)
    return tuple(tuple(place[name] for name in first) for place in places)


def is_symmetric(table: NormalForm, orders: tuple[tuple[int, ...], ...]) -> bool:
    """Whether exchanging players exchanges their payoffs."""
    (own, scale), *others = ((payoffs[np.ix_(*orders)], scale) for payoffs, scale in table.tables)
    if any(np.any(own != np.swapaxes(own, k, k + 1)) for k in range(1, len(others))):
        return False
    return not any(
        np.any(payoffs.astype(object) * scale != np.swapaxes(own, 0, k).astype(object) * other)
        for k, (payoffs, other) in enumerate(others, 1)
    )
