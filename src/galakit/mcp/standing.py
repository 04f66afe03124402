"""The state of a job, as data and in words: expected payoffs, certificate, and next steps."""

from __future__ import annotations

import time
from collections.abc import Sequence

from galakit.jobs.job import ENDED, Kept
from galakit.jobs.messages import Lock
from galakit.jobs.process import Denial
from galakit.mcp.answers import Change, Decisions, Expectation, Result, Standing
from galakit.mcp.calls import Desk
from galakit.mcp.following import doing
from galakit.mcp.text import listed, named, said, shares, table
from galakit.study import questions
from galakit.study.answers import Overview, Quantity

SITUATIONS = 4  # of each player
CHANGES = 8
EQUILIBRIA = 12
PLAIN = "all players play optimally"
NOTHING = 1e-6  # a gap due to rounding
FREE = "gap where play is free"


def habits(locks: Sequence[Lock]) -> str:
    """Locks in words.

    >>> habits([Lock("dealer", ["bet(gambler,1)"], {"0": 1})])
    'dealer, knowing bet(gambler,1), plays: always 0'
    """
    parts = (
        f"{lock.player}{', knowing ' + ', '.join(lock.facts) + ',' if lock.facts else ''} "
        f"plays: {shares(lock.probabilities)}"
        for lock in locks
    )
    return "; ".join(parts)


def fixed(locks: Sequence[Lock], player: str, knows: str) -> bool:
    """Whether locks fix a player's strategy where they know this.

    >>> fixed([Lock("dealer", ["bet(gambler, 1)"], {"0": 1})], "dealer", "myhand([8]), bet(gambler,1)")
    True
    """
    known = f",{''.join(knows.split())},"
    return any(
        lock.player == player and all(f",{''.join(fact.split())}," in known for fact in lock.facts) for lock in locks
    )


async def standing(desk: Desk, job: Kept) -> Standing:
    """The state of a job; a failed one raises its error."""
    if job.state == "failed":
        raise Denial("invalid", job.problems)
    solved = job.state == "solved"
    origin = desk.origins.get(job.id)
    return Standing(
        job=job.id,
        state=job.state,
        game=" ".join(job.title.split()),
        about=origin.about if origin is not None else PLAIN,
        seconds=_seconds(job),
        stage=None if solved else doing(job),
        gap=job.trail[-1].gap if job.trail and not solved else None,
        result=await _result(desk, job) if solved else None,
        next=_next(job),
    )


def _seconds(job: Kept) -> float:
    if job.state in ENDED or job.began is None:
        return 0.0 if job.progress is None else job.progress.seconds
    return round(time.monotonic() - job.began, 3)


def _next(job: Kept) -> str:
    if job.state == "solved":
        return (
            f'strategy(job="{job.id}", player=...) shows a strategy; '
            f'explain_decision(job="{job.id}", player=..., facts=[...]) explains a decision'
        )
    if job.state == "cancelled":
        return "the job is cancelled; call solve again if it is still needed"
    return f'not solved yet: call wait(job="{job.id}") to go on waiting, cancel(job="{job.id}") to stop it'


async def _result(desk: Desk, job: Kept) -> Result:
    overview = await desk.ask(job, questions.OVERVIEW)
    origin = desk.origins.get(job.id)
    base = None
    if origin is not None:
        base = next((other for other in desk.manager if other.id == origin.job and other.state == "solved"), None)
    before = None if base is None else await desk.ask(base, questions.OVERVIEW)
    situations, more = await _situations(desk, job, overview)
    changes, others = ([], 0) if base is None or not overview.listed else await _changes(desk, job, base, overview)
    sets = overview.size.information_sets
    return Result(
        expectations=[
            Expectation(
                player=player,
                value=overview.values[k],
                could_gain=_gain(overview.gains[k]),
                before=None if before is None else before.values[k],
            )
            for k, player in enumerate(overview.players)
        ],
        certificate=_certificate(overview, job),
        gap=overview.gap,
        exact=overview.exact,
        method=overview.method,
        nodes=overview.size.nodes,
        information_sets=None if sets is None else sum(sets),
        found=overview.found,
        warnings=overview.warnings,
        equilibria=overview.equilibria[:EQUILIBRIA],
        equilibria_total=overview.equilibria_total,
        situations=situations,
        situations_left_out=more,
        changes=changes,
        changes_left_out=others,
    )


def _gain(quantity: Quantity) -> Quantity:
    """A gain; rounding may have made it negative."""
    return Quantity(value=0.0, text="0") if quantity.value is not None and quantity.value < 0 else quantity


def _certificate(overview: Overview, job: Kept) -> str:
    """The certificate in words; locked strategies and responses are not equilibria."""
    order, found = job.order, overview.found
    if order.against is not None:
        sure = found.get(f"{order.as_player} is sure of")
        certain = f"; against an opponent who plays otherwise, {order.as_player} is sure of {sure} only" if sure else ""
        return (
            f"a best response: {order.as_player} cannot get more against exactly this behaviour{certain}. It need not "
            "be an equilibrium: `could gain` says what the others could gain by changing theirs"
        )
    if order.locks:
        free = found.get(FREE, "0")
        return (
            f"where play is free, no player can gain more than {free} by playing differently; `could gain` says what "
            "the fixed behaviour itself gives away"
        )
    return f"{overview.certified} by deviating while the others follow the solution"


async def _situations(desk: Desk, job: Kept, overview: Overview) -> tuple[list[Decisions], int]:
    found: list[Decisions] = []
    more = 0
    for k, player in enumerate(overview.players):
        try:
            page = await desk.ask(job, questions.SITUATIONS, player=k)
        except Denial:  # a game of perfect information that is too large to list anything
            return [], 0
        more += page.total - len(page.items[:SITUATIONS])
        found += [
            Decisions(
                player=player,
                situation=s.id,
                knows=", ".join(s.facts) or s.words,
                words=s.words,
                moves=s.moves[:20],
                labels=s.labels[:20],
                decisions=s.sets,
            )
            for s in page.items[:SITUATIONS]
        ]
    return found, more


async def _changes(desk: Desk, job: Kept, base: Kept, overview: Overview) -> tuple[list[Change], int]:
    """The reached decisions that differ from the solution it was derived from."""
    file = await desk.manager.file(base)
    compared = await desk.ask(job, questions.COMPARISON, file)
    free = [d for d in compared.items if not fixed(job.order.locks, overview.players[d.player], d.facts)]
    met = [d for d in free if d.reach is None or d.reach > 0]
    changes = [
        Change(
            player=overview.players[d.player],
            knows=d.facts or d.words,
            before=dict(zip(d.moves, d.theirs)),
            now=dict(zip(d.moves, d.ours)),
        )
        for d in met[:CHANGES]
    ]
    return changes, len(met) - len(changes)


def tell(answer: Standing) -> str:
    """The state of a job in words."""
    result = answer.result
    if result is None:
        gap = "" if answer.gap is None else f" Gap so far {answer.gap:.3g}."
        how_far = f"is {answer.state} after {answer.seconds:.0f} s: {answer.stage}.{gap}"
        return f"Job {answer.job} ({answer.game}) {how_far}\nNext: {answer.next}."
    size = "; " * bool(result.nodes or result.information_sets) + ", ".join(
        f"{n:,} {what}" for n, what in ((result.nodes, "nodes"), (result.information_sets, "information sets")) if n
    )
    lines = [f"Job {answer.job}: {answer.game} is {_solved(answer)}. Method {result.method}{size}.", ""]
    lines += _expected(result)
    lines += ["", f"Certificate: {result.certificate}."]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    lines += _others(answer, result)
    if result.changes:
        more = f"; {result.changes_left_out:,} more left out" if result.changes_left_out else ""
        lines += ["", f"Decisions that change most (before -> now{more}):"]
        lines += [f"  {c.player}, who knows {c.knows}: {shares(c.before)} -> {shares(c.now)}" for c in result.changes]
    if result.situations:
        more = f" ({result.situations_left_out:,} more situations left out)" if result.situations_left_out else ""
        lines += ["", f"Where players decide{more}:"]
        lines += [
            f"  {s.player}, situation {s.situation}: {named(s.knows, s.words)}; "
            f"moves {listed(list(map(named, s.moves, s.labels)))}; {s.decisions:,} "
            f"decision{'s' * (s.decisions != 1)}"
            for s in result.situations
        ]
    return "\n".join([*lines, "", f"Next: {answer.next}."])


def _others(answer: Standing, result: Result) -> list[str]:
    """What each of several equilibria is worth."""
    if result.equilibria_total < 2:
        return []
    more = result.equilibria_total - len(result.equilibria)
    head = ["equilibrium", *(e.player for e in result.expectations)]
    rows = [[str(k), *map(said, one.values)] for k, one in enumerate(result.equilibria, 1)]
    return [
        "",
        f"{result.equilibria_total:,} equilibria were found{f', {more:,} of which are left out here' * (more > 0)}; "
        f'strategy(job="{answer.job}", player=..., equilibrium=2) shows the second:',
        *table(head, rows),
    ]


def _solved(answer: Standing) -> str:
    """Whether a job is solved exactly or with a gap, in words."""
    result = answer.result
    assert result is not None
    if answer.about != PLAIN or (result.gap.value or 0.0) <= NOTHING:
        return f"solved ({answer.about})"
    return f"solved approximately: a player could still gain {result.gap.text} by deviating"


def _expected(result: Result) -> list[str]:
    derived = any(e.before is not None for e in result.expectations)
    head = ["player", "expected payoff", *(["before"] if derived else []), "could gain"]
    rows = [
        [e.player, said(e.value), *([said(e.before) if e.before else "–"] if derived else []), said(e.could_gain)]
        for e in result.expectations
    ]
    return table(head, rows)
