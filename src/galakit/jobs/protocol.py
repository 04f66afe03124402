"""The messages between the server and the process of a job: orders and answers, a line of JSON each."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Raw, Struct

from galakit.jobs.catalogue import Text
from galakit.jobs.concepts import Concept
from galakit.jobs.hand_messages import Seating
from galakit.jobs.messages import Plays, Problem, Taken
from galakit.jobs.problems import Kind
from galakit.study.answers import Moment


class Begin(Struct, frozen=True, tag="begin", kw_only=True):
    """Read the game, solve it, and be ready for questions."""

    order: Taken
    megabytes: int
    saved: str | None = None
    """the file of the solution, where it has been found before"""
    trusted: bool = True
    """whether this server wrote the file; else the solution is certified again, if that is quick"""
    profile: str | None = None
    """the file of the profile that `order.against` means"""
    run: str | None = None
    """the file for the state of a run that is stopped; if it is there, the run goes on from it"""


class Stop(Struct, frozen=True, tag="stop"):
    """Stop with the best so far."""


class Check(Struct, frozen=True, tag="check"):
    """Check rules."""

    number: int
    text: Text
    megabytes: int


class Consider(Struct, frozen=True, tag="consider", kw_only=True):
    """Answer a question about a game that needs no solution."""

    number: int
    order: Taken
    concept: Concept
    seconds: float
    megabytes: int


class Ask(Struct, frozen=True, tag="ask"):
    """A question to the study."""

    number: int
    question: str
    other: str | None = None
    """the file of the profile that the question compares with"""


class Simulate(Struct, frozen=True, tag="simulate"):
    """Play by the profile."""

    number: int
    plays: Plays


class Weigh(Struct, frozen=True, tag="weigh"):
    """Report the value of each move where a player knows some facts."""

    number: int
    player: str
    facts: list[str]


class Sit(Struct, frozen=True, tag="sit", kw_only=True):
    """Report the state of a table after all moves of its person."""

    number: int
    table: str
    seating: Seating
    seed: int
    hands: list[list[str]]
    """the moves of each hand so far"""


Ending = Literal["", ".json", ".parquet", ".html"]


class Save(Struct, frozen=True, tag="save"):
    """Write the solution to a file, or a report; without an ending, the solution in the format of its kind."""

    number: int
    path: str
    ending: Ending = ""


Asked: TypeAlias = Check | Consider | Ask | Simulate | Weigh | Sit | Save
"""orders with an answer"""
Ordered: TypeAlias = Begin | Stop | Asked


class Read(Struct, frozen=True, tag="read"):
    """The rules have been read."""

    adjustable: bool
    """whether the game has parameters"""


class Went(Struct, frozen=True, tag="went"):
    """Progress."""

    state: Literal["reading", "solving"]
    stage: str
    done: int
    total: int | None
    moment: Moment | None = None
    bounds: tuple[float, float] | None = None


class Found(Struct, frozen=True, tag="found"):
    """There is a solution, and time limits no longer apply; caches are being warmed."""

    title: str
    trail: list[Moment]
    early: bool
    """whether it was stopped, or its time limit came, before it had what was asked for"""
    resumable: bool
    """whether the state of its run is kept"""


class Solved(Struct, frozen=True, tag="solved"):
    """The caches are warm."""


class Failed(Struct, frozen=True, tag="failed"):
    """Solving has failed."""

    problems: list[Problem]


class Answered(Struct, frozen=True, tag="answered"):
    """The answer to the question of that number, as JSON."""

    number: int
    body: Raw


class Denied(Struct, frozen=True, tag="denied"):
    """A refusal to answer, with reasons."""

    number: int
    kind: Kind
    problems: list[Problem]


Said: TypeAlias = Read | Went | Found | Solved | Failed | Answered | Denied
