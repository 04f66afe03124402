"""Objects a game can declare: a deck of cards and accounts of money.

Both live in Gala variables (`deck`, `money(Account)`). `deal/3` is written in Python because dealing is where the
options of card games are enumerated; the deck that remains is worked out only if the program looks at it again.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Any

from galakit.errors import GalakitError, Span
from galakit.lang.prolog import Database
from galakit.lang.prolog.faults import LimitError, instantiation, type_error
from galakit.lang.prolog.machine import Frame, Pending, proper_list
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import COMMA, CONS, NIL, Term, Var, deref, iterate, list_term, sym

TIMES = sym("*", 2)
DEAL_LIMIT = 10_000_000
DECK_LIMIT = 100_000


def initial_cells(kind: str, specification: Term, span: Span) -> dict[Term, Term]:
    """The Gala variables an object brings, with their first values."""
    if kind == "money":
        accounts = items(specification, "accounts", span)
        return {(sym("money", 1), account): 0 for account in accounts}
    return {sym(kind): list_term(cards(specification, span))}


def cards(specification: Term, span: Span) -> list[Term]:
    """`Suits * Ranks` as cards (Suit, Rank); any other list as it is."""
    if type(specification) is tuple and specification[0] is TIMES:
        suits, ranks = (items(s, what, span) for s, what in zip(specification[1:], ("suits", "ranks")))
        if len(suits) * len(ranks) > DECK_LIMIT:
            raise GalakitError(
                f"a deck of {len(suits) * len(ranks):,} cards is too large",
                span=span,
                hint="choose fewer suits or ranks",
                id="GK122",
            )
        return [(COMMA, suit, rank) for suit, rank in product(suits, ranks)]
    return items(specification, "cards", span)


def items(term: Term, what: str, span: Span) -> list[Term]:
    """The elements of a list; an integer n stands for 1..n."""
    if type(term) is int:
        if not 1 <= term <= DECK_LIMIT:
            raise GalakitError(
                f"{what} must be a list or a number from 1 to {DECK_LIMIT:,}, not {term}",
                span=span,
                hint="choose a smaller number",
                id="GK122",
            )
        return list(range(1, term + 1))
    try:
        return [deref(x) for x in iterate(term)]
    except ValueError:
        raise GalakitError(
            f"{what} must be a list, or a number n standing for 1..n",
            span=span,
            hint="put it in square brackets: [...]",
            id="GK122",
        ) from None


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
