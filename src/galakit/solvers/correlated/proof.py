"""The certificate of a correlation plan: its validity, and what each player could gain by not following it.

Nothing here is shared with the linear programme: deviations are evaluated from the last information sets to the first,
trigger by trigger. With fractions everything is exact, and a gain of 0 is a proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.certificate import Certificate

ROUNDING = 1e-7  # by which floating-point weights may miss their constraints

Weights = Mapping[tuple[int, int], Number]


def certify_correlated(form: SequenceForm, plan: Weights, concept: str) -> Certificate:
    """Expected payoffs, and the most that each player can gain in expectation by not following at one trigger."""
    exact = form.exact and not any(isinstance(x, float) for x in plan.values())
    _check(form, plan, 0 if exact else ROUNDING)
    players = [_Player(form, p, plan, exact) for p in (0, 1)]
    gains = [max(0, *player.gains(concept)) if player.sets else 0 for player in players]
    return Certificate(tuple(player.follow[0] for player in players), tuple(gains), exact)


class _Player:
    """One player's side of a plan."""

    def __init__(self, form: SequenceForm, player: int, plan: Weights, exact: bool) -> None:
        self.weight = _seen_by(player, plan)
        self.sets: list[int] = form.sets_of(player).tolist()
        self.parent = {i: int(form.parent_sequence[i]) for i in self.sets}
        self.moves = {
            i: range(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i])) for i in self.sets
        }
        self.set_of = {s: i for i in self.sets for s in self.moves[i]}
        self.paid: dict[int, dict[int, Number]] = {s: {} for s in range(form.sequences[player])}
        """what the leaves pay after each own sequence, by the other's last sequence"""
        own, others = form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist()
        for s, t, c in zip(own, others, form.leaf_class.tolist()):
            u = form.classes[c][player]
            self.paid[s][t] = self.paid[s].get(t, 0) + (Fraction(u) if exact else float(u))
        self.follow = {s: self._leaves(s, s) for s in self.paid}
        """the value of following from each sequence on"""
        for i in reversed(self.sets):
            self.follow[self.parent[i]] += self._followed(i)

    def _leaves(self, sequence: int, heard: int) -> Number:
        """The payoff of the leaves right after a sequence while the other follows what comes with `heard`."""
        return sum((u * self.weight[heard, t] for t, u in self.paid[sequence].items()), 0)

    def _followed(self, information_set: int) -> Number:
        return sum((self.follow[s] for s in self.moves[information_set]), 0)

    def gains(self, concept: str) -> list[Number]:
        """The gain of not following, for each trigger."""
        if concept == "nfcce":
            roots = [i for i in self.sets if self.parent[i] == 0]
            return [self._best(roots, 0) - sum((self._followed(i) for i in roots), 0)]
        if concept == "efcce":
            return [self._best([i], self.parent[i]) - self._followed(i) for i in self.sets]
        return [self._best([i], s) - self.follow[s] for i in self.sets for s in self.moves[i]]

    def _best(self, roots: list[int], heard: int) -> Number:
        """The best value from these sets on, while the other follows the recommendations that come with `heard`."""
        inside = set(roots)
        for i in self.sets:  # a set has a larger number than those before it
            if self.parent[i] and self.set_of[self.parent[i]] in inside:
                inside.add(i)
        after: dict[int, Number] = defaultdict(int)
        best: dict[int, Number] = {}
        for i in reversed(self.sets):
            if i in inside:
                best[i] = max(self._leaves(s, heard) + after[s] for s in self.moves[i])
                after[self.parent[i]] += best[i]
        return sum((best[i] for i in roots), 0)


def _seen_by(player: int, plan: Weights) -> Weights:
    """The weights with the player's own sequence first."""
    return plan if player == 0 else {(t, s): x for (s, t), x in plan.items()}


def _check(form: SequenceForm, plan: Weights, slack: float) -> None:
    """Check a plan: no weight is negative, the empty pair has weight 1, and moves share the weight of their parent."""
    if not -slack <= plan[0, 0] - 1 <= slack or min(plan.values()) < -slack:
        raise GalakitError("this is no correlation plan: a weight is negative, or the whole is not 1", id="GK609")
    for player in (0, 1):
        weight = _seen_by(player, plan)
        partners: dict[int, list[int]] = defaultdict(list)
        for s, t in weight:
            partners[s].append(t)
        for i in form.sets_of(player).tolist():
            first, count = int(form.first_sequence[i]), int(form.moves_count[i])
            for t in partners[first]:
                missing = weight[int(form.parent_sequence[i]), t] - sum(weight[first + k, t] for k in range(count))
                if not -slack <= missing <= slack:
                    raise GalakitError(
                        "this is no correlation plan: the weights of moves do not sum to that of their parent",
                        id="GK609",
                    )
