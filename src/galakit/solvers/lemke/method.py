"""The method `lcp`: an equilibrium of any game of two players, by Lemke's algorithm on the sequence form."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.solution.solution import Finding
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import natural, option, positive

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.sequence_form import SequenceForm
    from galakit.solvers.lemke.ending import Ending, Manner
    from galakit.solvers.lemke.start import Start

QUICK_SEQUENCES = 5_000  # up to so many sequences, verifying exactly takes less time than following the path
SMALL_SEQUENCES = 80  # up to so many, integer pivots are quicker than loading the machinery of sparse matrices
LIMIT_SEQUENCES = 100_000
CLOSE = 1e-6  # floating-point plans that differ less are the same equilibrium

OPTIONS = {
    "start": "where the path begins: prior (uniform play), covering (Lemke's covering vector), or a solution that is "
    "taken as the prior: the file of one, or in Python also a Solution or plans",
    "starts": "how many paths; all but the first begin at random priors, and other equilibria may be found (1)",
    "seed": "of the random priors (0)",
    "pivoting": "integer (every step is exact; tiny games) or floating (the equilibrium is verified exactly; others)",
}


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) > 2:
        return f"it has {len(form.players)} players, and a linear complementarity problem solves games of one or two"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    if sum(form.sequences) > LIMIT_SEQUENCES:
        return f"it has more than {LIMIT_SEQUENCES:,} sequences, too many for Lemke's algorithm"
    return None


def run(game: Game, request: Request) -> Answer:
    from galakit.game.canonical import canonical
    from galakit.solvers.lemke.ending import Manner
    from galakit.solvers.lemke.halves import with_dummy
    from galakit.solvers.regret.interrupt import patient

    options = request.options
    form, asked, ordered = with_dummy(game.form), options.get("start", "prior"), None
    if isinstance(asked, str) and asked == "prior":
        # By default, the answer must not depend on how the rules number moves.
        ordered = canonical(form)
        form = ordered.form
    size = sum(form.sequences)
    exact = bool(request.exact or (request.exact is None and form.exact and size <= QUICK_SEQUENCES))
    paths = option(options, "starts", 1, positive, "a whole number from 1")
    seed = option(options, "seed", 0, natural, "a whole number that is not negative")
    start = _start(game, form, asked)
    with patient() as stop:
        manner = Manner(
            exact=exact,
            insist=bool(request.exact),
            integer=option(options, "pivoting", exact and size <= SMALL_SEQUENCES, _integer, "floating or integer"),
            deadline=None if request.limit is None else request.limit.ends,
            stop=stop,
            progress=request.progress,
        )
        followed = _follow(form, start, paths, seed, manner)
    ends = followed.different
    warnings = []
    if not ends[0].arrived:
        warnings.append("time was up before an equilibrium was reached: see the gap")
    elif followed.paths < paths:
        warnings.append(f"time was up after {followed.paths:,} of {paths:,} paths")
    number = len(game.players)
    plans = [end.plans if ordered is None else ordered.back(end.plans) for end in ends]
    return Answer(
        plans=plans[0][:number],
        algorithm=f"Lemke's, {'integer' if manner.integer else 'floating-point'} pivots from the {start.name}",
        warnings=tuple(warnings),
        others=tuple(other[:number] for other in plans[1:]),
        found=_learnt(followed),
        complete=ends[0].arrived and followed.paths == paths,
    )


@dataclass
class _Followed:
    """The ends of several paths."""

    different: list[Ending]
    """the first path's end, and then those that differ from all before"""
    paths: int
    pivots: int


def _follow(form: SequenceForm, start: Start, paths: int, seed: int, manner: Manner) -> _Followed:
    from galakit.solvers.lemke.ending import ending
    from galakit.solvers.lemke.start import random_prior

    first = ending(form, start, manner)
    followed = _Followed([first], 1, first.pivots)
    draw = Random(seed)
    while followed.paths < paths and not manner.over:
        try:
            end = ending(form, random_prior(form, draw), manner)
        except GalakitError:  # this path was stopped or lost; keep the ends of the others
            if manner.over:
                break
        else:
            if not end.arrived:
                break
            followed.pivots += end.pivots
            if not any(_same(end, other) for other in followed.different):
                followed.different.append(end)
        followed.paths += 1
    return followed


def _learnt(followed: _Followed) -> dict[str, Finding]:
    known: dict[str, Finding] = {"pivots": followed.pivots}
    if followed.paths > 1:
        known["paths"] = followed.paths
    if all(end.perfect for end in followed.different):
        proved = all(end.exact for end in followed.different)
        known["refinement"] = "normal-form perfect" + ("" if proved else ", up to rounding")
    return known


def _same(one: Ending, other: Ending) -> bool:
    import numpy as np

    if one.exact and other.exact:
        return all((p == q).all() for p, q in zip(one.plans, other.plans))
    return all(np.abs(p.astype(float) - q.astype(float)).max() < CLOSE for p, q in zip(one.plans, other.plans))


def _start(game: Game, form: SequenceForm, asked: Any) -> Start:
    from galakit.game.realization import uniform
    from galakit.solvers.lemke.start import COVERING, given_prior, uniform_prior

    if isinstance(asked, str) and asked in ("covering", "prior"):
        return COVERING if asked == "covering" else uniform_prior(form)
    from galakit.solvers.profile_input import profile

    plans = profile(game.form, asked)
    return given_prior(form, (*plans, *(uniform(form, p) for p in range(len(plans), 2))))


def _integer(value: Any) -> bool:
    if value not in ("floating", "integer"):
        raise ValueError
    return bool(value == "integer")


def estimate(game: Game, request: Request) -> float:
    """Measured on poker: pivots and what each costs both grow with the sequences."""
    many = sum(game.form.sequences)
    return 0.01 + 1.5e-6 * many * many


METHOD = Method(
    name="lcp",
    needs="two players, or one; perfect recall",
    promises="an equilibrium, normal-form perfect by default: exact on request, otherwise with a gap near rounding",
    cost="a linear complementarity problem with two rows per sequence; about as many pivots as there are sequences",
    refusal=refusal,
    run=run,
    estimate=estimate,
    options=OPTIONS,
    server_values={"start": ("prior", "covering", "uniform")},
)
