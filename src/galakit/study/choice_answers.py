"""Answers about other strategies than the one that was found: ranges of optimal ones, and players who make mistakes."""

from __future__ import annotations

from galakit.display.parts import Part
from galakit.study.answers import Answer, Quantity


class MoveRange(Answer, frozen=True, kw_only=True):
    """The least and the greatest probability of a move in optimal strategies."""

    move: str
    label: str
    """the move in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    least: Quantity
    most: Quantity
    unique: bool
    """whether all optimal strategies make it equally often"""


class SetRange(Answer, frozen=True, kw_only=True):
    """The ranges of the moves at one information set."""

    set: str
    words: str
    """the facts in words"""
    words_look: list[Part] | None = None
    """the same as they are drawn"""
    facts: str
    """the same, as the rules write it"""
    moves: list[MoveRange]
    """empty where no optimal strategy comes here"""


class OptimalRanges(Answer, frozen=True, kw_only=True):
    """How far a player's optimal strategies can differ, a page of information sets; some seconds are spent on each."""

    player: int
    exact: bool
    """whether the ranges are proved, in fractions"""
    unique: bool | None
    """whether there is only one optimal strategy, as far as the information sets asked about so far tell; None where
    others may differ"""
    items: list[SetRange]
    """a page of them"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""


class SetCurve(Answer, frozen=True, kw_only=True):
    """How often each move is made at an information set by players who make mistakes."""

    set: str
    player: int
    words: str
    """the facts in words"""
    words_look: list[Part] | None = None
    """the same as they are drawn"""
    facts: str
    """the same, as the rules write it"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    shares: list[list[float]]
    """one curve for each move, with a point for each precision"""


class QuantalCurves(Answer, frozen=True, kw_only=True):
    """Logit quantal response equilibria, from chance to best responses, a page of information sets with a choice."""

    precisions: list[float]
    """lambda at the points of the curves; it falls where the branch turns back"""
    complete: bool
    """whether there was time to follow the curves to best responses"""
    scale: float
    """the largest difference between payoffs: a precision matters in its unit"""
    items: list[SetCurve]
    """a page of them"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""


class FittedPrecision(Answer, frozen=True, kw_only=True):
    """The precision of quantal responses that explains observed play best."""

    precision: float
    least: float
    """where its 95 % interval begins, by the likelihood ratio"""
    most: float
    """where it ends"""
    beyond: bool
    """whether the interval goes on where the curve ends"""
    log_likelihood: float
    uniform: float
    """the logarithm of the likelihood if all moves were as likely"""
    observations: int
