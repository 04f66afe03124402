"""The queried histories of a game of public moves, as situations of an ordinary separated game.

A situation is made when play, moves or facts first lead to it, and stays the same object from then on. So code for
listed games works here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.contract import Rules
from galakit.rules.knowledge import Choosing, Chose, informative
from galakit.rules.lazy import Value
from galakit.separated.actions import Actions, Situation, Visit
from galakit.separated.public import Public
from galakit.separated.separate import Separated
from galakit.solution import facts as naming
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.public.values import PublicNode

PATIENCE = 100_000  # histories that are searched for given facts


class History(NamedTuple):
    """A history of public moves."""

    node: PublicNode
    facts: tuple[tuple[Any, ...], ...]
    """what each player knows"""
    own: tuple[int, ...]
    """each player's last sequence"""
    situation: Situation
    before: tuple[tuple[History, int], ...]
    """the earlier histories, and the moves made there"""


class Histories:
    """The histories made so far, and lookup by moves and facts."""

    def __init__(self, rules: Rules, game: Public) -> None:
        self.rules = rules
        self.game = game
        self.index = SituationIndex(rules, game.part)
        """for texts; it has no situations"""
        self.of: dict[Situation, History] = {}
        self._made: dict[tuple[Situation | None, int], History] = {}
        self._sequences = [1] * len(game.players)
        self._situations: list[list[Situation]] = [[] for _ in game.players]
        self.start = self._history(None, 0, PublicNode(0, (0, 0)), game.facts, (0,) * len(game.players), ())

    def after(self, history: History, move: int) -> History:
        """The history after a move that does not end the game."""
        game, node = self.game, history.node
        position = game.positions[node.position]
        target = position.targets[move]
        player, jump = position.node.player, game.jumps[node.position][move]
        known = [list(own) for own in history.facts]
        known[player] += [Choosing(position.node.moves), Chose(position.node.moves[move])]
        for who, fact in game.told(node.position, move):
            known[who].append(fact)
        own = tuple(history.situation.first + move if p == player else s for p, s in enumerate(history.own))
        there = PublicNode(target, (node.rows[0] + jump[0], node.rows[1] + jump[1]))
        before = (*history.before, (history, move))
        return self._history(history.situation, move, there, tuple(map(tuple, known)), own, before)

    def _history(
        self, above: Situation | None, move: int, node: PublicNode, facts: Any, own: Any, before: Any
    ) -> History:
        found = self._made.get((above, move))
        if found is None:
            decides = self.game.positions[node.position].node
            p = decides.player
            situation = Situation(
                p, len(self._situations[p]), decides.moves, own[p], self._sequences[p], self.game.signals[p], facts[p]
            )
            self._sequences[p] += len(decides.moves)
            self._situations[p].append(situation)
            found = self._made[above, move] = self.of[situation] = History(node, facts, own, situation, before)
        return found

    def part(self, some: Iterable[History] | None = None) -> SituationIndex:
        """An index of some histories and those before them; None for all that were ever queried."""
        game = self.game
        kept = self.of if some is None else {h.situation: h for end in some for h in (*(b for b, _ in end.before), end)}
        listed: tuple[list[Situation], ...] = tuple([] for _ in game.players)
        visits = []
        for situation, history in kept.items():
            listed[situation.player].append(situation)
            visits.append(Visit(situation, (), game.drawn, game.signals, history.own))
        whole = game.part
        actions = Actions(whole.graph, listed, visits, [], whole.actions.links)
        return SituationIndex(self.rules, Separated(whole.graph, actions, whole.world, whole.concrete, whole.signals))

    # -- lookup -------------------------------------------------------------------------------------------------------

    def along(self, moves: Sequence[str]) -> History:
        """The history with these moves, as far as they can be made."""
        history = self.start
        for move in map(naming.normal, moves):
            offered = [naming.normal(label) for label in self.index.moves(history.situation)]
            targets = self.game.positions[history.node.position].targets
            if move not in offered or targets[offered.index(move)] < 0:
                break
            history = self.after(history, offered.index(move))
        return history

    def knowing(self, player: int, facts: Sequence[str]) -> list[History]:
        """The histories after which a player decides and has learnt just these facts, in any order.

        What the player knew before the first move may be left out.
        """
        wanted = list(informative(facts))
        for fact in self.game.facts[player]:
            said = self.index.texts(fact) if type(fact) is Value else (self.index.text(fact),)
            wanted = _without(wanted, next((w for w in wanted if w in said), None))
        found: list[History] = []
        stack = [(self.start, wanted)]
        for _ in range(PATIENCE):
            if not stack:
                return found
            history, left = stack.pop()
            if not left and history.situation.player == player:
                found.append(history)
                continue
            for move, learnt in self._learning(history, player):
                rest: list[str] | None = left
                for text in learnt:
                    rest = _without(rest, text) if rest is not None and text in rest else None
                if rest is not None:
                    stack.append((self.after(history, move), rest))
        raise GalakitError(
            "these facts can be learnt in too many ways",
            hint="name the moves that were made (after=..., --after)",
            id="GK610",
        )

    def exactly(self, player: int, facts: Sequence[str]) -> tuple[History, int] | None:
        """The history after which a player knows just these facts, in this order, and the number of their class."""
        wanted = informative(facts)
        known: dict[Value, int] = {}
        at = len(self.game.facts[player])
        for fact, text in zip(self.game.facts[player], wanted):
            if type(fact) is Value:
                number = self.index.texts(fact).get(text, -1)
                if number < 0 or known.setdefault(fact, number) != number:
                    return None
            elif self.index.text(fact) != text:
                return None
        history = self.start
        while at < len(wanted) or history.situation.player != player:
            for move, learnt in self._learning(history, player):
                if wanted[at : at + len(learnt)] == tuple(learnt):
                    history, at = self.after(history, move), at + len(learnt)
                    break
            else:
                return None
        signal = self.game.signal(player)
        code = 0
        for value, size in zip(signal.values, signal.sizes):
            code = code * size + known.get(value, 0)
        number = int(np.searchsorted(signal.codes, code))
        found = at == len(wanted) and number < signal.classes and signal.codes[number] == code
        return (history, number) if found else None

    def _learning(self, history: History, player: int) -> Iterator[tuple[int, list[str]]]:
        """The moves that do not end the game, and what a player learns by each."""
        position = self.game.positions[history.node.position]
        for move, target in enumerate(position.targets):
            if target >= 0:
                learnt = [fact for who, fact in self.game.told(history.node.position, move) if who == player]
                if position.node.player == player:
                    learnt = [Chose(position.node.moves[move]), *learnt]
                yield move, [self.index.text(fact) for fact in learnt]


def _without(facts: list[str], fact: str | None) -> list[str]:
    """The facts but for one."""
    if fact is None:
        return facts
    at = facts.index(fact)
    return facts[:at] + facts[at + 1 :]
