"""`galakit correlate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, Exact, GameName, LimitNodes, LimitStates, Params, TimeLimit, loaded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.solvers.correlated.correlate import CorrelatedSolution

SHOWN = 20  # outcomes and information sets listed


def correlate(
    name: GameName,
    param: Params = None,
    concept: Annotated[
        str,
        typer.Option(
            "--concept",
            metavar="NAME",
            help="When a player may stop following: after hearing the whole strategy (nfce), after hearing a move "
            "(efce), before hearing it (efcce), or before the game (nfcce); or in one move only (afce).",
        ),
    ] = "efce",
    objective: Annotated[
        str, typer.Option("--objective", metavar="NAME", help="What to maximise: welfare, or a player's payoff.")
    ] = "welfare",
    exact: Exact = None,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Find the best correlated equilibrium of players who follow a mediator's recommendations."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.solvers.correlated.correlate import correlate as found

    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    with Meter() as progress:
        solution = found(game, concept, objective=objective, exact=exact, time_limit=time_limit, progress=progress)
    if as_json:
        print_json(solution.to_json())
    else:
        show(*_report(solution))


def _report(solution: CorrelatedSolution) -> list[RenderableType]:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from galakit.display.wording import listed
    from galakit.solution.shown.numbers import number

    def table(*names: str) -> Table:
        made = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for column in names:
            made.add_column(column, justify="right" if column in ("expects", "could gain", "with") else "left")
        return made

    values = table("player", "expects", "could gain")
    for player, value, gain in zip(solution.players, solution.value, solution.certificate.gains):
        values.add_row(player, number(value, 9), number(max(gain, 0)))
    outcomes, look = solution.outcomes(), solution.game.look
    ends = table("with", *(f"{player} plays" for player in solution.players))
    for outcome in outcomes[:SHOWN]:
        played = [listed(labels) or "nothing" for labels in outcome.labels]
        ends.add_row(number(outcome.probability), *map(Text, played))
    advised = [r for r in solution.recommendations() if r.probabilities]
    advice = table("player", "knowing", "is advised", "with")
    for here in advised[:SHOWN]:
        who = solution.players.index(here.player)
        first = (here.player, look.told(here.facts, who))
        for move, p in here.probabilities.items():
            if p > 0:
                advice.add_row(*map(Text, (*first, look.label(move, here.facts, who), number(p))))
                first = ("", "")
    params = " ".join(f"{name}={value}" for name, value in solution.params.items())
    best = "all together" if solution.objective == "welfare" else solution.objective
    how = "exactly" if solution.exact else "in floating point"
    lists = outcomes, advised
    more = [Text(f"  … and {len(all_) - SHOWN:,} more", "dim") if all_[SHOWN:] else None for all_ in lists]
    lines: list[RenderableType | None] = [
        Text.assemble((solution.name, "bold"), ("  " + params if params else "", "dim")),
        Text(f"{solution.concept_name}, the best for {best}"),
        "",
        Padding(values, (0, 0, 0, 2)),
        "",
        Padding(ends, (0, 0, 0, 2)),
        more[0],
        "",
        Padding(advice, (0, 0, 0, 2)),
        more[1],
        "",
        Text.assemble(
            ("certified", "bold green"), f" {how}: no player gains more than {number(solution.gap)} by not following"
        ),
    ]
    return [line for line in lines if line is not None]
