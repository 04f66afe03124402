"""The best commitment of one of two players: `galakit commit`, `gk.commit` (strong Stackelberg equilibrium).

The leader announces a strategy and is bound to it; the follower learns it, but not what chance or the strategy draws,
and replies as suits them best. Where several replies are equally good for the follower, they choose the one that the
leader likes best: by changing the strategy a little the leader can nearly always make it strictly better (von Stengel &
Zamir 2010).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError
from galakit.solvers.checks import check_fractions
from galakit.solvers.commitment.commitment import Commitment

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.progress import Progress
    from galakit.rules.contract import Number
    from galakit.solvers.method import Request

MOST = 3_000  # sequences of both players in an integer programme
COMPARED = 60  # of them, up to which the best equilibrium is looked for, too
PATIENCE = 20.0  # seconds for that


def commit(
    game: Game,
    leader: str | int,
    *,
    pure: bool = False,
    exact: bool | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Commitment:
    """The strategy that one of two players should announce, and the other's reply, with a proof.

    With `pure` the leader can commit to moves, not to probabilities. Ties of the follower are broken in the leader's
    favour.

    >>> import galakit as gk
    >>> best = gk.commit(gk.load("beer_quiche"), "receiver")
    >>> best.value, best.equilibrium, best.advantage, best.complete
    (Fraction(19, 20), Fraction(9, 10), Fraction(1, 20), True)
    """
    from galakit.game.realization import is_exact, repaired
    from galakit.solution.certificate import certify
    from galakit.solution.solution import Solution
    from galakit.solution.tree.policy import TreePolicy
    from galakit.solvers.commitment.find import find
    from galakit.solvers.commitment.proof import best_replies
    from galakit.solvers.method import Request
    from galakit.solvers.profile_input import player_number

    deadline = Deadline.of(time_limit)
    with game.reporting(progress, deadline):
        reason = refusal(game, pure=pure)
        if reason is not None:
            raise GalakitError(f"no commitment can be found: {reason[0]}", hint=reason[1], id="GK690")
        form = game.form
        who = player_number(form, leader)
        check_fractions(exact, form.exact)
        began = time.perf_counter()
        request = Request(exact, deadline, progress=game.progress)
        found = find(game, who, request, pure=pure)
        plans = found.plans
        if not (form.exact and all(map(is_exact, plans))):
            plans = tuple(repaired(form, player, plan.astype(float)) for player, plan in enumerate(plans))
        seconds = game.seconds | {"solve": time.perf_counter() - began}
        began = time.perf_counter()
        certificate = certify(form, plans)
        replies = best_replies(form, who, plans[who])
        seconds["certify"] = time.perf_counter() - began
        began = time.perf_counter()
        equilibrium = _equilibrium(game, who, request, certificate.value[who], pure=pure)
        seconds["compare"] = time.perf_counter() - began
    value = certificate.value[who]
    solution = Solution(
        name=game.name,
        params=dict(game.params),
        players=game.players,
        method="commit",
        certificate=certificate,
        size=game.size(),
        seconds=seconds,
        algorithm=found.algorithm,
        why=f"{form.players[who]} commits, {form.players[1 - who]} replies",
        warnings=game.remarks + found.warnings,
        game=game,
        policy=TreePolicy(game.players, game, plans=plans),
        complete=not found.warnings,
    )
    made = Commitment(
        leader=form.players[who],
        follower=form.players[1 - who],
        pure=pure,
        solution=solution,
        replies=replies,
        bound=value if found.bound is None else max(found.bound, value),
        exact_bound=found.exact,
        equilibrium=equilibrium,
    )
    if certificate.exact and (made.follower_gain != 0 or (made.complete and made.leader_gain != 0)):
        raise AssertionError("an exact commitment did not pass its certificate")
    return made


def refusal(game: Game, *, pure: bool) -> tuple[str, str] | None:
    """Why no commitment of a game can be computed, and what to do instead; None when it can."""
    many = len(game.players)
    if many != 2:
        instead = "what all but one can do together" if many > 2 else "the best strategy of one player"
        command = "`galakit team`" if many > 2 else "`galakit solve`"
        return (
            f"it has {many} player(s), and one leader and one follower are needed",
            f"{command} finds {instead}",
        )
    form = game.form
    if not form.perfect_recall:
        return (
            "a player forgets what they knew or did, and the sequence form needs perfect recall",
            "reveal to players again what they should remember",
        )
    if sum(form.sequences) > MOST and (pure or form.constant_sum is None):
        return (
            f"its players have {sum(form.sequences):,} sequences, and commitments are compared up to {MOST:,}",
            "give the game smaller parameters",
        )
    return None


def _equilibrium(game: Game, leader: int, request: Request, value: Number, *, pure: bool) -> Number | None:
    """The leader's payoff in the equilibrium that is best for them, where it is soon found and proved."""
    from galakit.solution.certificate import certify
    from galakit.solvers.method import Request
    from galakit.solvers.selection.method import run

    form = game.form
    if form.constant_sum is not None and not pure:
        return value
    if sum(form.sequences) > COMPARED:
        return None
    patience = Deadline(PATIENCE if request.deadline is None else min(PATIENCE, request.deadline.left))
    exact = None if form.exact and request.exact is not False else False
    options = {"prefer": form.players[leader]}
    try:
        answer = run(game, Request(exact, patience, options=options, progress=game.progress))
    except OutOfTime:
        return None
    return certify(form, answer.plans).value[leader] if answer.complete and answer.plans is not None else None
