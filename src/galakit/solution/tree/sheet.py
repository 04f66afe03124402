"""A profile as columns: the strategy, the values of moves and the reach of each information set.

Values and reach come from the sequence form alone (no tree is needed). With the plans of the others and chance's
probability multiplied into the leaves and summed up per own sequence, bottom up, a sequence gets two numbers: the
payoff and the probability of everything that happens after it. Their quotient is the value of its last move, given
that the set is reached; it is undefined where the others and chance never lead there. With trembles, the others' moves
have an order in ε, and of all that happens after a sequence only the lowest order counts.

Without perfect recall these numbers come from the tree (`nodes`), and the player's own moves count like the rest: a
value is undefined where play by the profile never leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import concatenated, grouped, offsets
from galakit.game.realization import Behaviour, Plan, Trembles, plan_of, trembling_plan
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.solution.shown.numbers import converted, fractions
from galakit.solution.tree.nodes import expected, numbers, reached, steps


@dataclass(frozen=True, eq=False)
class Sheet:
    """H information sets, R rows: one per information set and move, in order.

    Numbers are Fractions in object arrays when `exact`, else float64. An undefined value is None, or nan in floats.
    """

    players: tuple[str, ...]
    exact: bool
    player: npt.NDArray[np.int64]
    """[H] whose information set it is"""
    facts: Sequence[tuple[str, ...]]
    """[H] what the player knows there"""
    first: npt.NDArray[np.int64]
    """[H + 1] where the rows of each set start"""
    move: list[str]
    """[R]"""
    probability: npt.NDArray[Any]
    """[R] of the move, given that the set is reached"""
    value: npt.NDArray[Any]
    """[R] what the mover expects after the move"""
    reach: npt.NDArray[Any]
    """[H] the probability that play reaches the set"""

    @property
    def information_sets(self) -> int:
        return len(self.player)

    @cached_property
    def undefined(self) -> npt.NDArray[np.bool_]:
        """[R] where the value is undefined."""
        if self.exact:
            return np.array([v is None for v in self.value], bool)
        return np.array(np.isnan(self.value), bool)

    def rows(self, information_set: int) -> slice:
        return slice(int(self.first[information_set]), int(self.first[information_set + 1]))


def sheet_of(
    form: SequenceForm,
    strategies: Sequence[Behaviour],
    *,
    exact: bool,
    trembles: Sequence[Trembles] | None = None,
    tree: Tree | None = None,
) -> Sheet:
    """The sheet of a profile of behaviour strategies; with `exact` they are object arrays of Fractions.

    The tree is needed without perfect recall.
    """
    # Whole numbers are far quicker than Fractions, and in a pure profile nearly all are whole.
    lean = [numbers(strategy, exact) for strategy in strategies]
    plans = [plan_of(form, player, strategy) for player, strategy in enumerate(lean)]
    if trembles is None:
        towards: Sequence[tuple[Plan, npt.NDArray[np.int64] | None]] = [(plan, None) for plan in plans]
    else:
        towards = [trembling_plan(form, p, t) for p, t in enumerate(trembles)]
    count = form.moves_count.astype(np.int64)
    first = np.concatenate([offsets(count), [count.sum()]])
    kind: Any = object if exact else np.float64
    probability, value = np.empty(first[-1], kind), np.empty(first[-1], kind)
    reach = np.empty(form.information_sets, kind)
    for player in range(len(form.players)):
        sets = form.sets_of(player)
        own = concatenated(form.first_sequence[sets], count[sets])
        row = concatenated(first[sets], count[sets])
        strategy = strategies[player]
        probability[row] = strategy[own]
        if not form.perfect_recall:
            continue
        payoff, mass, order = _below(form, player, towards, lean[player], exact)
        value[row] = _quotient(payoff[own], mass[own], exact)
        # All moves of a set are followed by the same probability: that of the others and chance playing towards it.
        start = form.first_sequence[sets]
        met = mass[start] * (order[start] == 0) * plans[player][form.parent_sequence[sets]]
        reach[sets] = fractions(met) if exact else met
    if not form.perfect_recall:
        assert tree is not None  # there was one when the profile was certified
        value, reach = _at_nodes(form, tree, plans, first, exact)
        reach = fractions(reach) if exact else reach
    return Sheet(
        players=form.players,
        exact=exact,
        player=form.player.astype(np.int64),
        facts=Facts(form),
        first=first,
        move=moves_of(form),
        probability=probability,
        value=value,
        reach=reach,
    )


def _below(
    form: SequenceForm,
    player: int,
    towards: Sequence[tuple[Plan, npt.NDArray[np.int64] | None]],
    strategy: npt.NDArray[Any],
    exact: bool,
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Payoff and probability of all that follows each own sequence, the player's own earlier moves taken as certain.

    The third column is their order: both are to be multiplied by that power of ε.
    """
    if exact:
        chance = numbers(form.class_reach, exact)[form.leaf_class]
        payoff = numbers([c[player] for c in form.classes], exact)[form.leaf_class]
    else:
        chance = np.array(form.class_reach, np.float64)[form.leaf_class]
        payoff = form.payoff(player)
    others: Any = 1
    order = np.zeros(len(form.leaf_class), np.int64)
    for other, (plan, orders) in enumerate(towards):
        if other != player:
            others = others * plan[form.leaf_sequences[other]]
            if orders is not None:
                order += orders[form.leaf_sequences[other]]
    order[chance == 0] = order.max(initial=0)  # never likelier than others
    own = form.leaf_sequences[player]
    lowest = np.full(form.sequences[player], order.max(initial=0))
    np.minimum.at(lowest, own, order)
    for level in reversed(form.levels(player)):  # the moves of a set are all followed by the same orders
        np.minimum.at(lowest, level.parent, lowest[level.sequences[level.start]])
    others = others * (order == lowest[own])
    sums = [_summed(own, leaves * others, form.sequences[player]) for leaves in (payoff, chance)]
    for level in reversed(form.levels(player)):
        counts = lowest[level.sequences[level.start]] == lowest[level.parent]
        for total in sums:
            after = np.add.reduceat(strategy[level.sequences] * total[level.sequences], level.start)
            np.add.at(total, level.parent[counts], after[counts])
    return sums[0], sums[1], lowest


def _at_nodes(
    form: SequenceForm, tree: Tree, plans: Sequence[Plan], first: npt.NDArray[np.int64], exact: bool
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Value and reach from the tree.

    Nodes of a set exclude each other unless a play can meet it twice: then the first one on the way counts for the
    reach, and all of them, as often as they are met, for the value.
    """
    step = steps(form, tree, plans, chance=True, exact=exact)
    probability = reached(tree, step)
    deciding = np.flatnonzero(tree.information_set >= 0)
    sets = tree.information_set[deciding].astype(np.int64)
    met = _summed(sets, probability[deciding], form.information_sets)
    again = _met_again(tree)
    first_time = deciding[~again[deciding]]
    reach = met
    if again.any():
        reach = _summed(tree.information_set[first_time].astype(np.int64), probability[first_time], len(met))
    behind = np.flatnonzero(tree.information_set[tree.parent] >= 0)
    behind = behind[behind > 0]
    above = tree.parent[behind]
    row = first[tree.information_set[above]] + tree.edge[behind] - tree.automaton.first[tree.state[above]]
    values = np.zeros(tree.nodes, object if exact else np.float64)
    for player in range(len(form.players)):
        own = behind[form.player[tree.information_set[above]] == player]
        values[own] = expected(tree, player, step)[own]
    payoff = _summed(row, probability[above] * values[behind], int(first[-1]))
    return _quotient(payoff, np.repeat(met, form.moves_count), exact), reach


def _met_again(tree: Tree) -> npt.NDArray[np.bool_]:
    """[N] nodes whose information set was met before on the way to them."""
    again = np.zeros(tree.nodes, bool)
    for i in tree.absent_minded().tolist():
        nodes = np.flatnonzero(tree.information_set == i)
        # In preorder a node lies below an earlier one exactly if it stands before the end of that one's subtree.
        again[nodes[1:]] = nodes[1:] < np.maximum.accumulate(tree.end[nodes])[:-1]
    return again


def _summed(keys: npt.NDArray[Any], values: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    if values.dtype != object:
        return np.bincount(keys, weights=values, minlength=size)
    order, start = grouped(keys, size)
    used = np.flatnonzero(start[1:] > start[:-1])
    result = np.zeros(size, object)
    if used.size:
        result[used] = np.add.reduceat(values[order], start[used])
    return result


def _quotient(payoff: npt.NDArray[Any], mass: npt.NDArray[Any], exact: bool) -> npt.NDArray[Any]:
    if exact:
        # Where the moves of all others are certain, there is no need to divide.
        return np.fromiter(
            [(p if m == 1 else p / m) if m else None for p, m in zip(converted(payoff, Fraction), mass)], object
        )
    result = np.full(len(payoff), np.nan)
    np.divide(payoff, mass, out=result, where=mass > 0)
    return result


class Facts(Sequence[tuple[str, ...]]):
    """What the mover knows at each information set, put together when it is read; all at once where all are.

    >>> import galakit as gk
    >>> Facts(gk.load("kuhn").form)[0]
    ('card(1)', 'choosing([pass,bet])')
    """

    def __init__(self, form: SequenceForm) -> None:
        self._form = form

    def __len__(self) -> int:
        return self._form.information_sets

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[str, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | Sequence[tuple[str, ...]]:
        if isinstance(index, slice) or "_all" in self.__dict__:
            return self._all[index]
        return self._form.facts(index)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self._all)

    @cached_property
    def _all(self) -> list[tuple[str, ...]]:
        """Links that sets share are put together once, and come after their parents."""
        form, observations = self._form, self._form.automaton.observations
        known: list[tuple[str, ...]] = []
        for parent, symbol in zip(form.info_parent.tolist(), form.info_symbol.tolist()):
            known.append(known[parent] + observations[symbol] if parent >= 0 else ())
        return [known[link] for link in form.info.tolist()]


def moves_of(form: SequenceForm) -> list[str]:
    """The moves of all information sets, one after the other."""
    automaton = form.automaton
    edges = concatenated(automaton.first[form.state], form.moves_count)
    written, of = np.unique(automaton.move[edges], return_inverse=True)
    texts = np.fromiter([automaton.moves[m] for m in written.tolist()], object)
    moves: list[str] = texts[of.ravel()].tolist()
    return moves
