"""The answers of tools, as data: short and self-contained."""

from __future__ import annotations

from galakit.jobs.catalogue import Parameter
from galakit.jobs.hand_messages import Option
from galakit.jobs.messages import Problem, State
from galakit.study.answers import Answer, Quantity, RangeItem, Step, Worth
from galakit.study.choice_answers import FittedPrecision, SetRange


class Guide(Answer, frozen=True, kw_only=True):
    """A guide to writing rules."""

    guide: str


class Check(Answer, frozen=True, kw_only=True):
    """Errors and warnings about rules."""

    solvable: bool
    """whether there are no errors"""
    problems: list[Problem]
    left_out: int
    """the number of problems left out"""
    players: list[str]
    params: list[Parameter]


class Expectation(Answer, frozen=True, kw_only=True):
    """A player's expected payoff."""

    player: str
    value: Quantity
    """the player's expected payoff when all players follow the solution"""
    could_gain: Quantity
    """the most that the player could gain by deviating alone: 0 in an equilibrium"""
    before: Quantity | None = None
    """the player's expected payoff in the job that this one was derived from"""


class Decisions(Answer, frozen=True, kw_only=True):
    """Decisions of a player that differ only in private information."""

    player: str
    situation: str
    """its id, for `strategy`"""
    knows: str
    """public facts, and the player's own moves"""
    words: str
    """the same in words"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    decisions: int
    """the number of information sets: one for each private information"""


class Change(Answer, frozen=True, kw_only=True):
    """A decision that differs from that in the job this one was derived from."""

    player: str
    knows: str
    before: dict[str, float]
    now: dict[str, float]


class Result(Answer, frozen=True, kw_only=True):
    """The solution of a game at a glance."""

    expectations: list[Expectation]
    certificate: str
    """the certified bound on the distance from optimal play, checked independently of the solver"""
    gap: Quantity
    exact: bool
    """whether all numbers are exact fractions, and the certificate a proof"""
    method: str
    nodes: int | None
    information_sets: int | None
    found: dict[str, str]
    """further results"""
    warnings: list[str]
    equilibria: list[Worth]
    """the first equilibria that the method found; `strategy` shows each"""
    equilibria_total: int
    situations: list[Decisions]
    """the first of each player"""
    situations_left_out: int
    changes: list[Change]
    """the largest changes; only where it was derived from another job"""
    changes_left_out: int


class Standing(Answer, frozen=True, kw_only=True):
    """The state of a job."""

    job: str
    """its id, for further calls"""
    state: State
    game: str
    about: str
    """the question it answers"""
    seconds: float
    """the time spent on it"""
    stage: str | None
    """its current activity"""
    gap: float | None
    """the gap so far, of iterative methods"""
    result: Result | None
    """once it is solved"""
    next: str
    """the next calls to consider"""


class Line(Answer, frozen=True, kw_only=True):
    """A decision."""

    knows: str
    """in a table the private information only, else all facts of the player"""
    words: str
    """the same in words"""
    plays: dict[str, float]
    """move -> probability; where there are many moves, the likeliest only"""
    value: float | None
    """the player's expected payoff here; None where it is undefined or was not computed"""
    reach: float | None
    """the probability of reaching it"""


class Part(Answer, frozen=True, kw_only=True):
    """Decisions of one public situation, or those that have some facts."""

    situation: str | None
    knows: str | None
    """public facts, and the player's own moves"""
    words: str | None
    """the same in words"""
    moves: list[str]
    labels: dict[str, str]
    """move -> what it is called"""
    lines: list[Line]
    total: int
    """the total number of lines"""
    overall: dict[str, float] | None
    """move -> its average probability in this situation; None where it is unknown"""


class Strategy(Answer, frozen=True, kw_only=True):
    """A player's strategy, or a part of it."""

    job: str
    game: str
    player: str
    parts: list[Part]
    left_out: str | None
    """what was left out, and how to request it"""
    next_offset: int | None


class Belief(Answer, frozen=True, kw_only=True):
    """The range of another player: what they may know here, the likeliest first."""

    player: str
    holds: list[RangeItem]
    left_out: int


class Explained(Answer, frozen=True, kw_only=True):
    """A decision with the reasons for it."""

    job: str
    game: str
    player: str
    knows: list[str]
    """the facts, as the rules write them"""
    fact_words: list[str]
    """the same in words"""
    reach: Quantity
    """the probability of reaching it by the solution"""
    moves: list[Option]
    beliefs: list[Belief]
    why: list[str]
    """in words"""
    verdict: str | None
    """the grade of the move in question"""


class Simulation(Answer, frozen=True, kw_only=True):
    """Average payoffs of many plays."""

    job: str
    plays: int
    seed: int
    players: list[str]
    expected: list[Quantity]
    averages: list[float]
    standard_errors: list[float | None]
    sample: list[list[Step]]
    """the first plays, move by move, including hidden moves"""


class Ranges(Answer, frozen=True, kw_only=True):
    """How far the optimal strategies of a player can differ."""

    job: str
    player: str
    exact: bool
    """whether the ranges are proved"""
    unique: bool | None
    """whether there is only one optimal strategy; None where decisions that were not asked about may differ"""
    decisions: list[SetRange]
    total: int
    next_offset: int | None


class MistakesAt(Answer, frozen=True, kw_only=True):
    """A decision of players who make mistakes."""

    player: str
    knows: str
    moves: dict[str, list[float]]
    """the probability of each move at each precision"""


class Mistakes(Answer, frozen=True, kw_only=True):
    """How players move who make mistakes, at some precisions."""

    job: str
    precisions: list[float]
    fitted: FittedPrecision | None
    """the precision that explains observed play best, where some was given"""
    decisions: list[MistakesAt]
    total: int
    next_offset: int | None
