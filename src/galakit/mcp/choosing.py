"""Tools about other strategies than the solution's: further optimal ones, and those of players who make mistakes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from galakit.jobs.messages import Name, Words
from galakit.mcp.answers import Mistakes, MistakesAt, Ranges
from galakit.mcp.calls import Call, Tool
from galakit.mcp.solving import JobId
from galakit.mcp.strategy import Player, number
from galakit.mcp.text import cut, short, table
from galakit.study import questions
from galakit.study.choice_answers import FittedPrecision

SETS = 30  # information sets in one answer
SHOWN = 6  # precisions
NOTHING = "nothing yet"


class AskedRanges(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    player: Player
    offset: Annotated[
        int, Meta(ge=0, le=10**9, description="For the next page: the `next_offset` of the last answer.")
    ] = 0


async def optimal_ranges(call: Call, given: AskedRanges) -> Ranges:
    job = call.desk.solved(given.job)
    overview = await call.desk.ask(job, questions.OVERVIEW)
    player = number(overview, given.player)
    found = await call.desk.ask(job, questions.RANGES, player=player, offset=given.offset)
    shown = found.items[:SETS]
    after = given.offset + len(shown)
    return Ranges(
        job=job.id,
        player=given.player,
        exact=found.exact,
        unique=found.unique,
        decisions=shown,
        total=found.total,
        next_offset=after if after < found.total else None,
    )


def tell_ranges(answer: Ranges) -> str:
    """A row for each move that optimal strategies make differently often."""
    verdict = {
        True: "has only one optimal strategy",
        False: "has several optimal strategies",
        None: "has one optimal strategy as far as this page tells",
    }[answer.unique]
    lines = [
        f"{answer.player} {verdict} (job {answer.job}; {'exact' if answer.exact else 'in floating point'}). Below: the "
        "least and the greatest probability of each move over all optimal strategies that come to the decision, where "
        "they differ. The ranges depend on each other: not every combination is optimal."
    ]
    rows = [
        [one.facts or NOTHING, move.move, move.least.text, move.most.text]
        for one in answer.decisions
        for move in one.moves
        if not move.unique
    ]
    lines += ["", *table([f"{answer.player} knows", "move", "least", "most"], rows)] if rows else []
    if answer.next_offset is not None:
        left = answer.total - answer.next_offset
        lines += ["", f"{left:,} decisions left out: ask again with offset={answer.next_offset}."]
    return cut("\n".join(lines))


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that was seen."""

    player: Name
    move: Words
    count: Annotated[int, Meta(ge=0, le=10**9, description="How often it was seen.")]
    facts: Annotated[
        Words, Meta(description="What the player knew, enough to tell the decision from the others: `card(1), bet`.")
    ] = ""


class AskedMistakes(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    player: Annotated[Player | None, Meta(description="Only decisions of this player.")] = None
    observed: Annotated[
        list[Seen],
        Meta(max_length=300, description="How people played: the answer has the precision that explains it best."),
    ] = []
    offset: Annotated[
        int, Meta(ge=0, le=10**9, description="For the next page: the `next_offset` of the last answer.")
    ] = 0


async def mistakes(call: Call, given: AskedMistakes) -> Mistakes:
    job = call.desk.solved(given.job)
    overview = await call.desk.ask(job, questions.OVERVIEW)
    player = None if given.player is None else number(overview, given.player)
    found = await call.desk.ask(job, questions.RESPONSES, player=player, offset=given.offset)
    fitted = None
    if given.observed:
        fitted = await call.desk.ask(job, questions.PRECISION, observed=as_table(given.observed))
    shown = found.items[:SETS]
    after = given.offset + len(shown)
    last = len(found.precisions) - 1
    points = sorted({round(k * last / (SHOWN - 1)) for k in range(SHOWN)})
    return Mistakes(
        job=job.id,
        precisions=[found.precisions[k] for k in points],
        fitted=fitted,
        decisions=[
            MistakesAt(
                player=overview.players[one.player],
                knows=one.facts or NOTHING,
                moves={move: [curve[k] for k in points] for move, curve in zip(one.moves, one.shares)},
            )
            for one in shown
        ],
        total=found.total,
        next_offset=after if after < found.total else None,
    )


def as_table(observed: Sequence[Seen]) -> str:
    """Observed play as the question takes it.

    >>> as_table([Seen("first", "bet", 12, "card(1)")])
    'player,facts,move,count\\nfirst,card(1),bet,12\\n'
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("player", "facts", "move", "count"))
    rows.writerows((one.player, one.facts, one.move, one.count) for one in observed)
    return text.getvalue()


def tell_mistakes(answer: Mistakes) -> str:
    """A row for each move, a column for each precision."""
    head = ["player", "knows", "move", *(f"λ={short(p)}" for p in answer.precisions)]
    rows = [
        [one.player, one.knows, move, *map(short, shares)]
        for one in answer.decisions
        for move, shares in one.moves.items()
    ]
    lines = [
        f"How players move who make mistakes, the more seldom the more costly (logit quantal response equilibria, job "
        f"{answer.job}): the probability of each move at growing precision λ, from pure chance to almost best "
        "responses. People in experiments are somewhere between.",
        "",
        *([] if answer.fitted is None else [*_fitted(answer.fitted), ""]),
        *table(head, rows),
    ]
    if answer.next_offset is not None:
        left = answer.total - answer.next_offset
        lines += ["", f"{left:,} decisions left out: ask again with offset={answer.next_offset}."]
    return cut("\n".join(lines))


def _fitted(fit: FittedPrecision) -> list[str]:
    beyond = " and beyond" if fit.beyond else ""
    return [
        f"Observed play is likeliest at λ={short(fit.precision)} "
        f"(95 %: {short(fit.least)} to {short(fit.most)}{beyond}; "
        f"{fit.observations:,} observations, log-likelihood {fit.log_likelihood:.2f}, "
        f"{fit.log_likelihood - fit.uniform:.2f} above uniform play)."
    ]


TOOLS = (
    Tool(
        "optimal_ranges",
        "The range of optimal strategies",
        "Says how far the optimal strategies of a player can differ, and whether there is only one: the least and the "
        "greatest probability of each move over all optimal strategies. For solved jobs of two players in which one "
        "gains what the other loses. Use it before you conclude that a strategy must mix just as the solution does.",
        AskedRanges,
        Ranges,
        optimal_ranges,
        tell_ranges,
    ),
    Tool(
        "mistakes",
        "Play of people who make mistakes",
        "Predicts how people play who make mistakes, the more seldom the more costly they are: quantal response "
        "equilibria of the game of a solved job, for a growing precision λ, from pure chance to almost best responses. "
        "From observed play it estimates λ. "
        "For games of any number of players with up to a few thousand moves.",
        AskedMistakes,
        Mistakes,
        mistakes,
        tell_mistakes,
    ),
)
