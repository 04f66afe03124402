"""What a state seems worth to each role before play is over, from the rules alone.

Signs are read off a state: how near each goal is (its condition as gates, worked out with degrees instead of truth:
*goal proximity*), how many moves each role has (*mobility*), and which facts hold, *persistent* ones and others. How
much each sign says is learnt from random plays: the weights fit what plays from states brought. Signs that say
nothing in a game get no weight, and facts that may vanish have to prove more than those that stay.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.agents.network.mcts.playing import Desk, Scale, begin, fresh_desk, play_on, scale_of
from galakit.agents.network.persistence import persistent
from galakit.compiling import njit
from galakit.gdl.network.batch import look
from galakit.gdl.network.lanes import LANES, fresh_values, store
from galakit.gdl.network.machine import Network
from galakit.gdl.network.net import GOAL, PLAY, Net

PASSING = 4.0
"""how much more evidence facts need that do not persist"""
CERTAIN = 0.9
"""the degree to which what holds is taken to hold: a goal of which more is fulfilled is nearer"""
LARGE = 20_000
"""inputs of gates above which degrees would take longer than they are worth"""
LONGEST = 2_000
"""turns of a play"""


@dataclass(frozen=True)
class Sample:
    """States that random plays pass through, and what two plays from each of them brought."""

    states: Any
    values: Any
    """of each play, state and role"""
    turns: float
    """how long plays from the opening take"""


def sample(network: Network, deadline: float, seed: int = 0, waves: int = 32) -> Sample:
    """As many states as time allows, at least those of one wave."""
    net = network.net
    scale = scale_of(net)
    desk = fresh_desk(net, seed)
    even = np.ones(int(net.moves[-1]), dtype=np.float32)
    opening = np.repeat(net.opening[None, :], LANES, axis=0)
    rng = np.random.default_rng(seed)
    states, values = [], []
    begin(net, desk, opening, LANES)
    _finish(net, desk, scale, even, deadline)
    usual = float(desk.turns.mean())
    for _ in range(waves):
        begin(net, desk, opening, LANES)
        play_on(net, desk, scale, even, int(rng.integers(1, max(3, int(usual)))))
        rows = np.zeros((LANES, len(net.opening)), dtype=np.uint64)
        store(desk.values, (2 + 2 * np.arange(net.bits)).astype(np.int32), LANES, rows)
        rows = rows[np.isnan(desk.result[:, 0])]
        results = []
        for _ in range(2):
            begin(net, desk, rows, len(rows))
            _finish(net, desk, scale, even, deadline)
            results.append(desk.result[: len(rows)].copy())
        states.append(rows)
        values.append(np.array(results, dtype=np.float64))
        if time.monotonic() >= deadline:
            break
    rows, both = np.concatenate(states), np.concatenate(values, axis=1)
    ended = np.isfinite(both).all(axis=(0, 2))
    return Sample(rows[ended], both[:, ended], usual)


def _finish(net: Net, desk: Desk, scale: Scale, weights: Any, deadline: float) -> None:
    turns = 0
    while play_on(net, desk, scale, weights, 8) and turns < LONGEST and time.monotonic() < deadline:
        turns += 8


@dataclass(frozen=True)
class Evaluation:
    """A linear guess of every role's value, between 0 and 1."""

    network: Network
    constant: Any
    """of each role"""
    weights: Any
    """of each sign and role: goal proximities and mobilities, if they are used, and facts"""
    signal: float
    """which part of the differences between states it explains: nothing 0, everything 1"""

    def __call__(self, rows: Any, legal: Any) -> Any:
        """What states seem to be worth to each role, given their packed bits and legal moves."""
        guess = self.constant + signs(self.network.net, rows, legal) @ self.weights
        return np.clip(guess, 0.01, 0.99)


def learnt(network: Network, seen: Sample, *, facts_only: bool = False) -> Evaluation:
    """An evaluation fitted to a sample, by ridge regression; a fifth of it says how good it is."""
    net = network.net
    roles = len(network.roles)
    if facts_only:
        features = _facts(net, seen.states)
    else:
        features = signs(net, seen.states, _legal(network, seen.states))
    features = features.astype(np.float64)
    values = seen.values.mean(0)
    if len(values) < 64:
        return Evaluation(network, np.full(roles, 0.5), np.zeros((features.shape[1], roles)), 0.0)
    strength = np.ones(features.shape[1])
    strength[-net.bits :] = np.where(persistent(net)[0], 1.0, PASSING)
    train = np.arange(len(values)) % 5 > 0
    constant, weights = _ridge(features[train], values[train], strength)
    guess = constant + features[~train] @ weights
    # Two plays from one state have in common what the state is worth: this is what can be explained.
    first, second = seen.values - seen.values.mean(1, keepdims=True)
    common = (first * second).mean()
    explained = ((guess - guess.mean(0)) * (values - values.mean(0))[~train]).mean()
    signal = float(np.clip(explained / common, 0.0, 1.0)) if common > 1e-4 else 0.0
    return Evaluation(network, constant, weights, signal)


def _ridge(features: Any, values: Any, strength: Any) -> tuple[Any, Any]:
    centre, spread = features.mean(0), features.std(0)
    known = spread > 1e-6
    scaled = np.where(known, (features - centre) / np.where(known, spread, 1.0), 0.0)
    penalty = np.diag(0.01 * len(values) * strength)
    weights = np.linalg.solve(scaled.T @ scaled + penalty, scaled.T @ (values - values.mean(0)))
    weights = np.where(known[:, None], weights / np.where(known, spread, 1.0)[:, None], 0.0)
    return values.mean(0) - centre @ weights, weights


def signs(net: Net, rows: Any, legal: Any) -> Any:
    """All that is read off states, a row for each."""
    moves = np.unpackbits(np.ascontiguousarray(legal).view(np.uint8), axis=1, bitorder="little")
    mobility = [np.log1p(moves[:, a:b].sum(1)) for a, b in zip(net.moves[:-1].tolist(), net.moves[1:].tolist())]
    near = np.zeros((len(rows), len(net.goals)), dtype=np.float32)
    if len(net.inputs) <= LARGE:
        nodes = 1 + net.bits + int(net.moves[-1]) + len(net.starts) - 1
        proximity(net, rows, np.zeros(nodes, dtype=np.float32), near)
    return np.column_stack([near, *mobility, _facts(net, rows)])


def _facts(net: Net, rows: Any) -> Any:
    bits = np.unpackbits(np.ascontiguousarray(rows).view(np.uint8), axis=1, bitorder="little")
    return bits[:, : net.bits].astype(np.float32)


@njit(cache=True, nogil=True)
def proximity(net: Net, rows: Any, degrees: Any, near: Any) -> None:
    """To which degree each goal's condition holds in each state.

    A conjunction holds to the geometric mean of its parts' degrees, so a long one that is nearly fulfilled is near;
    what is negated holds to the rest of 1. Loops are gone through once.
    """
    gates = 1 + net.bits + net.moves[-1]
    for row in range(len(rows)):
        degrees[0] = 1
        for b in range(net.bits):
            holds = (rows[row, b >> 6] >> np.uint64(b & 63)) & np.uint64(1) != 0
            degrees[1 + b] = CERTAIN if holds else 1 - CERTAIN
        for s in range(net.phases[PLAY], net.phases[GOAL + 1]):
            for g in range(net.segments[s, 0], net.segments[s, 1]):
                product = np.float32(1)
                size = net.starts[g + 1] - net.starts[g]
                for k in range(net.starts[g], net.starts[g + 1]):
                    degree = degrees[net.inputs[k] >> 1]
                    product *= 1 - degree if net.inputs[k] & 1 else degree
                degrees[gates + g] = product ** np.float32(1 / max(1, min(size, 4)))
        for k in range(len(net.goals)):
            degree = degrees[net.goals[k] >> 1]
            near[row, k] = 1 - degree if net.goals[k] & 1 else degree


def _legal(network: Network, states: Any) -> Any:
    net = network.net
    legal = np.zeros((len(states), (int(net.moves[-1]) + 63) // 64), dtype=np.uint64)
    terminal = np.zeros(LANES, dtype=np.bool_)
    goals = np.zeros((LANES, len(network.roles)), dtype=np.int32)
    values = fresh_values(net)
    for k in range(0, len(states), LANES):
        part = states[k : k + LANES]
        look(net, values, part, len(part), legal[k : k + LANES], terminal, goals)
    return legal
