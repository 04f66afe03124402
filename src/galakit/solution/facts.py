"""Naming information sets by what the player knows there.

A player's facts are texts, in the order in which he learnt them. Two are compared without their blanks (quoted text
keeps them). Some facts are named to pick out all information sets that include them; a list that is complete, up to
the `choosing(...)` facts that only repeat which moves there were, names one set even where it is part of others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from galakit.rules.knowledge import Choosing, kind_of

QUOTED = r"""'(?:[^'\\]|\\x[0-9a-fA-F]+\\|\\.)*'|"(?:[^"\\]|\\x[0-9a-fA-F]+\\|\\.)*\""""
"""a quoted name as rules write it, with its quotes: in it `\\'` is a quote, and `\\x24\\` a dollar"""
_BLANKS = re.compile(rf"({QUOTED})|\s+")
_SIGNS = re.compile(rf"{QUOTED}|[][(){{}},]")


def normal(fact: str) -> str:
    """A fact without the blanks that mean nothing.

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


def given(facts: str | Iterable[str]) -> tuple[str, ...]:
    """Facts as a person gives them (one text or several), normalised."""
    return tuple(normal(f) for f in (split(facts) if isinstance(facts, str) else facts))


def includes(facts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether normalised facts include the wanted ones, as often as they are wanted."""
    return not Counter(wanted) - Counter(facts)


def telling(facts: Iterable[str]) -> tuple[str, ...]:
    """The facts without the `choosing(...)` ones.

    >>> telling(("card(3)", "choosing([bet,pass])", "chose(pass)", "seen(bet)", "choosing([bet,pass])"))
    ('card(3)', 'chose(pass)', 'seen(bet)')
    """
    return tuple(f for f in facts if kind_of(f) is not Choosing)


def opened(fact: str) -> bool:
    """Whether a fact leaves open what it says: `card(…)`, or `card(...)`; without any name, `…`."""
    return fact in ("…", "...") or fact.endswith(("(…)", "(...)"))


def fits(fact: str, wanted: str) -> bool:
    """Whether a fact is the one that is wanted, or of the kind that is.

    >>> fits("card(3)", "card(…)"), fits("card(3)", "card(2)")
    (True, False)
    """
    kind, bracket, _ = wanted.partition("(")
    return fact == wanted or (opened(wanted) and (not bracket or fact.startswith(f"{kind}(")))


def match(facts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether facts are those that are wanted, all of them and in order, but for what is left open."""
    return len(facts) == len(wanted) and all(map(fits, facts, wanted))


def narrower(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether facts name a part only of the information sets that others name.

    Facts without any that is open name all sets that include them, so more of them name fewer sets; with an open one
    they name those that have just these facts, in this order.

    >>> narrower(["card(3)", "bet"], ["bet"]), narrower(["bet"], ["card(3)"])
    (True, False)
    >>> narrower(["card(…)", "bet"], ["bet"]), narrower(["card(3)", "…"], ["card(…)", "…"])
    (True, True)
    """
    if any(map(opened, others)):
        return any(map(opened, some)) and tuple(some) != tuple(others) and match(some, others)
    return includes([f for f in some if not opened(f)], others) and Counter(some) != Counter(others)


def phrase(facts: Iterable[str]) -> str:
    """What a player knows, for a person to read."""
    return ", ".join(telling(facts)) or "nothing yet"
