"""Lookup of situations and classes of a separated game by facts and moves.

A situation stands for many information sets: the outcomes of the values among its facts determine the class. Users name
facts in any order and leave out what is clear; programs name all of them, in order.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.contract import Rules
from galakit.rules.knowledge import Choosing, informative, kind_of, written
from galakit.rules.lazy import Undefined, Value
from galakit.separated.actions import Situation, Visit
from galakit.separated.separate import Separated
from galakit.solution import facts as naming
from galakit.solution.factored.matching import FITS, Known

SHOWN = 8  # candidates listed in an error


class Named(NamedTuple):
    """A situation, and what is known of the values in it."""

    situation: Situation
    known: Known


class SituationIndex:
    """The situations of all players and their facts as texts."""

    def __init__(self, rules: Rules, game: Separated) -> None:
        self.rules = rules
        self.game = game
        self.players = game.players
        self._written: dict[Any, str] = {}
        self._said: dict[Value, dict[str, int]] = {}

    # -- texts -------------------------------------------------------------------------------------------------------

    def text(self, fact: Any) -> str:
        """A fact that does not depend on chance, as text."""
        found = self._written.get(fact)
        if found is None:
            found = self._written[fact] = naming.normal(written(fact, self.rules.write))
        return found

    def texts(self, value: Value) -> dict[str, int]:
        """The texts that a value can have, and the number of each."""
        found = self._said.get(value)
        if found is None:
            world = self.game.world
            world.ids(value, world.rows(world.support(value)).columns)
            known = [(k, m) for k, m in enumerate(world.meaning[value]) if type(m) is not Undefined]
            found = self._said[value] = {naming.normal(written(m, self.rules.write)): k for k, m in known}
        return found

    def said(self, value: Value, number: int) -> str:
        """The text of an outcome of a value; empty where it is undefined."""
        meaning = self.game.world.meaning[value][number]
        return "" if type(meaning) is Undefined else naming.normal(written(meaning, self.rules.write))

    def moves(self, situation: Situation) -> list[str]:
        """The moves of a situation, as text."""
        return [self.rules.write(move) for move in situation.moves]

    def facts(self, situation: Situation, known: Known) -> tuple[str, ...]:
        """All facts of a situation in order; values that are not known are left out."""
        return tuple(
            self.said(fact, known[fact]) if isinstance(fact, Value) else fact
            for fact in self.chain(situation)
            if not isinstance(fact, Value) or fact in known
        )

    def whole(self, situation: Situation, number: int) -> tuple[str, ...]:
        """All facts of an information set, including the `choosing(...)` ones."""
        known, offered = self.known(situation, number), iter(self.offered(situation))
        texts = [
            next(offered) if type(f) is Choosing else self.said(f, known[f]) if type(f) is Value else self.text(f)
            for f in situation.facts
        ]
        return (*texts, next(offered))

    def chain(self, situation: Situation) -> tuple[str | Value, ...]:
        """The facts of a situation: texts, and values for those that depend on chance."""
        return self._chains[situation]

    @cached_property
    def _chains(self) -> dict[Situation, tuple[str | Value, ...]]:
        return {
            situation: tuple(
                f if type(f) is Value else self.text(f) for f in situation.facts if type(f) is not Choosing
            )
            for own in self.game.actions.situations
            for situation in own
        }

    @cached_property
    def visits(self) -> dict[Situation, list[Visit]]:
        """The nodes of the action tree of each situation."""
        found: dict[Situation, list[Visit]] = {}
        for visit in self.game.actions.visits:
            found.setdefault(visit.situation, []).append(visit)
        return found

    @cached_property
    def made(self) -> list[list[tuple[Situation, int] | None]]:
        """For each player and sequence the situation and the number of its last move; None for the empty sequence."""
        return [
            [None, *((s, k) for s in sorted(own, key=lambda s: s.first) for k in range(len(s.moves)))]
            for own in self.game.actions.situations
        ]

    def path(self, player: int, sequence: int) -> list[tuple[Situation, int]]:
        """A player's own moves up to a sequence."""
        path = []
        while (last := self.made[player][sequence]) is not None:
            path.append(last)
            sequence = last[0].parent
        return path[::-1]

    # -- classes -----------------------------------------------------------------------------------------------------

    def number(self, situation: Situation, known: Known) -> int | None:
        """The class in which all values are as known; None where they cannot be so at once."""
        signal = self.game.signal(situation.signal)
        code = 0
        for value, size in zip(signal.values, signal.sizes):
            code = code * size + known[value]
        number = int(np.searchsorted(signal.codes, code))
        if number == signal.classes or signal.codes[number] != code:
            return None
        possible = self.game.possible[situation]
        return number if possible is None or possible[number] else None

    def known(self, situation: Situation, number: int) -> Known:
        """What the values are in a class."""
        signal = self.game.signal(situation.signal)
        ids = np.unravel_index(signal.codes[number], signal.sizes) if signal.values else ()
        return {value: int(i) for value, i in zip(signal.values, ids)}

    # -- from facts ----------------------------------------------------------------------------------------------------

    def exactly(self, player: int, facts: Sequence[str]) -> Named | None:
        """The situation in which a player knows just these facts, in this order; `choosing(...)` may be left out.

        The moves may depend on what the player knows: then situations have the same facts and different moves.
        """
        reached: list[tuple[Any, Known]] = [(self._tries[player], {})]
        for fact in informative(facts):
            reached = [following for node, known in reached for following in self._following(node, known, fact)]
        offered = [fact for fact in facts if kind_of(fact) is Choosing]
        found = [
            Named(situation, known)
            for node, known in reached
            for situation in node.get(_HERE, ())
            if not offered or offered == self.offered(situation)
        ]
        return self.possible(found)[0] if found else None

    def find(self, player: int, facts: Sequence[str]) -> tuple[Situation, int] | None:
        """The information set at which a player knows just these facts, in this order, as situation and class."""
        named = self.exactly(player, facts)
        if named is None or any(value not in named.known for value in named.situation.signal):
            return None
        number = self.number(*named)
        return None if number is None else (named.situation, number)

    def _following(self, node: Any, known: Known, fact: str) -> Iterator[tuple[Any, Known]]:
        """Where a fact leads in the trie; several nodes where omitted `choosing(...)` facts distinguish values."""
        if fact in node:
            yield node[fact], known
        for value, below in node.get(_VALUES, {}).items():
            number = self.texts(value).get(fact)
            if number is not None and known.get(value, number) == number:
                yield below, known | {value: number}

    def offered(self, situation: Situation) -> list[str]:
        """The `choosing(...)` facts of a player up to a situation, its own last."""
        before = [f for f in situation.facts if type(f) is Choosing]
        return [naming.normal(written(fact, self.rules.write)) for fact in (*before, Choosing(situation.moves))]

    def possible(self, found: list[Named]) -> list[Named]:
        """Those that are possible, as far as all values are known; all of them if none is."""
        able = [n for n in found if any(v not in n.known for v in n.situation.signal) or self.number(*n) is not None]
        return able or found

    @cached_property
    def _tries(self) -> list[Any]:
        """For each player a trie of facts, as nested dictionaries."""
        tries: list[Any] = []
        for own in self.game.actions.situations:
            tries.append({})
            for situation in own:
                node = tries[-1]
                for fact in self.chain(situation):
                    node = node.setdefault(_VALUES, {}) if type(fact) is Value else node
                    node = node.setdefault(fact, {})
                node.setdefault(_HERE, []).append(situation)
        return tries

    def meant(self, player: int | None, facts: Sequence[str], among: Sequence[Situation] | None = None) -> list[Named]:
        """The situations that match the facts a user names: those that fit best, or none; short ones first.

        Best fit all facts in order; then all in any order; then some of them in order; then some in any order.
        """
        wanted = informative(facts)
        whose = range(len(self.players)) if player is None else [player]
        if among is None:
            exact = [named for p in whose if (named := self.exactly(p, facts)) is not None]
            if exact:
                return exact
        best, found = len(FITS), list[Named]()
        for situation in (s for p in whose for s in self.game.actions.situations[p]) if among is None else among:
            for fit, known in self._fits(situation, wanted):
                if fit < best:
                    best, found = fit, []
                if fit == best:
                    found.append(Named(situation, known))
                break
        return sorted(found, key=lambda named: len(self.chain(named.situation)))

    def _fits(self, situation: Situation, wanted: Sequence[str]) -> Iterator[tuple[int, Known]]:
        chain = self.chain(situation)
        if len(wanted) > len(chain):
            return
        for fit, assigned in enumerate(FITS):
            known = assigned(chain, wanted, self.texts)
            if known is not None:
                yield fit, known

    # -- from moves ----------------------------------------------------------------------------------------------------

    def after(self, moves: Sequence[str]) -> list[Situation]:
        """The situations that can come about after these moves of the players; several where draws decide.

        An error names the move that cannot be made, and what could be.
        """
        states = [(0,) * len(self.players)]
        for count, move in enumerate(moves):
            behind, offered = dict[tuple[int, ...], None](), dict[str, None]()
            for state in states:
                for situation in self._deciding.get(state, ()):
                    p = situation.player
                    for k, label in enumerate(self.moves(situation)):
                        offered[f"{self.players[p]}: {label}"] = None
                        if naming.normal(label) == naming.normal(move):
                            behind[(*state[:p], situation.first + k, *state[p + 1 :])] = None
            if not behind:
                so_far = f"after {', '.join(moves[:count])}" if count else "at the start"
                raise GalakitError(
                    f"there is no move {move} {so_far}",
                    hint="there can be played " + ", ".join(offered) if offered else "the game is over then",
                    id="GK631",
                )
            states = list(behind)
        found = list(dict.fromkeys(s for state in states for s in self._deciding.get(state, ())))
        if not found:
            raise GalakitError(f"the game is over after {', '.join(moves)}", hint="leave out the last move", id="GK631")
        return found

    @cached_property
    def _deciding(self) -> dict[tuple[int, ...], list[Situation]]:
        """The situations that can follow the sequences of all players."""
        found: dict[tuple[int, ...], dict[Situation, None]] = {}
        for visit in self.game.actions.visits:
            found.setdefault(visit.sequences, {})[visit.situation] = None
        return {sequences: list(own) for sequences, own in found.items()}

    # -- errors and examples ----------------------------------------------------------------------------------------

    def sayable(self) -> list[str]:
        """All facts that any player may know."""
        return self._sayable([s for own in self.game.actions.situations for s in own])[2]

    def _sayable(self, some: Iterable[Situation]) -> tuple[list[str], list[Value], list[str]]:
        """The facts of some situations that do not depend on chance, the values that do, and what all of them say."""
        chains = [self.chain(situation) for situation in some]
        constants = list(dict.fromkeys(f for chain in chains for f in chain if type(f) is str))
        values = list(dict.fromkeys(f for chain in chains for f in chain if type(f) is Value))
        return constants, values, [*constants, *(text for value in values for text in self.texts(value))]

    def unknown(self, player: int, facts: Sequence[str], among: Sequence[Situation] | None = None) -> GalakitError:
        """The error for facts that no situation has: it names the wrong ones and close matches."""
        name = self.players[player]
        wanted = informative(facts)
        own = self.game.actions.situations[player] if among is None else among
        constants, values, sayable = self._sayable(own)
        known = set(sayable)
        notes = []
        for fact in dict.fromkeys(wanted):
            if fact not in known:
                close = difflib.get_close_matches(fact, sayable, 3, 0.6)
                notes.append(f"{fact} is never known there" + (f"; close to it: {', '.join(close)}" if close else ""))
        if not notes:
            whole = [self._example(s) for s in own]
            near = difflib.get_close_matches(", ".join(wanted), whole, SHOWN, 0.2) or whole[:SHOWN]
            notes = ["each of these is known somewhere, but not all at once; there is", *near]
            notes += [f"… and {len(whole) - len(near)} more"] if len(whole) > len(near) else []
        return GalakitError(
            f"no information set of {name} includes {', '.join(wanted) or 'nothing'}",
            notes=notes,
            hint="name facts such as " + ", ".join([*self._examples(values), *constants[:3]]),
            id="GK610",
        )

    def impossible(self, player: int, named: Named) -> GalakitError:
        """The error for facts that are possible, but not all at once."""
        facts = self.facts(named.situation, named.known)
        return GalakitError(
            f"{self.players[player]} never knows {', '.join(facts)}: that cannot be drawn at once",
            hint="change one of them",
            id="GK610",
        )

    def ambiguous(self, player: int, facts: Sequence[str], found: Sequence[Named]) -> GalakitError:
        """The error for facts that name several information sets."""
        asked = ", ".join(facts) or "nothing"
        lines = [self._example(named.situation) for named in found[:SHOWN]]
        if len(found) == 1:
            missing = [f for f in self.chain(found[0].situation) if type(f) is Value and f not in found[0].known]
            return GalakitError(
                f"{asked} does not say all that {self.players[player]} knows there",
                notes=lines,
                hint="say also " + " and ".join(self._examples(missing)),
                id="GK610",
            )
        return GalakitError(
            f"{len(found)} situations of {self.players[player]} include {asked}",
            notes=[*lines, *([f"… and {len(found) - SHOWN} more"] if found[SHOWN:] else [])],
            hint="give more of the facts, or the moves that were made (after=..., --after)",
            id="GK610",
        )

    def open(self, value: Value) -> str:
        """The wildcard for the facts of a value: `card(…)`."""
        kind, bracket, _ = next(iter(self.texts(value)), "").partition("(")
        return f"{kind}(…)" if bracket else "…"

    def pattern(self, situation: Situation) -> list[str]:
        """The facts of a situation, with wildcards for those that depend on chance."""
        return [self.open(fact) if isinstance(fact, Value) else fact for fact in self.chain(situation)]

    def _example(self, situation: Situation) -> str:
        """The facts of a situation with an example for each value."""
        chain = self.chain(situation)
        return ", ".join(f"{next(iter(self.texts(f)))}…" if isinstance(f, Value) else f for f in chain) or "nothing"

    def _examples(self, values: Iterable[Value]) -> list[str]:
        """Examples of the texts of each value."""
        found = []
        for value in values:
            texts = list(self.texts(value))
            found.append(f"{texts[0]}" + (f" … {texts[-1]}" if len(texts) > 1 else ""))
        return found


_VALUES, _HERE = object(), object()
