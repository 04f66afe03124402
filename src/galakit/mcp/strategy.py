"""The tool that shows a player's strategy: tables of decisions, a page at a time."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from galakit.jobs.job import Kept
from galakit.jobs.messages import Name, Words
from galakit.jobs.problems import Refused
from galakit.jobs.process import Denial
from galakit.mcp.answers import Line, Part, Strategy
from galakit.mcp.calls import Call, Desk, Tool
from galakit.mcp.solving import JobId, Which
from galakit.mcp.text import cut, named, shares, short, table
from galakit.study import questions
from galakit.study.answers import Overview
from galakit.study.grid_answers import Cell, Column, Grid

LINES = 60  # in one answer
UNLISTED = "GK806"  # the error of a study that lists nothing
NOTHING = "nothing yet"  # in place of facts
MANY = 12  # moves: of more than that only the likeliest are shown

Facts: TypeAlias = Annotated[list[Words], Meta(max_length=1_000)] | Words
Player: TypeAlias = Annotated[Name, Meta(description="The name of a player.")]


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    player: Player
    facts: Annotated[
        Facts | None,
        Meta(
            description="Only decisions at which the player knows these facts, perhaps among others. "
            'Example: ["myhand([2])"]. '
            "Leave it out for tables of the whole strategy."
        ),
    ] = None
    situation: Annotated[
        Name | None, Meta(description="Only one public situation, by its id (solve and strategy name them), e.g. `0`.")
    ] = None
    offset: Annotated[
        int, Meta(ge=0, le=10**9, description="For the next page: the `next_offset` of the last answer.")
    ] = 0
    equilibrium: Which = 1


async def strategy(call: Call, given: Asked) -> Strategy:
    desk = call.desk
    job = desk.solved(given.job)
    overview = await desk.ask(job, questions.OVERVIEW)
    player = number(overview, given.player)
    try:
        return await _asked(desk, job, given, player)
    except Denial as denial:
        if denial.problems[0].id != UNLISTED:
            raise
        raise Refused(
            "invalid",
            "the solution of this game is by states, and its decisions are not listed by facts",
            hint=f'ask for one: explain_decision(job="{job.id}", player="{given.player}", facts=[all their facts])',
            id="GK630",
        ) from None


async def _asked(desk: Desk, job: Kept, given: Asked, player: int) -> Strategy:
    facts = facts_of(given.facts)
    if facts:
        return await _by_facts(desk, job, given, player, facts)
    if given.situation is not None:
        return await _of_situation(desk, job, given, player, given.situation)
    return await _tables(desk, job, given, player)


def number(overview: Overview, player: str) -> int:
    """The index of a player by name."""
    if player in overview.players:
        return overview.players.index(player)
    raise Refused(
        "missing",
        f"there is no player {player[:40]}",
        hint="the players are " + ", ".join(overview.players),
        id="GK610",
    )


def facts_of(given: list[str] | str | None) -> list[str]:
    """Facts from a list or a text.

    >>> facts_of("card(1), chose(pass)"), facts_of(["card(1)", " "])
    (['card(1), chose(pass)'], ['card(1)'])
    """
    return [fact for fact in ([given] if isinstance(given, str) else given or []) if fact.strip()]


async def _by_facts(desk: Desk, job: Kept, given: Asked, player: int, facts: list[str]) -> Strategy:
    found = await desk.ask(
        job, questions.SETS, equilibrium=given.equilibrium, facts=", ".join(facts), player=player, offset=given.offset
    )
    if not found.total:
        raise Refused(
            "missing",
            f"{given.player} has no decision with the facts {', '.join(facts)[:200]}",
            hint=f'strategy(job="{job.id}", player="{given.player}") lists all decisions with their facts',
            id="GK610",
        )
    shown = found.items[:LINES]
    lines = [
        Line(
            knows=s.facts or NOTHING,
            words=s.words,
            plays=_played(s.moves, s.probabilities),
            value=None,
            reach=s.reach,
        )
        for s in shown
    ]
    after = given.offset + len(shown)
    part = Part(
        situation=None,
        knows=None,
        words=None,
        moves=_moves(lines),
        labels={move: label for s in shown for move, label in zip(s.moves, s.labels)},
        lines=lines,
        total=found.total,
        overall=None,
    )
    return _answer(job, given, [part], after if after < found.total else None, f"{found.total - after:,} decisions")


async def _of_situation(desk: Desk, job: Kept, given: Asked, player: int, situation: str) -> Strategy:
    grid = await desk.ask(
        job, questions.GRID, equilibrium=given.equilibrium, player=player, situation=situation, row_offset=given.offset
    )
    column = grid.columns[0]
    part = _part(grid, column, LINES)
    after = given.offset + min(LINES, len(grid.rows))
    left = grid.rows_total - after
    return _answer(job, given, [part], after if left > 0 else None, f"{left:,} decisions of this situation")


async def _tables(desk: Desk, job: Kept, given: Asked, player: int) -> Strategy:
    """As many situations as fit, at least one."""
    grid = await desk.ask(job, questions.GRID, equilibrium=given.equilibrium, player=player, offset=given.offset)
    if not grid.columns:
        raise Refused(
            "missing",
            f"{given.player} has {grid.total} situations to decide in: none from offset {given.offset} on",
            hint="use offsets from next_offset" if grid.total else "ask about another player",
            id="GK803",
        )
    parts: list[Part] = []
    for column in grid.columns:
        part = _part(grid, column, LINES)
        if parts and sum(len(p.lines) for p in parts) + len(part.lines) > LINES:
            break
        parts.append(part)
    after = given.offset + len(parts)
    left = grid.total - after
    return _answer(job, given, parts, after if left > 0 else None, f"{left:,} situations")


def _part(grid: Grid, column: Column, most: int) -> Part:
    here = [(row, cell) for row, cell in zip(grid.rows, column.cells) if cell is not None]
    moves = column.situation.moves
    whole = len(here) == column.situation.sets and len(here) > 1
    return Part(
        situation=column.situation.id,
        knows=", ".join(column.situation.facts) or column.situation.words,
        words=column.situation.words,
        moves=moves,
        labels=dict(zip(moves, column.situation.labels)),
        lines=[
            Line(
                knows=row.facts or row.words,
                words=row.words,
                plays=_played(moves, cell.probabilities),
                value=cell.value,
                reach=cell.reach,
            )
            for row, cell in here[:most]
        ],
        total=column.situation.sets,
        overall=_overall(moves, [cell for _, cell in here]) if whole else None,
    )


def _overall(moves: list[str], cells: list[Cell]) -> dict[str, float] | None:
    """The average probability of each move, weighted by reach."""
    reach = [cell.reach or 0.0 for cell in cells]
    total = sum(reach)
    if not total > 0:
        return None
    often = [sum(r * cell.probabilities[k] for r, cell in zip(reach, cells)) / total for k in range(len(moves))]
    return _played(moves, [round(p, 6) for p in often])


def _played(moves: list[str], probabilities: list[float]) -> dict[str, float]:
    """Moves with their probabilities."""
    plays = dict(zip(moves, probabilities))
    if len(plays) <= MANY:
        return plays
    likeliest = sorted((move for move in plays if plays[move]), key=lambda move: -plays[move])[:MANY]
    return {move: plays[move] for move in likeliest}


def _moves(lines: list[Line]) -> list[str]:
    return list(dict.fromkeys(move for line in lines for move in line.plays))


def _answer(job: Kept, given: Asked, parts: list[Part], after: int | None, left: str) -> Strategy:
    return Strategy(
        job=job.id,
        game=" ".join(job.title.split()),
        player=given.player,
        parts=parts,
        left_out=None if after is None else f"{left} left out: ask again with offset={after}",
        next_offset=after,
    )


def tell(answer: Strategy) -> str:
    """Tables, a block for each situation."""
    lines = [
        f"{answer.player} in {answer.game} (job {answer.job}). Under each move: the probability with which "
        f"{answer.player} makes it; "
        f"value: the expected payoff of {answer.player}; reach: the probability that play comes here."
    ]
    for part in answer.parts:
        lines += ["", *_block(part, answer.player)]
    if any(line.reach == 0 for part in answer.parts for line in part.lines):
        lines += ["", "Where reach is 0, play never comes when all players follow the solution: no advice."]
    if answer.left_out is not None:
        lines += ["", answer.left_out + "."]
    return cut("\n".join(lines))


def _block(part: Part, player: str) -> list[str]:
    valued, many = part.situation is not None, len(part.moves) > MANY
    moves = [named(move, part.labels.get(move)) for move in part.moves]
    head = [f"{player} knows", *(["plays"] if many else moves), *(["value"] if valued else []), "reach"]

    def row(knows: str, plays: dict[str, float], value: float | None, reach: float | None) -> list[str]:
        shown = [shares(plays)] if many else [short(plays[m]) if m in plays else "" for m in part.moves]
        return [knows, *shown, *([short(value)] if valued else []), short(reach)]

    rows = [row(named(line.knows, line.words), line.plays, line.value, line.reach) for line in part.lines]
    if part.overall is not None:
        reach = sum(line.reach or 0.0 for line in part.lines)
        rows.append(row("(all together)", part.overall, None, reach))
    lines = table(head, rows)
    if part.situation is not None:
        lines.insert(0, f"Situation {part.situation}, {_publicly(named(part.knows or '', part.words))}:")
        if len(part.lines) < part.total:
            more = part.total - len(part.lines)
            lines.append(f'({more:,} more decisions in this situation: strategy with situation="{part.situation}")')
    return lines


def _publicly(words: str) -> str:
    return words if words == "at the start" else f"after {words}"


TOOLS = (
    Tool(
        "strategy",
        "A player's strategy",
        "Shows the strategy of a player in a solved job: the probability of each move at each decision. "
        "Without `facts` and `situation`: tables by public situation, private information at the left. With `facts`: "
        "the decisions at which the player knows them. Probabilities strictly between 0 and 1 mean mixing at "
        "random in these proportions. At decisions with reach 0, which are never met when all follow the solution, the "
        "probabilities are no advice.",
        Asked,
        Strategy,
        strategy,
        tell,
    ),
)
