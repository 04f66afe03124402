"""What a game is played with, from the tables of its display: cards, dice, pieces, boards."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.display import fields
from galakit.display.cards import RANKS, SUIT_NAMES, Deck, counted, items, ranks_of, suits_of
from galakit.display.fields import Field
from galakit.display.parts import SHAPES, Card, Die, Part, Piece, Square, beside, joined
from galakit.display.patterns import matches
from galakit.display.terms import Term, bare, key_of, number
from galakit.display.wording import spoken

ROLLED = frozenset(("roll", "rolls", "rolled", "throw", "thrown", "die", "dice"))
"""names of facts whose numbers are faces of dice, in games that have dice"""


class Things:
    """The tables of a display, evaluated."""

    def __init__(self, tables: Sequence[tuple[Term, Term]], players: Sequence[str]) -> None:
        """`tables` holds the entries whose left side names a table."""
        self.players = players
        named_by: dict[str, list[tuple[Term, Term]]] = {}
        for left, right in tables:
            named_by.setdefault(left.name, []).append((left, right))
        self._ranks = next((right for _, right in named_by.get("ranks", ())), None)
        self._suits = next((right for _, right in named_by.get("suits", ())), None)
        self.ranks = ranks_of(self._ranks, None)
        """ranks by what the rules call them, where cards are of no deck"""
        self.suits = suits_of(self._suits, None)
        self.decks = [deck for _, right in named_by.get("deck", ()) if (deck := self._deck(right)) is not None]
        self.dice = "dice" in named_by
        self.pieces = [
            (pair.args[0], pair.args[1])
            for _, right in named_by.get("pieces", ())
            for pair in items(right)
            if pair.kind == "sign" and pair.name == ":"
        ]
        boards = [(left, fields.field(right)) for left, right in named_by.get("board", ())]
        self.fields: dict[str, Field] = {
            left.args[0].name if left.args else "": board for left, board in boards if board is not None
        }
        """the boards by name; the name of the only one may be empty"""
        self.start = [right for _, right in named_by.get("start", ())]

    def _deck(self, spec: Term) -> Deck | None:
        if spec.kind != "sign" or spec.name != "*":
            return None
        suits, ranks = (counted(arg) for arg in spec.args)
        if not suits or not ranks:
            return None
        return Deck(suits_of(self._suits, suits), ranks_of(self._ranks, ranks))

    # -- cards ---------------------------------------------------------------------------------------------------------

    def known(self, term: Term) -> tuple[Part, ...] | None:
        """The things that a term stands for wherever it stands: a card of a deck, a square of the only board, dice."""
        if term.kind == "tuple" and len(term.args) == 2:
            if (card := self._of_decks(term)) is not None:
                return (card,)
            if (square := self.square(term)) is not None:
                return (square,)
        if self.dice and term.kind == "call" and term.name in ROLLED and (faces := _faces(term)):
            return joined((f"{spoken(Term('name', term.name))} ", *dice(faces)))
        return None

    def _of_decks(self, pair: Term) -> Card | None:
        if not self.decks:
            return None
        suit, rank = map(key_of, pair.args)
        return next((card for deck in self.decks if (card := deck.card(suit, rank)) is not None), None)

    def card(self, args: Sequence[Term]) -> Card:
        """The card of `card(Rank)`, `card(Suit, Rank)` or `card((Suit, Rank))`."""
        args = [bare(arg) for arg in args]
        if len(args) == 1 and args[0].kind == "tuple" and len(args[0].args) == 2:
            args = list(args[0].args)
        if len(args) == 2:
            found = self._of_decks(Term("tuple", "", tuple(args)))
            if found is not None:
                return found
            sign, height = self._rank(args[1])
            suit = key_of(args[0])
            return Card(rank=sign, suit=self.suits.get(suit) or SUIT_NAMES.get(suit, spoken(args[0])), height=height)
        sign, height = self._rank(args[0])
        return Card(rank=sign, height=height)

    def _rank(self, rank: Term) -> tuple[str, int | None]:
        key = key_of(rank)
        for ranks in (*(deck.ranks for deck in self.decks), self.ranks):
            if key in ranks:
                return ranks[key]
        value = number(rank)
        return RANKS.get(key, spoken(rank)), value if isinstance(value, int) else None

    # -- pieces and squares --------------------------------------------------------------------------------------------

    def piece(self, term: Term, owner: str | None = None) -> Piece:
        """A piece: its name, its shape, and whose it is."""
        term = bare(term)
        whose = next((self.players.index(n) for n in _names(term) if n in self.players), None)
        if whose is None and owner in self.players:
            whose = self.players.index(owner)
        shape, name = "", spoken(term)
        for pattern, look in self.pieces:
            if matches(pattern, term, {}):
                shape = look.name
                if look.kind == "call" and look.args and look.args[0].name in self.players:
                    whose = self.players.index(look.args[0].name)
                break
        else:
            if term.name in SHAPES:
                shape = term.name
            elif term.name in self.players and not term.args:
                shape = "disc"
        return Piece(name=name, shape=shape, player=whose)

    def square(self, term: Term, board: str | None = None) -> Square | None:
        """The square that a term names on a board, or on one of them; lines of dots are no squares."""
        for name, one in self.fields.items():
            if board in (None, name) and one.shape != "dots" and (place := one.place(term)) is not None:
                return Square(name=one.name(*place), board=name, column=place[0], row=place[1])
        return None


def dice(faces: Sequence[Term]) -> tuple[Part, ...]:
    """Dice that show these faces."""
    return beside([(Die(face=spoken(face)),) for face in faces])


def _faces(fact: Term) -> list[Term]:
    """The faces in a fact about a roll; none where there is anything else in it."""
    inside = [face for arg in fact.args for face in (arg.args if arg.kind == "list" else (arg,))]
    return inside if all(face.kind == "number" for face in inside) else []


def _names(term: Term) -> list[str]:
    return [term.name, *(name for arg in term.args for name in _names(arg))] if term.kind != "sign" else []
