"""Simulated play: many plays at once by a solution, averages with their standard errors, a few plays told in full.

Plays by a solution move through the node table together, one step per round for all of them, so ten thousand take
milliseconds. Where there is no node table, and for random play, which needs no solution and no unfolding, each play
follows the rules themselves.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.ragged import concatenated, grouped, offsets
from galakit.play.profile import policy_of
from galakit.play.trace import Trace, traced
from galakit.play.walk import play_by_rules, uniformly
from galakit.progress import Progress
from galakit.rules.contract import END, Forgiving, Number
from galakit.solution.solution import Solution

Agent: TypeAlias = Literal["solution", "random"]


@dataclass(frozen=True)
class Simulation:
    """What n plays brought. Lists have one entry per player."""

    game: str
    params: dict[str, str]
    players: tuple[str, ...]
    agent: Agent
    plays: int
    seed: int
    mean: tuple[float, ...]
    error: tuple[float | None, ...]
    """standard errors of the means; None for a single play"""
    value: tuple[Number, ...] | None
    """what the solution promises"""
    traces: tuple[Trace, ...]
    seconds: float
    doubts: tuple[str, ...] = ()
    """what was wrong with the rules, and how it was counted"""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "params": self.params,
            "players": list(self.players),
            "agent": self.agent,
            "plays": self.plays,
            "seed": self.seed,
            "mean": list(self.mean),
            "error": list(self.error),
            "value": None if self.value is None else [v if isinstance(v, float) else str(v) for v in self.value],
            "traces": [trace.to_json() for trace in self.traces],
            "seconds": round(self.seconds, 6),
            "doubts": list(self.doubts),
        }

    def _repr_html_(self) -> str:
        from galakit.play.html import simulation_card

        return simulation_card(self)


def simulate(
    what: Solution | Game,
    n: int = 10_000,
    *,
    seed: int | None = None,
    agent: Agent | None = None,
    traces: int = 3,
    game: Game | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play n times: everybody by the solution, or, given a game only or `agent="random"`, uniformly at random.

    A solution that was read from a file and has no game with it needs the `game`.

    >>> import galakit as gk
    >>> result = gk.simulate(gk.solve(gk.load("kuhn")), 10_000, seed=1)
    >>> abs(result.mean[0] + 1 / 18) < 4 * result.error[0]
    True
    """
    solution = what if isinstance(what, Solution) else None
    game = what if isinstance(what, Game) else what.game or game
    agent = agent or ("random" if solution is None else "solution")
    if n < 1:
        raise GalakitError(f"{n} plays cannot be simulated", hint="ask for at least one", id="GK508")
    if agent not in ("solution", "random"):
        raise GalakitError(f"there is no agent called {agent}", hint="the agents are solution and random", id="GK509")
    if game is None:
        raise GalakitError(
            "a solution that was read from a file cannot be played without its game",
            hint="pass the game: simulate(solution, game=gk.load(...))",
            id="GK510",
        )
    if agent == "solution" and solution is None:
        raise GalakitError("play by the solution needs a solution", hint="pass what solve(game) returns", id="GK510")
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    if seed < 0:
        raise GalakitError(f"the seed must not be negative: {seed}", hint="give a number from 0 on", id="GK508")
    random = np.random.default_rng(seed)

    began = time.perf_counter()
    doubts: list[str] = []
    listed = solution is not None and solution.game is not None and solution.able.list_all
    if agent == "solution" and solution is not None and listed and game.tree is not None:
        ends = play_on_tree(solution, n, random)
        totals = np.array(game.tree.payoffs, np.float64)[game.tree.payoff[ends]]
        told = tuple(traced(game.tree, int(end)) for end in ends[:traces])
    else:
        policy = uniformly if solution is None or agent == "random" else policy_of(solution)
        rules = game.rules.forgiving(doubts) if isinstance(game.rules, Forgiving) else game.rules
        totals, told = play_by_rules(rules, policy, n, random, traces=traces, progress=progress or game.progress)
    error = (totals.std(axis=0, ddof=1) / np.sqrt(n)).tolist() if n > 1 else [None] * len(game.players)
    return Simulation(
        game=game.name,
        params=dict(game.params),
        players=game.players,
        agent=agent,
        plays=n,
        seed=seed,
        mean=tuple(totals.mean(axis=0).tolist()),
        error=tuple(error),
        value=solution.value if solution is not None and agent == "solution" else None,
        traces=told,
        seconds=time.perf_counter() - began,
        doubts=tuple(dict.fromkeys(doubts)),
    )


def play_on_tree(solution: Solution, n: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """The terminal nodes of n plays by a solution."""
    game = solution.game
    assert game is not None and game.tree is not None
    tree, form = game.tree, game.form
    strategies = [np.asarray(strategy, np.float64) for strategy in solution.strategies]
    chances = np.array(tree.automaton.probabilities, np.float64)
    order, child = grouped(tree.parent[1:], tree.nodes)
    first, mover = tree.automaton.first.astype(np.int64), tree.automaton.mover
    at = np.zeros(n, np.int64)
    going = np.arange(n)
    while (going := going[mover[tree.state[at[going]]] != END]).size:
        # Draw at each node where somebody is, for all plays there together: a deal has thousands of outcomes.
        nodes, which = np.unique(at[going], return_inverse=True)
        state = tree.state[nodes]
        count = first[state + 1] - first[state]
        start = offsets(count)
        weight = chances[tree.automaton.probability[concatenated(first[state], count)]]
        for player, strategy in enumerate(strategies):
            own = mover[state] == player
            row = form.first_sequence[tree.information_set[nodes[own]]]
            weight[concatenated(start[own], count[own])] = strategy[concatenated(row, count[own])]
        move = drawn(weight, start, count, which, random)
        at[going] = order[child[nodes[which]] + move] + 1
    return at


def drawn(
    weight: npt.NDArray[np.float64],
    start: npt.NDArray[np.int64],
    count: npt.NDArray[np.int64],
    which: npt.NDArray[np.int64],
    random: np.random.Generator,
) -> npt.NDArray[np.int64]:
    """For each entry of `which`, a member of that group of weights drawn by them; groups as in `ragged.offsets`."""
    sums = np.cumsum(weight)
    # Searching one running sum for all groups: a draw falls between the sums before and after its own group.
    low = np.where(start > 0, sums[start - 1], 0.0)
    high = sums[start + count - 1]
    point = low[which] + random.random(len(which)) * (high - low)[which]
    # A draw rounded up to the end of its group would fall into the next one; just below, it is a member with weight.
    point = np.minimum(point, np.nextafter(high, -np.inf)[which])
    move: npt.NDArray[np.int64] = np.searchsorted(sums, point, side="right") - start[which]
    return move
