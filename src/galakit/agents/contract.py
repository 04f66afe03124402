"""The contract of agents: an agent plays one player of any game, with the information of that player only.

An agent needs one method, `choose`. Four more are optional: `begin` before each play, with the random
numbers to use, so that the play can be repeated; `prepare` before a play against the clock; `observe` after each play,
with what the player observed; `close` when no play follows. A function from decisions to moves is an agent, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from galakit.errors import GalakitError
from galakit.rules.contract import Number

if TYPE_CHECKING:
    from galakit.agents.trace import Trace

ROUNDING = 1e-6  # tolerance of the sum of probabilities

Choice: TypeAlias = str | Mapping[str, float]
"""a move, or a distribution over moves to draw from"""
Policy: TypeAlias = Callable[[int, tuple[str, ...], int], Sequence[float]]
"""(player, the player's facts, number of moves) -> the weight of each move"""


@dataclass(frozen=True)
class Decision:
    """A decision of a player."""

    player: int
    facts: tuple[str, ...]
    """all facts of the player, in order, with `choosing(...)`"""
    learnt: tuple[str, ...]
    """the new facts since the last decision, apart from the player's own moves"""
    moves: tuple[str, ...]
    deadline: float | None = None
    """when to answer, by `time.monotonic()`; without one, agents that search have a fixed effort"""


@dataclass(frozen=True)
class Seen:
    """A finished play, as one player observed it."""

    player: int
    facts: tuple[str, ...]
    """all facts of the player at the end, with `choosing(...)` and `chose(...)`"""
    payoff: Number
    """the player's payoff"""
    trace: Trace | None
    """the complete play, if plays are shown when they are over"""


class Agent(Protocol):
    """Plays a player."""

    def choose(self, decision: Decision) -> Choice:
        """A move at a decision."""


@runtime_checkable
class Beginning(Protocol):
    """An agent that is notified when a play begins."""

    def begin(self, player: int, draw: random.Random) -> None:
        """The player to play from now on, and a source of random numbers."""


@runtime_checkable
class Preparing(Protocol):
    """An agent that uses the clock before the first move."""

    def prepare(self, deadline: float) -> None:
        """Return before the deadline, a moment of `time.monotonic()`; called after `begin`."""


@runtime_checkable
class Observing(Protocol):
    """An agent that learns from plays."""

    def observe(self, seen: Seen) -> None:
        """Learn from a play."""


@runtime_checkable
class Closing(Protocol):
    """An agent that holds threads or much memory."""

    def close(self) -> None:
        """Release them."""


def uniformly(player: int, facts: tuple[str, ...], moves: int) -> Sequence[float]:
    """The uniform policy."""
    return (1.0,) * moves


def drawn(choice: Choice, decision: Decision, draw: random.Random, player: str) -> int:
    """The number of the move that an agent chose; drawn where the choice is probabilities."""
    moves = decision.moves
    if isinstance(choice, str):
        if choice in moves:
            return moves.index(choice)
        raise _refused(player, f"chose `{choice}`", moves)
    if not isinstance(choice, Mapping):
        raise _refused(player, f"chose {choice!r}, which is neither a move nor probabilities of moves", moves)
    for move in choice:
        if move not in moves:
            raise _refused(player, f"gave a probability to `{move}`", moves)
    try:
        shares = [float(choice.get(move, 0)) for move in moves]
    except (TypeError, ValueError):
        raise _refused(player, "gave probabilities that are not numbers", moves) from None
    if not all(share >= 0 for share in shares) or not abs(sum(shares) - 1) <= ROUNDING:
        raise _refused(player, f"gave probabilities that do not sum to 1, or are negative: {shares}", moves)
    return weighted(shares, draw)


def weighted(weights: Sequence[float], draw: random.Random) -> int:
    """An index drawn by weight."""
    sums = list(accumulate(weights))
    point = draw.random() * sums[-1]
    return next((i for i, upto in enumerate(sums) if point < upto), len(sums) - 1)


def _refused(player: str, did: str, moves: tuple[str, ...]) -> GalakitError:
    shown = ", ".join(moves[:8]) + (", …" if moves[8:] else "")
    return GalakitError(f"the agent of {player} {did}", hint=f"the moves are {shown}", id="GK832")
