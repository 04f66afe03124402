"""`galakit team`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import (
    AsJson,
    Exact,
    GameName,
    Gap,
    LimitNodes,
    LimitStates,
    Params,
    SolutionFile,
    TimeLimit,
    loaded,
)
from galakit.cli.strategies import entry, show_strategy
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.solvers.team.team import TeamPlay


def team(
    name: GameName,
    players: Annotated[
        str, typer.Option("--players", metavar="NAMES", help="The team, comma-separated: all players but one.")
    ],
    param: Params = None,
    correlated: Annotated[
        bool, typer.Option("--correlated", help="The team may draw a joint plan at random before the game.")
    ] = False,
    gap: Gap = None,
    exact: Exact = None,
    time_limit: TimeLimit = None,
    output: SolutionFile = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=0, help="The most sets of each player, or joint plans, to show.")
    ] = 10,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Compute what a team of players can be sure of against one adversary."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.cli.solve import judge
    from galakit.solvers.team.team import team as found

    if output is not None and correlated:
        raise GalakitError(
            "a lottery over joint plans is no profile of strategies and cannot be saved as one",
            hint="--json prints it",
            id="GK508",
        )
    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    named = [one.strip() for one in players.split(",")]
    with Meter() as progress:
        made = found(game, named, correlated=correlated, gap=gap, exact=exact, time_limit=time_limit, progress=progress)
    solution = made.solution
    assert solution is not None
    if output is not None:
        solution.save(output)
    shown = [made.adversary] if correlated else [*made.members, made.adversary]
    sets = {player: solution.find((), player) for player in shown}
    if as_json:
        listed = {player: [entry(solution.situation(i)) for i in own] for player, own in sets.items()}
        print_json(made.to_json() | {"strategies": listed})
    else:
        show(_report(made), "", *_lottery(made, limit))
        for player, own in sets.items():
            if correlated:
                show(*_played(made, player, own, limit))
            else:
                show_strategy(solution, solution.player(player), own, limit, "--limit 0 shows all, -o saves them")
        if output is not None:
            show(f"saved to {output}")
    solution.complete = made.complete
    judge(solution)


def _report(made: TeamPlay) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from galakit.display.wording import listed
    from galakit.solution.shown.numbers import number
    from galakit.solution.shown.table import duration, size_line

    params = " ".join(f"{key}={value}" for key, value in made.params.items())
    how = "exactly" if made.exact else "in floating point"
    proved = "exactly" if not isinstance(made.bound, float) else "in floating point"
    paid = "each of them" if made.alike else "together"
    way = "with correlation" if made.correlated else "each drawing alone"
    close = f"proved {proved}" if made.complete else "not closer yet"
    return Group(
        Text.assemble((made.name, "bold"), (f"  {params}" if params else "", "dim")),
        Text(size_line(made.size).plain, "dim"),
        "",
        Text.assemble(
            f"{listed(list(made.members))} against {made.adversary}, {way}: sure of ",
            (number(made.value, 9), "bold"),
            f" ({paid})",
        ),
        "",
        Text.assemble(
            ("certified", "bold green"), f" {how}: {made.adversary} can hold them to {number(made.value, 9)}"
        ),
        Text.assemble(
            (close, "bold green" if made.complete else "bold yellow"),
            f": they can be sure of no more than {number(made.bound, 9)}",
        ),
        Text(f"method team ({made.algorithm})", "dim"),
        Text(f"took {duration(sum(made.seconds.values()))}", "dim"),
    )


def _lottery(made: TeamPlay, limit: int) -> list[RenderableType]:
    """The joint plans with their probabilities."""
    from rich.table import Table
    from rich.text import Text

    from galakit.display.look import Look
    from galakit.solution.shown.numbers import number

    if not made.lottery:
        return []
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("with", "player", "knowing", "plays"):
        table.add_column(column, justify="right" if column == "with" else "left")
    look = made.solution.look if made.solution is not None else Look()
    for joint in made.lottery[: limit or None]:
        chance = number(joint.probability)
        before = ""
        for player, facts, move in joint.moves:
            name = "" if player == before else player
            who = look.players.index(player) if player in look.players else None
            table.add_row(chance, Text(name), Text(look.told(facts, who)), Text(look.label(move, facts, who)))
            chance, before = "", player
    rest = len(made.lottery) - limit
    more = [Text(f"… {rest:,} more joint plans (--limit)", "dim")] if limit and rest > 0 else []
    return [table, *more, ""]


def _played(made: TeamPlay, player: str, sets: list[int], limit: int) -> list[RenderableType]:
    """The adversary's strategy: what is worth what there depends on the lottery, and is not shown."""
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    solution = made.solution
    assert solution is not None
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("player", "knowing", "plays", "with"):
        table.add_column(column, justify="right" if column == "with" else "left")
    name = player
    for i in sets[: limit or None]:
        here = solution.situation(i)
        knowing = here.words
        for move, p in here.probabilities.items():
            table.add_row(Text(name), Text(knowing), Text(here.label(move)), number(p))
            name = knowing = ""
    rest = len(sets) - limit
    return [table, *([Text(f"… {rest:,} more information sets (--limit)", "dim")] if limit and rest > 0 else [])]
