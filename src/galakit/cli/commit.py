"""`galakit commit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import (
    AsJson,
    Exact,
    GameName,
    LimitNodes,
    LimitStates,
    Params,
    SolutionFile,
    TimeLimit,
    loaded,
)
from galakit.cli.strategies import entry, show_strategy

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.solvers.commitment.commitment import Commitment


def commit(
    name: GameName,
    leader: Annotated[str, typer.Option("--leader", metavar="PLAYER", help="The player who announces a strategy.")],
    param: Params = None,
    pure: Annotated[
        bool, typer.Option("--pure", help="The leader can commit to moves only, not to probabilities.")
    ] = False,
    exact: Exact = None,
    time_limit: TimeLimit = None,
    output: SolutionFile = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw what other announcements bring (.svg, .png or .pdf)."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="SETS", min=0, help="The most sets of each player to show; 0 shows all.")
    ] = 30,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Find the strategy that one of two players should announce, and the other's reply (Stackelberg)."""
    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.cli.solve import judge
    from galakit.solvers.commitment.commit import commit as found

    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    with Meter() as progress:
        made = found(game, leader, pure=pure, exact=exact, time_limit=time_limit, progress=progress)
    solution = made.solution
    for warning in solution.warnings:
        warn(warning)
    if output is not None:
        solution.save(output)
    if plot is not None:
        draw_commitment(made, plot)
    sets = {player: solution.find((), player) for player in (made.leader, made.follower)}
    if as_json:
        listed = {player: [entry(solution.situation(i)) for i in own] for player, own in sets.items()}
        print_json(made.to_json() | {"strategies": listed})
    else:
        show(_report(made), "")
        for player, own in sets.items():
            show_strategy(solution, solution.player(player), own, limit, "--limit 0 shows all, -o saves them")
        if output is not None:
            show(f"saved to {output}")
    judge(solution)


def _report(made: Commitment) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number
    from galakit.solution.shown.table import size_line, title, took

    solution = made.solution
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("player", "", "expects"):
        table.add_column(column, justify="right" if column == "expects" else "left")
    table.add_row(Text(made.leader), "leads", Text(number(made.value, 9), "bold"))
    table.add_row(Text(made.follower), "follows", Text(number(made.follower_value, 9), "bold"))
    what = "pure commitment" if made.pure else "commitment"
    lines = [
        Text.assemble(
            ("certified", "bold green"),
            f" {_how(solution.exact)}: {made.follower} can gain no more than {number(max(made.follower_gain, 0))}",
            " by another reply",
        ),
        Text.assemble(
            (f"proved {_how(made.exact_bound)}", "bold green") if made.complete else ("not proved", "bold yellow"),
            f": no {what} brings {made.leader} more than {number(made.bound, 9)}",
        ),
    ]
    if made.equilibrium is not None and made.advantage is not None:
        than = f"the best equilibrium brings {made.leader} {number(made.equilibrium, 9)}"
        more = number(max(made.advantage, -made.advantage))
        lines.append(
            Text(
                f"{than}, as much"
                if made.advantage == 0
                else f"{than}, {more} {'less' if made.advantage > 0 else 'more'}"
            )
        )
    if made.value - made.replies.against > 1e-6:
        lines.append(Text(f"if {made.follower} broke ties against {made.leader}: {number(made.replies.against, 9)}"))
    size = [] if solution.size is None else [Text(size_line(solution.size).plain, "dim")]
    lines.append(Text(f"method {solution.method} ({solution.algorithm})", "dim"))
    lines.append(took(solution))
    return Group(title(solution), *size, "", Padding(table, (0, 0, 0, 2)), "", *lines)


def draw_commitment(made: Commitment, path: Path) -> None:
    """Write a picture of both players' payoffs over one probability of the leader's."""
    from galakit.drawing.announcing import draw_announcements
    from galakit.drawing.figure import save
    from galakit.rules.knowledge import informative
    from galakit.solvers.commitment.announcing import announcements

    told = announcements(made)
    look, leader = made.solution.look, made.solution.player(made.leader)
    where = look.told(told.facts, leader) if informative(told.facts) else ""
    move = look.label(told.move, told.facts, leader)
    label = f"announced probability of {move}" + (f", knowing {where}" if where else "")
    payoffs = [(f"{made.leader}, who leads", told.leader), (f"{made.follower}, who follows", told.follower)]
    nash = None if made.equilibrium is None else float(made.equilibrium)
    save(draw_announcements(told.across, payoffs, label, (told.committed, float(made.value)), nash), path)


def _how(exact: bool) -> str:
    return "exactly" if exact else "in floating point"
