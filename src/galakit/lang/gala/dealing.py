"""`deal(Deck, N, Hand)`: every hand of N cards that the deck (a Gala variable) holds, taken out of it.

Written in Python because dealing is where the options of card games are enumerated; the deck that remains is worked out
only if the program looks at it again.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

from galakit.lang.prolog import Database
from galakit.lang.prolog.faults import LimitError, instantiation, type_error
from galakit.lang.prolog.machine import Frame, Pending, proper_list
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import CONS, NIL, Term, Var, deref, list_term, sym

DEAL_LIMIT = 10_000_000


def install(db: Database) -> None:
    """Make `deal(Deck, N, Hand)` known to a database."""
    machine = db.machine
    choices, trail, unify, fail = machine.choices, machine.trail, machine.unify, machine.fail

    def deal(args: tuple[Term, ...], frame: Any) -> Frame:
        deck, n, hand = (deref(a) for a in args)
        if type(n) is Var or type(deck) is Var:
            raise instantiation("deal/3")
        if type(n) is not int:
            raise type_error("integer", n, "deal/3")
        deck = resolve(deck)
        available = proper_list(db.get(deck), "deal/3")
        if n < 0 or n > len(available):
            return fail()
        if comb(len(available), n) > DEAL_LIMIT:
            raise LimitError(f"deal/3: there are {comb(len(available), n):,} hands of {n} cards")
        return next_deal((combinations(range(len(available)), n), available, deck, hand), frame)

    def next_deal(args: tuple[Any, ...], frame: Any) -> Frame:
        hands, available, deck, hand = args
        mark = len(trail)
        for chosen in hands:
            choices.append((mark, next_deal, args, frame))
            if len(chosen) == 1:
                cards: Term = (CONS, available[chosen[0]], NIL)
            else:
                cards = list_term([available[i] for i in chosen])
            if type(hand) is Var and hand.ref is None:
                hand.ref = cards
                trail.append(hand)
            elif not unify(hand, cards):
                choices.pop()
                machine.undo(mark)
                continue
            store = machine.store
            trail.append((deck, store.get(deck)))
            store[deck] = Pending(_remaining, (available, chosen))
            return frame  # type: ignore[no-any-return]
        return fail()

    db.control[sym("deal", 3)] = deal


def _remaining(available: list[Term], chosen: tuple[int, ...]) -> Term:
    gone = set(chosen)
    return list_term([card for i, card in enumerate(available) if i not in gone])
