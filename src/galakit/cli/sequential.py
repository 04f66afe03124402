"""`galakit sequential`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import AsJson, GameName, Params
from galakit.cli.solve_options import How, solving

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.display.look import Look
    from galakit.game.game import Game
    from galakit.rules.contract import Number
    from galakit.solution.assess.sequential import Assessment
    from galakit.solution.profile import Profile
    from galakit.solution.solution import Solution
    from galakit.solvers.refine.nearest import Nearest

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
    from galakit.deadline import Deadline, limited_by
    from galakit.solution.assess.sequential import sequential as judged
    from galakit.solvers.refine.nearest import nearest_sequential

    deadline = Deadline.of(how.time_limit)
    game = how.game(name, param)
    what: Solution | Game = game
    profile: Profile | None = None
    if of is None:
        what = how.solved(game, Meter())
    else:
        from galakit.certifying import read_solution

        saved = read_solution(of)
        profile = {player: saved.strategy(player) for player in saved.players}
    with limited_by(deadline):
        found = judged(what, profile)
    nearest = None
    if found.sequential is not True:
        with Meter() as progress:
            nearest = nearest_sequential(
                what, profile, time_limit=None if deadline is None else deadline.left, progress=progress
            )
    if as_json:
        print_json(_json(found) | {"nearest": None if nearest is None else _nearest_json(nearest)})
    else:
        show(*_report(found, game.look))
        if nearest is not None:
            show("", *_nearest(nearest, game.look))


def _report(found: Assessment, look: Look) -> list[RenderableType]:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    conflict = [found.sets[i] for i in found.conflict]
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
            who = look.players.index(here.player)
            better = look.label(here.best, here.facts, who)
            texts = here.player, look.told(here.facts, who), better, number(here.gain), never
            table.add_row(*map(Text, texts))
        lines += ["", Padding(table, (0, 0, 0, 2))]
        if wrong[SHOWN:]:
            lines.append(Text(f"  … and {len(wrong) - SHOWN:,} more", "dim"))
    if conflict:
        known = [(here.player, look.told(here.facts, look.players.index(here.player))) for here in conflict]
        said = "; ".join(f"{player} knowing {facts}" for player, facts in known)
        lines.append(Text(f"no consistent beliefs justify these together: {said}"))
    return lines


def _nearest(found: Nearest, look: Look) -> list[RenderableType]:
    """A table of the information sets at which another equilibrium differs."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    def mixture(played: Mapping[str, Number], facts: Sequence[str], who: int) -> str:
        labels = look.labels(played, facts, who)
        shown = [(label, p) for label, p in zip(labels, played.values()) if p > 0]
        return ", ".join(label + ("" if p == 1 else f": {number(p)}") for label, p in shown)

    many = len(found.differences)
    values = ", ".join(f"{player} {number(v)}" for player, v in zip(look.players, found.certificate.value))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("player", "knowing", "instead of", "plays"):
        table.add_column(column)
    for here in found.differences[:SHOWN]:
        who = look.players.index(here.player)
        both = [mixture(played, here.facts, who) for played in (here.before, here.instead)]
        table.add_row(*map(Text, (here.player, look.told(here.facts, who), *both)))
    lines: list[RenderableType] = [
        f"the nearest sequential equilibrium found differs at {many:,} information set{'s' * (many != 1)}",
        f"it is worth: {values}",
        "",
        Padding(table, (0, 0, 0, 2)),
    ]
    if many > SHOWN:
        lines.append(Text(f"  … and {many - SHOWN:,} more", "dim"))
    return lines


def _nearest_json(found: Nearest) -> dict[str, Any]:
    from galakit.solution.shown.numbers import json_number

    return {
        "value": [json_number(v) for v in found.certificate.value],
        "gap": json_number(found.certificate.gap),
        "differences": [
            {
                "player": here.player,
                "information_set": here.information_set,
                "facts": list(here.facts),
                "before": {move: json_number(p) for move, p in here.before.items()},
                "instead": {move: json_number(p) for move, p in here.instead.items()},
            }
            for here in found.differences
        ],
    }


def _json(found: Assessment) -> dict[str, Any]:
    from galakit.solution.shown.numbers import json_number

    return {
        "sequential": found.sequential,
        "rational": found.rational,
        "consistent": found.consistent,
        "exact": found.exact,
        "gain": json_number(found.gain),
        "beliefs": found.beliefs,
        "conflict": list(found.conflict),
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
