"""From rules to the automaton: every distinct state is visited once.

Exploring calls the rules once per edge of the state graph, not once per history of the game. What they return is
interned: facts, moves, probabilities and gains are written or compared once and are integers from then on. The rules
are checked at the same time, because a front end cannot know what a program will do when it runs. `_Tables.chosen` and
`choosing` record what `knowledge.learnt` defines, each part interned by itself.
"""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.game.automaton import CHANCE, END, Automaton, Column
from galakit.game.fitting import SMALLER
from galakit.game.history import Found, with_moves, with_play
from galakit.game.labels import Labels
from galakit.memory import is_scarce
from galakit.progress import Progress, throttled
from galakit.rules.contract import FORGET, Fact, Growing, Move, Number, Rules, State, forgetful
from galakit.rules.knowledge import Choosing, Chose, written
from galakit.rules.table import Enumerable, StateTable, Stopped, TooManyStates
from galakit.separated.parallel_eval import collector_paused

SUSPICIOUS = 500_000  # states, after which it is asked whether a variable grows for ever
MOST_STATES = 2**31 - 2  # a column of 32 bits numbers them
LARGEST = 10**300  # of a payoff: floats must hold it, and sums of it
LONGEST = 10**1_000  # denominator of a payoff: exact numbers become longer still
MANY = 100_000  # rows worth remembering
GROWN = 3  # variables that are named
LOOKS = 1_000  # states between two checks of the memory
SOME = 100  # states between two looks at the clock
TOLERANCE = 1e-9  # of a sum of floating-point probabilities

Observed: TypeAlias = tuple[tuple[int, Fact], ...]


def explore(rules: Rules, *, limit_states: int | None = None, progress: Progress | None = None) -> Automaton:
    """All states that can be reached, breadth first, as an automaton.

    Without a limit, there may be as many as fit into memory; but rules with a variable that grows for ever are refused.
    """
    with collector_paused():
        if not isinstance(rules, Enumerable):
            return explored_one_by_one(rules, limit_states, progress)
        try:
            return explored_one_by_one(rules, limit_states, progress, rules.few)
        except _Many:
            pass
        try:
            table = rules.enumerated(limit_states, progress)
        except Stopped as stopped:
            raise with_moves(stopped.error, rules, stopped.play, stopped.made) from stopped.error.__cause__
        except TooManyStates as many:
            raise _too_many(rules, many.found, many.sample, limit_states) from None
        return explored_one_by_one(rules, limit_states, progress) if table is None else _tabled(rules, table)


def _tabled(rules: Rules, table: StateTable) -> Automaton:
    """The automaton of states that the rules have found by themselves; what they tell is checked as if one by one."""
    tables = _Tables(rules)
    symbols = np.array(
        [tables.symbol(tuple(written(f, tables.write) for f in facts)) for facts in table.symbols], np.int32
    )
    gains = np.array([tables.gain(payoffs) for payoffs in table.gains], np.int32)
    for p in table.probabilities:
        tables.probability(p)
    return Automaton(
        name=rules.name,
        players=tuple(rules.players),
        start=0,
        mover=table.mover,
        first=table.first,
        target=table.target,
        move=table.move,
        probability=table.probability,
        gain=gains[table.gain],
        seen=symbols[table.seen],
        offered=symbols[table.offered],
        opening_seen=tuple(int(symbols[i]) for i in table.opening_seen),
        opening_gain=int(gains[table.opening_gain]),
        moves=Labels(rules.write, table.moves),
        probabilities=table.probabilities,
        gains=tables.gains,
        observations=tables.observations,
        exact=_is_exact(table.probabilities, tables.gains),
    )


def _is_exact(probabilities: list[Number], gains: list[tuple[Number, ...]]) -> bool:
    return not any(isinstance(x, float) for x in [*probabilities, *(y for g in gains for y in g)])


class _Many(Exception):
    """There are more states than it is sensible to explore one by one."""


def explored_one_by_one(
    rules: Rules, limit_states: int | None, progress: Progress | None, few: int = MOST_STATES
) -> Automaton:
    """The same for any rules, a state at a time; beyond `few`, `_Many` as soon as the rules can list their states."""
    tables = _Tables(rules)
    n = len(rules.players)
    tell = throttled(progress)

    try:
        opening = rules.start()
    except OutOfTime:
        raise
    except GalakitError as error:
        raise with_play(error, rules) from error.__cause__ or error
    opening_seen = tuple(tables.row(opening.observations))
    opening_gain = tables.gain(opening.payoffs)
    states: list[State] = [opening.state]
    number: dict[State, int] = {opening.state: 0}

    mover, first, offered = array("i"), array("i", [0]), array("i")
    target, move, probability, gain, seen = (array("i") for _ in range(5))
    nothing = (0,) * n
    zero = tables.gains[0]

    # An edge takes a few microseconds: looking these up each time would be a good part of it.
    number_of, extend_seen, row, chosen = number.get, seen.extend, tables.row, tables.chosen
    found_so_far = Found(
        rules, mover, first, target, move, seen, offered, tables.moves, tables.observations, opening_seen
    )
    began = time.process_time()
    limit = MOST_STATES if limit_states is None else limit_states
    suspicious = SUSPICIOUS if limit_states is None else MOST_STATES
    done = 0
    made: int | None = None  # the move that is being explored
    try:
        while done < len(states) <= limit:
            state = states[done]
            made = None
            player = state.mover
            moves = state.moves if player != END else ()
            mover.append(player)
            offered.append(0)
            if player == CHANCE:
                probability.extend(tables.chances(state.probabilities, moves))
            elif player != END:
                if not 0 <= player < n:
                    raise GalakitError(
                        f"the rules name player number {player}, but the game has {n} players", id="GK604"
                    )
                if not moves:
                    raise GalakitError(
                        f"{rules.players[player]} is to choose, but has no move",
                        hint="offer at least one move, or end the game there",
                        id="GK604",
                    )
                offered[done] = tables.choosing(moves)
                probability.extend([0] * len(moves))
            move.extend(tables.distinct(moves))
            after = state.after
            for made, label in enumerate(moves):
                new, observed, payoffs = after(made)
                found = number_of(new)
                if found is None:
                    if len(states) > limit:  # a single state may have any number of moves
                        break
                    found = number[new] = len(states)
                    states.append(new)
                target.append(found)
                gain.append(0 if payoffs == zero else tables.gain(payoffs))
                if player >= 0:
                    extend_seen(chosen(player, label, observed))
                else:
                    extend_seen(row(observed) if observed else nothing)
            first.append(len(target))
            made = None
            done += 1
            if len(states) > few:
                if isinstance(rules, Enumerable) and rules.ready(time.process_time() - began):
                    raise _Many
                few = len(states) + SOME
            if len(states) > suspicious:
                if isinstance(rules, Growing) and rules.growing(states):
                    break
                suspicious *= 2
            if done % LOOKS == 0 and is_scarce():
                raise GalakitError(
                    f"there is not enough memory for the states of this game: {len(states):,} found so far", id="GK603"
                )
            tell("exploring states", done, None)
    except OutOfTime:  # not an error of the rules
        raise
    except GalakitError as error:
        raise found_so_far.with_play(error, done, made) from error.__cause__ or error
    if done < len(states):
        raise _too_many(rules, len(states), states, limit_states)

    if (FORGET.value,) in tables._symbol and not forgetful(rules):
        raise GalakitError(
            "a player observes FORGET, but the rules do not say that players forget",
            hint="let the attribute `forgetful` of the rules hold the numbers of these players",
            id="GK604",
        )
    return Automaton(
        name=rules.name,
        players=tuple(rules.players),
        start=0,
        mover=_column(mover),
        first=_column(first),
        target=_column(target),
        move=_column(move),
        probability=_column(probability),
        gain=_column(gain),
        seen=_column(seen).reshape(-1, n),
        offered=_column(offered),
        opening_seen=opening_seen,
        opening_gain=opening_gain,
        moves=Labels(rules.write, tables.moves),
        probabilities=tables.probabilities,
        gains=tables.gains,
        observations=tables.observations,
        exact=_is_exact(tables.probabilities, tables.gains),
    )


def _too_many(rules: Rules, found: int, states: Sequence[State], limit: int | None) -> GalakitError:
    """The error for too many states, with the variables that grow and their numbers of values."""
    grown = rules.growing(states) if isinstance(rules, Growing) else []
    names = " and ".join(name for name, _ in grown[:GROWN])
    remedy = f"keep {names} from growing for ever: end the game, or count no further" if grown else SMALLER
    return GalakitError(
        f"the game has too many states: {found:,} found so far" + (f", and the limit is {limit:,}" if limit else ""),
        notes=[f"{name} reached {count:,} values and grows on; nothing else is new" for name, count in grown[:GROWN]],
        hint=f"{remedy}; or {'raise' if limit else 'set'} the limit: --limit-states, game.limit_states in Python",
        id="GK601",
    )


def _column(values: array[int]) -> Column:
    return np.array(values, np.int32)


class _Tables:
    """The side tables of an automaton while they grow; each thing is written or checked when it is first met."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.n = len(rules.players)
        self.moves: list[Move] = []
        self.probabilities: list[Number] = [1]
        self.gains: list[tuple[Number, ...]] = [(0,) * self.n]
        self.observations: list[tuple[str, ...]] = [()]
        self._text: dict[Fact, str] = {}
        self._move: dict[Move, int] = {}
        self._moves: dict[tuple[Move, ...], array[int]] = {}
        self._probability: dict[Number, int] = {1: 0}
        self._gain: dict[tuple[Number, ...], int] = {self.gains[0]: 0}
        self._symbol: dict[tuple[str, ...], int] = {(): 0}
        self._single: dict[Fact, int] = {}
        self._rows: dict[tuple[int, Move, Observed], list[int]] = {}
        self._chosen: dict[tuple[Fact, ...], int] = {}
        self._choosing: dict[tuple[Move, ...], int] = {}

    def write(self, thing: Fact) -> str:
        text = self._text.get(thing)
        if text is None:
            text = self._text[thing] = self.rules.write(thing)
        return text

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
