"""The method `polynomial`: all equilibria of a small game of any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm
    from galakit.solution.solution import Finding
    from galakit.solvers.polynomial.agents import Agents, Floats, Ints
    from galakit.solvers.polynomial.search import Enumerated

MOST_SUPPORTS = 50_000
MOST_LEAVES = 5_000
MOST_MOVES = 20  # at one information set
SHOWN = 1_000  # equilibria that are certified
SIMPLE = 1_000  # the largest denominator of probabilities that are tried as fractions
ROUNDING = 1e-8  # by which they may differ
_KNOWN: WeakKeyDictionary[Game, tuple[Agents, int]] = WeakKeyDictionary()


def refusal(game: Game) -> str | None:
    form, tree, size = game.unfolded
    if len(form.players) < 2:
        return "one player alone has no opponents"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and supports on the path of play need perfect recall"
    if tree is None or len(form.leaf_class) > MOST_LEAVES:
        return f"it has {size.nodes:,} nodes, and supports are enumerated in trees of up to {MOST_LEAVES:,} ends"
    if form.information_sets and int(form.moves_count.max()) > MOST_MOVES:
        return f"a player has more than {MOST_MOVES} moves at an information set"
    if _agents(game)[1] > MOST_SUPPORTS:
        return f"it has more choices of supports than the {MOST_SUPPORTS:,} that are enumerated"
    return None


def _agents(game: Game) -> tuple[Agents, int]:
    """The game as its agents, and how many choices of supports there are, up to one more than `MOST_SUPPORTS`."""
    from galakit.solvers.polynomial.agents import of_tree
    from galakit.solvers.polynomial.supports import count_supports

    if game not in _KNOWN:
        form, tree, _ = game.unfolded
        assert tree is not None
        agents = of_tree(form, tree)
        _KNOWN[game] = agents, count_supports(agents, MOST_SUPPORTS)
    return _KNOWN[game]


def enumerated(game: Game, request: Request) -> tuple[tuple[tuple[Plan, ...], ...], Enumerated]:
    """All equilibria as realization plans, exact where the probabilities are simple fractions."""
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.polynomial.agents import moves_of_plans
    from galakit.solvers.polynomial.search import enumerate_agents

    form = game.form
    found = enumerate_agents(_agents(game)[0], Clock(request, "examining supports").over)
    exact, moves = form.exact and request.exact is not False, moves_of_plans(form)
    return tuple(_plans(form, moves, one, exact) for one in found.behaviours), found


def run(game: Game, request: Request) -> Answer:
    profiles, found = enumerated(game, request)
    warnings = []
    if not found.complete:
        warnings.append(f"{request.limit} was reached before all supports were examined: there may be more equilibria")
    if not profiles and not found.complete:
        raise OutOfTime(
            f"{request.limit} was reached before an equilibrium was found",
            hint="allow more time, or choose another method: `galakit solve --method logit`",
            id="GK632",
        )
    if not profiles:
        raise GalakitError(
            f"no equilibrium was found among {found.supports:,} choices of supports",
            hint="choose another method: `galakit solve --method logit`",
            id="GK613",
        )
    if not found.isolated and found.complete:
        warnings.append("some equilibria are not isolated: there are more near them, of which a few are shown")
    if len(profiles) > SHOWN:
        warnings.append(f"there are {len(profiles):,} equilibria: the first {SHOWN:,} are shown")
    learnt: dict[str, Finding] = {
        "choices of supports examined": found.supports,
        "equilibria": f"{len(profiles):,}"
        + (", all there are (up to rounding" if found.isolated else ", there may be more")
        + (" and to moves off the path" if found.isolated and found.unreached else "")
        + (")" if found.isolated else ""),
    }
    return Answer(
        profiles[0],
        "polynomial equations for each choice of supports",
        tuple(warnings),
        profiles[1:SHOWN],
        found=learnt,
        complete=found.complete,
        exhaustive=found.isolated,
    )


def _plans(form: SequenceForm, moves: Sequence[Ints], behaviour: Floats, exact: bool) -> tuple[Plan, ...]:
    """Realization plans of behaviour strategies; of Fractions where simple ones are an equilibrium.

    `moves` has the moves in which each player's sequences end.
    """
    import numpy as np

    from galakit.game.realization import plan_of, repaired

    if exact:
        simple = [_simple(weight) for weight in behaviour.tolist()]
        if all(weight is not None for weight in simple):
            strategy = np.array([*simple, Fraction(1)], object)
            plans = tuple(plan_of(form, player, strategy[own]) for player, own in enumerate(moves))
            if _is_equilibrium(form, plans):
                return plans
    return tuple(
        repaired(form, player, plan_of(form, player, np.append(np.maximum(behaviour, 0.0), 1.0)[own]))
        for player, own in enumerate(moves)
    )


def _simple(weight: float) -> Fraction | int | None:
    """The fraction with a small denominator that a probability is, None where it is none."""
    if weight in (0.0, 1.0):
        return int(weight)
    near = Fraction(weight).limit_denominator(SIMPLE)
    return near if abs(float(near) - weight) < ROUNDING else None


def _is_equilibrium(form: SequenceForm, plans: tuple[Plan, ...]) -> bool:
    """Whether plans are plans, and no player could get more, in fractions."""
    for player, plan in enumerate(plans):
        gains = [Fraction(0)] * form.sequences[player]
        others = [p for p in range(len(plans)) if p != player]
        for column, at in zip(form.leaf_sequences.T.tolist(), form.leaf_class.tolist()):
            weight = form.classes[at][player]
            for other in others:
                if not weight:
                    break
                weight *= plans[other][column[other]]
            if weight:
                gains[column[player]] += weight
        value = sum((w * gain for w, gain in zip(plan.tolist(), gains) if w and gain), Fraction(0))
        for g in reversed(form.sets_of(player).tolist()):
            start, above = int(form.first_sequence[g]), int(form.parent_sequence[g])
            own = slice(start, start + int(form.moves_count[g]))
            if sum(plan[own].tolist()) != plan[above]:
                return False
            gains[above] += max(gains[own])
        if gains[0] != value:
            return False
    return True


METHODS = (
    Method(
        name="polynomial",
        needs=f"two or more players, perfect recall; at most {MOST_SUPPORTS:,} choices of supports",
        promises="all equilibria, with a proof that there are no others where all are isolated",
        cost="boxes are cut until each has one solution or none, for each choice of supports",
        refusal=refusal,
        never_exact="equilibria of three and more players may be irrational: polynomial works in floating point",
        run=run,
    ),
)
