"""Dealing from a deck: what is dealt stays exchangeable, so that any part of it can be looked at on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from galakit.lang.gala.execution import Run
from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.operations import Choose
from galakit.lang.prolog.faults import PrologError
from galakit.lang.prolog.walk import proper_list
from galakit.lang.terms import COMMA, CONS, NIL, Symbol, Term, Var, deref, list_term, sym
from galakit.rules.lazy import Draw, Pack, Value

DEAL = sym("deal", 3)

Drawn = tuple[Draw, ...]
Deal = tuple[Term, int, list[tuple[int, "int | None"]]]
"""the deck, the number of cards, and where they go: slots with the index of a card in the hand, or None for all"""


class Decks:
    """The packs met so far, and what deals leave of them."""

    def __init__(self, values: Values, get: Callable[[Term], Term]) -> None:
        self.values = values
        self.get = get
        self.packs: dict[tuple[Any, ...], Pack] = {}

    def pack(self, cell: Term, value: Term, drawn: Drawn) -> Pack | None:
        """The pack a Gala variable holds, as far as it is a whole pack or what some deals left of one."""
        if type(value) is Value:
            for pack in {d.pack: None for d in drawn if d.pack is not None}:
                if self.rest(pack, drawn) is value:
                    return pack
            return None
        try:
            items = tuple(proper_list(self.get(cell), "deal/3"))
        except PrologError:  # no pack: the choice itself reports the error
            return None
        if unknowns(items):
            return None
        occurrence = 0
        while (cell, items, occurrence) in self.packs and dealt(self.packs[cell, items, occurrence], drawn):
            occurrence += 1
        return self.packs.setdefault((cell, items, occurrence), Pack(items))

    def rest(self, pack: Pack, drawn: Drawn) -> Value:
        """What is left of a pack, as a list."""
        deals = tuple(self.values.drawn(d, "whole", lambda outcome: outcome) for d in drawn if d.pack is pack)

        def work(known: list[Any]) -> Term:
            left = list(pack.items)
            for hand in known:
                for item in hand:
                    left.remove(item)
            return list_term(left)

        return self.values.of((pack, "rest"), deals, work)


def dealt(pack: Pack, drawn: Drawn) -> int:
    """How many items of a pack are dealt."""
    return sum(d.count for d in drawn if d.pack is pack)


def deals(choice: Choose, run: Run) -> list[Deal]:
    """The deals of a choice that is `deal(Deck, N, Hand)`, or several of these, and nothing more; none of others."""
    if choice.distribution is not None:
        return []
    found = []
    goals = [deref(choice.constraint)]
    while goals:
        goal = goals.pop()
        if type(goal) is tuple and goal[0] is COMMA:
            goals += [deref(goal[2]), deref(goal[1])]
            continue
        one = _deal(choice, goal, run)
        if one is None:
            return []
        found.append(one)
    slots = [slot for *_, parts in found for slot, _ in parts]
    if len(set(slots)) < len(slots) or set(slots) != set(choice.template_slots):
        return []
    return found


def _deal(choice: Choose, goal: Term, run: Run) -> Deal | None:
    if not (type(goal) is tuple and goal[0] is DEAL):
        return None
    slots = choice.build.slots

    def at(term: Term) -> Term:
        term = deref(term)
        return run.env[slots[term]] if type(term) is Var else term

    cell, count, hand = at(goal[1]), at(goal[2]), deref(goal[3])
    if type(cell) is not Symbol or type(count) is not int or count < 1:
        return None
    where: list[tuple[Term, int | None]] = [(hand, None)] if type(hand) is Var else []
    if not where:
        rest, k = hand, 0
        while type(rest) is tuple and len(rest) == 3 and rest[0] is CONS:
            where.append((deref(rest[1]), k))
            rest, k = deref(rest[2]), k + 1
        if rest is not NIL or k != count:
            return None
    if not all(type(var) is Var and run.env[slots[var]] is None for var, _ in where):
        return None
    return cell, count, [(slots[var], which) for var, which in where]


def picked(which: int | None) -> Callable[[Any], Term]:
    """The part of a hand that goes into one slot."""
    return (lambda hand: list_term(list(hand))) if which is None else (lambda hand: hand[which])
