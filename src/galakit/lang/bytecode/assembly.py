"""Byte code while it is written: numbers and labels, which become addresses when the code is placed."""

from __future__ import annotations

from typing import TypeAlias

from galakit.lang.bytecode.machine import layout
from galakit.lang.bytecode.memory import Memory


class Label:
    """An address that is not known yet."""

    __slots__ = ("address",)

    def __init__(self) -> None:
        self.address = 0


Item: TypeAlias = "int | Label"


class Assembly:
    """Code for one memory, placed piece by piece; constants that instructions refer to lie among it."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.items: list[Item] = []
        self._marks: list[tuple[Label, int]] = []
        self._constants: dict[int, Label] = {}

    def emit(self, *items: Item) -> None:
        self.items.extend(items)

    def mark(self, label: Label) -> None:
        """The label stands for the next instruction."""
        self._marks.append((label, len(self.items)))

    def constant(self, word: int) -> Label:
        """The address of a word that never changes."""
        label = self._constants.get(word)
        if label is None:
            label = self._constants[word] = Label()
        return label

    def place(self) -> None:
        """Put everything written so far into the memory."""
        new = [(word, label) for word, label in self._constants.items() if not label.address]
        for word, label in new:
            self._marks.append((label, len(self.items)))
            self.items.append(word)
        base = self.memory[layout.KEPT_TOP]
        for label, offset in self._marks:
            label.address = base + offset
        code = [item if type(item) is int else item.address for item in self.items]  # type: ignore[union-attr]
        assert self.memory.place(code) == base
        self.items = []
        self._marks = []
