"""Which information sets are alike: the description of a game at a high level says so.

Koller and Pfeffer expect the facts that players are told to be the right features to learn from. Here sets are alike
first if the player has the same moves, then if he also knows the same but for his private information.
"""

from __future__ import annotations

from collections.abc import Hashable

from galakit.game.sequence_form import SequenceForm
from galakit.solution.facts import informative


def kinds(form: SequenceForm, player: int) -> list[dict[int, Hashable]]:
    """From the coarse to the fine: information set -> what is the same at all that are alike.

    >>> import galakit as gk
    >>> form = gk.load("kuhn").form
    >>> coarse, fine = kinds(form, 1)
    >>> sorted(set(fine.values()))
    [(('bet',), ('pass', 'bet')), (('pass',), ('pass', 'bet'))]
    """
    own = form.sets_of(player).tolist()
    told = {i: informative(form.facts(i)) for i in own}
    place = _private(list(told.values()))
    return [
        {i: form.moves(i) for i in own},
        {i: (told[i][:place] + told[i][place + 1 :], form.moves(i)) for i in own},
    ]


def _private(lists: list[tuple[str, ...]]) -> int:
    """The place of the first fact in which a player's information sets differ: his private information."""
    for place in range(max(map(len, lists), default=0)):
        if len({facts[place] for facts in lists if place < len(facts)}) > 1:
            return place
    return 0
