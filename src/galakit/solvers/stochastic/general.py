"""Markov-perfect equilibria of parts in which interests are not opposed.

Where players move one after the other, ever longer games are solved backwards, as if the part were left with nothing
after so many moves: often the moves settle, and then they are an equilibrium of the endless game, which is checked.
Otherwise the path of quantal responses is followed, from uniform play to an equilibrium (Eibelshäuser & Poensgen 2019,
after Herings & Peeters 2004). An equilibrium is reached where no single move at any state gains anything.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from galakit.deadline import check_deadline
from galakit.errors import GalakitError
from galakit.game.stochastic.form import NO_MOVE
from galakit.solvers.quantal.agent_form import Worth
from galakit.solvers.quantal.path import Lost, Path, Point
from galakit.solvers.stochastic.improving import first_moves
from galakit.solvers.stochastic.parts import DENSE, Floats, Ints, Part

HORIZON = 3_000  # moves up to which longer games are tried
SETTLED = (3, 10, 50, 200, 1_000)  # rounds without a change after which moves are checked
CLOSE = 1e-9  # the largest gain of a single move in an equilibrium, relative to the largest value
MOST_MOVES = 600  # of a part whose path is followed
LAST = 1e8  # the precision at which a path is given up
THRESHOLDS = (1e-2, 1e-4, 1e-6)  # of probabilities that stay
AGAIN = 1.7  # times the precision after which the end is looked for again
NEWTON = 15


def markov_perfect(part: Part) -> tuple[Floats, Floats, str]:
    """Strategies from which no player gains by any single change, the values, and how they were found."""
    if not part.simultaneous:
        found = _backwards(part)
        if found is not None:
            return *found, "longer and longer games"
    if len(part.moves) > MOST_MOVES or part.k > DENSE:
        raise GalakitError(
            f"{part.k:,} states come again together, in which players with different interests have "
            f"{len(part.moves):,} moves: too many to follow a path of quantal responses",
            hint=f"choose smaller parameters: up to {DENSE} states with {MOST_MOVES} moves",
            id="GK684",
        )
    return *_at_the_end(part), "quantal responses, then Newton's method"


def gain(part: Part, play: Floats, values: Floats) -> float:
    """The most that a player gains by a single change of move, relative to the largest value."""
    most = 0.0
    for player in range(part.players):
        worth = part.worth(player, play, values)
        best = np.maximum.reduceat(worth, part.move_first[:-1])
        now = np.add.reduceat(worth * play, part.move_first[:-1])
        most = max([most, *(best - now)[part.set_player == player].tolist()])
    return most / (1.0 + float(np.abs(values).max()))


def _backwards(part: Part) -> tuple[Floats, Floats] | None:
    values = np.zeros((part.k, part.players))
    mover = np.zeros(part.k, np.int64)
    mover[part.set_state] = part.set_player
    rows = np.arange(len(part.row_state))
    before: Ints | None = None
    same = 0
    tried: set[bytes] = set()
    for _ in range(HORIZON):
        check_deadline("solving longer and longer games")
        worth = part.row_values(values)
        own = worth[rows, mover[part.row_state]]
        best = np.maximum.reduceat(own, part.row_first[:-1])
        slack = 1e-12 * (1.0 + np.abs(best))
        top = np.flatnonzero(own >= (best - slack)[part.row_state])
        chosen = top[np.unique(part.row_state[top], return_index=True)[1]]
        values = worth[chosen]
        same = same + 1 if before is not None and (chosen == before).all() else 0
        before = chosen
        if same in SETTLED and chosen.tobytes() not in tried:
            tried.add(chosen.tobytes())
            play = np.zeros(len(part.moves))
            made = part.played[chosen, 0]
            play[made[made != NO_MOVE]] = 1.0
            right = part.valued(play)
            if gain(part, play, right) <= CLOSE:
                return play, right
    return None


class Agents:
    """The moves of a part as those of agents, for the path of quantal responses."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.first: Ints = part.move_first[:-1]
        self.set: Ints = part.move_set
        self.size = len(part.moves)
        values = [part.valued(play) for play in (first_moves(part), np.exp(self.uniform()))]
        spread = max(float(np.ptp(part.row_values(v), axis=0).max()) for v in values)
        self.scale = spread or 1.0

    def uniform(self) -> Floats:
        size = np.diff(self.part.move_first).astype(np.float64)
        return -np.log(size)[self.set]

    @cached_property
    def _incidence(self) -> Floats:
        """[rows, moves] which moves make a row."""
        part = self.part
        found = np.zeros((len(part.row_state), self.size + 1))
        for column in part.played.T:
            found[np.arange(len(column)), column] = 1.0  # NO_MOVE is the last column
        return found[:, :-1]

    def worth(self, logs: Floats) -> Worth:
        """What moves are worth to those who make them, and how that changes with the logarithms of probabilities."""
        part, made = self.part, self._incidence
        play = np.exp(logs)
        share = part.share(play)
        paid = np.zeros((part.k, part.players))
        np.add.at(paid, part.row_state, share[:, None] * part.paid)
        staying = np.zeros((part.k, part.k))
        np.add.at(staying, part.row_state, share[:, None] * part.inside)
        passing = np.linalg.inv(np.eye(part.k) - staying)
        got = part.row_values(passing @ paid)
        state = part.set_state[self.set]
        values = np.zeros(self.size)
        slopes = np.zeros((self.size, self.size))
        for player in range(part.players):
            own = np.flatnonzero(part.owner == player)
            if not own.size:
                continue
            others = part.share(play, player)
            weighed = made[:, own] * others[:, None]
            values[own] = weighed.T @ got[:, player]
            # A probability changes how often its rows are played, and so the value of its state and of all before it.
            effect = made.T @ (share * got[:, player])
            shift = passing[:, state] * effect[None, :]
            slopes[own] = weighed.T @ (part.inside @ shift)
            direct = (weighed * got[:, [player]]).T @ made
            direct[:, own] = 0.0
            slopes[own] += direct
        return Worth(values / self.scale, slopes / self.scale)


def _at_the_end(part: Part) -> tuple[Floats, Floats]:
    agents = Agents(part)
    look = 1.0
    try:
        for point in Path(agents).points():
            check_deadline("following quantal responses")
            if point.precision < look:
                continue
            look = point.precision * AGAIN
            found = _polished(part, agents, point)
            if found is not None:
                return found
            if point.precision > LAST:
                break
    except Lost:
        pass
    raise GalakitError(
        "the path of quantal responses was lost before an equilibrium was reached",
        hint="change payoffs slightly, so that no player is indifferent by accident, or choose smaller parameters",
        id="GK684",
    )


def _polished(part: Part, agents: Agents, point: Point) -> tuple[Floats, Floats] | None:
    """An equilibrium near a point of the path, in which only the likelier moves are made."""
    for threshold in THRESHOLDS:
        near = np.exp(point.logs)
        near[near < threshold] = 0.0
        near /= np.add.reduceat(near, agents.first)[agents.set]
        play = _equalised(agents, near, np.flatnonzero(near))
        if play is None:
            continue
        values = part.valued(play)
        if gain(part, play, values) <= CLOSE:
            return play, values
    return None


def _equalised(agents: Agents, play: Floats, stays: Ints) -> Floats | None:
    """Probabilities near these at which all moves that stay are worth the same at their set."""
    sets, first = np.unique(agents.set[stays], return_index=True)
    group = np.searchsorted(sets, agents.set[stays])
    heads = first[group]
    is_head = heads == np.arange(len(stays))
    if is_head.all():
        return play
    play = play.copy()
    for _ in range(NEWTON):
        logs = np.log(np.maximum(play, 1e-300))
        worth = agents.worth(logs)
        wrong = (worth.values[stays] - worth.values[stays[heads]]) * ~is_head
        wrong[is_head] = np.add.reduceat(play[stays], first) - 1.0
        if np.abs(wrong).max() < 1e-14:
            break
        # Slopes are by the logarithm: divide by the probability.
        slopes = (worth.slopes[stays] - worth.slopes[stays[heads]])[:, stays] / play[stays]
        slopes[is_head] = 0.0
        slopes[np.flatnonzero(is_head)[group], np.arange(len(stays))] = 1.0
        step = np.linalg.lstsq(slopes, wrong, rcond=1e-13)[0]
        play[stays] -= step
        if (play[stays] <= 0).any():
            return None
    play /= np.add.reduceat(play, agents.first)[agents.set]
    return play
