"""The answers about dynamics: portraits, as data for the page, reports and pictures."""

from __future__ import annotations

from typing import Literal

from galakit.study.answers import Answer, Quantity


class PortraitPopulation(Answer, frozen=True, kw_only=True):
    """A population that plays the game, or one role in it."""

    name: str
    strategies: list[str]


class Arrow(Answer, frozen=True, kw_only=True):
    """How play changes in one state."""

    state: list[float]
    """the share of each strategy, population after population"""
    velocity: list[float]


class Rest(Answer, frozen=True, kw_only=True):
    """A state that does not change."""

    state: list[Quantity]
    kind: Literal["sink", "source", "saddle", "centre", "undecided"] | None
    """what the linearisation says; None where the rule has none"""
    equilibrium: bool
    """whether it is a Nash equilibrium"""


class PlayPath(Answer, frozen=True, kw_only=True):
    """Play from one start."""

    times: list[float]
    states: list[list[float]]
    last: float
    """the largest gain that any player has from deviating at the end"""
    average: float
    """the same where everyone plays the average over time"""
    moves: float
    """by how much a share still changes in the second half of the time: 0 where play has settled"""


class Portrait(Answer, frozen=True, kw_only=True):
    """How play changes over time: vector field, rest points and paths."""

    shape: Literal["line", "square", "triangle", "triangles"] | None
    """one population with two strategies, two with two, one with three, several with three; None where there is no
    portrait"""
    refused: str | None
    """why there is none"""
    rule: str
    precision: float | None
    """of smoothed best responses"""
    populations: list[PortraitPopulation]
    field: list[Arrow]
    nullclines: list[list[list[float]]]
    """of a square: the states in which each population is indifferent (with a precision: does not change), if any"""
    rests: list[Rest]
    paths: list[PlayPath]
