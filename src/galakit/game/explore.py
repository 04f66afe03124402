"""From rules to the automaton: every distinct state is visited once.

Exploring calls the rules once per edge of the state graph, not once per history of the game. What they return is
interned: facts, moves, probabilities and gains are written or compared once and are integers from then on. The rules
are checked at the same time, because a front end cannot know what a program will do when it runs. `SideTables.chosen`
and `choosing` record what `knowledge.learnt` defines, each part interned by itself.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence

import numpy as np

from galakit.deadline import OutOfTime, note
from galakit.errors import GalakitError
from galakit.game.automaton import CHANCE, END, Automaton, Column
from galakit.game.fitting import SMALLER
from galakit.game.from_table import all_exact, from_table
from galakit.game.history import Found, with_moves, with_play
from galakit.game.labels import Labels
from galakit.game.order_of_use import in_order_of_use
from galakit.game.side_tables import SideTables
from galakit.memory import is_scarce
from galakit.progress import ARRANGING, Progress
from galakit.rules.contract import FORGET, Growing, Rules, State, forgetful
from galakit.rules.frontier import Frontier
from galakit.rules.table import Enumerable, Stopped, TooManyStates
from galakit.separated.parallel_eval import collector_paused

SUSPICIOUS = 500_000  # states, after which it is asked whether a variable grows for ever
MOST_STATES = 2**31 - 2  # a column of 32 bits numbers them
GROWN = 3  # variables that are named
LOOKS = 1_000  # states between two checks of the memory
FEW = 50  # states between two questions whether the rules are ready to list all
SOME = 100  # states, or moves of one state, between two looks at the clock


def explore(rules: Rules, *, limit_states: int | None = None, progress: Progress | None = None) -> Automaton:
    """All states that can be reached, breadth first, as an automaton.

    Without a limit, there may be as many as fit into memory; but rules with a variable that grows for ever are refused.
    """
    with collector_paused():
        if not isinstance(rules, Enumerable):
            return in_order_of_use(explored_one_by_one(rules, limit_states, progress))
        if not rules.ready(0, 0.0):
            try:
                return in_order_of_use(explored_one_by_one(rules, limit_states, progress, leaving=True))
            except _Many:
                pass
        try:
            table = rules.enumerated(limit_states, progress)
        except Stopped as stopped:
            raise with_moves(stopped.error, rules, stopped.play, stopped.made) from stopped.error.__cause__
        except TooManyStates as many:
            raise _too_many(rules, many.found, many.sample, limit_states) from None
        if table is None:
            return in_order_of_use(explored_one_by_one(rules, limit_states, progress))
        note(ARRANGING)
        return in_order_of_use(from_table(rules, table))


class _Many(Exception):
    """There are more states than it is sensible to explore one by one."""


def explored_one_by_one(
    rules: Rules, limit_states: int | None, progress: Progress | None, *, leaving: bool = False
) -> Automaton:
    """The same for any rules, a state at a time; `leaving` it with `_Many` once the rules are ready to list all."""
    tables = SideTables(rules)
    n = len(rules.players)
    frontier = Frontier(progress)

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
    began, asked = time.process_time(), FEW
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
                if made % SOME == SOME - 1:
                    frontier.tell(first, target, done)
            first.append(len(target))
            made = None
            done += 1
            if leaving and len(states) > asked:
                assert isinstance(rules, Enumerable)
                if rules.ready(len(states), time.process_time() - began):
                    raise _Many
                asked = len(states) + FEW
            if len(states) > suspicious:
                if isinstance(rules, Growing) and rules.growing(states):
                    break
                suspicious *= 2
            if done % LOOKS == 0 and is_scarce():
                raise GalakitError(
                    f"there is not enough memory for the states of this game: {len(states):,} found so far", id="GK603"
                )
            frontier.tell(first, target, done)
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
        exact=all_exact(tables.probabilities, tables.gains),
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
