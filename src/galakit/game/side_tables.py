"""The side tables of an automaton while they grow: facts, moves, probabilities, gains, each checked once."""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction
from typing import TypeAlias

from galakit.errors import GalakitError
from galakit.rules.contract import Fact, Move, Number, Rules
from galakit.rules.knowledge import Choosing, Chose, written

LARGEST = 10**300  # of a payoff: floats must hold it, and sums of it
LONGEST = 10**1_000  # denominator of a payoff: exact numbers become longer still
MANY = 100_000  # rows worth remembering
TOLERANCE = 1e-9  # of a sum of floating-point probabilities

Observed: TypeAlias = tuple[tuple[int, Fact], ...]


class _Texts(dict[Fact | Move, str]):
    """Facts and moves as texts, each written once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __missing__(self, thing: Fact | Move) -> str:
        text = self[thing] = self.rules.write(thing)
        return text


class SideTables:
    """The side tables of an automaton while they grow; each thing is written or checked when it is first met."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.write = _Texts(rules).__getitem__
        self.n = len(rules.players)
        self.moves: list[Move] = []
        self.probabilities: list[Number] = [1]
        self.gains: list[tuple[Number, ...]] = [(0,) * self.n]
        self.observations: list[tuple[str, ...]] = [()]
        self._move: dict[Move, int] = {}
        self._moves: dict[tuple[Move, ...], array[int]] = {}
        self._probability: dict[Number, int] = {1: 0}
        self._gain: dict[tuple[Number, ...], int] = {self.gains[0]: 0}
        self._symbol: dict[tuple[str, ...], int] = {(): 0}
        self._single: dict[Fact, int] = {}
        self._rows: dict[tuple[int, Move, Observed], list[int]] = {}
        self._chosen: dict[tuple[Fact, ...], int] = {}
        self._choosing: dict[tuple[Move, ...], int] = {}

    def symbol(self, facts: tuple[str, ...]) -> int:
        found = self._symbol.get(facts)
        if found is None:
            found = self._symbol[facts] = len(self.observations)
            self.observations.append(facts)
            if len(facts) > 1:
                for fact in facts:
                    self.symbol((fact,))
        return found

    def single(self, fact: Fact) -> int:
        found = self._single.get(fact)
        if found is None:
            found = self._single[fact] = self.symbol((written(fact, self.write),))
        return found

    def row(self, observed: Observed) -> list[int]:
        """The symbol of every player; quicker where each observes one fact at most, which is nearly always."""
        row = [0] * self.n
        known = self._single
        for player, fact in observed:
            if row[player]:
                return self.long_row(observed)
            found = known.get(fact)
            row[player] = self.single(fact) if found is None else found
        return row

    def long_row(self, observed: Observed) -> list[int]:
        facts: list[tuple[str, ...]] = [()] * self.n
        for player, fact in observed:
            facts[player] += (written(fact, self.write),)
        return [self.symbol(f) for f in facts]

    def chosen(self, mover: int, move: Move, observed: Observed) -> list[int]:
        """The same after a player's move: the mover first learns which move they made."""
        key = (mover, move, observed)
        row = self._rows.get(key)
        if row is None:
            own = (move, *(fact for player, fact in observed if player == mover))
            row = self.row(tuple(o for o in observed if o[0] != mover))
            found = self._chosen.get(own)
            if found is None:
                facts = [written(fact, self.write) for fact in (Chose(move), *own[1:])]
                found = self._chosen[own] = self.symbol(tuple(facts))
            row[mover] = found
            if len(self._rows) < MANY:
                self._rows[key] = row
        return row

    def choosing(self, moves: tuple[Move, ...]) -> int:
        found = self._choosing.get(moves)
        if found is None:
            found = self._choosing[moves] = self.symbol((written(Choosing(moves), self.write),))
        return found

    def distinct(self, moves: tuple[Move, ...]) -> array[int]:
        """The indices of the moves of one state."""
        found = self._moves.get(moves)
        if found is None:
            found = array("i")
            number = self._move.setdefault
            for move in moves:
                index = number(move, len(self.moves))
                if index == len(self.moves):
                    self.moves.append(move)
                found.append(index)
            if len(set(found)) < len(found):
                twice = next(m for i, m in enumerate(moves) if m in moves[:i])
                raise GalakitError(
                    f"the same move is offered twice: {self.write(twice)}",
                    hint="the moves of a choice must differ",
                    id="GK604",
                )
            if len(moves) <= 64:  # a long list is a deal, met once; keeping it as a key would only cost memory
                self._moves[moves] = found
        return found

    def chances(self, probabilities: tuple[Number, ...] | None, moves: tuple[Move, ...]) -> list[int]:
        """The indices of chance's probabilities, which must be a distribution over the moves."""
        if probabilities is None or len(probabilities) != len(moves) or not moves:
            given = 0 if probabilities is None else len(probabilities)
            raise GalakitError(f"chance has {len(moves)} moves but {given} probabilities", id="GK604")
        # Rules often repeat one object: looking it up by identity spares hashing a fraction thousands of times.
        known = {id(p): self.probability(p) for p in {id(p): p for p in probabilities}.values()}
        indices = [known[id(p)] for p in probabilities]
        total = sum(self.probabilities[i] * times for i, times in Counter(indices).items())
        if abs(total - 1) > TOLERANCE if isinstance(total, float) else total != 1:
            raise GalakitError(
                f"the probabilities of a chance move sum to {total}, not 1",
                notes=["the moves are " + ", ".join(self.write(m) for m in moves[:8]) + (", …" if moves[8:] else "")],
                id="GK604",
            )
        return indices

    def probability(self, p: Number) -> int:
        index = self._probability.get(p)
        if index is None:
            if not isinstance(p, (int, Fraction, float)) or not p >= 0:
                raise GalakitError(f"a probability must be a number that is not negative, not {p}", id="GK604")
            index = self._probability[p] = len(self.probabilities)
            self.probabilities.append(p)
        return index

    def gain(self, payoffs: tuple[Number, ...]) -> int:
        index = self._gain.get(payoffs)
        if index is None:
            if len(payoffs) != self.n:
                raise GalakitError(f"{len(payoffs)} payoffs are given, but the game has {self.n} players", id="GK604")
            if not all(-LARGEST <= x <= LARGEST for x in payoffs):
                raise unbounded_payoff()
            if any(x.denominator > LONGEST for x in payoffs if isinstance(x, Fraction)):
                raise GalakitError(
                    "a payoff is a fraction of more than 1,000 digits",
                    hint="round the payoffs, or write one number with a decimal point",
                    id="GK605",
                )
            index = self._gain[payoffs] = len(self.gains)
            self.gains.append(tuple(payoffs))
        return index


def unbounded_payoff() -> GalakitError:
    """The error for a payoff that floating point cannot hold with room to add."""
    return GalakitError(
        "a payoff must be a finite number between -10**300 and 10**300", hint="scale the payoffs", id="GK605"
    )
