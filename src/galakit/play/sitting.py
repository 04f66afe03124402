"""A sitting: hand after hand of a person against a profile, with a running total and a log of all that happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from galakit.game.game import Game
from galakit.play.hand import Hand
from galakit.play.telling import plain
from galakit.play.trace import Trace
from galakit.play.walk import Policy
from galakit.rules.contract import Number


@dataclass
class Sitting:
    """What a person has played so far; hand k is drawn from seed and k, whatever happened in the hands before.

    >>> import galakit as gk
    >>> from galakit.play.hand import uniformly
    >>> sitting = Sitting(gk.load("matching_pennies"), 0, uniformly, 1)
    >>> hand = next(sitting.hands())
    >>> while decision := hand.go_on():
    ...     hand.choose(0)
    >>> sitting.finish(hand)
    >>> abs(sitting.total[0]), len(sitting.played)
    (1, 1)
    """

    game: Game
    person: int
    policy: Policy
    seed: int
    played: list[Trace] = field(default_factory=list)
    total: list[Number] = field(default_factory=list)

    def hands(self, many: int = 0) -> Iterator[Hand]:
        """One hand after another, at most so many; without end for 0."""
        self.total = self.total or [0] * len(self.game.players)
        k = 0
        while not many or k < many:
            k += 1
            yield Hand(self.game.rules, {self.person}, self.policy, seed=f"{self.seed}/{k}")

    def finish(self, hand: Hand) -> None:
        """Count a hand that is over."""
        self.played.append(hand.trace)
        self.total = [a + b for a, b in zip(self.total, hand.gained)]

    def to_json(self, unfinished: Hand | None = None) -> dict[str, Any]:
        """The log: seed, every move of everybody, and what came of it; `hand.followed` plays it again."""
        told = {
            "game": self.game.name,
            "params": dict(self.game.params),
            "players": list(self.game.players),
            "person": self.game.players[self.person],
            "seed": self.seed,
            "hands": [trace.to_json() for trace in self.played],
            "total": [plain(amount) for amount in self.total or [0] * len(self.game.players)],
        }
        return told if unfinished is None else told | {"unfinished": unfinished.trace.to_json()}
