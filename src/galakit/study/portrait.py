"""Portraits of dynamics: the vector field and the nullclines around trajectories and rest points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats
from galakit.solvers.dynamics.flows import logit_response, replicator_velocity
from galakit.solvers.dynamics.populations import Populations
from galakit.solvers.dynamics.trajectories import Dynamics, Rule, dynamics
from galakit.study.portrait_answers import Arrow, PlayPath, Portrait, PortraitPopulation, Rest
from galakit.study.quantities import quantity

if TYPE_CHECKING:
    from galakit.game.game import Game

SQUARE = 13  # arrows along a side
TRIANGLE = 14
LINE = 61
FINE = 101  # points of a nullcline
MOST_POINTS = 1_000  # of a path
DIGITS = 6

Shape = Literal["line", "square", "triangle", "triangles"]


def shape_of(sizes: tuple[int, ...]) -> Shape | None:
    """How populations with so many strategies are drawn.

    >>> shape_of((3,)), shape_of((2, 2)), shape_of((4,))
    ('triangle', 'square', None)
    """
    shapes: dict[tuple[int, ...], Shape] = {(2,): "line", (2, 2): "square", (3,): "triangle"}
    return shapes.get(sizes) or ("triangles" if set(sizes) == {3} else None)


def answered(game: Game, rule: Rule, start: str, each: bool) -> Portrait:
    """The portrait of a game, or why there is none."""
    from galakit.game.normal_form import count_strategies, fewest_strategies

    form = game.form
    if not form.perfect_recall:
        return _none(rule, "a player forgets what they knew or did, so strategies are not listed")
    for player in range(len(form.players)):
        if fewest_strategies(form, player) > 3 or count_strategies(form, player) > 3:
            return _none(rule, f"{form.players[player]} has more than three strategies")
    found = dynamics(game, rule, start=start or None, one_population=False if each else None)
    if shape_of(found.populations.sizes) is None:
        return _none(rule, "a portrait needs two strategies each for two players, or three for every player")
    return portrait_of(found)


def _none(rule: str, why: str) -> Portrait:
    return Portrait(
        shape=None, refused=why, rule=rule, precision=None, populations=[], field=[], nullclines=[], rests=[], paths=[]
    )


def portrait_of(found: Dynamics) -> Portrait:
    """The portrait of dynamics; an error where there are too many strategies to draw."""
    populations = found.populations
    shape = shape_of(populations.sizes)
    if shape is None:
        sizes = " and ".join(map(str, populations.sizes))
        raise GalakitError(
            f"populations with {sizes} strategies have no portrait",
            hint="two strategies for each of two players can be drawn, and three for every player; --json has the rest",
            id="GK714",
        )
    states = _lattice(shape)
    return Portrait(
        shape=shape,
        refused=None,
        rule=found.rule,
        precision=found.precision,
        populations=[
            PortraitPopulation(name=name, strategies=list(own))
            for name, own in zip(populations.names, populations.strategies)
        ],
        field=[Arrow(state=_rounded(x), velocity=_rounded(velocity(found, x))) for x in states],
        nullclines=_nullclines(found) if shape == "square" else [],
        rests=[
            Rest(state=[quantity(share) for share in point.shares], kind=point.kind, equilibrium=point.equilibrium)
            for point in found.rest_points or ()
        ],
        paths=[
            PlayPath(
                times=_rounded(one.path.times[kept]),
                states=[_rounded(state) for state in one.path.states[kept]],
                last=float(one.last.gap),
                average=float(one.average.gap),
                moves=one.moves,
            )
            for one in found.trajectories
            for kept in [_thinned(len(one.path.times))]
        ],
    )


def velocity(found: Dynamics, state: Floats) -> Floats:
    """How shares change by the rule."""
    populations = found.populations
    if found.rule == "replicator":
        return replicator_velocity(populations, state)
    if found.precision is not None:
        return logit_response(populations, state, found.precision) - state
    payoffs = populations.payoffs(state)
    return populations.corner(populations.best(payoffs)) - state


def _lattice(shape: Shape) -> list[Floats]:
    """The states of the arrows."""
    if shape == "line":
        return [np.array([x, 1 - x]) for x in np.linspace(0, 1, LINE)]
    if shape == "square":
        sides = (np.arange(SQUARE) + 0.5) / SQUARE
        return [np.array([x, 1 - x, y, 1 - y]) for x in sides for y in sides]
    if shape == "triangle":
        whole = range(TRIANGLE)
        centred = [(i, j, TRIANGLE - 1 - i - j) for i in whole for j in whole if i + j < TRIANGLE]
        return [(np.array(ijk) + 1 / 3) / TRIANGLE for ijk in centred]
    return []


def _nullclines(found: Dynamics) -> list[list[list[float]]]:
    """Where each population's shares do not change, inside the square."""
    along = np.linspace(0, 1, FINE)
    if found.precision is not None:
        responses = [logit_response(found.populations, np.array([x, 1 - x, x, 1 - x]), found.precision) for x in along]
        own = [[(r[0], y) for r, y in zip(responses, along)], [(x, r[2]) for r, x in zip(responses, along)]]
        return [[_rounded(np.array([x, 1 - x, y, 1 - y])) for x, y in points] for points in own]
    lines = []
    for p in (0, 1):
        at = _indifferent(found.populations, p)
        ends = [] if at is None else [(0.0, at), (1.0, at)] if p == 0 else [(at, 0.0), (at, 1.0)]
        lines.append([_rounded(np.array([x, 1 - x, y, 1 - y])) for x, y in ends])
    return lines


def _indifferent(populations: Populations, population: int) -> float | None:
    """The other population's share of its first strategy that makes both own strategies equally good."""
    (a, b), (c, d) = populations.tensors[population].tolist()
    slope = (a - c) - (b - d)
    share = (d - b) / slope if slope else -1.0
    return share if 0 <= share <= 1 else None


def _thinned(many: int) -> list[int]:
    """At most so many of the points of a path, with its first and last."""
    return sorted({int(k) for k in np.linspace(0, many - 1, min(many, MOST_POINTS))})


def _rounded(numbers: Floats) -> list[float]:
    return [round(float(x), DIGITS) + 0.0 for x in numbers]
