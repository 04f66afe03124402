"""Groups of similar information sets, by their facts.

Koller and Pfeffer expect players' facts to be good features for learning. Here sets are similar if the player has the
same moves; in finer groups also the same facts apart from private information.
"""

from __future__ import annotations

from collections.abc import Hashable

from galakit.game.sequence_form import SequenceForm
from galakit.rules.knowledge import informative


def kinds(form: SequenceForm, player: int) -> list[dict[int, Hashable]]:
    """Groupings from coarse to fine: information set -> the key of its group.

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
    """The index of the first fact in which a player's information sets differ: the private information."""
    for place in range(max(map(len, lists), default=0)):
        if len({facts[place] for facts in lists if place < len(facts)}) > 1:
            return place
    return 0
