"""Correlated equilibria as distributions over profiles of pure strategies: any number of players, any concept.

The mediator draws a profile of pure strategies with the probabilities μ. For each *trigger* of a player there are
values v of no longer following from there on: a best response, information set by information set, to what the others
play where the trigger is met. The concepts of `programme` have their triggers, and two more are possible here:

* nfce: before the game begins, after hearing the whole recommended strategy (Aumann 1974);
* afce: at each information set, after hearing the move, and for one move only: later recommendations, also those for
  where the recommended move would not have led, are followed again (the agents of a player are players).

All profiles are listed, so games must be small: to find the best normal-form correlated equilibrium is NP-hard even for
two players without chance (von Stengel & Forges 2008), and so are the other concepts with three players or chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.normal_form import NormalForm, Whole, count_strategies, written
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row

LIMIT_PROFILES = 20_000
LIMIT_ENTRIES = 3_000_000

Profile: TypeAlias = tuple[tuple[int, ...], ...]
"""for each player, the number of the move at each of their information sets; -1 where the strategy cannot lead"""


@dataclass(frozen=True, eq=False)
class Mixture:
    """Profiles of pure strategies with their probabilities, which are not 0."""

    profiles: tuple[Profile, ...]
    weights: tuple[Number, ...]


@dataclass(frozen=True, eq=False)
class _Trigger:
    """Where a player may stop following."""

    player: int
    meets: npt.NDArray[np.bool_]
    """[own strategies] those that are recommended where the trigger is met"""
    roots: Sequence[int]
    """the information sets at which the player decides first"""


def refusal(form: SequenceForm, concept: str) -> str | None:
    """Why the profiles of a game cannot be listed; None when they can."""
    many = [count_strategies(form, p, full=concept == "afce") for p in range(len(form.players))]
    if prod(many) > LIMIT_PROFILES or prod(form.sequences) > 100 * LIMIT_PROFILES:
        shape = " x ".join(written(m) for m in many)
        return f"with {shape} pure strategies there are too many profiles to go through, more than {LIMIT_PROFILES:,}"
    return None


class Profiles:
    """All profiles of pure strategies of a game, as columns of a linear programme."""

    def __init__(self, form: SequenceForm, concept: str) -> None:
        self.form = form
        self.concept = concept
        self.table = NormalForm(form, full=concept == "afce")
        self.players = range(len(form.players))
        self.strategy = np.unravel_index(np.arange(prod(self.table.shape)), self.table.shape)
        """[players][profiles]"""

    def programme(self, weights: Sequence[Fraction]) -> IntegerProgramme:
        """The programme that maximises the weighted sum of payoffs. Its columns are μ and v."""
        many = len(self.strategy[0])
        rows: list[Row] = [[(k, 1) for k in range(many)]]
        width, entries = many, 0
        for new, more in self._agents() if self.concept == "afce" else self._triggered(many):
            rows += new
            width += more
            entries += sum(len(row) for row in new)
            if entries > LIMIT_ENTRIES:
                raise GalakitError(
                    f"the linear programme has more than {LIMIT_ENTRIES:,} entries: too many",
                    hint="the concepts efcce and nfcce need fewer",
                    id="GK603",
                )
        return IntegerProgramme.of_rows(
            rows,
            right=[1] + [0] * (len(rows) - 1),
            cost=self._cost(weights, width),
            equalities=1,
            x=many,
        )

    def mixture(self, numbers: Sequence[Number]) -> Mixture:
        """The profiles that have a probability."""
        exact = not any(isinstance(x, float) for x in numbers)
        used = [k for k, x in enumerate(numbers) if x > (0 if exact else 1e-12)]
        total: Number = 1 if exact else sum(numbers[k] for k in used)
        profiles = [
            tuple(tuple(self.table.choices[p][self.strategy[p][k]].tolist()) for p in self.players) for k in used
        ]
        return Mixture(tuple(profiles), tuple(numbers[k] / total for k in used))

    def _triggered(self, width: int) -> Iterator[tuple[list[Row], int]]:
        """The rows of each trigger, and how many columns it has: the first has the number `width`."""
        for player in self.players:
            after = _Sets(self.form, player)
            paid = self._against(player)
            plans = self.table.plans[player]
            for trigger in self._triggers(player):
                here = np.flatnonzero(trigger.meets[self.strategy[player]])
                others = self._others[player][here]
                sets = after.sets_from(trigger.roots)
                column = {i: width + k for k, i in enumerate(sets)}
                rows: list[Row] = []
                followed: Any = 0
                for i in sets:
                    for s in after.moves[i]:
                        gained = paid[s, others]
                        followed = followed + gained * plans[self.strategy[player][here], s]
                        row = [(column[i], 1), *((column[k], -1) for k in after.below[s])]
                        rows.append(row + _entries(here, -gained))
                rows.append([(column[i], -1) for i in trigger.roots] + _entries(here, followed))
                yield rows, len(sets)
                width += len(sets)

    def _triggers(self, player: int) -> Iterator[_Trigger]:
        form, plans = self.form, self.table.plans[player]
        sets = form.sets_of(player).tolist()
        first = [i for i in sets if form.parent_sequence[i] == 0]
        if not sets:
            return
        if self.concept == "nfcce":
            yield _Trigger(player, np.ones(len(plans), bool), first)
        elif self.concept == "nfce":
            for k in range(len(plans)):
                yield _Trigger(player, np.arange(len(plans)) == k, first)
        elif self.concept == "efcce":
            for i in sets:
                yield _Trigger(player, plans[:, int(form.parent_sequence[i])] > 0, [i])
        else:
            for i in sets:
                for s in range(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i])):
                    yield _Trigger(player, plans[:, s] > 0, [i])

    def _agents(self) -> Iterator[tuple[list[Row], int]]:
        """For each information set, move heard there and other move: following is no worse."""
        for player in self.players:
            choices = self.table.choices[player]
            number = {tuple(row): k for k, row in enumerate(choices.tolist())}
            payoffs = self.table.tables[player][0]
            for at, i in enumerate(self.form.sets_of(player).tolist()):
                count = int(self.form.moves_count[i])
                rows: list[Row] = []
                for other in range(count):
                    changed = choices.copy()
                    changed[:, at] = other
                    instead = np.array([number[tuple(row)] for row in changed.tolist()])
                    profile = tuple(instead[of] if p == player else of for p, of in enumerate(self.strategy))
                    lost = payoffs[self.strategy] - payoffs[profile]
                    heard = choices[self.strategy[player], at]
                    rows += [
                        _entries(np.flatnonzero(heard == move), lost[heard == move])
                        for move in range(count)
                        if move != other
                    ]
                yield rows, 0

    @cached_property
    def _others(self) -> list[npt.NDArray[np.int64]]:
        """[players][profiles] the number of what the others play."""
        found = []
        for player in self.players:
            shape = [m for p, m in enumerate(self.table.shape) if p != player]
            rest = [of for p, of in enumerate(self.strategy) if p != player]
            found.append(np.ravel_multi_index(rest, shape) if rest else np.zeros(len(self.strategy[0]), np.int64))
        return found

    def _against(self, player: int) -> Whole:
        """[own sequences, what the others play] the whole payoffs of the leaves where a sequence is the last."""
        form = self.form
        payoffs = [Fraction(c[player]) for c in form.classes]
        unit = lcm(*(p.denominator for p in payoffs))
        whole = np.fromiter([int(p * unit) for p in payoffs], object)
        table = np.zeros(form.sequences, object)
        np.add.at(table, tuple(form.leaf_sequences), whole[form.leaf_class])
        table = np.moveaxis(table, player, -1)
        for other in self.players:  # each product moves the first axis to the end, behind the player's own
            if other != player:
                table = np.tensordot(table, self.table.plans[other].astype(object), axes=(0, 1))
        return table.reshape(form.sequences[player], -1)

    def _cost(self, weights: Sequence[Fraction], width: int) -> list[int]:
        """Minus the weighted payoffs, as whole numbers."""
        parts = [weight / denominator for weight, (_, denominator) in zip(weights, self.table.tables)]
        unit = lcm(*(part.denominator for part in parts))
        total = sum(int(part * unit) * table.astype(object) for part, (table, _) in zip(parts, self.table.tables))
        return [-int(c) for c in np.asarray(total, object).ravel()] + [0] * (width - len(self.strategy[0]))


class _Sets:
    """One player's information sets and sequences, as lists."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        sets = form.sets_of(player).tolist()
        self.moves = {
            i: range(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i])) for i in sets
        }
        self.below: list[list[int]] = [[] for _ in range(form.sequences[player])]
        for i in sets:
            self.below[int(form.parent_sequence[i])].append(i)

    def sets_from(self, roots: Sequence[int]) -> list[int]:
        """The given information sets and all after them."""
        found = list(roots)
        for i in found:
            for s in self.moves[i]:
                found += self.below[s]
        return found


def _entries(columns: npt.NDArray[np.int64], values: Whole) -> Row:
    return [(c, int(v)) for c, v in zip(columns.tolist(), values.tolist()) if v]
