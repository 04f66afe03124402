"""The answers about solution concepts other than an equilibrium of all players, and about credibility, as data."""

from __future__ import annotations

from typing import Literal

from galakit.display.parts import Part
from galakit.study.answers import Answer, Quantity, Size


class Known(Answer, frozen=True, kw_only=True):
    """An information set."""

    player: str
    knows: str
    """the facts there, as the rules write them"""
    words: str
    """the same in words"""
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""


class PlayedAt(Known, frozen=True, kw_only=True):
    """What a player does, or is advised to do, at one information set."""

    plays: dict[str, Quantity]
    """move -> probability, without moves that are never made"""
    labels: dict[str, str]
    """move -> the move in words"""
    looks: dict[str, list[Part] | None]
    """move -> the move as it is drawn; None where that is only words"""


class Committed(Answer, frozen=True, kw_only=True):
    """The best strategy to announce, and the reply to it."""

    game: str
    leader: str
    follower: str
    pure: bool
    """whether the leader can commit to moves only"""
    value: Quantity
    """what the leader expects"""
    follower_value: Quantity
    follower_gain: Quantity
    """what the follower could gain by another reply"""
    bound: Quantity
    """no announcement brings the leader more"""
    proved: bool
    """whether no announcement is better, up to rounding where `exact` is false"""
    exact: bool
    ties_against: Quantity
    """what the leader gets if the follower chooses, among equally good replies, the one that is worst for them"""
    equilibrium: Quantity | None
    """what the best equilibrium brings the leader; None where it was not looked for"""
    decisions: list[PlayedAt]
    left_out: int


class JointPlan(Answer, frozen=True, kw_only=True):
    """A plan for all members of a team, drawn with a probability."""

    probability: Quantity
    decisions: list[PlayedAt]


class TeamAnswer(Answer, frozen=True, kw_only=True):
    """What a team can be sure of against one adversary."""

    game: str
    team: list[str]
    adversary: str
    correlated: bool
    paid: Literal["each", "together"]
    """whether payoffs are those of each member, or their sum"""
    value: Quantity
    """at least this, whatever the adversary does"""
    bound: Quantity
    """no strategies of the team are sure of more"""
    close: bool
    """whether value and bound are as close as they should be"""
    exact: bool
    exact_bound: bool
    lottery: list[JointPlan]
    """with correlation: the joint plans to draw from"""
    decisions: list[PlayedAt]
    """of the members and the adversary; with correlation of the adversary only"""
    left_out: int
    """joint plans and decisions"""


class Advised(Answer, frozen=True, kw_only=True):
    """How the game ends when all follow a mediator."""

    probability: Quantity
    moves: dict[str, list[str]]
    """player -> their moves"""
    labels: dict[str, list[str]]
    """the same in words"""


class CorrelatedAnswer(Answer, frozen=True, kw_only=True):
    """The best correlated equilibrium: what a mediator recommends."""

    game: str
    concept: str
    concept_name: str
    objective: str
    players: list[str]
    values: list[Quantity]
    could_gain: list[Quantity]
    """what each player could gain by not following"""
    exact: bool
    outcomes: list[Advised]
    decisions: list[PlayedAt]
    """the recommendations at each information set, averaged over what the others hear"""
    left_out: int
    """outcomes and decisions"""


class RestingAt(Answer, frozen=True, kw_only=True):
    """A state of play that does not change."""

    shares: dict[str, dict[str, Quantity]]
    """population -> strategy -> share"""
    kind: str | None
    """what the linearisation says; None where the rule has none"""
    equilibrium: bool


class Followed(Answer, frozen=True, kw_only=True):
    """Play from one start."""

    start: dict[str, dict[str, float]]
    """population -> strategy -> share"""
    end: dict[str, dict[str, float]]
    still_moves: float
    """by how much a share still changes in the second half of the time: 0 where play has settled"""
    gap: float
    """what a player could gain by deviating from play at the end"""
    average_gap: float
    """the same where everyone plays the average over time"""


class DynamicsAnswer(Answer, frozen=True, kw_only=True):
    """How play changes over time, and where it leads."""

    game: str
    rule: str
    populations: dict[str, list[str]]
    """population -> its strategies"""
    rests: list[RestingAt] | None
    """None where they are not listed: more than two players, or many strategies"""
    paths: list[Followed]
    left_out: int
    """rest points and paths"""


class MutantAnswer(Answer, frozen=True, kw_only=True):
    """Mutants that can invade, or drift in."""

    plays: dict[str, Quantity]
    own: Quantity
    """what they earn among their own"""
    residents: Quantity
    """what residents earn against them"""


class StableAnswer(Answer, frozen=True, kw_only=True):
    """A symmetric equilibrium, and whether it resists mutants."""

    plays: dict[str, Quantity]
    payoff: Quantity
    verdict: Literal["evolutionarily stable", "neutrally stable", "unstable"]
    mutant: MutantAnswer | None
    isolated: bool
    """False where it stands for infinitely many equilibria with the same strategies"""


class StabilityAnswer(Answer, frozen=True, kw_only=True):
    """The symmetric equilibria of a game, and which are evolutionarily stable; all numbers are exact."""

    game: str
    strategies: list[str]
    equilibria: list[StableAnswer]
    left_out: int


class EliminatedAnswer(Answer, frozen=True, kw_only=True):
    """A dominated strategy or move."""

    player: str
    knows: str
    """empty for a whole strategy"""
    words: str
    """the same in words"""
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    eliminated: str
    kind: Literal["strictly", "weakly", "equally"]
    by: dict[str, str]
    """what dominates it, with its weights; a move, for each continuation after it"""
    labels: dict[str, str]
    """of moves: what is eliminated, and by what, in words"""
    looks: dict[str, list[Part] | None]
    """the same as they are drawn; None where that is only words"""


class DominanceAnswer(Answer, frozen=True, kw_only=True):
    """What is dominated, round by round; all of it is proved in whole numbers."""

    game: str
    of: Literal["strategies", "moves"]
    rounds: list[list[EliminatedAnswer]]
    before: dict[str, int]
    """player -> strategies, or sequences of moves, of the whole game"""
    left: dict[str, int]
    kept: dict[str, list[str]]
    """player -> the strategies that are left; none of moves"""
    complete: bool
    """False where the time was over first"""
    left_out: int
    """dominated ones, and strategies that are left"""


class Threat(Known, frozen=True, kw_only=True):
    """An information set at which the player would rather make another move."""

    better: str
    label: str
    """the better move in words"""
    look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    gain: Quantity
    reached: bool
    """whether play comes here; a threat is empty where it does not"""


class Departure(Known, frozen=True, kw_only=True):
    """An information set at which a sequential equilibrium nearby differs."""

    before: dict[str, Quantity]
    instead: dict[str, Quantity]
    labels: dict[str, str]
    """move -> the move in words"""
    looks: dict[str, list[Part] | None]
    """move -> the move as it is drawn; None where that is only words"""


class NearestAnswer(Answer, frozen=True, kw_only=True):
    """A sequential equilibrium near the solution."""

    values: dict[str, Quantity]
    """player -> what they expect"""
    differences: list[Departure]


class CredibilityAnswer(Answer, frozen=True, kw_only=True):
    """Whether the solution is a sequential equilibrium, also where play never comes, and which one is near if not."""

    game: str
    sequential: bool | None
    """None where that is undecided"""
    verdict: str
    beliefs: str
    """where the beliefs come from"""
    gain: Quantity
    """the largest gain of a change at one information set"""
    exact: bool
    sets: int
    reached: int
    empty: list[Threat]
    conflict: list[Known]
    """information sets that no consistent beliefs justify together"""
    nearest: NearestAnswer | None
    left_out: int


class MergedSets(Answer, frozen=True, kw_only=True):
    """Information sets that are one in the smaller game."""

    members: list[Known]


class ShrunkenAnswer(Answer, frozen=True, kw_only=True):
    """The game in which isomorphic information sets are one, beside the game: its equilibria are some of the game's."""

    game: str
    players: list[str]
    before: Size
    after: Size
    merged: list[MergedSets]
    """those that became one"""
    left_out: int
    """information sets that became one with others and are not listed"""
