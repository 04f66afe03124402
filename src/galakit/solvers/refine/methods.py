"""The methods `quasi-perfect`, `extensive-perfect` and `proper`: equilibria that also stand up to mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solution.solution import Finding
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Trembles
    from galakit.game.sequence_form import SequenceForm
    from galakit.solvers.refine.perturbed import Kind

QUICK_SEQUENCES = 200  # measured on poker and liar's dice: up to so many the exact limit takes less than a second
QUICK_PIVOTS = 300  # up to so many sequences a path of exact pivots is quicker than a linear programme with a tiny ε
MOST_SEQUENCES = 1_500  # of both players, for exact pivots: 258 take a second, and twice as many ten times as long
MOST_STRATEGIES, MOST_SETS = 9, 600  # 8 x 8 strategies take 5 seconds
SMALL = 1e-6  # gains that need no warning

FORGETS = "a player forgets what they knew or did, and the sequence form needs perfect recall"
MEANS: dict[Kind, str] = {
    "quasi-perfect": "the others may slip; a sequence of d moves has at least the probability ε^d",
    "extensive-perfect": "all players may slip, oneself included; every move has at least the probability ε",
}


def refusal(game: Game) -> str | None:
    """Why linear programmes do not suit a game."""
    form = game.form
    if len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and perturbed linear programmes need two"
    if not form.perfect_recall:
        return FORGETS
    if form.constant_sum is None:
        return "what one player gains is not what the other loses, and linear programming needs a constant sum"
    return None


def _refusal(game: Game) -> str | None:
    """Why there is no quasi-perfect equilibrium to be had."""
    form = game.form
    if len(form.players) > 2:
        return f"it has {len(form.players)} players, and quasi-perfect equilibria are computed for one or two"
    if not form.perfect_recall:
        return FORGETS
    if not _constant_sum(form) and sum(form.sequences) > MOST_SEQUENCES:
        return (
            f"it has {sum(form.sequences):,} sequences, and without a constant sum quasi-perfect equilibria are "
            f"computed for up to {MOST_SEQUENCES:,}"
        )
    return None


def _constant_sum(form: SequenceForm) -> bool:
    return len(form.players) == 2 and form.constant_sum is not None


def run(kind: Kind, game: Game, request: Request) -> Answer:
    form = game.form
    size = sum(form.sequences)
    exact = request.exact or (request.exact is None and form.exact and size <= QUICK_SEQUENCES)
    if not _constant_sum(form) or (kind == "quasi-perfect" and exact and size <= QUICK_PIVOTS):
        return _by_pivoting(game, request)
    from galakit.solvers.refine.decreasing import approached_trembles
    from galakit.solvers.refine.negligible import exact_trembles

    if exact:
        try:
            found_exactly, pivots = exact_trembles(form, kind, time_limit=request.time_limit, progress=request.progress)
            return _answer(game, found_exactly, f"the limit for vanishing mistakes, exactly; {pivots} exact pivots")
        except GalakitError:
            if request.exact:
                raise
    found = approached_trembles(form, kind, time_limit=request.time_limit, progress=request.progress)
    warnings = []
    if not found.complete:
        warnings.append("there was no time for rarer mistakes: see what is left to gain")
    if found.left > SMALL:
        warnings.append(
            f"in floating point this only approximates the refinement: {found.left:.2g} is left to gain at some set; "
            "in larger games the method undominated comes closer to an equilibrium"
        )
    how = f"mistakes with a probability of {found.epsilon:.2g}, taken to their limit"
    learnt: dict[str, Finding] = {"left to gain at an information set": found.left}
    return _answer(game, found.trembles, how, tuple(warnings), learnt, complete=found.complete)


def _by_pivoting(game: Game, request: Request) -> Answer:
    """By pivoting, always in fractions; as floats at the end where the rules have floats or floats are wanted."""
    from galakit.solvers.lemke.halves import with_dummy
    from galakit.solvers.refine.lexicographic import lexicographic_trembles

    found, pivots = lexicographic_trembles(
        with_dummy(game.form),
        deadline=None if request.limit is None else request.limit.ends,
        progress=request.progress,
    )
    trembles = found[: len(game.players)]
    if request.exact is False or not game.form.exact:
        trembles = tuple(t.in_floats() for t in trembles)
    return _answer(game, trembles, f"Lemke's, ε as a symbol; {pivots} exact pivots")


def _answer(
    game: Game,
    trembles: tuple[Trembles, ...],
    how: str,
    warnings: tuple[str, ...] = (),
    found: Mapping[str, Finding] | None = None,
    *,
    complete: bool = True,
) -> Answer:
    from galakit.game.realization import plan_of

    plans = tuple(plan_of(game.form, p, t.behaviour) for p, t in enumerate(trembles))
    return Answer(plans, how, warnings, found=found or {}, trembles=trembles, complete=complete)


def refusal_of_proper(game: Game) -> str | None:
    """Why a game has too many strategies, or too many players."""
    from galakit.game.normal_form import count_strategies, fewest_strategies, written

    form = game.form
    if len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and proper equilibria are computed for two"
    if not form.perfect_recall:
        return FORGETS
    if not form.exact:
        return "the rules contain floating-point numbers, and proper equilibria are computed in fractions"
    few = max(fewest_strategies(form, player) for player in (0, 1)) <= MOST_STRATEGIES
    many = [count_strategies(form, player) for player in (0, 1)] if few else []
    if not few or sum(2**n for n in many if n <= MOST_STRATEGIES) > MOST_SETS or max(many) > MOST_STRATEGIES:
        size = " x ".join(map(written, many)) if few else f"more than {MOST_STRATEGIES}"
        return (
            f"its normal form has {size} strategies, and proper equilibria need an inequality for every set of them: "
            f"{MOST_SETS} at most, as for 8 x 8; quasi-perfect takes larger games"
        )
    return None


def run_proper(game: Game, request: Request) -> Answer:
    import numpy as np

    from galakit.deadline import OutOfTime
    from galakit.solution.assess.properness import vanishing_properly
    from galakit.solvers.lemke.tableau import Stopped
    from galakit.solvers.refine.lexicographic import leading_terms
    from galakit.solvers.refine.proper import proper_equilibrium

    form, table = game.form, game.normal_form()
    tables = table.tables[0][0].astype(object), table.tables[1][0].astype(object)
    deadline = None if request.limit is None else request.limit.ends
    try:
        (x, y), pivots = proper_equilibrium(tables, deadline=deadline, progress=request.progress)
    except Stopped:
        raise OutOfTime(
            "the time limit was reached before a proper equilibrium was found",
            hint="allow more time; quasi-perfect is quicker",
            id="GK632",
        ) from None
    if not vanishing_properly(tables, (x, y)):
        raise AssertionError("an equilibrium of proper is not proper")
    trembles = []
    for player, mixed in enumerate((x, y)):
        weights = table.plans[player].T.astype(object) @ np.array(mixed, object)
        found = leading_terms(form, player, weights.tolist())
        trembles.append(found.in_floats() if request.exact is False else found)
    how = f"Lemke's, ε as a symbol; {pivots} exact pivots"
    learnt: dict[str, Finding] = {"proper": "checked: worse mistakes vanish faster"}
    return _answer(game, tuple(trembles), how, found=learnt)


METHODS = (
    Method(
        name="quasi-perfect",
        needs=f"two players, or one; perfect recall; without a constant sum at most {MOST_SEQUENCES:,} sequences",
        promises="an equilibrium that plays well also where it never gets "
        f"({MEANS['quasi-perfect']}); exact on request",
        cost="a few linear programmes like that of lp; without a constant sum, a path of exact pivots like that of lcp",
        refusal=_refusal,
        run=partial(run, "quasi-perfect"),
    ),
    Method(
        name="extensive-perfect",
        needs="two players, a constant sum, perfect recall",
        promises="an equilibrium that plays well also where it never gets "
        f"({MEANS['extensive-perfect']}); exact on request",
        cost="a few linear programmes like that of lp; exact ones with numbers of thousands of digits",
        refusal=refusal,
        run=partial(run, "extensive-perfect"),
    ),
    Method(
        name="proper",
        needs=f"two players, exact rules, perfect recall; at most {MOST_SETS} sets of strategies, as for 8 x 8",
        promises="a proper equilibrium of the normal form: worse mistakes vanish faster than better ones; exact",
        cost="a path of exact pivots on a table with a row for every set of strategies",
        refusal=refusal_of_proper,
        run=run_proper,
    ),
)
