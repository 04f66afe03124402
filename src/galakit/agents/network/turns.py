"""A player's facts as turns of a description: the joint moves, or the own move and percepts."""

from __future__ import annotations

from dataclasses import dataclass

from galakit.agents.network.numbers import move_numbers
from galakit.gdl.facts import NOOP
from galakit.gdl.network.machine import Network
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.syntax import Term
from galakit.rules.knowledge import Choosing, Chose, written


@dataclass(frozen=True)
class Turn:
    """The information of a role about a turn."""

    mine: Term
    """its own move"""
    moves: tuple[Term, ...] | None
    """the joint move, where all see it (GDL)"""
    percepts: str = ""
    """its percepts (GDL-II), as the rules write them"""


class Turns:
    """The turns of one play, for one player.

    >>> import galakit as gk
    >>> rules = gk.load("kuhn_gdl").rules
    >>> turns = Turns(rules, rules.machine, 0)
    >>> [turn.percepts for turn in turns.passed(("card(2)", "choosing([bet,pass])"))]
    ['card(2)']
    >>> [turn.mine for turn in turns.passed(("card(2)", "choosing([bet,pass])", "chose(bet)", "nothing"))]
    ['bet']
    """

    def __init__(self, rules: GdlRules, network: Network, player: int) -> None:
        self.rules, self.network = rules, network
        self.role = rules.playing[player]
        self.state = network.opening()
        """behind the turns that were read, where all see the joint moves"""
        self._read = 0
        own = move_numbers(network)[self.role]
        self._chosen = {written(Chose(move), rules.write): move for move in own}
        self._forced = {rules.write(("did", move)): move for move in own}

    def passed(self, facts: tuple[str, ...]) -> list[Turn]:
        """The turns behind those that were read before, up to the decision at which the player knows the facts."""
        found: list[Turn] = []
        if self.network.incomplete:
            while self._read < len(facts) - 1:
                found.append(self._perceived(facts))
        else:
            while (joint := self._joint(facts)) is not None:
                found.append(Turn(joint[self.role], joint))
                self.state = self.network.next(self.state, joint)
        return found

    def _perceived(self, facts: tuple[str, ...]) -> Turn:
        """A turn of GDL-II: `choosing`, `chose`, percepts; `did`, percepts; or, after a forced noop, percepts alone."""
        k = self._read
        mine: Term = NOOP
        if k + 1 < len(facts) and facts[k + 1] in self._chosen:
            mine, k = self._chosen[facts[k + 1]], k + 2
        elif facts[k] in self._forced:
            mine, k = self._forced[facts[k]], k + 1
        self._read = k + 1
        return Turn(mine, None, facts[k])

    def _joint(self, facts: tuple[str, ...]) -> tuple[Term, ...] | None:
        """The joint move of the next turn; None for the turn at which the player is to choose."""
        network, write, k = self.network, self.rules.write, self._read
        if network.terminal(self.state):
            return None
        legal = [network.legal(self.state, role) for role in range(len(network.roles))]
        joint = [moves[0] for moves in legal]
        if len(legal[self.role]) > 1:
            if facts[k + 1 :] == () or facts[k] != written(Choosing(legal[self.role]), write):
                return None
            joint[self.role], k = self._chosen[facts[k + 1]], k + 2
        for role in self.rules.order:
            if role != self.role and len(legal[role]) > 1:
                by_fact = {write(("does", network.roles[role], move)): move for move in legal[role]}
                joint[role], k = by_fact[facts[k]], k + 1
        self._read = k
        return tuple(joint)
