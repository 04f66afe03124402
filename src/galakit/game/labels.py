"""Texts written on first use: a deal of 127 cards has 16,002 moves, most of which are never shown."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import overload


class Labels(Sequence[str]):
    """A sequence of texts for things, each made on first use.

    >>> labels = Labels(str.upper, ["a", "b"])
    >>> labels[1], len(labels)
    ('B', 2)
    """

    def __init__(self, write: Callable[[Hashable], str], things: list[Hashable]) -> None:
        self._write = write
        self._things = things
        self._texts: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._things)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        text = self._texts.get(index)
        if text is None:
            text = self._texts[index] = self._write(self._things[index])
        return text
