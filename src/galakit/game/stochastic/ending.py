"""Whether a game whose states come again surely ends, however it is played.

A play goes on for ever with probability one exactly where players can stay in a set of states that chance never
leaves. The largest such set is what remains when the states that end, or must or may by chance lead to one that does,
are taken away one after the other.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.automaton import CHANCE, END, Automaton
from galakit.game.history import latest
from galakit.game.ragged import concatenated, distinct, grouped

Bools: TypeAlias = npt.NDArray[np.bool_]


def possible(automaton: Automaton) -> Bools:
    """[E] which edges can be taken: chance may give a move the probability 0."""
    never = np.array([p == 0 for p in automaton.probabilities])
    return ~never[automaton.probability]


def sources(automaton: Automaton) -> npt.NDArray[np.int64]:
    """[E] the state that each edge leaves."""
    return np.repeat(np.arange(automaton.states), np.diff(automaton.first))


def unending(automaton: Automaton) -> Bools:
    """[S] the states from which players, all together, can keep the game going for ever with probability one."""
    edges = np.flatnonzero(possible(automaton))
    source, target = sources(automaton)[edges], automaton.target[edges]
    into, start = grouped(target, automaton.states)
    left = np.bincount(source, minlength=automaton.states)
    left[automaton.mover == CHANCE] = 1  # one way out is enough
    stays: Bools = automaton.mover != END
    gone = np.flatnonzero(~stays)
    while gone.size:
        before, times = np.unique(
            source[into[concatenated(start[gone], start[gone + 1] - start[gone])]], return_counts=True
        )
        left[before] -= times
        gone = before[(left[before] <= 0) & stays[before]]
        stays[gone] = False
    return stays


def check_ending(automaton: Automaton) -> None:
    """Refuse a game that players can keep going for ever, and show how."""
    stays = unending(automaton)
    if not stays.any():
        return
    way, around = _cycle(automaton, stays)
    raise GalakitError(
        "the players can keep this game going for ever: nothing ends it, and payoffs would add up without end",
        notes=[f"for ever: {_written(automaton, around)}", *([f"after {_written(automaton, way)}"] if way else [])],
        hint="let the game end with some probability in each round, as `discount(9/10)` in the loop does; or count the "
        "rounds and end it after a fixed number",
        id="GK680",
    )


def _cycle(automaton: Automaton, stays: Bools) -> tuple[list[int], list[int]]:
    """The edges of a way to states that come again and again, and of a round through them."""
    usable = possible(automaton)
    came = {automaton.start: -1}
    waiting = [automaton.start]
    for state in waiting:  # breadth first, up to the first state from which play can stay
        if stays[state]:
            break
        for edge in range(automaton.first[state], automaton.first[state + 1]):
            target = int(automaton.target[edge])
            if usable[edge] and target not in came:
                came[target] = edge
                waiting.append(target)
    way: list[int] = []
    back = state
    while came[back] >= 0:
        way.append(came[back])
        back = int(np.searchsorted(automaton.first, came[back], side="right")) - 1
    met: dict[int, int] = {}
    path: list[int] = []
    while state not in met:
        met[state] = len(path)
        edges = range(int(automaton.first[state]), int(automaton.first[state + 1]))
        edge = next(e for e in edges if usable[e] and stays[automaton.target[e]])
        path.append(edge)
        state = int(automaton.target[edge])
    return way[::-1] + path[: met[state]], path[met[state] :]


def _written(automaton: Automaton, edges: list[int]) -> str:
    said = []
    for edge in edges:
        mover = int(automaton.mover[np.searchsorted(automaton.first, edge, side="right") - 1])
        who = "chance" if mover == CHANCE else automaton.players[mover]
        said.append(f"{who}: {automaton.moves[int(automaton.move[edge])]}")
    return latest(said)


def reachable_before(automaton: Automaton, states: set[int]) -> set[int]:
    """The states that have an edge into one of these."""
    into = np.isin(automaton.target, np.fromiter(states, np.int64)) & possible(automaton)
    return set(distinct(sources(automaton)[into]).tolist())
