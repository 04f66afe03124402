"""What a team can be sure of against one adversary: `galakit team`, `gk.team`.

Without correlation the members draw their moves independently, and the answer is the team-maxmin payoff (von Stengel &
Koller 1997). With it they agree beforehand on a joint plan that is drawn at random, unseen by the adversary (ex ante
correlation; Celli & Gatti 2018). Either way they cannot talk while they play.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.solution.shown.numbers import json_number, number
from galakit.solvers.checks import check_fractions

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.size import Size
    from galakit.progress import Progress
    from galakit.solution.solution import Solution
    from galakit.solvers.team.setting import Setting

GAP = 1e-3  # of the difference between the most and the least that the team can get
QUICK = 2_000  # nodes up to which fractions are the default


@dataclass(frozen=True)
class JointPlan:
    """A pure plan for each member, drawn with a probability."""

    probability: Number
    moves: tuple[tuple[str, tuple[str, ...], str], ...]
    """player, facts, move: for each information set that the plan leads to"""


@dataclass(frozen=True, eq=False)
class TeamPlay:
    """What a team should do, what it is sure of, and what no strategy of the team exceeds."""

    name: str
    params: dict[str, str]
    members: tuple[str, ...]
    adversary: str
    alike: bool
    """whether the members are always paid the same; then this is the team's payoff, else it is their sum"""
    value: Number
    """at least this, whatever the adversary does: computed by an independent best response"""
    bound: Number
    """no strategies of the team are sure of more"""
    correlated: bool
    complete: bool
    """whether value and bound are as close as was asked for"""
    algorithm: str
    size: Size
    seconds: dict[str, float]
    lottery: tuple[JointPlan, ...] = ()
    """with correlation: what to draw from, the likeliest first"""
    solution: Solution | None = field(default=None, repr=False)
    """without: the members' strategies, and a reply that holds them to `value`; with correlation, only the adversary's
    strategy, which holds every joint plan to `bound`, is meaningful"""

    @property
    def exact(self) -> bool:
        """Whether the value was computed in fractions."""
        return not isinstance(self.value, float)

    def to_json(self) -> dict[str, Any]:
        """What `galakit team --json` prints, but for the strategies; exact numbers as texts `p/q`."""
        return {
            "game": self.name,
            "params": dict(self.params),
            "team": list(self.members),
            "adversary": self.adversary,
            "payoff": "of each member" if self.alike else "sum of the members' payoffs",
            "correlated": self.correlated,
            "value": json_number(self.value),
            "bound": json_number(self.bound),
            "exact": self.exact,
            "complete": self.complete,
            "algorithm": self.algorithm,
            "size": self.size.to_json(),
            "seconds": {stage: round(s, 6) for stage, s in self.seconds.items()},
            "lottery": [
                {
                    "probability": json_number(joint.probability),
                    "moves": [{"player": p, "facts": list(f), "move": m} for p, f, m in joint.moves],
                }
                for joint in self.lottery
            ],
        }

    def __repr__(self) -> str:
        team = ", ".join(self.members)
        return f"<{team} against {self.adversary} in {self.name}: {number(self.value)}, at most {number(self.bound)}>"


def team(
    game: Game,
    players: Sequence[str | int],
    *,
    correlated: bool = False,
    gap: float | None = None,
    exact: bool | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> TeamPlay:
    """What all players but one can be sure of together against the one who is left, and how.

    The team's payoff is that of each member where they are always the same, otherwise the sum. Without correlation the
    search stops when value and bound are no further apart than `gap` (by default a thousandth of the stakes); with
    correlation the answer is exact in small games.

    >>> import galakit as gk
    >>> game = gk.load("team_pennies")
    >>> gk.team(game, ["ann", "bob"]).value, gk.team(game, ["ann", "bob"], correlated=True).value
    (Fraction(1, 4), Fraction(1, 2))
    """
    from galakit.solvers.team.setting import setting

    if gap is not None and not gap >= 0:
        raise GalakitError(
            f"the gap `{gap}` is not a number from 0 on", hint="give a small number, for example 0.001", id="GK685"
        )
    deadline = Deadline.of(time_limit)
    with game.reporting(progress, deadline):
        against = setting(game, players)
        form, size = against.form, game.size()
        check_fractions(exact, form.exact)
        fractions = form.exact and exact is not False and (bool(exact) or size.nodes <= QUICK)
        began = time.perf_counter()
        find = _with_correlation if correlated else _without
        found = find(game, against, gap, fractions, deadline)
        found["seconds"] = game.seconds | {"solve": time.perf_counter() - began}
    return TeamPlay(
        name=game.name,
        params=dict(game.params),
        members=tuple(form.players[m] for m in against.members),
        adversary=form.players[against.adversary],
        alike=against.alike,
        correlated=correlated,
        size=size,
        **found,
    )


def _without(game: Game, setting: Setting, gap: float | None, exact: bool, deadline: Deadline | None) -> dict[str, Any]:
    from galakit.solvers.team.independent import independent
    from galakit.solvers.team.relaxation import PRODUCTS, products

    if (many := products(setting)) > PRODUCTS:
        raise GalakitError(
            f"no team without correlation can be solved for: it has {many:,} pairs of sequences, and at most "
            f"{PRODUCTS:,} are possible",
            hint="choose smaller parameters, or let the team correlate: --correlated",
            id="GK693",
        )
    allowed = GAP * setting.stake if gap is None else gap
    found = independent(setting, allowed, exact=exact, deadline=deadline, progress=game.progress)
    _, reply = setting.held_to(setting.towards(found.plans))
    return {
        "value": found.value,
        "bound": found.bound,
        "complete": found.complete,
        "algorithm": f"branch and bound, boxes of plans: {found.boxes:,}",
        "solution": _solution(game, setting, found.plans, reply),
    }


def _with_correlation(
    game: Game, setting: Setting, gap: float | None, exact: bool, deadline: Deadline | None
) -> dict[str, Any]:
    from galakit.game.realization import uniform
    from galakit.solvers.team.correlated import correlated

    form = setting.form
    found = correlated(setting, exact=exact, deadline=deadline, progress=game.progress)
    lottery = tuple(JointPlan(p, _moves(setting, plans)) for p, plans in found.joint)
    some = tuple(uniform(form, m, exact=exact) for m in setting.members)
    return {
        "value": found.value,
        "bound": found.bound,
        "complete": found.complete,
        "algorithm": f"column generation, joint plans: {found.tried:,}",
        "lottery": lottery,
        "solution": _solution(game, setting, some, found.adversary),
    }


def _moves(setting: Setting, plans: tuple[Plan, ...]) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """The move at each information set that a joint plan's own moves lead to."""
    form = setting.form
    found = []
    for member, plan in zip(setting.members, plans):
        for i in form.sets_of(member).tolist():
            first, count = int(form.first_sequence[i]), int(form.moves_count[i])
            own = plan[first : first + count]
            if own.max() > 0 and count > 1:
                found.append((form.players[member], form.facts(i), form.moves(i)[int(own.argmax())]))
    return tuple(found)


def _solution(game: Game, setting: Setting, plans: tuple[Plan, ...], reply: Plan) -> Solution:
    from galakit.game.realization import is_exact
    from galakit.solution.certificate import certify
    from galakit.solution.solution import Solution
    from galakit.solution.tree.policy import TreePolicy

    every = dict(zip(setting.members, plans)) | {setting.adversary: reply}
    ordered = tuple(every[p] for p in range(len(every)))
    if not all(map(is_exact, ordered)):
        ordered = tuple(plan.astype(float) for plan in ordered)
    return Solution(
        name=game.name,
        params=dict(game.params),
        players=game.players,
        method="team",
        certificate=certify(setting.form, ordered),
        size=game.size(),
        seconds=dict(game.seconds),
        why="a team against one adversary",
        warnings=game.remarks,
        game=game,
        policy=TreePolicy(game.players, game, plans=ordered),
    )
