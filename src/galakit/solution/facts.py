"""Naming information sets by what the player knows there.

A player's facts are texts, in the order in which the player learnt them. They are compared without blanks (quoted text
keeps them). A list of facts names all information sets that include them; a list that is complete, up to the
`choosing(...)` facts that only repeat which moves there were, names one set even where it is part of others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from galakit.rules.knowledge import QUOTED, informative

_BLANKS = re.compile(rf"({QUOTED})|\s+")
_SIGNS = re.compile(rf"{QUOTED}|[][(){{}},]")


def normal(fact: str) -> str:
    """A fact without insignificant blanks.

    >>> normal("hand( [2, 'king of hearts'] )")
    "hand([2,'king of hearts'])"
    """
    return _BLANKS.sub(lambda m: m.group(1) or "", fact)


def split(text: str) -> tuple[str, ...]:
    r"""The facts in one text, separated by commas outside brackets and quotes.

    >>> split("myhand([2,3]), bet(0)")
    ('myhand([2,3])', 'bet(0)')
    >>> split(r"said('no, it\'s mine'), paid('\x24\')")
    ("said('no, it\\'s mine')", "paid('\\x24\\')")
    """
    facts, depth, begin = [], 0, 0
    for sign in _SIGNS.finditer(text):
        if sign[0] in "([{":
            depth += 1
        elif sign[0] in ")]}":
            depth -= 1
        elif sign[0] == "," and depth == 0:
            facts.append(text[begin : sign.start()])
            begin = sign.end()
    facts.append(text[begin:])
    return tuple(f.strip() for f in facts if f.strip())


def parsed(facts: str | Iterable[str]) -> tuple[str, ...]:
    """Facts as a user writes them (one text or several), split and normalised."""
    return tuple(normal(f) for f in (split(facts) if isinstance(facts, str) else facts))


def includes(facts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether normalised facts include the wanted ones, as often as they are wanted."""
    return not Counter(wanted) - Counter(facts)


def opened(fact: str) -> bool:
    """Whether a fact is a wildcard: `card(…)`, `card(...)`, or `…` alone."""
    return fact in ("…", "...") or fact.endswith(("(…)", "(...)"))


def fits(fact: str, wanted: str) -> bool:
    """Whether a fact equals the wanted one, or is of the kind of a wanted wildcard.

    >>> fits("card(3)", "card(…)"), fits("card(3)", "card(2)")
    (True, False)
    """
    kind, bracket, _ = wanted.partition("(")
    return fact == wanted or (opened(wanted) and (not bracket or fact.startswith(f"{kind}(")))


def match(facts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether facts match the wanted ones, all of them and in order; wildcards match any fact of their kind."""
    return len(facts) == len(wanted) and all(map(fits, facts, wanted))


def narrower(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether facts name a proper subset of the information sets that others name.

    Facts without a wildcard name all sets that include them, so more facts name fewer sets; with a wildcard they name
    those that have just these facts, in this order.

    >>> narrower(["card(3)", "bet"], ["bet"]), narrower(["bet"], ["card(3)"])
    (True, False)
    >>> narrower(["card(…)", "bet"], ["bet"]), narrower(["card(3)", "…"], ["card(…)", "…"])
    (True, True)
    """
    if any(map(opened, others)):
        return any(map(opened, some)) and tuple(some) != tuple(others) and match(some, others)
    return includes([f for f in some if not opened(f)], others) and Counter(some) != Counter(others)


def phrase(facts: Iterable[str]) -> str:
    """What a player knows, as readable text."""
    return ", ".join(informative(facts)) or "nothing yet"
