"""The method `global-newton`: equilibria of any number of players on paths of games whose payoffs lose a bonus."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.progress import throttled
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import natural, option, positive

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import Floats, SequenceForm
    from galakit.solution.solution import Finding

MOST = 1_500  # sequences: each step solves a system of equations of about this size
PRECISION = 1e-9  # of the largest difference between payoffs: the gap, where none is asked for
STARTS = 20  # of paths, where the first are lost
SAME = 1e-6  # of plans
SIMPLE = 1_000  # the largest denominator of probabilities that are tried as fractions


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) < 2:
        return "one player alone has no opponents"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if not form.information_sets:
        return "no player has a decision"
    if sum(form.sequences) > MOST:
        return f"its players have {sum(form.sequences):,} sequences, and paths are computed for {MOST:,} at most"
    return None


def run(game: Game, request: Request) -> Answer:
    import numpy as np

    from galakit.game.canonical import canonical
    from galakit.solvers.newton.bonus_game import BonusGame
    from galakit.solvers.newton.path import Lost, Path
    from galakit.solvers.quantal.limit import gap_of

    ordered = canonical(game.form)  # random bonuses must not depend on how the rules number moves
    bonus_game = BonusGame(ordered.form)
    tell = throttled(request.progress)
    starts = option(request.options, "starts", None, positive, "a whole number from 1")
    draw = np.random.default_rng(option(request.options, "seed", 0, natural, "a whole number from 0"))
    gap = request.gap or PRECISION * max(1e-300, float(game.form.stakes.max(initial=0.0)))
    found: list[tuple[Floats, ...]] = []
    lost = path = 0
    warnings: tuple[str, ...] = ()

    def seen(bonus: float, pieces: int) -> None:
        tell(f"following games with a bonus: {bonus:.3g} after {pieces} pieces", path, starts)
        if request.limit is not None:
            request.limit.check("following games with a bonus")

    for path in range(starts or STARTS):
        try:
            for weights in Path(bonus_game, draw.random(bonus_game.size)).equilibria(seen):
                plans = ordered.back(tuple(np.maximum(plan, 0.0) for plan in bonus_game.split(weights)))
                if gap_of(game.form, plans) <= gap and not any(_same(plans, other) for other in found):
                    found.append(plans)
                if starts is None and found:
                    break
        except Lost:
            lost += 1
        except OutOfTime:
            if not found:
                raise
            warnings = (f"{request.limit} was reached after {path} of {starts} paths",)
            break
        if starts is None and found:
            break
    if not found:
        raise GalakitError(
            f"{path + 1} paths of the global Newton method led to no equilibrium",
            hint="ask for a larger gap (--gap), more starts (--with starts=50), or try another method",
            id="GK614",
        )
    exact = game.form.exact and request.exact is not False
    first, *others = (_simple(game.form, plans) if exact else plans for plans in found)
    learnt: dict[str, Finding] = {} if starts is None else {"paths": starts, "paths lost": lost}
    how = "global Newton method on the sequence form"
    return Answer(first, how, warnings, tuple(others), found=learnt, complete=not warnings)


def _simple(form: SequenceForm, plans: tuple[Floats, ...]) -> tuple[Plan, ...]:
    """The same with simple fractions, if that is an equilibrium."""
    import numpy as np

    from galakit.game.realization import behaviour, plan_of
    from galakit.solution.certificate import certify

    exact: list[Plan] = []
    for player, plan in enumerate(plans):
        shares = behaviour(form, player, plan).tolist()
        simple = np.array([Fraction(share).limit_denominator(SIMPLE) for share in shares], object)
        for level in form.levels(player):
            if (np.add.reduceat(simple[level.sequences], level.start) != 1).any():
                return plans
        exact.append(plan_of(form, player, simple))
    try:
        return tuple(exact) if certify(form, tuple(exact)).gap == 0 else plans
    except OutOfTime:
        return plans


def _same(plans: tuple[Floats, ...], others: tuple[Floats, ...]) -> bool:
    return all(float(abs(plan - other).max()) < SAME for plan, other in zip(plans, others))


METHODS = (
    Method(
        name="global-newton",
        needs=f"two or more players, perfect recall; at most {MOST:,} sequences of all players together",
        promises="an equilibrium for almost every bonus; with `starts`, also mixed ones that quantal responses miss",
        cost="a few systems of equations, as large as the number of sequences, for each change of what is played",
        refusal=refusal,
        run=run,
        never_exact="equilibria of three and more players may be irrational: global-newton works in floating point",
        options={
            "starts": "how many random bonuses to follow, each through all equilibria on its path (1, to the first)",
            "seed": "of the random bonuses (0)",
        },
    ),
)
