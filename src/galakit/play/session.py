"""A session: hands of a person against agents, with a running total and a log.

With a grader, each decision is graded when it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from galakit.agents.contract import Agent
from galakit.agents.registry import Playing, agent_of
from galakit.agents.trace import Trace
from galakit.game.game import Game
from galakit.play.grading import LEVELS, Grade, Grader
from galakit.play.hand import Hand
from galakit.play.step_trace import plain
from galakit.rules.contract import Number


def opponents(game: Game, person: int, against: Playing) -> dict[int, Agent]:
    """An agent for each of the other players."""
    return {player: agent_of(against, game) for player in range(len(game.players)) if player != person}


@dataclass
class Session:
    """The hands of a person so far; hand k depends on seed and k, not on earlier hands.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> solution = gk.solve(game)
    >>> session = Session(game, 0, opponents(game, 0, solution), 3, Grader(solution))
    >>> hand = next(session.hands())
    >>> while decision := hand.go_on():
    ...     print(decision.facts[0], session.choose(hand, decision.moves.index("bet")))
    card(2) mistake: another move is clearly better, it loses 1/6
    >>> session.finish(hand)
    >>> len(session.played), session.total[0], session.lost, session.levels["mistake"]
    (1, -2, Fraction(1, 6), 1)
    """

    game: Game
    person: int
    others: Mapping[int, Agent]
    """the agents of the other players"""
    seed: int
    grader: Grader | None = None
    played: list[Trace] = field(default_factory=list)
    total: list[Number] = field(default_factory=list)
    grades: list[list[Grade]] = field(default_factory=list)
    """the grades of each hand; empty lists without a grader"""

    def hands(self, many: int = 0) -> Iterator[Hand]:
        """The hands, at most so many; 0: without end."""
        self.total = self.total or [0] * len(self.game.players)
        k = 0
        while not many or k < many:
            k += 1
            self.grades.append([])
            yield Hand(self.game.rules, self.others, seed=f"{self.seed}/{k}")

    def choose(self, hand: Hand, index: int) -> Grade | None:
        """Make the person's move in the current hand; its grade, if there is a grader."""
        decision = hand.go_on()
        assert decision is not None, "there is no decision"
        hand.choose(index)
        if self.grader is None:
            return None
        grade = self.grader.grade(self.person, decision.facts, decision.moves[index])
        self.grades[-1].append(grade)
        return grade

    @property
    def lost(self) -> Number:
        """The total loss of all graded decisions."""
        return sum(g.loss for grades in self.grades for g in grades if g.loss is not None)

    @property
    def levels(self) -> dict[str, int]:
        """The number of decisions of each level."""
        found = dict.fromkeys(LEVELS, 0)
        for grade in (g for grades in self.grades for g in grades):
            if grade.level is not None:
                found[grade.level] += 1
        return {str(level): many for level, many in found.items()}

    def finish(self, hand: Hand) -> None:
        """Count a hand that is over."""
        self.played.append(hand.trace)
        self.total = [a + b for a, b in zip(self.total, hand.gained)]

    def to_json(self, unfinished: Hand | None = None) -> dict[str, Any]:
        """The log: seed, all moves, and payoffs; `hand.followed` replays it."""
        log = {
            "game": self.game.name,
            "params": dict(self.game.params),
            "players": list(self.game.players),
            "person": self.game.players[self.person],
            "seed": self.seed,
            "hands": [self._entry(k, trace) for k, trace in enumerate(self.played)],
            "total": [plain(amount) for amount in self.total or [0] * len(self.game.players)],
        }
        if self.grader is not None:
            log |= {"lost": plain(self.lost), "levels": self.levels}
        return log if unfinished is None else log | {"unfinished": self._entry(len(self.played), unfinished.trace)}

    def _entry(self, number: int, trace: Trace) -> dict[str, Any]:
        log = trace.to_json()
        if self.grader is None or number >= len(self.grades):
            return log
        return log | {"grades": [grade.to_json() for grade in self.grades[number]]}
