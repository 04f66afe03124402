"""A game whose states come again, as arrays: a *stochastic game* (Shapley 1953).

Its K states are those of the automaton that are not inside a stage of simultaneous moves, without the ends. A state has
a *row* for each combination of moves that players can make there: one where chance moves. A row pays each player an
amount and leads to other states with probabilities; what they lack to 1 is the probability that the game ends.

Players choose at N *sets*, at most one for each player in a state. All moves of all sets are numbered together: set s
has the moves `move_first[s] .. move_first[s + 1] - 1`, and a profile of strategies that depend on the state alone is
one array of probabilities over them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.automaton import CHANCE, END, Automaton
from galakit.game.fitting import SMALLER
from galakit.game.ragged import concatenated
from galakit.game.stochastic.ending import check_ending, possible
from galakit.game.stochastic.stages import Stage, stages
from galakit.rules.contract import Number

Ints: TypeAlias = npt.NDArray[np.int64]
NO_MOVE = -1
OVER = -1
MOST_ROWS = 2_000_000  # combinations of simultaneous moves
MOST_STEPS = 100_000  # on the ways through one round


@dataclass(frozen=True, eq=False)
class StochasticForm:
    """K states, R rows, T entries (row, target), N sets, M moves, n players."""

    automaton: Automaton
    state: Ints
    """[K] the state of the automaton"""
    start: int
    row_first: Ints
    """[K + 1] where the rows of each state begin"""
    set_state: Ints
    """[N] the state at which a set of moves is offered"""
    set_player: Ints
    """[N]"""
    move_first: Ints
    """[N + 1] where the moves of each set begin"""
    played: Ints
    """[R, D] the moves that make a row, one for each player who decides there; NO_MOVE where there are fewer"""
    set_of: dict[int, int] | None
    """the set to which a state of the automaton inside a stage belongs; None where there are no stages"""
    entry_row: Ints
    """[T] in order"""
    entry_target: Ints
    """[T] a state, or OVER"""
    entry_chance: Ints
    """[T] index into `probabilities`"""
    entry_gain: Ints
    """[T] index into `gains`"""
    probabilities: list[Number]
    gains: list[tuple[Number, ...]]

    @property
    def states(self) -> int:
        return len(self.state)

    @property
    def rows(self) -> int:
        return len(self.played)

    @property
    def moves(self) -> int:
        return int(self.move_first[-1])

    @property
    def exact(self) -> bool:
        return self.automaton.exact

    @property
    def simultaneous(self) -> bool:
        """Whether several players move at once somewhere."""
        return bool(self.played.shape[1] > 1)

    def numbers(self, exact: bool) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The probability of each entry, and what each row pays each player, as floats or as Fractions."""
        from fractions import Fraction

        kind: Any = object if exact else np.float64
        read: Any = Fraction if exact else float
        chance = np.array([read(p) for p in self.probabilities], kind)[self.entry_chance]
        gains = np.array([[read(x) for x in row] for row in self.gains], kind).reshape(len(self.gains), -1)
        paid = gains[self.entry_gain] * chance[:, None]
        if not exact:
            columns = [np.bincount(self.entry_row, paid[:, i], self.rows) for i in range(paid.shape[1])]
            return chance, np.stack(columns, axis=1)
        reward = np.full((self.rows, paid.shape[1]), Fraction(0), object)
        np.add.at(reward, self.entry_row, paid)
        return chance, reward

    @property
    def row_state(self) -> Ints:
        """[R] the state of each row."""
        return np.repeat(np.arange(self.states), np.diff(self.row_first))

    @property
    def move_set(self) -> Ints:
        """[M] the set of each move."""
        return np.repeat(np.arange(len(self.set_state)), np.diff(self.move_first))


def stochastic_form(automaton: Automaton) -> StochasticForm:
    """The form of an automaton; an error where players can go on for ever, or have private information."""
    check_ending(automaton)
    return _Building(automaton, stages(automaton)).form()


class _Building:
    """The form of an automaton with these stages."""

    def __init__(self, automaton: Automaton, found: list[Stage]) -> None:
        self.automaton = automaton
        self.stages = found
        inside = np.zeros(automaton.states, bool)
        for stage in found:
            inside[list(stage.inner)] = True
        self.state = np.flatnonzero((automaton.mover != END) & ~inside)
        self.number = np.full(automaton.states, OVER, np.int64)
        self.number[self.state] = np.arange(len(self.state))
        self.usable = possible(automaton)
        self.probabilities, self.gains = list(automaton.probabilities), list(automaton.gains)

    def form(self) -> StochasticForm:
        automaton, state = self.automaton, self.state
        by_root = {stage.root: stage for stage in self.stages}
        count = np.diff(automaton.first)[state]
        rows = np.where(automaton.mover[state] == CHANCE, 1, count).astype(np.int64)
        roots = np.array(sorted(by_root), np.int64)
        for root in roots.tolist():
            rows[self.number[root]] = prod(self._moves(min(states)) for _, states in by_root[root].sets)
        if by_root and int(rows.sum()) > MOST_ROWS:
            raise _too_large(f"players who move at once have {int(rows.sum()):,} combinations of moves")
        row_first = np.concatenate([[0], np.cumsum(rows)])
        sets = self._sets(by_root)
        set_state = np.array([k for k, _, _, _ in sets], np.int64)
        move_first = np.concatenate([[0], np.cumsum([size for _, _, size, _ in sets])]).astype(np.int64)
        width = max([len(stage.sets) for stage in self.stages], default=1)
        played = np.full((int(row_first[-1]), max(width, 1)), NO_MOVE, np.int64)
        set_of = {inner: s for s, (_, _, _, states) in enumerate(sets) for inner in states} if self.stages else None

        # States in which one player decides, or chance: edge by edge.
        plain = np.flatnonzero(~np.isin(state, roots))
        edges = concatenated(automaton.first[state[plain]], count[plain])
        owner = np.repeat(plain, count[plain])
        by_chance = automaton.mover[state[owner]] == CHANCE
        place = edges - automaton.first[state[owner]]
        row = row_first[owner] + np.where(by_chance, 0, place)
        deciding = np.flatnonzero(automaton.mover[state[plain]] >= 0)
        first_set = {k: s for s, k in reversed(list(enumerate(set_state.tolist())))} if len(set_state) else {}
        own = np.array([move_first[first_set[k]] for k in plain[deciding].tolist()], np.int64)
        played[concatenated(row_first[plain[deciding]], rows[plain[deciding]]), 0] = concatenated(
            own, rows[plain[deciding]]
        )
        keep = self.usable[edges]
        entries = [row[keep], automaton.target[edges][keep].astype(np.int64)]
        entries += [automaton.probability[edges][keep].astype(np.int64), automaton.gain[edges][keep].astype(np.int64)]
        more = self._staged(by_root, row_first, move_first, first_set, played)
        columns = [np.concatenate([a, np.array(b, np.int64)]) for a, b in zip(entries, more)]
        order = np.argsort(columns[0], kind="stable")
        entry_row, target, chance, gain = (column[order] for column in columns)
        return StochasticForm(
            automaton,
            state,
            int(self.number[automaton.start]),
            row_first,
            set_state,
            np.array([player for _, player, _, _ in sets], np.int64),
            move_first,
            played,
            set_of,
            entry_row,
            self.number[target],
            chance,
            gain,
            self.probabilities,
            self.gains,
        )

    def _moves(self, state: int) -> int:
        return int(self.automaton.first[state + 1] - self.automaton.first[state])

    def _sets(self, by_root: dict[int, Stage]) -> list[tuple[int, int, int, frozenset[int] | tuple[int]]]:
        """(state, player, number of moves, states of the automaton) of each set, in the order of states."""
        found: list[tuple[int, int, int, frozenset[int] | tuple[int]]] = []
        mover = self.automaton.mover[self.state].tolist()
        size = np.diff(self.automaton.first)[self.state].tolist()
        for k, state in enumerate(self.state.tolist()):
            if by_root and state in by_root:
                found += [(k, p, self._moves(min(members)), members) for p, members in by_root[state].sets]
            elif mover[k] >= 0:
                found.append((k, mover[k], size[k], (state,)))
        return found

    def _staged(
        self, by_root: dict[int, Stage], row_first: Ints, move_first: Ints, first_set: dict[int, int], played: Ints
    ) -> tuple[list[int], list[int], list[int], list[int]]:
        """The entries of all rows of stages; it writes which moves make a row."""
        row_of: list[int] = []
        targets: list[int] = []
        chances: list[int] = []
        gains: list[int] = []
        for root, stage in by_root.items():
            k = int(self.number[root])
            row = int(row_first[k])
            member = {state: d for d, (_, states) in enumerate(stage.sets) for state in states}
            for chosen in product(*(range(self._moves(min(states))) for _, states in stage.sets)):
                for d, move in enumerate(chosen):
                    played[row, d] = move_first[first_set[k] + d] + move
                for target, chance, gain in self._followed(root, stage, member, chosen):
                    row_of.append(row)
                    targets.append(target)
                    self.probabilities.append(chance)
                    chances.append(len(self.probabilities) - 1)
                    self.gains.append(gain)
                    gains.append(len(self.gains) - 1)
                row += 1
        return row_of, targets, chances, gains

    def _followed(
        self, root: int, stage: Stage, member: dict[int, int], chosen: tuple[int, ...]
    ) -> list[tuple[int, Number, tuple[Number, ...]]]:
        """Where these moves lead from the root of a stage: (state, probability, what each player gains on the way)."""
        automaton = self.automaton
        none: tuple[Number, ...] = (0,) * len(automaton.players)
        waiting: list[tuple[int, Number, tuple[Number, ...]]] = [(root, 1, none)]
        found: list[tuple[int, Number, tuple[Number, ...]]] = []
        steps = 0
        while waiting:
            steps += 1
            if steps > MOST_STEPS:
                raise _too_large("a round has too many ways from its beginning to its end")
            state, chance, gained = waiting.pop()
            first = int(automaton.first[state])
            edges = (
                [first + chosen[member[state]]] if state in member else range(first, int(automaton.first[state + 1]))
            )
            for edge in edges:
                if not self.usable[edge]:
                    continue
                share = automaton.probabilities[int(automaton.probability[edge])]
                gain = tuple(a + b for a, b in zip(gained, automaton.gains[int(automaton.gain[edge])]))
                target = int(automaton.target[edge])
                (waiting if target in stage.inner else found).append((target, chance * share, gain))
        return found


def _too_large(what: str) -> GalakitError:
    return GalakitError(f"strategies by state cannot be listed: {what}", hint=SMALLER, id="GK684")
