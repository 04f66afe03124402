"""The proof that comes with every solution: how much each player could gain by deviating, computed independently.

For each player the others' plans are multiplied into the leaves and summed up per own sequence; the best response is
a maximum over the player's information sets, bottom up (von Stengel 1996, section 5). It uses the sequence form
and none of the solvers' code. In an exact game with exact plans all arithmetic is on integers over common denominators,
and a gap of 0 is a proof. An invalid plan raises an error. Without perfect recall `forgetful` does the same on the
tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from galakit.deadline import note
from galakit.errors import GalakitError
from galakit.game.ragged import grouped
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.mapped import room_for
from galakit.progress import CERTIFYING
from galakit.rules.contract import Number
from galakit.solution.shown.numbers import number
from galakit.solution.tree.forgetful import values_and_gains

LEAF, SEQUENCE = 40, 60  # bytes of floating-point certificates for each leaf and each sequence
TOLERANCE = 1e-9  # by which floating-point plans may miss their constraints


@dataclass(frozen=True)
class Certificate:
    """Expected payoffs, and what each player could gain by deviating."""

    value: tuple[Number, ...]
    gains: tuple[Number, ...]
    """best-response value minus own value; rounding can make it slightly negative when not exact"""
    exact: bool
    by: Literal["best responses", "search", "file"] = "best responses"
    """where the numbers come from. Only best responses, computed in this process, check them; `search`: there were too
    many states for that, and the numbers are those of the search that found the value; `file`: the numbers are what a
    saved solution claims"""
    tight: bool = True
    """whether the gains are attained; False where they are upper bounds, because the search for the best response of a
    player without perfect recall was cut short"""

    unchecked: str = ""
    """why the claims of a file were not re-checked"""
    planning: bool = False
    """whether the one player can be at a set twice in a play: then the gain is over all strategies for the start"""

    @property
    def checked(self) -> bool:
        """Whether best responses confirm the numbers; otherwise they are claims."""
        return self.by == "best responses"

    @property
    def in_words(self) -> tuple[str, str]:
        """The claim in one line: the verdict, and the rest of the sentence.

        >>> "".join(Certificate((0.0,), (0.25,), False, by="file", unchecked="more than 50,000 nodes").in_words)
        'not re-checked (more than 50,000 nodes): the file claims that no player can gain more than 0.25'
        """
        most = f"that no player can gain more than {number(self.gap)}"
        if self.planning:
            most = "that no strategy that is decided on before the start gets "
            most += "more" if self.gap == 0 else f"over {number(self.gap)} more"
        if self.by == "file":
            why = f" ({self.unchecked})" if self.unchecked else ""
            return "not re-checked", f"{why}: the file claims {most}"
        if self.by == "search":
            return "not certified", f": the search alone says {most}"
        how = "exactly" if self.exact else "in floating point"
        short = "" if self.tight else " (the search for what a player who forgets can gain was cut short)"
        return "certified", f" {how}: {most.removeprefix('that ')}{short}"

    @property
    def gap(self) -> Number:
        """The largest gain: 0 in an equilibrium."""
        return max((0, *self.gains))


def certify(
    form: SequenceForm, plans: Sequence[Sequence[Number] | npt.NDArray[Any]], tree: Tree | None = None
) -> Certificate:
    """The certificate of one plan per player; exact when the game and all plans are (no float anywhere).

    Without perfect recall a plan holds the probabilities of the moves at the information sets, and the tree is needed.
    """
    if len(plans) != len(form.players):
        raise GalakitError(f"{len(plans)} plans are given, but the game has {len(form.players)} players", id="GK609")
    exact = form.exact and not any(_has_floats(plan) for plan in plans)
    if not form.perfect_recall:
        value, gains, tight = values_and_gains(form, tree, plans, exact=exact)
        exact = exact and not any(isinstance(gain, float) for gain in gains)
        planning = tree is not None and bool(tree.absent_minded().size)
        return Certificate(value if exact else tuple(map(float, value)), gains, exact, tight=tight, planning=planning)
    if exact:
        return _exact(form, [_whole(plan) for plan in plans])
    leaves, sequences = len(form.leaf_class), sum(form.sequences)
    with room_for(leaves * LEAF + sequences * SEQUENCE, f"certifying {sequences:,} sequences and {leaves:,} leaves"):
        vectors = [np.array(plan, np.float64) for plan in plans]
        for player, vector in enumerate(vectors):
            _check(form, player, vector, 1.0, TOLERANCE)
        expects, gained = [], []
        for player, own in enumerate(vectors):
            _tell(player, 0, len(vectors))
            values = _sequence_values(form, player, form.payoff(player), vectors)
            expects.append(float((values * own).sum()))
            gained.append(float(_best(form, player, values)) - expects[-1])
        return Certificate(tuple(expects), tuple(gained), False)


def claimed(value: float, gap: float, constant: float) -> Certificate:
    """What a search says itself of plans for a constant sum: the first player's value, and a bound on all gains."""
    return Certificate((value, constant - value), (gap, gap), False, by="search", tight=False)


def _tell(player: int, done: int, players: int) -> None:
    """Each player's share of the work has a step for each player, and one more."""
    note(CERTIFYING, player * (players + 1) + done, players * (players + 1))


def _has_floats(plan: Sequence[Number] | npt.NDArray[Any]) -> bool:
    if isinstance(plan, np.ndarray) and plan.dtype != object:
        return plan.dtype.kind == "f"
    return any(issubclass(kind, (float, np.floating)) for kind in set(map(type, plan)))


def _exact(form: SequenceForm, plans: list[tuple[npt.NDArray[Any], int]]) -> Certificate:
    vectors = [vector for vector, _ in plans]
    for player, (vector, denominator) in enumerate(plans):
        _check(form, player, vector, denominator, 0)
    value: list[Number] = []
    gains: list[Number] = []
    for player, (own, denominator) in enumerate(plans):
        _tell(player, 0, len(plans))
        classes, scale = _whole([weighted[player] for weighted in form.classes])
        values = _sequence_values(form, player, classes[form.leaf_class], vectors)
        for other, (_, d) in enumerate(plans):
            scale *= d if other != player else 1
        value.append(Fraction(int(values @ own), scale * denominator))
        gains.append(Fraction(int(_best(form, player, values)), scale) - value[-1])
    return Certificate(tuple(value), tuple(gains), True)


def _whole(numbers: Sequence[Number] | npt.NDArray[Any]) -> tuple[npt.NDArray[Any], int]:
    """Rational numbers as integers (Python's, in an object array) over one denominator."""
    fractions = [x if isinstance(x, (int, Fraction)) else Fraction(x) for x in numbers]
    denominator = lcm(*{x.denominator for x in fractions})
    whole = np.fromiter([x.numerator * (denominator // x.denominator) for x in fractions], object)
    return whole, denominator


def _sequence_values(
    form: SequenceForm, player: int, leaves: npt.NDArray[Any], plans: list[npt.NDArray[Any]]
) -> npt.NDArray[Any]:
    """The payoff of each own sequence at the leaves where it is the last, against the others' plans."""
    for other, plan in enumerate(plans):
        if other != player:
            leaves = leaves * plan[form.leaf_sequences[other]]
        _tell(player, other + 1, len(plans))
    own = form.leaf_sequences[player]
    if leaves.dtype != object:
        return np.bincount(own, weights=leaves, minlength=form.sequences[player])
    order, start = grouped(own, form.sequences[player])
    used = np.flatnonzero(start[1:] > start[:-1])
    values = np.zeros(form.sequences[player], object)
    values[used] = np.add.reduceat(leaves[order], start[used])
    return values


def _best(form: SequenceForm, player: int, values: npt.NDArray[Any]) -> Any:
    """The best-response value: deeper information sets first, each adding its best move to its parent sequence."""
    total = values.copy()
    for level in reversed(form.levels(player)):
        np.add.at(total, level.parent, np.maximum.reduceat(total[level.sequences], level.start))
    return total[0]


def _check(form: SequenceForm, player: int, plan: npt.NDArray[Any], one: Any, tolerance: float) -> None:
    """x >= 0, x[0] = 1, and E x = e, up to the tolerance; `one` is 1, as the common denominator of integer plans."""
    name = form.players[player]
    if len(plan) != form.sequences[player]:
        raise GalakitError(
            f"the plan of {name} has {len(plan)} weights for {form.sequences[player]} sequences", id="GK609"
        )
    if plan.dtype != object and not np.isfinite(plan).all():
        raise GalakitError(f"the plan of {name} is no plan: not all its weights are numbers", id="GK609")
    if (plan < -tolerance).any():
        raise GalakitError(f"the plan of {name} is no plan: a weight is negative", id="GK609")
    if abs(plan[0] - one) > tolerance:
        raise GalakitError(f"the plan of {name} is no plan: the empty sequence must have weight 1", id="GK609")
    for level in form.levels(player):
        wrong = abs(np.add.reduceat(plan[level.sequences], level.start) - plan[level.parent]) > tolerance
        if wrong.any():
            facts = ", ".join(form.facts(int(level.sets[np.argmax(wrong)])))
            raise GalakitError(
                f"the plan of {name} is no plan: at an information set the weights of the moves do not sum to its own",
                notes=[f"the player knows there: {facts}"],
                id="GK609",
            )
