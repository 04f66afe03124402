"""Answers of the trainer: a spot to decide, a graded decision, and what a history says."""

from __future__ import annotations

from typing import Literal

from galakit.display.boards import Board
from galakit.display.parts import Part
from galakit.study.answers import Answer, Quantity


class Drill(Answer, frozen=True, kw_only=True):
    """A spot to decide: an information set, drawn as often as play comes there, without what the solution plays."""

    set: str
    player: int
    situation: str
    """the public situation in words, with what chance showed left open"""
    words: str
    """all that the player knows"""
    facts: list[str]
    """all that the player knows, as the rules write it"""
    fact_words: list[str]
    """the facts in words; empty texts where one is not shown"""
    fact_looks: list[list[Part] | None]
    """the facts as they are drawn"""
    boards: list[Board]
    """what stands on the boards, as far as the player knows"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    looks: list[list[Part] | None]
    """the moves as they are drawn"""


class Graded(Answer, frozen=True, kw_only=True):
    """A graded decision: its loss is the value of the best move less that of the chosen one."""

    set: str | None
    """None where information sets are not numbered"""
    words: str
    """the player's facts in words"""
    words_look: list[Part] | None = None
    """the same as they are drawn; None where that is only words"""
    facts: str
    """the same, as the rules write it"""
    move: str
    """the one that was made"""
    label: str
    """the move in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    loss: Quantity
    """the value of the best move less that of this one"""
    level: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None
    """None where values are undefined; `words_of_level` says why"""
    words_of_level: str
    moves: list[str]
    """all there were"""
    labels: list[str]
    """the moves in words"""
    looks: list[list[Part] | None]
    """the moves as they are drawn"""
    probabilities: list[float]
    """the solution's probability of each"""
    values: list[Quantity]
    """the value of each"""


class Spot(Answer, frozen=True, kw_only=True):
    """How the decisions at a public situation went."""

    player: str
    situation: str
    decisions: int
    lost: float
    """by all of them together"""
    best: float
    """the share of decisions that were best"""


class Mistake(Answer, frozen=True, kw_only=True):
    """A decision that cost something."""

    set: str
    player: str
    words: str
    """what the player knew"""
    label: str
    """the move that was made, in words"""
    best: str
    """the best moves, in words"""
    loss: float
    level: str
    again: bool
    """whether it has not been decided better since: it is asked again"""


class Missed(Answer, frozen=True, kw_only=True):
    """A spot that is asked again: its latest decision cost something."""

    player: str
    set: str


class Training(Answer, frozen=True, kw_only=True):
    """What a history of decisions says: the value lost, by situation, and the worst mistakes."""

    decisions: int
    lost: float
    """by all decisions together"""
    levels: dict[str, int]
    """how many decisions were best, good, an inaccuracy, a mistake, a blunder"""
    recent: list[float]
    """the losses of the latest decisions, the last one last"""
    spots: list[Spot]
    """the public situations, where most was lost first"""
    worst: list[Mistake]
    """the mistakes that cost most"""
    missed: list[Missed]
    """the spots that are asked again, those that cost most first"""


class Decided(Answer, frozen=True, kw_only=True):
    """A decision of a drill: its grade, and the history with it."""

    grade: Graded
    training: Training
