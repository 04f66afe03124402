"""The histories of a game of public moves that somebody asked about, as situations of an ordinary separated game.

No more is listed than is asked for: a situation is made when play, moves or facts lead to it, and it stays the same
object from then on. So whatever answers questions about listed games can answer them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.contract import Rules
from galakit.rules.knowledge import Choosing, Chose
from galakit.rules.lazy import Value
from galakit.separated.actions import Actions, Situation, Visit
from galakit.separated.public import Public
from galakit.separated.separate import Separated
from galakit.solution import facts as naming
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.public.values import Spot

PATIENCE = 100_000  # histories that are looked at to find out what facts mean


class Here(NamedTuple):
    """A history."""

    spot: Spot
    facts: tuple[tuple[Any, ...], ...]
    """what each player knows"""
    own: tuple[int, ...]
    """everybody's last sequence"""
    situation: Situation
    before: tuple[tuple[Here, int], ...]
    """the histories on the way, and the moves made"""


class Histories:
    """Histories, and what they are called."""

    def __init__(self, rules: Rules, game: Public) -> None:
        self.rules = rules
        self.game = game
        self.words = SituationIndex(rules, game.part)
        """for texts; it knows no situations"""
        self.of: dict[Situation, Here] = {}
        self._made: dict[tuple[Situation | None, int], Here] = {}
        self._sequences = [1] * len(game.players)
        self._situations: list[list[Situation]] = [[] for _ in game.players]
        self.start = self._here(None, 0, Spot(0, (0, 0)), game.facts, (0,) * len(game.players), ())

    def after(self, here: Here, move: int) -> Here:
        """The history after a move that does not end the game."""
        game, spot = self.game, here.spot
        position = game.positions[spot.position]
        target = position.targets[move]
        player, jump = position.node.player, game.jumps[spot.position][move]
        known = [list(own) for own in here.facts]
        known[player] += [Choosing(position.node.moves), Chose(position.node.moves[move])]
        for who, fact in game.told(spot.position, move):
            known[who].append(fact)
        own = tuple(here.situation.first + move if p == player else s for p, s in enumerate(here.own))
        there = Spot(target, (spot.rows[0] + jump[0], spot.rows[1] + jump[1]))
        return self._here(here.situation, move, there, tuple(map(tuple, known)), own, (*here.before, (here, move)))

    def _here(self, above: Situation | None, move: int, spot: Spot, facts: Any, own: Any, before: Any) -> Here:
        found = self._made.get((above, move))
        if found is None:
            decides = self.game.positions[spot.position].node
            p = decides.player
            situation = Situation(
                p, len(self._situations[p]), decides.moves, own[p], self._sequences[p], self.game.signals[p], facts[p]
            )
            self._sequences[p] += len(decides.moves)
            self._situations[p].append(situation)
            found = self._made[above, move] = self.of[situation] = Here(spot, facts, own, situation, before)
        return found

    def part(self, some: Iterable[Here] | None = None) -> SituationIndex:
        """SituationIndex for some histories and those before them; None for all that were ever asked for."""
        game = self.game
        kept = self.of if some is None else {h.situation: h for end in some for h in (*(b for b, _ in end.before), end)}
        listed: tuple[list[Situation], ...] = tuple([] for _ in game.players)
        visits = []
        for situation, here in kept.items():
            listed[situation.player].append(situation)
            visits.append(Visit(situation, (), game.drawn, game.signals, here.own))
        whole = game.part
        actions = Actions(whole.graph, listed, visits, [], whole.actions.links)
        return SituationIndex(self.rules, Separated(whole.graph, actions, whole.world, whole.concrete, whole.signals))

    # -- what is meant -------------------------------------------------------------------------------------------------

    def along(self, moves: Sequence[str]) -> Here:
        """The history with these moves, as far as they can be made."""
        here = self.start
        for move in map(naming.normal, moves):
            offered = [naming.normal(label) for label in self.words.moves(here.situation)]
            targets = self.game.positions[here.spot.position].targets
            if move not in offered or targets[offered.index(move)] < 0:
                break
            here = self.after(here, offered.index(move))
        return here

    def knowing(self, player: int, facts: Sequence[str]) -> list[Here]:
        """The histories after which a player decides and has learnt just these facts, in any order.

        What he knew before the first move may be left out.
        """
        wanted = list(naming.telling(facts))
        for fact in self.game.facts[player]:
            said = self.words.texts(fact) if type(fact) is Value else (self.words.text(fact),)
            wanted = _without(wanted, next((w for w in wanted if w in said), None))
        found: list[Here] = []
        stack = [(self.start, wanted)]
        for _ in range(PATIENCE):
            if not stack:
                return found
            here, left = stack.pop()
            if not left and here.situation.player == player:
                found.append(here)
                continue
            for move, told in self._learning(here, player):
                rest: list[str] | None = left
                for text in told:
                    rest = _without(rest, text) if rest is not None and text in rest else None
                if rest is not None:
                    stack.append((self.after(here, move), rest))
        raise GalakitError(
            "these facts can be learnt in too many ways",
            hint="name the moves that were made (after=..., --after)",
            id="GK610",
        )

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[Here, int] | None:
        """The history after which a player knows just these facts, in this order, and the number of his class."""
        wanted = naming.telling(facts)
        known: dict[Value, int] = {}
        at = len(self.game.facts[player])
        for fact, text in zip(self.game.facts[player], wanted):
            if type(fact) is Value:
                number = self.words.texts(fact).get(text, -1)
                if number < 0 or known.setdefault(fact, number) != number:
                    return None
            elif self.words.text(fact) != text:
                return None
        here = self.start
        while at < len(wanted) or here.situation.player != player:
            for move, told in self._learning(here, player):
                if wanted[at : at + len(told)] == tuple(told):
                    here, at = self.after(here, move), at + len(told)
                    break
            else:
                return None
        signal = self.game.signal(player)
        code = 0
        for value, size in zip(signal.values, signal.sizes):
            code = code * size + known.get(value, 0)
        place = int(np.searchsorted(signal.codes, code))
        found = at == len(wanted) and place < signal.classes and signal.codes[place] == code
        return (here, place) if found else None

    def _learning(self, here: Here, player: int) -> Iterator[tuple[int, list[str]]]:
        """The moves after which somebody decides, and what a player learns by each."""
        position = self.game.positions[here.spot.position]
        for move, target in enumerate(position.targets):
            if target >= 0:
                told = [fact for who, fact in self.game.told(here.spot.position, move) if who == player]
                if position.node.player == player:
                    told = [Chose(position.node.moves[move]), *told]
                yield move, [self.words.text(fact) for fact in told]


def _without(facts: list[str], fact: str | None) -> list[str]:
    """The facts but for one."""
    if fact is None:
        return facts
    at = facts.index(fact)
    return facts[:at] + facts[at + 1 :]
