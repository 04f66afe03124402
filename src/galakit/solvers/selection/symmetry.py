"""Games in which two players are interchangeable: which sequence of one corresponds to which of the other.

Information sets that have the same facts once the players' names are exchanged, and moves of the same name, are tried
first; then the order of `canonical`, which finds symmetries that rename moves (each likes another opera). Either is a
symmetry only if the exchange leaves all constraints and payoffs as they are, which is checked. Every finite symmetric
game has an equilibrium in which all players play alike (Nash 1951).
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np

from galakit.errors import GalakitError
from galakit.game.canonical import canonical
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.facts import informative


def symmetry(form: SequenceForm) -> list[int]:
    """For each sequence of the first player, that of the second; an error where the players are not interchangeable.

    >>> import galakit as gk
    >>> symmetry(gk.load("stag_hunt").form)
    [0, 1, 2]
    """
    for found in (_by_names(form), _by_places(form)):
        if found is not None and _is_symmetry(form, found):
            return found
    first, second = form.players
    raise GalakitError(
        f"the players are not interchangeable: exchanging {first} and {second} changes the game",
        hint="`--prefer symmetric` is for symmetric games; --prefer welfare suits all of two players",
        id="GK720",
    )


def _by_names(form: SequenceForm) -> list[int] | None:
    first, second = form.players
    names = re.compile(rf"\b({re.escape(first)}|{re.escape(second)})\b")

    def exchanged(text: str) -> str:
        return names.sub(lambda match: second if match[0] == first else first, text)

    theirs = {informative(form.facts(i)): i for i in form.sets_of(1).tolist()}
    found = [0] * form.sequences[0]
    for i in form.sets_of(0).tolist():
        j = theirs.get(tuple(map(exchanged, informative(form.facts(i)))))
        if j is None:
            return None
        moves = {move: k for k, move in enumerate(form.moves(j))}
        for k, move in enumerate(map(exchanged, form.moves(i))):
            if move not in moves:
                return None
            found[int(form.first_sequence[i]) + k] = int(form.first_sequence[j]) + moves[move]
    return found


def _by_places(form: SequenceForm) -> list[int] | None:
    if form.sequences[0] != form.sequences[1]:
        return None
    exchanged = replace(
        form,
        players=form.players[::-1],
        player=(1 - form.player).astype(form.player.dtype),
        sequences=form.sequences[::-1],
        leaf_sequences=form.leaf_sequences[::-1],
        classes=[each[::-1] for each in form.classes],
    )
    here, there = canonical(form).place[0], np.argsort(canonical(exchanged).place[0])
    found: list[int] = there[here].tolist()
    return found


def _is_symmetry(form: SequenceForm, to: list[int]) -> bool:
    """Whether the exchange leaves the game as it is."""
    if sorted(to) != list(range(form.sequences[1])):
        return False
    sets: list[set[tuple[int, tuple[int, ...]]]] = []
    for player in (0, 1):
        own = set()
        for i in form.sets_of(player).tolist():
            first, parent = int(form.first_sequence[i]), int(form.parent_sequence[i])
            moves = range(first, first + int(form.moves_count[i]))
            own.add((to[parent] if player == 0 else parent, tuple(sorted(to[s] if player == 0 else s for s in moves))))
        sets.append(own)
    if sets[0] != sets[1]:
        return False
    back = {t: s for s, t in enumerate(to)}
    paid: dict[tuple[int, int], tuple[Number, Number]] = {}
    for s, t, c in zip(*form.leaf_sequences.tolist(), form.leaf_class.tolist()):
        a, b = paid.get((s, t), (0, 0))
        paid[s, t] = a + form.classes[c][0], b + form.classes[c][1]
    nothing = (Fraction(0), Fraction(0))
    return all(paid.get((back[t], to[s]), nothing) == (b, a) for (s, t), (a, b) in paid.items())
