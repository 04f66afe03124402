"""Simulated play: many plays by agents, averages with confidence intervals, a few plays in full.

Plays by a solution move through the node table together, one step per round for all of them, so ten thousand take
milliseconds. Where there is no node table, and for random play, which needs no solution and no unfolding, each play
follows the rules themselves. Other agents are asked at each decision (`match`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galakit.agents.contract import uniformly
from galakit.agents.registry import Playing
from galakit.agents.solution import policy_of
from galakit.agents.trace import Trace, traced
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.ragged import concatenated, grouped, offsets
from galakit.play.match import Match
from galakit.play.walk import play_by_rules
from galakit.progress import Progress
from galakit.rules.contract import END, Forgiving, Number
from galakit.solution.solution import Solution

if TYPE_CHECKING:
    from galakit.display.look import Look

CONFIDENCE = 1.959963984540054  # standard errors of a 95 % confidence interval
PLAYS = 10_000  # by a solution or at random
PLAYS_OF_AGENTS = 500  # with agents that decide move by move


@dataclass(frozen=True)
class Simulation:
    """The results of n plays. Lists have one entry per player."""

    game: str
    params: dict[str, str]
    players: tuple[str, ...]
    agents: tuple[str, ...]
    plays: int
    seed: int
    mean: tuple[float, ...]
    error: tuple[float | None, ...]
    """standard errors of the means; None for a single play"""
    value: tuple[Number, ...] | None
    """expected payoffs by the solution, where all players follow it"""
    traces: tuple[Trace, ...]
    seconds: float
    doubts: tuple[str, ...] = ()
    """problems of the rules, and how they were counted"""
    look: Look | None = field(default=None, repr=False, compare=False)
    """of the game"""

    @property
    def shown(self) -> Look:
        """How facts and moves of the game look."""
        from galakit.display.look import Look

        return self.look or Look((), self.players)

    @property
    def how(self) -> str:
        """The agents, in words."""
        if len(set(self.agents)) > 1:
            return " against ".join(dict.fromkeys(self.agents))
        known = {"solution": "by the solution", "random": "at random"}
        return known.get(self.agents[0], f"by {self.agents[0]}")

    @property
    def interval(self) -> tuple[tuple[float, float] | None, ...]:
        """The 95 % confidence interval of each mean."""
        return tuple(
            None if error is None else (mean - CONFIDENCE * error, mean + CONFIDENCE * error)
            for mean, error in zip(self.mean, self.error)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "params": self.params,
            "players": list(self.players),
            "agents": list(self.agents),
            "plays": self.plays,
            "seed": self.seed,
            "mean": list(self.mean),
            "error": list(self.error),
            "interval": [None if pair is None else list(pair) for pair in self.interval],
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
    n: int | None = None,
    *,
    seed: int | None = None,
    agents: Playing | Mapping[str, Playing] | None = None,
    traces: int = 3,
    game: Game | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play n times by the solution, by agents, or, given a game only, uniformly at random.

    `agents` is one for all players or one for each (see `galakit.agents.registry`); `"solution"` is the solution
    passed. A solution read from a file without its game needs the `game`.

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"))
    >>> result = gk.simulate(solution, 10_000, seed=1)
    >>> abs(result.mean[0] + 1 / 18) < 4 * result.error[0]
    True
    >>> result = gk.simulate(solution, 100, agents={"first": "search:50", "second": "solution"}, seed=1)
    >>> result.agents, result.interval[0][0] < result.mean[0]
    (('search:50', 'solution by lp'), True)
    """
    solution = what if isinstance(what, Solution) else None
    game = what if isinstance(what, Game) else what.game or game
    if game is None:
        raise GalakitError(
            "a solution that was read from a file cannot be played without its game",
            hint="pass the game: simulate(solution, game=gk.load(...))",
            id="GK510",
        )
    agents = agents or ("random" if solution is None else "solution")
    given: Mapping[str, Playing] = agents if isinstance(agents, Mapping) else dict.fromkeys(game.players, agents)
    if solution is not None:
        given = {player: solution if playing == "solution" else playing for player, playing in given.items()}
    whole = solution is not None and all(playing is solution for playing in given.values())
    quick = given.keys() == set(game.players) and (whole or set(given.values()) == {"random"})
    n = (PLAYS if quick else PLAYS_OF_AGENTS) if n is None else n
    if n < 1:
        raise GalakitError(f"{n} plays cannot be simulated", hint="simulate at least one", id="GK508")
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    if seed < 0:
        raise GalakitError(f"the seed must not be negative: {seed}", hint="give a number from 0 on", id="GK508")

    began = time.perf_counter()
    doubts: list[str] = []
    names: tuple[str, ...] = ("solution" if whole else "random",) * len(game.players)
    random = np.random.default_rng(seed)
    if not quick:
        playing = game
        if isinstance(game.rules, Forgiving) and "solution" not in given.values():
            playing = Game(game.rules.forgiving(doubts), game.params)
        result = Match(playing, given).play(n, seed=seed, progress=progress or game.progress)
        totals = np.array(result.scores)
        names, told = result.agents, tuple(result.trace(k) for k in range(min(traces, n)))
    elif whole and solution is not None and solution.game and solution.able.list_all and game.tree is not None:
        ends = play_on_tree(solution, n, random)
        totals = np.array(game.tree.payoffs, np.float64)[game.tree.payoff[ends]]
        told = tuple(traced(game.tree, int(end)) for end in ends[:traces])
    else:
        policy = policy_of(solution) if whole and solution is not None else uniformly
        rules = game.rules.forgiving(doubts) if isinstance(game.rules, Forgiving) else game.rules
        totals, told = play_by_rules(rules, policy, n, random, traces=traces, progress=progress or game.progress)
    error = (totals.std(axis=0, ddof=1) / np.sqrt(n)).tolist() if n > 1 else [None] * len(game.players)
    return Simulation(
        game=game.name,
        params=dict(game.params),
        players=game.players,
        agents=names,
        plays=n,
        seed=seed,
        mean=tuple(totals.mean(axis=0).tolist()),
        error=tuple(error),
        value=solution.value if whole and solution is not None else None,
        traces=told,
        seconds=time.perf_counter() - began,
        doubts=tuple(dict.fromkeys(doubts)),
        look=game.look,
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
        # Draw for all plays at a node together: a deal has thousands of outcomes.
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
    """For each entry of `which`, a member of that group drawn by weight; groups as in `ragged.offsets`."""
    sums = np.cumsum(weight)
    # One cumulative sum for all groups: a draw falls between the sums before and after its own group.
    low = np.where(start > 0, sums[start - 1], 0.0)
    high = sums[start + count - 1]
    point = low[which] + random.random(len(which)) * (high - low)[which]
    # A draw rounded up to the end of its group would fall into the next one; just below, it is a member with weight.
    point = np.minimum(point, np.nextafter(high, -np.inf)[which])
    move: npt.NDArray[np.int64] = np.searchsorted(sums, point, side="right") - start[which]
    return move
