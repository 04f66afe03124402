"""Agents that do not think: a random legal move, or always the first."""

from __future__ import annotations

import random
from collections.abc import Callable

from galakit.agents.contract import Agent, News
from galakit.agents.standing import Standing
from galakit.gdl.machine import Machine
from galakit.gdl.text.syntax import Term


class Simple:
    """Picks one of the legal moves of the role, and does not mind the others."""

    def __init__(self, machine: Machine, role: int, seed: int, pick: Callable[[tuple[Term, ...]], Term]) -> None:
        self.standing = Standing(machine, role, seed)
        self.pick = pick
        self.last: Term = "noop"

    def prepare(self, deadline: float) -> None:
        pass

    def choose(self, deadline: float) -> Term:
        legal = self.standing.legal()
        if legal:
            self.last = self.pick(legal)
        return self.last

    def observe(self, news: News) -> None:
        self.standing.observe(news)

    def close(self) -> None:
        pass


def random_agent(machine: Machine, role: int, seed: int) -> Agent:
    """Every legal move is as likely as any other; the same seed gives the same moves."""
    return Simple(machine, role, seed, random.Random(seed).choice)


def legal_agent(machine: Machine, role: int, seed: int) -> Agent:
    """The first legal move."""
    return Simple(machine, role, seed, lambda moves: moves[0])
