"""Dynamics as a result: trajectories, rest points, and certificates of where play ends and of its average."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.game.normal_form import written
from galakit.game.sequence_form import Floats
from galakit.progress import Progress, throttled
from galakit.solution.certificate import Certificate
from galakit.solvers.dynamics.best_responses import best_responses
from galakit.solvers.dynamics.fictitious import fictitious
from galakit.solvers.dynamics.flows import Path, logit, replicator
from galakit.solvers.dynamics.populations import Populations, populations_of
from galakit.solvers.dynamics.rest_points import RestPoint, listed, logit_rest_points, rest_points
from galakit.solvers.dynamics.starts import Start, start_of, usual_starts

if TYPE_CHECKING:
    import pandas as pd

    from galakit.game.game import Game

Rule: TypeAlias = Literal["replicator", "best-response", "fictitious"]
RULES: tuple[Rule, ...] = get_args(Rule)
TIME = {"replicator": 100.0, "best-response": 8.0, "fictitious": 10_000.0}
"""how long by default: scaled by payoffs, in turns over of the population, in rounds"""
SMOOTH = 30.0  # how long with smoothed best responses
LONGEST = {"replicator": 1e5, "best-response": 1e4, "fictitious": 1e9}
STARTS = 100
STRATEGIES = 400
STEEPEST = 1e4  # precision times scale


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Play from one start."""

    path: Path = field(repr=False)
    last: Certificate
    """of the play at the end"""
    average: Certificate
    """of the play averaged over all the time"""

    @property
    def start(self) -> tuple[float, ...]:
        return tuple(self.path.states[0].tolist())

    @property
    def end(self) -> tuple[float, ...]:
        """Where the trajectory ends; in fictitious play the frequencies, not the last moves."""
        return tuple(self.path.states[-1].tolist())

    @cached_property
    def moves(self) -> float:
        """By how much a share still changes in the second half of the time: 0 where play has settled."""
        late = self.path.states[self.path.times >= self.path.times[-1] / 2]
        return float((late.max(axis=0) - late.min(axis=0)).max())


@dataclass(frozen=True, eq=False)
class Dynamics:
    """How play changes by a rule, from one start or several.

    >>> import galakit as gk
    >>> found = gk.dynamics(gk.load("stag_hunt"), start="0.7, 0.3")
    >>> [round(share, 6) for share in found.trajectories[0].end], found.trajectories[0].last.gap < 1e-6
    ([0.0, 1.0], True)
    """

    game: str
    params: dict[str, str]
    rule: Rule
    precision: float | None
    """of smoothed best responses"""
    populations: Populations = field(repr=False)
    rest_points: tuple[RestPoint, ...] | None = field(repr=False)
    """None where they are not listed: more than two players, or many strategies"""
    trajectories: tuple[Trajectory, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each trajectory, time, population and strategy."""
        import pandas as pd

        names = [(p, s) for p, own in zip(self.populations.names, self.populations.strategies) for s in own]
        rows = [
            (k, time, population, strategy, share)
            for k, one in enumerate(self.trajectories)
            for time, state in zip(one.path.times.tolist(), one.path.states.tolist())
            for (population, strategy), share in zip(names, state)
        ]
        return pd.DataFrame(rows, columns=["trajectory", "time", "population", "strategy", "share"])

    def to_json(self) -> dict[str, Any]:
        """The dynamics as a value for JSON."""
        return {
            "game": self.game,
            "params": self.params,
            "rule": self.rule,
            "precision": self.precision,
            "populations": [
                {"name": name, "strategies": list(own)}
                for name, own in zip(self.populations.names, self.populations.strategies)
            ],
            "rest_points": None if self.rest_points is None else [_rest_json(point) for point in self.rest_points],
            "trajectories": [_trajectory_json(one) for one in self.trajectories],
        }


def _rest_json(point: RestPoint) -> dict[str, Any]:
    return {
        "shares": [str(share) for share in point.shares],
        "equilibrium": point.equilibrium,
        "isolated": point.isolated,
        "kind": point.kind,
        "eigenvalues": [[v.real, v.imag] for v in point.eigenvalues],
    }


def _trajectory_json(one: Trajectory) -> dict[str, Any]:
    return {
        "times": one.path.times.tolist(),
        "states": one.path.states.tolist(),
        "last": {"shares": one.path.last.tolist(), "gap": float(one.last.gap)},
        "average": {"shares": one.path.average.tolist(), "gap": float(one.average.gap)},
        "still_moves_by": one.moves,
    }


def dynamics(
    game: Game,
    rule: Rule = "replicator",
    *,
    start: Start | Sequence[Start] | None = None,
    time: float | None = None,
    precision: float | None = None,
    one_population: bool | None = None,
    in_turns: bool = False,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Dynamics:
    """Follow how play changes in a game.

    `rule` is `replicator`, `best-response` (smoothed with a `precision`) or `fictitious`. A start is text such as
    `"0.2, 0.8; 1/2, 1/2"` or a list of shares for each population; without one, some are chosen. `time` is how long to
    follow it, in rounds for fictitious play. Symmetric games are played by one population unless `one_population` is
    False. `in_turns` lets players of fictitious play move one after the other.

    >>> import galakit as gk
    >>> found = gk.dynamics(gk.load("matching_pennies"), "fictitious", time=100_000)
    >>> found.trajectories[0].average.gap < 0.01
    True
    """
    if rule not in RULES:
        raise GalakitError(f"there is no rule `{rule}`", hint="the rules are " + ", ".join(RULES), id="GK712")
    if precision is not None and rule != "best-response":
        raise GalakitError(
            f"{rule} has no precision", hint="only best responses are smoothed by one: rule best-response", id="GK712"
        )
    if in_turns and rule != "fictitious":
        raise GalakitError(f"{rule} has no turns", hint="only in fictitious play players may move in turns", id="GK712")
    deadline = Deadline.of(time_limit)
    tell = throttled(progress)

    def tick() -> None:
        tell("following dynamics", 0, None)
        if deadline is not None:
            deadline.check("following dynamics")

    with game.reporting(progress, deadline):
        table = game.normal_form()
        if max(table.shape) > STRATEGIES:
            raise GalakitError(
                f"a player has {written(max(table.shape))} strategies, and {STRATEGIES} at most are followed",
                hint="give the game smaller parameters",
                id="GK713",
            )
        populations = populations_of(table, one=one_population)
    long = _time(rule, time, precision, populations)
    follow = _follower(rule, long, precision, in_turns, tick)
    trajectories = []
    for state in _starts(populations, rule, start):
        path = follow(populations, state)
        trajectories.append(Trajectory(path, populations.certified(path.last), populations.certified(path.average)))
    rests = _rest_points(populations, rule, precision, tick)
    return Dynamics(game.name, dict(game.params), rule, precision, populations, rests, tuple(trajectories))


def _time(rule: Rule, time: float | None, precision: float | None, populations: Populations) -> float:
    """How long to follow it."""
    if precision is not None and not 0 <= precision * populations.scale <= STEEPEST:
        most = STEEPEST / populations.scale
        raise GalakitError(
            f"`{precision:g}` is not a precision that can be followed", hint=f"give one from 0 to {most:g}", id="GK712"
        )
    if time is None:
        usual = SMOOTH if precision is not None else TIME[rule]
        return usual / populations.scale if rule == "replicator" else usual
    most = LONGEST[rule] / (populations.scale if rule == "replicator" else 1.0)
    if not 0 < time <= most or (rule == "fictitious" and time != int(time)):
        what = "a whole number of rounds" if rule == "fictitious" else "a time"
        raise GalakitError(f"`{time:g}` is not {what} to follow", hint=f"give one up to {most:g}", id="GK712")
    return time


def _follower(
    rule: Rule, time: float, precision: float | None, in_turns: bool, tick: Callable[[], None]
) -> Callable[[Populations, Floats], Path]:
    if rule == "replicator":
        return partial(replicator, time=time, tick=tick)
    if rule == "fictitious":
        return partial(fictitious, rounds=int(time), tick=tick, in_turns=in_turns)
    if precision is not None:
        return partial(logit, time=time, precision=precision, tick=tick)
    return partial(best_responses, time=time, tick=tick)


def _starts(populations: Populations, rule: Rule, given: Start | Sequence[Start] | None) -> list[Floats]:
    if given is None:
        return usual_starts(populations, pure=rule == "fictitious")
    several = not isinstance(given, str) and len(given) > 0 and isinstance(given[0], str)
    starts: list[Any] = list(given) if several else [given]
    if len(starts) > STARTS:
        raise GalakitError(f"there are {len(starts)} starts", hint=f"give at most {STARTS}", id="GK711")
    return [start_of(populations, one) for one in starts]


def _rest_points(
    populations: Populations, rule: Rule, precision: float | None, tick: Callable[[], None]
) -> tuple[RestPoint, ...] | None:
    if precision is not None:
        return logit_rest_points(populations, precision, tick)
    if not listed(populations):
        return None
    found = rest_points(populations, tick)
    if rule == "replicator":
        return found
    return tuple(RestPoint(p.shares, True, p.isolated) for p in found if p.equilibrium)
