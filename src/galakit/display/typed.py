"""What people type: facts and moves in words, in any case and with any blanks."""

from __future__ import annotations

from collections.abc import Iterable

from galakit.display.look import Look
from galakit.rules.knowledge import informative

KEYS = str.maketrans("−×♠♥♦♣⚀⚁⚂⚃⚄⚅", "-xshdc123456")


def folded(text: str) -> str:
    """A text normalised for comparison with user input: in signs that keyboards have.

    >>> folded("  My hand  −2"), folded("K♠, 2 × ⚄")
    ('my hand -2', 'ks, 2 x 5')
    """
    return " ".join(text.translate(KEYS).casefold().split())


def meant(text: str, facts: Iterable[str], look: Look) -> tuple[str, ...]:
    """The facts that a text in words names; none where it is ambiguous or names others.

    >>> known, look = ["myhand([2])", "hand([1,2])", "king(2,3)", "bet(gambler,1)", "raise"], Look((), ["gambler"])
    >>> meant("My hand 2, king 2,3", known, look), meant("hand 1, 2; gambler bet 1", known, look)
    (('myhand([2])', 'king(2,3)'), ('hand([1,2])', 'bet(gambler,1)'))
    >>> meant("hand 1, 2", known, look), meant("my hand 3", known, look)
    (('hand([1,2])',), ())
    >>> meant("my hand 2", [*known, "my_hand(2)"], look)
    ()
    """
    named: dict[str, set[str]] = {}
    for fact in informative(facts):
        for reading in look.readings(fact):
            named.setdefault(folded(reading), set()).add(fact)
    for parts in ([text], text.split(";"), text.split(", ")):
        found = [named.get(folded(part), ()) for part in parts]
        if all(len(some) == 1 for some in found):
            return tuple(fact for some in found for fact in some)
    return ()
