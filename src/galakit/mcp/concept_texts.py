"""Answers about commitment, teams, mediators, dynamics, evolutionary stability, dominance, ... as short texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from galakit.mcp.text import cut, listed, said, shares, short, table
from galakit.study.answers import Quantity
from galakit.study.concept_answers import (
    Committed,
    CorrelatedAnswer,
    DominanceAnswer,
    DynamicsAnswer,
    PlayedAt,
    ShrunkenAnswer,
    StabilityAnswer,
    TeamAnswer,
)

NOTHING = "nothing yet"
CLAIMS = {True: "exactly", False: "in floating point"}


def tell_commitment(answer: Committed) -> str:
    """The payoffs, what is proved, and both strategies."""
    what = "announcement of moves" if answer.pure else "announcement"
    proof = (
        f"Proved {CLAIMS[answer.exact]}: no {what} brings {answer.leader} more."
        if answer.proved
        else f"Not proved to be the best: no {what} brings {answer.leader} more than {said(answer.bound)}."
    )
    lines = [
        f"{answer.game}: {answer.leader} announces a strategy and is bound to it; {answer.follower} learns it and "
        "replies as suits them best (Stackelberg).",
        "",
        *table(
            ["player", "", "expects"],
            [
                [answer.leader, "leads", said(answer.value)],
                [answer.follower, "follows", said(answer.follower_value)],
            ],
        ),
        "",
        f"{proof} By another reply {answer.follower} can gain {said(answer.follower_gain)}.",
    ]
    if answer.equilibrium is not None:
        lines.append(f"Without announcing, the best equilibrium brings {answer.leader} {said(answer.equilibrium)}.")
    if answer.ties_against.text != answer.value.text:
        lines.append(
            f"{answer.follower} may be indifferent: if they then choose what is worst for {answer.leader}, "
            f"{answer.leader} gets {said(answer.ties_against)}; a slight change of the strategy mostly avoids it."
        )
    return _told([*lines, "", *_decided(answer.decisions, "plays")], answer.left_out, "decisions")


def tell_team(answer: TeamAnswer) -> str:
    """What the team is sure of, and how."""
    way = "with a joint plan drawn at random before the game" if answer.correlated else "each drawing alone"
    paid = "paid to each of them" if answer.paid == "each" else "all together"
    lines = [
        f"{answer.game}: {listed(answer.team)} against {answer.adversary}, {way}, are sure of {said(answer.value)} "
        f"({paid}; certified {CLAIMS[answer.exact]}). They can be sure of no more than {said(answer.bound)} (proved "
        f"{CLAIMS[answer.exact_bound]})" + ("." if answer.close else ": more `seconds` may bring the two closer."),
        "",
    ]
    if answer.lottery:
        rows = [
            [short(joint.probability.value) if not k else "", one.player, one.knows or NOTHING, *one.plays]
            for joint in answer.lottery
            for k, one in enumerate(joint.decisions)
        ]
        lines += [*table(["with", "player", "knows", "plays"], rows), ""]
    return _told([*lines, *_decided(answer.decisions, "plays")], answer.left_out, "joint plans and decisions")


def tell_correlated(answer: CorrelatedAnswer) -> str:
    """The payoffs, how the game ends, and what is recommended."""
    best = "all together" if answer.objective == "welfare" else answer.objective
    gains = zip(answer.players, answer.values, answer.could_gain)
    lines = [
        f"{answer.game}: the {answer.concept_name} that is best for {best}. A mediator recommends moves; each player "
        "hears only their own recommendations.",
        "",
        *table(
            ["player", "expected payoff", "gains by not following"],
            [[player, said(value), said(gain)] for player, value, gain in gains],
        ),
        "",
        f"Certified {CLAIMS[answer.exact]}.",
        "",
        *table(
            ["with", *(f"{player} plays" for player in answer.players)],
            [
                [said(one.probability), *(", ".join(moves) or "nothing" for moves in one.moves.values())]
                for one in answer.outcomes
            ],
        ),
        "",
        *_decided(answer.decisions, "is advised"),
    ]
    return _told(lines, answer.left_out, "outcomes and decisions")


def tell_dynamics(answer: DynamicsAnswer) -> str:
    """Where play rests, and where it leads from each start."""
    of = "; ".join(f"{name}: {listed(own)}" for name, own in answer.populations.items())
    lines = [f"{answer.game}: how play changes over time by the rule {answer.rule}. Strategies of {of}.", ""]
    if answer.rests is None:
        lines.append("States in which play rests are listed for two players with few strategies only.")
    else:
        yes = {True: "yes", False: "no"}
        head = ["play rests at", "stability", "equilibrium"]
        lines += table(
            head,
            [
                [
                    _state({name: told_plays(own) for name, own in one.shares.items()}),
                    one.kind or "–",
                    yes[one.equilibrium],
                ]
                for one in answer.rests
            ],
        )
    rows = [
        [
            _state({name: shares(own) for name, own in one.start.items()}),
            _state({name: shares(own) for name, own in one.end.items()}),
            short(one.still_moves),
            short(one.gap),
            short(one.average_gap),
        ]
        for one in answer.paths
    ]
    lines += [
        "",
        *table(["from", "to", "still moves", "gap", "average's gap"], rows),
        "(still moves: by how much a share changes in the second half of the time; gap: what a player could gain by "
        "deviating at the end; average's gap: where everyone plays the average over time)",
    ]
    return _told(lines, answer.left_out, "states and starts")


def tell_stability(answer: StabilityAnswer) -> str:
    """Each symmetric equilibrium with its verdict."""
    rows = []
    for one in answer.equilibria:
        why = "–"
        if one.mutant is not None:
            invades = one.verdict == "unstable"
            why = (
                f"{told_plays(one.mutant.plays)} {'invades' if invades else 'can drift in'}: among its own it earns "
                f"{one.mutant.own.text}, residents against it {one.mutant.residents.text}"
            )
        rows.append([told_plays(one.plays) + ("" if one.isolated else " and more"), said(one.payoff), one.verdict, why])
    lines = [
        f"{answer.game}: its symmetric equilibria, and whether a small group of mutants can invade them (exact).",
        "",
        *table(["equilibrium", "payoff", "verdict", "because"], rows),
    ]
    return _told(lines, answer.left_out, "equilibria")


def tell_dominance(answer: DominanceAnswer) -> str:
    """Each round, and what is left."""
    rows = [
        [
            str(number),
            one.player,
            *([one.knows or NOTHING] if answer.of == "moves" else []),
            one.eliminated,
            f"{one.kind} by {', '.join(name if w == '1' else f'{w} ({name})' for name, w in one.by.items())}",
        ]
        for number, gone in enumerate(answer.rounds, 1)
        for one in gone
    ]
    counted = "strategies" if answer.of == "strategies" else "sequences of moves"
    knows = ["knows"] if answer.of == "moves" else []
    lines = [
        f"{answer.game}: dominated {answer.of}, eliminated round by round (exact).",
        "",
        *(table(["round", "player", *knows, "eliminated", "because"], rows) if rows else ["Nothing is dominated."]),
        "",
        *(f"{player}: {answer.left[player]:,} of {many:,} {counted} left." for player, many in answer.before.items()),
        *(f"{player} still has: {'; '.join(names)}" for player, names in answer.kept.items()),
        *([] if answer.complete else ["The time was over: more may be dominated. Allow more `seconds`."]),
    ]
    return _told(lines, answer.left_out, "dominated or remaining ones")


def tell_shrunken(answer: ShrunkenAnswer) -> str:
    """Both sizes side by side, and what became one."""
    rows = [
        [name, f"{size.nodes or 0:,}", *(f"{sets:,}" for sets in size.information_sets or [0] * len(answer.players))]
        for name, size in (("the game", answer.before), ("without what makes no difference", answer.after))
    ]
    lines = [
        f"{answer.game}: information sets that are isomorphic are merged.",
        "",
        *table(["", "nodes", *(f"decisions of {player}" for player in answer.players)], rows),
        "",
        *(
            f"One decision of {group.members[0].player}: " + " = ".join(one.knows or NOTHING for one in group.members)
            for group in answer.merged
        ),
        *([] if answer.merged or answer.left_out else ["No two information sets are isomorphic."]),
    ]
    return _told(lines, answer.left_out, "merged decisions")


def _decided(decisions: Sequence[PlayedAt], verb: str) -> list[str]:
    rows = [[one.player, one.knows or NOTHING, told_plays(one.plays)] for one in decisions]
    return table(["player", "knows", verb], rows) if rows else []


def told_plays(plays: Mapping[str, Quantity]) -> str:
    """A mixture of moves; one that is sure stands alone."""
    return f"always {next(iter(plays))}" if len(plays) == 1 else ", ".join(f"{m}: {p.text}" for m, p in plays.items())


def _state(shares: Mapping[str, str]) -> str:
    return "; ".join(shares.values() if len(shares) == 1 else [f"{name} {own}" for name, own in shares.items()])


def _told(lines: Sequence[str], left_out: int, what: str) -> str:
    more = [f"{left_out:,} {what} left out; solve and strategy show whole strategies."] if left_out else []
    return cut("\n".join([*lines, *more]))
