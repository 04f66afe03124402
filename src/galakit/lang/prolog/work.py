"""What a goal may use up: its budget of work inside built-in predicates, and of memory.

An inference costs about as much as looking at `CELLS` parts of terms. A built-in predicate spends one cell for each
part of a term, character of a text or piece of a number that it looks at, and several for each that it makes, so a goal
that copies, sorts or compares large terms is stopped after about the same time as one that makes inferences. Small
amounts are not counted.

Work is spent deep inside walks over terms, which know no machine. A thread runs one goal at a time, so each thread
has one budget, which every goal opens anew.

>>> thread.budget.open(inferences=10)
>>> spend(50)
>>> spend(50)
Traceback (most recent call last):
galakit.lang.prolog.faults.LimitError: the goal was stopped: its built-in predicates did the work of 10 inferences
"""

from __future__ import annotations

import threading

from galakit.deadline import check_deadline
from galakit.lang.prolog.faults import LimitError, numeral
from galakit.memory import available_memory, held_memory, is_scarce

CELLS = 8  # parts of terms that can be looked at during an inference
MAKING = 3  # parts that can be looked at while one is made
STRIDE = 100  # cells that a walk counts before it spends them
BETWEEN_LOOKS = 500_000  # cells spent between two looks at the memory
CELL_BYTES = 80  # memory of one element of a list, with what it holds
STEP_LIMIT = 5_000_000  # inferences of one goal: some ten seconds
LENGTH_LIMIT = 5_000_000  # elements of one list
MEMORY_LIMIT = 2 << 30  # bytes by which one goal may make the process grow


class Budget:
    """What the goal that runs in a thread has spent, and what it may."""

    __slots__ = ("inferences", "look_at", "room", "spent")

    def __init__(self) -> None:
        self.inferences = STEP_LIMIT
        self.spent = 0
        self.look_at = BETWEEN_LOOKS  # what may be spent before the next look at the limits
        self.room: int | None = None  # bytes that the process may hold; known from the first look on

    def open(self, inferences: int = STEP_LIMIT) -> None:
        """A goal begins, or has found something new: what it spends counts from here on."""
        self.inferences = inferences
        self.spent = 0
        self.look_at = inferences if inferences < BETWEEN_LOOKS else BETWEEN_LOOKS
        self.room = None

    def look(self, more: int = 0) -> None:
        """Stop the goal if it has done too much, or if `more` cells would not fit into its memory."""
        most = self.inferences * CELLS
        if self.spent > most:
            raise LimitError(
                f"the goal was stopped: its built-in predicates did the work of {self.inferences:,} inferences",
                "work on smaller terms, and not on the same large one again and again",
                id="GK416",
            )
        self.look_at = min(self.spent + BETWEEN_LOOKS, most)
        check_deadline("running a goal of the rules")
        held = held_memory()
        if held is None:
            return
        if self.room is None:
            left = available_memory()
            self.room = held + (MEMORY_LIMIT if left is None else min(MEMORY_LIMIT, left // 2))
        if held + more * CELL_BYTES > self.room:
            raise LimitError(
                f"the goal was stopped: it needs more than {MEMORY_LIMIT >> 20:,} MB, or half of the memory left",
                "keep less at a time: shorter lists, fewer solutions in findall/3",
            )


class Store:
    """What is kept for long: the states of a game. Nothing limits it but the memory there is."""

    __slots__ = ("unseen",)

    def __init__(self) -> None:
        self.unseen = 0

    def keep(self, cells: int) -> None:
        """So many cells more are kept; stop where there is hardly any memory left."""
        self.unseen += cells
        if self.unseen > BETWEEN_LOOKS:
            self.unseen = 0
            if is_scarce():
                raise LimitError("there is not enough memory for the states of this game", "keep less in its variables")


class _Thread(threading.local):
    def __init__(self) -> None:
        self.budget = Budget()


thread = _Thread()


def spend(cells: int) -> None:
    """The goal that runs in this thread has looked at so many parts of terms, or is about to make them."""
    budget = thread.budget
    budget.spent += cells
    if budget.spent > budget.look_at:
        budget.look(cells)


def elements(count: int, where: str) -> int:
    """The length of a list that is about to be made, if it may be so long."""
    if count > LENGTH_LIMIT:
        raise LimitError(f"{where}: a list of {numeral(count)} elements is too long")
    if count > STRIDE:
        spend(MAKING * count)
    return count
