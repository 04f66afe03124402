"""Facts and moves in words: `bet(gambler,1)` is read as "gambler bet 1", `myhand([2])` as "my hand 2".

A fact is parsed as a term (names, numbers, quoted text, lists, tuples, operators between them) and written with as few
signs as possible. A text that is no term, or is too long or too deep, is left as it is. Information sets are still
named by the fact itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from galakit.rules.knowledge import Chose, kind_of
from galakit.solution.facts import QUOTED, informative

LONGEST = 2_000  # characters of a fact that is put into words
DEEPEST = 30  # brackets inside of each other
KEPT = 20_000  # facts whose words are remembered

_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|([^\W\d]\w*)|({QUOTED})|(\S))")
_CAMEL = re.compile(r"(?<=[a-z]{2})([A-Z])(?=[a-z])")
_ESCAPED = re.compile(r"\\x([0-9a-fA-F]{1,6})\\|\\(.)")
_OPERATORS = frozenset("+-*/=<>:^.@#~&")
_MINE = re.compile(r"my(?=(?:hands?|cards?|dice|die|roll|value|type|cost|bid|number|role|side|secret|coins?)$)")
_RECEIVES = frozenset(("sold", "given", "dealt", "paid", "shown", "assigned"))  # done to a player, not by them


@dataclass(frozen=True)
class _Said:
    """A part of a fact in words."""

    text: str
    kind: str
    """`number`, `name`, `tuple`, `list` or `words`: several of them"""

    @property
    def inside(self) -> str:
        """As it stands before other words."""
        return {"list": f"[{self.text}]", "words": f"({self.text})"}.get(self.kind, self.text)


class _Strange(Exception):
    """The text is no term."""


def worded(fact: str, players: Sequence[str] = ()) -> str:
    """A fact or a move in words; the names of players mark who made it.

    >>> worded("card(3)"), worded("myhand([2])"), worded("chose(stay_out)")
    ('card 3', 'my hand 2', 'chose stay out')
    >>> worded("bet(gambler,1)", ["dealer", "gambler"]), worded("did(a,pass)", ["a", "b"])
    ('gambler bet 1', 'a: pass')
    >>> worded("said(east,bid(2,none))", ["east"]), worded("hole([(1,1),(2,3)])"), worded("king(2,3)")
    ('east said bid 2 none', 'hole (1,1), (2,3)', 'king 2,3')
    >>> worded("chose(accuse(ann,theft))", ["ann"]), worded("[does(ann,wait),does(bob,wait)]", ["ann", "bob"])
    ('chose accuse ann theft', 'ann: wait, bob: wait')
    >>> worded("((1,1),(1,2))"), worded("deal((1,a),[],f(x))")
    ('(1,1), (1,2)', 'deal (1,a) nothing f x')
    >>> worded("no term )"), worded("'king of hearts'"), worded("discard([])")
    ('no term )', 'king of hearts', 'discard nothing')
    """
    return _worded(fact, frozenset(players)) if len(fact) <= LONGEST else fact


def facts_in_words(facts: Iterable[str], players: Sequence[str] = ()) -> str:
    """What a player knows, in words.

    >>> facts_in_words(["myhand([2])", "choosing([0,1])", "bet(gambler,1)"], ["dealer", "gambler"]), facts_in_words([])
    ('my hand 2, gambler bet 1', 'nothing yet')
    >>> facts_in_words(["hand([1,2])", "raise"])
    'hand 1, 2; raise'
    """
    return listed([worded(fact, players) for fact in informative(facts)]) or "nothing yet"


def listed(words: Sequence[str]) -> str:
    """Texts joined by commas, or by semicolons where some contain commas.

    >>> listed(["hand 1, 2", "raise"]), listed(["card 3", "bet"])
    ('hand 1, 2; raise', 'card 3, bet')
    """
    return ("; " if any(", " in text for text in words) else ", ").join(words)


def meant(text: str, facts: Iterable[str], players: Sequence[str] = ()) -> tuple[str, ...]:
    """The facts that a text written like those of `facts_in_words` names; none where it is ambiguous or names others.

    >>> known = ["myhand([2])", "hand([1,2])", "king(2,3)", "bet(gambler,1)", "raise"]
    >>> meant("My hand 2, king 2,3", known), meant("hand 1, 2; gambler bet 1", known, ["gambler"])
    (('myhand([2])', 'king(2,3)'), ('hand([1,2])', 'bet(gambler,1)'))
    >>> meant("hand 1, 2", known), meant("my hand 3", known), meant("my hand 2", [*known, "my_hand(2)"])
    (('hand([1,2])',), (), ())
    """
    named: dict[str, set[str]] = {}
    for fact in informative(facts):
        named.setdefault(folded(worded(fact, players)), set()).add(fact)
    for parts in ([text], text.split(";"), text.split(", ")):
        found = [named.get(folded(part), ()) for part in parts]
        if all(len(some) == 1 for some in found):
            return tuple(fact for some in found for fact in some)
    return ()


def second_person(fact: str, players: Sequence[str] = ()) -> str:
    """A fact in words for the player who knows it: "you" did what they chose.

    >>> second_person("chose(pass)"), second_person("bet(gambler,1)", ["dealer", "gambler"])
    ('you chose pass', 'gambler bet 1')
    """
    return "you " * (kind_of(fact) is Chose) + worded(fact, players)


def history_in_words(history: Iterable[tuple[str, str]]) -> str:
    """Who made which moves.

    >>> history_in_words([("chance", "(1,2)"), ("first", "bet(1)")])
    'chance: (1,2), first: bet 1'
    """
    return listed([f"{mover}: {worded(move)}" for mover, move in history])


def others(players: Sequence[str], player: int) -> str:
    """The other players: by name, where there is one.

    >>> others(["dealer", "gambler"], 0), others(["a", "b", "c"], 0)
    ('gambler', 'the others')
    """
    return players[1 - player] if len(players) == 2 else "the others"


def never_led(players: Sequence[str], player: int, chance: bool) -> str:
    """Why there is no belief where play never leads.

    >>> never_led(["dealer", "gambler"], 0, True), never_led(["first", "second"], 0, False)
    ('undefined: chance and gambler never lead here', 'undefined: second never leads here')
    >>> never_led(["guest"], 0, True)
    'undefined: chance never leads here'
    """
    who = ["chance"] * chance + [others(players, player)] * (len(players) > 1)
    verb = "leads" if len(who) == 1 and who != ["the others"] else "lead"
    return f"undefined: {' and '.join(who)} never {verb} here" if who else "undefined: play never comes here"


def folded(text: str) -> str:
    """A text normalised for comparison with user input.

    >>> folded("  My hand  −2")
    'my hand -2'
    """
    return " ".join(text.replace("−", "-").casefold().split())


@lru_cache(KEPT)
def _worded(fact: str, players: frozenset[str]) -> str:
    try:
        return _Reader(fact, players).whole().text or fact
    except _Strange:
        return fact


class _Reader:
    """Reads a term and says it, part by part."""

    def __init__(self, text: str, players: frozenset[str]) -> None:
        self.tokens = [(match.lastindex or 0, match[match.lastindex or 0]) for match in _TOKEN.finditer(text)]
        self.next, self.depth, self.calls, self.players = 0, 0, 0, players

    def whole(self) -> _Said:
        said = self._term()
        if self.next < len(self.tokens):
            raise _Strange
        return said

    def _peek(self) -> str:
        """The sign that comes next; nothing where it is none."""
        kind, text = self.tokens[self.next] if self.next < len(self.tokens) else (0, "")
        return text if kind == 4 else ""

    def _take(self, sign: str) -> bool:
        found = self._peek() == sign
        self.next += found
        return found

    def _term(self) -> _Said:
        """Operands with operators between them, which are left where they are."""
        said = self._operand()
        while (sign := self._peek()) in _OPERATORS and sign:
            self.next += 1
            while (more := self._peek()) in _OPERATORS and more not in ("", "-"):
                self.next += 1
                sign += more
            both = said, self._operand()
            apart = any(" " in side.text for side in both) or "=" in sign or sign in "<>"
            blank = " " if apart else ""
            number = all(side.kind == "number" for side in both)
            said = _Said(f"{both[0].text}{blank}{sign}{blank}{both[1].text}", "number" if number else "name")
        return said

    def _operand(self) -> _Said:
        if self.next >= len(self.tokens):
            raise _Strange
        kind, text = self.tokens[self.next]
        self.next += 1
        if kind == 1:
            return _Said(text, "number")
        if kind in (2, 3):
            return self._called(text) if self._take("(") else _Said(_name(text), "name")
        if text == "-" and self.next < len(self.tokens) and self.tokens[self.next][0] == 1:
            self.next += 1
            return _Said(f"−{self.tokens[self.next - 1][1]}", "number")
        if text == "(":
            return _tuple(self._until(")"))
        if text == "[":
            return _list(self._until("]"))
        if text == "…":
            return _Said(text, "name")
        raise _Strange

    def _until(self, end: str) -> list[_Said]:
        """What stands between commas, up to the bracket."""
        if self._take(end):
            return []
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Strange
        parts = [self._term()]
        while self._take(","):
            parts.append(self._term())
        if not self._take(end):
            raise _Strange
        self.depth -= 1
        return parts

    def _called(self, name: str) -> _Said:
        """A name with arguments: a player named first made the move, unless it is nested in another move."""
        begin = self.next
        self.calls += 1
        parts = self._until(")")
        self.calls -= 1
        if not parts:
            return _Said(_name(name), "name")
        players = self.players if self.calls == 0 else ()
        if name in players:
            return _Said(f"{name}: {_joined(parts)}", "words")
        first = self.tokens[begin][1]
        if len(parts) > 1 and first in players and parts[0].text == _name(first):
            if name in ("did", "does"):
                return _Said(f"{first}: {_joined(parts[1:])}", "words")
            did = f"{name} to {first}" if name in _RECEIVES else f"{first} {_name(name)}"
            return _Said(f"{did} {_joined(parts[1:])}", "words")
        return _Said(f"{_name(name)} {_joined(parts)}", "words")


def _name(text: str) -> str:
    """A name of the rules as words; quoted text is what it says.

    >>> _name("stay_out"), _name("myHand"), _name("mystery"), _name("'stay_out'")
    ('stay out', 'my hand', 'mystery', 'stay_out')
    """
    if text[0] in "'\"":
        return _ESCAPED.sub(_unescaped, text[1:-1]) or text
    words = text.strip("_").replace("_", " ") or text
    return _MINE.sub("my ", _CAMEL.sub(lambda m: f" {m[1].lower()}", words))


def _unescaped(found: re.Match[str]) -> str:
    """A character that is written by its number, or behind a `\\`; one that cannot be seen stays as it is written."""
    code, letter = found.groups()
    if code is None:
        return {"n": " ", "t": " "}.get(letter, letter)
    character = chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else ""
    return character if character.isprintable() and character else found[0]


def _joined(parts: Sequence[_Said]) -> str:
    """Arguments beside each other; numbers in a row are like coordinates."""
    text, before = "", ""
    for k, part in enumerate(parts):
        last = k == len(parts) - 1
        between = "" if k == 0 else "," if before == part.kind == "number" else " "
        text += between + (part.text if last and (k == 0 or part.kind == "words") else part.inside)
        before = part.kind
    return text


def _tuple(parts: Sequence[_Said]) -> _Said:
    if len(parts) > 1 and all(part.kind == "tuple" for part in parts):  # several of something, cards mostly
        return _list(parts)
    between = ", " if any(" " in part.text for part in parts) else ","
    return _Said(f"({between.join(part.text for part in parts)})", "tuple")


def _list(parts: Sequence[_Said]) -> _Said:
    texts = [f"[{part.text}]" if part.kind == "list" else part.text for part in parts]
    if len(parts) == 1:
        return _Said(texts[0], parts[0].kind)
    return _Said(", ".join(texts) or "nothing", "list" if parts else "name")
