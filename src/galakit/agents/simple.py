"""Simple agents: at random, the first move, a function, a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galakit.agents.contract import Choice, Decision, Policy, Seen, uniformly

if TYPE_CHECKING:
    from galakit.game.game import Game


class Following:
    """Draws moves by a policy.

    >>> Following(uniformly, "random").choose(Decision(0, ("choosing([heads,tails])",), (), ("heads", "tails")))
    {'heads': 0.5, 'tails': 0.5}
    """

    def __init__(self, policy: Policy, name: str) -> None:
        self.policy = policy
        self.name = name

    def choose(self, decision: Decision) -> Choice:
        weights = self.policy(decision.player, decision.facts, len(decision.moves))
        total = sum(weights)
        return {move: weight / total for move, weight in zip(decision.moves, weights)}

    def __repr__(self) -> str:
        return self.name


class Called:
    """Plays the moves of a function."""

    def __init__(self, function: Callable[[Decision], Choice], name: str | None = None) -> None:
        self.function = function
        self.name: str = name or str(getattr(function, "__name__", "function"))

    def choose(self, decision: Decision) -> Choice:
        return self.function(decision)

    def __repr__(self) -> str:
        return self.name


class Person:
    """A person; `ask` shows a prompt and returns the typed text."""

    def __init__(self, ask: Callable[[str], str] = input, tell: Callable[[str], object] = print) -> None:
        self.ask, self.tell = ask, tell

    def choose(self, decision: Decision) -> Choice:
        for fact in decision.learnt:
            self.tell(f"you learn {fact}")
        while True:
            typed = self.ask(f"{' / '.join(decision.moves)}? ").strip()
            if typed in decision.moves:
                return typed
            self.tell(f"there is no move `{typed}`")

    def observe(self, seen: Seen) -> None:
        self.tell(f"you get {seen.payoff}")

    def __repr__(self) -> str:
        return "person"


def random(game: Game) -> Following:
    """All moves with equal probability."""
    return Following(uniformly, "random")


def legal(game: Game) -> Called:
    """The first move."""
    return Called(lambda decision: decision.moves[0], "legal")


def person(game: Game) -> Person:
    """A person at the terminal."""
    return Person()
