"""The proof that comes with a correlation plan: it is one, and what each player could gain by not following it.

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


def certify_correlated(form: SequenceForm, plan: Mapping[tuple[int, int], Number], concept: str) -> Certificate:
    """Expected payoffs, and the most that each player can gain in expectation by not following at one trigger."""
    exact = form.exact and not any(isinstance(x, float) for x in plan.values())
    _check(form, plan, 0 if exact else ROUNDING)
    value: list[Number] = []
    gains: list[Number] = []
    for player in (0, 1):
        weight = plan if player == 0 else {(t, s): x for (s, t), x in plan.items()}
        paid: dict[int, dict[int, Number]] = defaultdict(lambda: defaultdict(lambda: 0))
        for s, t, c in zip(
            form.leaf_sequences[player].tolist(), form.leaf_sequences[1 - player].tolist(), form.leaf_class.tolist()
        ):
            u = form.classes[c][player]
            paid[s][t] += Fraction(u) if exact else float(u)
        sets = form.sets_of(player).tolist()
        parent = {i: int(form.parent_sequence[i]) for i in sets}
        moves = {
            i: range(int(form.first_sequence[i]), int(form.first_sequence[i] + form.moves_count[i])) for i in sets
        }
        # What following brings from each sequence on, and from each information set on.
        follow: dict[int, Number] = {
            s: sum((u * weight[s, t] for t, u in paid[s].items()), 0) for s in range(form.sequences[player])
        }
        for i in reversed(sets):
            follow[parent[i]] += sum(follow[s] for s in moves[i])
        value.append(follow[0])

        def deviate(roots: list[int], heard: int) -> Number:
            """The most from these sets on, while the other follows what was planned together with `heard`."""
            inside = set(roots)
            after: dict[int, Number] = defaultdict(lambda: 0)
            for i in sets:  # a set comes after the sets before it
                if parent[i] and set_of[parent[i]] in inside:
                    inside.add(i)
            worth: dict[int, Number] = {}
            for i in reversed(sets):
                if i in inside:
                    worth[i] = max(
                        sum((u * weight[heard, t] for t, u in paid[s].items()), 0) + after[s] for s in moves[i]
                    )
                    after[parent[i]] += worth[i]
            return sum((worth[i] for i in roots), 0)

        set_of = {s: i for i in sets for s in moves[i]}
        best: Number = 0
        if concept == "nfcce":
            roots = [i for i in sets if parent[i] == 0]
            best = max(best, deviate(roots, 0) - sum((follow[s] for i in roots for s in moves[i]), 0))
        for i in sets if concept != "nfcce" else ():
            if concept == "efce":
                best = max(best, *(deviate([i], s) - follow[s] for s in moves[i]))
            else:
                best = max(best, deviate([i], parent[i]) - sum(follow[s] for s in moves[i]))
        gains.append(best)
    return Certificate(tuple(value), tuple(gains), exact)


def _check(form: SequenceForm, plan: Mapping[tuple[int, int], Number], slack: float) -> None:
    """A plan: no weight is negative, that of nothing is 1, and the moves of a set share the weight of its parent."""
    if abs(plan[0, 0] - 1) > slack or any(x < -slack for x in plan.values()):
        raise GalakitError("this is no correlation plan: a weight is negative, or the whole is not 1", id="GK609")
    for player in (0, 1):
        weight = plan if player == 0 else {(t, s): x for (s, t), x in plan.items()}
        partners: dict[int, list[int]] = defaultdict(list)
        for s, t in weight:
            partners[s].append(t)
        for i in form.sets_of(player).tolist():
            first, count = int(form.first_sequence[i]), int(form.moves_count[i])
            for t in partners[first]:
                total = sum(weight[s, t] for s in range(first, first + count))
                if abs(total - weight[int(form.parent_sequence[i]), t]) > slack:
                    raise GalakitError("this is no correlation plan: weights of moves do not sum to their own", id="GK609")
