"""The method `credible`: an equilibrium without empty threats, by whichever method suits the game, and checked.

Every move must be best where it is made, given what its player may believe there, also where play never gets. Which
refinement of Nash's equilibrium says so, and how to compute it, depends on the game:

* where every mover knows the state, backward induction gives a subgame-perfect equilibrium;
* two players who choose once, at the same time, a proper one;
* two players otherwise, or one, a quasi-perfect one;
* three players or more, the limit of quantal responses.

All are sequential equilibria. `solution.assess` checks that on the tree, sharing no code with the methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Behaviour, Trembles
    from galakit.solution.assess.sequential import Assessment


@dataclass(frozen=True)
class _Way:
    """A method, and the kind of equilibrium that it finds."""

    method: str
    concept: str


BACKWARD = _Way("backward", "a subgame-perfect equilibrium")
PROPER = _Way("proper", "a proper equilibrium")
QUASI_PERFECT = _Way("quasi-perfect", "a quasi-perfect equilibrium")
LOGIT = _Way("logit", "a sequential equilibrium")


def refusal(game: Game) -> str | None:
    return _way(game)[1]


def _way(game: Game) -> tuple[_Way, str | None]:
    """How a game is solved, and why it cannot be, if so."""
    from galakit.solvers.registry import named

    if named(BACKWARD.method).refusal(game) is None:
        return BACKWARD, None
    form = game.form
    if len(form.players) > 2:
        return LOGIT, named(LOGIT.method).refusal(game)
    at_once = [len(form.sets_of(player)) for player in range(len(form.players))] == [1, 1]
    if at_once and named(PROPER.method).refusal(game) is None:
        return PROPER, None
    return QUASI_PERFECT, named(QUASI_PERFECT.method).refusal(game)


def run(game: Game, request: Request) -> Answer:
    from galakit.solvers.registry import named

    way, _ = _way(game)
    answer = named(way.method).run(game, request)
    judged = _judged(game, answer)
    if way is LOGIT and judged is not None and not judged.sequential:
        further = _followed_on(game, request)
        if further is not None:
            answer, judged = further, _judged(game, further)
    answer = replace(answer, algorithm=f"{way.method}: {answer.algorithm}")
    if judged is not None and judged.sequential:
        where = "the information set" if len(judged.sets) == 1 else f"any of {len(judged.sets):,} information sets"
        return _told(answer, f"{way.concept}; checked: no player gains by another move at {where}")
    unchecked = "the tree is too large to check every information set"
    if judged is None and way is BACKWARD:
        return _told(answer, f"{way.concept}; {unchecked}")
    why = unchecked if judged is None else judged.verdict.split(": ", 1)[-1]
    answer = _told(answer, f"not proved: {why}")
    warning = f"it is not proved that this equilibrium is credible: {why}"
    return replace(answer, warnings=(*answer.warnings, warning), complete=False)


def _told(answer: Answer, text: str) -> Answer:
    return replace(answer, found={**answer.found, "credible": text})


def _followed_on(game: Game, request: Request) -> Answer | None:
    """The limit of quantal responses at every information set; None where it is not recognised.

    `logit` ends where play on the path is settled; off it, quantal responses may settle much later.
    """
    from galakit.game.realization import plan_of, without_trembles
    from galakit.progress import throttled
    from galakit.solvers.quantal.agent_form import AgentForm
    from galakit.solvers.quantal.everywhere import sequential_end
    from galakit.solvers.quantal.path import Path, Point

    agents = AgentForm(game.form)
    tell = throttled(request.progress)

    def seen(point: Point) -> None:
        tell(f"following quantal responses: precision {point.precision / agents.scale:.3g}", 0, None)
        if request.limit is not None:
            request.limit.check("following quantal responses")

    end = sequential_end(Path(agents), seen)
    if end is None:
        return None
    strategies, point = end
    return Answer(
        tuple(plan_of(game.form, player, strategy) for player, strategy in enumerate(strategies)),
        f"quantal responses up to precision {point.precision / agents.scale:.3g}, then Newton's method",
        trembles=tuple(without_trembles(strategy) for strategy in strategies),
    )


def _judged(game: Game, answer: Answer) -> Assessment | None:
    """What the check on the tree says; None where the tree is too large for it."""
    from galakit.solution.assess.sequential import LIMIT_NODES, assess
    from galakit.solution.tree.continuation_values import ContinuationValues

    if game.automaton.nodes[0] > LIMIT_NODES:
        return None
    form, tree, _ = game.unfolded
    if tree is None:
        return None
    strategies, trembles = _listed(game, answer)
    return assess(ContinuationValues(form, tree, strategies), trembles)


def _listed(game: Game, answer: Answer) -> tuple[Sequence[Behaviour], Sequence[Trembles] | None]:
    """The strategies, and the trembles whose limit they are, if there are any."""
    if answer.policy is not None:
        return answer.policy.strategies(game.form), None
    if answer.trembles is not None:
        sure = all((t.share > 0).all() for t in answer.trembles)
        return [t.behaviour for t in answer.trembles], answer.trembles if sure else None
    from galakit.game.completion import completed

    assert answer.plans is not None
    return completed(game.form, answer.plans), None


METHOD = Method(
    name="credible",
    needs="perfect recall; without perfect information, what quasi-perfect (two players) or logit (more) need",
    promises="an equilibrium without empty threats, checked at every information set",
    cost="that of backward, proper, quasi-perfect or logit, and a check on the tree",
    refusal=refusal,
    run=run,
)
"""Subgame-perfect, proper, quasi-perfect, or the limit of quantal responses."""
