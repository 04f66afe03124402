"""Games in which players are interchangeable: which sequence of one corresponds to which of the other.

Information sets that have the same facts once the players' names are exchanged, and moves of the same name, are tried
first; for two players also the order of `canonical`, which finds symmetries that rename moves (each likes another
opera). Either is a symmetry only if the exchange leaves all constraints and payoffs as they are, which is checked.
Every finite symmetric game has an equilibrium in which all players play alike (Nash 1951).
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from galakit.errors import GalakitError
from galakit.game.canonical import canonical
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative


def symmetry(form: SequenceForm) -> list[int]:
    """For each sequence of the first of two players, that of the second; an error where they are not interchangeable.

    >>> import galakit as gk
    >>> symmetry(gk.load("stag_hunt").form)
    [0, 1, 2]
    """
    return exchange(form, 0, 1)


def exchange(form: SequenceForm, one: int, other: int) -> list[int]:
    """The same for two players among several."""
    for found in (_by_names(form, one, other), _by_places(form) if len(form.players) == 2 else None):
        if found is not None and _is_symmetry(form, one, other, found):
            return found
    raise GalakitError(
        f"the players are not interchangeable: exchanging {form.players[one]} and {form.players[other]} changes the "
        "game",
        hint="`--prefer symmetric` is for symmetric games; --prefer welfare suits all",
        id="GK720",
    )


def _by_names(form: SequenceForm, one: int, other: int) -> list[int] | None:
    first, second = form.players[one], form.players[other]
    names = re.compile(rf"\b({re.escape(first)}|{re.escape(second)})\b")

    def exchanged(text: str) -> str:
        return names.sub(lambda match: second if match[0] == first else first, text)

    theirs = {informative(form.facts(i)): i for i in form.sets_of(other).tolist()}
    found = [0] * form.sequences[one]
    for i in form.sets_of(one).tolist():
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
    here, there = canonical(form, forced=True).place[0], np.argsort(canonical(exchanged, forced=True).place[0])
    found: list[int] = there[here].tolist()
    return found


def _is_symmetry(form: SequenceForm, one: int, other: int, to: list[int]) -> bool:
    """Whether the exchange leaves the game as it is."""
    if sorted(to) != list(range(form.sequences[other])):
        return False

    def sets(player: int, number: list[int]) -> set[tuple[int, tuple[int, ...]]]:
        found = set()
        for i in form.sets_of(player).tolist():
            first = int(form.first_sequence[i])
            moves = number[first : first + int(form.moves_count[i])]
            found.add((number[int(form.parent_sequence[i])], tuple(sorted(moves))))
        return found

    if sets(one, to) != sets(other, list(range(form.sequences[other]))):
        return False
    back = {t: s for s, t in enumerate(to)}
    paid: dict[tuple[int, ...], tuple[Number, ...]] = {}
    nothing: tuple[Number, ...] = (0,) * len(form.players)
    for *profile, c in zip(*form.leaf_sequences.tolist(), form.leaf_class.tolist()):
        key = tuple(profile)
        paid[key] = tuple(a + b for a, b in zip(paid.get(key, nothing), form.classes[c]))
    for profile_of, amounts in paid.items():
        swapped, expected = list(profile_of), list(amounts)
        swapped[one], swapped[other] = back[profile_of[other]], to[profile_of[one]]
        expected[one], expected[other] = amounts[other], amounts[one]
        if paid.get(tuple(swapped), nothing) != tuple(expected):
            return False
    return True
