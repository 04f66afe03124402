"""Requests to jobs and their answers, as data: with `study.answers` the whole interface for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from galakit.agents.registry import OpenName
from galakit.frontends.registry import suffixes
from galakit.study.answers import Answer, Moment, Quantity, Step

State = Literal["queued", "reading", "solving", "solved", "failed", "cancelled"]
Remedy = Literal[
    "list_games",
    "list_jobs",
    "wait",
    "order_again",
    "forget_jobs",
    "less_or_sooner",
    "sooner",
    "less",
    "simpler",
    "give_parameter",
    "not_exact",
    "name_one_game",
    "name_both",
    "make_a_move",
    "next_hand",
    "new_table",
]
"""a remedy that the page, programs and agents each word in their own terms"""

LONGEST_SOURCE = 2_000_000  # characters of rules

Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""of a game, a player, a method, a parameter"""
Words = Annotated[str, Meta(max_length=10_000)]
"""a value, a fact, a move"""
Plain: TypeAlias = Words | int | float | bool
Value: TypeAlias = (
    Plain | Annotated[list[Plain | Annotated[list[Plain], Meta(max_length=1_000)]], Meta(max_length=1_000)]
)
"""of a parameter: a number, a text as rules are written, yes or no, or a list of those"""
MethodOptions: TypeAlias = Annotated[Mapping[Name, Annotated[str, Meta(max_length=1_000)]], Meta(max_length=100)]
"""a method's own options, each as one would write it after `--with option=`"""
Values: TypeAlias = Annotated[Mapping[Name, Value], Meta(max_length=100)]
SourceText = Annotated[str, Meta(max_length=LONGEST_SOURCE)]
FileName = Annotated[
    str, Meta(pattern=rf"^[^/\\\x00-\x1f]{{1,200}}\.({'|'.join(suffix[1:] for suffix in suffixes())})$")
]
"""the ending determines the language; never a path, and never a program"""
Seed = Annotated[int, Meta(ge=0, lt=2**53)]
"""a whole number that every language can hold"""


class Lock(Struct, frozen=True, forbid_unknown_fields=True):
    """A fixed strategy of a player where they know some facts.

    All facts of an information set name it alone, others name every one that includes them. `card(…)` leaves the card
    open, and names all private information that the player may have there.
    """

    player: Name
    """the player, by name"""
    facts: Annotated[list[Words], Meta(max_length=1_000)]
    """the player's facts there, each as the rules write it"""
    probabilities: Annotated[dict[Words, Annotated[float, Meta(ge=0, le=1)]], Meta(min_length=1, max_length=1_000)]
    """move -> probability; they sum to 1"""
    alike: bool = False
    """also where the facts differ only by a symmetry, such as an exchange of suits"""


class Order(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to solve: a shipped one by name, or the text of its rules."""

    game: Name | None = None
    """the name of a shipped game; or give its `source`"""
    source: SourceText | None = None
    """the text of the rules; or name a `game`"""
    file: FileName = "game.gala"
    """the file name of the source; its ending determines the language"""
    params: Values = {}
    """parameter -> value, where it differs from the default"""
    method: Name = "auto"
    """the name of a method; `auto` picks one"""
    options: MethodOptions = {}
    """option of the method -> value, as a text; /api/methods lists them"""
    exact: bool | None = None
    """whether answers must be fractions; default: where that is not slow"""
    gap: Annotated[float, Meta(ge=0)] | None = None
    """stop when no player can gain more than this"""
    seconds: Annotated[float, Meta(gt=0, le=86_400)] | None = None
    """stop after so many seconds with the best so far"""
    locks: Annotated[list[Lock], Meta(max_length=1_000)] = []
    """fixed strategies; the rest is solved around them"""
    against: Name | None = None
    """another job: find the best response of `as_player` to its profile; without a game, of its game"""
    as_player: Name | None = None
    """the player who responds to the profile of `against`, by name"""


class Taken(Order, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An accepted order: every parameter is a text, in the syntax of the rules."""

    params: Annotated[Mapping[Name, Words], Meta(max_length=100)] = {}


class Problem(Answer, frozen=True, kw_only=True):
    """A diagnostic: problem, place, cause and remedy."""

    id: str
    """the id of its kind, such as GK513: there is a page on each"""
    severity: Literal["error", "warning", "note"]
    message: str
    """what is wrong"""
    notes: list[str]
    """more about it"""
    hint: str | None
    """what to do about it"""
    remedy: Remedy | None = None
    """the remedy behind the hint, for interfaces with their own wording"""
    line: int | None = None
    """where it is in the text, from 1"""
    column: int | None = None
    """from 1"""
    end_line: int | None = None
    end_column: int | None = None


class Progress(Answer, frozen=True, kw_only=True):
    """The progress of a job."""

    stage: str
    """what is being done"""
    done: int
    """the amount done of this stage"""
    total: int | None
    """the total; None where it is unknown"""
    seconds: float
    """since the job began"""
    bounds: list[float] | None = None
    """proved bounds of the first player's value; None where there are none"""


class Job(Answer, frozen=True, kw_only=True):
    """A job in its current state; solved ones can be studied."""

    id: str
    """its name in addresses"""
    state: State
    """`solved`, `failed` and `cancelled` are the ends"""
    order: Taken
    """what was ordered"""
    title: str
    """`poker  ranks=8`"""
    created: str
    """the time of the order, in UTC"""
    ahead: int
    """the number of jobs before it in the queue"""
    progress: Progress | None
    """None while it waits"""
    trail: list[Moment]
    """how the gap fell"""
    problems: list[Problem]
    """why it failed"""
    early: bool = False
    """whether it was stopped, or its time limit came, before it had what was asked for"""
    resumable: bool = False
    """whether it can go on from where it was stopped, or its time limit came"""


class Jobs(Answer, frozen=True, kw_only=True):
    """All jobs, the latest first."""

    items: list[Job]


class KeptSolution(Answer, frozen=True, kw_only=True):
    """A solution in the library, which outlives the server."""

    name: str
    """its name in addresses"""
    title: str
    """`poker  ranks=8`"""
    method: str
    """how it was solved"""
    values: list[str]
    """each player's expected payoff"""
    gap: str
    """the largest gain that any player had from deviating when it was kept; opening it certifies it again"""
    kept: str
    """when, in UTC"""
    bytes: int
    """the size of its file"""


class KeptSolutions(Answer, frozen=True, kw_only=True):
    """The library, the latest first."""

    items: list[KeptSolution]


class Problems(Answer, frozen=True, kw_only=True):
    """Why something was refused."""

    problems: list[Problem]


class Plays(Struct, frozen=True, forbid_unknown_fields=True):
    """Plays to simulate."""

    plays: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    """how many; agents that search play fewer"""
    agents: dict[Name, OpenName] = {}
    """player -> agent; default: the solution"""
    seed: Seed | None = None
    """the seed of random numbers; drawn at random where it is left out"""


class Average(Answer, frozen=True, kw_only=True):
    plays: int
    """the number of plays"""
    means: list[float]
    """the average payoff of each player"""
    errors: list[float | None]
    """standard errors; null after fewer than three plays"""


class Simulated(Answer, frozen=True, kw_only=True):
    """How average payoffs converge to the profile's expected payoffs."""

    players: list[str]
    """their names"""
    seed: int
    """the same seed gives the same plays"""
    values: list[Quantity]
    """each player's expected payoff by the solution"""
    averages: list[Average]
    """averages after more and more plays"""
    examples: list[list[Step]]
    """the first plays, move by move"""
