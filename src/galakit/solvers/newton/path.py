"""The path of equilibria from a large bonus to none (Govindan & Wilson 2002, 2003).

If the bonus is large, only the bonus counts, and the plan that earns most of it is the one equilibrium. As the bonus
falls, equilibria form a path, which leads to one of the game itself: for almost every bonus it cannot end elsewhere.
It may turn back, so it is followed by its length. It consists of smooth pieces: on each, the same sequences are used.
A piece ends where a weight becomes 0 or an unused sequence as good as those in use. Beyond an equilibrium of the game
the bonus is negative, and the path may return to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from galakit.deadline import check_deadline
from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.solvers.newton.bonus_game import BonusGame, Flags

SHORTEST = 1e-11  # steps
CORRECTIONS = 8  # of a step, before it counts as too long
CLOSE = 1e-12  # of a point to the path
ZERO = 1e-9  # what a weight or a disadvantage may be below 0
PIECES = 20_000
BEND = 0.1  # how far from its direction the path may turn on a step: more is perhaps another path
TIE = 1e-6  # of a step: events that are at the same place
BEYOND = 1.2  # times the distance at which the piece would end if it were straight


class Lost(GalakitError):
    """The path could not be followed further."""

    def __init__(self, bonus: float) -> None:
        super().__init__(
            f"the path of the global Newton method was lost at a bonus of {bonus:.3g}",
            hint="try other bonuses: --with starts=10, or another method",
            id="GK614",
        )


@dataclass(frozen=True, eq=False)
class Point:
    """An equilibrium of the game with a bonus."""

    weights: Floats
    """[N] x"""
    values: Floats
    """[H] q"""
    bonus: float
    """b"""
    worse: Floats
    """[N] r"""


@dataclass(frozen=True, eq=False)
class Direction:
    """The direction of the path at a point, of length 1."""

    weights: Floats
    values: Floats
    bonus: float
    slack: Floats
    """[N] of the weights that are used, and the disadvantages of the other sequences"""
    turn: float
    """the sign of the determinant of the derivatives with the direction below: it stays on a piece, and differs between
    neighbouring paths"""

    def __neg__(self) -> Direction:
        return Direction(-self.weights, -self.values, -self.bonus, -self.slack, -self.turn)


class Path:
    """The path of one bonus."""

    def __init__(self, game: BonusGame, bonus: Floats) -> None:
        self.game = game
        self.bonus = bonus
        self._use(game.pure_best(bonus))

    def equilibria(self, seen: Callable[[float, int], None] = lambda bonus, pieces: None) -> Iterator[Floats]:
        """The plans of the equilibria of the game itself that are met on the path."""
        at, direction = self._start()
        ends: set[tuple[bytes, int, bytes]] = set()
        for piece in range(PIECES):
            seen(at.bonus, piece)
            after = self._piece(at, direction)
            if after is None:
                return  # the bonus grows for ever, or falls
            at, event = after
            end = (self.used.tobytes(), event, np.append(at.weights, at.bonus).round(6).tobytes())
            if end in ends:  # a step led to another path, which is closed
                raise Lost(at.bonus)
            ends.add(end)
            if event == self.game.size or abs(at.bonus) < ZERO:
                yield at.weights
                if (self._slack(at)[self._watched] < 1e3 * ZERO).any():
                    return  # several pieces begin here: there are equilibria around this one
            if event == self.game.size:
                direction = self._direction(at, like=direction)
            else:
                direction = self._cross(at, event, direction)
        raise Lost(at.bonus)

    def _use(self, used: Flags) -> None:
        """The piece on which these sequences are used: one at each information set that its player never reaches."""
        game = self.game
        self.used = used
        self._own = np.flatnonzero(used)
        alive = game.alive(used)
        reached = np.ones(game.sets, np.bool_)
        reached[len(game.form.players) :] = alive[game.above[len(game.form.players) :]]
        self._reached = reached
        mixed = np.bincount(game.set[alive], minlength=game.sets) > 1
        self._pure = not mixed.any()
        self._watched: Flags = np.where(used, mixed[game.set], True)
        """[N] what ends the piece when it becomes 0; the weights of other used sequences are given by those before"""
        many = len(self._own)
        self._table = np.zeros((game.sets + many + 1, many + game.sets + 1))
        """derivatives by the weights that are used, the values and the bonus, but for those that change on the piece"""
        self._table[: game.sets, :many] = game.constraints[:, self._own]
        self._table[game.sets : -1, many:-1] = game.constraints[:, self._own].T
        self._table[game.sets : -1, -1] = -self.bonus[self._own]
        self._block = np.ix_(self._own, self._own)

    def _start(self) -> tuple[Point, Direction]:
        """Before the first event: the plan is pure, and the values depend on the bonus linearly."""
        game = self.game
        weights = game.plan(self.used)
        square = game.constraints[:, self._own].T
        base = np.linalg.solve(square, game.worth(weights)[self._own])
        slope = np.linalg.solve(square, self.bonus[self._own])
        least = (game.constraints.T @ base - game.worth(weights))[~self.used]
        rise = (game.constraints.T @ slope - self.bonus)[~self.used]
        amount = 1.0 + float(np.max(-least / np.maximum(rise, 1e-12), initial=0.0))
        at = self._point(weights, base + amount * slope, amount)
        return at, self._toward(at, bonus=-1.0)

    # Along a piece

    def _piece(self, at: Point, direction: Direction) -> tuple[Point, int] | None:
        """The end of the piece, and what ends it: a sequence, or N where the bonus is 0; None if it has no end."""
        length = np.inf
        while True:
            check_deadline("following a path of games")
            ahead = self._ahead(at, direction)
            if np.isinf(ahead) and np.isinf(length):
                if self._pure and abs(direction.bonus) > 0:
                    return None
                length = 1.0
            length = min(length, BEYOND * ahead + ZERO)
            reached = self._corrected(at, direction, length)
            further = None if reached is None else self._direction_if(reached, direction)
            if reached is None or further is None:
                length /= 4
                if length < SHORTEST:
                    raise Lost(at.bonus)
                continue
            event = self._event(at, reached)
            if event is None:
                at, direction, length = reached, further, 2 * length
                continue
            end = self._exactly(at, reached, event)
            if end is not None and not (self._distance(at, end) < ZERO and self._grows(direction, event)):
                return end, event
            length /= 4
            if length < SHORTEST:
                raise Lost(at.bonus)

    def _grows(self, direction: Direction, event: int) -> bool:
        """Whether a direction leads away from the place where an event is."""
        return event < self.game.size and direction.slack[event] > 0

    def _ahead(self, at: Point, direction: Direction) -> float:
        """How far the end is if the piece is straight."""
        slack, change = self._slack(at), direction.slack
        falls = self._watched & (change < -1e-13)
        lengths = np.maximum(slack[falls], 0.0) / -change[falls]
        ahead = float(np.min(lengths, initial=np.inf))
        if at.bonus * direction.bonus < 0 and abs(at.bonus) > ZERO:
            ahead = min(ahead, at.bonus / -direction.bonus)
        return ahead

    def _event(self, before: Point, after: Point) -> int | None:
        """What became 0 first on a step, judged by the straight line between its ends."""
        one, two = self._slack(before), self._slack(after)
        share = np.full(self.game.size + 1, np.inf)
        out = np.flatnonzero(self._watched & (two < -ZERO * 1e-3))
        share[out] = np.maximum(one[out], 0.0) / (np.maximum(one[out], 0.0) - two[out])
        if abs(before.bonus) > ZERO and (before.bonus * after.bonus < 0 or abs(after.bonus) < ZERO):
            share[-1] = before.bonus / (before.bonus - after.bonus)
        first = int(np.argmin(share))
        if share[-1] <= share[first] * (1 + TIE) + TIE:  # where the bonus is 0, much else may be
            first = self.game.size
        return first if share[first] < np.inf else None

    def _exactly(self, before: Point, after: Point, event: int) -> Point | None:
        """The point at which something is 0, by Newton's method; None if something else is below 0 there."""
        one, two = (self._amount(point, event) for point in (before, after))
        share = min(max(one, 0.0) / (max(one, 0.0) - two), 1.0) if event < self.game.size else one / (one - two)
        start = self._unknowns(before)
        start += share * (self._unknowns(after) - start)
        found = self._newton(start, lambda point, _: (self._gradient(point, event), self._amount(point, event)))
        if found is None:
            return None
        if (self._slack(found)[self._watched] < -ZERO).any() or before.bonus * found.bonus < -(ZERO**2):
            return None
        reach = 2 * self._distance(before, after) + ZERO
        return found if self._distance(before, found) <= reach else None

    def _cross(self, at: Point, event: int, before: Direction) -> Direction:
        """Into the next piece."""
        game = self.game
        used = self.used.copy()
        there = game.set[event]
        if used[event]:
            used[event] = False
            grows = event
        elif self._reached[there]:
            used[event] = True
            grows = event
        else:  # what a player would do where they never come changes, and nothing else
            (grows,) = np.flatnonzero(used & (game.set == there)).tolist()
            used[grows], used[event] = False, True
        self._use(used)
        direction = self._direction(at, like=before)
        return direction if direction.slack[grows] > 0 else -direction

    # The equations

    def _slack(self, at: Point) -> Floats:
        """[N] the weights that are used, and how much worse the other sequences are."""
        return np.where(self.used, at.weights, at.worse)

    def _amount(self, at: Point, event: int) -> float:
        if event == self.game.size:
            return at.bonus
        return float((at.weights if self.used[event] else at.worse)[event])

    def _gradient(self, at: Point, event: int) -> Floats:
        """How the amount of an event changes with the unknowns of the piece."""
        game, own = self.game, self._own
        row = np.zeros(len(own) + game.sets + 1)
        if event == game.size:
            row[-1] = 1.0
        elif self.used[event]:
            row[np.searchsorted(own, event)] = 1.0
        else:
            row[: len(own)] = -game.slopes(at.weights)[event, own]
            row[len(own) : -1] = game.constraints[:, event]
            row[-1] = -self.bonus[event]
        return row

    def _derived(self, weights: Floats, row: Floats) -> Floats:
        """The derivatives of what must be 0 on the piece, and of one more equation."""
        table = self._table.copy()
        table[self.game.sets : -1, : len(self._own)] -= self.game.slopes(weights)[self._block]
        table[-1] = row
        return table

    def _unknowns(self, at: Point | Direction) -> Floats:
        """The weights that are used, the values, and the bonus."""
        return np.concatenate([at.weights[self._own], at.values, [at.bonus]])

    def _at(self, unknowns: Floats) -> Point:
        weights = np.zeros(self.game.size)
        weights[self._own] = unknowns[: len(self._own)]
        return self._point(weights, unknowns[len(self._own) : -1], float(unknowns[-1]))

    def _point(self, weights: Floats, values: Floats, bonus: float) -> Point:
        game = self.game
        worse = game.constraints.T @ values - game.worth(weights) - bonus * self.bonus
        return Point(weights, values, bonus, worse)

    def _newton(self, start: Floats, last: Callable[[Point, Floats], tuple[Floats, float]]) -> Point | None:
        """The nearest solution with one more equation: its derivatives, and what must be 0."""
        game, unknowns, before = self.game, start, np.inf
        for _ in range(CORRECTIONS):
            at = self._at(unknowns)
            row, rest = last(at, unknowns)
            wrong = np.concatenate([game.constraints @ at.weights - game.right, at.worse[self._own], [rest]])
            scale = 1.0 + float(np.abs(at.values).max())
            if np.abs(wrong).max() <= CLOSE * scale:
                return replace(at, bonus=0.0) if row[-1] == 1.0 and not row[:-1].any() else at
            try:
                step = np.linalg.solve(self._derived(at.weights, row), wrong)
            except np.linalg.LinAlgError:
                return None
            size = float(np.abs(step).max())
            if not size <= 2 * before:  # or no number
                return None
            unknowns, before = unknowns - step, size
        return None

    def _corrected(self, at: Point, direction: Direction, length: float) -> Point | None:
        """The point of the path across its direction, some way ahead."""
        row = self._unknowns(direction)
        guess = self._unknowns(at) + length * row
        found = self._newton(guess, lambda _, unknowns: (row, float(row @ (unknowns - guess))))
        if found is None:
            return None
        apart = self._unknowns(found) - guess
        return found if apart @ apart <= (BEND * length) ** 2 else None

    def _distance(self, one: Point, other: Point) -> float:
        return float(np.linalg.norm(self._unknowns(one) - self._unknowns(other)))

    def _direction_if(self, at: Point, before: Direction) -> Direction | None:
        """The direction further on; None if the path bends too much, as it does if this is another one."""
        after = self._direction(at, like=before)
        if after.turn != before.turn:
            return None
        along = self._unknowns(after) @ self._unknowns(before)
        return after if along > 1 - BEND else None

    def _toward(self, at: Point, bonus: float) -> Direction:
        found = self._direction(at, like=None)
        return found if found.bonus * bonus > 0 else -found

    def _direction(self, at: Point, like: Direction | None) -> Direction:
        """Where the piece goes from a point, in the sense of another direction where that has one."""
        game, many = self.game, len(self._own)
        row = self._unknowns(like) if like is not None else np.append(np.zeros(many + game.sets), 1.0)
        found, turn = _null_vector(self._derived(at.weights, row), at)
        weights = np.zeros(game.size)
        weights[self._own] = found[:many]
        values, bonus = found[many:-1], float(found[-1])
        worse = game.constraints.T @ values - game.slopes(at.weights) @ weights - bonus * self.bonus
        return Direction(weights, values, bonus, np.where(self.used, weights, worse), turn)


def _null_vector(table: Floats, at: Point) -> tuple[Floats, float]:
    """The vector of length 1 that all rows but the last map to 0, on the side of that; the sign with it in place."""
    right = np.zeros(len(table))
    right[-1] = 1.0
    row = table[-1].copy()
    for border in (row, np.random.default_rng(len(row)).standard_normal(len(row))):
        table[-1] = border
        try:
            found = np.linalg.solve(table, right)
        except np.linalg.LinAlgError:
            continue
        size = float(np.linalg.norm(found))
        if np.isfinite(size) and size < 1e12:
            side = 1.0 if found @ row >= 0 else -1.0
            unit: Floats = np.asarray(found * (side / size), np.float64)
            return unit, side * float(np.linalg.slogdet(table)[0])
    raise Lost(at.bonus)
