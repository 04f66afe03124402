"""`--lock`: fixed strategies, as they are written on the command line.

`PLAYER: FACTS = MOVES` locks the player's information sets that have the facts (all of them without facts), and
`PLAYER = FILE` locks all of them to a saved solution. Moves are one move, or several as `move:probability`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.solution.facts import split
from galakit.solution.shown.numbers import read_number

if TYPE_CHECKING:
    from galakit.solution.solution import Solution
    from galakit.solvers.locks.lock import Locks

FORM = "write --lock 'PLAYER: FACTS = MOVE', --lock 'PLAYER: FACTS = MOVE:1/3, MOVE:2/3' or --lock 'PLAYER = FILE'"


def locks(texts: list[str] | None) -> Locks | None:
    """The locks that the texts describe; None without any.

    >>> locks(["second: card(1), bet = pass", "second: card(2) = bet:1/4, pass:0.75"])
    {'second': {'card(1), bet': 'pass', 'card(2)': {'bet': Fraction(1, 4), 'pass': Fraction(3, 4)}}}
    >>> locks(["first = uniform"])
    {'first': 'uniform'}
    """
    if not texts:
        return None
    tables: dict[str, dict[str, str | dict[str, Number]]] = {}
    whole: dict[str, Solution | str] = {}
    for text in texts:
        left, moves = _halves(text)
        player, colon, facts = (part.strip() for part in left.partition(":"))
        if not player or (player in whole) or (not colon and player in tables):
            raise _wrong(text, "it names no player" if not player else f"{player} is locked twice")
        if not colon:
            whole[player] = _saved(moves)
        elif tables.setdefault(player, {}).setdefault(facts, _played(moves, text)) != _played(moves, text):
            raise _wrong(text, "the same facts are locked twice")
    return {**tables, **whole}


def _halves(text: str) -> tuple[str, str]:
    """The parts before and after the equals sign: the last one between blanks, or the last one."""
    for sign in (" = ", "="):
        left, found, right = text.rpartition(sign)
        if found and left.strip() and right.strip():
            return left, right.strip()
    raise _wrong(text, "there is no = with something on both sides")


def _saved(name: str) -> Solution | str:
    from galakit.certifying import read_solution

    return name if name == "uniform" else read_solution(name)


def _played(text: str, whole: str) -> str | dict[str, Number]:
    parts = split(text)
    if len(parts) == 1 and _share(parts[0]) is None:
        return parts[0]
    shares: dict[str, Number] = {}
    for part in parts:
        share = _share(part)
        if share is None:
            raise _wrong(whole, f"`{part}` has no probability")
        if share[0] in shares:
            raise _wrong(whole, f"the move {share[0]} is given twice")
        shares[share[0]] = share[1]
    return shares


def _share(part: str) -> tuple[str, Fraction] | None:
    move, colon, weight = part.rpartition(":")
    try:
        return (move.strip(), read_number(weight)) if colon and move.strip() else None
    except ValueError:
        return None


def _wrong(text: str, why: str) -> GalakitError:
    return GalakitError(f"`--lock {text}` is not understood: {why}", hint=FORM, id="GK657")
