"""The sequential equilibrium nearest to a profile that is none: which threats must be given up, and what instead?

For two players, quasi-perfect equilibria at the ends of several paths, one of which leaves from the profile itself; for
more, what the method `credible` finds. Then the profile's own play is put back wherever that is still a sequential
equilibrium. Of those found, the one that differs at the fewest information sets; others, still nearer, may exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.game.realization import Behaviour, plan_of
from galakit.rules.contract import Number
from galakit.solution.assess.sequential import is_sequential, judged_strategies
from galakit.solution.certificate import Certificate, certify
from galakit.solution.tree.continuation_values import ContinuationValues

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.sequence_form import SequenceForm
    from galakit.game.tree import Tree
    from galakit.progress import Progress
    from galakit.solution.profile import Profile
    from galakit.solution.solution import Solution

RANDOM_STARTS = 6
QUICK_SEQUENCES = 300  # of both players: a path takes about a second
QUICK_NODES = 20_000  # of the tree, times the information sets that differ, each of which is tried by itself
SAME = 1e-9  # probabilities in floating point that differ by no more


@dataclass(frozen=True)
class Difference:
    """An information set at which two profiles play differently."""

    player: str
    information_set: int
    facts: tuple[str, ...]
    before: dict[str, Number]
    """move -> probability in the profile"""
    instead: dict[str, Number]
    """move -> probability in the sequential equilibrium"""


@dataclass(frozen=True, eq=False)
class Nearest:
    """A sequential equilibrium, and where it differs from a profile."""

    strategies: tuple[Behaviour, ...]
    certificate: Certificate
    differences: tuple[Difference, ...]


def nearest_sequential(
    what: Solution | Game,
    profile: Profile | None = None,
    *,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Nearest | None:
    """The sequential equilibrium nearest to a solution, or to a profile of a game, of those found; None without any.

    >>> import galakit as gk
    >>> game = gk.load("ultimatum")
    >>> def fair(facts, moves):
    ...     return "refuse" if facts[0] in ("offer(0)", "offer(1)") else "accept"
    >>> found = gk.nearest_sequential(game, {"proposer": {"": "2"}, "responder": fair})
    >>> [(d.player, d.facts[0]) for d in found.differences], found.certificate.gap
    ([('proposer', 'choosing([0,1,2,3,4])'), ('responder', 'offer(1)')], 0)
    """
    game, form, tree, strategies = judged_strategies(what, profile)
    deadline = Deadline.of(time_limit)
    best: Nearest | None = None
    tried: list[Sequence[Behaviour]] = []
    for found in _candidates(game, strategies, deadline, progress):
        again = any(_same(found, other) for other in tried)
        tried.append(found)
        if again or not is_sequential(ContinuationValues(form, tree, found)):
            continue
        fewer = form.information_sets + 1 if best is None else len(best.differences)
        nearer = _reverted(form, tree, strategies, found, fewer, deadline)
        differences = tuple(_differences(form, strategies, nearer))
        if len(differences) < fewer:
            plans = [plan_of(form, player, strategy) for player, strategy in enumerate(nearer)]
            best = Nearest(tuple(nearer), certify(form, plans), differences)
    return best


def _same(one: Sequence[Behaviour], other: Sequence[Behaviour]) -> bool:
    return all((a == b).all() for a, b in zip(one, other))


def _reverted(
    form: SequenceForm,
    tree: Tree,
    strategies: Sequence[Behaviour],
    found: Sequence[Behaviour],
    fewer: int,
    deadline: Deadline | None,
) -> Sequence[Behaviour]:
    """A sequential equilibrium in which the strategies are kept wherever another one need not be played.

    The work ends when it differs at as many information sets as another one does, or at the deadline.
    """
    different = list(_differences(form, strategies, found))
    if tree.nodes * len(different) > QUICK_NODES:
        return found
    needed = 0
    for here in different:
        if needed >= fewer or (deadline is not None and not deadline.left):
            break
        player = form.players.index(here.player)
        own = _moves(form, here.information_set)
        tried = [strategy.copy() for strategy in found]
        tried[player][own] = strategies[player][own]
        if is_sequential(ContinuationValues(form, tree, tried)):
            found = tried
        else:
            needed += 1
    return found


def _candidates(
    game: Game, strategies: Sequence[Behaviour], deadline: Deadline | None, progress: Progress | None
) -> Iterator[Sequence[Behaviour]]:
    """Profiles that may be sequential equilibria, until the time is over."""
    form = game.form
    try:
        if len(form.players) == 2 and sum(form.sequences) <= QUICK_SEQUENCES:
            yield from _quasi_perfect(form, strategies, None if deadline is None else deadline.ends, progress)
        else:
            from galakit.solvers.solve import solve

            left = None if deadline is None else deadline.left
            yield solve(game, credible=True, time_limit=left, progress=progress).strategies
    except GalakitError:  # the time is over, or the game suits none of our methods
        return


def _quasi_perfect(
    form: SequenceForm, strategies: Sequence[Behaviour], deadline: float | None, progress: Progress | None
) -> Iterator[Sequence[Behaviour]]:
    from galakit.solvers.lemke.start import COVERING, from_profile, from_random_moves
    from galakit.solvers.refine.lexicographic import lexicographic_trembles

    draw = Random(0)
    others = (from_random_moves(form, draw) for _ in range(RANDOM_STARTS))
    for start in (from_profile(form, strategies), COVERING, *others):
        trembles, _ = lexicographic_trembles(form, start, deadline=deadline, progress=progress)
        yield [t.behaviour for t in trembles]


def _differences(
    form: SequenceForm, strategies: Sequence[Behaviour], others: Sequence[Behaviour]
) -> Iterator[Difference]:
    for i in range(form.information_sets):
        player = int(form.player[i])
        before, instead = strategies[player][_moves(form, i)], others[player][_moves(form, i)]
        if np.abs(before.astype(float) - instead.astype(float)).max() > SAME:
            moves = form.moves(i)
            yield Difference(
                form.players[player],
                i,
                form.facts(i),
                dict(zip(moves, before.tolist())),
                dict(zip(moves, instead.tolist())),
            )


def _moves(form: SequenceForm, information_set: int) -> slice:
    first = int(form.first_sequence[information_set])
    return slice(first, first + int(form.moves_count[information_set]))
