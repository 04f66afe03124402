"""What stands out in one public situation of a grid: bluffs, traps, thresholds, mixtures, the same move always."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from galakit.display.parts import Card, Die, Part, Words
from galakit.study.finding_answers import Finding
from galakit.study.grid_answers import Cell, Column, Grid, Row

SLIGHT = 0.01  # shares that differ by less are told as the same
NEAR = 2e-4  # a share this close to a simple fraction is told as that
COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ANSWERING = re.compile(r"call|accept|agree|match|follow|fold", re.IGNORECASE)
MIXED = 3  # moves of a mixture that are named
UNIFORM = 6  # moves of an even mixture that are named
BASE = {"bluff": 4.0, "trap": 3.0, "threshold": 2.5, "mixture": 1.5, "always": 1.0, "play": 2.0}
"""how telling each kind is where play always comes"""
RARE = 0.2  # how telling is what play never comes to, beside what it always comes to
STEPS = 6  # steps of a schedule that are told

Held = tuple[Row, Cell]


@dataclass(frozen=True)
class Found:
    """A finding, and how telling it is."""

    score: float
    finding: Finding


def often(share: float) -> str:
    """A probability in words.

    >>> [often(p) for p in (1, 0, 0.5, 0.333333, 0.75, 0.0712)]
    ['always', 'never', 'half the time', 'one time in three', 'three times in four', '7.1 % of the time']
    """
    simple = Fraction(share).limit_denominator(10)
    if abs(float(simple) - share) > NEAR:
        return f"{100 * share:.2g} % of the time"
    if simple.denominator == 1:
        return "always" if simple else "never"
    if simple == Fraction(1, 2):
        return "half the time"
    times = "time" if simple.numerator == 1 else "times"
    return f"{COUNTED[simple.numerator]} {times} in {COUNTED[simple.denominator]}"


def text(*parts: str | Sequence[Part] | None) -> list[Part]:
    """Parts from texts and from what is drawn."""
    found: list[Part] = []
    for part in parts:
        found += [Words(text=part)] if isinstance(part, str) else part or []
    return found


def said(parts: Sequence[Part]) -> str:
    """Parts in Unicode."""
    return "".join(part.text for part in parts)


def patterns(grid: Grid, column: Column, name: str) -> Iterator[Found]:
    """What stands out in a column of the grid of a player of that name."""
    situation = column.situation
    held = [(row, cell) for row, cell in zip(grid.rows, column.cells) if cell is not None and cell.probabilities]
    if not held or len(situation.moves) < 2 or situation.reach == 0:
        return
    teller = _Teller(grid, column, name, held)
    if len(held) == 1:
        yield teller.mixture(held[0], alone=grid.rows_total == 1)
        return
    yield from teller.of_many()


class _Teller:
    """Tells findings about one situation."""

    def __init__(self, grid: Grid, column: Column, name: str, held: Sequence[Held]) -> None:
        self.situation, self.name, self.held = column.situation, name, held
        self.idle = {k for k, move in enumerate(column.situation.moves) if move in grid.passive}
        ranks = [_rank(row) for row, _ in held]
        self.ordered = None not in ranks and len(set(ranks)) > 1 and not self._paired()
        if self.ordered:
            self.held = sorted(held, key=lambda one: _rank(one[0]) or 0.0)

    def _paired(self) -> bool:
        """Whether a card that all see has the rank of one that is held: the pair is worth more than a higher rank."""
        held = {part.height for row, _ in self.held for part in row.short_look or () if isinstance(part, Card)}
        seen = [part for look in self.situation.fact_looks for part in look or () if isinstance(part, Card)]
        return any(card.height in held for card in seen)

    def of_many(self) -> Iterator[Found]:
        yield from self._bluffs()
        pure = [max(range(len(cell.probabilities)), key=cell.probabilities.__getitem__) for _, cell in self.held]
        if all(cell.probabilities[move] > 1 - SLIGHT for (_, cell), move in zip(self.held, pure)):
            if len(set(pure)) == 1:
                yield self._found("always", self.held[0][1], (" always plays ", self.move(pure[0]), self.when()))
            elif self.ordered:
                yield from self._threshold(pure)
            return
        yield self.mixture(max(self.held, key=lambda one: _spread(one[1]) * (one[1].reach or 0)), alone=False)

    def _bluffs(self) -> Iterator[Found]:
        """Acting with the least, less with the middle: a bluff; holding back with the most: a trap."""
        if not self.ordered or len(self.held) < 3 or not 0 < len(self.idle) < len(self.situation.moves):
            return
        if any(ANSWERING.search(label) for k, label in enumerate(self.situation.labels) if k not in self.idle):
            return
        acts = [1 - sum(cell.probabilities[k] for k in self.idle) for _, cell in self.held]
        low = max(range(math.ceil(len(acts) / 3)), key=acts.__getitem__)
        if acts[low] > SLIGHT and min(acts[low + 1 : -1], default=1) < acts[low] - SLIGHT < acts[-1]:
            yield self._told("bluff", self.held[low], " bluffs with ")
        if SLIGHT < acts[-1] < 1 - SLIGHT and acts[-1] < max(acts[:-1]) - SLIGHT:
            yield self._told("trap", self.held[-1], " sets a trap with ")

    def _threshold(self, pure: Sequence[int]) -> Iterator[Found]:
        changes = [k for k in range(1, len(pure)) if pure[k] != pure[k - 1]]
        if len(changes) == 1:
            row, cell = self.held[changes[0]]
            high, low = self.move(pure[-1]), self.move(pure[0])
            told = (self.when(), " plays ", high, " with ", _look(row), " or more, ", low, " with less")
            yield self._found("threshold", cell, told)
        elif len(changes) < STEPS:
            steps: list[Part] = []
            for begin, end in pairwise([0, *changes, len(pure)]):
                to = text(" to ", _look(self.held[end - 1][0])) if end - begin > 1 else []
                steps += text(", " if begin else "", self.move(pure[begin]), " with ", _look(self.held[begin][0]), to)
            yield self._found("threshold", self.held[-1][1], (self.when(), " plays ", steps))

    def mixture(self, one: Held, *, alone: bool) -> Found:
        """How often each move is made with some private information, or where there is none."""
        shares = one[1].probabilities
        used = [k for k, share in enumerate(shares) if share > SLIGHT]
        if alone and 1 < len(used) <= UNIFORM and max(shares) - min(shares[k] for k in used) < NEAR:
            moves: list[Part] = []
            for number, k in enumerate(used):
                moves += text("" if number == 0 else " and " if number == len(used) - 1 else ", ", self.move(k))
            return self._found("mixture", one[1], (self.when(), " plays ", moves, " equally often"))
        if len(used) == 1:
            private = text(" with ", _look(one[0])) if one[0].facts else []
            return self._found("always", one[1], (" plays ", self.move(used[0]), private, self.when()))
        return self._told("mixture", one, " mixes" if alone or not one[0].facts else " mixes with ")

    def _told(self, kind: str, one: Held, verb: str) -> Found:
        row, cell = one
        order = sorted(range(len(cell.probabilities)), key=lambda k: (k in self.idle, -cell.probabilities[k]))
        used = [k for k in order if cell.probabilities[k] > SLIGHT / 4]
        moves: list[Part] = []
        for number, k in enumerate(used[:MIXED]):
            share = often(cell.probabilities[k])
            told = (f"{share} ", self.move(k)) if share == "always" else (self.move(k), f" {share}")
            moves += text(", " if number else "", *told)
        private = _look(row) if verb.endswith("with ") else []
        return self._found(kind, cell, (verb, private, self.when(), ": ", moves))

    def _found(self, kind: str, cell: Cell, parts: Sequence[str | Sequence[Part]]) -> Found:
        look = text(self.name, *parts)
        telling = BASE[kind] * (RARE + (self.situation.reach or 0)) + _spread(cell) * (cell.reach or 0)
        return Found(
            telling,
            Finding(
                kind=kind,  # type: ignore[arg-type]
                player=self.situation.player,
                words=said(look),
                words_look=look,
                set=cell.set,
                situation=self.situation.id,
            ),
        )

    def move(self, number: int) -> list[Part]:
        return self.situation.looks[number] or text(self.situation.labels[number])

    def when(self) -> list[Part]:
        """` at the start`, ` after check · bet`."""
        told: list[Part] = []
        for words, look in zip(self.situation.fact_words, self.situation.fact_looks):
            if words:
                told += text(" · " if told else " after ", _unchosen(look or [Words(text=words)]))
        return told or text(" at the start")


def _unchosen(look: Sequence[Part]) -> list[Part]:
    """The same without `chose` before a move."""
    first = look[0]
    if isinstance(first, Words):
        return [Words(text=first.text.removeprefix("chose ")), *look[1:]]
    return list(look)


def _look(row: Row) -> list[Part]:
    return row.short_look or text(row.short)


def _rank(row: Row) -> float | None:
    """How much private information is, where it is a card, a die or a number."""
    parts = [part for part in row.short_look or [] if not isinstance(part, Words)]
    if len(parts) == 1:
        if isinstance(parts[0], Card):
            return None if parts[0].height is None else float(parts[0].height)
        if isinstance(parts[0], Die):
            return float(parts[0].face) if parts[0].face.isdigit() else None
    try:
        return float(Fraction(row.short))
    except (ValueError, ZeroDivisionError):
        return None


def _spread(cell: Cell) -> float:
    """How mixed a strategy is: 0 where one move is made, 1 where two are made equally often."""
    return -sum(p * math.log2(p) for p in cell.probabilities if p > 0)
