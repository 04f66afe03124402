"""`galakit qre`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.normal_form import title
from galakit.cli.options import NOT_AS_ASKED, AsJson, GameName, LimitNodes, LimitStates, Params, TimeLimit, loaded
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.display.look import Look
    from galakit.solvers.quantal.response import Fit, QuantalResponses

SCALED = (0.0, 1.0, 3.0, 10.0, 30.0, 100.0)  # precisions that are shown, times the largest difference between payoffs
PANELS = 12  # information sets in a picture
LARGEST = 10_000_000  # bytes of a file of observations


def qre(
    name: GameName,
    param: Params = None,
    precision: Annotated[
        list[float] | None,
        typer.Option("--precision", metavar="LAMBDA", help="A precision to show; repeatable. [default: six]"),
    ] = None,
    observed: Annotated[
        Path | None,
        typer.Option(
            "--observed", metavar="FILE", help="Observed play (.csv: player, facts, move, count): fit the precision."
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the curves (.svg, .png or .pdf).")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="SETS", min=1, help="The most information sets to show.")
    ] = 30,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Compute how players move who make mistakes: quantal response equilibria, from chance to best responses."""
    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.deadline import Deadline
    from galakit.solvers.quantal.response import qre as computed

    seen = None if observed is None else observations(observed)
    deadline = Deadline.of(time_limit)
    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    with Meter() as progress, game.reporting(progress, deadline):
        left = None if deadline is None else deadline.left
        found = computed(game, precision=max(precision) if precision else None, time_limit=left, progress=progress)
        end = max(found.precisions)
        shown = tuple(precision) if precision else tuple(scaled / found.agents.scale for scaled in SCALED)
        if not found.complete:
            shown = (*(one for one in shown if one < end), end)
            warn(f"{deadline} was reached at precision {end:.3g}, so the exit status is {NOT_AS_ASKED}")
        fit = None if seen is None else found.fit(seen)
    if plot is not None:
        draw_responses(found, game.look, plot)
    if as_json:
        fitted = {} if fit is None else {"fit": fit.to_json()}
        print_json(found.to_json(*(shown if precision else ())) | fitted)
    else:
        show(
            title(game),
            "",
            *([] if fit is None else [*_fitted(fit, end), ""]),
            _table(found, game.look, shown, limit),
        )
    if not found.complete:
        raise typer.Exit(NOT_AS_ASKED)


def observations(path: Path) -> list[tuple[str, str, str, int]]:
    """The rows of a file of observed play."""
    from galakit.disk import read_whole
    from galakit.solvers.quantal.observed import observed_play

    text = read_whole(path, LARGEST, what="file of observed play").decode("utf-8", "replace")
    return observed_play(text, str(path))


def _fitted(fit: Fit, end: float) -> list[RenderableType]:
    """The fit in two lines; `end` is the largest precision of the curve."""
    from rich.text import Text

    low, high = fit.interval
    beyond = " and beyond" if high >= end else ""
    gained = fit.log_likelihood - fit.uniform
    return [
        Text.assemble(
            "fitted precision ", (f"{fit.precision:.4g}", "bold"), f"  (95 %: {low:.4g} to {high:.4g}{beyond})"
        ),
        f"{fit.observations:,} observations, log-likelihood {fit.log_likelihood:.2f}, {gained:.2f} above uniform play",
    ]


def _table(found: QuantalResponses, look: Look, precisions: tuple[float, ...], limit: int) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("player", "knowing", "move"):
        table.add_column(head)
    for k, precision in enumerate(precisions):
        table.add_column(("λ = " if k == 0 else "") + f"{precision:.4g}", justify="right")
    sets = [one for one in found.at(*precisions) if len(one.moves) > 1]
    for one in sets[:limit]:
        who = found.players.index(one.player)
        labels = [Text(one.player), Text(look.told(one.facts, who))]
        for m, move in enumerate(one.moves):
            table.add_row(*labels, Text(look.label(move, one.facts, who)), *(f"{row[m]:.4f}" for row in one.shares))
            labels = [Text(""), Text("")]
    more = [Text(f"… {len(sets) - limit:,} more information sets (--limit)", "dim")] if len(sets) > limit else []
    return Group(table, *more)


def draw_responses(found: QuantalResponses, look: Look, path: Path) -> None:
    """Write the curves of the first information sets with a choice."""
    from galakit.drawing.curves import Panel, draw_curves
    from galakit.drawing.figure import save

    sets = [one for one in found.curves() if len(one.moves) > 1]
    panels = [
        Panel(
            f"{one.player}: {look.told(one.facts, found.players.index(one.player)) or 'at the start'}",
            tuple(look.labels(one.moves, one.facts, found.players.index(one.player))),
            tuple(zip(*one.shares)),
        )
        for one in sets[:PANELS]
    ]
    if not panels:
        raise GalakitError("there is nothing to draw: no player has a choice", id="GK614")
    save(draw_curves(found.precisions, panels, "precision λ"), path)
