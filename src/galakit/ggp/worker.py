"""One match of one role in a process of its own: `python -m galakit.ggp.worker`, orders and answers as lines of JSON.

The server that answers the network must keep its clocks whatever an agent does, and go on when rules eat up memory or
time; what is in a process can be stopped, and leaves nothing behind for the next match.

Orders are `start` (the rules, the role, the agent) and `turn` (news, and the request for a move). Answers are
`playable` (the rules have been understood), `ready` (the agent has prepared), `spare` (a legal move, at once), `move`
(what the agent chose), `refused` (the rules cannot be played) and `trouble` (the agent failed).
"""

from __future__ import annotations

import json
import os
import queue
import random
import sys
import threading
from collections.abc import Sequence
from typing import IO, Any

from galakit.agents.contract import Agent, News
from galakit.agents.registry import maker
from galakit.agents.standing import Standing
from galakit.errors import GalakitError, Source
from galakit.gdl.machine import Machine
from galakit.gdl.machines import machine_of
from galakit.gdl.text import kif
from galakit.gdl.text.syntax import Term
from galakit.gdl.text.write import term_kif
from galakit.ggp.messages import read_term


def main() -> None:
    """Follow orders until there are no more."""
    answers = _own_output()
    orders: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    player: Player | None = None
    while True:
        order = orders.get()
        if order["do"] == "start":
            player = start(order, answers)
        elif player is not None:
            player.turn(order)


def _own_output() -> IO[str]:
    """The standard output, kept for answers: whatever else is printed goes nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answers


def _listen(orders: queue.SimpleQueue[dict[str, Any]]) -> None:
    """Whoever gave the orders is gone when they end: so are we, even in the middle of a thought."""
    for line in sys.stdin.buffer:
        orders.put(json.loads(line))
    os._exit(0)


def limit_memory(most: int) -> None:
    """Where the system can: a process that asks for more fails instead of taking the machine down."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def start(order: dict[str, Any], answers: IO[str]) -> Player | None:
    """Understand the rules, prepare the agent."""
    if order["memory"] is not None:
        limit_memory(order["memory"])
    try:
        description = kif.read(Source("<rules>", order["rules"]))
        machine = machine_of(description)
        if order["role"] not in machine.roles:
            hint = f"the roles are {', '.join(machine.roles)}"
            raise GalakitError(f"the rules have no role {order['role']}", hint=hint, id="GK961")
        role = machine.roles.index(order["role"])
        player = Player(machine, role, order["seed"], answers)
        player.say(answer="playable", incomplete=machine.incomplete)
        if order["agent"] is not None:
            player.agent = maker(order["agent"])(machine, role, order["seed"])
            player.agent.prepare(order["deadline"])
        player.say(answer="ready")
        return player
    except GalakitError as error:
        _say(answers, answer="refused", why=error.diagnostics[0].concise())
    except (Exception, MemoryError) as error:
        _say(answers, answer="refused", why=f"{type(error).__name__}: {error}"[:500])
    return None


class Player:
    """The agent, and what is known besides it to move legally without it."""

    def __init__(self, machine: Machine, role: int, seed: int, answers: IO[str]) -> None:
        self.machine = machine
        self.role = role
        self.rng = random.Random(seed)
        self.standing = Standing(machine, role, seed)
        self.answers = answers
        self.agent: Agent | None = None

    def say(self, **answer: Any) -> None:
        _say(self.answers, **answer)

    def turn(self, order: dict[str, Any]) -> None:
        """Hear the news, have a legal move ready, then let the agent choose."""
        number = order["turn"]
        try:
            news = [self._news(said) for said in order["news"]]
            for item in news:
                self.standing.observe(item)
            legal = self.standing.legal()
            if legal:
                self.say(answer="spare", turn=number, move=term_kif(self.rng.choice(legal)))
        except Exception as error:  # moves that do not fit the rules: the agent may know better
            legal, news = (), []
            self.say(answer="trouble", turn=number, why=f"{type(error).__name__}: {error}"[:500])
        if self.agent is None:
            return
        try:
            for item in news:
                self.agent.observe(item)
            move = self.agent.choose(order["deadline"])
        except (Exception, MemoryError) as error:
            self.say(answer="trouble", turn=number, why=f"{type(error).__name__}: {error}"[:500])
            return
        if self.machine.incomplete or move in legal:
            self.say(answer="move", turn=number, move=term_kif(move))
        else:
            self.say(answer="trouble", turn=number, why=f"the agent chose {term_kif(move)}, which is not legal")

    def _news(self, said: dict[str, Any]) -> News:
        mine, told = read_term(said["mine"]), [read_term(text) for text in said["told"]]
        return news_of(self.machine, self.role, mine, told)


def news_of(machine: Machine, role: int, mine: Term, told: Sequence[Term]) -> News:
    """What a message tells: percepts where the rules say who sees what, the joint move otherwise."""
    if machine.incomplete:
        return News(mine, None, frozenset(told))
    if len(told) != len(machine.roles):
        raise ValueError(f"{len(told)} moves for {len(machine.roles)} roles")
    return News(told[role], tuple(told))


def _say(answers: IO[str], **answer: Any) -> None:
    try:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
    except OSError:  # nobody listens any more
        os._exit(0)


if __name__ == "__main__":
    main()
