"""Quantal responses as a result of their own: how people who make mistakes play, and how precise they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.progress import Progress, throttled
from galakit.solvers.quantal.agent_form import AgentForm
from galakit.solvers.quantal.limit import LATEST
from galakit.solvers.quantal.method import refusal
from galakit.solvers.quantal.path import Path, Point, between

if TYPE_CHECKING:
    import pandas as pd

    from galakit.game.game import Game

FAR = 1_000.0  # the scaled precision at which a curve ends: moves that are worse by a hundredth are gone by then
SMOOTH = 0.03  # of a probability, between two points
GOLDEN = (5**0.5 - 1) / 2
LIKELY = 1.92  # by so much the logarithm of the likelihood falls at the ends of a 95 % interval


@dataclass(frozen=True)
class SetResponses:
    """How often each move is made at an information set, at each precision of the curve."""

    player: str
    facts: tuple[str, ...]
    moves: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    """one row for each precision"""


@dataclass(frozen=True)
class Fit:
    """The precision that explains observed play best."""

    precision: float
    log_likelihood: float
    interval: tuple[float, float]
    """95 %, by the likelihood ratio; it may go on where the curve ends"""
    uniform: float
    """the logarithm of the likelihood if all moves were as likely"""
    observations: int

    def to_json(self) -> dict[str, Any]:
        """The fit as a value for JSON."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class QuantalResponses:
    """The principal branch of the logit equilibria of a game."""

    game: str
    params: dict[str, str]
    players: tuple[str, ...]
    agents: AgentForm = field(repr=False)
    path: Path[AgentForm] = field(repr=False)
    points: tuple[Point, ...] = field(repr=False)
    complete: bool = True
    """whether there was time to follow the branch to its end"""

    @cached_property
    def precisions(self) -> tuple[float, ...]:
        """Lambda at each point of the curve; it may fall where the branch turns back."""
        return tuple(point.precision / self.agents.scale for point in self.points)

    def at(self, *precisions: float) -> tuple[SetResponses, ...]:
        """How often each move is made at given precisions, for every information set."""
        return self._responses([self._point(precision).logs for precision in precisions])

    def curves(self) -> tuple[SetResponses, ...]:
        """The same at all points of the curve, whose precisions are `precisions`."""
        return self._responses([point.logs for point in self.points])

    def _responses(self, logs: Sequence[Floats]) -> tuple[SetResponses, ...]:
        form, agents = self.agents.form, self.agents
        weights = np.exp(logs)
        shares = weights / np.add.reduceat(weights, agents.first, axis=1)[:, agents.set]
        return tuple(
            SetResponses(
                form.players[int(form.player[h])],
                form.facts(h),
                form.moves(h),
                tuple(map(tuple, shares[:, first : first + count].tolist())),
            )
            for h, (first, count) in enumerate(zip(agents.first.tolist(), agents.count.tolist()))
        )

    def _point(self, precision: float) -> Point:
        """The first point of the branch with this precision."""
        wanted = precision * self.agents.scale
        if wanted < 0 or not np.isfinite(wanted):
            raise GalakitError(f"`{precision:g}` is not a precision", hint="give a number from 0", id="GK614")
        for before, after in pairwise(self.points):
            if before.precision <= wanted <= after.precision:
                return self.path.at(wanted, between(before, after, wanted))
        raise GalakitError(
            f"the curve ends at precision {max(self.precisions):.6g}", hint="ask for a smaller one", id="GK614"
        )

    def fit(self, observed: Sequence[tuple[str, str, str, int]]) -> Fit:
        """The precision under which observed play is likeliest: (player, facts, move, how often) for each move seen.

        Facts are all that the player knew, or enough of it to tell the information set from the others.

        >>> import galakit as gk
        >>> curve = gk.qre(gk.load("prisoners_dilemma", rounds=1))
        >>> found = curve.fit([("first", "", "cooperate", 22), ("first", "", "defect", 78)])
        >>> found.observations
        100
        """
        counts = self._counts(observed)
        grid = sorted({0.0, *self.precisions})

        def likelihood(precision: float) -> float:
            return float(counts @ np.maximum(self._point(precision).logs, -1e3))

        values = [likelihood(precision) for precision in grid]
        best = int(np.argmax(values))
        low, high = grid[max(0, best - 1)], grid[min(len(grid) - 1, best + 1)]
        for _ in range(60):
            a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
            if likelihood(a) < likelihood(b):
                low = a
            else:
                high = b
        precision = max(((low + high) / 2, grid[best]), key=likelihood)
        most = likelihood(precision)
        inside = [precision, *(p for p, value in zip(grid, values) if value >= most - LIKELY)]

        def edge(within: float, beyond: float) -> float:
            """Where the likelihood leaves the interval, between a precision in it and one outside."""
            for _ in range(40):
                middle = (within + beyond) / 2
                within, beyond = (middle, beyond) if likelihood(middle) >= most - LIKELY else (within, middle)
            return within

        low = edge(min(inside), max([p for p in grid if p < min(inside)], default=min(inside)))
        high = edge(max(inside), min([p for p in grid if p > max(inside)], default=max(inside)))
        return Fit(precision, most, (low, high), float(counts @ self.agents.uniform()), int(counts.sum()))

    def _counts(self, observed: Sequence[tuple[str, str, str, int]]) -> Floats:
        """How often each move was seen."""
        from galakit.rules.knowledge import informative
        from galakit.solution.facts import parsed
        from galakit.solution.profile import shares_of
        from galakit.solvers.profile_input import player_number

        form = self.agents.form
        counts = np.zeros(self.agents.size)
        for player, facts, move, often in observed:
            if often < 0 or often != int(often):
                raise GalakitError(f"`{often}` is not how often a move was seen", hint="give 0, 1, 2, ...", id="GK614")
            there = list(shares_of(form, player_number(form, player), {facts: move}))
            if len(there) > 1:  # all that a player knows names one set, though others begin with the same facts
                known = sorted(parsed(facts))
                there = [one for one in there if sorted(parsed(informative(form.facts(one[0])))) == known] or there
            if len(there) > 1:
                raise GalakitError(
                    f"{player} may know `{facts}` at {len(there)} information sets",
                    hint="give more of the facts, so that one is left",
                    id="GK614",
                )
            ((h, shares),) = there
            counts[int(self.agents.first[h]) + shares.index(1)] += often
        if not counts.sum():
            raise GalakitError("no move was seen", hint="give each move and how often it was seen", id="GK614")
        return counts

    def to_frame(self) -> pd.DataFrame:
        """One row for each information set, move and point of the curve."""
        import pandas as pd

        rows = [
            (precision, one.player, ", ".join(one.facts), move, share)
            for one in self.curves()
            for precision, shares in zip(self.precisions, one.shares)
            for move, share in zip(one.moves, shares)
        ]
        return pd.DataFrame(rows, columns=["precision", "player", "facts", "move", "probability"])

    def to_json(self, *precisions: float) -> dict[str, Any]:
        """The curve, or the responses at given precisions, as a value for JSON."""
        return {
            "game": self.game,
            "params": self.params,
            "precisions": list(precisions or self.precisions),
            "complete": self.complete,
            "information_sets": [
                {
                    "player": one.player,
                    "facts": list(one.facts),
                    "moves": [
                        {"move": move, "probabilities": list(shares)}
                        for move, shares in zip(one.moves, zip(*one.shares))
                    ],
                }
                for one in (self.at(*precisions) if precisions else self.curves())
            ],
        }


def qre(
    game: Game,
    *,
    precision: float | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> QuantalResponses:
    """The logit quantal response equilibria of a game, from uniform play to a precision, by default a high one.

    When the time is over, the curve ends where it has been followed to.

    >>> import galakit as gk
    >>> curve = gk.qre(gk.load("matching_pennies"))
    >>> (heads, tails), = curve.at(2.0)[0].shares
    >>> round(heads, 6)
    0.5
    """
    why = refusal(game)
    if why is not None:
        raise GalakitError(f"this game has no path of quantal responses: {why}", id="GK614")
    agents = AgentForm(game.form)
    path = Path(agents)
    wanted = FAR if precision is None else precision * agents.scale
    if not 0 <= wanted <= LATEST:
        raise GalakitError(
            f"`{precision}` is not a precision", hint=f"give a number from 0 to {LATEST / agents.scale:.3g}", id="GK614"
        )
    deadline = Deadline.of(time_limit)
    tell = throttled(progress)
    points: list[Point] = []
    complete = True
    with game.reporting(progress, deadline):
        try:
            for point in path.upto(wanted, lambda point: _tell(tell, point, agents.scale, deadline)):
                points.append(point)
            points = _smooth(path, points)
        except OutOfTime:
            if len(points) < 2:
                raise
            complete = False
    return QuantalResponses(game.name, dict(game.params), tuple(game.players), agents, path, tuple(points), complete)


def _tell(tell: Progress, point: Point, scale: float, deadline: Deadline | None) -> None:
    tell(f"following quantal responses: precision {point.precision / scale:.3g}", 0, None)
    if deadline is not None:
        deadline.check("following quantal responses")


def _smooth(path: Path[AgentForm], points: Sequence[Point]) -> list[Point]:
    """More points where probabilities change fast, for a curve without corners."""
    found = [points[0]]
    for before, after in pairwise(points):
        parts = 1 + int(np.abs(np.exp(after.logs) - np.exp(before.logs)).max() / SMOOTH)
        if after.precision > before.precision:
            for k in range(1, parts):
                precision = before.precision + k / parts * (after.precision - before.precision)
                found.append(path.at(precision, between(before, after, precision)))
        found.append(after)
    return found
