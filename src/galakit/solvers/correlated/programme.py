"""The linear programme of correlated equilibria in the extensive form (von Stengel & Forges 2008).

Besides the weights ξ of a correlation plan there are, for each *trigger*, values v of a player who stops following
there and plays a best response from then on, while the other follows. Three kinds of triggers make three concepts,
each a subset of the next:

* efce: at each information set, after hearing what is recommended there;
* efcce: at each information set, before hearing it;
* nfcce: before the game begins.

A player at a trigger with the recommendations σ expects u(z) ξ(σ, τ(z)) of a leaf z that is still in reach: the other
follows the recommendations that come with σ. Where linear constraints do not make ξ a distribution over pure
strategies, ξ is written as a sum over all pairs of them, as long as these are few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.solvers.correlated.pairs import Pairs
from galakit.solvers.exact.programme import IntegerProgramme
from galakit.solvers.exact.rational import Row

Concept: TypeAlias = Literal["efce", "efcce", "nfcce"]
CONCEPTS: tuple[Concept, ...] = ("efce", "efcce", "nfcce")
LIMIT_ENTRIES = 3_000_000


@dataclass(frozen=True)
class Trigger:
    """Where a player may stop following."""

    player: int
    heard: int
    """the sequence recommended so far"""
    information_set: int | None
    """where the player is; None: before the game begins"""


def triggers(form: SequenceForm, concept: Concept) -> list[Trigger]:
    """All triggers of both players."""
    found = []
    for player in (0, 1):
        if concept == "nfcce":
            found.append(Trigger(player, 0, None))
            continue
        for i in form.sets_of(player).tolist():
            if concept == "efcce":
                found.append(Trigger(player, int(form.parent_sequence[i]), i))
            else:
                first = int(form.first_sequence[i])
                found += [Trigger(player, first + k, i) for k in range(int(form.moves_count[i]))]
    return found


class Treeplex:
    """One player's information sets, sequences and leaves, as lists."""

    def __init__(self, form: SequenceForm, player: int, payoffs: Sequence[int | Fraction]) -> None:
        self.sets = form.sets_of(player).tolist()
        self.moves = {
            i: range(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i])) for i in self.sets
        }
        self.below: dict[int, list[int]] = defaultdict(list)
        """the information sets right after each sequence"""
        for i in self.sets:
            self.below[int(form.parent_sequence[i])].append(i)
        self.leaves: dict[int, dict[int, int | Fraction]] = defaultdict(dict)
        """payoffs at the leaves after each own sequence, by the other's last sequence"""
        own, other = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
        for s, t, c in zip(own, other, form.leaf_class.tolist()):
            self.leaves[s][t] = self.leaves[s].get(t, 0) + payoffs[c]

    def sets_from(self, roots: Sequence[int]) -> list[int]:
        """The given information sets and all after them."""
        found = list(roots)
        for i in found:
            for s in self.moves[i]:
                found += self.below[s]
        return found


def programme(
    form: SequenceForm,
    pairs: Pairs,
    concept: Concept,
    weights: Sequence[Fraction],
    pure: Sequence[npt.NDArray[np.int64]] | None = None,
) -> IntegerProgramme:
    """The programme that maximises the weighted sum of payoffs.

    Its columns are ξ, the probability of each pair of pure strategies where those of both players are given, and v.
    """
    scales, whole = [], []
    for player in (0, 1):
        payoffs = [Fraction(c[player]) for c in form.classes]
        scale = lcm(*(p.denominator for p in payoffs))
        scales.append(Fraction(scale))
        whole.append([int(p * scale) for p in payoffs])
    plexes = [Treeplex(form, p, whole[p]) for p in (0, 1)]

    equalities = _plan_rows(form, pairs, plexes) if pure is None else _mixture_rows(pairs, pure)
    nonnegative = len(pairs.index) + (0 if pure is None else len(pure[0]) * len(pure[1]))
    width = nonnegative
    incentives: list[Row] = []
    entries = 0
    for trigger in triggers(form, concept):
        rows, width = _incentive(pairs, plexes[trigger.player], trigger, width)
        incentives += rows
        entries += sum(len(row) for row in rows)
        if entries > LIMIT_ENTRIES:
            raise GalakitError(
                f"the linear programme has more than {LIMIT_ENTRIES:,} entries: too many",
                hint="the concepts efcce and nfcce need fewer",
                id="GK603",
            )
    rows = [_merged(row) for row in equalities + incentives]
    return IntegerProgramme.of_rows(
        rows,
        right=[1] + [0] * (len(rows) - 1),
        cost=_cost(pairs, plexes, [w / s for w, s in zip(weights, scales)], width),
        equalities=len(equalities),
        x=nonnegative,
    )


def _plan_rows(form: SequenceForm, pairs: Pairs, plexes: Sequence[Treeplex]) -> list[Row]:
    """ξ is a plan in each player's sequences, whatever the other's: the first row says that the whole is 1."""
    rows: list[Row] = [[(pairs.index[0, 0], 1)]]
    for player in (0, 1):
        for i in plexes[player].sets:
            others = [0, *(t for j in pairs.connected[player][i] for t in plexes[1 - player].moves[j])]
            parent = int(form.parent_sequence[i])
            for t in others:
                row = [(_number(pairs, player, s, t), 1) for s in plexes[player].moves[i]]
                rows.append([*row, (_number(pairs, player, parent, t), -1)])
    return rows


def _mixture_rows(pairs: Pairs, pure: Sequence[npt.NDArray[np.int64]]) -> list[Row]:
    """ξ is made of pairs of pure strategies: the first row says that the whole is 1."""
    first = len(pairs.index)
    rows: list[Row] = [[(pairs.index[0, 0], 1)]]
    for (s, t), k in pairs.index.items():
        together = np.flatnonzero(np.outer(pure[0][:, s], pure[1][:, t]))
        rows.append([(k, -1), *((first + m, 1) for m in together.tolist())])
    return rows


def _number(pairs: Pairs, player: int, own: int, other: int) -> int:
    return pairs.index[(own, other) if player == 0 else (other, own)]


def _incentive(pairs: Pairs, plex: Treeplex, trigger: Trigger, width: int) -> tuple[list[Row], int]:
    """The rows of a trigger: v bounds the value of deviating, following pays at least v. New columns from `width`."""
    player = trigger.player
    here = trigger.information_set
    roots = plex.below[0] if here is None else [here]
    sets = plex.sets_from(roots)
    column = {i: width + k for k, i in enumerate(sets)}
    rows: list[Row] = []
    for i in sets:
        for s in plex.moves[i]:
            row = [(column[i], 1), *((column[k], -1) for k in plex.below[s])]
            row += [(_number(pairs, player, trigger.heard, t), -int(u)) for t, u in plex.leaves[s].items()]
            rows.append(row)
    follow = [(column[i], -1) for i in roots]
    if here is None:  # payoffs without a move of the player are the same on both sides
        followed = [s for i in sets for s in plex.moves[i]]
    elif trigger.heard in plex.moves[here]:  # the recommendation for this set was heard
        after = plex.sets_from(plex.below[trigger.heard])
        followed = [trigger.heard, *(s for i in after for s in plex.moves[i])]
    else:
        followed = [s for i in sets for s in plex.moves[i]]
    follow += [(_number(pairs, player, s, t), int(u)) for s in followed for t, u in plex.leaves[s].items()]
    rows.append(follow)
    return rows, width + len(sets)


def _merged(row: Row) -> Row:
    total: dict[int, int] = {}
    for c, value in row:
        total[c] = total.get(c, 0) + value
    return [(c, value) for c, value in total.items() if value]


def _cost(pairs: Pairs, plexes: Sequence[Treeplex], weights: Sequence[Fraction], width: int) -> list[int]:
    """Minus the weighted payoffs, as whole numbers."""
    cost = [Fraction(0)] * width
    for player, (plex, weight) in enumerate(zip(plexes, weights)):
        for s, paid in plex.leaves.items():
            for t, u in paid.items():
                cost[_number(pairs, player, s, t)] -= weight * u
    scale = lcm(*(c.denominator for c in cost))
    return [int(c * scale) for c in cost]
