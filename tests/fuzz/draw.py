"""Decisions from bytes, so that Hypothesis and a coverage-guided fuzzer can drive the same generators.

A byte string is read from its front, one decision after the other; when it is used up every decision is the first. So
shorter strings mean simpler texts, and a small change of the bytes is a small change of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        size = 1 if n <= 256 else 2 if n <= 65_536 else 3
        piece = self.data[self.at : self.at + size]
        self.at += size
        return int.from_bytes(piece, "little") % n if n > 0 else 0

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]
