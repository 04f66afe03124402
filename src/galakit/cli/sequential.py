"""`galakit sequential`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import AsJson, GameName, Params
from galakit.cli.solve_options import How, solving

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.solution.assess.sequential import Assessment

SHOWN = 12  # information sets listed


@solving
def sequential(
    name: GameName,
    param: Params = None,
    of: Annotated[
        str | None, typer.Option("--of", metavar="FILE", help="Judge this saved solution instead of solving the game.")
    ] = None,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Check whether a solution is a sequential equilibrium, also where play never reaches."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.solution.assess.sequential import sequential as judged

    game = how.game(name, param)
    if of is None:
        found = judged(how.solved(game, Meter(quiet=as_json)))
    else:
        from galakit.certifying import read_solution

        saved = read_solution(of)
        found = judged(game, {player: saved.strategy(player) for player in saved.players})
    if as_json:
        print_json(_json(found))
    else:
        show(*_report(found, game.players))


def _report(found: Assessment, players: Sequence[str]) -> list[RenderableType]:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number
    from galakit.solution.shown.wording import facts_in_words, worded

    wrong = sorted((s for s in found.sets if s.gain > (0 if found.exact else 1e-9)), key=lambda s: -s.gain)
    reached = sum(s.reached for s in found.sets)
    lines: list[RenderableType] = [
        Text(found.verdict, "bold green" if found.sequential else "bold yellow"),
        f"{len(found.sets):,} information sets, {reached:,} of them reached; beliefs {found.beliefs}",
        f"no change at one information set gains more than {number(found.gain)}",
    ]
    if wrong:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for column in ("player", "knowing", "would rather", "gains", ""):
            table.add_column(column, justify="right" if column == "gains" else "left")
        for here in wrong[:SHOWN]:
            never = "" if here.reached else "never reached"
            texts = here.player, facts_in_words(here.facts, players), worded(here.best), number(here.gain), never
            table.add_row(*map(Text, texts))
        lines += ["", Padding(table, (0, 0, 0, 2))]
        if wrong[SHOWN:]:
            lines.append(Text(f"  … and {len(wrong) - SHOWN:,} more", "dim"))
    return lines


def _json(found: Assessment) -> dict[str, Any]:
    from galakit.solution.shown.numbers import json_number

    return {
        "sequential": found.sequential,
        "rational": found.rational,
        "consistent": found.consistent,
        "exact": found.exact,
        "gain": json_number(found.gain),
        "beliefs": found.beliefs,
        "information_sets": [
            {
                "player": s.player,
                "information_set": s.information_set,
                "facts": list(s.facts),
                "reached": s.reached,
                "expects": json_number(s.expects),
                "best": s.best,
                "gain": json_number(s.gain),
                "belief": [
                    {"probability": json_number(b.probability), "history": [list(h) for h in b.history]}
                    for b in s.belief
                ],
            }
            for s in found.sets
        ],
    }
