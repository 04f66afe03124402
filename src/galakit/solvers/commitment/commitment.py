"""What `commit` returns: a strategy to announce, the reply to it, and the proof that no other is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galakit.rules.contract import Number
from galakit.solution.shown.numbers import json_number, number
from galakit.solvers.commitment.proof import Replies

if TYPE_CHECKING:
    from galakit.solution.solution import Solution


@dataclass(frozen=True, eq=False)
class Commitment:
    """A strategy to commit to, the reply to it, and the proof that no other brings the leader more."""

    leader: str
    follower: str
    pure: bool
    """whether only pure strategies count"""
    solution: Solution
    """both strategies; `save`, `plot` and all else that solutions offer"""
    replies: Replies
    """what best replies bring, computed independently"""
    bound: Number
    """no commitment brings the leader more"""
    exact_bound: bool
    """whether that is proved in fractions"""
    equilibrium: Number | None = None
    """the leader's payoff in the equilibrium that is best for them; None where it was not looked for or not proved"""

    @property
    def value(self) -> Number:
        """What the leader expects."""
        return self.solution.value[self.solution.player(self.leader)]

    @property
    def follower_value(self) -> Number:
        """What the follower expects."""
        return self.solution.value[self.solution.player(self.follower)]

    @property
    def follower_gain(self) -> Number:
        """What the follower could gain by another reply: 0, up to rounding."""
        return self.replies.follower - self.follower_value

    @property
    def leader_gain(self) -> Number:
        """What the leader would gain if the follower chose another of their best replies: 0, up to rounding."""
        return self.replies.leader - self.value

    @property
    def advantage(self) -> Number | None:
        """What commitment brings the leader over the best equilibrium; negative where a pure strategy is worse."""
        return None if self.equilibrium is None else self.value - self.equilibrium

    @property
    def complete(self) -> bool:
        """Whether it is proved that no commitment is better."""
        return self.solution.complete

    def to_json(self) -> dict[str, Any]:
        """What `galakit commit --json` prints, but for the strategies; exact numbers as texts `p/q`."""
        numbers = {
            "bound": self.bound,
            "follower_gain": self.follower_gain,
            "ties_against_leader": self.replies.against,
            "equilibrium": self.equilibrium,
            "advantage": self.advantage,
        }
        return {
            **self.solution.to_json(),
            "leader": self.leader,
            "follower": self.follower,
            "pure": self.pure,
            **{name: None if x is None else json_number(x) for name, x in numbers.items()},
            "exact_bound": self.exact_bound,
            "complete": self.complete,
        }

    def __repr__(self) -> str:
        return f"<{self.leader} commits in {self.solution.name}: {number(self.value)}, at most {number(self.bound)}>"
