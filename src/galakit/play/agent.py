"""Who plays: a player's moves as somebody chooses them, knowing what the player knows and nothing else.

An agent needs one method, `choose`. Two more are called where it has them: `begin` before each hand, with the random
numbers it is to use so that a match can be played again, and `observe` after it, with what the player saw. A
function from decisions to moves is an agent, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from galakit.errors import GalakitError
from galakit.play.hand import Decision
from galakit.play.trace import Trace
from galakit.play.walk import Policy, uniformly
from galakit.rules.contract import Number

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Solution

Choice: TypeAlias = str | Mapping[str, float]
"""a move, or the probabilities of some moves: then the match draws"""


@dataclass(frozen=True)
class Seen:
    """A hand that is over, as one player saw it."""

    player: int
    facts: tuple[str, ...]
    """all he knows in the end, with his own `choosing(...)` and `chose(...)`"""
    payoff: Number
    """his own"""
    trace: Trace | None
    """everything that happened, if hands are shown when they are over"""


class Agent(Protocol):
    """Plays a player."""

    def choose(self, decision: Decision) -> Choice:
        """A move where the player is to choose."""


@runtime_checkable
class Beginning(Protocol):
    """An agent that is told when a hand begins."""

    def begin(self, player: int, draw: random.Random) -> None:
        """Whom it plays in this hand, and where its random numbers come from."""


@runtime_checkable
class Observing(Protocol):
    """An agent that learns."""

    def observe(self, seen: Seen) -> None:
        """What came of a hand."""


class Following:
    """Plays a solution, or any policy.

    >>> import galakit as gk
    >>> agent = Following.of(gk.solve(gk.load("matching_pennies")))
    >>> agent.choose(Decision(0, ("choosing([heads,tails])",), (), ("heads", "tails")))
    {'heads': 0.5, 'tails': 0.5}
    """

    def __init__(self, policy: Policy, name: str) -> None:
        self.policy = policy
        self.name = name

    @classmethod
    def of(cls, solution: Solution) -> Following:
        from galakit.play.profile import policy_of

        return cls(policy_of(solution), f"solution by {solution.method}")

    def choose(self, decision: Decision) -> Choice:
        weights = self.policy(decision.player, decision.facts, len(decision.moves))
        total = sum(weights)
        return {move: weight / total for move, weight in zip(decision.moves, weights)}

    def __repr__(self) -> str:
        return self.name


class Called:
    """Plays what a function says."""

    def __init__(self, function: Callable[[Decision], Choice]) -> None:
        self.function = function

    def choose(self, decision: Decision) -> Choice:
        return self.function(decision)

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", "function")


class Person:
    """Somebody who is asked; `ask` shows a prompt and returns what was typed."""

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


Playing: TypeAlias = "Agent | Solution | Callable[[Decision], Choice] | str | Path"
"""an agent, a Solution or the file of one, a function, or a name: `random`, `search`, `search:PLAYS`, `person`"""


def agent_of(playing: Playing, game: Game) -> Agent:
    """The agent that is meant."""
    from galakit.solution.solution import Solution

    if isinstance(playing, Solution):
        if playing.players != game.players:
            raise GalakitError(
                f"the solution of {playing.name} says nothing about this game: its players are others",
                hint=f"give a solution of {game.name}",
                id="GK612",
            )
        return Following.of(playing)
    if isinstance(playing, str | Path):
        return _named(str(playing), game)
    if hasattr(playing, "choose"):
        return playing
    if callable(playing):
        return Called(playing)
    raise GalakitError(
        f"{type(playing).__name__} is no agent",
        hint="give a Solution, the file of one, a function from decisions to moves, or random, search, person",
        id="GK831",
    )


def _named(name: str, game: Game) -> Agent:
    kind, colon, number = name.partition(":")
    if name == "random":
        return Following(uniformly, "random")
    if name == "person":
        return Person()
    if kind == "search" and (not colon or (number.isdecimal() and 0 < int(number[:9]) <= LIMIT_PLAYS)):
        from galakit.play.search import Search

        return Search(game.rules, int(number)) if colon else Search(game.rules)
    if name.lower().endswith((".parquet", ".json")):
        from galakit.solution.files import load_solution

        return Following.of(load_solution(name, lambda source, params: game))
    raise GalakitError(
        f"there is no agent called {name}",
        hint="the agents are random, search, search:PLAYS, person, and files of solutions (.parquet, .json)",
        id="GK831",
    )


LIMIT_PLAYS = 10_000_000  # of a search for one move
