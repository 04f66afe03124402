"""Answers about what is worth knowing of a solution first."""

from __future__ import annotations

from typing import Literal

from galakit.display.parts import Part
from galakit.study.answers import Answer


class Finding(Answer, frozen=True, kw_only=True):
    """Something worth knowing about a strategy, in a sentence."""

    kind: Literal["bluff", "trap", "threshold", "mixture", "always", "play"]
    player: int | None
    """whose strategy it is about; None where it is about a play"""
    words: str
    """`second bluffs with J after check: bet one time in three, check two times in three`"""
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    set: str | None
    """an information set that shows it"""
    situation: str | None
    """the public situation it is about, of the grid of the player"""


class Findings(Answer, frozen=True, kw_only=True):
    """What a solution says, in words: what the game is worth, and what stands out in the strategies."""

    headline: str
    items: list[Finding]
    """the most telling first"""
