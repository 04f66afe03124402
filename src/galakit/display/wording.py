"""Facts and moves in words where a display says nothing of them: `bet(gambler,1)` is read as "gambler bet 1".

A term is written with as few signs as possible. What the game is played with is drawn wherever it stands in a term:
cards of its deck, squares of its board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from galakit.display.parts import Card, Die, Part, Words, joined, text_of
from galakit.display.terms import Term

_CAMEL = re.compile(r"(?<=[a-z]{2})([A-Z])(?=[a-z])")
_MINE = re.compile(r"my(?=(?:hands?|cards?|dice|die|roll|value|type|cost|bid|number|role|side|secret|coins?)$)")
_RECEIVES = frozenset(("sold", "given", "dealt", "paid", "shown", "assigned"))  # done to a player, not by them
_DOES = frozenset(("did", "does"))


@dataclass(frozen=True)
class Said:
    """A term in words, or a part of one."""

    parts: tuple[Part, ...]
    kind: str
    """`number`, `name`, `tuple`, `list`, `things` (several cards or dice) or `words`: several of them"""

    @property
    def text(self) -> str:
        return text_of(self.parts)

    @property
    def inside(self) -> tuple[Part | str, ...]:
        """As it stands before other words."""
        around = {"list": ("[", "]"), "words": ("(", ")")}.get(self.kind)
        return self.parts if around is None else (around[0], *self.parts, around[1])


@dataclass(frozen=True)
class Wording:
    """The words of terms in a game."""

    players: Collection[str] = ()
    """their names mark who made a move"""
    known: Callable[[Term], tuple[Part, ...] | None] = lambda term: None
    """the things that a term stands for; None where it is none of the game's"""
    move: Callable[[Term, str | None], tuple[Part, ...] | None] = lambda term, player: None
    """what the game's display says of a move by that player"""

    def of_fact(self, term: Term) -> Said:
        """A fact: a player who is named first did it."""
        return self._said(term, True)

    def of_move(self, term: Term) -> Said:
        """A move, which is told without the player who made it."""
        return self._said(term, False)

    def _said(self, term: Term, outermost: bool) -> Said:
        found = self.known(term)
        if found is not None:
            return Said(found, "name" if len(found) == 1 else "things")
        return _SAID[term.kind](self, term, outermost)

    def _all(self, terms: Sequence[Term], outermost: bool) -> list[Said]:
        return [self._said(term, outermost) for term in terms]

    def _number(self, term: Term, outermost: bool) -> Said:
        return _words(term.name, "number")

    def _name(self, term: Term, outermost: bool) -> Said:
        return _words(named(term.name), "name")

    def _text(self, term: Term, outermost: bool) -> Said:
        return _words(term.name, "name")

    def _sign(self, term: Term, outermost: bool) -> Said:
        """Operands with the operator between them."""
        both = self._all(term.args, outermost)
        if len(both) == 1:
            return _words(f"−{both[0].text}", "number")
        sign = term.name
        apart = any(" " in side.text for side in both) or "=" in sign or sign in "<>"
        number = all(side.kind == "number" for side in both)
        between = f" {sign} " if apart else sign
        return Said(joined((*both[0].parts, between, *both[1].parts)), "number" if number else "name")

    def _tuple(self, term: Term, outermost: bool) -> Said:
        parts = self._all(term.args, outermost)
        if len(parts) > 1 and all(part.kind in ("tuple", "things") or _is_thing(part) for part in parts):
            return _list(parts)  # several of something, cards mostly
        between = ", " if any(" " in part.text for part in parts) else ","
        return Said(joined(("(", *_between([part.parts for part in parts], between), ")")), "tuple")

    def _listed(self, term: Term, outermost: bool) -> Said:
        return _list(self._all(term.args, outermost))

    def _call(self, term: Term, outermost: bool) -> Said:
        """A name with arguments: a player named first made the move, unless it is nested in another move."""
        name = term.name if term.quoted else named(term.name)
        if not term.args:
            return _words(name, "name")
        players = self.players if outermost else ()
        first = term.args[0].name if term.args[0].kind in ("name", "text") else ""
        if term.name in _DOES and (len(term.args) == 1 or (first in players and len(term.args) == 2)):
            made = self.move(term.args[-1], first if len(term.args) == 2 else None)
            if made is not None:
                return Said(joined((*([f"{first}: "] if len(term.args) == 2 else []), *made)), "words")
        parts = self._all(term.args, False)
        if term.name in players:
            return Said(joined((f"{term.name}: ", *_beside(parts))), "words")
        if len(parts) > 1 and first in players:
            if term.name in _DOES:
                return Said(joined((f"{first}: ", *_beside(parts[1:]))), "words")
            did = f"{term.name} to {first} " if term.name in _RECEIVES else f"{first} {name} "
            return Said(joined((did, *_beside(parts[1:]))), "words")
        return Said(joined((f"{name} ", *_beside(parts))), "words")


_SAID: dict[str, Callable[[Wording, Term, bool], Said]] = {
    "number": Wording._number,
    "name": Wording._name,
    "variable": Wording._name,
    "value": Wording._name,
    "text": Wording._text,
    "sign": Wording._sign,
    "tuple": Wording._tuple,
    "list": Wording._listed,
    "call": Wording._call,
}


def named(text: str) -> str:
    """A name of the rules as words.

    >>> named("stay_out"), named("myHand"), named("mystery")
    ('stay out', 'my hand', 'mystery')
    """
    words = text.strip("_").replace("_", " ") or text
    return _MINE.sub("my ", _CAMEL.sub(lambda m: f" {m[1].lower()}", words))


def spoken(term: Term) -> str:
    """The name of a thing in words.

    >>> from galakit.display.terms import read
    >>> spoken(read("king(white)")), spoken(read("'stay_out'"))
    ('king white', 'stay_out')
    """
    if not term.args:
        return named(term.name) if term.kind == "name" else term.name
    return " ".join([*([named(term.name)] if term.kind == "call" else []), *map(spoken, term.args)])


def listed(words: Sequence[str]) -> str:
    """Texts joined by commas, or by semicolons where some contain commas.

    >>> listed(["hand 1, 2", "raise"]), listed(["card 3", "bet"])
    ('hand 1, 2; raise', 'card 3, bet')
    """
    return ("; " if any(", " in text for text in words) else ", ").join(words)


def _words(text: str, kind: str) -> Said:
    return Said((Words(text=text),) if text else (), kind)


def _between(groups: Sequence[Sequence[Part | str]], text: str) -> list[Part | str]:
    found: list[Part | str] = []
    for k, group in enumerate(groups):
        found += [text, *group] if k else group
    return found


def _beside(parts: Sequence[Said]) -> list[Part | str]:
    """Arguments beside each other; numbers in a row are like coordinates."""
    found: list[Part | str] = []
    before = ""
    for k, part in enumerate(parts):
        last = k == len(parts) - 1
        if k:
            found.append("," if before == part.kind == "number" else " ")
        found += part.parts if last and (k == 0 or part.kind == "words") else part.inside
        before = part.kind
    return found


def _is_thing(part: Said) -> bool:
    return len(part.parts) == 1 and isinstance(part.parts[0], Card | Die)


def _list(parts: Sequence[Said]) -> Said:
    if len(parts) == 1:
        return Said(joined(parts[0].inside), "list") if parts[0].kind == "list" else parts[0]
    if parts and all(map(_is_thing, parts)):
        return Said(joined(_between([part.parts for part in parts], " ")), "things")
    texts = [part.inside if part.kind == "list" else part.parts for part in parts]
    return Said(joined(_between(texts, ", ")), "list") if parts else _words("nothing", "name")
