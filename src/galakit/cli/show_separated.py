"""`galakit show` for solutions of separated games: single information sets and grids instead of lists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from galakit.display.typed import meant
from galakit.errors import GalakitError
from galakit.solution.facts import parsed

if TYPE_CHECKING:
    from galakit.display.look import Look
    from galakit.solution.factored.policy import ClassQueries
    from galakit.solution.factored.situation_index import Named
    from galakit.solution.solution import Solution

GRIDS = 4  # the maximal number shown


def show_separated(
    solution: Solution,
    name: str,
    player: str | None,
    at: list[str],
    after: list[str] | None,
    *,
    limit: int,
    chart: bool,
    as_json: bool,
    table: Path | None,
) -> None:
    """Show the information sets that facts and moves name; the players' first decisions where nothing is named."""
    answers, look = solution.queries, solution.look
    whose = None if player is None else solution.player(player)
    facts = [fact for text in at for fact in parsed(text)]
    asked = bool(facts) or after is not None
    if table is not None:
        from galakit.cli.output import show as print_out
        from galakit.solution.factored.rows import write_rows

        named = _named(answers, whose, at, after, look) if asked else None
        written = write_rows(answers, table, named, whose, limit)
        print_out(f"{written:,} rows written to {table}")
        return
    if not asked:
        found = [n for n in answers.openings() if whose is None or n.situation.player == whose]
    else:
        found = _named(answers, whose, at, after, look)
        if len(found) > GRIDS:
            raise answers.index.ambiguous(found[0].situation.player, facts, found)
    _printed(solution, answers, found, name, limit, chart, as_json, opening=not asked)


def _named(
    answers: ClassQueries, player: int | None, at: list[str], after: list[str] | None, look: Look
) -> list[Named]:
    """The information sets that facts and moves name; complete lists of facts may be in words."""
    try:
        return answers.named(player, [fact for text in at for fact in parsed(text)], after)
    except GalakitError:
        if not at or not answers.all_listed:
            raise
        known = answers.index.sayable()
        readings = [meant(text, known, look) for text in at]
        if not any(readings):
            raise
        return answers.named(player, [fact for text, said in zip(at, readings) for fact in said or parsed(text)], after)


def _printed(
    solution: Solution,
    answers: ClassQueries,
    found: list[Named],
    name: str,
    limit: int,
    chart: bool,
    as_json: bool,
    opening: bool,
) -> None:
    from galakit.cli.output import print_json
    from galakit.cli.output import show as print_out

    whole = [n for n in found if not opening and all(value in n.known for value in n.situation.signal)]
    sets = []
    for place, known in whole:
        number = answers.index.number(place, known)
        if number is not None:
            sets.append(answers.situation(place, number))
        elif len(found) == 1:
            raise answers.index.impossible(place.player, found[0])
    grids = [answers.grid(n) for n in found if n not in whole]
    empty = next((n for n, g in zip([n for n in found if n not in whole], grids) if not g.lines), None)
    if empty is not None and len(found) == 1:
        raise answers.index.impossible(empty.situation.player, empty)
    if as_json:
        from galakit.cli.strategies import entry

        data: dict[str, Any] = solution.to_json()
        cut = [g.to_json() for g in grids]
        for one in cut:
            one["lines"] = one["lines"][: limit or None]
        print_json(data | {"information_sets": [entry(here) for here in sets], "grids": cut})
        return
    from galakit.solution.shown.grid_table import grid_chart, grid_table
    from galakit.solution.shown.table import certified, in_full, summary

    if opening:
        print_out(summary(solution), "")
    for here in sets:
        print_out(in_full(solution, here))
    for grid in grids:
        print_out((grid_chart if chart else grid_table)(grid, solution.look, limit))
    if opening:
        print_out(*_hints(answers, found, name))
    else:
        print_out(certified(solution))


def _hints(answers: ClassQueries, found: list[Named], name: str) -> list[str]:
    """Commands that continue from the first decisions."""
    if not found:
        return ["no player decides anything"]
    index = answers.index
    place = found[0].situation
    held = [text for value in place.signal for text in list(index.texts(value))[-1:]]
    move = index.moves(place)[-1]
    lines = [f"galakit show {name} --after {move}"]
    if held:
        lines.append(f"galakit show {name} --player {index.players[place.player]} --at '{held[0]}'")
    return ["continue with the moves made so far, a player's facts, or both:", *(f"  {line}" for line in lines)]
