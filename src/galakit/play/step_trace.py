"""One play step by step: movers, options, choices, changes of variables, new facts and gains.

>>> import galakit as gk
>>> play = trace_steps(gk.load("matching_pennies").rules, Moves(["heads", "tails"]))
>>> [(h.mover, h.move, dict(h.gains)) for h in play]
[(None, '', {}), ('even', 'heads', {}), ('odd', 'tails', {'even': -1, 'odd': 1})]
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Number, Rules, State, Step, Watchable

LIMIT_MOVES = 10_000  # of one play; a longer one counts as endless
LIMIT_OPTIONS = 100  # options that are listed
ANY = "_"  # a move left open


@dataclass(frozen=True)
class Change:
    """A new value of a variable of the program; `before` is None for its first."""

    variable: str
    before: str | None
    after: str


@dataclass(frozen=True)
class TraceStep:
    """A choice with its consequences; the opening, before the first choice, has no mover."""

    mover: str | None
    """a player, `chance`, or None"""
    options: tuple[str, ...]
    """the first hundred of `count` options"""
    count: int
    move: str
    probability: Number | None
    """the probability of a move of chance"""
    changes: tuple[Change, ...]
    learnt: tuple[tuple[str, str], ...]
    """(player, fact), besides the mover's own choice"""
    gains: tuple[tuple[str, Number], ...]
    """(player, amount), where it is not 0"""

    def to_json(self) -> dict[str, Any]:
        learnt: dict[str, list[str]] = {}
        for player, fact in self.learnt:
            learnt.setdefault(player, []).append(fact)
        told: dict[str, Any] = {}
        if self.mover is not None:
            told = {"mover": self.mover, "options": list(self.options), "count": self.count, "move": self.move}
            if self.probability is not None:
                told["probability"] = plain(self.probability)
        changes = {change.variable: {"before": change.before, "after": change.after} for change in self.changes}
        gains = {player: plain(amount) for player, amount in self.gains}
        return told | {"changes": changes, "learnt": learnt, "gains": gains}


def plain(amount: Number) -> int | float | str:
    """A number for JSON; fractions as text."""
    return amount if isinstance(amount, int | float) else str(amount)


class Moves:
    """The choices: prescribed moves (`_` leaves one open), then chance by its probabilities, players at random."""

    def __init__(self, given: Sequence[str] = (), seed: int | None = None) -> None:
        self.given = list(given)
        self.taken = 0
        self.random = random.Random(seed)

    def pick(self, rules: Rules, state: State) -> int:
        """The index of the move to make."""
        here = self.taken
        self.taken += 1
        if here < len(self.given) and self.given[here] != ANY:
            return self._find(rules, state, here)
        if state.mover == CHANCE:
            sums = [float(p) for p in accumulate(state.probabilities or ())]
            draw = self.random.random() * sums[-1]
            return next(i for i, reach in enumerate(sums) if draw < reach or i == len(sums) - 1)
        return self.random.randrange(len(state.moves))

    def _find(self, rules: Rules, state: State, here: int) -> int:
        wanted = self.given[here]
        texts = []
        for index, move in enumerate(state.moves):
            text = rules.write(move)
            if text == wanted:
                return index
            texts.append(text)
        close = difflib.get_close_matches(wanted, texts[:10_000], 1)
        shown = ", ".join(texts[:8]) + (", ..." if len(texts) > 8 else "")
        hint = f"did you mean {close[0]}? " if close else ""
        raise GalakitError(
            f"move {here + 1} of this play cannot be `{wanted}`: that is not offered to {mover(rules, state)}",
            hint=f"{hint}the moves are {shown}",
            id="GK513",
        )


def mover(rules: Rules, state: State) -> str:
    """The name of the mover."""
    return "chance" if state.mover == CHANCE else rules.players[state.mover]


def trace_steps(rules: Rules, moves: Moves) -> Iterator[TraceStep]:
    """The opening, then every choice of one play until it ends."""
    known: dict[str, str] = {}
    step, changes = _watched(rules, None, 0, known)
    yield _happening(rules, None, 0, step, changes)
    for _ in range(LIMIT_MOVES):
        state = step.state
        if state.mover == END:
            break
        index = moves.pick(rules, state)
        step, changes = _watched(rules, state, index, known)
        yield _happening(rules, state, index, step, changes)
    else:
        raise GalakitError(
            f"the play did not end within {LIMIT_MOVES:,} moves", hint="see that the game ends", id="GK602"
        )
    if moves.taken < len(moves.given):
        raise GalakitError(
            f"the play ended after {moves.taken} moves, but {len(moves.given)} were given",
            hint="leave out the rest",
            id="GK513",
        )


def _watched(rules: Rules, state: State | None, index: int, known: dict[str, str]) -> tuple[Step, tuple[Change, ...]]:
    """A step and the variables it changed; only some rules report changes."""
    if not isinstance(rules, Watchable):
        return (rules.start() if state is None else state.after(index)), ()
    step, values = rules.watch(state, index)
    changes = tuple(Change(name, known.get(name), value) for name, value in values.items() if known.get(name) != value)
    known.update(values)
    return step, changes


def _happening(rules: Rules, state: State | None, index: int, step: Step, changes: tuple[Change, ...]) -> TraceStep:
    moves = () if state is None else state.moves
    probabilities = None if state is None else state.probabilities
    return TraceStep(
        mover=None if state is None else mover(rules, state),
        options=tuple(rules.write(move) for move in islice(moves, LIMIT_OPTIONS)),
        count=len(moves),
        move=rules.write(moves[index]) if moves else "",
        probability=None if probabilities is None else probabilities[index],
        changes=changes,
        learnt=tuple((rules.players[player], rules.write(fact)) for player, fact in step.observations),
        gains=tuple((rules.players[i], amount) for i, amount in enumerate(step.payoffs) if amount),
    )
