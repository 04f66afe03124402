"""What tools answer, as data: short, and to be understood without having read anything else."""

from __future__ import annotations

from galakit.jobs.catalogue import Parameter
from galakit.jobs.messages import Option, Problem, State
from galakit.study.answers import Answer, Quantity, RangeItem, Step


class Guide(Answer, frozen=True, kw_only=True):
    """How rules are written."""

    guide: str


class Check(Answer, frozen=True, kw_only=True):
    """What is wrong or doubtful in rules."""

    solvable: bool
    """whether there are no errors"""
    problems: list[Problem]
    left_out: int
    """problems that are not told"""
    players: list[str]
    params: list[Parameter]


class Expectation(Answer, frozen=True, kw_only=True):
    """What a player gets on average."""

    player: str
    value: Quantity
    """his expected payoff when everybody follows the solution"""
    could_gain: Quantity
    """what he could gain at most by playing differently while the others do not: 0 in an equilibrium"""
    before: Quantity | None = None
    """his expected payoff in the job that this one was derived from"""


class Decisions(Answer, frozen=True, kw_only=True):
    """Decisions of a player that differ only in what he knows privately."""

    player: str
    situation: str
    """its id, for `strategy`"""
    knows: str
    """what everybody there knows, and what the player did"""
    moves: list[str]
    decisions: int
    """how many information sets: one for each private information"""


class Change(Answer, frozen=True, kw_only=True):
    """A decision that is taken differently than in the job this one was derived from."""

    player: str
    knows: str
    before: dict[str, float]
    now: dict[str, float]


class Result(Answer, frozen=True, kw_only=True):
    """The solution of a game at a glance."""

    expectations: list[Expectation]
    certificate: str
    """how far from optimal the solution can be at most, checked independently of the solver"""
    gap: Quantity
    exact: bool
    """whether all numbers are exact fractions, and the certificate a proof"""
    method: str
    nodes: int | None
    information_sets: int | None
    found: dict[str, str]
    """what else is known"""
    warnings: list[str]
    situations: list[Decisions]
    """the first of each player"""
    situations_left_out: int
    changes: list[Change]
    """the largest; only where it was derived from another job"""
    changes_left_out: int


class Standing(Answer, frozen=True, kw_only=True):
    """How a job stands."""

    job: str
    """its id: name it in every further question"""
    state: State
    game: str
    about: str
    """what was asked"""
    seconds: float
    """that it has been worked at"""
    stage: str | None
    """what it is doing"""
    gap: float | None
    """how far it has come, where the method comes closer step by step"""
    result: Result | None
    """once it is solved"""
    next: str
    """what to do now"""


class Line(Answer, frozen=True, kw_only=True):
    """A decision."""

    knows: str
    """in a table the private information only, else all that the player knows"""
    plays: dict[str, float]
    """move -> probability; where there are many moves, the likeliest only"""
    value: float | None
    """what the player expects here; None where nobody worked it out or it is undefined"""
    reach: float | None
    """the probability that play comes here"""


class Part(Answer, frozen=True, kw_only=True):
    """Decisions of one public situation; or those that were asked for by facts."""

    situation: str | None
    knows: str | None
    """what everybody there knows, and what the player did"""
    moves: list[str]
    lines: list[Line]
    total: int
    """how many lines there are"""
    overall: dict[str, float] | None
    """move -> how often it is made in this situation, whatever the player holds; None where that is not known"""


class Strategy(Answer, frozen=True, kw_only=True):
    """What a player does, or a part of it."""

    job: str
    game: str
    player: str
    parts: list[Part]
    left_out: str | None
    """what is not here, and how to ask for it"""
    next_offset: int | None


class Belief(Answer, frozen=True, kw_only=True):
    """What another player may know here, the likeliest first."""

    player: str
    holds: list[RangeItem]
    left_out: int


class Explained(Answer, frozen=True, kw_only=True):
    """A decision and why it is taken as it is."""

    job: str
    game: str
    player: str
    knows: list[str]
    """the facts, as questions name them"""
    fact_words: list[str]
    """the same in words"""
    reach: Quantity
    """the probability that play by the solution comes here"""
    moves: list[Option]
    beliefs: list[Belief]
    why: list[str]
    """in words"""
    verdict: str | None
    """about the move that was named"""


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
    """the first plays, move by move, with what was hidden"""
