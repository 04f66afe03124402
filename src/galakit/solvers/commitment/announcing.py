"""What other announcements would bring: one probability of a commitment is changed, and the follower replies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from galakit.errors import GalakitError
from galakit.game.realization import plan_of
from galakit.solvers.commitment.commitment import Commitment
from galakit.solvers.commitment.proof import best_replies

POINTS = 401


@dataclass(frozen=True, eq=False)
class Announcements:
    """Both players' payoffs as one probability of the leader's goes from 0 to 1; ties in the leader's favour."""

    facts: tuple[str, ...]
    """of the information set"""
    move: str
    committed: float
    """the probability in the commitment"""
    across: list[float]
    leader: list[float]
    follower: list[float]


def announcements(made: Commitment) -> Announcements:
    """The probability of the first move that is mixed, or else of the first move that is made where there are others.

    The other moves at that information set keep their proportions, and those elsewhere their probabilities.
    """
    assert made.solution.game is not None
    form = made.solution.game.form
    leader = made.solution.player(made.leader)
    strategy = made.solution.strategies[leader].astype(float)
    sets = [i for i in form.sets_of(leader).tolist() if form.moves_count[i] > 1]
    if not sets:
        raise GalakitError(f"there is nothing to draw: {made.leader} has no choice", id="GK691")
    own = {i: slice(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i])) for i in sets}
    plan = plan_of(form, leader, strategy)
    here = next((i for i in sets if 0 < strategy[own[i]].max() < 1 and plan[own[i]].sum() > 0), sets[0])
    shares = strategy[own[here]].copy()
    k = int(np.flatnonzero(shares > 0)[0])
    rest = np.delete(shares, k)
    rest = rest / rest.sum() if rest.sum() > 0 else np.full(len(rest), 1 / len(rest))
    across = np.union1d(np.linspace(0, 1, POINTS), [shares[k]]).tolist()
    paid = []
    for p in across:
        strategy[own[here]] = np.insert(rest * (1 - p), k, p)
        replies = best_replies(form, leader, plan_of(form, leader, strategy))
        paid.append((float(replies.leader), float(replies.follower)))
    leads, follows = (list(own) for own in zip(*paid))
    return Announcements(form.facts(here), form.moves(here)[k], float(shares[k]), across, leads, follows)
