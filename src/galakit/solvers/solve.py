"""Solving a game: pick a method, run it, certify what it returns."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from galakit.deadline import Deadline, OutOfTime, ending
from galakit.errors import GalakitError, NoneExists
from galakit.progress import CERTIFYING, Progress, tell
from galakit.solution.solution import Finding, Solution
from galakit.solution.trail import Trail
from galakit.solution.tree.policy import TreePolicy
from galakit.solvers import choice
from galakit.solvers.checks import check_request, credible_instead_of, locking
from galakit.solvers.choice import Verdict, candidates, verdicts
from galakit.solvers.keeping import Keeping, going_on
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.others import ROUNDING, others_possible
from galakit.solvers.registry import AUTO, faults, methods, named

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.certificate import Certificate
    from galakit.solution.policy import Policy
    from galakit.solvers.locks.lock import Locks

NOTHING = ("GK613",)
"""errors of methods that found nothing: without a named method, the next one is tried"""


def solve(
    game: Game,
    method: str = AUTO,
    *,
    exact: bool | None = None,
    time_limit: float | None = None,
    gap: float | None = None,
    lock: Locks | None = None,
    credible: bool = False,
    progress: Progress | None = None,
    keeping: Keeping | None = None,
    **options: Any,
) -> Solution:
    """A certified equilibrium of a game.

    `exact=None` solves in fractions where that is quick and the rules are exact, otherwise in floating point. With
    `time_limit` (seconds) the best strategies found until then come back; their certificate says how good they are.
    Iterative methods stop at `gap`. `lock` fixes strategies at some information sets (see `gk.lock`); play elsewhere is
    optimal. `credible` asks for an equilibrium without empty threats, checked at every information set: the method
    `credible`. `keeping` names the file for the state of an interrupted run, and whether to resume from it. Further
    options are the method's own (see `galakit methods`).

    >>> import galakit as gk
    >>> solution = gk.solve(gk.load("kuhn"), exact=True)
    >>> solution.value, solution.gap, solution.method
    ((Fraction(-1, 18), Fraction(1, 18)), 0, 'lp')
    """
    return solve_by(
        game,
        credible_instead_of(method) if credible else method,
        options,
        exact=exact,
        time_limit=time_limit,
        gap=gap,
        lock=lock,
        progress=progress,
        keeping=keeping,
    )


def solve_by(
    game: Game,
    method: str,
    options: Mapping[str, Any],
    *,
    exact: bool | None = None,
    time_limit: float | None = None,
    gap: float | None = None,
    lock: Locks | None = None,
    progress: Progress | None = None,
    keeping: Keeping | None = None,
) -> Solution:
    """`solve` with the method's own options as a mapping, because their names are arbitrary."""
    started = time.perf_counter()
    deadline = Deadline.of(time_limit)
    with game.reporting(progress, deadline):
        if lock is not None and not locking(game, method, Request(exact, deadline, gap)):
            from galakit.solvers.locks.lock import carried_back
            from galakit.solvers.locks.lock import lock as locked

            within = locked(game, lock)
            limits: dict[str, Any] = {"exact": exact, "gap": gap, "progress": progress, "keeping": keeping}
            limits["time_limit"] = None if deadline is None else deadline.left
            return carried_back(game, within, solve_by(within, method, options, **limits))
        trail = Trail(game.progress)
        request = Request(exact, deadline, gap, options, trail, keeping, lock)
        chosen, answer, why, spent = _answered(game, method, request)
        seconds = game.seconds | {"solve": spent}
    began = time.perf_counter()
    policies = _policies(game, answer)
    if answer.interrupted and answer.claimed is not None:
        deadline = Deadline(began - started, started)
    with game.reporting(progress, None if deadline is None else deadline.for_closing()):
        certificates, free, cut = _certificates(answer, policies, locked=lock is not None)
    learnt: dict[str, Finding] = {} if lock is None else {"gap where play is free": free.gap}
    seconds["certify"] = time.perf_counter() - began
    if trail.moments:
        trail.note(float(free.gap))
    if chosen.equilibrium and any(c.exact and c.checked and c.tight and c.gap != 0 for c in certificates):
        raise AssertionError(f"an exact solution of {chosen.name} did not pass its certificate")
    first, *others = [
        Solution(
            name=game.name,
            params=dict(game.params),
            players=game.players,
            method=chosen.name,
            certificate=certificate,
            size=answer.size if answer.policy else game.size(),
            seconds=seconds,
            algorithm=answer.algorithm,
            why=why,
            warnings=game.remarks
            + answer.warnings
            + (tuple(fault.message for fault in faults()) if method == AUTO else ())
            + (cut or answer.remarks(free if certificate is certificates[0] else certificate)),
            found={**_on_disk(game), **answer.found, **learnt, **others_possible(game, chosen, answer, certificate)},
            game=game,
            policy=policy,
        )
        for certificate, policy in zip(certificates, policies)
    ]
    first.others = tuple(others)
    wanted = [float(goal) for goal in (gap, answer.aimed) if goal is not None]
    reached = all(free.gap <= goal * (1 + ROUNDING) for goal in wanted)
    first.complete = answer.complete and not cut and reached and (bool(wanted) or not answer.interrupted)
    first.trail = tuple(trail.moments)
    if lock is not None and first.able.list_all:
        from galakit.solvers.locks.lock import locked_numbers

        first.locked = locked_numbers(first)
    return first


def _certificates(
    answer: Answer, policies: list[Policy], *, locked: bool
) -> tuple[list[Certificate], Certificate, tuple[str, ...]]:
    """The certificates, that of the first where play is free, and a warning if there was no time for them.

    Then there is what the method itself says of the first, if it says anything.
    """
    tell(CERTIFYING)
    try:
        with ending(CERTIFYING):
            certificates = [policy.certify() for policy in policies]
            return certificates, policies[0].certify(free=True) if locked else certificates[0], ()
    except (OutOfTime, KeyboardInterrupt) as stopped:
        if answer.claimed is None or locked:
            raise
        why = f"interrupted while {CERTIFYING}"
        if isinstance(stopped, OutOfTime):
            why = "interrupted before it was certified" if answer.interrupted else stopped.diagnostics[0].message
        return [answer.claimed], answer.claimed, (f"{why}: best responses do not confirm the answer",)


def _on_disk(game: Game) -> dict[str, Finding]:
    return {} if game.on_disk is None else {"arrays on disk": game.on_disk}


def _answered(game: Game, name: str, request: Request) -> tuple[Method, Answer, str, float]:
    """The method that answered, its answer, why it was picked, and how long it took."""
    resumed = going_on(request.checkpoint, (one.name for one in methods())) if name == AUTO else None
    if name == AUTO and resumed is None:
        judged = verdicts(game, request)
        able = candidates(judged)
        try:
            return _tried(game, [v for v in able if request.lock is None or v.method.locks], request)
        except NoneExists as none:
            if not any(choice.inexact(v) for v in judged):
                raise
            raise GalakitError(
                f"{none.diagnostics[0].message}, and other methods that suit it are never exact",
                notes=none.diagnostics[0].notes,
                hint="leave out --exact (exact=True in Python): the certificate says how good the answer is",
                id="GK608",
            ) from none
    method = named(resumed or name)
    reason = method.reason_against(game)
    if reason is not None:
        hint = "name no method, and one that suits the game is picked"
        raise GalakitError(f"this game cannot be solved by {name}: {reason}", hint=hint, id="GK606")
    check_request(game, method, request)
    began = time.perf_counter()
    why = "it was named" if resumed is None else "the run that goes on was its own"
    return method, method.run(game, request), why, time.perf_counter() - began


def _tried(game: Game, able: list[Verdict], request: Request) -> tuple[Method, Answer, str, float]:
    """Try methods one after the other until one answers; one that takes much longer than estimated is interrupted.

    Its partial answer is kept. When all were interrupted each gets more time, and where the time limit ends the search
    the best answer counts.
    """
    began = time.perf_counter()
    passed: list[str] = []
    kept: list[tuple[Method, Answer, str]] = []
    left, rounds = list(able), 0
    while True:
        for verdict in list(left):
            method, patience = verdict.method, choice.patience(verdict, left, rounds)
            check_request(game, method, request)
            try:
                answer = method.run(game, request.within(patience))
            except OutOfTime as error:
                if request.over or patience is None:
                    if not kept:
                        raise
                    break
                passed.append(error.diagnostics[0].message)
                continue
            except GalakitError as error:
                if len(left) == 1 or not (isinstance(error, NoneExists) or error.diagnostics[0].id in NOTHING):
                    raise
                passed.append(error.diagnostics[0].message)
                left.remove(verdict)
                continue
            kept.append((method, answer, "; ".join([*passed, choice.reason(verdict, able)])))
            if answer.complete or patience is None or request.over:
                break
            passed.append(f"{method.name} was left after {patience:.0f} s")
        else:
            rounds += 1
            continue
        break
    if len(kept) > 1 and not kept[-1][1].complete:
        with suppress(OutOfTime):
            kept.sort(key=lambda found: _policies(game, found[1])[0].certify().gap, reverse=True)
    return *kept[-1], time.perf_counter() - began


def _policies(game: Game, answer: Answer) -> list[Policy]:
    """The profiles of an answer, the first one with its trembles."""
    if answer.policy is not None:
        return [answer.policy]
    assert answer.plans is not None, "an answer has plans or a policy"
    first = TreePolicy(game.players, game, plans=answer.plans, trembles=answer.trembles)
    return [first, *(TreePolicy(game.players, game, plans=plans) for plans in answer.others)]
