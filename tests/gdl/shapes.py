"""Sequence forms in names of our choice: two are the same game if they look the same in common names."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction


def leaves(form, set_name, move_name=lambda form, i, k: form.moves(i)[k], unit=1, least=0):
    """For each combination of own moves, in order and by name, that ends plays: their probability and payoffs.

    Choices between one move are left out: they decide nothing. Payoffs are `unit` times those of the form, plus
    `least`; chance moves that are copies of each other add up.
    """
    path = [{0: ()} for _ in form.players]
    for i in range(form.information_sets):
        player, first = int(form.player[i]), int(form.first_sequence[i])
        before = path[player][int(form.parent_sequence[i])]
        for k in range(int(form.moves_count[i])):
            made = ((set_name(form, i), move_name(form, i, k)),) if form.moves_count[i] > 1 else ()
            path[player][first + k] = before + made
    found = defaultdict(lambda: [Fraction(0)] * (1 + len(form.players)))
    for row, kind in enumerate(form.leaf_class.tolist()):
        own = tuple(path[p][int(form.leaf_sequences[p, row])] for p in range(len(form.players)))
        reach = Fraction(form.class_reach[kind])
        worth = [unit * Fraction(x) + least * reach for x in form.classes[kind]]
        found[own] = [a + b for a, b in zip(found[own], [reach, *worth])]
    return {own: total for own, total in found.items() if total[0]}


def telling(form, i):
    """What the player knows at a set, without what only says that a turn passed or which moves there are."""
    return tuple(f for f in form.facts(i) if f != "nothing" and not f.startswith("choosing("))
