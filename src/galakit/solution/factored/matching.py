"""How the facts that a user names match those of a situation, and the outcomes of its values then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from galakit.rules.lazy import Value

Known = dict[Value, int]
"""the outcomes of some values"""
Texts = Callable[[Value], dict[str, int]]
"""the texts that a value can have, and the number of each"""


def _in_order(chain: Sequence[str | Value], wanted: Sequence[str], texts: Texts) -> Known | None:
    """The outcomes of values when the wanted facts are all facts, in this order."""
    if len(chain) != len(wanted):
        return None
    return _within(chain, wanted, texts)


def _in_any_order(chain: Sequence[str | Value], wanted: Sequence[str], texts: Texts) -> Known | None:
    return _among(chain, wanted, texts) if len(chain) == len(wanted) else None


def _within(chain: Sequence[str | Value], wanted: Sequence[str], texts: Texts) -> Known | None:
    """The outcomes of values when the wanted facts occur in this order, with others between them.

    Facts are matched from the end, so that each occurs as late as possible.
    """
    known: Known = {}
    at = len(chain)
    for fact in reversed(wanted):
        while at > 0:
            at -= 1
            here = chain[at]
            if type(here) is Value:
                number = texts(here).get(fact)
                if number is not None and known.setdefault(here, number) == number:
                    break
            elif here == fact:
                break
        else:
            return None
    return known


def _among(chain: Sequence[str | Value], wanted: Sequence[str], texts: Texts) -> Known | None:
    """The outcomes of values when the wanted facts occur in any order."""
    constants = Counter(f for f in chain if type(f) is str)
    values = [f for f in chain if type(f) is Value]
    known: Known = {}
    for fact in wanted:
        if constants[fact] > 0:
            constants[fact] -= 1
            continue
        for value in values:
            number = texts(value).get(fact)
            if number is not None and value not in known:
                known[value] = number
                break
        else:
            return None
    return known


FITS = (_in_order, _in_any_order, _within, _among)
"""the best first"""
