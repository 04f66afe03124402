"""What is asked of jobs and what they tell, as data: with `study.answers` the whole of the interface for programs."""

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
"""what helps, where the page, programs and agents do that differently: each interface has its own words for it"""

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
"""the ending tells the language; never a path, and never a program"""
Seed = Annotated[int, Meta(ge=0, lt=2**53)]
"""a whole number that every language can hold"""


class Lock(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player is told to play where he knows some facts.

    All facts of an information set name it alone, others every one that includes them. `card(…)` leaves open which
    card: with it they name all that the player may hold there.
    """

    player: Name
    """whose information sets they are, by name"""
    facts: Annotated[list[Words], Meta(max_length=1_000)]
    """what he knows there, each as the rules write it"""
    probabilities: Annotated[dict[Words, Annotated[float, Meta(ge=0, le=1)]], Meta(min_length=1, max_length=1_000)]
    """move -> how often he makes it; they sum to 1"""
    alike: bool = False
    """also where the facts differ only in names that may be exchanged, as suits"""


class Order(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to solve: a shipped one by name, or the text of its rules."""

    game: Name | None = None
    """the name of a shipped game; or give its `source`"""
    source: SourceText | None = None
    """the text of the rules; or name a `game`"""
    file: FileName = "game.gala"
    """what the source would be called: the ending tells the language"""
    params: Values = {}
    """parameter -> value, where it shall not be the default"""
    method: Name = "auto"
    """the name of a method; `auto` picks one"""
    options: MethodOptions = {}
    """option of the method -> value, as a text; /api/methods lists them"""
    exact: bool | None = None
    """whether answers shall be fractions; where it is left out, whenever that is not slow"""
    gap: Annotated[float, Meta(ge=0)] | None = None
    """stop when no player can gain more than this"""
    seconds: Annotated[float, Meta(gt=0, le=86_400)] | None = None
    """stop after so long with the best so far"""
    locks: Annotated[list[Lock], Meta(max_length=1_000)] = []
    """what players are told to play, whatever is best; the rest is solved around it"""
    against: Name | None = None
    """another job: take its profile as what the others play, and exploit it as `as_player`; without a game, its game"""
    as_player: Name | None = None
    """who exploits the profile of `against`, by name"""


class Taken(Order, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An order as it was taken: every parameter is a text, written as rules are."""

    params: Annotated[Mapping[Name, Words], Meta(max_length=100)] = {}


class Problem(Answer, frozen=True, kw_only=True):
    """A diagnostic: what is wrong, where, why, and what to do about it."""

    id: str
    """the kind of problem, as GK513: there is a page on each"""
    severity: Literal["error", "warning", "note"]
    message: str
    """what is wrong"""
    notes: list[str]
    """more about it"""
    hint: str | None
    """what to do about it"""
    remedy: Remedy | None = None
    """what the hint says, for those who say it in other words"""
    line: int | None = None
    """where it is in the text, from 1"""
    column: int | None = None
    """from 1"""
    end_line: int | None = None
    end_column: int | None = None


class Progress(Answer, frozen=True, kw_only=True):
    """How far a job has come."""

    stage: str
    """what is being done"""
    done: int
    """how much of this stage"""
    total: int | None
    """of so much; None where nobody knows"""
    seconds: float
    """since the job began"""
    bounds: list[float] | None = None
    """between what the first player's value is proved to be; None where that is not known, or does not make sense"""


class Job(Answer, frozen=True, kw_only=True):
    """A job, as it stands; when it is solved, it can be studied."""

    id: str
    """its name in addresses"""
    state: State
    """`solved`, `failed` and `cancelled` are the ends"""
    order: Taken
    """what was ordered"""
    title: str
    """`poker  ranks=8`"""
    created: str
    """when, in UTC"""
    ahead: int
    """jobs that are before it in the queue"""
    progress: Progress | None
    """None while it waits"""
    trail: list[Moment]
    """how the gap fell"""
    problems: list[Problem]
    """why it failed"""


class Jobs(Answer, frozen=True, kw_only=True):
    """All jobs, the latest first."""

    items: list[Job]


class Problems(Answer, frozen=True, kw_only=True):
    """Why something was refused."""

    problems: list[Problem]


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who wants to play against the profile, or another agent."""

    player: Name
    """whose seat it is, by name"""
    against: OpenName = "solution"
    """who plays the others"""
    seed: Seed | None = None
    """for random numbers; one is drawn where it is left out"""


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's move."""

    move: Words
    """one of `decision.moves`"""


class Graded(Answer, frozen=True, kw_only=True):
    """What a decision was worth: the loss is the value of the best move less that of the chosen one."""

    set: str | None
    """None where information sets are not numbered"""
    words: str
    """what the player knew"""
    facts: str
    """the same, as the rules have it"""
    move: str
    """the one that was made"""
    label: str
    """the move in words"""
    loss: Quantity
    """what it is worth less than the best one"""
    level: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None
    """None where values are undefined, as `words_of_level` says then"""
    words_of_level: str
    moves: list[str]
    """all there were"""
    labels: list[str]
    """the moves in words"""
    probabilities: list[float]
    """how often the solution makes each"""
    values: list[Quantity]
    """what each is worth"""


class Reply(Answer, frozen=True, kw_only=True):
    """What happens right after a move."""

    who: str
    """a player, `chance`, or `end`: the game is over"""
    move: str | None
    """what that player does; None where it is not one who moves"""
    label: str | None
    """the same in words"""
    probability: Quantity
    """as the player who makes the move must believe"""


class Option(Answer, frozen=True, kw_only=True):
    """A move at a decision, graded."""

    move: str
    label: str
    """the move in words"""
    probability: Quantity
    """that the profile makes it"""
    value: Quantity
    """what the player expects after it if he does the best he can from then on"""
    loss: Quantity
    """the value of the best move less that of this one"""
    level: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None
    words: str
    """the level for people, or why there is none"""
    replies: list[Reply]
    """the likeliest first; empty where beliefs are undefined"""


class Weighed(Answer, frozen=True, kw_only=True):
    """A decision of a player with all his moves, graded."""

    set: str | None
    """None where information sets are not numbered"""
    facts: list[str]
    fact_words: list[str]
    """the facts in words"""
    note: str | None
    """why there is no belief"""
    strayed: bool
    """play by the profile never comes here"""
    moves: list[Option]


class Decision(Answer, frozen=True, kw_only=True):
    """A person is to choose."""

    facts: list[str]
    learnt: list[str]
    """what is new since his last decision"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""


class HandEnd(Answer, frozen=True, kw_only=True):
    """What happened in a hand, with what was hidden."""

    history: list[Step]
    """all moves, with what chance let players learn"""
    payoffs: list[str]
    """one for each player"""


class Table(Answer, frozen=True, kw_only=True):
    """A person at play: hand after hand, graded."""

    id: str
    """its name in addresses"""
    player: str
    """who sits here"""
    seed: int
    """the same one deals the same hands"""
    hand: int
    """the number of this one, from 1"""
    decision: Decision | None
    """None where the hand is over: ask for the next one"""
    seen: list[str]
    """what the player has learnt and done in this hand, in order"""
    fact_words: list[str]
    """the same in words, said to him"""
    grades: list[Graded]
    """of this hand"""
    end: HandEnd | None
    """None until the hand is over"""
    hands: int
    """that are over"""
    total: Quantity
    """what the person got in all"""
    lost: Quantity
    """by decisions, in all: expected value given away"""
    levels: dict[str, int]
    """decisions of each level, in all"""


class Plays(Struct, frozen=True, forbid_unknown_fields=True):
    """Plays to simulate."""

    plays: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    """how many; where agents have to think, fewer are played"""
    agents: dict[Name, OpenName] = {}
    """who plays each player; the solution where none is named"""
    seed: Seed | None = None
    """for random numbers; one is drawn where it is left out"""


class Average(Answer, frozen=True, kw_only=True):
    plays: int
    """after so many"""
    means: list[float]
    """the average payoff of each player"""
    errors: list[float | None]
    """standard errors; null after fewer than three plays, which do not show how far off an average is"""


class Simulated(Answer, frozen=True, kw_only=True):
    """How the average payoff came to what the profile promises."""

    players: list[str]
    """their names"""
    seed: int
    """the same one plays the same"""
    values: list[Quantity]
    """what the solution promises each player"""
    averages: list[Average]
    """after more and more plays"""
    told: list[list[Step]]
    """a few plays"""
