"""One role of a match, played by an agent: converts news of turns to facts, and moves to terms."""

from __future__ import annotations

import random
from collections.abc import Callable

from galakit.agents.contract import Agent, Beginning, Closing, Decision, Preparing, drawn, uniformly
from galakit.agents.simple import Following
from galakit.game.game import Game
from galakit.gdl.facts import NOOP
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.syntax import Term
from galakit.ggp.standing import News, Standing
from galakit.rules.contract import CHANCE
from galakit.rules.knowledge import Choosing, Chose, written


class Role:
    """The facts of one role, and its agent; without one there are still legal moves."""

    def __init__(self, game: Game, role: int, seed: int) -> None:
        assert isinstance(game.rules, GdlRules)
        self.game, self.rules, self.role, self.seed = game, game.rules, role, seed
        self.player = self.rules.player_of(role)
        self.standing = Standing(self.rules.machine, role, seed)
        self.draw = random.Random(seed)
        self.agent: Agent | None = None
        self.last: Term = NOOP
        self._facts: tuple[str, ...] = ()
        self._asked = 0
        """the number of facts at the agent's last decision"""

    def prepare(self, maker: Callable[[Game], Agent], deadline: float) -> None:
        """Use the start clock; an agent that fails here does not move."""
        agent = maker(self.game) if self.player != CHANCE else Following(uniformly, "nature")
        if isinstance(agent, Beginning):
            agent.begin(self.player, random.Random(self.seed))
        if isinstance(agent, Preparing):
            agent.prepare(deadline)
        self.agent = agent

    def observe(self, news: News) -> None:
        """Add the facts of a turn."""
        machine, write = self.rules.machine, self.rules.write
        legal = self.standing.legal()
        facts: list[str] = []
        if len(legal) > 1:
            facts += [written(fact, write) for fact in (Choosing(legal), Chose(news.mine))]
        elif machine.incomplete and news.mine != NOOP:
            facts.append(write(("did", news.mine)))
        if news.moves is None:
            facts.append(written(news.percepts, write))
        else:
            state = self.standing.states[0]
            facts += [
                write(("does", machine.roles[role], news.moves[role]))
                for role in self.rules.order
                if role != self.role and len(machine.legal(state, role)) > 1
            ]
        self._facts += tuple(facts)
        self.last = news.mine
        self.standing.observe(news)

    def choose(self, deadline: float) -> Term:
        """The agent's move before a deadline, drawn where it gives probabilities."""
        legal = self.standing.legal()
        if len(legal) < 2 or self.agent is None:
            return legal[0] if legal else self.last
        learnt, moves = self._facts[self._asked :], tuple(map(self.rules.write, legal))
        facts = (*self._facts, written(Choosing(legal), self.rules.write))
        self._asked = len(self._facts)
        decision = Decision(self.player, facts, learnt, moves, deadline)
        choice = self.agent.choose(decision)
        return legal[drawn(choice, decision, self.draw, self.rules.players[self.player])]

    def close(self) -> None:
        """The match is over or aborted."""
        if isinstance(self.agent, Closing):
            self.agent.close()
        self.agent = None
