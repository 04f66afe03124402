"""What the libraries need from Python, because it is where the options of games are enumerated.

- `deal(Deck, N, Hand)`: every hand of N cards that the deck (a Gala variable) holds, taken out of it. The deck that
  remains is worked out only if the program looks at it again.
- `grid_line(Kind, Name, Grid, N, line(From, To, Squares))`: the straight lines of a board, listed once per board.
- `gala_known(Name, Value)`: `gala_val` for a variable that may not exist, such as a square off the board.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Any

from galakit.lang.prolog import Database
from galakit.lang.prolog.faults import SLASH, LimitError, domain_error, instantiation, type_error
from galakit.lang.prolog.keys import is_shallow, stored
from galakit.lang.prolog.machine import Frame, Pending
from galakit.lang.prolog.walk import proper_list, resolve
from galakit.lang.prolog.work import CELLS, STRIDE, elements, spend
from galakit.lang.terms import COMMA, CONS, NIL, Term, Var, deref, iterate, list_term, sym

DEAL_LIMIT = 10_000_000
LINE = sym("line", 3)


def install(db: Database) -> None:
    """Make the predicates known to a database."""
    machine = db.machine
    choices, trail, unify, fail = machine.choices, machine.trail, machine.unify, machine.fail

    def deal(args: tuple[Term, ...], frame: Any) -> Frame:
        deck, n, hand = (deref(a) for a in args)
        if type(n) is Var or type(deck) is Var:
            raise instantiation("deal/3")
        if type(n) is not int:
            raise type_error("integer", n, "deal/3")
        deck = resolve(deck)
        cards = db.get(deck)
        available = proper_list(cards, "deal/3")
        if n < 0 or n > len(available):
            return fail()
        if _hands(len(available), n) > DEAL_LIMIT:
            raise LimitError(f"deal/3: there are more than {DEAL_LIMIT:,} hands of {n} cards")
        remaining = _remaining if type(cards) is not Var else _many_remaining
        return next_deal((combinations(range(len(available)), n), available, remaining, deck, hand), frame)

    def next_deal(args: tuple[Any, ...], frame: Any) -> Frame:
        hands, available, remaining, deck, hand = args
        mark = len(trail)
        tried = 0
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
                tried += 1
                if tried % STRIDE == 0:
                    spend(CELLS * STRIDE)
                continue
            store = machine.store
            trail.append((deck, store.get(deck)))
            store[deck] = Pending(remaining, (available, chosen))
            return frame  # type: ignore[no-any-return]
        return fail()

    def known(cell: Term, value: Term) -> bool:
        found = db.find(cell)
        return found is not None and unify(value, found)

    def board_line(args: tuple[Term, ...], frame: Any) -> Frame:
        *board, n, target = (resolve(a) for a in args)
        if type(n) is not int:
            raise type_error("integer", n, "straight_line/4")
        if n < 1:
            raise domain_error("length_of_a_line", n, "straight_line/4")
        if not all(map(is_shallow, board)):
            raise LimitError("straight_line/4: the board is too large")
        return db.each(iter(_lines(*board, n)), target, frame)

    db.control[sym("deal", 3)] = deal
    db.control[sym("grid_line", 5)] = board_line
    db.deterministic[sym("gala_known", 2)] = known


def _hands(cards: int, n: int) -> int:
    """How many hands there are, as far as it matters: the number of all hands may be astronomical."""
    count = 1
    for i in range(min(n, cards - n)):
        count = count * (cards - i) // (i + 1)
        if count > DEAL_LIMIT:
            break
    return count


def _many_remaining(available: list[Term], chosen: tuple[int, ...]) -> Term:
    """The same of a deck that is too large to be a part of a state as it is."""
    return stored(_remaining(available, chosen))


def _remaining(available: list[Term], chosen: tuple[int, ...]) -> Term:
    gone = set(chosen)
    return list_term([card for i, card in enumerate(available) if i not in gone])


@lru_cache(maxsize=64)
def _lines(kind: Term, name: Term, grid: Term, n: int) -> tuple[Term, ...]:
    """`line(From, To, Squares)` for each straight line of n squares on a board, not in both directions."""
    xs, ys = (_axis(a) for a in grid[1:])
    found: list[Term] = []
    if n > max(len(xs), len(ys)):
        return ()
    elements(len(xs) * len(ys) * n, "straight_line/4")
    for i, j in product(range(len(xs)), range(len(ys))):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            places = [(i + k * dx, j + k * dy) for k in range(n)]
            if 0 <= places[-1][0] < len(xs) and 0 <= places[-1][1] < len(ys):
                squares: list[Term] = [(COMMA, xs[x], ys[y]) for x, y in places]
                if name is not kind:
                    squares = [(SLASH, name, s) for s in squares]
                found.append((LINE, squares[0], squares[-1], list_term(squares)))
    return tuple(found)


def straight_lines(kind: Term, name: Term, grid: Term, most: int) -> list[tuple[int, Term]] | None:
    """All straight lines of a board with their lengths; None if they have more squares than so many."""
    longest = max(len(_axis(a)) for a in grid[1:])
    found: list[tuple[int, Term]] = []
    squares = 0
    for n in range(1, longest + 1):
        lines = _lines(kind, name, grid, n)
        squares += n * len(lines)
        if squares > most:
            return None
        found += [(n, line) for line in lines]
    return found


def _axis(axis: Term) -> list[Term]:
    if type(axis) is int:
        return list(range(1, elements(axis, "straight_line/4") + 1))
    return list(iterate(axis))
