"""Matches, replays and tournaments as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from galakit.gdl.text.write import term_kif

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as Shown

    from galakit.gdl.text.syntax import Term
    from galakit.ggp.record import Record
    from galakit.ggp.referee import Playable
    from galakit.ggp.replay import Replay
    from galakit.ggp.tournament import Table


def match_shown(record: Record) -> list[RenderableType]:
    """The moves of a match, and the results."""
    from rich.text import Text

    table = _table("turn", *(record.spell(role) for role in record.roles))
    for number, turn in enumerate(record.turns, 1):
        cells = [Text(term_kif(move, record.spell)) for move in turn.moves]
        for cell, fault in zip(cells, turn.faults):
            if fault is not None:
                cell.append(f"  ({fault.kind})", "red")
        table.add_row(str(number), *cells)
    return [_heading(record), "", table, "", *_results(record)]


def replay_shown(record: Record, game: Playable, seen: Replay, whose: int | None) -> list[RenderableType]:
    """A match turn by turn; with `whose`, only what that role knew."""
    from rich.text import Text

    spell = game.description.spell
    roles = [spell(role) for role in game.machine.roles]
    incomplete = game.machine.incomplete
    shown = [k for k in range(len(roles)) if whose is None or not incomplete or k == whose]
    columns = [*([roles[k] for k in shown]), *(["perceived"] if incomplete else [])]
    table = _table("turn", *columns, *(["now true"] if whose is None else []))
    for number, scene in enumerate(seen.scenes, 1):
        cells = [Text(term_kif(scene.turn.moves[k], spell)) for k in shown]
        for cell, k in zip(cells, shown):
            fault = scene.turn.faults[k] if scene.turn.faults else None
            if fault is not None:
                cell.append(f"  ({fault.kind})", "red")
        if scene.percepts is not None:
            lines = [(roles[k], _written(scene.percepts[k], spell)) for k in shown if scene.percepts[k]]
            cells.append(Text("\n".join(text if whose is not None else f"{role}: {text}" for role, text in lines)))
        if whose is None:
            cells.append(Text(_written(scene.began, spell), "dim"))
        table.add_row(str(number), *cells)
    return [_heading(record), "", table, "", *_results(record)]


def replay_json(record: Record, game: Playable, seen: Replay, whose: int | None) -> dict[str, Any]:
    """The same for programs."""
    spell = game.description.spell
    shown = [k for k in range(len(game.machine.roles)) if whose is None or not game.machine.incomplete or k == whose]

    def named(values: list[Any]) -> dict[str, Any]:
        return {spell(game.machine.roles[k]): values[k] for k in shown}

    def texts(terms: Iterable[Term]) -> list[str]:
        return sorted(term_kif(term, spell) for term in terms)

    turns = []
    for number, scene in enumerate(seen.scenes, 1):
        data: dict[str, Any] = {
            "turn": number,
            "moves": named([term_kif(move, spell) for move in scene.turn.moves]),
        }
        if scene.percepts is not None:
            data["percepts"] = named([texts(percepts) for percepts in scene.percepts])
        if whose is None:
            data |= {"now_true": texts(scene.began), "no_longer_true": texts(scene.ended)}
        turns.append(data)
    return {
        "match": record.match,
        "game": record.game,
        "players": dict(zip([spell(role) for role in game.machine.roles], record.players)),
        "turns": turns,
        "goals": None if seen.goals is None else list(seen.goals),
        "aborted": record.aborted or None,
    }


def tournament_shown(table: Table, games: list[str], rounds: int, seed: int) -> list[RenderableType]:
    """The standings, the best first."""
    from rich.text import Text

    shown = _table("player", "matches", "average", "won", "drawn", "lost", "penalties", "Elo", "95 % interval")
    for column in shown.columns[1:]:
        column.justify = "right"
    for s in table.standings:
        rating = (
            ("–", "–") if s.rating is None else (f"{s.rating.elo:.0f}", f"{s.rating.low:.0f} to {s.rating.high:.0f}")
        )
        average = "–" if s.average is None else f"{s.average:.1f}"
        shown.add_row(
            Text(s.name), f"{s.matches:,}", average, *map(str, (s.won, s.drawn, s.lost, s.penalties)), *rating
        )
    title = f"{', '.join(games)}: {len(table.records):,} matches in {rounds:,} rounds, seed {seed}"
    parts: list[RenderableType] = [Text(title, "bold"), "", shown]
    if table.aborted:
        parts += ["", Text(f"{table.aborted:,} matches were aborted and do not count", "red")]
    return parts


def _heading(record: Record) -> RenderableType:
    from rich.text import Text

    clocks = f"  {record.start_clock:g} s to prepare, {record.play_clock:g} s a move"
    return Text.assemble((record.game, "bold"), f"  {record.match}", (clocks, "dim"))


def _results(record: Record) -> list[RenderableType]:
    """The players, their goals and penalties, and why the match was aborted."""
    from rich.text import Text

    table = _table("role", "player", "goal", "penalties")
    table.columns[2].justify = table.columns[3].justify = "right"
    for k, role in enumerate(record.roles):
        goal = None if record.goals is None else record.goals[k]
        row = ("–" if goal is None else str(goal), str(record.penalties[k]))
        table.add_row(Text(record.spell(role)), Text(record.players[k]), *row)
    parts: list[RenderableType] = [table]
    if record.goals is None:
        parts += ["", Text(f"aborted: {record.aborted}", "red")]
    return parts


def _table(*columns: str) -> Shown:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(Text(column), overflow="fold")
    return table


def _written(terms: Iterable[Term], spell: Any) -> str:
    return " ".join(sorted(term_kif(term, spell) for term in terms))
