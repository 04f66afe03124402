"""How facts and moves of a game look: by the entries of its display, else in words.

>>> from galakit.rules.display import Entry
>>> look = Look([Entry("ranks", "up_to(king,3)"), Entry("card(R)", "card(R)"), Entry("after(bet,pass)", "fold")])
>>> look.told(["card(2)", "bet", "chose(pass)"])
'Q, bet, chose fold'
>>> look.label("pass", ["card(2)", "bet"]), look.label("pass", ["card(2)"])
('fold', 'pass')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from galakit.display.entries import Rule, Sort, rules_of
from galakit.display.parts import Part, Words, beside, joined
from galakit.display.patterns import Bound, variables
from galakit.display.seen import Action, Seen
from galakit.display.showing import Showing
from galakit.display.terms import Term, read
from galakit.display.things import Things
from galakit.display.vocabulary import MEMORY
from galakit.display.wording import Wording, listed
from galakit.rules.contract import CHANCE
from galakit.rules.display import Display
from galakit.rules.history import Happened
from galakit.rules.knowledge import Choosing, Chose, informative, kind_of

NOTHING = "nothing yet"
OPEN = "…"  # what is left open in a fact, which is then in words
KEPT = 50_000  # facts and moves whose looks are remembered


class Look:
    """The look of a game's facts and moves, for players of these names.

    A fact can look different after other facts, so all questions take what the player `known` before; and where the
    display says `$player`, it depends on whose fact it is.
    """

    def __init__(self, display: Display = (), players: Sequence[str] = ()) -> None:
        self.display, self.players = tuple(display), tuple(players)
        self._fixed: dict[tuple[str, str], Seen] = {}
        self._varying: dict[tuple[str, str, int | None, tuple[str, ...]], Seen] = {}
        self._memory: dict[tuple[str, str], int] = {}
        """for facts and moves whose look varies: how many facts before them it may depend on"""

    # -- questions -----------------------------------------------------------------------------------------------------

    def fact(self, fact: str, known: Sequence[str] = (), player: int | None = None) -> Seen:
        """A fact that a player learnt after those they knew before: an observation, or their own move."""
        if kind_of(fact) is not Chose:
            return self._seen("fact", fact, known, player)
        made = self._seen("own", fact[len("chose(") : -1], known, player)
        return Seen(joined(("chose ", *made.parts)), made.actions, made.displayed) if made.parts else made

    def move(self, move: str, known: Sequence[str] = (), player: int | None = None) -> Seen:
        """A move of a player who knows these facts."""
        found = self._seen("own", move, known, player)
        return found if found.parts else Seen(self._plain("own", move).parts, found.actions)

    def moves(self, moves: Iterable[str], known: Sequence[str] = (), player: int | None = None) -> list[Seen]:
        """The moves that a player can choose from, each different from all others."""
        moves, known = list(moves), last(known)
        return apart(moves, [self.move(move, known, player) for move in moves])

    def deal(self, move: str, seen: Iterable[tuple[int, Sequence[str]]] = (), viewer: int | None = None) -> Seen:
        """A move of chance. Where the display says nothing of it, it is called what players observe of it.

        What a `viewer` observes is not repeated to them where others observe anything else.
        """
        found = self._seen("chance", move, (), None)
        term = read(move)
        if found.displayed or term is None or not (term.args or term.kind == "number"):
            return found
        told = {player: self._beside(facts, player) for player, facts in sorted(seen, key=lambda one: one[0])}
        told = {player: parts for player, parts in told.items() if parts}
        if len(told) == len(self.players) and len(set(told.values())) == 1:
            return Seen(next(iter(told.values())))
        if viewer in told and len(told) > 1:
            del told[viewer]
        parts: list[Part | str] = []
        for player, own in told.items():
            parts += [", "] if parts else []
            parts += [f"{self.players[player]} ", *_things(own)]
        return Seen(joined(parts)) if parts else found

    def step(self, happened: Happened, viewer: int | None = None) -> Seen:
        """A move in a history."""
        if happened.mover == CHANCE:
            return self.deal(happened.move, happened.seen, viewer)
        return self.move(happened.move, happened.known, happened.mover)

    def each(self, facts: Iterable[str], player: int | None = None, before: Sequence[str] = ()) -> list[Seen]:
        """The facts of a player in order, but those that repeat which moves there were, after those before."""
        learnt = [*before[-MEMORY:], *informative(facts)]
        first = len(before[-MEMORY:])
        return [self.fact(learnt[k], learnt[max(0, k - MEMORY) : k], player) for k in range(first, len(learnt))]

    # -- in words ------------------------------------------------------------------------------------------------------

    def label(self, move: str, known: Sequence[str] = (), player: int | None = None) -> str:
        """A move in words."""
        return self.move(move, known, player).words

    def labels(self, moves: Iterable[str], known: Sequence[str] = (), player: int | None = None) -> list[str]:
        """Moves in words."""
        return [seen.words for seen in self.moves(moves, known, player)]

    def words(self, fact: str, known: Sequence[str] = (), player: int | None = None) -> str:
        """A fact in words."""
        return self.fact(fact, known, player).words

    def known(self, facts: Iterable[str], player: int | None = None, before: Sequence[str] = ()) -> Seen:
        """What a player knows, all of it."""
        return together([one for one in self.each(facts, player, before) if one.parts])

    def told(self, facts: Iterable[str], player: int | None = None, before: Sequence[str] = ()) -> str:
        """What a player knows, in words.

        >>> Look((), ["dealer", "gambler"]).told(["myhand([2])", "choosing([0,1])", "bet(gambler,1)"])
        'my hand 2, gambler bet 1'
        >>> Look().told([]), Look().told(["hand([1,2])", "raise"])
        ('nothing yet', 'hand 1, 2; raise')
        """
        return self.known(facts, player, before).words or NOTHING

    def history(self, steps: Iterable[Happened]) -> str:
        """Who made which moves.

        >>> Look((), ["first"]).history([Happened(-1, "(1,2)"), Happened(0, "bet(1)")])
        'chance: (1,2), first: bet 1'
        """
        return listed([f"{self.who(step.mover)}: {self.step(step).words}" for step in steps])

    def who(self, mover: int) -> str:
        """A player, or `chance`."""
        return "chance" if mover == CHANCE else self.players[mover]

    def readings(self, fact: str) -> list[str]:
        """All that a fact can be called, in whatever situation, and what it would be called without the display.

        >>> from galakit.rules.display import Entry
        >>> Look([Entry("after(bet, pass)", "fold"), Entry("pass", "check")]).readings("chose(pass)")
        ['chose fold', 'chose check', 'chose pass']
        """
        own = kind_of(fact) is Chose
        text = fact[len("chose(") : -1] if own else fact
        term = read(text)
        if term is None:
            return [fact]
        one = Sort("own" if own else "fact", term)
        found = []
        rules = self._candidates(one)
        for k, rule in enumerate(rules):
            bound = rule.loosely(one)
            if bound is None or any(earlier.forestalls(rule, one, bound) for earlier in rules[:k]):
                continue
            for values in self._voices(rule):
                if all(name in bound or name in values for item in rule.shown for name in variables(item)):
                    found.append(self._showing.made(rule.shown, bound | values))
        found.append(self._plain(one.kind, text))
        return list(dict.fromkeys(("chose " * own + made.words) for made in found if made.parts))

    # -- entries -------------------------------------------------------------------------------------------------------

    @cached_property
    def _read(self) -> tuple[list[Rule], Things]:
        rules, tables = rules_of(self.display)
        return rules, Things(tables, self.players)

    @property
    def things(self) -> Things:
        """What the game is played with."""
        return self._read[1]

    @cached_property
    def _wording(self) -> Wording:
        return Wording(frozenset(self.players), self.things.known, self._nested)

    @cached_property
    def _showing(self) -> Showing:
        return Showing(self.things, self._wording)

    def _nested(self, move: Term, player: str | None) -> tuple[Part, ...] | None:
        """A move inside a fact that names its player: `does(ann, Move)`."""
        found = self._displayed(Sort("own", move), (), self._number(player))
        return None if found is None or not found.parts else found.parts

    def _number(self, player: str | None) -> int | None:
        return self.players.index(player) if player in self.players else None

    def _seen(self, kind: str, text: str, known: Sequence[str], player: int | None) -> Seen:
        found = self._fixed.get((kind, text))
        if found is not None:
            return found
        memory = self._memory.get((kind, text))
        if memory is not None:
            found = self._varying.get((kind, text, player, last(known, memory)))
            if found is not None:
                return found
        term = read(text)
        if term is None or OPEN in text:
            return self._plain(kind, text)
        one = Sort(kind, term)  # type: ignore[arg-type]
        rules = self._candidates(one)
        if not any(rule.varies for rule in rules):
            if len(self._fixed) >= KEPT:
                self._fixed.clear()
            found = self._fixed[kind, text] = self._displayed(one, (), None) or self._plain(kind, text)
            return found
        if max(len(self._varying), len(self._memory)) >= KEPT:
            self._varying.clear()
            self._memory.clear()
        memory = self._memory[kind, text] = max(len(rule.before) for rule in rules)
        before = last(known, memory)
        found = self._displayed(one, before, player) or self._plain(kind, text)
        self._varying[kind, text, player, before] = found
        return found

    def _candidates(self, one: Sort) -> list[Rule]:
        """The entries that may apply, up to the first that does so always."""
        found = []
        for rule in self._read[0]:
            if rule.suits(one):
                found.append(rule)
                if not rule.varies and rule.bound(one, (), {}) is not None:
                    break
        return found

    def _displayed(self, one: Sort, known: Sequence[str], player: int | None) -> Seen | None:
        """What the first entry that applies shows."""
        values = self._values(player)
        for rule in self._candidates(one):
            bound = rule.bound(one, known, values)
            if bound is not None:
                return self._showing.made(rule.shown, bound)
        return None

    def _values(self, player: int | None) -> Bound:
        if player is None or not 0 <= player < len(self.players):
            return {}
        values = {"$player": Term("text", self.players[player])}
        if len(self.players) == 2:
            values["$opponent"] = Term("text", self.players[1 - player])
        return values

    def _voices(self, rule: Rule) -> list[Bound]:
        """What `$player` and `$opponent` can stand for in an entry."""
        said = any(name[0] == "$" for item in rule.shown for name in variables(item))
        return [self._values(player) for player in range(len(self.players))] if said else [{}]

    def _plain(self, kind: str, text: str) -> Seen:
        """In words."""
        term = read(text)
        if term is None:
            return Seen(joined((text,)))
        said = self._wording.of_fact(term) if kind == "fact" else self._wording.of_move(term)
        return Seen(said.parts or joined((text,)), self._done(term) if kind == "fact" else ())

    def _done(self, fact: Term) -> tuple[Action, ...]:
        """What happens on the board by a move that a fact names: `does(ann, Move)`."""
        if fact.kind == "call" and fact.name == "does" and len(fact.args) == 2:
            found = self._displayed(Sort("own", fact.args[1]), (), self._number(fact.args[0].name))
            return () if found is None else found.actions
        return ()

    def _beside(self, facts: Iterable[str], player: int) -> tuple[Part, ...]:
        return beside([one.parts for one in self.each(facts, player)])

    @cached_property
    def has_cards(self) -> bool:
        """Whether the display draws any cards."""
        drawn = any(item.name in ("card", "cards") for rule in self._read[0] for item in rule.shown)
        return drawn or bool(self.things.decks)

    @cached_property
    def has_suits(self) -> bool:
        """Whether cards of a deck have suits that could be exchanged."""
        return any(len(deck.suits) > 1 for deck in self.things.decks)

    # -- boards --------------------------------------------------------------------------------------------------------

    @cached_property
    def has_boards(self) -> bool:
        """Whether anything happens on a board that the display describes."""
        return bool(self.things.fields) and any(self._showing.made(rule.shown, {}).actions for rule in self._read[0])

    @cached_property
    def has_states(self) -> bool:
        """Whether the board shows what is true in a state, instead of what players learnt."""
        return any(rule.kind == "holds" for rule in self._read[0])

    def start(self, player: int | None) -> list[Action]:
        """What stands on the board before anything happens."""
        values = self._values(player)
        shown = [item for right in self.things.start for item in (right.args if right.kind == "list" else (right,))]
        return list(self._showing.made(shown, values).actions)

    def holding(self, text: str) -> Seen:
        """What is true in a state."""
        return self._seen("holds", text, (), None)


def apart(moves: Sequence[str], seen: list[Seen]) -> list[Seen]:
    """Looks of different moves; those that are alike also say what the rules write."""
    often = Counter([one.words for one in seen])
    if len(often) == len(seen):
        return seen
    return [
        one if often[one.words] == 1 else Seen(joined((*one.parts, f" ({move})")), one.actions, one.displayed)
        for move, one in zip(moves, seen)
    ]


def _things(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts without the words before the first thing that is drawn."""
    return parts[1:] if len(parts) > 1 and isinstance(parts[0], Words) else parts


def together(shown: Sequence[Seen]) -> Seen:
    """Several facts as one, with commas between them; or semicolons, where there are commas in them."""
    if len(shown) == 1:
        return shown[0]
    between = "; " if any(", " in one.words for one in shown) else ", "
    parts: list[Part | str] = []
    for k, one in enumerate(shown):
        parts += [between, *one.parts] if k else one.parts
    return Seen(joined(parts), tuple(action for one in shown for action in one.actions))


def last(known: Sequence[str], many: int = MEMORY) -> tuple[str, ...]:
    """The latest facts that can matter for how the next one looks."""
    found: list[str] = []
    for fact in reversed(known):
        if len(found) == many:
            break
        if kind_of(fact) is not Choosing:
            found.append(fact)
    return tuple(reversed(found))
