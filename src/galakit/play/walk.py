"""Plays that follow the rules, for games too large to unfold or to solve."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from galakit.agents.contract import Policy, uniformly
from galakit.agents.playouts import LIMIT_MOVES, endless
from galakit.agents.trace import Event, Trace
from galakit.errors import GalakitError
from galakit.game.side_tables import unbounded_payoff
from galakit.progress import Progress, throttled
from galakit.rules.contract import CHANCE, END, Fact, Number, Rules, State, Step
from galakit.rules.knowledge import Knowledge, Write, news

LIMIT_KEPT = 200_000  # states whose moves are cached between plays


class _Visited:
    """The cached moves and steps of a state."""

    __slots__ = ("chances", "mover", "moves", "news", "state", "steps")

    def __init__(self, state: State) -> None:
        self.state = state
        self.mover = state.mover
        self.moves = state.moves if self.mover != END else ()
        if self.mover != END and not self.moves:
            raise GalakitError(
                "a player must choose, but has no move", hint="offer at least one move, or end the game", id="GK604"
            )
        self.chances = [float(p) for p in accumulate(state.probabilities or ())] if self.mover == CHANCE else []
        self.steps: dict[int, Step] = {}
        self.news: dict[int, tuple[tuple[int, str], ...]] = {}
        """the facts of each step, computed on demand"""


def play_by_rules(
    rules: Rules,
    policy: Policy,
    n: int,
    random: np.random.Generator,
    *,
    traces: int = 0,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.float64], tuple[Trace, ...]]:
    """Payoffs [n, players] of n plays, and the first few of them in full."""
    tell = throttled(progress)
    written: dict[Fact, str] = {}

    def write(thing: Fact) -> str:
        text = written.get(thing)
        if text is None:
            text = written[thing] = rules.write(thing)
        return text

    blind = policy is uniformly
    opening = rules.start()
    beginning = Knowledge.opening(rules, opening)
    visited: dict[State, _Visited] = {}
    totals = np.zeros((n, len(rules.players)))
    told: list[Trace] = []
    for k in range(n):
        gained: list[Number] = list(opening.payoffs)
        known = beginning
        telling = k < traces
        events: list[Event] = []
        state = opening.state
        for _ in range(LIMIT_MOVES):
            here = visited.get(state)
            if here is None:
                here = _Visited(state)
                if len(visited) < LIMIT_KEPT:
                    visited[state] = here
            mover = here.mover
            if mover == END:
                break
            if mover == CHANCE:
                sums = here.chances
            else:
                sums = list(accumulate(policy(mover, known[mover], len(here.moves))))
            index = min(bisect_right(sums, random.random() * sums[-1]), len(sums) - 1)
            step = here.steps.get(index)
            if step is None:
                step = here.steps[index] = here.state.after(index)
            state = step.state
            for player, amount in enumerate(step.payoffs):
                gained[player] += amount
            if not blind:  # facts matter only to a policy that uses them
                taught = here.news.get(index)
                if taught is None:
                    taught = here.news[index] = news(write, step, here.state, index)
                known = known.learning(taught)
            if telling:
                events.append(_event(rules, mover, write(here.moves[index]), step, write))
        else:
            raise endless()
        try:
            totals[k] = [float(g) for g in gained]
        except OverflowError:
            raise unbounded_payoff() from None
        if telling:
            told.append(Trace(_seen(rules, opening, write), tuple(events), tuple(gained)))
        tell("playing", k + 1, n)
    return totals, tuple(told)


def _event(rules: Rules, mover: int, move: str, step: Step, write: Write) -> Event:
    return Event("chance" if mover == CHANCE else rules.players[mover], move, _seen(rules, step, write))


def _seen(rules: Rules, step: Step, write: Write) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a step lets each player see, where it is anything."""
    seen: list[tuple[str, ...]] = [() for _ in rules.players]
    for player, fact in step.observations:
        seen[player] += (write(fact),)
    return tuple((name, facts) for name, facts in zip(rules.players, seen) if facts)
