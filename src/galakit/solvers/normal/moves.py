"""Iterated elimination of dominated moves on the sequence form of two players, before anything is solved.

Gilpin & Sandholm (2006, section 5) shrink the linear programme of a large game this way. A continuation of a move fixes
all of the player's later decisions; its value is a linear function of the other's plan (`functionals`). A move is
dominated when each of its continuations is nowhere better on the other's treeplex than some continuation of another
move at the same information set, or when a mixture of such continuations is nowhere worse than any of its own
(`mixed_moves`). Continuations are counted from the last information sets up, without dominated ones; a move with more
than a few is kept. Eliminated moves shrink the treeplex against which the other player's moves are compared, so the
players alternate.

Every equilibrium of the reduced game is one of the whole game, since an eliminated move is never better than those that
dominate it. Equally good moves count as dominated by the first of them, so equilibria may be lost, but never all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.realization import Plan
from galakit.game.sequence_form import SequenceForm
from galakit.solvers.normal.functionals import Functional, Treeplex, difference, mixed, plus
from galakit.solvers.normal.mixed_moves import dominating_mixture

if TYPE_CHECKING:
    from galakit.game.game import Game

Continuations: TypeAlias = list[Functional] | None
"""one function for each continuation; None when there are too many"""
Kind: TypeAlias = Literal["strictly", "weakly", "equally"]
"""always worse where the set is reached, sometimes, or never"""


KINDS: tuple[Kind, ...] = ("strictly", "weakly", "equally")


@dataclass(frozen=True)
class Dominated:
    """An eliminated move, and what is never worse, as sequences of the player."""

    player: int
    information_set: int
    sequence: int
    by: tuple[tuple[int, Fraction], ...]
    """moves at the same information set, with the weights of their continuations"""
    kind: Kind
    """the weakest kind of its continuations"""


@dataclass(frozen=True, eq=False)
class MoveElimination:
    """The moves eliminated in each round, and the sequences left; continuations of an eliminated move are gone, too."""

    rounds: tuple[tuple[Dominated, ...], ...]
    kept: tuple[npt.NDArray[np.int64], ...]
    """[players] the sequences that are left"""

    def widened(self, form: SequenceForm, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Plans of the reduced form as plans of the whole one."""
        wide = []
        for plan, own, many in zip(plans, self.kept, form.sequences):
            weights = np.full(many, 0 * plan[0], plan.dtype)
            weights[own] = plan
            wide.append(weights)
        return tuple(wide)


def too_many_strategies(game: Game) -> bool:
    """Whether a game of two has too many strategies to list, so that only its moves can be compared."""
    from galakit.game.normal_form import LIMIT_ENTRIES, fewest_strategies

    form = game.form
    if len(form.players) != 2 or not form.perfect_recall:
        return False
    fewest = [fewest_strategies(form, p) for p in (0, 1)]  # counting them takes long in large games
    return fewest[0] * fewest[1] > LIMIT_ENTRIES or max(prod(game.normal_form().shape), prod(form.sequences)) > (
        LIMIT_ENTRIES
    )


def eliminate_moves(
    form: SequenceForm, *, limit: int = 2, mixtures: bool = False, stop: Callable[[], bool] = lambda: False
) -> MoveElimination:
    """Eliminate dominated moves until there are none, or until `stop` says so (moves eliminated by then stay out).

    Moves with more than `limit` continuations are kept. With `mixtures`, mixtures of other moves dominate, too.

    >>> import galakit as gk
    >>> form = gk.load("kuhn").form
    >>> found = eliminate_moves(form)
    >>> [len(one) for one in found.rounds], [len(own) for own in found.kept]
    ([6, 1], [10, 9])
    """
    if len(form.players) != 2 or not form.perfect_recall:
        raise GalakitError(
            "dominated moves are looked for in games of two players who forget nothing",
            hint="`galakit dominance` without --moves takes any number of players",
            id="GK622",
        )
    sides = (Treeplex(form, 0), Treeplex(form, 1))
    rounds: list[tuple[Dominated, ...]] = []
    while gone := [found for p in (0, 1) for found in _pass(p, sides[p], sides[1 - p], limit, mixtures, stop)]:
        rounds.append(tuple(gone))
    return MoveElimination(tuple(rounds), tuple(np.flatnonzero(side.alive) for side in sides))


def _pass(
    player: int, own: Treeplex, other: Treeplex, limit: int, mixtures: bool, stop: Callable[[], bool]
) -> list[Dominated]:
    """One player's information sets from the last to the first."""
    gone: list[Dominated] = []
    known: dict[int, Continuations] = {}
    for k in reversed(range(len(own.sets))):
        if not own.alive[own.parent[k]]:
            continue
        moves = own.moves(k)
        after = {s: _continuations(s, own, other, known, limit) for s in moves}
        best = listed = [(s, function) for s in moves for function in after[s] or ()]
        if len(moves) > 1 and not stop():
            best = _undominated(listed, other)
            for s in moves:
                if (own_ways := after[s]) and s not in {t for t, _ in best}:
                    pairs = [(next((t, g) for t, g in best if _never_worse(g, f, other)), f) for f in own_ways]
                    by = tuple((t, Fraction(1)) for t in dict.fromkeys(t for (t, _), _ in pairs))
                    kinds = [_kind(g, f, own.reach(k), other) for (_, g), f in pairs]
                    gone.append(Dominated(player, own.sets[k], s, by, max(kinds, key=KINDS.index)))
                    own.remove(s)
            if mixtures:
                best = _unmixed(player, k, best, own, other, gone, stop)
        open_ended = any(after[s] is None for s in moves) or len(best) > limit
        known[k] = None if open_ended else [function for _, function in best]
    return gone


def _unmixed(
    player: int,
    k: int,
    best: list[tuple[int, Functional]],
    own: Treeplex,
    other: Treeplex,
    gone: list[Dominated],
    stop: Callable[[], bool],
) -> list[tuple[int, Functional]]:
    """The continuations left without moves that a mixture of the others' continuations dominates."""
    for s in sorted({t for t, _ in best}):
        mine, rest = [f for t, f in best if t == s], [(t, g) for t, g in best if t != s]
        if stop() or len(rest) < 2:
            break
        weights = dominating_mixture(mine, [g for _, g in rest], other)
        if weights is None:
            continue
        mixture, unit = mixed([g for _, g in rest], weights)
        scaled = [{t: unit * v for t, v in f.items()} for f in mine]
        if not all(_never_worse(mixture, f, other) for f in scaled):
            raise AssertionError("a mixture that dominates did not pass its proof")
        shares: dict[int, Fraction] = {}
        for (t, _), w in zip(rest, weights):
            shares[t] = shares.get(t, Fraction(0)) + w
        by = tuple((t, w) for t, w in shares.items() if w)
        kinds = [_kind(mixture, f, own.reach(k), other) for f in scaled]
        gone.append(Dominated(player, own.sets[k], s, by, max(kinds, key=KINDS.index)))
        own.remove(s)
        best = rest
    return best


def _continuations(
    sequence: int, own: Treeplex, other: Treeplex, known: dict[int, Continuations], limit: int
) -> Continuations:
    """The continuations of a sequence: combinations of one for each information set that may come next."""
    parts = [known[k] for k in own.below[sequence]]
    if any(part is None for part in parts) or prod(len(part or ()) for part in parts) > limit:
        return None
    functions: list[Functional] = [{t: v for t, v in own.rows[sequence].items() if other.alive[t]}]
    for part in parts:
        functions = [plus(f, g) for f in functions for g in part or ()]
    return functions


def _undominated(listed: list[tuple[int, Functional]], other: Treeplex) -> list[tuple[int, Functional]]:
    """Moves with continuations, such that each continuation left out is never better than one of these."""
    best: list[tuple[int, Functional]] = []
    for s, function in listed:
        if not any(_never_worse(g, function, other) for _, g in best):
            best = [(t, g) for t, g in best if not _never_worse(function, g, other)]
            best.append((s, function))
    return best


def _never_worse(good: Functional, bad: Functional, other: Treeplex) -> bool:
    gain = difference(good, bad)
    if not gain or min(gain.values()) > 0:
        return True
    if max(gain.values()) < 0:  # the other can play towards any sequence
        return False
    return other.least(gain) >= 0


def _kind(good: Functional, bad: Functional, reach: Functional, other: Treeplex) -> Kind:
    """How a continuation that is never better is worse.

    At a pure plan of the other the gain and the reach of the set are whole numbers: where the set is reached, a gain
    that is not 0 is at least 1, and as many times that as there is reach at most exceed the reach.
    """
    gain = difference(good, bad)
    if not gain or other.least({t: -v for t, v in gain.items()}) >= 0:
        return "equally"
    most = sum(reach.values())
    strict = difference({t: most * v for t, v in gain.items()}, {t: v for t, v in reach.items() if other.alive[t]})
    return "strictly" if other.least(strict) >= 0 else "weakly"


def reduced(form: SequenceForm, found: MoveElimination) -> SequenceForm:
    """The sequence form of the remaining sequences, for solvers: moves are no longer those of the rules' states."""
    number = []  # new numbers of the sequences, -1 for those that are gone
    for left, many in zip(found.kept, form.sequences):
        new = np.full(many, -1, np.int32)
        new[left] = np.arange(len(left))
        number.append(new)
    sets = [i for i in range(form.information_sets) if number[int(form.player[i])][int(form.parent_sequence[i])] >= 0]
    players, parents = form.player[sets].tolist(), form.parent_sequence[sets].tolist()
    moves = zip(players, form.first_sequence[sets].tolist(), form.moves_count[sets].tolist())
    own = [new[new >= 0] for p, first, count in moves for new in [number[p][first : first + count]]]
    leaves = np.array([new[column] for new, column in zip(number, form.leaf_sequences)])
    there = (leaves >= 0).all(axis=0)
    return replace(
        form,
        player=form.player[sets],
        first_sequence=np.array([new[0] for new in own], np.int32),
        moves_count=np.array([len(new) for new in own], np.int32),
        parent_sequence=np.array([number[p][s] for p, s in zip(players, parents)], np.int32),
        info=form.info[sets],
        state=form.state[sets],
        sequences=tuple(len(left) for left in found.kept),
        leaf_sequences=leaves[:, there],
        leaf_class=form.leaf_class[there],
    )


def programme_size(form: SequenceForm) -> tuple[int, int]:
    """Rows and columns of the sequence-form linear programme."""
    sets = [len(form.sets_of(player)) for player in (0, 1)]
    return 1 + sets[0] + form.sequences[1], form.sequences[0] + 1 + sets[1]
