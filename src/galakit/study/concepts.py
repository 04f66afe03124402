"""Other concepts than an equilibrium of all players: commitment, teams, mediators, dynamics, stability, dominance, and
whether an equilibrium is credible; each as an answer within some seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from galakit.deadline import Deadline
from galakit.study.concept_answers import (
    Advised,
    Committed,
    CorrelatedAnswer,
    CredibilityAnswer,
    Departure,
    DominanceAnswer,
    DynamicsAnswer,
    EliminatedAnswer,
    Followed,
    JointPlan,
    Known,
    MutantAnswer,
    NearestAnswer,
    RestingAt,
    StabilityAnswer,
    StableAnswer,
    TeamAnswer,
    Threat,
)
from galakit.study.decisions import MOST, better_at, called_at, decision_at, decisions_of, mixture_of, place_at
from galakit.study.quantities import quantities, quantity

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.rules.contract import Number
    from galakit.solution.solution import Solution
    from galakit.solvers.dynamics.populations import Populations
    from galakit.solvers.dynamics.trajectories import Rule

PLANS = 12  # joint plans, outcomes, paths, rest points, equilibria
ROUNDING = 1e-9  # gains in floating point that are none


def commitment(game: Game, seconds: float, leader: str, *, pure: bool = False) -> Committed:
    """The strategy that one of two players should announce."""
    from galakit.solvers.commitment.commit import commit

    made = commit(game, leader, pure=pure, time_limit=seconds)
    decisions, left_out = decisions_of(game, made.solution, [made.leader, made.follower])
    return Committed(
        game=title(game),
        leader=made.leader,
        follower=made.follower,
        pure=made.pure,
        value=quantity(made.value),
        follower_value=quantity(made.follower_value),
        follower_gain=quantity(max(made.follower_gain, 0)),
        bound=quantity(made.bound),
        proved=made.complete,
        exact=made.solution.exact and made.exact_bound,
        ties_against=quantity(made.replies.against),
        equilibrium=None if made.equilibrium is None else quantity(made.equilibrium),
        decisions=decisions,
        left_out=left_out,
    )


def team(game: Game, seconds: float, players: Sequence[str], *, correlated: bool = False) -> TeamAnswer:
    """What all players but one can be sure of together."""
    from galakit.solvers.team.team import team as best_team

    made = best_team(game, players, correlated=correlated, time_limit=seconds)
    assert made.solution is not None
    shown = [made.adversary] if made.correlated else [*made.members, made.adversary]
    decisions, left_out = decisions_of(game, made.solution, shown)
    return TeamAnswer(
        game=title(game),
        team=list(made.members),
        adversary=made.adversary,
        correlated=made.correlated,
        paid="each" if made.alike else "together",
        value=quantity(made.value),
        bound=quantity(made.bound),
        close=made.complete,
        exact=made.exact,
        exact_bound=not isinstance(made.bound, float),
        lottery=[
            JointPlan(
                probability=quantity(joint.probability),
                decisions=[decision_at(game, player, facts, {move: 1}) for player, facts, move in joint.moves[:MOST]],
            )
            for joint in made.lottery[:PLANS]
        ],
        decisions=decisions,
        left_out=left_out + len(made.lottery[PLANS:]),
    )


def mediation(game: Game, seconds: float, concept: str = "efce", objective: str = "welfare") -> CorrelatedAnswer:
    """The correlated equilibrium that is best for an objective."""
    from galakit.solvers.correlated.correlate import correlate

    found = correlate(game, concept, objective=objective, time_limit=seconds)
    outcomes = found.outcomes()
    advised = [here for here in found.recommendations() if here.probabilities]
    return CorrelatedAnswer(
        game=title(game),
        concept=found.concept,
        concept_name=found.concept_name,
        objective=found.objective,
        players=list(found.players),
        values=quantities(found.value),
        could_gain=quantities(max(gain, 0) for gain in found.certificate.gains),
        exact=found.exact,
        outcomes=[
            Advised(
                probability=quantity(one.probability),
                moves={player: list(moves) for player, moves in zip(found.players, one.moves)},
                labels={player: list(labels) for player, labels in zip(found.players, one.labels)},
            )
            for one in outcomes[:PLANS]
        ],
        decisions=[decision_at(game, here.player, here.facts, here.probabilities) for here in advised[:MOST]],
        left_out=len(outcomes[PLANS:]) + len(advised[MOST:]),
    )


def followed(
    game: Game,
    seconds: float,
    rule: Rule = "replicator",
    starts: Sequence[str] = (),
    *,
    precision: float | None = None,
    one_population: bool | None = None,
) -> DynamicsAnswer:
    """How play changes over time."""
    from galakit.solvers.dynamics.trajectories import dynamics

    found = dynamics(
        game,
        rule,
        start=list(starts) or None,
        precision=precision,
        one_population=one_population,
        time_limit=seconds,
    )
    among = found.populations
    rests = found.rest_points
    return DynamicsAnswer(
        game=title(game),
        rule=found.rule,
        populations={name: list(own) for name, own in zip(among.names, among.strategies)},
        rests=None
        if rests is None
        else [
            RestingAt(
                shares={name: mixture_of(own) for name, own in _by_population(among, one.shares)},
                kind=one.kind,
                equilibrium=one.equilibrium,
            )
            for one in rests[:PLANS]
        ],
        paths=[
            Followed(
                start=_rounded(among, one.start),
                end=_rounded(among, one.end),
                still_moves=round(one.moves, 6),
                gap=round(float(one.last.gap), 6),
                average_gap=round(float(one.average.gap), 6),
            )
            for one in found.trajectories[:PLANS]
        ],
        left_out=len((rests or ())[PLANS:]) + len(found.trajectories[PLANS:]),
    )


def evolution(game: Game, seconds: float) -> StabilityAnswer:
    """Which symmetric equilibria are evolutionarily stable."""
    from galakit.solvers.dynamics.stability import stability

    found = stability(game, time_limit=seconds)
    return StabilityAnswer(
        game=title(game),
        strategies=list(found.strategies),
        equilibria=[
            StableAnswer(
                plays=mixture_of(zip(found.strategies, one.shares)),
                payoff=quantity(one.payoff),
                verdict=one.verdict,
                mutant=None
                if one.mutant is None
                else MutantAnswer(
                    plays=mixture_of(zip(found.strategies, one.mutant.shares)),
                    own=quantity(one.mutant.own),
                    residents=quantity(one.mutant.residents),
                ),
                isolated=one.isolated,
            )
            for one in found.equilibria[:PLANS]
        ],
        left_out=len(found.equilibria[PLANS:]),
    )


def dominance(game: Game, seconds: float, *, weak: bool = False, moves: bool = False) -> DominanceAnswer:
    """What is dominated: strategies, or moves where strategies are too many or `moves` says so."""
    from galakit.solvers.normal.moves import too_many_strategies

    deadline = Deadline(seconds)
    with game.reporting(None, deadline):
        by_moves = moves or (not weak and too_many_strategies(game))
        before, left, kept, rounds = _moves(game, deadline) if by_moves else _strategies(game, deadline, weak)
    shown: list[list[EliminatedAnswer]] = []
    left_out = 0
    for gone in rounds:
        shown.append(gone[: max(0, MOST - sum(len(own) for own in shown))])
        left_out += len(gone) - len(shown[-1])
    return DominanceAnswer(
        game=title(game),
        of="moves" if by_moves else "strategies",
        rounds=shown,
        before=before,
        left=left,
        kept={player: names[:MOST] for player, names in kept.items()},
        complete=deadline.left > 0,
        left_out=left_out + sum(len(names[MOST:]) for names in kept.values()),
    )


def _strategies(game: Game, deadline: Deadline, weak: bool) -> Eliminated:
    from galakit.solvers.normal.dominance import eliminate

    table = game.normal_form()
    found = eliminate([payoffs for payoffs, _ in table.tables], weak=weak, stop=lambda: deadline.left <= 0)
    rounds = [
        [
            EliminatedAnswer(
                player=table.players[one.player],
                knows="",
                words="",
                eliminated=table.names[one.player][one.strategy],
                kind="weakly" if weak else "strictly",
                by={table.names[one.player][k]: str(weight) for k, weight in one.by},
                labels={},
                looks={},
            )
            for one in gone
        ]
        for gone in found.rounds
    ]
    kept = {p: [names[k] for k in own] for p, names, own in zip(table.players, table.names, found.kept)}
    left = {player: len(own) for player, own in kept.items()}
    return dict(zip(table.players, table.shape)), left, kept, rounds


def _moves(game: Game, deadline: Deadline) -> Eliminated:
    from galakit.solvers.normal.moves import eliminate_moves

    form = game.form
    found = eliminate_moves(form, mixtures=True, stop=lambda: deadline.left <= 0)
    rounds = []
    for gone in found.rounds:
        rounds.append(own := list[EliminatedAnswer]())
        for one in gone:
            first, moves = int(form.first_sequence[one.information_set]), form.moves(one.information_set)
            player, facts = form.players[one.player], form.facts(one.information_set)
            named = [moves[s - first] for s in (one.sequence, *(s for s, _ in one.by))]
            own.append(
                EliminatedAnswer(
                    **place_at(game, player, facts),
                    eliminated=named[0],
                    kind=one.kind,
                    by={moves[s - first]: str(weight) for s, weight in one.by},
                    **called_at(
                        game, player, facts, [moves[s - first] for s in (one.sequence, *(s for s, _ in one.by))]
                    ),
                )
            )
    left = {player: len(own) for player, own in zip(form.players, found.kept)}
    return dict(zip(form.players, form.sequences)), left, {}, rounds


Eliminated: TypeAlias = tuple[dict[str, int], dict[str, int], dict[str, list[str]], list[list[EliminatedAnswer]]]
"""How many strategies or sequences each player has and keeps, the strategies kept, and what is eliminated in rounds"""


def credibility(game: Game, solution: Solution, seconds: float) -> CredibilityAnswer:
    """Whether a solution is a sequential equilibrium, and which one is near where it is not."""
    from galakit.solution.assess.sequential import sequential
    from galakit.solvers.refine.nearest import nearest_sequential

    deadline = Deadline(seconds)
    with deadline.in_force():
        found = sequential(solution)
    least = 0 if found.exact else ROUNDING
    empty = sorted((here for here in found.sets if here.gain > least), key=lambda here: -here.gain)
    conflict = [found.sets[i] for i in found.conflict]
    nearest = None if found.sequential is True else nearest_sequential(solution, time_limit=deadline.left)
    return CredibilityAnswer(
        game=title(game),
        sequential=found.sequential,
        verdict=found.verdict,
        beliefs=found.beliefs,
        gain=quantity(found.gain),
        exact=found.exact,
        sets=len(found.sets),
        reached=sum(here.reached for here in found.sets),
        empty=[
            Threat(
                **place_at(game, here.player, here.facts),
                **better_at(game, here.player, here.facts, here.best),
                gain=quantity(here.gain),
                reached=here.reached,
            )
            for here in empty[:MOST]
        ],
        conflict=[Known(**place_at(game, here.player, here.facts)) for here in conflict[:MOST]],
        nearest=None
        if nearest is None
        else NearestAnswer(
            values=dict(zip(solution.players, quantities(nearest.certificate.value))),
            differences=[
                Departure(
                    **place_at(game, here.player, here.facts),
                    before=mixture_of(here.before.items()),
                    instead=mixture_of(here.instead.items()),
                    **called_at(game, here.player, here.facts, [*here.before, *here.instead]),
                )
                for here in nearest.differences[:MOST]
            ],
        ),
        left_out=len(empty[MOST:]) + (0 if nearest is None else len(nearest.differences[MOST:])),
    )


def title(game: Game) -> str:
    """The game and its parameters."""
    return " ".join([game.name, *(f"{name}={value}" for name, value in game.params.items())])


def _by_population(among: Populations, state: Sequence[Number]) -> list[tuple[str, list[tuple[str, Number]]]]:
    return [
        (name, list(zip(own, state[block]))) for name, own, block in zip(among.names, among.strategies, among.blocks)
    ]


def _rounded(among: Populations, state: Sequence[float]) -> dict[str, dict[str, float]]:
    """The largest shares of each population."""
    kept = {name: islice(sorted(own, key=lambda one: -one[1]), PLANS) for name, own in _by_population(among, state)}
    return {name: {s: round(float(p), 4) for s, p in own if p > 5e-5} for name, own in kept.items()}
