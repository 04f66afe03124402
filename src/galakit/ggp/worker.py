"""One role of one match in a separate process: orders and answers as lines of JSON.

So the server keeps its clocks whatever an agent does, and survives rules that use up memory or time: a process can be
killed, and leaves nothing behind.

Orders are `start` (the rules, the role, the agent) and `turn` (news, and the request for a move). Answers are
`playable` (the rules are ready), `ready` (the agent has prepared), `spare` (a legal move, at once), `move`
(what the agent chose), `refused` (the rules cannot be played) and `trouble` (the agent failed).
"""

from __future__ import annotations

import json
import os
import queue
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, NoReturn

from galakit.agents.registry import maker
from galakit.errors import GalakitError, Source
from galakit.game.game import Game
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.machine import Machine
from galakit.gdl.machines import machine_of
from galakit.gdl.normal import normalise
from galakit.gdl.rules import GdlRules
from galakit.gdl.text import kif
from galakit.gdl.text.syntax import Term
from galakit.gdl.text.write import term_kif
from galakit.ggp.messages import read_term
from galakit.ggp.role import Role
from galakit.ggp.standing import News, Standing
from galakit.processes.child_side import orders, own_output, say
from galakit.processes.limits import Limits, limit_memory

# Every feature of descriptions, once.
SAMPLE = """
(role ann) (role random) (side left) (side right) (init on)
(<= (legal ?r (turn ?s)) (role ?r) (side ?s)) (<= (next off) (true on) (does ann (turn ?s)) (not (true off)))
(<= (sees ann (turned ?s)) (does random (turn ?s))) (<= terminal (true off)) (goal ann 100) (goal random 0)
"""

GROUNDING = 0.6  # of the start clock; rules that are not grounded by then are interpreted


def main() -> None:
    """Serve the standard input and output: `python -m galakit.ggp.worker`."""
    serve(sys.stdin.buffer, own_output())


def serve(lines: IO[bytes], answers: IO[str]) -> NoReturn:
    """Follow orders until there are no more."""
    ordered: queue.SimpleQueue[dict[str, Any]] = orders(lines, answers, json.loads)
    player: Player | None = None
    while True:
        order = ordered.get()
        if order["do"] == "start":
            player = start(order, answers)
        elif player is not None:
            player.turn(order)


def rehearse() -> None:
    """Run all features of a description, so that code is loaded and compiled before a match."""
    description = kif.read(Source("<rules>", SAMPLE))
    for machine in (machine_of(description), Interpreter(normalise(description))):
        standing = Standing(machine, 0)
        state = standing.states[0]
        moves = [machine.legal(state, role)[0] for role in range(len(machine.roles))]
        standing.observe(News(moves[0], None, machine.sees(state, moves)[0]))
        machine.goals(standing.states[0])
        machine.holds(standing.states[0])


def start(order: dict[str, Any], answers: IO[str]) -> Player | None:
    """Read the rules, prepare the agent."""
    if order["memory"] is not None:
        limit_memory(order["memory"] >> 20)
    try:
        description = kif.read(Source("<rules>", order["rules"]))
        limits = Limits(max(1.0, (order["deadline"] - time.monotonic()) * GROUNDING))
        machine = (
            Interpreter(normalise(description), demand=True) if order["plainly"] else machine_of(description, limits)
        )
        wanted = order["role"] or machine.roles[0]  # a preview names no role
        if wanted not in machine.roles:
            hint = f"the roles are {', '.join(machine.roles)}"
            raise GalakitError(f"the rules have no role {wanted}", hint=hint, id="GK964")
        role = machine.roles.index(wanted)
        player = Player(Role(Game(GdlRules(machine, "match")), role, order["seed"]), description.spell, answers)
        legal = player.role.standing.legal()  # unusable rules raise their error here
        if legal:
            player.say(answer="spare", turn=0, move=term_kif(player.rng.choice(legal), player.spell))
        player.say(answer="playable")
        player.prepare(order["agent"], order["deadline"])
        return player
    except GalakitError as error:
        _say(answers, answer="refused", why=_error_line(error))
        return None
    except Exception as error:  # perhaps too little memory: an understudy needs less
        _say(answers, answer="trouble", why=_error_line(error))
        os._exit(1)


class Player:
    """The role, and its messages to the server."""

    def __init__(self, role: Role, spell: Callable[[str], str], answers: IO[str]) -> None:
        self.role = role
        self.rng = random.Random(role.seed)
        self.spell = spell
        """managers may be sensitive to the case of their own rules"""
        self.answers = answers

    def say(self, **answer: Any) -> None:
        _say(self.answers, **answer)

    def prepare(self, agent: str | None, deadline: float) -> None:
        """Use the start clock; without an agent, or when it fails, there are still legal moves."""
        if agent is not None:
            try:
                self.role.prepare(maker(agent), deadline)
            except Exception as error:
                self.say(answer="trouble", why=_error_line(error))
        self.say(answer="ready")

    def turn(self, order: dict[str, Any]) -> None:
        """Take the news, get a legal move ready, then let the agent choose."""
        number = order["turn"]
        legal: tuple[Term, ...] = ()
        try:
            for said in order["news"]:
                self.role.observe(self._news(said))
            legal = self.role.standing.legal()
        except Exception as error:  # moves that contradict the rules: the last move may still be legal
            self.say(answer="trouble", why=_error_line(error))
        if legal:
            self.say(answer="spare", turn=number, move=term_kif(self.rng.choice(legal), self.spell))
        self.say(answer="move", turn=number, move=self._chosen(order["deadline"]))

    def _chosen(self, deadline: float) -> str | None:
        if self.role.agent is None:
            return None
        try:
            return term_kif(self.role.choose(deadline), self.spell)
        except Exception as error:
            self.say(answer="trouble", why=_error_line(error))
            return None

    def _news(self, said: dict[str, Any]) -> News:
        mine, terms = read_term(said["mine"]), [read_term(text) for text in said["news"]]
        return news_of(self.role.rules.machine, self.role.role, mine, terms)


def news_of(machine: Machine, role: int, mine: Term, terms: Sequence[Term]) -> News:
    """The news of a message: percepts where the rules define `sees`, else the joint move."""
    if machine.incomplete:
        return News(mine, None, frozenset(terms))
    if len(terms) != len(machine.roles):
        raise ValueError(f"{len(terms)} moves for {len(machine.roles)} roles")
    return News(terms[role], tuple(terms))


def _error_line(error: Exception) -> str:
    """An error in one line."""
    if isinstance(error, GalakitError):
        return error.diagnostics[0].concise()
    return f"{type(error).__name__}: {error}"[:500]


def _say(answers: IO[str], **answer: Any) -> None:
    say(answers, json.dumps(answer))


if __name__ == "__main__":
    main()
